import type { Clock } from '../../clock';
import { readObject } from '../checks';
import { askUpstream, type Fetch, UpstreamFailure } from '../outbound';
import { type EnquiryAnswer, type PriceEnquiry, readEnquiry, writeEnquiryAnswer } from './enquiry';
import { type DoudianMessage, doudianTime, paramJson, readMessages, type SignMethod, signCall } from './sign';

/** Hosts of the Doudian open platform. */
export const DOUDIAN_ORIGINS = {
  production: new URL('https://openapi-fxg.jinritemai.com'),
  sandbox: new URL('https://openapi-sandbox.jinritemai.com'),
} as const;

export interface DoudianConfig {
  /** `self` (自用型) is authorised by the shop's id. `tool` (工具型) is authorised by a code from the shop's owner. */
  readonly appType: 'self' | 'tool';
  readonly appKey: string;
  readonly appSecret: string;
  /** The number of the service in the service market. Only the type `tool` has it. */
  readonly serviceId?: string | null;
  /** The secret from the platform's message page. `null` means that we use the application's secret. */
  readonly pushSecret?: string | null;
  readonly signMethod?: SignMethod;
}

export interface DoudianParts {
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Timeout of a call in milliseconds. */
  readonly timeoutMs?: number;
}

export interface ShopTokens {
  readonly shopId: string;
  readonly shopName: string;
  readonly accessToken: string;
  /** The refresh token is valid for 14 days. */
  readonly refreshToken: string;
  readonly expireAt: Date;
}

export interface DoudianStore {
  readonly storeId: string;
  readonly name: string;
  /** The code that the shop assigned to the store. Empty when the shop assigned none. */
  readonly storeCode: string;
  readonly shopId: string;
  readonly address: string;
  /** `lng,lat` in GCJ-02. */
  readonly center: string;
  /** `true` in state 5 (open for business). In other states the store is being set up or is paused. */
  readonly isOpen: boolean;
}

/** The platform's numbers of the delivery states. */
export const DELIVERY_STATES = {
  waiting: 101,
  accepted: 102,
  arrived: 103,
  picked: 104,
  delivered: 200,
  cancelled: 300,
} as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

/** The platform's reasons for cancelling a delivery, by number (附件 F01). */
export const CANCEL_CODES: Readonly<Record<number, string>> = {
  200: '其他原因',
  201: '超出配送范围',
  202: '骑手原因无法完成配送',
  203: '运力紧张无可接单骑手',
  204: '骑手联系不上收货人',
  206: '物品超长超重无法完成配送',
  208: '商家未营业',
  209: '商家无法出餐',
  210: '商家地址错误',
  211: '用户拒收',
  222: '用户取消订单',
};

export interface DeliveryReport {
  readonly orderId: string;
  /** The delivery provider's code (运力服务商编码). `MERCHANT` means that the shop delivers the order itself. */
  readonly distributionCode: string;
  /** Our delivery number. Empty when the shop delivers the order itself. */
  readonly deliveryNo: string;
  readonly state: DeliveryState;
  readonly at: Date;
  /** Required in the states from `accepted` to `delivered`. */
  readonly rider: {
    readonly name: string;
    readonly phone: string;
    /** 0 is the rider's real number, 1 is a privacy number. */
    readonly phoneType: 0 | 1;
    /** `lng,lat` in GCJ-02. */
    readonly center: string;
    readonly locatedAt: Date;
  } | null;
  /** Required in the state `cancelled`. */
  readonly cancel: { readonly code: number; readonly reason: string } | null;
}

export interface DoudianAdapter {
  /** Builds the URL of the page where a shop's owner authorises us (type `tool`). @param state is returned together with the code */
  authoriseUrl(state: string): string;
  /** @param grant the shop's id for the type `self`, or the code for the type `tool`; the code is valid for ten minutes */
  createToken(grant: { readonly shopId: string } | { readonly code: string }): Promise<ShopTokens>;
  refreshToken(refreshToken: string): Promise<ShopTokens>;
  /** Reads the stores of a shop, page by page. */
  stores(accessToken: string): Promise<readonly DoudianStore[]>;
  /** Reports a delivery state. A repeated report changes nothing. */
  reportStatus(accessToken: string, report: DeliveryReport): Promise<void>;
  /** Reads the messages of a push. @throws RefusedCall when the call is not valid */
  readMessages(headers: Headers, body: string): readonly DoudianMessage[];
  /** Reads a price enquiry. @throws RefusedCall when the call is not valid */
  readEnquiry(query: URLSearchParams, body: string): PriceEnquiry;
  writeEnquiryAnswer(answer: EnquiryAnswer): string;
}

/** Checks whether an error means that we lost the authorisation. The shop's owner must then authorise us again. */
export function isAuthorisationLost(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure) || error.code === null) return false;
  return (
    /^dop\.authorization-/.test(error.code) ||
    /^dop\.token-generate-failed: ?(no-authorization|code-|token-)/.test(error.code)
  );
}

/** Checks whether an error means that the access token is expired or replaced. The caller then refreshes the token. */
export const isAccessTokenStale = (error: unknown): boolean =>
  error instanceof UpstreamFailure &&
  ['isv.access-token-expired', 'isv.access-token-no-existed'].includes(error.code ?? '');

type Fields = Readonly<Record<string, unknown>>;

/** The limit between the two formats of `expires_in`: smaller values are seconds from now, others are seconds since 1970. */
const EARLIEST_MOMENT = 1_000_000_000;

