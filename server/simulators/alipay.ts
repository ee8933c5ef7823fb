import { createCipheriv, createDecipheriv, createHash, createVerify, X509Certificate } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../contract/units';
import { BILL_INTERFACES, downloadOf } from './alipay/bill';
import { MESSAGE_INTERFACES } from './alipay/messages';
import { MINI_INTERFACES } from './alipay/mini';
import { MONEY_INTERFACES } from './alipay/money';
import { platformSign } from './alipay/notify';
import { givenToAlipayMini, openAlipayMini } from './alipay/open';
import { openPaymentApp } from './alipay/open-payment';
import type { Answer, Asked, Interface, SimulatedApp, SimulatedAuth } from './alipay/world';
import type { Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest, SimulatorStore } from './simulator';

/**
 * This module simulates the Alipay open platform (支付宝开放平台). It has one gateway for trades, transfers, bills, mini programs and
 * messages, and it sends notifications.
 */

const INTERFACES: Readonly<Record<string, Interface>> = {
  ...MONEY_INTERFACES,
  ...BILL_INTERFACES,
  ...MINI_INTERFACES,
  ...MESSAGE_INTERFACES,
};

/** Maximum difference between a call's timestamp and the simulator's clock. Alipay does not publish the difference that it allows. */
const TOLERANCE_MS = 15 * MINUTE_MS;

const MESSAGES: Readonly<Record<string, string>> = {
  '20001': 'Insufficient Token Permissions',
  '40001': 'Missing Required Arguments',
  '40002': 'Invalid Arguments',
  '40006': 'Insufficient Permissions',
};

/** Builds the gateway's refusal of a call. */
const refused = (code: string, subCode: string, words: string): Answer => ({
  code,
  msg: MESSAGES[code],
  sub_code: subCode,
  sub_msg: words,
});

/** Reads the parameters of the query string and of the body, and the files of the body. */
async function paramsOf({ query, headers, body }: SimulatorRequest) {
  const params: Record<string, string> = Object.fromEntries(query);
  const files = new Map<string, { name: string; bytes: Buffer }>();
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    Object.assign(params, Object.fromEntries(new URLSearchParams(body.toString('utf8'))));
    return { params, files };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form)
    if (typeof value === 'string') params[name] = value;
    else files.set(name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
  return { params, files };
}

