import { SESSION_COOKIE } from '@contract/limits';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createHistory, PluginManager, renderClient } from '@umijs/max';
import { ConfigProvider } from 'antd';
import Cookies from 'js-cookie';
import type { ReactElement } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { PLAIN_APPEARANCE, type Platform, PlatformProvider } from '@/app/platform';
import { queryClient } from '@/app/request/queryClient';
import { ToastHost } from './feedback';

/** One call that a test page made. */
export interface SentCall {
  readonly address: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

/** What the server answers: data for a code 100, or the whole body. A function sees the call, and may let it wait. */
type Answer = object | ((call: SentCall) => object | Promise<object>);

export interface TestPage {
  /** Every call in order. */
  readonly calls: readonly SentCall[];
  readonly to: (address: string) => readonly SentCall[];
  /** Changes what an address answers from now on. */
  readonly answer: (address: string, answer: Answer) => void;
  readonly history: {
    readonly location: { readonly pathname: string; readonly search: string };
    push(to: string): void;
    replace(to: string): void;
    back(): void;
  };
}

let shown: ReactElement | null = null;
/** The one page of the test's router. */
function Shown() {
  return shown;
}

/** The moment of every test. */
const TEST_NOW = Date.parse('2026-03-01T12:00:00+08:00');

/**
 * The dialog with this title. Not found by its name: antd gives every title the same id in tests.
 */
export async function dialogTitled(title: string | RegExp): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '[role=dialog] .ant-modal-title' });
  const dialog = heading.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`No dialog around ${String(title)}`);
  return dialog;
}

/** An answer with another code than 100. */
export function refusal(code: number, msg: string, data: unknown = null): object {
  return { code, msg, data, requestId: 'req-1' };
}

/** An answer of a call that can be taken back under this number. */
export function undoable(data: object, undoId: number): object {
  return { code: 100, msg: 'Success', data, requestId: 'req-1', undoId };
}

function isBody(value: object): boolean {
  return 'code' in value && 'msg' in value && 'data' in value;
}

/**
 * Shows an element at an address, with the real router, texts, query cache and request wrapper; only what comes over HTTP is
 * set. Addresses without an answer are refused with 40401.
 */
export async function renderPage(
  element: ReactElement,
  {
    at = '/',
    answers = {},
    platform = {},
  }: { at?: string; answers?: Record<string, Answer>; platform?: Partial<Platform> } = {},
): Promise<TestPage> {
  const calls: SentCall[] = [];
  const known: Record<string, Answer> = {
    'common.Preference/getAll': { values: {} },
    'common.Preference/save': {},
    'common.View/getAll': { list: [], defaults: [], identityDefaults: [], share: { identities: [], everyone: false } },
    ...answers,
  };
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const call: SentCall = {
      address: url.pathname.replace('/api/', ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      headers: new Headers(init?.headers),
      signal: init?.signal ?? null,
    };
    calls.push(call);
    const set = known[call.address];
    const answer = typeof set === 'function' ? await (set as (call: SentCall) => object | Promise<object>)(call) : set;
    const body =
      answer === undefined
        ? refusal(40401, 'Not found or deleted')
        : isBody(answer)
          ? answer
          : { code: 100, msg: 'Success', data: answer, requestId: 'req-1' };
    const headers = new Headers({ 'content-type': 'application/json' });
    if (answer !== undefined && 'undoId' in answer) headers.set('X-Undo', String(answer.undoId));
    return new Response(JSON.stringify(body), { headers });
  };
  Cookies.set(SESSION_COOKIE, 'test-token');
  queryClient.clear();
  await act(async () => {
    await loadTexts('public');
    await loadTexts('console');
    await setLocale('en-US');
  });
  window.history.replaceState(null, '', at);
  const history = createHistory({ type: 'browser' });
  shown = (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <QueryClientProvider client={queryClient}>
        <PlatformProvider
          value={{
            timeZone: 'Asia/Shanghai',
            userId: 7,
            supportEmail: '',
            can: () => true,
            reveals: () => true,
            now: () => TEST_NOW,
            appearance: PLAIN_APPEARANCE,
            ...platform,
          }}
        >
          {element}
          <ToastHost />
        </PlatformProvider>
      </QueryClientProvider>
    </ConfigProvider>
  );
  const Browser = renderClient({
    components: true,
    history,
    pluginManager: PluginManager.create({
      plugins: [],
      validKeys: ['patchClientRoutes', 'onRouteChange', 'rootContainer'],
    }),
    routes: { page: { id: 'page', path: '*' } },
    routeComponents: { page: Shown },
    publicPath: '/',
    rootElement: document.body,
  } as never) as unknown as () => ReactElement;
  render(<Browser />);
  return {
    calls,
    to: (address) => calls.filter((call) => call.address === address),
    answer: (address, next) => {
      known[address] = next;
    },
    history,
  };
}
