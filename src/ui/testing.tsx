import type { Address, Data, Envelope, Input, WriteAddress } from '@contract/index';
import { SESSION_COOKIE } from '@contract/limits';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createHistory, PluginManager, renderClient } from '@umijs/max';
import { ConfigProvider } from 'antd';
import Cookies from 'js-cookie';
import { type ReactElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import { watchFocus } from '@/app/focus';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { PLAIN_APPEARANCE, type Platform, PlatformProvider } from '@/app/platform';
import { RegionsProvider } from '@/app/regions';
import { type RegionOption, regionTree } from '@/app/regionTree';
import { api } from '@/app/request/api';
import { queryClient } from '@/app/request/queryClient';
import { ToastHost } from './feedback';

/** A call that the page under test made. */
export interface SentCall<A extends Address = Address> {
  readonly address: A;
  readonly query: Readonly<Record<string, string>>;
  /** Body of a POST. It is `null` for a GET and for an upload. */
  readonly body: A extends WriteAddress ? Input<A> : null;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

type Refusal = Envelope<unknown>;
type Undoable<T> = Envelope<T> & { readonly undoId: number };
/** The `data` of a response with code 100, or a whole response body. */
type Reply<A extends Address> = Data<A> | Refusal | Undoable<Data<A>>;
/** A reply, or a function that receives the call and may delay its reply. */
type Answer<A extends Address> = Reply<A> | ((call: SentCall<A>) => Reply<A> | Promise<Reply<A>>);
/** Mocked responses by API path. A `data` reply that does not match the contract does not compile. */
export type Answers = { readonly [A in Address]?: Answer<A> };

/** Row type of a list response. */
export type Row<A extends Address> = Data<A> extends { readonly list: readonly (infer R)[] } ? R : never;

interface ListPlace {
  readonly total?: number;
  readonly totalCapped?: boolean;
  readonly page?: number;
}

/** Builds the response of a list. Default: all rows are on one page. */
export const listAnswer = <R, S>(list: R[], summary: S, { total, totalCapped = false, page = 1 }: ListPlace = {}) => ({
  list,
  total: total ?? list.length,
  totalCapped,
  page,
  limit: 20,
  summary,
  asOf: '2026-03-01T12:00:00+08:00',
});

/** Builds a row of the station list from default values, which `changes` replace. */
export const teamRow = (changes: Partial<Row<'team.Team/getList'>>): Row<'team.Team/getList'> => ({
  id: 4,
  version: 1,
  code: 'CD0004',
  name: 'Tianfu',
  logoUrl: null,
  regionText: 'Chengdu',
  teamType: 'self',
  teamTypeText: 'Own',
  franchiseeName: null,
  contactName: 'Li Na',
  contactTel: '138****0000',
  status: 'operating',
  statusText: 'Operating',
  statusReason: null,
  resumeAt: null,
  businessState: 'inHours',
  businessStateText: 'In hours',
  ridersOnline: 2,
  ridersTotal: 9,
  ordersToday: 12,
  gmv30dFen: 1_234_500,
  feePlanName: 'Standard',
  openedAt: '2025-01-01T00:00:00+08:00',
  updatedAt: '2026-03-01T11:00:00+08:00',
  draftStep: null,
  actions: [],
  ...changes,
});

/** Builds a station with all data that its page and its form read. */
export const teamDetail = (changes: Partial<Data<'team.Team/getDetail'>>): Data<'team.Team/getDetail'> => ({
  ...teamRow({}),
  franchiseeId: null,
  provinceCode: '510000',
  cityCode: '510100',
  districtCode: '510104',
  address: 'Tianfu Avenue 1',
  addressDetail: null,
  center: '104.065735,30.659462',
  serviceTypes: ['deliver', 'food'],
  logo: null,
  images: [],
  imageUrls: [],
  areaMode: null,
  hexSizeKm: null,
  polygon: [],
  areaKm2: null,
  areaEffectiveFrom: null,
  nextArea: null,
  nextFee: null,
  previousPolygon: null,
  weekHours: [],
  holidays: [],
  bookDays: 1,
  slotMin: null,
  promiseMin: 45,
  maxDistanceM: 10_000,
  maxWeightG: 20_000,
  settlementMode: 'balance',
  feePlanId: 7,
  platformRateBp: null,
  platformFixedFen: null,
  riderShareBp: 7_000,
  settleCycle: 'T1',
  depositFen: 0,
  depositWarnFen: 0,
  creditLimitFen: 0,
  feeRule: { source: 'plan', text: 'By plan Standard' },
  emergencyTel: null,
  email: null,
  licenceNo: null,
  licenceFile: null,
  licenceUrl: null,
  legalName: null,
  adminAccount: null,
  adminName: null,
  adminTel: null,
  adminIdentityId: null,
  notifyBySms: false,
  createdAt: '2025-01-01T00:00:00+08:00',
  createdByName: 'Owner',
  updatedByName: 'Owner',
  riders: [],
  accounts: [],
  statusHistory: [],
  missing: [],
  ...changes,
});

/** Builds the response of the station list. */
export const teamList = (list: Row<'team.Team/getList'>[], place: ListPlace = {}) =>
  listAnswer(list, { operating: 3, preparing: 0, paused: 0, frozen: 0, closed: 0, draft: 0, ordersToday: 12 }, place);

interface TestServer {
  /** All calls in order. */
  readonly calls: readonly SentCall[];
  readonly to: <A extends Address>(address: A) => readonly SentCall<A>[];
  /** Replaces the mocked response of an API path. */
  readonly answer: <A extends Address>(address: A, answer: Answer<A>) => void;
}

export interface TestPage extends TestServer {
  readonly history: {
    readonly location: { readonly pathname: string; readonly search: string };
    push(to: string): void;
    replace(to: string): void;
    back(): void;
  };
}

let unwatchFocus = () => {};
let shown: ReactElement | null = null;
/** Renders the only page of the test's router. */
function Shown() {
  return shown;
}

/** The platform's time in rendered tests, unless the test passes its own `now`. `Date.now()` is not mocked. */
const TEST_NOW = Date.parse('2026-03-01T12:00:00+08:00');

/**
 * Finds the dialog by its visible title. Accessible names do not work, because antd gives every title the same id in tests.
 */
export async function dialogTitled(title: string | RegExp): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '[role=dialog] .ant-modal-title' });
  const dialog = heading.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`No dialog around ${String(title)}`);
  return dialog;
}

