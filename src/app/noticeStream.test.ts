import type { NoticeCounts } from '@contract/notice';
import { removeToken, setToken } from '@/app/session/token';
import { followNotices, type NoticeFollower } from './noticeStream';
import { announceSignIn, watchSession } from './session/expiry';

/** A connection in a test. The test controls its messages and its end. */
interface Line {
  readonly address: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  say(text: string): void;
  cut(): void;
}

let lines: Line[];
let asked: string[];
let askedHeaders: Headers[];
/** Responses that the next connections get instead of a stream. */
let refusals: (() => Response)[];
let visible: boolean;
let stop: (() => void) | undefined;

const COUNTS = { total: 3, unread: 2, types: {} } as unknown as NoticeCounts;
const envelope = (code: number, data: unknown = null, status = 200) =>
  new Response(JSON.stringify({ code, msg: '', data, requestId: 'r' }), { status });

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  asked = [];
  askedHeaders = [];
  refusals = [];
  visible = true;
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (visible ? 'visible' : 'hidden'),
  });
  setToken('token-1', false);
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, window.location.origin);
    if (!pathname.endsWith('/stream')) {
      asked.push(pathname);
      askedHeaders.push(new Headers(init.headers));
      return envelope(100, COUNTS);
    }
    const refusal = refusals.shift();
    if (refusal) return refusal();
    const encoder = new TextEncoder();
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        control = controller;
      },
    });
    const signal = init.signal as AbortSignal;
    signal.addEventListener('abort', () => control?.error(new DOMException('aborted', 'AbortError')));
    lines.push({
      address: url,
      headers: new Headers(init.headers),
      signal,
      say: (text) => control?.enqueue(encoder.encode(text)),
      cut: () => control?.close(),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }) as unknown as typeof fetch;
});
afterEach(() => {
  stop?.();
  removeToken();
  jest.useRealTimers();
});

/** Runs all timers that are due now. */
const settle = () => jest.advanceTimersByTimeAsync(0);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const show = (now: boolean) => {
  visible = now;
  document.dispatchEvent(new Event('visibilitychange'));
};

function follow() {
  const told: unknown[] = [];
  const follower: NoticeFollower = {
    notice: (row) => told.push(row.title),
    counts: ({ unread }) => told.push(unread),
    reset: () => told.push('reset'),
  };
  stop = followNotices(follower);
  return told;
}

test('the token is sent in the header, never in the address; messages are complete wherever the chunks are cut', async () => {
  const told = follow();
  await settle();
  expect(lines[0]?.headers.get('authorization')).toBe('token-1');
  expect(lines[0]?.address).not.toContain('token-1');
  lines[0]?.say('id: 5\nevent: counts\ndata: {"unr');
  lines[0]?.say(
    'ead":4}\n\n: beat\n\nid: 6\nevent: notice\ndata: {"title":"News"}\n\nid: 6\nevent: reset\ndata: {}\n\n',
  );
  await settle();
  expect(told).toEqual([4, 'News', 'reset']);
});

test('a broken connection resumes after the last number', async () => {
  follow();
  await settle();
  expect(lines[0]?.headers.get('last-event-id')).toBeNull();
  lines[0]?.say('id: 41\nevent: counts\ndata: {"unread":1}\n\n');
  await settle();
  lines[0]?.cut();
  await pass(5_000);
  expect(lines).toHaveLength(2);
  expect(lines[1]?.headers.get('last-event-id')).toBe('41');
});

test('after two failures the counts are polled each minute, until the stream is back', async () => {
  refusals = [() => envelope(42901), () => envelope(42901), () => new Response('', { status: 502 })];
  const told = follow();
  await pass(5_000);
  expect(asked).toEqual(['/api/dashboard.Notice/getUnread']);
  expect(told).toEqual([2]);
  await pass(66_000);
  expect(asked).toHaveLength(2);
  await pass(66_000);
  expect(lines).toHaveLength(1);
  lines[0]?.say('id: 1\nevent: counts\ndata: {"unread":0}\n\n');
  await pass(30_000);
  expect(asked).toHaveLength(2);
});

test('a connection without heartbeat is closed and opened again', async () => {
  follow();
  await settle();
  await pass(40_000);
  lines[0]?.say(': beat\n\n');
  await pass(40_000);
  expect(lines).toHaveLength(1);
  await pass(10_000);
  expect(lines).toHaveLength(2);
});

test('a window that is hidden for long closes its connection, and opens it again when it is shown', async () => {
  follow();
  await settle();
  show(false);
  await pass(10_000);
  show(true);
  await pass(30_000);
  expect(lines).toHaveLength(1);
  show(false);
  await pass(21_000);
  expect(lines[0]?.signal.aborted).toBe(true);
  await pass(300_000);
  expect(lines).toHaveLength(1);
  show(true);
  await settle();
  expect(lines).toHaveLength(2);
});

test('a window that was never visible opens no connection', async () => {
  visible = false;
  follow();
  await pass(60_000);
  expect(lines).toHaveLength(0);
});

test.each([
  ['the stream says so', null],
  ['the server answers 401', () => envelope(401)],
  ['the gateway answers 401', () => new Response('', { status: 401 })],
])('the stream is not opened again after the end of the session: %s', async (_name, refusal) => {
  if (refusal) refusals = [refusal];
  follow();
  await settle();
  lines[0]?.say('event: end\ndata: {}\n\n');
  await pass(600_000);
  expect(lines.length).toBeLessThanOrEqual(1);
  // After the end of the stream, the page makes one ordinary call. If the server refuses this call, the page opens the sign-in page.
  expect(asked).toHaveLength(1);
});

test('its calls do not keep the session alive', async () => {
  refusals = [() => envelope(42901), () => envelope(42901)];
  follow();
  await pass(5_000);
  expect(asked).toHaveLength(1);
  await pass(66_000);
  expect(lines[0]?.headers.get('x-unattended')).toBe('1');
  expect(askedHeaders[0]?.get('x-unattended')).toBe('1');
});

test('after a new sign-in, here or in another tab, the connection belongs to the new session', async () => {
  follow();
  await settle();
  setToken('token-2', false);
  lines[0]?.say('event: end\ndata: {}\n\n');
  await settle();
  expect(lines[1]?.headers.get('authorization')).toBe('token-2');
  expect(asked).toHaveLength(0);
});

test('while the sign-in dialog is open there are no calls; afterwards the stream resumes after the last number', async () => {
  let over = false;
  const unwatch = watchSession({
    isOver: () => over,
    begun: () => {
      over = false;
    },
    look: () => undefined,
  });
  follow();
  await settle();
  lines[0]?.say('id: 7\nevent: counts\ndata: {"unread":1}\n\n');
  over = true;
  lines[0]?.say('event: end\ndata: {}\n\n');
  await pass(600_000);
  show(false);
  show(true);
  await pass(60_000);
  expect([lines.length, asked.length]).toEqual([1, 0]);
  setToken('token-2', false);
  announceSignIn();
  await settle();
  expect(lines[1]?.headers.get('authorization')).toBe('token-2');
  expect(lines[1]?.headers.get('last-event-id')).toBe('7');
  unwatch();
});

test('a follower that has stopped gets no more messages', async () => {
  const told = follow();
  await settle();
  stop?.();
  await pass(600_000);
  expect(lines[0]?.signal.aborted).toBe(true);
  expect([lines.length, asked.length, told.length]).toEqual([1, 0, 0]);
});
