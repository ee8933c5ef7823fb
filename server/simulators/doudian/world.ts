import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Callback, SimulatorAnswer, SimulatorParts, SimulatorStore } from '../simulator';

/**
 * This module defines the data and the error codes of the simulated e-commerce platform Doudian (抖店). Its functions change the data as
 * owners and customers do, and build the platform's messages and enquiries.
 */

export interface SimulatedDoudianApp {
  /** Application key with 19 digits. */
  readonly appKey: string;
  readonly appSecret: string;
  readonly appType: 'self' | 'tool';
  /** URLs that receive pushed messages and enquiries. `null` means that none are sent. */
  readonly messageUrl: string | null;
  readonly enquiryUrl: string | null;
}

export interface SimulatedStore {
  readonly storeId: number;
  readonly name: string;
  readonly address: string;
  /** Longitude and latitude as `lng,lat`. */
  readonly center: string;
  readonly isOpen: boolean;
}

export interface SimulatedShop {
  readonly shopId: number;
  readonly name: string;
  readonly appKey: string;
  readonly authorisation: 'granted' | 'closed' | 'gone';
  readonly stores: readonly SimulatedStore[];
}

/** An access token and its refresh token. Times are milliseconds since 1970. */
export interface TokenPair {
  readonly appKey: string;
  readonly shopId: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessUntil: number;
  readonly refreshUntil: number;
  /** Refresh token of the pair that replaced this pair, or `null`. A repeated refresh returns the newer pair. */
  readonly next: string | null;
}

export const ACCESS_MS = 7 * 24 * HOUR_MS;
const REFRESH_MS = 14 * 24 * HOUR_MS;
const CODE_MS = 10 * MINUTE_MS;

