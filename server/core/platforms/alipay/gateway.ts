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

/** The OpenAPI gateway of Alipay (`gateway.do`): one address for all interfaces, with signed requests and answers. */

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
  /** The key of content encryption; null sends contents in plain text. */
  readonly encryptKey: string | null;
  /** A merchant's authorisation of a third-party application (应用授权令牌); null for one's own application. */
  readonly appAuthToken: string | null;
}

export interface AlipayParts {
  /** The gateway's address without `/gateway.do`. */
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

export interface GatewayFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface GatewayCall {
  readonly method: string;
  /** The interface's input, sent as `biz_content`. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Input of interfaces that take files: separate parameters instead of `biz_content`. Files are not signed. */
  readonly form?: {
    readonly fields: Readonly<Record<string, string>>;
    readonly files: Readonly<Record<string, GatewayFile>>;
  };
  /** The call changes something: only a verified answer proves a refusal; anything else is an unknown outcome. */
  readonly changes: boolean;
  /** Milliseconds; default: ten seconds. */
  readonly timeoutMs?: number;
}

export interface AlipayGateway {
  readonly appId: string;
  readonly mode: AlipayKeys['mode'];
  /**
   * Calls an interface.
   *
   * @returns the members of the answer
   * @throws UpstreamFailure with `sub_code` and `sub_msg`; UpstreamTimeout when the outcome is unknown
   */
  call(call: GatewayCall): Promise<Readonly<Record<string, unknown>>>;
  /** The platform's key, for verifying its notifications. */
  readonly alipayKey: KeyObject;
}

/** The platform's times are in China's time zone. */
const ZONE = 'Asia/Shanghai';

/** Formats a moment as the platform does: `2026-03-01 11:40:05`. */
export const timeText = (at: Date): string => new Date(shownMs(at, ZONE)).toISOString().slice(0, 19).replace('T', ' ');

/** @returns null for any other format */
export function readTime(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const at = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Reads keys and serial numbers once. */
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

/** Builds all parameters of a call, with the signature. */
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
    // Encrypt first: the signature covers the encrypted content.
    params.biz_content = read.aesKey ? encryptContent(plain, read.aesKey) : plain;
    if (read.aesKey) params.encrypt_type = 'AES';
  }
  params.sign = signText(requestText(params), read.appKey);
  return params;
}

/** Builds the request: common parameters in the address, the interface's own parameters in the body. */
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

/** Our own code: the platform has changed its certificate, or the answer is not the platform's. Download the new one there. */
const OTHER_CERTIFICATE = 'alipayCertChanged';

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** @returns the answer's members, and whether they have a valid signature of the platform; without one it is `unsigned` */
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

/** Recognizes codes of the gateway's own faults, which leave open whether the call was carried out. */
const isUnclear = (code: string | null): boolean =>
  code === null || code === OTHER_CERTIFICATE || /(^|\.)SYSTEM_ERROR$|^isp\.unknow|^aop\.unknow|^20000$/.test(code);

/** @throws UpstreamFailure */
function assertSuccess({ node, isSigned }: ReturnType<typeof readAnswer>): void {
  const code = String(node.code ?? '');
  // An early refusal, for example of an unknown application, is unsigned; every other answer must be signed.
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
