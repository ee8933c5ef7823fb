import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../clock';
import { shownMs } from '../../money/days';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from '../outbound';
import { certificateSn, readCertificates, rootSn } from './certificates';
import {
  decryptContent,
  encryptContent,
  membersOf,
  readAesKey,
  readPrivateKey,
  readPublicKey,
  requestText,
  signText,
  verifyText,
} from './sign';

/** Alipay's OpenAPI gateway (`gateway.do`): one URL for all interfaces. Requests and answers are signed, except early refusals. */

export const ALIPAY_ORIGINS = {
  production: new URL('https://openapi.alipay.com'),
  sandbox: new URL('https://openapi-sandbox.dl.alipaydev.com'),
} as const;

/** How both sides exchange their public keys (接口加签方式). */
export type AlipayKeys =
  | { readonly mode: 'publicKey'; readonly alipayPublicKey: string }
  | { readonly mode: 'cert'; readonly appCert: string; readonly alipayCert: string; readonly rootCert: string };

export interface AlipayConfig {
  readonly appId: string;
  readonly appPrivateKey: string;
  readonly keys: AlipayKeys;
  /** Base64 of the AES key that encrypts the inputs and answers of calls. `null` means plain text. */
  readonly encryptKey: string | null;
  /** The token with which a merchant authorises a third-party application (应用授权令牌). `null` for an own application. */
  readonly appAuthToken: string | null;
}

