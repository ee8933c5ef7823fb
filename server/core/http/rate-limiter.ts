import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Connection } from '../database/connect';

/** How many calls are let through (DOMAIN §6.1 "Rate"). */
export interface RateLimits {
  /** Calls a second per account. */
  readonly requests: number;
  /** Changing calls a second per account. */
  readonly writes: number;
  /** Calls of sign-in, codes and password reset a minute per address. */
  readonly signIns: number;
  /** Signed calls a second per server that sends orders. */
  readonly clientRequests: number;
  /** Calls of outside platforms a second per address. */
  readonly callbacks: number;
}

/** Counts one call for a key; answers the seconds to wait, 0 when the call may go on. */
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
/** Visitors share an address; a page of theirs reads several things at once. */
const VISIT = { factor: 3, seconds: 10 } as const;

/**
 * Rate limits in fixed windows that begin with the first call of a key. Attempts to sign in are counted in the database, so that they hold
 * over all processes; while the database does not answer, this process counts them by itself. The other limits protect the process
 * that counts them, and a statement for each request would cost more than many of the requests.
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
        // The job that forgets what is over deletes expired rows.
        clearExpiredByTimeout: false,
        keyPrefix: 'signIn',
        points: limits.signIns,
        duration: MINUTE_SECONDS,
        // A refused address costs no further statements.
        inMemoryBlockOnConsumed: limits.signIns,
        insuranceLimiter: new RateLimiterMemory({ points: limits.signIns, duration: MINUTE_SECONDS }),
      }),
    ),
    visit: inMemory(limits.requests * VISIT.factor, VISIT.seconds),
    clientRequest: inMemory(limits.clientRequests, 1),
    callback: inMemory(limits.callbacks, 1),
  };
}

/** Lets every call through: for measurements and tests. */
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
