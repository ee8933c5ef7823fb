import { type Kysely, sql } from 'kysely';
import type { Database } from './schema';

/*
 * All advisory locks of the product. PostgreSQL has two forms of advisory locks with separate number ranges.
 * Servers of two versions may use the same database at the same time, so the number of a lock must never change.
 */

/** Locks without a key: `pg_advisory_lock(number)`. */
export const LOCKS = {
  /** Ensures that only one process at a time migrates the tables. */
  migrations: 20_260_301,
  /** In tests, ensures that only one test file at a time creates the template database. */
  testTemplate: 20_260_302,
  /** In tests, pauses a migration midway until the test releases the lock. */
  testStep: 20_260_303,
  /** Serializes the assignment of export task numbers. */
  exportNumber: 20_260_305,
  /** Ensures that only one of several starting processes creates the built-in identities and the owner's account. */
  firstAccounts: 20_261_295,
  /** Ensures that only one process at a time changes the partitions of tables. */
  partitions: 20_261_294,
  /** Ensures that only one process at a time aggregates the order figures. */
  orderRollUp: 20_260_306,
  /** Ensures that only one process at a time adds operation records to the audit chain. */
  auditChain: 20_261_121,
  /** Serializes checks of the number of used staff seats. */
  staffSeats: 20_261_122,
  /** Serializes changes to the tree of departments. */
  departments: 20_261_123,
  /** Serializes changes to the price rules of enquiries. */
  enquiryRules: 20_261_149,
  /** Ensures that only one process at a time aggregates the daily enquiry figures. */
  enquiryRollUp: 20_261_152,
  appVersions: 20_261_151,
  /** Serializes changes to categories, pins and running banners. */
  information: 20_261_190,
  /** Serializes changes to pinned announcements. */
  announcements: 20_261_220,
  /** Serializes changes to fee rules and fee plans. */
  costRules: 20_261_180,
  /** Serializes franchise contracts that reserve a territory. */
  franchiseTerritory: 20_261_200,
  /** Serializes changes to the draft and the published version of the application page. */
  franchiseForms: 20_261_210,
  /** Serializes the count of daily applications from the public page. */
  franchiseDay: 20_261_211,
  /** Serializes payouts, transfers and remittances that reserve funds of a merchant number. */
  payoutReserve: 20_261_170,
} as const;

/** Locks with a key of 32 bits: `pg_advisory_lock(number, key)`. */
export const KEYED_LOCKS = {
  /** The key is a hash of the job's name. */
  job: 20_260_304,
  /** The key is the id of the account that requests an export. */
  exportRequester: 20_260_305,
  /**
   * The key is the accounting day in days since 1970. Days more than three days in the past share the key 0. The key −1 serializes closing
   * and reopening.
   */
  ledgerDay: 20_261_122,
  /** The key is the 10-second period, counted since 1970, in which the first id of the transaction was created. */
  ledgerIds: 20_261_123,
  /** The key is the id of the account or identity that owns the saved views, or 0 for the views of all accounts. */
  savedViews: 20_261_141,
  /** The key is a hash of the simulator's name. */
  simulator: 20_261_151,
  /** The key is a hash of the access token's name. */
  platformToken: 20_261_152,
  /** The key is the platform's position in the list of mini program platforms, starting at 1. */
  miniCode: 20_261_153,
  /** The key is a hash of the applicant's phone number. */
  franchisePhone: 20_261_201,
  /** The key is a hash of the name that identifies a visit to the application page. */
  franchiseVisit: 20_261_202,
  /** The key is the id of the applicant, because daily limits include all withdrawals of that applicant. */
  withdrawSubject: 20_261_171,
} as const;

type Lock = keyof typeof LOCKS;
type KeyedLock = keyof typeof KEYED_LOCKS;
/** A keyed lock and its key. */
export type KeyedLockOf = readonly [lock: KeyedLock, id: number];
type Db = Kysely<Database>;

/** Reduces an id to 32 bits. Different ids with the same key only cause unnecessary waiting. */
const keyOf = (id: number): number => Math.trunc(id % 2_147_483_647);

/** Computes the key of a name. Servers of two versions must compute the same key. Names with equal keys exclude each other. */
export function keyOfName(name: string): number {
  let sum = 0;
  for (const char of name) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/** Waits for a lock and keeps it until the transaction ends. */
export async function holdLock(db: Db, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(db);
}

/** Waits for a lock, and runs the work in the transaction that has it. @returns the result of the work */
export async function withLock<T>(db: Db, lock: Lock, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await holdLock(trx, lock);
    return work(trx);
  });
}

/** Works like {@link holdLock} for a lock with a key. */
export async function holdKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)})`.execute(db);
}

/** Takes shared locks in the given order and keeps them until the transaction ends. They block {@link holdKeyedLock} but not each other. */
export async function shareKeyedLocks(db: Db, locks: readonly KeyedLockOf[]): Promise<void> {
  const [numbers, keys] = [locks.map(([lock]) => KEYED_LOCKS[lock]), locks.map(([, id]) => keyOf(id))];
  await sql`select pg_advisory_xact_lock_shared(number, key)
    from unnest(${numbers}::int[], ${keys}::int[]) as locks (number, key)`.execute(db);
}

/**
 * Locks the free keys of a range without waiting. The locks last until the transaction ends.
 *
 * @returns the locked keys; other transactions have locked the remaining keys
 */
export async function freeKeys(
  db: Db,
  lock: KeyedLock,
  { from, end }: { readonly from: number; readonly end: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ key: number }>`
    select key from generate_series(${from}::int, ${end - 1}::int) key
    where pg_try_advisory_xact_lock(${KEYED_LOCKS[lock]}, key)`.execute(db);
  return rows.map(({ key }) => key);
}

/** Takes a free lock without waiting and keeps it until the transaction ends. @returns `false` when another transaction has the lock */
export async function tryLock(db: Db, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS[lock]}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/** Works like {@link tryLock} for a lock with a key. */
export async function tryKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/**
 * Builds the statements of a lock that is independent of transactions. The connection that ran `take` or `attempt` must run `release`.
 * `take` waits for the lock. `attempt` returns immediately, with the result in `free`.
 */
export function sessionLock(lock: Lock): { readonly take: string; readonly attempt: string; readonly release: string } {
  return {
    take: `select pg_advisory_lock(${LOCKS[lock]})`,
    attempt: `select pg_try_advisory_lock(${LOCKS[lock]}) as free`,
    release: `select pg_advisory_unlock(${LOCKS[lock]})`,
  };
}
