import { createCipheriv, createHash, createPrivateKey, createSign, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Callback, SimulatorAnswer, SimulatorParts, SimulatorStore } from '../simulator';

/** This module defines mini programs, tokens and orders of the simulated open platform of Douyin, and signs its callbacks. */

export interface SimulatedDouyinApp {
  readonly appId: string;
  readonly appSecret: string;
  /** The service provider that the mini program authorised. `null` means that there is none. */
  readonly component: { readonly appId: string; readonly secret: string } | null;
  /** Settings of guaranteed payment. If `notifyUrl` is `null`, no callbacks are sent. */
  readonly pay: { readonly salt: string; readonly token: string; readonly notifyUrl: string | null } | null;
  /** Public keys of the application by key version (PEM), and the platform's private key for this application. */
  readonly keys: { readonly application: Readonly<Record<string, string>>; readonly platformPrivateKey: string } | null;
  /** Settings of pushed messages, which go to the service provider if there is one. `null` means that no messages are sent. */
  readonly message: { readonly token: string; readonly encodingAesKey: string; readonly url: string } | null;
  readonly hostNames: readonly string[];
  /** `true` if the development permission (开发管理) is granted. */
  readonly isDevelopmentGranted: boolean;
}

export interface SimulatedToken {
  readonly appId: string;
  readonly kind: 'app' | 'component' | 'authorizer' | 'client';
  /** Expiry in milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface SimulatedOrder {
  readonly outOrderNo: string;
  readonly amountFen: number;
  readonly state: 'PROCESSING' | 'SUCCESS' | 'FAIL' | 'TIMEOUT';
  /** Time of the payment in milliseconds since 1970. `null` means unpaid. */
  readonly paidAt: number | null;
}

export const TOKEN_MS = 120 * MINUTE_MS;
/** Maximum remaining validity of a token after the next token is issued. */
const SHORTENED_MS = 5 * MINUTE_MS;

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): SimulatorAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** Builds an answer in the format of the platform's newer interfaces (`err_no`, `err_msg`). */
export const openAnswer = (code: number, words: string, data?: unknown): SimulatorAnswer =>
  json({ err_no: code, err_msg: words, log_id: logId(`${code}${words}`), ...(data !== undefined && { data }) });

const logId = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 34).toUpperCase();

/** Adds a mini program, or replaces it. */
export async function registerDouyinApp(store: SimulatorStore, app: SimulatedDouyinApp): Promise<void> {
  await store.put('app', app.appId, app);
  if (app.component) await store.put('component', app.component.appId, { secret: app.component.secret });
}

const makeKeys = promisify(generateKeyPair);

/**
 * Creates a mini program with the keys that its owner would create. A settings form can be filled with the result.
 *
 * @param urls URLs that receive reports of payments and messages; `null` means that none are sent
 * @returns the values of the form by their names in DOMAIN §3.10; keys are PEM
 */
export async function openDouyinApp(
  { store, clock }: Pick<SimulatorParts, 'store' | 'clock'>,
  urls: { readonly notify: string | null; readonly message: string | null },
) {
  const text = (bytes: number) => clock.randomBytes(bytes).toString('hex');
  const pem = {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  } as const;
  const [application, platform] = await Promise.all([makeKeys('rsa', pem), makeKeys('rsa', pem)]);
  const values = {
    ...{ appId: `tt${text(8)}`, appSecret: text(20), componentAppId: `tt${text(8)}`, componentSecret: text(20) },
    ...{ merchantId: String(clock.randomInt(10 ** 9, 10 ** 10)), salt: text(16), token: text(8) },
    ...{ keyVersion: '1', appPrivateKey: application.privateKey, platformPublicKey: platform.publicKey },
    ...{ msgToken: text(8), encodingAesKey: `${text(21)}A`, hostNames: ['douyin', 'douyin_lite'], templateId: '1' },
  };
  await registerDouyinApp(store, {
    ...{ appId: values.appId, appSecret: values.appSecret, hostNames: values.hostNames, isDevelopmentGranted: true },
    component: { appId: values.componentAppId, secret: values.componentSecret },
    pay: { salt: values.salt, token: values.token, notifyUrl: urls.notify },
    keys: { application: { '1': application.publicKey }, platformPrivateKey: platform.privateKey },
    message:
      urls.message === null
        ? null
        : { token: values.msgToken, encodingAesKey: values.encodingAesKey, url: urls.message },
  });
  return values;
}

/**
 * Creates a new `component_ticket`. Schedules its push to the service provider, if one of its mini programs has settings of messages. The
 * real platform pushes a ticket every ten minutes.
 */
