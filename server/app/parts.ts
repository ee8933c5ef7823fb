import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../core/clock';
import type { Connection } from '../core/database/connect';
import type { Database } from '../core/database/schema';
import type { DiskGuard } from '../core/files/disk';
import type { Latency } from '../core/http/latency';
import type { Ids } from '../core/ids';
import type { Ports } from '../core/platforms/ports';
import type { Receiver } from '../core/platforms/receiver';
import type { Settings } from '../settings';

/** What the app is built from. */
export interface AppParts {
  readonly db: Kysely<Database>;
  /** Of the same database. */
  readonly pool: Connection['pool'];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly settings: Pick<
    Settings,
    | 'trustProxy'
    | 'automationCode'
    | 'databaseUrl'
    | 'corsOrigins'
    | 'frameAncestors'
    | 'rateLimited'
    | 'publicOrigin'
    | 'outgoingAddresses'
    | 'staffSeats'
    | 'dataDir'
    | 'traces'
  >;
  readonly logger: FastifyBaseLogger;
  /** The built console, or null where another server has it. */
  readonly distDir: string | null;
  /** Told how long each call took. */
  readonly latency?: Latency;
  /** Addresses that outside platforms call; default: those of the product. */
  readonly receivers?: readonly Receiver[];
  /** Default: a look at the disk of the data folder. */
  readonly isDiskFull?: DiskGuard;
  /** Milliseconds for which a site setting that every request needs is kept; default one second. */
  readonly freshMs?: number;
  /** Milliseconds between two queries for new notices while a stream is open, and between two heartbeats; for tests. */
  readonly streamMs?: { readonly lookMs: number; readonly beatMs: number };
}

export interface App {
  readonly http: FastifyInstance;
  /** Waits for work that calls left for after their commit. */
  settle(): Promise<void>;
}