/** The platform's error codes that the simulator uses, with their texts. */
export const ERRORS = {
  'dop.authorization-no-existed': [30001, '操作权限不足', '店铺授权已失效，请重新授权'],
  'dop.authorization-closed': [30001, '操作权限不足', '店铺授权已被关闭，请联系商家打开授权开关'],
  'isv.signature-missing': [40001, '缺少必选参数', '获取签名失败，请根据文档确保参数拼装正确'],
  'isv.access-token-missing': [40001, '缺少必选参数', '认证失败，access_token不能为空'],
  'isv.parameter-format-invalid': [40003, '非法的参数', '业务参数json解析失败，所有参数需为string类型'],
  'isv.signature-invalid': [40003, '非法的参数', '签名校验失败'],
  'isv.access-token-expired': [40003, '非法的参数', 'access_token已过期'],
  'isv.access-token-no-existed': [40003, '非法的参数', 'access_token不存在，请使用最新的access_token访问'],
  'isv.access-token-invalid': [40003, '非法的参数', 'app_key和access_token不匹配，请仔细检查'],
  'isv.app-id-invalid': [40003, '非法的参数', '认证失败，app_key格式不正确，应为19位纯数字'],
  'isv.timestamp-invalid': [40003, '非法的参数', '时间戳不合法'],
  'isv.timestamp-format-error': [40003, '非法的参数', '时间戳格式错误'],
  'isv.parameter-invalid:1001': [40004, '非法的参数', '骑手信息不完整'],
  'isv.parameter-invalid:1002': [40004, '非法的参数', '取消编码不正确'],
  'isv.parameter-invalid:1003': [40004, '非法的参数', '配送状态不正确'],
  'dop.token-generate-failed:app-secret-invalid': [
    50001,
    '平台处理失败',
    '生成token失败，app_key不存在或者与app_secret不匹配',
  ],
  'dop.token-generate-failed:grant-type-invalid': [
    50001,
    '平台处理失败',
    '生成token失败，grant_type参数取值不正确，请参照文档根据应用类型填写不同的值',
  ],
  'dop.token-generate-failed:no-authorization': [
    50001,
    '平台处理失败',
    '生成token失败，店铺授权已失效，请重新引导商家完成店铺授权',
  ],
  'dop.token-generate-failed:code-invalid': [
    50001,
    '平台处理失败',
    '生成token失败，code参数不正确，请引导商家重新授权获取code',
  ],
  'dop.token-generate-failed:code-expired': [
    50001,
    '平台处理失败',
    '生成token失败，code已经失效（code的有效期为10分钟）',
  ],
  'dop.token-generate-failed:token-expired': [50001, '平台处理失败', '生成token失败，token已过期'],
  'dop.token-generate-failed:token-invalid': [50001, '平台处理失败', '生成token失败，token不存在'],
  'isv.business-failed:2001': [50002, '业务处理失败', '订单不存在'],
  'isv.business-failed:2002': [50002, '业务处理失败', '运单状态不允许回退'],
  'isp.service-error:10000': [20000, '服务不可用', '系统超时，请重试'],
  'isv.flow-limited': [60000, '触发限流，请稍后重试', '触发限流，请稍后重试'],
  'isp.api-service-off': [70000, '接口服务已下线', 'API不存在或API已下线'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>;
export type DoudianError = keyof typeof ERRORS;

const json = (body: unknown): SimulatorAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

const logId = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 34).toUpperCase();

export const done = (data: unknown): SimulatorAnswer =>
  json({ code: 10000, msg: 'success', sub_code: '', sub_msg: '', data, log_id: logId(JSON.stringify(data) ?? '') });

export function refuse(error: DoudianError): SimulatorAnswer {
  const [code, msg, words] = ERRORS[error];
  return json({ code, msg, sub_code: error, sub_msg: words, data: null, log_id: logId(error) });
}

/** Adds an application, or replaces it. */
export const registerDoudianApp = (store: SimulatorStore, app: SimulatedDoudianApp): Promise<void> =>
  store.put('app', app.appKey, app);

/** Adds a shop with its stores, or replaces it. `authorisation` is the state of the authorisation by the shop's owner. */
export const registerDoudianShop = (store: SimulatorStore, shop: SimulatedShop): Promise<void> =>
  store.put('shop', String(shop.shopId), shop);

/** Positions of the simulated stores. A shop has one store per position. */
const CENTERS = ['104.065735,30.659462', '104.080989,30.657689', '104.055400,30.671700'];

const simulatedStores = (storeId: () => number): SimulatedStore[] =>
  CENTERS.map((center, index) => ({
    ...{ storeId: storeId(), name: `模拟门店 ${index + 1}`, address: `成都市模拟路 ${index + 1} 号` },
    ...{ center, isOpen: true },
  }));

/** Values of a settings form, from which the simulator creates an application, its shop and its orders. */
export interface DoudianAccount extends Omit<SimulatedDoudianApp, 'messageUrl' | 'enquiryUrl'> {
  /** Our paths that the platform calls. */
  readonly messageUrl: string;
  readonly enquiryUrl: string;
  /** A shop whose owner grants the authorisation. For a tool application, `code` is the code that the owner receives. */
  readonly shop?: { readonly shopId: number; readonly code: string | null };
  /** Orders for which delivery states can be reported. */
  readonly orders?: readonly { readonly shopId: string; readonly orderId: string }[];
}

/**
 * Creates the application, the shop with stores and its authorisation code, and the orders. Existing applications, shops and orders stay
 * unchanged. An application with a malformed key and a shop with a malformed id are skipped.
 */
export async function openDoudianAccount(
  { store, clock }: Pick<SimulatorParts, 'store' | 'clock'>,
  { shop, orders = [], ...app }: DoudianAccount,
): Promise<void> {
  const isKey = /^\d{19}$/.test(app.appKey);
  if (isKey && !(await store.get('app', app.appKey))) await registerDoudianApp(store, app);
  if (shop && Number.isSafeInteger(shop.shopId) && !(await store.get('shop', String(shop.shopId)))) {
    const stores = simulatedStores(() => clock.randomInt(100_000_000, 999_999_999));
    const name = `模拟小时达店 ${shop.shopId}`;
    await registerDoudianShop(store, {
      shopId: shop.shopId,
      name,
      appKey: app.appKey,
      authorisation: 'granted',
      stores,
    });
  }
  if (shop?.code) await store.put('code', shop.code, { shopId: shop.shopId, until: clock.now().getTime() + CODE_MS });
  for (const { shopId, orderId } of orders) {
    if (!(await store.get('order', orderId))) await placeDoudianOrder(store, Number(shopId), orderId);
  }
}

/**
 * Creates an application with a shop and a few stores. A settings form can be filled with the result.
 *
 * @param urls URLs that receive messages and enquiries; `null` means that none are sent
 * @returns the values of the form by their names in DOMAIN §3.10, and the shop
 */
export async function openDoudianApp(
  { store, clock }: Pick<SimulatorParts, 'store' | 'clock'>,
  appType: SimulatedDoudianApp['appType'],
  urls: { readonly message: string | null; readonly enquiry: string | null },
) {
  const digits = (count: number) => Array.from({ length: count }, () => clock.randomInt(1, 10)).join('');
  const app = { appType, appKey: digits(19), appSecret: uuid(clock) };
  const shopId = Number(digits(9));
  const stores = simulatedStores(() => Number(digits(9)));
  await registerDoudianApp(store, { ...app, messageUrl: urls.message, enquiryUrl: urls.enquiry });
  await registerDoudianShop(store, {
    shopId,
    name: '模拟小时达店',
    appKey: app.appKey,
    authorisation: 'granted',
    stores,
  });
  return { ...app, serviceId: appType === 'tool' ? digits(6) : '', shopId: String(shopId) };
}

/** Sets the state of the authorisation by a shop's owner: `granted`, `closed` or `gone`. An unknown shop is ignored. */
export async function changeAuthorisation(
  store: SimulatorStore,
  shopId: number,
  authorisation: SimulatedShop['authorisation'],
): Promise<void> {
  const shop = await store.get<SimulatedShop>('shop', String(shopId));
  if (shop) await store.put('shop', String(shopId), { ...shop, authorisation });
}

/**
 * Creates the authorisation code that the service market sends us after a shop's owner has granted the authorisation.
 *
 * @returns the code, which is valid for ten minutes
 */
export async function grantDoudianCode({ store, clock }: SimulatorParts, shopId: number): Promise<string> {
  const code = clock.randomBytes(10).toString('hex');
  await store.put('code', code, { shopId, until: clock.now().getTime() + CODE_MS });
  return code;
}

/** Adds an order to a shop, so that delivery states can be reported for it. */
export const placeDoudianOrder = (store: SimulatorStore, shopId: number, orderId: string): Promise<void> =>
  store.put('order', orderId, { shopId, status: 0 });

/** Makes the next `count` reports of delivery states fail. @param error for example `isv.flow-limited` or `isp.service-error:10000` */
export const failReports = (store: SimulatorStore, count: number, error: DoudianError): Promise<void> =>
  store.put('failing', 'reports', { left: count, error });

const uuid = (clock: Clock) =>
  clock
    .randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Creates an access token and a refresh token for a shop, and stores them. */
export async function issuePair(
  { store, clock }: SimulatorParts,
  { appKey, shopId }: Pick<SimulatedShop, 'appKey' | 'shopId'>,
): Promise<TokenPair> {
  const now = clock.now().getTime();
  const pair: TokenPair = {
    ...{ appKey, shopId, accessToken: uuid(clock), refreshToken: uuid(clock), next: null },
    accessUntil: now + ACCESS_MS,
    refreshUntil: now + REFRESH_MS,
  };
  await store.put('access', pair.accessToken, pair);
  await store.put('refresh', pair.refreshToken, pair);
  await store.put('held', `${appKey}:${shopId}`, pair);
  return pair;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Formats a time in GMT+8, as the platform does. */
const timeText = (at: Date) => new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Schedules a message to the application, if it has a URL for messages. The platform uses tag `0` to test a URL. */
export async function pushDoudianMessage(
  parts: SimulatorParts,
  appKey: string,
  tag: string,
  data: unknown,
): Promise<void> {
  const app = await parts.store.get<SimulatedDoudianApp>('app', appKey);
  if (!app?.messageUrl) return;
  const body = JSON.stringify([{ tag, msg_id: parts.clock.randomBytes(8).toString('hex'), data }]);
  const headers = {
    'content-type': 'application/json',
    'app-id': appKey,
    'event-sign': md5(`${appKey}${body}${app.appSecret}`),
  };
  await parts.callBack({ url: app.messageUrl, headers, body, dueAt: parts.clock.now() });
}

export interface EnquiryPlan {
  readonly app: SimulatedDoudianApp;
  readonly shop: SimulatedShop;
  readonly count: number;
  /** Milliseconds between two enquiries. */
  readonly spacingMs: number;
  readonly start: Date;
  /** Number of the first enquiry. The following enquiries count up from it. */
  readonly firstNo?: number;
}

/** Computes a number between 0 and 1 from a text. The same text always gives the same number, so enquiries are reproducible. */
const share = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

function enquiryBody({ shop, firstNo = 1 }: EnquiryPlan, index: number, askedAt: Date): string {
  const store = shop.stores[index % shop.stores.length];
  if (!store) throw new Error(`shop ${shop.shopId} has no store`);
  const [lng = 0, lat = 0] = store.center.split(',').map(Number);
  const no = firstNo + index;
  const near = (part: string) => (share(`${no}:${part}`) - 0.5) * 0.08;
  const createdAt = Math.floor(askedAt.getTime() / SECOND_MS);
  // The keys are sorted at every depth, because the platform signs the body in this order.
  return JSON.stringify({
    create_time: createdAt,
    enquiry_id: `EN${shop.shopId}${String(no).padStart(10, '0')}`,
    expect_delivery_time: createdAt + 1800 + Math.floor(share(`${no}:time`) * 3600),
    goods_value: 1000 + Math.floor(share(`${no}:value`) * 20_000),
    receiver: {
      address: `模拟路 ${(no % 300) + 1} 号`,
      latitude: (lat + near('lat')).toFixed(6),
      longitude: (lng + near('lng')).toFixed(6),
    },
    sender: { address: store.address, latitude: lat.toFixed(6), longitude: lng.toFixed(6) },
    shop_id: String(shop.shopId),
    shop_name: shop.name,
    store_id: String(store.storeId),
    weight: 200 + Math.floor(share(`${no}:weight`) * 9_000),
  });
}

/**
 * Generates signed enquiries as the platform sends them. The caller sends the enquiries.
 *
 * @throws Error if the application has no URL for enquiries
 */
export function* signEnquiries(plan: EnquiryPlan): Generator<Callback> {
  const { appKey, appSecret, enquiryUrl } = plan.app;
  if (!enquiryUrl) throw new Error(`${appKey} has no address for enquiries`);
  for (let index = 0; index < plan.count; index += 1) {
    const dueAt = new Date(plan.start.getTime() + index * plan.spacingMs);
    const body = enquiryBody(plan, index, dueAt);
    const timestamp = timeText(dueAt);
    const sign = md5(`${appSecret}app_key${appKey}param_json${body}timestamp${timestamp}${appSecret}`);
    const query = new URLSearchParams({ app_key: appKey, timestamp, sign, sign_method: 'md5' });
    yield { url: `${enquiryUrl}?${query}`, headers: { 'content-type': 'application/json' }, body, dueAt };
  }
}

/**
 * Schedules enquiries to us, as customers of a shop cause them.
 *
 * @param spacingMs milliseconds between two enquiries
 * @returns the scheduled callbacks
 * @throws Error if the shop is not registered, or if its application has no URL for enquiries
 */
export async function enquire(
  parts: SimulatorParts,
  shopId: number,
  count: number,
  spacingMs: number,
): Promise<readonly Callback[]> {
  const shop = await parts.store.get<SimulatedShop>('shop', String(shopId));
  const app = shop && (await parts.store.get<SimulatedDoudianApp>('app', shop.appKey));
  if (!shop || !app) throw new Error(`shop ${shopId} is not registered`);
  const sent = (await parts.store.get<{ count: number }>('enquiries', String(shopId)))?.count ?? 0;
  await parts.store.put('enquiries', String(shopId), { count: sent + count });
  const plan = { app, shop, count, spacingMs, start: parts.clock.now(), firstNo: sent + 1 };
  const callbacks = [...signEnquiries(plan)];
  for (const callback of callbacks) await parts.callBack(callback);
  return callbacks;
}