/** Builds a response with a code other than 100. */
export function refusal(code: number, msg: string, data: unknown = null): Refusal {
  return { code, msg, data, requestId: 'req-1' };
}

/** Builds the response of a call that can be undone. `undoId` is the id of its operation record. */
export function undoable<T>(data: T, undoId: number): Undoable<T> {
  return { code: 100, msg: 'Success', data, requestId: 'req-1', undoId };
}

function bodyOf(reply: unknown): object {
  if (typeof reply !== 'object' || reply === null) return refusal(40401, 'Not found or deleted');
  const isBody = 'code' in reply && 'msg' in reply && 'data' in reply;
  return isBody ? reply : { code: 100, msg: 'Success', data: reply, requestId: 'req-1' };
}

const USUAL_ANSWERS: Answers = {
  'common.Preference/getAll': { values: {} },
  'common.Preference/save': {},
  'common.View/getAll': { list: [], defaults: [], identityDefaults: [], share: { identities: [], everyone: false } },
};

/** Answers HTTP calls and records them. API paths without a response in `answers` or {@link USUAL_ANSWERS} are refused with 40401. */
export function serveAnswers(answers: Answers): TestServer {
  const calls: SentCall[] = [];
  const server: Record<string, unknown> = { ...USUAL_ANSWERS, ...answers };
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const call: SentCall = {
      // A path that is not in the contract has no mocked response, so it is refused too.
      address: url.pathname.replace('/api/', '') as Address,
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      headers: new Headers(init?.headers),
      signal: init?.signal ?? null,
    };
    calls.push(call);
    const answer = server[call.address];
    const reply = bodyOf(typeof answer === 'function' ? await answer(call) : answer);
    const headers = new Headers({ 'content-type': 'application/json' });
    if ('undoId' in reply) headers.set('X-Undo', String(reply.undoId));
    return new Response(JSON.stringify(reply), { headers });
  };
  return {
    calls,
    to: <A extends Address>(address: A) => calls.filter((call): call is SentCall<A> => call.address === address),
    answer: (address, next) => {
      server[address] = next;
    },
  };
}

/** Loads regions over HTTP when a component requests them. In the console the `global` model has them. */
export function TestRegions({ children }: { readonly children: ReactNode }) {
  const [tree, setTree] = useState<readonly RegionOption[]>([]);
  const load = useCallback(async () => {
    const answer = await api.get('common.Region/getPcdList', {});
    if (answer !== false) setTree(regionTree(answer.data));
    return answer !== false;
  }, []);
  const regions = useMemo(() => ({ tree, load }), [tree, load]);
  return <RegionsProvider value={regions}>{children}</RegionsProvider>;
}

/**
 * Renders an element at a URL with the real router, texts, query cache and request wrapper. The HTTP responses and the platform's data
 * (such as time, user and permissions) are mocked.
 */
export async function renderPage(
  element: ReactElement,
  { at = '/', answers = {}, platform = {} }: { at?: string; answers?: Answers; platform?: Partial<Platform> } = {},
): Promise<TestPage> {
  const server = serveAnswers(answers);
  Cookies.set(SESSION_COOKIE, 'test-token');
  queryClient.clear();
  await act(async () => {
    await loadTexts('public');
    await loadTexts('console');
    await loadTexts('pages');
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
          <TestRegions>{element}</TestRegions>
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
  unwatchFocus();
  unwatchFocus = watchFocus();
  render(<Browser />);
  return { ...server, history };
}
