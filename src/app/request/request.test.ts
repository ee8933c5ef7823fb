import { CANCELLED_MESSAGE } from '@contract/limits';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { currentRoles, recomputeRoles } from '@/app/session/authority';
import { getToken, removeToken, setToken } from '@/app/session/token';
import { shownToasts } from '@/app/toast';
import { lastActivity } from '../session/activity';
import { watchSession } from '../session/expiry';
import { api } from './api';
import { backgroundRequest } from './backgroundRequest';
import { connectRequests, releaseLock, request, send } from './request';
import { lastRequestId } from './requestLog';

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { headers: Record<string, string> };
}

let sent: Sent[] = [];
const moves: string[] = [];
let permissionChanges = 0;

/** Queues the server's answers, one for each call. The last answer repeats. */
function answers(...list: (() => Response | Promise<Response>)[]) {
  sent = [];
  let next = 0;
  globalThis.fetch = (async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    const answer = list[Math.min(next, list.length - 1)];
    next += 1;
    return answer?.();
  }) as unknown as typeof fetch;
}

const body =
  (code: number, msg = '', data: unknown = {}, init: ResponseInit = {}) =>
  () =>
    new Response(JSON.stringify({ code, msg, data, requestId: 'r-1' }), { status: 200, ...init });
const header = (name: string) => new Headers(sent[0]?.init.headers).get(name);
const get = (address = '/api/team.Team/getList', query = {}) => request(address, { method: 'GET', query });
const texts = () => shownToasts().map((toast) => `${toast.kind}: ${toast.text}`);

beforeAll(async () => {
  await loadTexts('public');
  await setLocale('zh-CN');
  connectRequests({
    replace: (path) => moves.push(`replace ${path}`),
    push: (path) => moves.push(`push ${path}`),
    permissionChanged: () => {
      permissionChanges += 1;
      return new Promise((resolve) => setTimeout(resolve, 1_000));
    },
  });
});

beforeEach(async () => {
  jest.useFakeTimers();
  await jest.advanceTimersByTimeAsync(10_000);
  moves.length = 0;
  permissionChanges = 0;
  releaseLock();
  setToken('token-1', false);
  recomputeRoles();
  Object.assign(window, { MULTISTATION_SETTINGS: {} });
});

afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
});

test('the stored token goes in the Authorization header, the language in Accept-Language', async () => {
  answers(body(100));
  await get();
  expect(header('authorization')).toBe('token-1');
  expect(header('accept-language')).toBe('zh-CN');
  expect(sent[0]?.init.credentials).toBe('same-origin');
});

test('a body is sent as JSON', async () => {
  answers(body(100));
  await request('/api/team.Team/pause', { method: 'POST', body: { id: 1, reason: '雨' } });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ id: 1, reason: '雨' });
  expect(header('content-type')).toMatch(/application\/json/);
});

test('lists are repeated in the query, and unset values are left out', async () => {
  answers(body(100));
  await get('/api/team.Team/getList', { teamIds: [1, 2], keyword: undefined, state: null, page: 1 });
  expect(sent[0]?.url).toBe('/api/team.Team/getList?teamIds=1&teamIds=2&page=1');
});

test('the base address comes from the window setting; an empty one means the same origin', async () => {
  answers(body(100));
  Object.assign(window, { MULTISTATION_SETTINGS: { apiBase: 'https://api.example.com/' } });
  await get();
  expect(sent[0]?.url).toBe('https://api.example.com/api/team.Team/getList');
});

test.each([100, 110])('code %i returns the body', async (code) => {
  answers(body(code, 'fine', { n: 1 }));
  await expect(get()).resolves.toEqual({ code, msg: 'fine', data: { n: 1 }, requestId: 'r-1' });
  expect(texts()).toEqual([]);
});

test('another code shows the server’s message as an error and yields false', async () => {
  answers(body(42201, '当前状态不允许此操作'));
  await expect(get()).resolves.toBe(false);
  expect(texts()).toEqual(['error: 当前状态不允许此操作']);
});

test('a caller with `quiet` gets the refusal instead of a message', async () => {
  answers(body(40001, '参数有误', { errors: [{ field: 'name', rule: 'required', message: '请输入名称' }] }));
  const outcome = await api.askPost('team.Team/pause', { id: 1, version: 1, reason: 'x' } as never);
  expect(outcome).toMatchObject({ ok: false, code: 40001, data: { errors: [{ field: 'name' }] } });
  expect(texts()).toEqual([]);
});

