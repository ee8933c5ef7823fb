import type { Clock } from '../../clock';
import { parseObject } from '../checks';
import { UpstreamFailure } from '../outbound';
import {
  codeOf,
  createDouyinClient,
  type DouyinClient,
  type DouyinConfig,
  type DouyinParts,
  type DouyinToken,
  readToken,
} from './client';
import { createDouyinCode, type DouyinCode } from './code';
import { type MessageKeys, type PushedMessage, readMessage } from './crypt';
import { lifeCalls } from './life';
import {
  byteAuthorization,
  type PayCallback,
  readPayCallback,
  SignatureRefused,
  signPayRequest,
  verifyPlatform,
} from './sign';

export interface AuthorizerToken extends DouyinToken {
  /** The refresh token can be used only once and only within one month. */
  readonly refreshToken: string;
}

/** An order as the platform reports it. */
export interface DouyinOrder {
  readonly outOrderNo: string;
  readonly state: 'processing' | 'paid' | 'failed' | 'expired';
  readonly amountFen: number;
}

export interface DouyinAdapter {
  readonly code: DouyinCode;
  /** Fetches the mini program's token. @throws UpstreamFailure 40015 for a wrong app id, 40017 for a wrong secret */
  fetchAppToken(): Promise<DouyinToken>;
  /** Fetches the component's token. @param ticket the newest `component_ticket`; the platform pushes one every ten minutes */
  fetchComponentToken(ticket: string): Promise<DouyinToken>;
  fetchAuthorizerToken(
    componentToken: string,
    grant: { readonly code: string } | { readonly refreshToken: string },
  ): Promise<AuthorizerToken>;
  /**
   * Fetches the token for local life: the service provider's token when a component is configured, otherwise the mini program's own token.
   *
   * @throws UpstreamFailure
   */
  fetchClientToken(): Promise<DouyinToken>;
  /** Reads the store ids of a local-life account. @param clientToken from `fetchClientToken` @throws UpstreamFailure */
  lifeStores(clientToken: string, accountId: string): Promise<ReadonlySet<string>>;
  /** Reads an order of the guaranteed payment. @returns `null` when no order has this number */
  queryOrder(outOrderNo: string): Promise<DouyinOrder | null>;
  /**
   * Queries an order of the platform's newer trade interfaces (`trade/v2`) with a call that is signed with the private key.
   *
   * @returns the platform's code and message; an answer other than a refused token proves that the key is valid
   * @throws UpstreamFailure when the private key is missing or unreadable, the platform refused the signature, or its answer is not valid
   * @throws UpstreamTimeout when no answer arrives in time
   */
  queryTrade(outOrderNo: string): Promise<{ readonly code: string; readonly words: string }>;
  /**
   * Signs an order that the mini program places (`tt.requestOrder`).
   *
   * @param data the JSON text that the mini program sends
   * @throws UpstreamFailure when the private key is missing or unreadable
   */
  authoriseOrder(data: string): string;
  /** Reads a callback of the guaranteed payment. @throws SignatureRefused */
  readPayCallback(body: string): PayCallback;
  /** Reads a callback of the newer trade interfaces (`trade/v2`). @throws SignatureRefused */
  readTradeCallback(headers: Headers, body: string): PayCallback['message'];
  /** Reads a pushed message. @throws SignatureRefused */
  readMessage(body: string): PushedMessage;
}

const STATES = { SUCCESS: 'paid', PROCESSING: 'processing', FAIL: 'failed', TIMEOUT: 'expired' } as const;

const dataOf = (body: Readonly<Record<string, unknown>>) => (body.data ?? {}) as Readonly<Record<string, unknown>>;

function tokenCalls(config: DouyinConfig, apps: DouyinClient, open: DouyinClient) {
  return {
    async fetchAppToken() {
      const body = { appid: config.appId, secret: config.appSecret, grant_type: 'client_credential' };
      const answer = await apps.json({ method: 'POST', path: '/api/apps/v2/token', body: JSON.stringify(body) });
      return readToken(dataOf(answer).access_token, dataOf(answer).expires_in);
    },
    async fetchComponentToken(ticket: string) {
      const query = new URLSearchParams({
        component_appid: config.component?.appId ?? '',
        component_appsecret: config.component?.secret ?? '',
        component_ticket: ticket,
      });
      const answer = await open.json({ method: 'GET', path: `/openapi/v2/auth/tp/token/?${query}` });
      return readToken(answer.component_access_token, answer.expires_in);
    },
    async fetchAuthorizerToken(
      componentToken: string,
      grant: { readonly code: string } | { readonly refreshToken: string },
    ) {
      const query = new URLSearchParams(
        'code' in grant
          ? { grant_type: 'app_to_tp_authorization_code', authorization_code: grant.code }
          : { grant_type: 'app_to_tp_refresh_token', authorizer_refresh_token: grant.refreshToken },
      );
      const headers = { 'access-token': componentToken };
      const path = `/api/tpapp/v2/auth/get_auth_token/?${query}`;
      // `true`: this GET changes data. A refresh token is valid once, so after an unreadable answer it may already be invalid.
      const data = dataOf(await open.json({ method: 'GET', path, headers }, true));
      return {
        ...readToken(data.authorizer_access_token, data.expires_in),
        refreshToken: String(data.authorizer_refresh_token ?? ''),
      };
    },
  };
}

