import { createCipheriv, createHash } from 'node:crypto';
import type { Clock } from '../../core/clock';
import type { Callback, SimulatorStore } from '../simulator';
import { ACCOUNT, type Account, COMPONENT, type ComponentAccount, type PushSetting, seconds } from './world';

/**
 * This module builds pushes of the simulated platform. It signs and encrypts them without the product's own code, so that tests find errors
 * in that code.
 */

const sha1 = (...parts: string[]): string => createHash('sha1').update(parts.sort().join('')).digest('hex');

const element = (name: string, value: string | number): string =>
  `<${name}>${typeof value === 'number' ? value : `<![CDATA[${value.split(']]>').join(']]]]><![CDATA[>')}]]>`}</${name}>`;

type Fields = Readonly<Record<string, string | number>>;

const write = (fields: Fields, format: PushSetting['format']): string =>
  format === 'json'
    ? JSON.stringify(fields)
    : `<xml>${Object.entries(fields)
        .map(([name, value]) => element(name, value))
        .join('')}</xml>`;

function seal(text: string, encodingAesKey: string, appId: string, clock: Clock): string {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const body = Buffer.from(text, 'utf8');
  const size = Buffer.from(
    [body.length >>> 24, body.length >>> 16, body.length >>> 8, body.length].map((n) => n & 255),
  );
  const random = clock.randomBytes(16);
  const length = 16 + 4 + body.length + Buffer.byteLength(appId);
  const padding = 32 - (length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16));
  cipher.setAutoPadding(false);
  const whole = Buffer.concat([random, size, body, Buffer.from(appId), Buffer.alloc(padding, padding)]);
  return `${cipher.update(whole, undefined, 'base64')}${cipher.final('base64')}`;
}

/**
 * Builds a push of an account.
 *
 * @param dueAt time of delivery, milliseconds since 1970
 * @returns `null` when neither the account nor its component has a server URL
 */
export async function makePush(
  parts: { readonly store: SimulatorStore; readonly clock: Clock },
  account: Account,
  fields: Fields,
  dueAt: number,
): Promise<Callback | null> {
  const component = account.component && (await parts.store.get<ComponentAccount>(COMPONENT, account.component.appId));
  const push = component?.push ?? account.push;
  if (!push) return null;
  const sender = `o${account.appId.slice(2)}_system`;
  const message = {
    ToUserName: account.originalId,
    FromUserName: sender,
    CreateTime: seconds(dueAt),
    ...fields,
  };
  const timestamp = `${seconds(dueAt)}`;
  const nonce = `${parts.clock.randomInt(100_000_000, 999_999_999)}`;
  const query = new URLSearchParams({ signature: sha1(push.token, timestamp, nonce), timestamp, nonce });
  let body = write(message, push.format);
  if (push.mode !== 'plain') {
    const sealed = seal(
      body,
      push.encodingAesKey ?? '',
      component?.push ? component.appId : account.appId,
      parts.clock,
    );
    query.set('openid', `${fields.FromUserName ?? sender}`);
    query.set('encrypt_type', 'aes');
    query.set('msg_signature', sha1(push.token, timestamp, nonce, sealed));
    const outside = push.mode === 'compatible' ? message : { ToUserName: account.originalId };
    body = write({ ...outside, Encrypt: sealed }, push.format);
  }
  const url = new URL(push.url.replace('$APPID$', account.appId));
  for (const [name, value] of query) url.searchParams.set(name, value);
  const type = push.format === 'json' ? 'application/json' : 'text/xml';
  return { url: url.toString(), headers: { 'content-type': type }, body, dueAt: new Date(dueAt) };
}

/**
 * Builds the GET request with which the platform checks a server URL when it is saved. The answer must be `echostr`.
 *
 * @returns `null` when the account has no server URL
 */
export async function makeServerCheck(
  parts: { readonly store: SimulatorStore; readonly clock: Clock },
  appId: string,
): Promise<{ readonly url: URL; readonly echostr: string } | null> {
  const account = await parts.store.get<Account>(ACCOUNT, appId);
  if (!account?.push) return null;
  const timestamp = `${seconds(parts.clock.now().getTime())}`;
  const nonce = `${parts.clock.randomInt(100_000_000, 999_999_999)}`;
  const echostr = parts.clock.randomBytes(8).readBigUInt64BE().toString();
  const url = new URL(account.push.url);
  const query = { signature: sha1(account.push.token, timestamp, nonce), echostr, timestamp, nonce };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url, echostr };
}