function readTokens(data: Fields, now: Date): ShopTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = data;
  const expiry = Number(expiresIn);
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || accessToken === '' || !(expiry > 0)) {
    throw new UpstreamFailure('the answer holds no token');
  }
  const expireAt = new Date(expiry > EARLIEST_MOMENT ? expiry * 1000 : now.getTime() + expiry * 1000);
  return { shopId: idText(data.shop_id), shopName: String(data.shop_name ?? ''), accessToken, refreshToken, expireAt };
}

/** The state of a store that accepts orders. */
const OPEN_STATE = 5;

/** Converts a platform's id to text. @throws UpstreamFailure for a number that JSON parsing may have rounded */
function idText(value: unknown): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new UpstreamFailure('a number of the platform is too large');
  }
  return String(value ?? '');
}

function readStore({ store }: { readonly store?: Fields }): DoudianStore {
  const { store_id: storeId, name, store_code: storeCode, rel_shop_id: shopId, address, state } = store ?? {};
  return {
    storeId: idText(storeId),
    name: String(name ?? ''),
    storeCode: String(storeCode ?? ''),
    shopId: idText(shopId),
    address: String(address ?? ''),
    center: `${Number(store?.longitude ?? 0).toFixed(6)},${Number(store?.latitude ?? 0).toFixed(6)}`,
    isOpen: state === OPEN_STATE,
  };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

function reportParams({ rider, cancel, ...report }: DeliveryReport): Fields {
  const [longitude = '', latitude = ''] = rider?.center.split(',') ?? [];
  return {
    shop_order_id: report.orderId,
    distribution_code: report.distributionCode,
    distribution_delivery_id: report.deliveryNo,
    status: DELIVERY_STATES[report.state],
    update_time: seconds(report.at),
    ...(rider && {
      rider_name: rider.name,
      rider_phone: rider.phone,
      rider_phone_type: rider.phoneType,
      rider_longitude: longitude,
      rider_latitude: latitude,
      report_time: seconds(rider.locatedAt),
    }),
    ...(cancel && { cancel_code: cancel.code, cancel_reason: cancel.reason }),
  };
}

const PAGE_SIZE = 100;
/** Maximum number of pages that we read from one shop's list of stores. It prevents an endless loop. */
const MOST_PAGES = 200;

/**
 * Creates the function that calls the platform. The created function throws:
 * - UpstreamFailure with the platform's sub code and message, or its code when it has no sub code
 * - UpstreamFailure when no connection can be established. For a reading call, also when the connection breaks, the status is 5xx or the
 *   answer is not JSON
 * - UpstreamTimeout when no answer arrives in time. For a call that changes data, also when the connection breaks, the status is 5xx or the
 *   answer is not JSON
 */
function createCaller(config: DoudianConfig, { origin, fetch, clock, timeoutMs }: DoudianParts) {
  const signMethod = config.signMethod ?? 'hmac-sha256';
  return async function call(
    method: string,
    params: Fields,
    options: { readonly accessToken?: string; readonly isRead?: boolean } = {},
  ): Promise<Fields> {
    const param = paramJson(params);
    const timestamp = doudianTime(clock.now());
    const sign = signCall({ appKey: config.appKey, method, param, timestamp }, config.appSecret, signMethod);
    const query = new URLSearchParams({
      method,
      app_key: config.appKey,
      timestamp,
      v: '2',
      sign,
      sign_method: signMethod,
    });
    if (options.accessToken !== undefined) query.set('access_token', options.accessToken);
    const response = await askUpstream(fetch, origin, {
      method: 'POST',
      path: `/${method.replaceAll('.', '/')}?${query}`,
      headers: { 'content-type': 'application/json' },
      body: param,
      repeatable: options.isRead ?? false,
      changes: !options.isRead,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const answer = readObject(response, !options.isRead);
    if (answer.code === 10000) return (answer.data ?? {}) as Fields;
    const words = String(answer.sub_msg || answer.msg || answer.code);
    throw new UpstreamFailure(words, String(answer.sub_code || answer.code));
  };
}

/** Creates the adapter of the e-commerce platform Doudian (抖店). It covers shops, stores, delivery states and the platform's calls to us. */
export function createDoudian(config: DoudianConfig, parts: DoudianParts): DoudianAdapter {
  const call = createCaller(config, parts);
  return {
    authoriseUrl(state) {
      const query = new URLSearchParams({ service_id: config.serviceId ?? '', state });
      return `https://fuwu.jinritemai.com/authorize?${query}`;
    },
    async createToken(grant) {
      const params =
        'code' in grant
          ? { code: grant.code, grant_type: 'authorization_code' }
          : { code: '', grant_type: 'authorization_self', shop_id: grant.shopId };
      return readTokens(await call('token.create', params), parts.clock.now());
    },
    async refreshToken(refreshToken) {
      const params = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return readTokens(await call('token.refresh', params), parts.clock.now());
    },
    async stores(accessToken) {
      const found: DoudianStore[] = [];
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const params = { page, page_size: PAGE_SIZE };
        const data = await call('shop.getStoreList', params, { accessToken, isRead: true });
        const list = (data.store_detail_list ?? []) as readonly { readonly store?: Fields }[];
        found.push(...list.map(readStore));
        if (list.length < PAGE_SIZE || found.length >= Number(data.total ?? 0)) break;
      }
      return found;
    },
    async reportStatus(accessToken, report) {
      await call('instantShopping.notifyDeliveryStatus', reportParams(report), { accessToken });
    },
    readMessages: (headers, body) =>
      readMessages(headers, body, { appKey: config.appKey, secret: config.pushSecret || config.appSecret }),
    readEnquiry: (query, body) => readEnquiry(query, body, config, parts.clock.now()),
    writeEnquiryAnswer,
  };
}
