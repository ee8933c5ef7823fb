import { act, render } from '@testing-library/react';
import { getDvaApp, history, TestBrowser } from '@umijs/max';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { connectRequests } from '@/app/request/request';
import type { RootState } from '@/models/state';

/* The whole console in a test: real router, real store, real layouts; only the server's answers are given. */

/** `GET Verify/getVerifyCodeValue` → what it answers; `data` alone means code 100. */
export type Answer = {
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
  readonly status?: number;
};
type Server = Record<string, Answer | ((input: Record<string, unknown>) => Answer)>;

export interface Call {
  readonly address: string;
  readonly method: string;
  readonly input: Record<string, unknown>;
  readonly headers: Headers;
}

/**
 * What was sent to an address, in its order, whatever else was told meanwhile: a page that a test opened is counted up to a second later,
 * when the next test has begun.
 */
export const sent = (calls: readonly Call[], name: string) =>
  calls.filter(({ address }) => address === name).map(({ input }) => input);

/** Answers calls from a table, and keeps what was asked. An address that is not in the table fails like a dead network. */
export function serve(server: Server): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, window.location.origin);
    const address = pathname.replace('/api/', '');
    const input = init.body ? JSON.parse(String(init.body)) : Object.fromEntries(searchParams);
    calls.push({ address, method: String(init.method).toUpperCase(), input, headers: new Headers(init.headers) });
    const entry = server[address];
    if (entry === undefined) throw new TypeError('Failed to fetch');
    const { code = 100, msg = '', data = {}, status = 200 } = typeof entry === 'function' ? entry(input) : entry;
    return new Response(JSON.stringify({ code, msg, data, requestId: 'request-1' }), { status });
  }) as unknown as typeof fetch;
  return calls;
}

/** What `site.Site/getSiteInfo` says of the person who is signed in: an owner with two pages, unless told otherwise. */
export function personInfo<T extends object>(changes: T) {
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
    debugMonitor: false,
    ...changes,
  };
}

/** Opens an address of the console. Resolves when its first page is drawn. */
export async function open(pathname: string, search = '') {
  await loadTexts('public');
  await loadTexts('console');
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
