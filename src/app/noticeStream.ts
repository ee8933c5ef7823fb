import type { NoticeCounts, NoticeRow } from '@contract/notice';
import { getToken } from '@/app/session/token';
import { chance } from './clock';
import { listen } from './noticeLine';
import { api } from './request/api';
import { backgroundRequest } from './request/backgroundRequest';
import { isSessionOver, onSignedInAgain } from './session/expiry';

/** Events for a follower of the notices. */
export interface NoticeFollower {
  notice(row: NoticeRow): void;
  counts(counts: NoticeCounts): void;
  /** Too much happened meanwhile: the shown lists must be read again. */
  reset(): void;
}

/** A broken line is taken up again after so long, by chance: many windows lose theirs in the same moment. */
const PAUSE_MS = { least: 1_000, more: 4_000 } as const;
/** The stream failed twice: counts are asked for this often, and the stream is tried again each time. */
const POLL_MS = 60_000;
const FAILURES_UNTIL_POLL = 2;
/** A hidden window closes its connection: a browser has six of them for all windows together. */
const HIDDEN_MS = 20_000;

/** Tells the follower a message of the stream. @returns false: the server ended the stream, with the session */
function tell(follower: NoticeFollower, event: string, data: string): boolean {
  if (event === 'end') return false;
  const value: unknown = JSON.parse(data);
  if (event === 'notice') follower.notice(value as NoticeRow);
  else if (event === 'counts') follower.counts(value as NoticeCounts);
  else if (event === 'reset') follower.reset();
  return true;
}

/** Asks for the counts alone; null without an answer. `backgroundRequest` deals with a session that is over. */
async function readCounts(): Promise<NoticeCounts | null> {
  try {
    const answer = await backgroundRequest(() => api.askGet('dashboard.Notice/getUnread', {}, { silent: true }));
    return answer.ok ? answer.data : null;
  } catch {
    // No session any more: the sign-in is on its way.
    return null;
  }
}

/**
 * Calls `wake` when the window is shown or the network is back, and `rest` when the window was hidden for long.
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
 * Follows the notices of the signed-in person: a stream over `fetch`, with the token in its header and never in an address. A
 * broken connection is resumed after the last number; after two failures in a row the counts are asked for each minute until the
 * stream is back. Nothing runs while the window is hidden, and nothing after the session's end, until a person signs in again
 * over the page. Its calls do not keep the session alive.
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
    // A window that was hidden and shown again may have another line by now.
    if (line !== controller) return;
    line = null;
    if (ended) return;
    if (ending === 'expired') {
      // The sign-in lies over the page: the line is taken up again after it.
      if (isSessionOver()) return;
      // Signed in again meanwhile, here or in another tab: what ended was the former session's line.
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

  /** In another session: the former one's failures say nothing of it. */
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
