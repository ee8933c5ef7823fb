import { createSign } from 'node:crypto';
import type { SimulatorParts } from '../simulator';
import { type SimulatedApp, written } from './world';

/** Signs a text with the platform's private key (RSA-SHA256). @returns the signature in base64 */
export const platformSign = (text: string, app: SimulatedApp): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(app.alipayPrivateKey, 'base64');

/**
 * Signs a notification and schedules its delivery to the application.
 *
 * @param at time of the delivery
 * @param own the parameters that only this type of notification has
 */
export async function notify(
  parts: SimulatorParts,
  app: SimulatedApp,
  at: Date,
  own: Readonly<Record<string, string>>,
): Promise<void> {
  if (app.notifyUrl === null) return;
  const isMessage = 'msg_method' in own;
  const params: Record<string, string> = {
    app_id: app.appId,
    charset: 'utf-8',
    notify_id: parts.clock.randomBytes(17).toString('hex'),
    version: isMessage ? '1.1' : '1.0',
    ...(isMessage ? { utc_timestamp: String(at.getTime()) } : { notify_time: written(at) }),
    ...own,
  };
  const text = Object.keys(params)
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
  await parts.callBack({
    url: app.notifyUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ ...params, sign_type: 'RSA2', sign: platformSign(text, app) }).toString(),
    dueAt: at,
  });
}
