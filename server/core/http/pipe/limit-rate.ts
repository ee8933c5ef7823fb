import { text } from '../../../../contract/text';
import type { RateLimiter } from '../rate-limiter';
import { refuse } from '../refusal';
import type { Call } from './call';

const BAD_SIGNATURE = text(
  '请求签名无效',
  'The signature of the request is not valid',
  'A assinatura da requisição não é válida',
  '請求簽章無效',
);

/** Step 3: limits calls per account, or per IP address when there is no session. @throws Refusal 42901 (too many calls) */
export async function limitPerson(limiter: RateLimiter, { session, incoming, bound }: Call): Promise<void> {
  const accountId = session?.actor.accountId;
  const isWrite = bound.endpoint.method === 'POST';
  if (accountId === undefined) {
    const isAttempt = isWrite && !('limitsVisitors' in bound.endpoint);
    refuseFor(await (isAttempt ? limiter.signIn(incoming.ip) : limiter.visit(incoming.ip)));
    return;
  }
  // A change counts for both limits, even if the first limit refuses it.
  const waits = await Promise.all([limiter.request(accountId), isWrite ? limiter.write(accountId) : 0]);
  refuseFor(Math.max(...waits));
}

/**
 * Step 3 for a request of another server: limits its calls. A wrong signature counts as a sign-in attempt.
 *
 * @throws Refusal 401 (wrong signature), 42901 (too many calls)
 */
export async function limitClient(limiter: RateLimiter, { client, incoming, locale }: Call): Promise<void> {
  if (client === null) {
    refuseFor(await limiter.signIn(incoming.ip));
    throw refuse(401, {}, null, BAD_SIGNATURE[locale]);
  }
  refuseFor(await limiter.clientRequest(client.id));
}

function refuseFor(retryAfter: number): void {
  if (retryAfter > 0) throw refuse(42901, {}, { retryAfter });
}