/** Computes the SN of a certificate as Alipay defines it: the MD5, in hexadecimal, of the issuer's name and the decimal serial number. */
function snOf(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem);
  const attributes = issuer.split('\n');
  let name = '';
  for (const attribute of attributes) name = name === '' ? attribute : `${attribute},${name}`;
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`, 'utf8')
    .digest('hex');
}

type Params = Readonly<Record<string, string>>;

const REQUIRED: readonly (readonly [string, string, string])[] = [
  ['method', 'isv.missing-method', '缺少方法名参数'],
  ['sign', 'isv.missing-signature', '缺少签名参数'],
  ['sign_type', 'isv.missing-signature-type', '缺少签名类型参数'],
  ['timestamp', 'isv.missing-timestamp', '缺少时间戳参数'],
  ['version', 'isv.missing-version', '缺少版本参数'],
];

/** Returns the refusal for missing or wrong certificates in a call, or `null` if they are valid. */
function refusalOfCertificates(params: Params, { certificates }: SimulatedApp): Answer | null {
  if (certificates === null) return null;
  if (!params.app_cert_sn) return refused('40001', 'isv.missing-app-cert-sn', '缺少应用公钥证书SN');
  if (!params.alipay_root_cert_sn) return refused('40001', 'isv.missing-alipay-root-cert-sn', '缺少支付宝根证书SN');
  if (params.app_cert_sn !== snOf(certificates.appCert))
    return refused('40002', 'isv.app-cert-not-exist', '应用公钥证书不存在');
  const roots = certificates.rootCert.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  const rootSns = roots.filter((root) => new X509Certificate(root).publicKey.asymmetricKeyType === 'rsa').map(snOf);
  if (params.alipay_root_cert_sn !== rootSns.join('_'))
    return refused('40002', 'isv.invalid-alipay-root-cert-sn', '无效的支付宝根证书SN');
  return null;
}

function refusalOfSignature(params: Params, app: SimulatedApp): Answer | null {
  const names = Object.keys(params).filter((name) => name !== 'sign' && params[name]);
  const text = names
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
  const key = app.certificates === null ? app.appPublicKey : new X509Certificate(app.certificates.appCert).publicKey;
  if (
    createVerify('RSA-SHA256')
      .update(text, 'utf8')
      .verify(key, params.sign ?? '', 'base64')
  )
    return null;
  return refused(
    '40002',
    'isv.invalid-signature',
    `验签出错，建议检查签名字符串或签名私钥与应用公钥是否匹配，网关生成的验签字符串为：${text}`,
  );
}

/** Checks a call before its interface runs. Returns the refusal, or `null` if the call is valid. */
function refusalOf(params: Params, app: SimulatedApp, now: Date): Answer | null {
  for (const [name, code, words] of REQUIRED) if (!params[name]) return refused('40001', code, words);
  if (!((params.method ?? '') in INTERFACES)) return refused('40002', 'isv.invalid-method', '不存在的方法名');
  if (params.sign_type !== 'RSA2') return refused('40002', 'isv.invalid-signature-type', '无效的签名类型');
  if (params.charset && !/^utf-8$/i.test(params.charset)) return refused('40002', 'isv.invalid-charset', '字符集错误');
  const stamp = params.timestamp ?? '';
  const distance = Math.abs(Date.parse(`${stamp.replace(' ', 'T')}+08:00`) - now.getTime());
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(stamp) || !(distance <= TOLERANCE_MS))
    return refused('40002', 'isv.invalid-timestamp', '非法的时间戳参数');
  if (params.encrypt_type && params.encrypt_type !== 'AES')
    return refused('40002', 'isv.invalid-encrypt-type', '无效的加密类型');
  if (params.encrypt_type && app.encryptKey === null)
    return refused('40001', 'isv.missing-encrypt-key', '缺少加密配置');
  return refusalOfCertificates(params, app) ?? refusalOfSignature(params, app);
}

const UNREADABLE = {
  plain: refused('40002', 'isv.invalid-parameter', '参数无效'),
  encrypted: refused('40002', 'isv.decryption-error-unknown', '解密出错，未知异常'),
} as const;

const IV = Buffer.alloc(16);
const aesKey = (app: SimulatedApp) => Buffer.from(app.encryptKey ?? '', 'base64');

/** Reads the content of a call: `biz_content`, decrypted if needed, or else the parameters. @returns `null` when it cannot be read */
function contentOf(params: Params, app: SimulatedApp): Readonly<Record<string, unknown>> | null {
  if (params.biz_content === undefined) return params;
  try {
    if (params.encrypt_type !== 'AES') return JSON.parse(params.biz_content);
    const decipher = createDecipheriv('aes-128-cbc', aesKey(app), IV);
    return JSON.parse(decipher.update(params.biz_content, 'base64', 'utf8') + decipher.final('utf8'));
  } catch {
    return null;
  }
}

/** Serializes to JSON and escapes slashes, as Alipay sometimes does. A client must therefore verify the signature of the original text. */
const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('/', '\\/');

/**
 * Builds the gateway's signed answer. The answer is encrypted if the call was encrypted and the application has a key. For an unknown
 * application the answer is neither signed nor encrypted.
 */
function answerOf(params: Params, app: SimulatedApp | null, answer: Answer): SimulatorAnswer {
  const headers = { 'content-type': 'text/html;charset=utf-8' };
  const whole = answer.code === undefined ? { code: '10000', msg: 'Success', ...answer } : answer;
  const name = app && params.method ? `${params.method.replaceAll('.', '_')}_response` : 'error_response';
  let node = asJson(whole);
  if (app === null) return { status: 200, headers, body: `{"${name}":${node}}` };
  if (params.encrypt_type === 'AES' && app.encryptKey !== null) {
    const cipher = createCipheriv('aes-128-cbc', aesKey(app), IV);
    node = JSON.stringify(cipher.update(node, 'utf8', 'base64') + cipher.final('base64'));
  }
  const certificate = app.certificates === null ? '' : `"alipay_cert_sn":"${snOf(app.certificates.alipayCert)}",`;
  return { status: 200, headers, body: `{"${name}":${node},${certificate}"sign":"${platformSign(node, app)}"}` };
}

/**
 * Finds the application that a call is about: the caller, or with an `app_auth_token` the application that authorised the caller.
 * @returns the application, or the refusal of an invalid token
 */
async function targetOf(store: SimulatorStore, params: Params, app: SimulatedApp): Promise<SimulatedApp | Answer> {
  if (!params.app_auth_token) return app;
  const auth = await store.get<SimulatedAuth>('auth', params.app_auth_token);
  const target = auth?.isvAppId === app.appId ? await store.get<SimulatedApp>('app', auth.appId) : null;
  return target ?? refused('20001', 'aop.invalid-app-auth-token', '无效的应用授权令牌');
}

async function gateway(
  parts: SimulatorParts,
  store: SimulatorStore,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const { params, files } = await paramsOf(request);
  if (!params.app_id) return answerOf(params, null, refused('40001', 'isv.missing-app-id', '缺少AppID参数'));
  const app = await store.get<SimulatedApp>('app', params.app_id);
  if (!app) return answerOf(params, null, refused('40002', 'isv.invalid-app-id', '无效的AppID参数'));
  const now = parts.clock.now();
  const refusal = refusalOf(params, app, now);
  if (refusal) return answerOf(params, app, refusal);
  const target = await targetOf(store, params, app);
  if (!('appId' in target)) return answerOf(params, app, target as Answer);
  const content = contentOf(params, app);
  if (content === null) return answerOf(params, app, UNREADABLE[params.encrypt_type === 'AES' ? 'encrypted' : 'plain']);
  const asked: Asked = { app: target as SimulatedApp, store, parts, now, content, files };
  const ask = INTERFACES[params.method ?? ''] as Interface;
  return answerOf(params, app, await ask(asked));
}

/** Delays between repeated notifications, as Alipay documents them. */
const RETRY_MS = [4 * MINUTE_MS, 10 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS];

const SIGN = /"sign":"(.)/;

export function createAlipaySimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'alipay',
    async handle(request) {
      const path = request.path.split('?')[0];
      if (path === '/gateway.do') return parts.store.alone((store) => gateway(parts, store, request));
      if (path !== '/downloadBillFile.resource') return { status: 404, body: 'Not Found' };
      const file = await downloadOf(parts.store, request.query.get('token') ?? '', parts.clock.now());
      if (!file) return { status: 403, body: 'the link has expired' };
      return { status: 200, headers: { 'content-type': 'application/zip' }, body: file };
    },
    isReceived: ({ status, text }) => status === 200 && text.trim() === 'success',
    retryMs: RETRY_MS,
    open: (page, settings) =>
      page === 'alipayMini'
        ? openAlipayMini(parts, settings)
        : parts.store.alone((store) => openPaymentApp(store, parts.clock, settings)),
    given: async (page, settings) => (page === 'alipayMini' ? givenToAlipayMini(parts.store, settings) : {}),
    spoil(answer) {
      if (typeof answer.body !== 'string') return answer;
      return {
        ...answer,
        body: answer.body.replace(SIGN, (_all, first: string) => `"sign":"${first === 'A' ? 'B' : 'A'}`),
      };
    },
  };
}
