import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Connection } from '../database/connect';

/** Rate limits (DOMAIN §6.1 "Rate"). */
export interface RateLimits {
  /** Maximum number of calls per second and account. */
  readonly requests: number;
  /** Maximum number of changing calls per second and account. */
  readonly writes: number;
  /**
   * Maximum number of attempts per minute and IP address: wrong signatures, and changing calls without a session, such as sign-ins.
   * Calls of endpoints with `limitsVisitors` count as visits instead.
   */
  readonly signIns: number;
  /** Maximum number of signed calls per second and sending server. */
  readonly clientRequests: number;
  /** Maximum number of calls by outside platforms per second and IP address. */
  readonly callbacks: number;
}

/** Counts a call for a key. @returns the seconds to wait, or 0 when the call is allowed */
type CountCall = (key: string | number) => Promise<number>;

export interface RateLimiter {
  /** Counts all calls per account. */
  readonly request: CountCall;
  /** Counts changing calls per account. */
  readonly write: CountCall;
  /** Counts attempts per IP address, over all processes (see `RateLimits.signIns`). */
  readonly signIn: CountCall;
  /** Counts other calls without a session per IP address: reads, and changing calls to endpoints with `limitsVisitors`. */
  readonly visit: CountCall;
  /** Counts signed calls per client. */
  readonly clientRequest: CountCall;
  /** Counts calls of outside platforms per IP address. */
  readonly callback: CountCall;
}

const MINUTE_SECONDS = 60;
/** Limit of `visit`: `factor` × `requests` calls within `seconds` seconds. A page reads several resources at the same time. */
const VISIT = { factor: 3, seconds: 10 } as const;

/**
 * Creates rate limits with fixed windows that begin with the first call of a key. Sign-in attempts are counted in the database, so that
 * the limit includes all processes. When the database does not answer, each process counts them in memory. The other limits protect a
 * single process, because a statement per request would cost more than many of the requests.
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
        // The clean-up job deletes expired rows, so the limiter does not.
        clearExpiredByTimeout: false,
        keyPrefix: 'signIn',
        points: limits.signIns,
        duration: MINUTE_SECONDS,
        // Calls of a blocked IP address cause no further statements.
        inMemoryBlockOnConsumed: limits.signIns,
        insuranceLimiter: new RateLimiterMemory({ points: limits.signIns, duration: MINUTE_SECONDS }),
      }),
    ),
    visit: inMemory(limits.requests * VISIT.factor, VISIT.seconds),
    clientRequest: inMemory(limits.clientRequests, 1),
    callback: inMemory(limits.callbacks, 1),
  };
}

/** Rate limiter that allows every call, for measurements and tests. */
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
