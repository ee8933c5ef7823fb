import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Clock } from '../../core/clock';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator';
import type { Merchant, PlatformKey, World } from './world';

/**
 * This module authenticates requests and signs answers. It was written from the documentation without the adapter's code. Tests therefore
 * find errors of the adapter.
 */

/** Error that ends a call with the platform's code and text. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const WINDOW_S = 300;
const CALLS_A_SECOND = 100;
const FORM = /^WECHATPAY2-SHA256-RSA2048 (.+)$/;

const signError = (message: string) => new Refused(401, 'SIGN_ERROR', message);

function readAuthorization(header: string | null): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const part of FORM.exec(header ?? '')?.[1]?.split(',') ?? []) {
    const [, name, value] = /^\s*(\w+)="([^"]*)"$/.exec(part) ?? [];
    if (name && value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Records a nonce. A nonce that is still stored is refused as a replay. Nonces are stored for at least ten minutes. */
async function spendNonce(all: World, clock: Clock, key: string): Promise<void> {
  const now = clock.now().getTime();
  for (const { key: old, value } of await all.entries('nonce')) {
    if (now - value > 2 * WINDOW_S * 1000) await all.remove('nonce', old);
  }
  if ((await all.get('nonce', key)) !== null) throw signError('请求随机串重复，请求已被处理');
  await all.put('nonce', key, now);
}

async function countCall(all: World, clock: Clock, mchId: string): Promise<void> {
  const second = Math.floor(clock.now().getTime() / 1000);
  const rate = await all.get('rate', mchId);
  const calls = rate?.second === second ? rate.calls + 1 : 1;
  await all.put('rate', mchId, { second, calls });
  if (calls > CALLS_A_SECOND) throw new Refused(429, 'FREQUENCY_LIMITED', '频率超限，请降低请求频率');
}

/**
 * Authenticates the merchant of a request.
 *
 * @throws Refused 401 SIGN_ERROR (wrong authorization or repeated nonce), 429 FREQUENCY_LIMITED (over 100 calls in a second)
 */
export async function admit(all: World, clock: Clock, request: SimulatorRequest): Promise<Merchant> {
  const { mchid, nonce_str, timestamp, serial_no, signature } = readAuthorization(request.headers.get('authorization'));
  if (!mchid || !nonce_str || !timestamp || !serial_no || !signature) {
    throw signError('Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》');
  }
  const merchant = await all.get('merchant', mchid);
  if (!merchant) throw signError('商户号不存在');
  if (merchant.serial !== serial_no.toUpperCase()) throw signError('商户证书序列号有误');
  const age = Math.abs(clock.now().getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > WINDOW_S) {
    throw signError('Http头Authorization中的timestamp与发起请求的时间不得超过5分钟');
  }
  const head = `${request.method}\n${request.path}\n${timestamp}\n${nonce_str}\n`;
  const message = Buffer.concat([Buffer.from(head), request.body, Buffer.from('\n')]);
  const isRight = verify('sha256', message, createPublicKey(merchant.publicKey), Buffer.from(signature, 'base64'));
  if (!isRight) throw signError('错误的签名，验签失败');
  // Our side repeats a query that got no answer. A repeated query changes nothing, so its nonce may repeat.
  if (request.method !== 'GET') await spendNonce(all, clock, `${mchid}:${nonce_str}`);
  await countCall(all, clock, mchid);
  return merchant;
}

/**
 * Selects the key that signs the answer: `platformKey` if the header `wechatpay-serial` names it, else the newest certificate's key. A
 * merchant without certificates has only `platformKey`.
 *
 * @throws Refused 400 when the merchant does not have the named key
 */
export function answeringKey(merchant: Merchant, request: SimulatorRequest): PlatformKey {
  const asked = request.headers.get('wechatpay-serial');
  const newest = merchant.certificates.at(-1) ?? merchant.platformKey;
  if (!asked) return newest;
  if (asked === merchant.platformKey.serial) return merchant.platformKey;
  if (merchant.certificates.some(({ serial }) => serial === asked)) return newest;
  throw new Refused(400, 'PARAM_ERROR', '请求头Wechatpay-Serial中的序列号或公钥ID有误');
}

/** Builds the headers that prove that the platform sent this body. */
export function signedHeaders(key: PlatformKey, clock: Clock, body: string | Buffer): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  const nonce = clock.randomBytes(16).toString('hex');
  const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')]);
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': key.serial,
    'wechatpay-signature': sign('sha256', message, createPrivateKey(key.privateKey)).toString('base64'),
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  };
}

/** Builds an answer. Without a key the answer is not signed, for example when the caller's signature is wrong. */
export function answer(clock: Clock, key: PlatformKey | null, status: number, content: object): SimulatorAnswer {
  const body = JSON.stringify(content);
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      date: clock.now().toUTCString(),
      ...(key && signedHeaders(key, clock, body)),
    },
    body,
  };
}
