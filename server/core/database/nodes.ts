import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock';
import { createIds, type Ids, idMilliseconds } from '../ids';
import { StartupError } from '../startup';
import type { Database } from './schema';

/** Seconds after which a process that has stopped responding loses its node number. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/**
 * Maximum age in milliseconds of a recorded clock time. It is shorter than a lease, because a server of an earlier version may take over a
 * node number without recording its clock.
 */
const NOTED_MS = 25_000;
/**
 * A renewal permits ids up to this many milliseconds after the clock or after the last id, whichever is later. 60,000 ms provide
 * 15 million ids.
 */
const RESERVE_MS = 60_000;

/** An id generator with exclusive use of its node number. */
interface LeasedIds extends Ids {
  /** Releases the node number. No ids can be created afterwards. */
  release(): Promise<void>;
}

/**
 * Leases one of the 16 node numbers, so that processes with the same database never create the same id. The lease is renewed in the
 * background. When it expires, the generator stops, because another process could create the same ids.
 * When all numbers are leased, the call waits until the lease of a killed process expires.
 *
 * @param options.alone no other process can use this database (the embedded one): existing leases are ignored
 * @param options.onLost called once when a renewal fails and the lease expires before the next renewal
 * @throws StartupError when 16 running processes have leased all numbers
 */
export async function leaseIds(
  db: Kysely<Database>,
  clock: Clock,
  options: { alone?: boolean; onLost?: (error: Error) => void } = {},
): Promise<LeasedIds> {
  const holder = clock.randomBytes(16).toString('hex');
  const wanted = idMilliseconds(clock.now()) + RESERVE_MS;
  const asked = { holder, wanted, clock };
  let former = await take(db, { ...asked, alone: options.alone ?? false });
  for (let tries = 0; !former && tries <= LEASE_SECONDS; tries += 1) {
    await new Promise((settle) => setTimeout(settle, 1000));
    former = await take(db, { ...asked, alone: false });
  }
  if (!former) {
    throw new StartupError('All 16 process numbers of this database are taken: stop a server process.');
  }
  const { node, high_ms } = former;
  const ids = createIds({
    clock,
    node,
    after: high_ms,
    until: Math.max(wanted, high_ms + RESERVE_MS),
  });
  let heldUntil = performance.now() + LEASE_SECONDS * 1000;
  let lost = false;
  const renew = async () => {
    const begun = performance.now();
    const until = Math.max(idMilliseconds(clock.now()), ids.last()) + RESERVE_MS;
    const { numUpdatedRows } = await db
      .updateTable('process_node')
      .set({ leased_until: untilSql(), high_ms: until, clock_at: clock.now() })
      .where('node', '=', node)
      .where('holder', '=', holder)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('another process holds the node number');
    ids.extend(until);
    heldUntil = begun + LEASE_SECONDS * 1000;
  };
  const timer = setInterval(() => {
    renew().catch((error: Error) => {
      if (!lost && performance.now() + RENEW_MS > heldUntil) {
        lost = true;
        options.onLost?.(error);
      }
    });
  }, RENEW_MS);
  timer.unref();
  return {
    next() {
      if (performance.now() > heldUntil)
        throw new Error('ids cannot be made: the lease of the node number has run out');
      return ids.next();
    },
    async release() {
      clearInterval(timer);
      heldUntil = -1;
      await db
        .updateTable('process_node')
        .set({ holder: null, leased_until: sql`now()`, high_ms: ids.last(), clock_at: null })
        .where('node', '=', node)
        .where('holder', '=', holder)
        .execute();
    },
  };
}

/**
 * Finds the time of the slowest clock among all processes that can create ids. Later ids of these processes are not smaller than an id
 * of that time.
 *
 * @returns `null` when no process has a lease, or when the clock of a process is unknown or out of date: the process is stopping, or has
 *   an earlier version
 */
export async function slowestClock(db: Kysely<Database>, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('process_node')
    .select((eb) => [
      eb.fn.min('clock_at').as('slowest'),
      sql<boolean | null>`bool_and(clock_at is not null)`.as('areNoted'),
    ])
    .where('holder', 'is not', null)
    .where('leased_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (!row.areNoted || row.slowest === null) return null;
  if (now.getTime() - row.slowest.getTime() > NOTED_MS) return null;
  return row.slowest < now ? row.slowest : now;
}

interface Asked {
  readonly holder: string;
  readonly wanted: number;
  readonly clock: Clock;
  readonly alone: boolean;
}

async function take(db: Kysely<Database>, { holder, wanted, clock, alone }: Asked) {
  // The node number with the oldest ids is preferred. After a quick restart, the times in new ids then need not be later than the clock.
  const free = sql<number>`(
    select node from process_node where holder is null or leased_until < now() or ${alone}
    order by high_ms, node limit 1 for update skip locked
  )`;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('process_node')
      .select(['node', 'high_ms'])
      .where('node', '=', free)
      .executeTakeFirst();
    if (!row) return null;
    await trx
      .updateTable('process_node')
      .set({
        holder,
        leased_until: untilSql(),
        high_ms: Math.max(wanted, row.high_ms + RESERVE_MS),
        clock_at: clock.now(),
      })
      .where('node', '=', row.node)
      .execute();
    return row;
  });
}

function untilSql() {
  return sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
}
