import type { NoticeCounts, NoticeRow } from '@contract/notice';
import { getToken } from '@/app/session/token';
import { chance } from './clock';
import { listen } from './noticeLine';
import { api } from './request/api';
import { backgroundRequest } from './request/backgroundRequest';
import { isSessionOver, onSignedInAgain } from './session/expiry';

/** Callbacks for the events of the notice stream. */
export interface NoticeFollower {
  notice(row: NoticeRow): void;
  counts(counts: NoticeCounts): void;
  /** Too many events were missed: the shown lists must be read again. */
  reset(): void;
}

/** Random pause before a reconnection, because many windows lose their connection in the same moment. Milliseconds. */
const PAUSE_MS = { least: 1_000, more: 4_000 } as const;
/** After two failures the counts are polled at this interval, and each time the stream is tried again. Milliseconds. */
const POLL_MS = 60_000;
const FAILURES_UNTIL_POLL = 2;
/** A window hidden for so long closes its connection: a browser has six of them for all windows together. Milliseconds. */
const HIDDEN_MS = 20_000;

/** Passes a message of the stream to the follower. @returns false: the server ended the stream, with the session */
function tell(follower: NoticeFollower, event: string, data: string): boolean {
  if (event === 'end') return false;
  const value: unknown = JSON.parse(data);
  if (event === 'notice') follower.notice(value as NoticeRow);
  else if (event === 'counts') follower.counts(value as NoticeCounts);
  else if (event === 'reset') follower.reset();
  return true;
}

/** Reads the counts alone; null without an answer. `backgroundRequest` handles an ended session. */
async function readCounts(): Promise<NoticeCounts | null> {
  try {
    const answer = await backgroundRequest(() => api.askGet('dashboard.Notice/getUnread', {}, { silent: true }));
    return answer.ok ? answer.data : null;
  } catch {
    // The session is over: the page is changing to the sign-in.
    return null;
  }
}

/**
 * Calls `wake` when the window is shown or the network is back, and `rest` after the window was hidden for long.
 *
 * @returns a function that ends it
 */
function watchWindow(rest: () => void, wake: () => void): () => void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(rest, HIDDEN_MS);
    else wake();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  return () => {
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', look);
  };
}

/**
 * Follows the notices of the signed-in user over a `fetch` stream, with the token in its header and never in an address. A broken
 * connection resumes after the last number. After two failures in a row the counts are polled each minute until the stream is back.
 * The stream is closed while the window is hidden, and after the end of the session until the user signs in again over the page. Its
 * calls do not keep the session alive.
 *
 * @returns a function that ends it
 */
export function followNotices(follower: NoticeFollower): () => void {
  let ended = false;
  let lastId: string | null = null;
  let failures = 0;
  let line: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
  };

  function take(event: string, id: string | null, data: string): boolean {
    failures = 0;
    if (id !== null) lastId = id;
    return tell(follower, event, data);
  }

  async function ask(): Promise<void> {
    const counts = await readCounts();
    if (counts && !ended) follower.counts(counts);
  }

  async function run(): Promise<void> {
    const token = getToken();
    if (ended || line !== null || token === null || isSessionOver() || document.visibilityState === 'hidden') return;
    const controller = new AbortController();
    line = controller;
    const ending = await listen({ token, lastId, controller, take });
    // After the window was hidden and shown again, another connection may have replaced this one.
    if (line !== controller) return;
    line = null;
    if (ended) return;
    if (ending === 'expired') {
      // The sign-in dialog is open: the connection is opened again after it.
      if (isSessionOver()) return;
      // The user signed in again meanwhile, here or in another tab: only the former session's connection ended.
      if (getToken() !== null && getToken() !== token) return again();
      stop();
      await ask();
      return;
    }
    failures += 1;
    if (failures >= FAILURES_UNTIL_POLL) {
      later(POLL_MS * (0.9 + chance() / 5));
      await ask();
      return;
    }
    later(PAUSE_MS.least + chance() * PAUSE_MS.more);
  }

  function hangUp(): void {
    clearTimeout(timer);
    const old = line;
    line = null;
    old?.abort();
  }

  /** Reconnects in another session, so failures of the former session no longer count. */
  function again(): void {
    failures = 0;
    hangUp();
    later(0);
  }

  function stop(): void {
    ended = true;
    unwatch();
    unfollow();
    hangUp();
  }

  const unwatch = watchWindow(hangUp, () => {
    if (line === null) later(0);
  });
  const unfollow = onSignedInAgain(again);
  void run();
  return stop;
}
