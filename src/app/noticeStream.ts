import { UNATTENDED_HEADER } from '@contract/limits';
import type { NoticeCounts, NoticeRow } from '@contract/notice';
import { getLocale } from '@/app/i18n/i18n';
import { getToken } from '@/app/session/token';
import { chance } from './clock';
import { api } from './request/api';
import { backgroundRequest } from './request/backgroundRequest';
import { isSessionOver, onSignedInAgain } from './session/expiry';
import { serverAddress } from './windowSettings';

/** Events for a follower of the notices. */
export interface NoticeFollower {
  notice(row: NoticeRow): void;
  counts(counts: NoticeCounts): void;
  /** Too much happened meanwhile: the shown lists must be read again. */
  reset(): void;
}

const ADDRESS = '/api/dashboard.Notice/stream';
const EXPIRED = 401;
/** A broken line is taken up again after so long, by chance: many windows lose theirs in the same moment. */
const PAUSE_MS = { least: 1_000, more: 4_000 } as const;
/** The stream failed twice: counts are asked for this often, and the stream is tried again each time. */
const POLL_MS = 60_000;
const FAILURES_UNTIL_POLL = 2;
/** The server shows a sign of life every 15 s; without any for so long the line is dead, whatever the browser thinks. */
const SILENCE_MS = 45_000;
/** A hidden window closes its connection: a browser has six of them for all windows together. */
const HIDDEN_MS = 20_000;

type Ending = 'broken' | 'expired';

/** Splits what arrives into messages, each a name, a number and its data. */
function createReader(tell: (event: string, id: string | null, data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n');
      const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
      const event = of('event');
      if (event !== null) tell(event, of('id'), of('data') ?? 'null');
    }
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
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
  };

  function take(event: string, id: string | null, data: string): boolean {
    if (id !== null) lastId = id;
    if (event === 'end') return false;
    const value: unknown = JSON.parse(data);
    if (event === 'notice') follower.notice(value as NoticeRow);
    else if (event === 'counts') follower.counts(value as NoticeCounts);
    else if (event === 'reset') follower.reset();
    return true;
  }

  /** One line, until it ends. */
  async function listen(token: string, controller: AbortController): Promise<Ending> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENCE_MS);
    };
    try {
      alive();
      const response = await fetch(serverAddress(ADDRESS), {
        credentials: 'same-origin',
        cache: 'no-store',
        signal: controller.signal,
        headers: {
          accept: 'text/event-stream',
          authorization: token,
          'accept-language': getLocale(),
          [UNATTENDED_HEADER]: '1',
          ...(lastId !== null && { 'last-event-id': lastId }),
        },
      });
      if (response.status === EXPIRED) return 'expired';
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
        return body?.code === EXPIRED ? 'expired' : 'broken';
      }
      let isOver = false;
      const read = createReader((event, id, data) => {
        failures = 0;
        if (!take(event, id, data)) isOver = true;
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return isOver ? 'expired' : 'broken';
        alive();
        read(decoder.decode(value, { stream: true }));
        if (isOver) return 'expired';
      }
    } catch {
      return 'broken';
    } finally {
      clearTimeout(silence);
    }
  }

  /** Asks for the counts alone; the wrapper deals with a session that is over. */
  async function ask(): Promise<void> {
    try {
      const answer = await backgroundRequest(() => api.askGet('dashboard.Notice/getUnread', {}, { silent: true }));
      if (answer.ok && !ended) follower.counts(answer.data);
    } catch {
      // No session any more: the sign-in is on its way.
    }
  }

  async function run(): Promise<void> {
    const token = getToken();
    if (ended || line !== null || token === null || isSessionOver() || document.visibilityState === 'hidden') return;
    const controller = new AbortController();
    line = controller;
    const ending = await listen(token, controller);
    // A window that was hidden and shown again may have another line by now.
    if (line !== controller) return;
    line = null;
    if (ended) return;
    if (ending === 'expired') {
      // The sign-in lies over the page: the line is taken up again after it.
      if (isSessionOver()) return;
      // Signed in again meanwhile, here or in another tab: what ended was the former session's line.
      if (getToken() !== null && getToken() !== token) {
        again();
        return;
      }
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

  function look(): void {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(hangUp, HIDDEN_MS);
    else if (line === null) later(0);
  }

  function stop(): void {
    ended = true;
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', look);
    unfollow();
    hangUp();
  }

  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  const unfollow = onSignedInAgain(again);
  void run();
  return stop;
}
