import type { OrderEvent } from '../../contract/order';
import { systemClock } from '../core/clock';
import { signatureOf } from '../core/signed';

const ADDRESS = 'order.Intake/push';

/**
 * Sends events as the ordering side does: signed, over HTTP (docs/orders.md).
 *
 * @throws Error when the request as a whole was refused
 */
export async function pushEvents(
  server: string,
  client: { readonly key: string; readonly secret: string },
  events: readonly OrderEvent[],
): Promise<{ readonly done: number; readonly repeated: number; readonly refused: number }> {
  const body = JSON.stringify({ events });
  const timestamp = String(Math.floor(systemClock.now().getTime() / 1_000));
  const nonce = systemClock.randomBytes(12).toString('base64url');
  const response = await fetch(`${server}/api/${ADDRESS}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-client': client.key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signatureOf(client.secret, { timestamp, nonce, address: ADDRESS, body }),
    },
  });
  const answer = (await response.json()) as {
    code: number;
    msg: string;
    data: { done: number; repeated: number; refused: number };
  };
  if (answer.code !== 100) throw new Error(`the server answered ${answer.code}: ${answer.msg}`);
  return answer.data;
}
