import { createHash, createHmac } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/units';
import {
  type DoudianAccount,
  type DoudianError,
  done,
  issuePair,
  openDoudianAccount,
  refuse,
  type SimulatedDoudianApp,
  type SimulatedShop,
  type TokenPair,
} from './doudian/world';
import type { Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';

/** Maximum difference between the clocks of caller and platform, in milliseconds. */
const WINDOW_MS = 10 * MINUTE_MS;
/**
 * A call for tokens returns new tokens only if the access token expires within this time. An earlier call returns the same tokens. If
 * tokens that a refresh replaces have not expired, they stay valid for one more hour.
 */
const REFRESH_WINDOW_MS = HOUR_MS;

type Params = Readonly<Record<string, unknown>>;
interface Call {
  readonly parts: SimulatorParts;
  readonly app: SimulatedDoudianApp;
  readonly params: Params;
}

function momentOf(text: string): number | null {
  if (/^\d{10}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/**
 * Verifies the timestamp and the signature of a call. The signature covers the sorted public parameters, the body and the secret.
 *
 * @returns the error, or `null` if both are valid
 */
function verify(request: SimulatorRequest, app: SimulatedDoudianApp, now: number): DoudianError | null {
  const { query, body } = request;
  const sign = query.get('sign');
  if (!sign) return 'isv.signature-missing';
  const timestamp = query.get('timestamp') ?? '';
  const at = momentOf(timestamp);
  if (at === null) return 'isv.timestamp-format-error';
  if (Math.abs(at - now) > WINDOW_MS) return 'isv.timestamp-invalid';
  const pairs = [
    ['app_key', app.appKey],
    ['method', query.get('method')],
    ['param_json', body.toString()],
    ['timestamp', timestamp],
    ['v', query.get('v')],
  ];
  const text = app.appSecret + pairs.map(([key, value]) => `${key}${value}`).join('') + app.appSecret;
  const hash = query.get('sign_method') === 'hmac-sha256' ? createHmac('sha256', app.appSecret) : createHash('md5');
  return hash.update(text).digest('hex') === sign ? null : 'isv.signature-invalid';
}

const tokenAnswer = async ({ store }: SimulatorParts, pair: TokenPair, now: number): Promise<SimulatorAnswer> => {
  const shop = await store.get<SimulatedShop>('shop', String(pair.shopId));
  return done({
    access_token: pair.accessToken,
    expires_in: Math.floor((pair.accessUntil - now) / SECOND_MS),
    refresh_token: pair.refreshToken,
    scope: 'SCOPE',
    shop_id: pair.shopId,
    shop_name: shop?.name ?? '',
    authority_id: String(pair.shopId),
    auth_subject_type: '',
  });
};

/** Finds the shop for which an application may get tokens. Returns the platform's error if there is none. */
async function grantedShop({ parts, app, params }: Call): Promise<SimulatedShop | DoudianError> {
  const { store, clock } = parts;
  const expected = app.appType === 'self' ? 'authorization_self' : 'authorization_code';
  if (params.grant_type !== expected) return 'dop.token-generate-failed:grant-type-invalid';
  let shopId = String(params.shop_id ?? '');
  if (app.appType === 'tool') {
    const code = await store.get<{ shopId: number; until: number }>('code', String(params.code ?? ''));
    if (!code) return 'dop.token-generate-failed:code-invalid';
    if (code.until <= clock.now().getTime()) return 'dop.token-generate-failed:code-expired';
    shopId = String(code.shopId);
  }
  const shop = await store.get<SimulatedShop>('shop', shopId);
  const isGranted = shop?.appKey === app.appKey && shop.authorisation === 'granted';
  return isGranted ? shop : 'dop.token-generate-failed:no-authorization';
}

async function createToken(call: Call): Promise<SimulatorAnswer> {
  const shop = await grantedShop(call);
  if (typeof shop === 'string') return refuse(shop);
  const { store, clock } = call.parts;
  const now = clock.now().getTime();
  const held = await store.get<TokenPair>('held', `${shop.appKey}:${shop.shopId}`);
  const isGood = held !== null && held.accessUntil - now > REFRESH_WINDOW_MS;
  return tokenAnswer(call.parts, isGood ? held : await issuePair(call.parts, shop), now);
}

async function refreshToken({ parts, app, params }: Call): Promise<SimulatorAnswer> {
  const { store, clock } = parts;
  const now = clock.now().getTime();
  const pair = await store.get<TokenPair>('refresh', String(params.refresh_token ?? ''));
  if (params.grant_type !== 'refresh_token') return refuse('dop.token-generate-failed:grant-type-invalid');
  if (!pair || pair.appKey !== app.appKey) return refuse('dop.token-generate-failed:token-invalid');
  if (pair.refreshUntil <= now) return refuse('dop.token-generate-failed:token-expired');
  const shop = await store.get<SimulatedShop>('shop', String(pair.shopId));
  if (shop?.authorisation !== 'granted') return refuse('dop.token-generate-failed:no-authorization');
  if (pair.next !== null) {
    const next = await store.get<TokenPair>('refresh', pair.next);
    if (next) return tokenAnswer(parts, next, now);
  }
  if (pair.accessUntil - now > REFRESH_WINDOW_MS) return tokenAnswer(parts, pair, now);
  const next = await issuePair(parts, shop);
  if (pair.accessUntil > now) {
    const until = now + REFRESH_WINDOW_MS;
    const replaced = { ...pair, accessUntil: until, refreshUntil: until, next: next.refreshToken };
    await store.put('access', pair.accessToken, replaced);
    await store.put('refresh', pair.refreshToken, replaced);
  } else {
    await store.remove('access', pair.accessToken);
    await store.remove('refresh', pair.refreshToken);
  }
  return tokenAnswer(parts, next, now);
}

/** Finds the shop for which an access token is valid. Returns the platform's error if the token is invalid. */
async function authorisedShop({ parts, app }: Call, accessToken: string | null): Promise<SimulatedShop | DoudianError> {
  if (!accessToken) return 'isv.access-token-missing';
  const pair = await parts.store.get<TokenPair>('access', accessToken);
  if (!pair) return 'isv.access-token-no-existed';
  if (pair.appKey !== app.appKey) return 'isv.access-token-invalid';
  if (pair.accessUntil <= parts.clock.now().getTime()) return 'isv.access-token-expired';
  const shop = await parts.store.get<SimulatedShop>('shop', String(pair.shopId));
  if (!shop || shop.authorisation === 'gone') return 'dop.authorization-no-existed';
  return shop.authorisation === 'closed' ? 'dop.authorization-closed' : shop;
}

async function listStores({ params }: Call, shop: SimulatedShop): Promise<SimulatorAnswer> {
  const { page, page_size: size } = params;
  if (!Number.isInteger(page) || !Number.isInteger(size) || Number(size) < 1 || Number(size) > 100) {
    return refuse('isv.parameter-format-invalid');
  }
  const from = Number(page) * Number(size);
  const list = shop.stores.slice(from, from + Number(size)).map((store) => {
    const [longitude = '', latitude = ''] = store.center.split(',');
    return {
      store: {
        store_id: store.storeId,
        name: store.name,
        store_code: '',
        rel_shop_id: shop.shopId,
        longitude,
        latitude,
        address: store.address,
        is_open_now: store.isOpen,
        state: store.isOpen ? 5 : 6,
      },
    };
  });
  return done({ ret_code: 0, ret_msg: 'success', total: shop.stores.length, store_detail_list: list });
}

/** Codes of the delivery states in the order in which an order passes through them. */
const STATE_ORDER = [101, 102, 103, 104, 200];
const CANCELLED = 300;
const CANCEL_CODES = [200, 201, 202, 203, 204, 206, 208, 209, 210, 211, 222];

function reportError(params: Params): DoudianError | null {
  const status = Number(params.status);
  if (status !== CANCELLED && !STATE_ORDER.includes(status)) return 'isv.parameter-invalid:1003';
  if (status === CANCELLED && !CANCEL_CODES.includes(Number(params.cancel_code))) return 'isv.parameter-invalid:1002';
  const rider = ['rider_name', 'rider_phone', 'rider_longitude', 'rider_latitude', 'report_time'];
  const needsRider = status !== CANCELLED && status !== 101;
  return needsRider && rider.some((field) => !params[field]) ? 'isv.parameter-invalid:1001' : null;
}

async function reportStatus({ parts, params }: Call, shop: SimulatedShop): Promise<SimulatorAnswer> {
  const { store } = parts;
  const failing = await store.get<{ left: number; error: DoudianError }>('failing', 'reports');
  if (failing && failing.left > 0) {
    await store.put('failing', 'reports', { ...failing, left: failing.left - 1 });
    return refuse(failing.error);
  }
  const error = reportError(params);
  if (error) return refuse(error);
  const orderId = String(params.shop_order_id);
  const order = await store.get<{ shopId: number; status: number }>('order', orderId);
  if (!order || order.shopId !== shop.shopId) return refuse('isv.business-failed:2001');
  const status = Number(params.status);
  if (order.status === status) return done({});
  const isEnded = order.status === CANCELLED || order.status === 200;
  const isBackwards = status !== CANCELLED && STATE_ORDER.indexOf(status) < STATE_ORDER.indexOf(order.status);
  if (isEnded || isBackwards) return refuse('isv.business-failed:2002');
  await store.put('order', orderId, { ...order, status });
  await store.put('report', `${orderId}:${status}`, params);
  return done({});
}

/** Methods that need no access token. */
const OPEN_METHODS: Readonly<Record<string, (call: Call) => Promise<SimulatorAnswer>>> = {
  'token.create': createToken,
  'token.refresh': refreshToken,
};
const SHOP_METHODS: Readonly<Record<string, (call: Call, shop: SimulatedShop) => Promise<SimulatorAnswer>>> = {
  'shop.getStoreList': listStores,
  'instantShopping.notifyDeliveryStatus': reportStatus,
};

async function answer(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const method = request.query.get('method') ?? '';
  const [path = ''] = request.path.split('?');
  if (request.method !== 'POST' || path !== `/${method.replaceAll('.', '/')}`) return refuse('isp.api-service-off');
  const appKey = request.query.get('app_key') ?? '';
  const app = await parts.store.get<SimulatedDoudianApp>('app', appKey);
  if (!app) return refuse('isv.app-id-invalid');
  const error = verify(request, app, parts.clock.now().getTime());
  const open = OPEN_METHODS[method];
  if (error === 'isv.signature-invalid' && open) return refuse('dop.token-generate-failed:app-secret-invalid');
  if (error) return refuse(error);
  let params: unknown;
  try {
    params = JSON.parse(request.body.toString() || '{}');
  } catch {
    return refuse('isv.parameter-format-invalid');
  }
  const call = { parts, app, params: (params ?? {}) as Params };
  if (open) return open(call);
  const handler = SHOP_METHODS[method];
  if (!handler) return refuse('isp.api-service-off');
  const shop = await authorisedShop(call, request.query.get('access_token'));
  return typeof shop === 'string' ? refuse(shop) : handler(call, shop);
}

/** Creates the simulated e-commerce platform Doudian (抖店). */
export function createDoudianSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'doudian',
    // Each call runs alone. Otherwise two concurrent refreshes could both replace the same token.
    handle: (request) => parts.store.alone((store) => answer({ ...parts, store }, request)),
    open: async (_page, account) => {
      await parts.store.alone((store) => openDoudianAccount({ ...parts, store }, account as unknown as DoudianAccount));
      return {};
    },
    isReceived({ status, text }) {
      try {
        return status === 200 && (JSON.parse(text) as { code?: unknown }).code === 0;
      } catch {
        return false;
      }
    },
  };
}
