import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock';
import { createIds, type Ids, idMilliseconds } from '../ids';
import { StartupError } from '../startup';
import type { Database } from './schema';

/** A process that stopped responding keeps its node number for this time. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** How far ids may run ahead of the clock between two renewals: 60,000 ms hold 15 million ids. */
const RESERVE_MS = 60_000;

/** An id generator with exclusive use of its node number. */
interface LeasedIds extends Ids {
  /** Releases the node number. No ids can be created afterwards. */
  release(): Promise<void>;
}

/**
 * Leases one of the 16 node numbers, so that processes on one database never create the same id. The lease is renewed in the
 * background. If it expires, the generator stops, because another process could create the same ids.
 * When all numbers are leased, it waits for the lease of a killed process to expire.
 *
 * @param options.alone no other process can use this database (the embedded one): existing leases are ignored
 * @param options.onLost called once when the lease has expired
 * @throws StartupError when 16 running processes hold all numbers
 */
export async function leaseIds(
  db: Kysely<Database>,
  clock: Clock,
  options: { alone?: boolean; onLost?: (error: Error) => void } = {},
): Promise<LeasedIds> {
  const holder = clock.randomBytes(16).toString('hex');
  const wanted = idMilliseconds(clock.now()) + RESERVE_MS;
  let former = await take(db, holder, wanted, options.alone ?? false);
  for (let tries = 0; !former && tries <= LEASE_SECONDS; tries += 1) {
    await new Promise((settle) => setTimeout(settle, 1000));
    former = await take(db, holder, wanted, false);
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
      .set({ leased_until: untilSql(), high_ms: until })
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
        .set({ holder: null, leased_until: sql`now()`, high_ms: ids.last() })
        .where('node', '=', node)
        .where('holder', '=', holder)
        .execute();
    },
  };
}

async function take(db: Kysely<Database>, holder: string, wanted: number, alone: boolean) {
  // Prefer the number with the oldest ids: the ids of a process that restarts at once then need not run ahead of the clock.
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
      .set({ holder, leased_until: untilSql(), high_ms: Math.max(wanted, row.high_ms + RESERVE_MS) })
      .where('node', '=', row.node)
      .execute();
    return row;
  });
}

function untilSql() {
  return sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
}