function payCalls(config: DouyinConfig, parts: DouyinParts, apps: DouyinClient) {
  /** Signs a call with the private key. @throws UpstreamFailure when no key is configured or the key is unreadable */
  function authorise(method: 'POST', uri: string, body: string): string {
    if (!config.key) throw new UpstreamFailure('no private key is configured');
    const nonce = parts.clock.randomBytes(16).toString('hex');
    const { version: keyVersion, privateKey } = config.key;
    try {
      const at = parts.clock.now();
      return byteAuthorization({ appId: config.appId, keyVersion, privateKey, method, uri, body, at, nonce });
    } catch {
      throw new UpstreamFailure('the private key is not readable');
    }
  }
  return {
    async queryOrder(outOrderNo: string): Promise<DouyinOrder | null> {
      const params = { app_id: config.appId, out_order_no: outOrderNo };
      const body = JSON.stringify({ ...params, sign: signPayRequest(params, config.pay?.salt ?? '') });
      const call = { method: 'POST', path: '/api/apps/ecpay/v1/query_order', body, repeatable: true } as const;
      try {
        const answer = await apps.json(call);
        const info = (answer.payment_info ?? {}) as Readonly<Record<string, unknown>>;
        const state = STATES[String(info.order_status) as keyof typeof STATES] ?? 'processing';
        return { outOrderNo, state, amountFen: Number(info.total_fee ?? 0) };
      } catch (error) {
        if (error instanceof UpstreamFailure && error.code === '2000') return null;
        throw error;
      }
    },
    async queryTrade(outOrderNo: string) {
      const path = '/api/apps/trade/v2/order/query_order';
      const body = JSON.stringify({ out_order_no: outOrderNo });
      const headers = { 'byte-authorization': authorise('POST', path, body), 'access-token': await parts.token() };
      const answer = await apps.ask({ method: 'POST', path, body, headers, repeatable: true });
      if (answer.status === 401) throw new UpstreamFailure('the signature was refused', '401');
      const content = parseObject(answer.text);
      if (!content) throw new UpstreamFailure('no JSON');
      const publicKey = config.key?.platformPublicKey;
      if (publicKey) {
        try {
          verifyPlatform(answer.headers, answer.text, publicKey, parts.clock.now());
        } catch (error) {
          throw error instanceof SignatureRefused ? new UpstreamFailure(error.message, 'signature') : error;
        }
      }
      return codeOf(content);
    },
    authoriseOrder: (data: string) => authorise('POST', '/requestOrder', data),
  };
}

function callbackReaders(config: DouyinConfig, clock: Clock) {
  const messageKeys = (): MessageKeys => ({
    appId: config.accessMode === 'component' ? (config.component?.appId ?? '') : config.appId,
    token: config.message?.token ?? '',
    encodingAesKey: config.message?.encodingAesKey ?? '',
  });
  return {
    readPayCallback(body: string) {
      const callback = readPayCallback(body, config.pay?.token ?? '');
      const { appid } = callback.message;
      if (appid !== undefined && appid !== config.appId) throw new SignatureRefused('for another mini program');
      return callback;
    },
    readTradeCallback(headers: Headers, body: string) {
      verifyPlatform(headers, body, config.key?.platformPublicKey ?? '', clock.now());
      const message = parseObject(String(parseObject(body)?.msg ?? ''));
      if (!message) throw new SignatureRefused('the callback is not readable');
      return message;
    },
    readMessage: (body: string) => readMessage(body, messageKeys()),
  };
}

/**
 * Creates the adapter of Douyin (抖音). It covers tokens, local life stores (生活服务), payment, releases of the mini program's code and the
 * platform's calls to us.
 */
export function createDouyin(config: DouyinConfig, parts: DouyinParts): DouyinAdapter {
  const apps = createDouyinClient(parts.origin, parts);
  const open = createDouyinClient(parts.openOrigin ?? parts.origin, parts);
  return {
    code: createDouyinCode(config, open, parts.token),
    ...tokenCalls(config, apps, open),
    ...lifeCalls(config, open),
    ...payCalls(config, parts, apps),
    ...callbackReaders(config, parts.clock),
  };
}
