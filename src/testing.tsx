import type { Address, Data, Input, ReadAddress } from '@contract/index';
import { act, render } from '@testing-library/react';
import { getDvaApp, history, TestBrowser } from '@umijs/max';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { connectRequests } from '@/app/request/request';
import type { RootState } from '@/models/state';

/* Runs the whole console in a test: real router, real store, real layouts; only the server's answers are mocked. */

/** A mocked answer; `data` alone means code 100. */
export type Answer<A extends Address> =
  | { readonly data: Data<A>; readonly msg?: string }
  | { readonly code: number; readonly msg?: string; readonly data?: unknown; readonly status?: number };
/** Mocked answers by address. A fixture that no longer matches the contract does not compile. */
export type Answers = {
  readonly [A in Address]?: Answer<A> | ((input: SentInput<A>) => Answer<A>);
};
/** Input as it is sent: a GET carries every value as text. */
type SentInput<A extends Address> = A extends ReadAddress ? Readonly<Record<string, string>> : Input<A>;

export interface Call<A extends Address = Address> {
  readonly address: A;
  readonly method: string;
  readonly input: SentInput<A>;
  readonly headers: Headers;
}

/**
 * Inputs sent to an address, in order. Calls to other addresses are left out: a page view is reported up to a second after a test opened
 * the page, when the next test may have begun.
 */
export const sent = <A extends Address>(calls: readonly Call[], address: A) =>
  calls.filter((call): call is Call<A> => call.address === address).map(({ input }) => input);

/** Answers calls from a table, and records them. A call to an address without an answer fails like a lost network. */
export function serve(answers: Answers): Call[] {
  const calls: Call[] = [];
  const server: Record<string, unknown> = answers;
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, window.location.origin);
    const address = pathname.replace('/api/', '') as Address;
    const input = init.body ? JSON.parse(String(init.body)) : Object.fromEntries(searchParams);
    calls.push({ address, method: String(init.method).toUpperCase(), input, headers: new Headers(init.headers) });
    const answer = server[address];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    const reply = typeof answer === 'function' ? answer(input) : answer;
    const { code = 100, msg = '', data = {}, status = 200 } = reply;
    return new Response(JSON.stringify({ code, msg, data, requestId: 'request-1' }), { status });
  }) as unknown as typeof fetch;
  return calls;
}

/** Data of `site.Site/getSiteInfo`: by default the owner, with two pages. */
export function personInfo(changes: Partial<Data<'site.Site/getSiteInfo'>>): Data<'site.Site/getSiteInfo'> {
  return {
    id: 1,
    account: 'owner',
    tel: '13800000000',
    name: 'Owner',
    nickname: '',
    avatar: null,
    login_ip: '127.0.0.1',
    accountType: 'owner',
    identityNames: [],
    permission: [1, 2],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: ['phone', 'idCard', 'bankCard', 'amount'],
    siteName: 'X',
    logoLight: '',
    logoDark: '',
    defaultLocale: 'zh-CN',
    enabledLocales: ['zh-CN', 'en-US'],
    timeZone: 'Asia/Shanghai',
    currencyDisplay: '¥',
    supportEmail: '',
    mapJsKey: '',
    mapTileUrl: '',
    mapDefaultCenter: '104.065735,30.659462',
    mapZoom: 11,
    debugMonitor: false,
    watermark: false,
    need2v: false,
    mustChangePassword: false,
    unread: { notification: 0, message: 0, event: 0 },
    announcements: { unread: 0, popups: 0 },
    lastLoginAt: null,
    ...changes,
  };
}

/** Opens an address of the console. Resolves when its first page is rendered. */
export async function open(pathname: string, search = '') {
  await loadTexts('public');
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
  connectRequests({
    replace: (path) => history.replace(path),
    push: (path) => history.push(path),
    permissionChanged: () => getDvaApp()._store.dispatch({ type: 'user/fetchCurrent' }),
  });
  const drawn = render(<TestBrowser location={{ pathname, search }} />);
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  return drawn;
}

export const state = (): RootState => getDvaApp()._store.getState();
/** Dispatches an action or an effect; resolves when the effect has ended. */
export const dispatch = (action: { type: string } & Record<string, unknown>): Promise<unknown> =>
  act(async () => getDvaApp()._store.dispatch(action));
export const where = (): string => `${history.location.pathname}${history.location.search}`;
