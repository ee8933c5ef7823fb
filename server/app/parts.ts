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

/** Settings, services and connections from which the app is built. */
export interface AppParts {
  readonly db: Kysely<Database>;
  /** Connection pool of the database that `db` uses. */
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
  /** Folder of the built console. `null` means that another server serves the console. */
  readonly distDir: string | null;
  /** Records how long each call took. */
  readonly latency?: Latency;
  /** Callback endpoints that outside platforms call. Default: those of the product. */
  readonly receivers?: readonly Receiver[];
  /** Default: checks the disk of the embedded database. With an outside database, it always returns `false`. */
  readonly isDiskFull?: DiskGuard;
  /** Milliseconds for which a site setting that every request needs is cached. Default: one second. */
  readonly freshMs?: number;
  /** Milliseconds between two queries of a stream for new notices (`lookMs`) and between two heartbeats (`beatMs`). Only tests set it. */
  readonly streamMs?: { readonly lookMs: number; readonly beatMs: number };
}

export interface App {
  readonly http: FastifyInstance;
  /** Waits until the work that calls do after their commit is finished. */
  settle(): Promise<void>;
}
