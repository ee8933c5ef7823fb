import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Connection } from '../database/connect';

/** Rate limits (DOMAIN §6.1 "Rate"). */
export interface RateLimits {
  /** Calls per second and account. */
  readonly requests: number;
  /** Changing calls per second and account. */
  readonly writes: number;
  /** Calls of sign-in, codes and password reset per minute and address. */
  readonly signIns: number;
  /** Signed calls per second and sending server. */
  readonly clientRequests: number;
  /** Calls of outside platforms per second and address. */
  readonly callbacks: number;
}

/** Counts one call for a key. @returns the seconds to wait; 0 when the call is allowed */
type CountCall = (key: string | number) => Promise<number>;

export interface RateLimiter {
  /** Per account. */
  readonly request: CountCall;
  /** Per account. */
  readonly write: CountCall;
  /** Per address, over all processes. */
  readonly signIn: CountCall;
  /** Reads without a session, per address. */
  readonly visit: CountCall;
  /** Per client. */
  readonly clientRequest: CountCall;
  /** Calls of outside platforms, per address. */
  readonly callback: CountCall;
}

const MINUTE_SECONDS = 60;
/** Limits of visitors are higher: visitors share addresses, and one page reads several resources at once. */
const VISIT = { factor: 3, seconds: 10 } as const;

/**
 * Creates rate limits with fixed windows that begin with the first call of a key. Sign-in attempts are counted in the database, so
 * that the limit covers all processes. While the database does not answer, each process counts them in memory. The other limits
 * protect the single process: a statement per request would cost more than many of the requests.
 */
export function createRateLimiter(pool: Connection['pool'], limits: RateLimits): RateLimiter {
  const inMemory = (points: number, duration: number) => counting(new RateLimiterMemory({ points, duration }));
  return {
    request: inMemory(limits.requests, 1),
    write: inMemory(limits.writes, 1),
    signIn: counting(
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        // The clean-up job deletes expired rows.
        clearExpiredByTimeout: false,
        keyPrefix: 'signIn',
        points: limits.signIns,
        duration: MINUTE_SECONDS,
        // A blocked address causes no further statements.
        inMemoryBlockOnConsumed: limits.signIns,
        insuranceLimiter: new RateLimiterMemory({ points: limits.signIns, duration: MINUTE_SECONDS }),
      }),
    ),
    visit: inMemory(limits.requests * VISIT.factor, VISIT.seconds),
    clientRequest: inMemory(limits.clientRequests, 1),
    callback: inMemory(limits.callbacks, 1),
  };
}

/** Allows every call: for measurements and tests. */
export const UNLIMITED: RateLimiter = {
  request: async () => 0,
  write: async () => 0,
  signIn: async () => 0,
  visit: async () => 0,
  clientRequest: async () => 0,
  callback: async () => 0,
};

function counting(limiter: RateLimiterMemory | RateLimiterPostgres): CountCall {
  return async (key) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    }
  };
}
