import type { Address, Data } from '@contract/index';
import { SESSION_COOKIE } from '@contract/limits';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { api } from '@/app/request/api';
import { lastActivity } from '@/app/session/activity';
import { getToken, removeToken, setToken } from '@/app/session/token';
import { type Answer, type Call, open, personInfo, serve, where } from '@/testing';
import { listAnswer } from '@/ui/testing';

const MINUTE = 60_000;
/** Idle limit for this test. It is shorter than the server's limit to save time. */
const IDLE_MINUTES = 5;
const OWN = 'site.Site/getSiteInfo';
const PROGRESS = 'export.Task/getProgress';

let calls: Call[];
/** Whether the server still accepts the session. */
let alive: boolean;
/** Time until the absolute end of the session, and its idle limit. */
let limits: { endMs: number; idleMinutes: number };

beforeEach(() => {
  // The time of the last activity is stored. After the test before, it may be later than the present time.
  jest.useFakeTimers({ advanceTimers: true, now: Math.max(Date.now(), lastActivity()) });
  alive = true;
  limits = { endMs: 24 * 60 * MINUTE, idleMinutes: IDLE_MINUTES };
  setToken('token-1', false);
  const known =
    <A extends Address>(data: Data<A>) =>
    (): Answer<A> =>
      alive ? { data } : { code: 401 };
  const startedAt = Date.now();
  calls = serve({
    [OWN]: known(personInfo({ permission: [95] })),
    'Login/getSession': () =>
      alive
        ? { data: { endsAt: new Date(startedAt + limits.endMs).toISOString(), idleMinutes: limits.idleMinutes } }
        : { code: 401 },
    [PROGRESS]: known({ list: [{ id: 1, state: 'running', percent: 1, rowsDone: 1, rowsTotal: 100 }] }),
    'export.Task/getList': known(listAnswer([], { running: 1, doneToday: 0, failed: 0, bytes: 0, seesAll: true })),
    'common.Preference/getAll': known({ values: {} }),
    'common.View/getAll': known({
      list: [],
      defaults: [],
      identityDefaults: [],
      share: { identities: [], everyone: false },
    }),
    'Verify/getVerifyCodeValue': {
      data: {
        captchaId: 'c',
        image: 'data:image/svg+xml,',
        expireIn: 120,
        outbox: false,
        siteName: 'X',
        logoLight: '',
        debugMonitor: false,
      },
    },
    'Login/login': () => {
      alive = true;
      return { data: { Authorization: 'token-2', expireIn: 86_400, mustChangePassword: false } };
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  removeToken();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const to = (address: string) => calls.filter((call) => call.address === address);

/** Opens a page that polls the server, and waits without input until its session has ended. */
async function openAndLeave(): Promise<void> {
  await open('/exportTask/exportList');
  await waitFor(() => expect(to(PROGRESS).length).toBeGreaterThan(0));
  await pass(5_000);
  expect(to('Login/getSession')).toHaveLength(1);
  await pass(IDLE_MINUTES * MINUTE);
  await screen.findByText('Your session has ended');
  alive = false;
}

test('a page that only polls still ends its session at the idle limit', async () => {
  await openAndLeave();
  const [first, ...timed] = to(PROGRESS);
  expect(first?.headers.has('X-Unattended')).toBe(false);
  expect(timed.length).toBeGreaterThan(50);
  expect(timed.every(({ headers }) => headers.has('X-Unattended'))).toBe(true);
});

test('while the sign-in dialog is open, background work does not leave the page; afterwards it continues', async () => {
  await openAndLeave();
  const before = calls.length;
  await pass(10 * MINUTE);
  // When the maximum duration is over, the cookie expires too.
  removeToken();
  window.dispatchEvent(new Event('focus'));
  await pass(1_000);
  expect(calls.slice(before).filter(({ address }) => !/^(Login\/login|Verify\/)/.test(address))).toEqual([]);
  expect(where()).toBe('/exportTask/exportList');
  expect(screen.getByRole('heading', { name: 'Export list', hidden: true })).toBeInTheDocument();

  fireEvent.change(document.getElementById('again-password') as HTMLElement, { target: { value: 'secret' } });
  fireEvent.change(document.getElementById('captcha') as HTMLElement, { target: { value: '1234' } });
  const asked = to(PROGRESS).length;
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and continue' }));
  await waitFor(() => expect(getToken()).toBe('token-2'));
  await pass(5_000);
  expect(screen.queryByText('Your session has ended')).toBeNull();
  expect(to(PROGRESS).slice(asked).at(-1)?.headers.get('authorization')).toBe('token-2');
  expect(where()).toBe('/exportTask/exportList');
});

test('the password that the user types before the absolute end stays in the dialog while activity is reported', async () => {
  limits = { endMs: 9 * MINUTE, idleMinutes: 30 };
  await open('/exportTask/exportList');
  await waitFor(() => expect(to(PROGRESS).length).toBeGreaterThan(0));
  await pass(5_000);
  expect(to('Login/getSession')).toHaveLength(1);
  await pass(4 * MINUTE);
  await waitFor(() => expect(document.getElementById('again-password')).not.toBeNull());
  await pass(4 * MINUTE);
  const password = document.getElementById('again-password') as HTMLElement;
  const asked = to('Login/getSession').length;
  fireEvent.keyDown(password, { key: 's' });
  fireEvent.change(password, { target: { value: 'secret' } });
  // Each step renders, so the test sees a dialog that closes for one second.
  for (let second = 0; second < 3; second += 1) await pass(1_000);
  expect(to('Login/getSession').length).toBeGreaterThan(asked);
  expect(document.getElementById('again-password')).toBe(password);
  expect(password).toHaveValue('secret');
});

/** Simulates a browser that loses the cookie without a sign-out. */
const loseCookie = () => Cookies.remove(SESSION_COOKIE, { path: '/' });

test('a cookie lost under an open page opens the sign-in dialog, without a focus event', async () => {
  await open('/exportTask/exportList');
  await waitFor(() => expect(to(PROGRESS).length).toBeGreaterThan(0));
  loseCookie();
  await pass(1_500);
  expect(await screen.findByText('Your session has ended')).toBeVisible();
  expect(where()).toBe('/exportTask/exportList');
  const before = calls.length;
  await pass(60_000);
  expect(calls.slice(before).filter(({ address }) => !/^(Login\/login|Verify\/)/.test(address))).toEqual([]);
});

test('a call that finds no token opens the dialog at once', async () => {
  await open('/exportTask/exportList');
  await waitFor(() => expect(to(PROGRESS).length).toBeGreaterThan(0));
  loseCookie();
  await act(async () => {
    await expect(api.get('export.Task/getProgress', {})).rejects.toMatchObject({
      message: 'Operation canceled by the user.',
    });
  });
  expect(await screen.findByText('Your session has ended')).toBeVisible();
});

test('a sign-out in another tab leads to the sign-in page, without a focus event', async () => {
  await open('/exportTask/exportList');
  await waitFor(() => expect(to(PROGRESS).length).toBeGreaterThan(0));
  removeToken();
  await pass(1_500);
  await waitFor(() => expect(where()).toMatch(/^\/user\/login\?redirect=/));
  expect(screen.queryByText('Your session has ended')).toBeNull();
});