test('body code 401 shows the text for 2 seconds, removes the token and replaces the route', async () => {
  answers(body(401, 'whatever'));
  await expect(get()).resolves.toBe(false);
  expect(texts()).toEqual(['error: 登录已过期，请重新登录']);
  expect(getToken()).toBeNull();
  expect(currentRoles()).toEqual([]);
  expect(moves).toEqual(['replace /user/login']);
  await jest.advanceTimersByTimeAsync(1_999);
  expect(texts()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual([]);
});

test('while the sign-in dialog is open, calls of the session are cancelled and a late 401 removes nothing', async () => {
  let over = true;
  const unwatch = watchSession({ isOver: () => over, begun: () => undefined, look: () => undefined });
  answers(body(100));
  await expect(get()).rejects.toMatchObject({ message: CANCELLED_MESSAGE });
  expect(sent).toEqual([]);
  await expect(request('/api/Login/login', { method: 'POST', body: {} })).resolves.toMatchObject({ code: 100 });

  for (const late of [body(401, 'whatever'), () => new Response('', { status: 401 })]) {
    over = false;
    answers(() => {
      over = true;
      return late();
    });
    await expect(send('/api/team.Team/getList', { method: 'GET' })).resolves.toMatchObject({ kind: 'expired' });
  }
  expect(getToken()).toBe('token-1');
  expect(moves).toEqual([]);
  expect(texts()).toEqual([]);
  unwatch();
});

test('a background call is marked as such, and its answer does not count as activity', async () => {
  answers(body(100));
  await get();
  const heard = lastActivity();
  expect(header('x-unattended')).toBeNull();
  await jest.advanceTimersByTimeAsync(60_000);
  answers(body(100));
  await backgroundRequest(() => get());
  expect(header('x-unattended')).toBe('1');
  expect(lastActivity()).toBe(heard);
  await get();
  expect(lastActivity()).toBeGreaterThan(heard);
});

test('the first HTTP 401 leads to the sign-in, later ones do nothing, and a sign-in releases the lock', async () => {
  const gone = () => new Response('', { status: 401 });
  answers(gone);
  await expect(get()).resolves.toBe(false);
  expect(moves).toEqual(['push /user/login']);
  expect(getToken()).toBeNull();

  setToken('token-2', false);
  await expect(get()).resolves.toBe(false);
  expect(moves).toHaveLength(1);
  expect(getToken()).toBe('token-2');

  releaseLock();
  await get();
  expect(moves).toEqual(['push /user/login', 'push /user/login']);
  expect(texts()).toEqual([]);
});

test('a call without an answer shows "network error" in the current language', async () => {
  answers(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(get()).resolves.toBe(false);
  expect(texts()).toEqual(['error: 网络异常，请检查网络后重试']);
  await jest.advanceTimersByTimeAsync(10_000);
  await setLocale('en-US');
  await get();
  expect(texts()).toEqual(['error: Network error, check the connection and try again']);
  await setLocale('zh-CN');
});

test.each([400, 403, 422, 500, 503])('HTTP %i shows nothing', async (status) => {
  answers(() => new Response('{"code":40001,"msg":"x"}', { status }));
  await expect(get()).resolves.toBe(false);
  expect(texts()).toEqual([]);
  expect(moves).toEqual([]);
});

test('a success without data is a failure, because callers read the data without a check', async () => {
  answers(body(100, '', null));
  await expect(get()).resolves.toBe(false);
  await expect(api.askGet('site.Site/getSiteInfo', {})).resolves.toMatchObject({ ok: false, code: 0, data: null });
});

test('an answer that is not an envelope is a failure without a message', async () => {
  answers(() => new Response('<html>'));
  await expect(get()).resolves.toBe(false);
  expect(texts()).toEqual([]);
});

test('a call times out after 30 seconds, the call that operates a mini-program code after 180 seconds (SPEC §7)', async () => {
  answers(() => new Promise<Response>(() => undefined));
  const plain = get();
  const long = send('/api/config.AlipayMini/operateCode', { method: 'POST', body: {} });
  const undo = send('/api/common.Undo/undo', { method: 'POST', body: {} });
  let longEnded = false;
  void long.then(() => {
    longEnded = true;
  });
  await jest.advanceTimersByTimeAsync(30_000);
  await expect(plain).resolves.toBe(false);
  await expect(undo).resolves.toMatchObject({ kind: 'network' });
  expect(longEnded).toBe(false);
  await jest.advanceTimersByTimeAsync(150_000);
  await expect(long).resolves.toMatchObject({ kind: 'network' });
});

test('without a token a call is cancelled with the exact text and is not sent', async () => {
  removeToken();
  answers(body(100));
  await expect(get()).rejects.toMatchObject({ message: CANCELLED_MESSAGE });
  expect(CANCELLED_MESSAGE).toBe('Operation canceled by the user.');
  expect(sent).toEqual([]);
  expect(texts()).toEqual([]);
});

test.each([
  '/api/Verify/getVerifyCodeValue',
  '/api/Login/login',
  '/api/Login/loginFormPhoneVerify',
  '/api/Login/resetPassword',
  '/api/Verify/sendMessage',
])('a visitor may call %s', async (address) => {
  removeToken();
  answers(body(100));
  await expect(get(address)).resolves.toMatchObject({ code: 100 });
  expect(header('authorization')).toBeNull();
});

test.each(['/api/Login/logout', '/api/Verify/confirmSecond', '/api/Login/changeInitialPassword'])(
  '%s belongs to a session',
  async (address) => {
    removeToken();
    answers(body(100));
    await expect(get(address)).rejects.toMatchObject({ message: CANCELLED_MESSAGE });
  },
);

test('the maps service never gets the token and is never cancelled; a look-alike address is not the maps service', async () => {
  Object.assign(window, { MULTISTATION_SETTINGS: { mapService: 'https://maps.example.com/v3' } });
  answers(body(100));
  await get('https://maps.example.com/v3/place');
  expect(header('authorization')).toBeNull();
  removeToken();
  await expect(get('https://maps.example.com/v3/place')).resolves.toMatchObject({ code: 100 });
  await expect(get('https://maps.example.com.evil.test/v3/place')).rejects.toMatchObject({
    message: CANCELLED_MESSAGE,
  });
});

test('a renewed token replaces the stored one, but does not restore a session that ended meanwhile', async () => {
  answers(body(100, '', {}, { headers: { 'X-Renew-Token': 'token-9' } }));
  await get();
  expect(getToken()).toBe('token-9');
  answers(() => {
    removeToken();
    return body(100, '', {}, { headers: { 'X-Renew-Token': 'token-10' } })();
  });
  await get();
  expect(getToken()).toBeNull();
});

test('an answer with `X-Permission-Changed` makes the page read its permissions again', async () => {
  answers(body(100, '', {}, { headers: { 'X-Permission-Changed': '1' } }));
  await get();
  expect(permissionChanges).toBe(1);
});

test('while the permissions are read, further answers with that header start no second reading', async () => {
  answers(body(100, '', {}, { headers: { 'X-Permission-Changed': '1' } }));
  await Promise.all([get(), get(), get()]);
  expect(permissionChanges).toBe(1);
  await jest.advanceTimersByTimeAsync(1_000);
  await get();
  expect(permissionChanges).toBe(2);
});

test('a user with a one-time password is led to the page to choose a password', async () => {
  answers(body(40306, '请先修改密码'));
  await get();
  expect(moves).toEqual(['replace /user/login?first=1']);
});

test('idempotency key and verification ticket are sent as headers', async () => {
  answers(body(100));
  await api.post('team.Team/pause', {} as never, { idempotencyKey: 'key-12345', ticket: 'ticket-1' });
  expect(header('idempotency-key')).toBe('key-12345');
  expect(header('x-verify-ticket')).toBe('ticket-1');
});

test('the id of the last call is available for problem reports', async () => {
  answers(body(50001, 'x'));
  await get();
  expect(lastRequestId()).toBe('r-1');
});

test('a refusal that arrives late does not end the session that began meanwhile', async () => {
  answers(() => {
    setToken('token-of-the-next-session', false);
    return body(401)();
  });
  await expect(get()).resolves.toBe(false);
  expect(getToken()).toBe('token-of-the-next-session');
  expect(moves).toEqual([]);
  expect(texts()).toEqual([]);
});