export async function pushComponentTicket(parts: SimulatorParts, componentAppId: string): Promise<string> {
  const ticket = `ticket@@@${parts.clock.randomBytes(24).toString('hex')}`;
  await parts.store.put('ticket', componentAppId, { ticket });
  const apps = await parts.store.list<SimulatedDouyinApp>('app');
  const app = apps.find(({ value }) => value.component?.appId === componentAppId && value.message)?.value;
  if (app) {
    const message = { Event: 'PUSH', MsgType: 'Ticket', FromUserName: componentAppId, Ticket: ticket };
    await parts.callBack(pushedMessage(parts, app, message, parts.clock.now()));
  }
  return ticket;
}

/** Authorises the service provider, as a mini program's owner does. @returns the authorisation code; it is valid for one hour */
export async function authoriseComponent(parts: SimulatorParts, appId: string): Promise<string> {
  const code = parts.clock.randomBytes(20).toString('hex');
  const expiresAt = parts.clock.now().getTime() + 60 * MINUTE_MS;
  await parts.store.put('code', code, { appId, expiresAt });
  return code;
}

/**
 * Issues a token. The previous token expires within five minutes, older tokens expire immediately: the platform accepts only the two
 * newest.
 *
 * @param account app id of the mini program or of the service provider
 */
export async function issueToken(
  { store, clock }: SimulatorParts,
  account: string,
  kind: SimulatedToken['kind'],
): Promise<string> {
  const now = clock.now().getTime();
  const place = `${kind}:${account}`;
  const kept = (await store.get<readonly string[]>('newest', place)) ?? [];
  for (const [index, former] of kept.entries()) {
    const token = await store.get<SimulatedToken>('token', former);
    if (!token) continue;
    if (index > 0) await store.remove('token', former);
    else {
      await store.put('token', former, { ...token, expiresAt: Math.min(token.expiresAt, now + SHORTENED_MS) });
    }
  }
  const prefix = { app: '0801121', component: 'clt.', authorizer: 'isvact.', client: 'clt.' }[kind];
  const issued = prefix + clock.randomBytes(20).toString('hex');
  await store.put('token', issued, { appId: account, kind, expiresAt: now + TOKEN_MS } satisfies SimulatedToken);
  await store.put('newest', place, [issued, ...kept.slice(0, 1)]);
  return issued;
}

/** Finds a valid token. Returns `expired` or `unknown` for other tokens. */
export async function findToken(
  { store, clock }: SimulatorParts,
  value: string | null,
): Promise<SimulatedToken | 'unknown' | 'expired'> {
  const token = value ? await store.get<SimulatedToken>('token', value) : null;
  if (!token) return 'unknown';
  return token.expiresAt > clock.now().getTime() ? token : 'expired';
}

const sha1 = (parts: readonly string[]) =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

/** Builds a signed callback of guaranteed payment. */
export function payCallback(
  parts: SimulatorParts,
  app: SimulatedDouyinApp,
  type: 'payment' | 'refund',
  message: unknown,
): Omit<Callback, 'url'> {
  const dueAt = parts.clock.now();
  const timestamp = String(Math.floor(dueAt.getTime() / SECOND_MS));
  const nonce = String(parts.clock.randomInt(1000, 9999));
  const msg = JSON.stringify(message);
  const msgSignature = sha1([app.pay?.token ?? '', timestamp, nonce, msg]);
  const body = JSON.stringify({ timestamp, nonce, msg, type, msg_signature: msgSignature });
  return { headers: { 'content-type': 'application/json' }, body, dueAt };
}

/** Builds the headers with which the platform signs an answer or a callback of the newer payment interfaces. */
export function byteHeaders(parts: SimulatorParts, privateKey: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(parts.clock.now().getTime() / SECOND_MS));
  const nonce = parts.clock.randomBytes(12).toString('hex');
  const signature = createSign('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(createPrivateKey(privateKey), 'base64');
  return {
    'content-type': 'application/json',
    'byte-timestamp': timestamp,
    'byte-nonce-str': nonce,
    'byte-signature': signature,
  };
}

/** Builds an encrypted and signed message for the service provider or the mini program. */
export function pushedMessage(parts: SimulatorParts, app: SimulatedDouyinApp, message: unknown, dueAt: Date): Callback {
  const { token, encodingAesKey, url } = app.message ?? { token: '', encodingAesKey: '', url: '' };
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const text = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const receiver = Buffer.from(app.component?.appId ?? app.appId);
  const plain = Buffer.concat([parts.clock.randomBytes(16), length, text, receiver]);
  const fill = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(fill, fill)]);
  const sealed = Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
  const timestamp = String(Math.floor(dueAt.getTime() / SECOND_MS));
  const nonce = parts.clock.randomBytes(8).toString('hex');
  const body = JSON.stringify({
    Nonce: nonce,
    TimeStamp: timestamp,
    Encrypt: sealed,
    MsgSignature: sha1([token, timestamp, nonce, sealed]),
  });
  return { url, headers: { 'content-type': 'application/json' }, body, dueAt };
}
