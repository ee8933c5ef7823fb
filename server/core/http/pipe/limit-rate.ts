import { INTAKE } from '../../../../contract/limits';
import type { createLimiter, RateLimits } from '../rate';
import { refuse } from '../refusal';
import type { Call } from './call';

type Limiter = ReturnType<typeof createLimiter>;

const SECOND = 1_000;
const MINUTE = 60_000;

/** Step 3: so many calls per account, and so many without a session per address. @throws Refusal 42901 */
export function limitPerson(limiter: Limiter, { requests, writes, signIns }: RateLimits, call: Call): void {
  const accountId = call.session?.actor.accountId;
  const { ip } = call.incoming;
  const isWrite = call.bound.endpoint.method === 'POST';
  if (accountId === undefined) {
    refuseFor(
      isWrite
        ? limiter.take(`signIn:${ip}`, signIns, MINUTE)
        : limiter.take(`visitor:${ip}`, requests * 3, SECOND * 10),
    );
    return;
  }
  // Both are counted, also when the first one refuses.
  const waits = [
    limiter.take(`account:${accountId}`, requests, SECOND),
    isWrite ? limiter.take(`writes:${accountId}`, writes, SECOND) : 0,
  ];
  refuseFor(Math.max(...waits));
}

/** Step 3 for a request of another server; a wrong signature counts as an attempt to sign in. @throws Refusal 401 · 42901 */
export function limitClient(limiter: Limiter, limits: RateLimits, { client, incoming }: Call): void {
  if (client === null) {
    refuseFor(limiter.take(`signIn:${incoming.ip}`, limits.signIns, MINUTE));
    throw refuse(401);
  }
  const isLimited = Number.isFinite(limits.requests);
  if (isLimited) refuseFor(limiter.take(`client:${client.id}`, INTAKE.requestsPerSecond, SECOND));
}

function refuseFor(retryAfter: number): void {
  if (retryAfter > 0) throw refuse(42901, {}, { retryAfter });
}
