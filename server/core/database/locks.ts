import { type Kysely, sql } from 'kysely';
import type { Database } from './schema';

/*
 * All advisory locks of the product. PostgreSQL has two forms, with separate number spaces.
 * Servers of two versions may run on one database at the same time, so the number of a shared lock must never change.
 */

/** Locks without a key: `pg_advisory_lock(number)`. */
export const LOCKS = {
  /** Only one process migrates the tables. */
  migrations: 20_260_301,
  /** Tests: only one file creates the template database. */
  testTemplate: 20_260_302,
  /** Tests: stops a migration halfway. */
  testStep: 20_260_303,
  /** Serializes the business numbers of export tasks. */
  exportNumber: 20_260_305,
  /** Only one process changes the partitions of tables. */
  partitions: 20_261_294,
  /** Only one process rolls up the order figures. */
  orderRollUp: 20_260_306,
  /** Only one process links operation records to their chain. */
  auditChain: 20_261_121,
  /** Serializes checks of the staff seats in use. */
  staffSeats: 20_261_122,
  /** Serializes changes to the tree of departments. */
  departments: 20_261_123,
  /** Serializes changes to the price rules of enquiries. */
  enquiryRules: 20_261_149,
  /** Only one process rolls up the days of enquiries. */
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
  /** Serializes the daily count of applications from the public page. */
  franchiseDay: 20_261_211,
  /** Serializes payouts that reserve funds of a merchant number. */
  payoutReserve: 20_261_170,
} as const;

/** Locks with a key of 32 bits: `pg_advisory_lock(number, key)`. */
export const KEYED_LOCKS = {
  /** Key: hash of the name of a job. */
  job: 20_260_304,
  /** Key: account that requests an export. */
  exportRequester: 20_260_305,
  /** Key: accounting day as days since 1970; −1 while a day is being closed. */
  ledgerDay: 20_261_122,
  /** Key: account or identity that holds saved views. */
  savedViews: 20_261_141,
  /** Key: hash of the name of a simulator. */
  simulator: 20_261_151,
  /** Key: hash of the name of an access token. */
  platformToken: 20_261_152,
  /** Key: index of the platform in the list of mini program platforms, from 1. */
  miniCode: 20_261_153,
  /** Key: hash of the phone of an applicant. */
  franchisePhone: 20_261_201,
  /** Key: hash of the name of a visit of the application page. */
  franchiseVisit: 20_261_202,
  /** Key: the withdrawing subject's id. Daily limits also count other withdrawals of the same subject. */
  withdrawSubject: 20_261_171,
} as const;

type Lock = keyof typeof LOCKS;
type KeyedLock = keyof typeof KEYED_LOCKS;
type Db = Kysely<Database>;

/** Reduces an id to 32 bits. Two ids with the same key wait for each other unnecessarily. */
const keyOf = (id: number): number => Math.trunc(id % 2_147_483_647);

/** Computes the key of a name. Servers of two versions must compute the same key. Equal keys only cause unnecessary waiting. */
export function keyOfName(name: string): number {
  let sum = 0;
  for (const char of name) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/** Waits for a lock and holds it until the transaction ends. */
export async function holdLock(db: Db, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(db);
}

/** As {@link holdLock}, for one key. */
export async function holdKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)})`.execute(db);
}

/** Takes shared locks of several keys until the transaction ends: they block {@link holdKeyedLock}, not each other. */
export async function shareKeyedLocks(db: Db, lock: KeyedLock, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${KEYED_LOCKS[lock]}, n)
    from unnest(${ids.map(keyOf)}::int[]) n`.execute(db);
}

/** Tries to take a lock until the transaction ends. @returns false when another transaction holds it */
export async function tryLock(db: Db, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS[lock]}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/** As {@link tryLock}, for one key. */
export async function tryKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/**
 * Builds the statements of a lock that outlives a transaction. The connection that ran `take` or `attempt` must run `release`.
 * `take` waits; `attempt` answers `free`.
 */
export function sessionLock(lock: Lock): { readonly take: string; readonly attempt: string; readonly release: string } {
  return {
    take: `select pg_advisory_lock(${LOCKS[lock]})`,
    attempt: `select pg_try_advisory_lock(${LOCKS[lock]}) as free`,
    release: `select pg_advisory_unlock(${LOCKS[lock]})`,
  };
}
