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
  /** Called when too many events were missed. The shown lists must be loaded again. */
  reset(): void;
}

/**
 * Pause before a reconnection in milliseconds: `least` plus a random part of `more`. The random part spreads the load when many windows
 * lose their connection in the same moment.
 */
const PAUSE_MS = { least: 1_000, more: 4_000 } as const;
/** Polling interval of the counts in milliseconds (±10 %), after two failures. Before each poll the stream is tried again. */
const POLL_MS = 60_000;
const FAILURES_UNTIL_POLL = 2;
/**
 * Milliseconds after which a hidden window closes its connection. Over HTTP/1.1, all windows of a browser share six connections to one
 * server.
 */
const HIDDEN_MS = 20_000;

/** Passes a message of the stream to the follower. @returns `false` if the server ended the stream together with the session */
function tell(follower: NoticeFollower, event: string, data: string): boolean {
  if (event === 'end') return false;
  const value: unknown = JSON.parse(data);
  if (event === 'notice') follower.notice(value as NoticeRow);
  else if (event === 'counts') follower.counts(value as NoticeCounts);
  else if (event === 'reset') follower.reset();
  return true;
}

/** Reads only the counts of notices. Returns `null` if the call failed or was refused. The call does not keep the session alive. */
async function readCounts(): Promise<NoticeCounts | null> {
  try {
    const answer = await backgroundRequest(() => api.askGet('dashboard.Notice/getUnread', {}, { silent: true }));
    return answer.ok ? answer.data : null;
  } catch {
    // The call was cancelled, because the session has expired.
    return null;
  }
}

/**
 * Calls `wake` when the window is shown, or when the network returns while the window is visible. Calls `rest` after the window was hidden
 * for `HIDDEN_MS`.
 *
 * @returns a function that removes the listeners
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
 * Receives the notices of the signed-in user over a `fetch` stream. The token is in a header and never in the URL. A new connection starts
 * after the last received message. After two failures in a row the counts are polled about every minute until the stream returns. The
 * stream is closed after the window was hidden for 20 seconds. It is also closed from the end of the session until the user signs in
 * again. The calls of the stream do not keep the session alive.
 *
 * @returns a function that closes the stream
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
    // If the window was hidden and shown again, a newer connection may have replaced this one.
    if (line !== controller) return;
    line = null;
    if (ended) return;
    if (ending === 'expired') {
      // The sign-in dialog is open. After the sign-in a new connection is opened.
      if (isSessionOver()) return;
      // The user has signed in again, here or in another tab. Only the connection of the former session ended.
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

  /** Reconnects in another session. Failures of the former session no longer count. */
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
