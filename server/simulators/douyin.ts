import { createHash, createPublicKey, createVerify } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../contract/units';
import { clientToken, queryStores } from './douyin/life';
import { notifyUser } from './douyin/messages';
import { openDyApplet } from './douyin/open';
import { openPaymentApp } from './douyin/open-payment';
import { VERSION_HANDLERS } from './douyin/versions';
import {
  byteHeaders,
  findToken,
  issueToken,
  json,
  openAnswer,
  payCallback,
  type SimulatedDouyinApp,
  type SimulatedOrder,
  TOKEN_MS,
} from './douyin/world';
import type { Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';

/** Maximum difference between the clocks of caller and platform for signed requests, in milliseconds. */
const RSA_WINDOW_MS = 5 * MINUTE_MS;
const REFRESH_MS = 30 * 24 * 60 * MINUTE_MS;

type Body = Readonly<Record<string, unknown>>;

function bodyOf({ body }: SimulatorRequest): Body | null {
  try {
    const value: unknown = JSON.parse(body.toString() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

const findApp = ({ store }: SimulatorParts, appId: unknown) =>
  store.get<SimulatedDouyinApp>('app', String(appId ?? ''));

const seconds = (milliseconds: number) => Math.floor(milliseconds / SECOND_MS);

/** Answers `POST /api/apps/v2/token`. */
async function appToken(parts: SimulatorParts, body: Body): Promise<SimulatorAnswer> {
  const refuse = (code: number, words: string) =>
    json({ err_no: code, err_tips: words, data: { access_token: '', expires_in: 0 } });
  const app = await findApp(parts, body.appid);
  if (body.grant_type !== 'client_credential') return refuse(40020, 'bad grant_type');
  if (!app) return refuse(40015, 'bad appid');
  if (app.appSecret !== body.secret) return refuse(40017, 'bad secret');
  const token = await issueToken(parts, app.appId, 'app');
  return json({ err_no: 0, err_tips: 'success', data: { access_token: token, expires_in: seconds(TOKEN_MS) } });
}

/** Answers `GET /openapi/v2/auth/tp/token/`. */
async function componentToken(parts: SimulatorParts, query: URLSearchParams): Promise<SimulatorAnswer> {
  const refuse = (code: number, words: string) => json({ errno: code, message: words });
  const appId = query.get('component_appid') ?? '';
  const component = await parts.store.get<{ secret: string }>('component', appId);
  if (!component) return refuse(40003, '找不到相关第三方小程序应用');
  if (component.secret !== query.get('component_appsecret')) return refuse(40038, '无效的 secret');
  const kept = await parts.store.get<{ ticket: string }>('ticket', appId);
  if (!kept || kept.ticket !== query.get('component_ticket')) return refuse(40037, '无效的 ticket');
  return json({
    component_access_token: await issueToken(parts, appId, 'component'),
    expires_in: seconds(TOKEN_MS),
  });
}

/** Answers `GET /api/tpapp/v2/auth/get_auth_token/`. */
async function authorizerToken(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { store, clock } = parts;
  const token = await findToken(parts, request.headers.get('access-token'));
  if (token === 'expired') return openAnswer(28001008, 'access_token过期，请刷新或重新授权');
  if (token === 'unknown' || token.kind !== 'component') return openAnswer(28001003, 'access_token无效');
  const isRefresh = request.query.get('grant_type') === 'app_to_tp_refresh_token';
  if (!isRefresh && request.query.get('grant_type') !== 'app_to_tp_authorization_code') {
    return openAnswer(40040, '无效的 grant_type');
  }
  const [kind, name] = isRefresh
    ? (['refresh', 'authorizer_refresh_token'] as const)
    : (['code', 'authorization_code'] as const);
  const value = request.query.get(name) ?? '';
  const grant = await store.get<{ appId: string; expiresAt: number }>(kind, value);
  const app = grant && (await findApp(parts, grant.appId));
  if (!grant || grant.expiresAt <= clock.now().getTime() || app?.component?.appId !== token.appId) {
    return openAnswer(40021, '第三方小程序应用 authorizer_refresh_token 不正确或者已过期');
  }
  // Codes and refresh tokens can be used only once.
  await store.remove(kind, value);
  const refreshToken = clock.randomBytes(32).toString('hex');
  await store.put('refresh', refreshToken, { appId: app.appId, expiresAt: clock.now().getTime() + REFRESH_MS });
  return openAnswer(0, 'success', {
    authorizer_access_token: await issueToken(parts, app.appId, 'authorizer'),
    expires_in: seconds(TOKEN_MS),
    authorizer_refresh_token: refreshToken,
    refresh_expires_in: seconds(REFRESH_MS),
    authorizer_appid: app.appId,
  });
}

/** Verifies the signature of guaranteed payment: an MD5 of the sorted values and the salt, as the platform documents it. */
function isPaySigned(body: Body, salt: string): boolean {
  const values = Object.entries(body)
    .filter(([key]) => !['app_id', 'thirdparty_id', 'sign', 'other_settle_params'].includes(key))
    .map(([, value]) => String(value).trim())
    .filter((value) => value !== '');
  const text = [...values, salt].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join('&');
  return createHash('md5').update(text).digest('hex') === body.sign;
}

/** Answers `POST /api/apps/ecpay/v1/query_order`. */
async function queryOrder(parts: SimulatorParts, body: Body): Promise<SimulatorAnswer> {
  const refuse = (code: number, words: string) => json({ err_no: code, err_tips: words });
  const app = await findApp(parts, body.app_id);
  if (!app?.pay) return refuse(2042, 'app_id 错误');
  if (typeof body.out_order_no !== 'string') return refuse(2010, '参数错误');
  if (!isPaySigned(body, app.pay.salt)) return refuse(2008, '签名错误');
  const order = await parts.store.get<SimulatedOrder>('order', `${app.appId}:${body.out_order_no}`);
  if (!order) return refuse(2000, '支付记录不存在');
  return json({
    err_no: 0,
    err_tips: '',
    out_order_no: order.outOrderNo,
    payment_info: {
      total_fee: order.amountFen,
      order_status: order.state,
      pay_time: order.paidAt === null ? '' : new Date(order.paidAt).toISOString(),
      way: 1,
    },
  });
}

/** Parses the header `Byte-Authorization`. Values may have quotes or not, because the documentation shows both. */
function readAuthorization(value: string | null): Readonly<Record<string, string>> | null {
  if (!value?.startsWith('SHA256-RSA2048 ')) return null;
  const fields = value
    .slice('SHA256-RSA2048 '.length)
    .split(',')
    .map((field) => [
      field.slice(0, field.indexOf('=')).trim(),
      field.slice(field.indexOf('=') + 1).replaceAll('"', ''),
    ]);
  return Object.fromEntries(fields);
}

/** Answers `POST /api/apps/trade/v2/order/query_order`. Answers with status 200 are signed. */
async function queryTrade(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const refuse = json({ err_no: 401, err_msg: '签名验证失败' }, 401);
  const given = readAuthorization(request.headers.get('byte-authorization'));
  const app = await findApp(parts, given?.appid);
  const publicKey = app?.keys?.application[given?.key_version ?? ''];
  if (!given || !app?.keys || !publicKey) return refuse;
  const { timestamp = '', nonce_str: nonce = '', signature = '' } = given;
  if (Math.abs(Number(timestamp) * SECOND_MS - parts.clock.now().getTime()) > RSA_WINDOW_MS) return refuse;
  const text = `${request.method}\n${request.path}\n${timestamp}\n${nonce}\n${request.body}\n`;
  const isSigned = createVerify('RSA-SHA256')
    .update(text)
    .verify(createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  if (!isSigned) return refuse;
  const token = await findToken(parts, request.headers.get('access-token'));
  const isKnown = typeof token !== 'string' && token.appId === app.appId;
  const order = await parts.store.get<SimulatedOrder>('order', `${app.appId}:${bodyOf(request)?.out_order_no}`);
  const content = !isKnown
    ? { err_no: token === 'expired' ? 28001008 : 28001003, err_msg: 'access_token无效' }
    : order
      ? { err_no: 0, err_msg: '', data: { out_order_no: order.outOrderNo, total_amount: order.amountFen } }
      : { err_no: 2000, err_msg: '订单不存在' };
  const body = JSON.stringify(content);
  return { status: 200, headers: byteHeaders(parts, app.keys.platformPrivateKey, body), body };
}

/** Records that a customer paid an order. Schedules the platform's callback, if the mini program has a URL for it. */
export async function payDouyinOrder(
  parts: SimulatorParts,
  appId: string,
  order: { readonly outOrderNo: string; readonly amountFen: number },
): Promise<void> {
  const app = await findApp(parts, appId);
  if (!app?.pay) throw new Error(`${appId} is not registered for payment`);
  const paidAt = parts.clock.now().getTime();
  await parts.store.put('order', `${appId}:${order.outOrderNo}`, {
    ...order,
    state: 'SUCCESS',
    paidAt,
  } satisfies SimulatedOrder);
  if (!app.pay.notifyUrl) return;
  const message = {
    appid: appId,
    cp_orderno: order.outOrderNo,
    total_amount: order.amountFen,
    status: 'SUCCESS',
    paid_at: seconds(paidAt),
    way: '1',
  };
  await parts.callBack({ url: app.pay.notifyUrl, ...payCallback(parts, app, 'payment', message) });
}

/** Runs a handler of the version API for the mini program of the access token. */
async function versionCall(
  parts: SimulatorParts,
  request: SimulatorRequest,
  handler: (typeof VERSION_HANDLERS)[string],
): Promise<SimulatorAnswer> {
  const token = await findToken(parts, request.headers.get('access-token'));
  if (token === 'expired') return openAnswer(28001008, 'access_token过期，请刷新或重新授权');
  if (token === 'unknown' || token.kind !== 'authorizer') return openAnswer(28001003, 'access_token无效');
  const app = await findApp(parts, token.appId);
  if (!app?.isDevelopmentGranted) return openAnswer(28001018, '授权小程序未授予第三方小程序对应的调用权限');
  const body = bodyOf(request);
  return body ? handler({ parts, app, body }) : openAnswer(40001, '参数错误');
}

async function answer(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const [path = ''] = request.path.split('?');
  const name = `${request.method} ${path}`;
  const versionHandler = VERSION_HANDLERS[name];
  if (versionHandler) return versionCall(parts, request, versionHandler);
  const body = bodyOf(request) ?? {};
  switch (name) {
    case 'POST /api/apps/v2/token':
      return appToken(parts, body);
    case 'GET /openapi/v2/auth/tp/token/':
      return componentToken(parts, request.query);
    case 'GET /api/tpapp/v2/auth/get_auth_token/':
      return authorizerToken(parts, request);
    case 'POST /oauth/client_token/':
      return clientToken(parts, body);
    case 'GET /goodlife/v1/shop/poi/query/':
      return queryStores(parts, request);
    case 'POST /api/notification/v2/subscription/notify_user/':
      return notifyUser(parts, request, body);
    case 'POST /api/apps/ecpay/v1/query_order':
      return queryOrder(parts, body);
    case 'POST /api/apps/trade/v2/order/query_order':
      return queryTrade(parts, request);
    default:
      return json({ err_no: 404, err_msg: 'not found' }, 404);
  }
}

/** Creates the simulated open platform of Douyin (抖音). */
export function createDouyinSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'douyin',
    // Each call runs alone. Otherwise two concurrent calls could change the same state.
    handle: (request) => parts.store.alone((store) => answer({ ...parts, store }, request)),
    open: (page, settings) =>
      page === 'dyApplet'
        ? openDyApplet(parts, settings)
        : parts.store.alone((store) => openPaymentApp(store, settings)),
    isReceived({ status, text }) {
      if (status !== 200) return false;
      if (text.trim() === 'success') return true;
      try {
        return (JSON.parse(text) as { err_no?: unknown }).err_no === 0;
      } catch {
        return false;
      }
    },
  };
}
