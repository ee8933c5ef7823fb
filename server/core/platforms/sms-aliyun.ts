import { createHmac, randomUUID } from 'node:crypto';
import { readObject } from './checks';
import { askUpstream, type Fetch, UpstreamFailure } from './outbound';

/** Credentials and signature name for Alibaba Cloud SMS (阿里云短信). */
export interface AliyunSms {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
}

const ORIGIN = new URL('https://dysmsapi.aliyuncs.com');
/** Encodes by RFC 3986, as the RPC-style signature requires. */
const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Builds the query string of an RPC-style call and signs it with HMAC-SHA1. */
export function signedQuery(params: Readonly<Record<string, string>>, secret: string): string {
  const canonical = Object.keys(params)
    .sort()
    .map((key) => `${encode(key)}=${encode(params[key] ?? '')}`)
    .join('&');
  const signature = createHmac('sha1', `${secret}&`)
    .update(`GET&%2F&${encode(canonical)}`)
    .digest('base64');
  return `${canonical}&Signature=${encode(signature)}`;
}

/**
 * Sends one message through Alibaba Cloud (API `SendSms`, version 2017-05-25).
 *
 * @param message.template the code of an approved template; `message.params` are the values for it
 * @throws UpstreamFailure with the provider's text, UpstreamTimeout when the outcome is unknown
 */
export async function sendAliyunSms(
  account: AliyunSms,
  message: { tel: string; template: string; params: Readonly<Record<string, string>>; at: Date },
  fetcher: Fetch = (url, init) => fetch(url, init),
): Promise<void> {
  const query = signedQuery(
    {
      AccessKeyId: account.accessKeyId,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: message.tel.replace(/^\+86/, ''),
      RegionId: 'cn-hangzhou',
      SignName: account.signName,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: message.template,
      TemplateParam: JSON.stringify(message.params),
      Timestamp: message.at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
      Version: '2017-05-25',
    },
    account.accessKeySecret,
  );
  const call = { method: 'GET', path: `/?${query}`, changes: true } as const;
  const answer = readObject(await askUpstream(fetcher, ORIGIN, call), true) as { Code?: string; Message?: string };
  if (answer.Code !== 'OK') throw new UpstreamFailure(answer.Message ?? answer.Code ?? 'refused');
}