export interface AlipayParts {
  /** The gateway's origin, without `/gateway.do`. */
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

export interface GatewayFile {
  readonly name: string;
  /** The file's media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface GatewayCall {
  readonly method: string;
  /** The input of the interface, sent as `biz_content`. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** The input of interfaces that accept files: separate parameters instead of `biz_content`. Files are not signed. */
  readonly form?: {
    readonly fields: Readonly<Record<string, string>>;
    readonly files: Readonly<Record<string, GatewayFile>>;
  };
  /** `true` when the call changes data. The outcome is then unknown without a usable answer and after a fault of the gateway. */
  readonly changes: boolean;
  /** Timeout in milliseconds. The default is ten seconds. */
  readonly timeoutMs?: number;
}

export interface AlipayGateway {
  readonly appId: string;
  readonly mode: AlipayKeys['mode'];
  /**
   * Calls an interface.
   *
   * @returns the members of the answer
   * @throws UpstreamFailure when the platform refused, with `sub_code` and `sub_msg`; for a reading call, also when the platform could not
   *   be reached or the answer is unusable
   * @throws UpstreamTimeout when the outcome is unknown
   */
  call(call: GatewayCall): Promise<Readonly<Record<string, unknown>>>;
  /** The platform's public key, which verifies its callbacks. */
  readonly alipayKey: KeyObject;
}

/** The platform's times are in China's time zone. */
const ZONE = 'Asia/Shanghai';

/** Formats a moment in the platform's format: `2026-03-01 11:40:05`. */
export const timeText = (at: Date): string => new Date(shownMs(at, ZONE)).toISOString().slice(0, 19).replace('T', ' ');

/** Parses a time in the platform's format. @returns `null` when the text has another format */
export function readTime(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const at = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Parses the keys and computes the serial numbers. The gateway does this once, not for each call. */
function readConfig(config: AlipayConfig) {
  const { keys } = config;
  const common = {
    appKey: readPrivateKey(config.appPrivateKey),
    aesKey: config.encryptKey === null ? null : readAesKey(config.encryptKey),
    certificates: {},
  };
  if (keys.mode === 'publicKey') return { ...common, alipayKey: readPublicKey(keys.alipayPublicKey), alipaySn: null };
  return {
    ...common,
    alipayKey: (readCertificates(keys.alipayCert)[0] as { publicKey: KeyObject }).publicKey,
    alipaySn: certificateSn(keys.alipayCert),
    certificates: { app_cert_sn: certificateSn(keys.appCert), alipay_root_cert_sn: rootSn(keys.rootCert) },
  };
}

type Read = ReturnType<typeof readConfig>;

/** Builds all parameters of a call and signs them. */
function signedParams(config: AlipayConfig, read: Read, call: GatewayCall, now: Date): Record<string, string> {
  const params: Record<string, string> = {
    app_id: config.appId,
    method: call.method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: timeText(now),
    version: '1.0',
    ...read.certificates,
    ...(config.appAuthToken !== null && { app_auth_token: config.appAuthToken }),
    ...call.form?.fields,
  };
  if (call.content) {
    const plain = JSON.stringify(call.content);
    // We encrypt before we sign: the signature covers the encrypted content.
    params.biz_content = read.aesKey ? encryptContent(plain, read.aesKey) : plain;
    if (read.aesKey) params.encrypt_type = 'AES';
  }
  params.sign = signText(requestText(params), read.appKey);
  return params;
}

/** Builds the request: common parameters in the query string, the interface's own parameters in the body. */
function requestOf(params: Readonly<Record<string, string>>, call: GatewayCall) {
  const isOwn = (name: string) => name === 'biz_content' || (call.form && name in call.form.fields);
  const pick = (own: boolean) => Object.entries(params).filter(([name]) => Boolean(isOwn(name)) === own);
  const path = `/gateway.do?${new URLSearchParams(pick(false))}`;
  if (!call.form || Object.keys(call.form.files).length === 0)
    return {
      path,
      body: new URLSearchParams(pick(true)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    };
  const body = new FormData();
  for (const [name, value] of pick(true)) body.append(name, value);
  for (const [name, file] of Object.entries(call.form.files))
    body.append(name, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return { path, body };
}

/** Our own error code: the answer names another certificate. Alipay changed its certificate, or the answer is not from Alipay. */
const OTHER_CERTIFICATE = 'alipayCertChanged';

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/**
 * Reads an answer and verifies its signature.
 *
 * @returns the object that the interface returned, decrypted if needed, and whether the answer is signed
 * @throws UpstreamFailure when the signature or its certificate is wrong
 * @throws Error when the answer is not JSON, belongs to another interface or cannot be decrypted
 */
function readAnswer(text: string, method: string, read: Read) {
  const members = membersOf(text);
  const raw = members.get(`${method.replace(/\./g, '_')}_response`) ?? members.get('error_response');
  if (raw === undefined) throw new SyntaxError('the answer is of another interface');
  const sign = parsed(members.get('sign'));
  const isSigned = typeof sign === 'string' && sign !== '';
  if (isSigned && read.alipaySn !== null && parsed(members.get('alipay_cert_sn')) !== read.alipaySn)
    throw new UpstreamFailure('the answer is signed with another certificate', OTHER_CERTIFICATE);
  if (isSigned && !verifyText(raw, sign, read.alipayKey))
    throw new UpstreamFailure('the signature of the answer is not valid');
  const value = parsed(raw);
  const node = typeof value === 'string' && read.aesKey ? parsed(decryptContent(value, read.aesKey)) : value;
  if (typeof node !== 'object' || node === null) throw new SyntaxError('the answer is no object');
  return { node: node as Readonly<Record<string, unknown>>, isSigned };
}

/**
 * Recognizes failures after which it is unknown whether the platform ran the call: no code, another certificate or a fault of the
 * gateway.
 */
const isUnclear = (code: string | null): boolean =>
  code === null || code === OTHER_CERTIFICATE || /(^|\.)SYSTEM_ERROR$|^isp\.unknow|^aop\.unknow|^20000$/.test(code);

/** @throws UpstreamFailure when the platform refused the call, or when its answer must be signed but is not */
function assertSuccess({ node, isSigned }: ReturnType<typeof readAnswer>): void {
  const code = String(node.code ?? '');
  // The platform does not sign early refusals, for example of an unknown application. Every other answer must be signed.
  if (!isSigned && !/^(20001|4000[1236])$/.test(code)) throw new UpstreamFailure('the answer has no signature');
  if (code === '10000') return;
  throw new UpstreamFailure(String(node.sub_msg ?? node.msg ?? code), String(node.sub_code ?? code));
}

/**
 * Creates the client of one application.
 *
 * @throws Error when a key or certificate cannot be read
 */
export function createGateway(config: AlipayConfig, parts: AlipayParts): AlipayGateway {
  const read = readConfig(config);
  async function ask(call: GatewayCall) {
    const params = signedParams(config, read, call, parts.clock.now());
    const { text } = await askUpstream(parts.fetch, parts.origin, {
      method: 'POST',
      ...requestOf(params, call),
      ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
      repeatable: !call.changes,
    });
    let answer: ReturnType<typeof readAnswer>;
    try {
      answer = readAnswer(text, call.method, read);
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error;
      throw new UpstreamFailure('the answer cannot be read');
    }
    assertSuccess(answer);
    return answer.node;
  }
  return {
    appId: config.appId,
    mode: config.keys.mode,
    alipayKey: read.alipayKey,
    async call(call) {
      try {
        return await ask(call);
      } catch (error) {
        if (call.changes && error instanceof UpstreamFailure && isUnclear(error.code))
          throw new UpstreamTimeout(error.message);
        throw error;
      }
    },
  };
}
