import { CALLBACK, INTAKE, RATE_LIMITS, SESSION_LIMITS } from '../../contract/limits';
import type { Sessions } from '../core/access/session';
import { type DiskGuard, diskGuard } from '../core/files/disk';
import { addressAllowed } from '../core/http/clientAddress';
import { createPipe, type Pipe } from '../core/http/pipe';
import type { Bound, PipeDeps } from '../core/http/pipe/call';
import { createRateLimiter, type RateLimiter, type RateLimits, UNLIMITED } from '../core/http/rate-limiter';
import { readSigned } from '../core/http/signed';
import { isOutOfHours, wallTime } from '../core/money/days';
import { createProposalStore } from '../modules/approval';
import { readSetting } from '../modules/site';
import { createUndoStore } from '../modules/undo';
import { cached, FRESH_MS } from './cached';
import type { AppParts } from './parts';

const LIMITS: RateLimits = {
  requests: RATE_LIMITS.requestsPerSecond,
  writes: RATE_LIMITS.writesPerSecond,
  signIns: SESSION_LIMITS.loginPerAddressPerMinute,
  clientRequests: INTAKE.requestsPerSecond,
  callbacks: CALLBACK.requestsPerSecond,
};

export interface Guards {
  readonly limiter: RateLimiter;
  readonly isDiskFull: DiskGuard;
}

/** Returns the rate limiter and the check for a full disk. Calls of the console and of platforms use both. */
export function guardsOf({ settings, pool, isDiskFull }: AppParts): Guards {
  return {
    limiter: settings.rateLimited ? createRateLimiter(pool, LIMITS) : UNLIMITED,
    isDiskFull: isDiskFull ?? diskGuard(settings),
  };
}

/** Builds the pipe: the steps that process every call of the contract. */
export function pipeOf(
  parts: AppParts,
  known: {
    readonly guards: Guards;
    readonly sessions: Sessions;
    readonly bounds: ReadonlyMap<string, Bound>;
    /** Reads the platform's time zone. */
    readonly timeZone: () => Promise<string>;
  },
): Pipe {
  const { guards, sessions, bounds, timeZone } = known;
  const { db, settings } = parts;
  const security = cached(parts.freshMs ?? FRESH_MS, () => readSetting(db, 'security'));
  return createPipe({
    ...parts,
    ...guards,
    sessions,
    deployment: {
      embeddedDatabase: settings.databaseUrl === null,
      automationCode: settings.automationCode,
      publicOrigin: settings.publicOrigin,
      outgoingAddresses: settings.outgoingAddresses,
      staffSeats: settings.staffSeats,
      dataDir: settings.dataDir,
    },
    log: parts.logger,
    proposals: createProposalStore({ ...parts, actorsOf: (accountIds) => sessions.actorsOf(accountIds) }),
    undo: createUndoStore(parts),
    endpointAt: (address) => bounds.get(address),
    signedClient: signedClientOf(parts),
    addressAllowed: async (ip) => addressAllowed((await security()).ipAllowList, ip),
    isOutOfHours: async (at) => isOutOfHours(wallTime(at, await timeZone())),
  });
}

export function signedClientOf({ db, clock, ports }: AppParts): PipeDeps['signedClient'] {
  return (call, address) => {
    const header = (name: string) => String(call.headers[name] ?? '');
    return readSigned(
      { db, clock, secrets: ports.secrets },
      {
        address,
        body: Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0),
        client: header('x-client'),
        timestamp: header('x-timestamp'),
        nonce: header('x-nonce'),
        signature: header('x-signature'),
      },
    );
  };
}
