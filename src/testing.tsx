import type { Address, Data, Input, ReadAddress } from '@contract/index';
import { act, render } from '@testing-library/react';
import { getDvaApp, history, TestBrowser } from '@umijs/max';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { connectRequests } from '@/app/request/request';
import type { RootState } from '@/models/state';

/* Runs the whole console in a test with the real router, store and layouts. Only the server's responses are mocked. */

/** A mocked response. Without `code`, its code is 100. */
export type Answer<A extends Address> =
  | { readonly data: Data<A>; readonly msg?: string }
  | { readonly code: number; readonly msg?: string; readonly data?: unknown; readonly status?: number };
/** Mocked responses by API path. A response without `code` that does not match the contract does not compile. */
export type Answers = {
  readonly [A in Address]?: Answer<A> | ((input: SentInput<A>) => Answer<A>);
};
/** Input as the console sends it. A GET request sends every value as text. */
type SentInput<A extends Address> = A extends ReadAddress ? Readonly<Record<string, string>> : Input<A>;

export interface Call<A extends Address = Address> {
  readonly address: A;
  readonly method: string;
  readonly input: SentInput<A>;
  readonly headers: Headers;
}

/**
 * Returns the inputs of the calls to this API path, in order. Calls to other paths are left out. For example, each page reports that it was
 * viewed, up to one second after it opens.
 */
export const sent = <A extends Address>(calls: readonly Call[], address: A) =>
  calls.filter((call): call is Call<A> => call.address === address).map(({ input }) => input);

/** Replaces `fetch`: answers calls with the mocked responses and records them. Without a mocked response a call fails as if offline. */
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

/** Returns mock data of `site.Site/getSiteInfo`. Default: the owner, with two pages. */
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

/** Opens a URL path of the console. Waits for one timer tick, so that the first rendering is complete. */
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
/** Dispatches an action. Resolves when the dva effect that handles the action is complete. */
export const dispatch = (action: { type: string } & Record<string, unknown>): Promise<unknown> =>
  act(async () => getDvaApp()._store.dispatch(action));
export const where = (): string => `${history.location.pathname}${history.location.search}`;
