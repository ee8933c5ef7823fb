import { type Kysely, sql } from 'kysely';
import type { Database } from './schema';

/*
 * All advisory locks of the product. PostgreSQL knows two forms, and a number of one form never meets the same number of the other.
 * Servers of two versions may run on one database at the same time: a lock that both of them take keeps its number.
 */

/** Locks without a key: `pg_advisory_lock(number)`. */
export const LOCKS = {
  /** One process brings the tables up to date. */
  migrations: 20_260_301,
  /** Tests: one file makes the template database. */
  testTemplate: 20_260_302,
  /** Tests: a migration stops halfway. */
  testStep: 20_260_303,
  /** Business numbers of export tasks follow one another. */
  exportNumber: 20_260_305,
  /** One process counts the order figures. */
  orderRollUp: 20_260_306,
  /** One process links the operation records to their chain. */
  auditChain: 20_261_121,
  /** The number of staff seats in use is being decided on. */
  staffSeats: 20_261_122,
  /** The tree of departments is being changed. */
  departments: 20_261_123,
  /** A price rule of enquiries is being changed. */
  enquiryRules: 20_261_149,
  /** One process counts the days of enquiries. */
  enquiryRollUp: 20_261_152,
  appVersions: 20_261_151,
  /** Categories, pins or running banners are being decided on. */
  information: 20_261_190,
  /** Pinned announcements are being decided on. */
  announcements: 20_261_220,
  /** A fee rule or a fee plan is being changed. */
  costRules: 20_261_180,
  /** A franchise contract takes its territory. */
  franchiseTerritory: 20_261_200,
  /** The draft or the published version of the application page is being changed. */
  franchiseForms: 20_261_210,
  /** Applications of the public page are counted against the most of a day. */
  franchiseDay: 20_261_211,
  /** A payout reserves from what its merchant number has. */
  payoutReserve: 20_261_170,
} as const;

/** Locks with a key of 32 bits: `pg_advisory_lock(number, key)`. */
export const KEYED_LOCKS = {
  /** Key: hash of the name of a job. */
  job: 20_260_304,
  /** Key: account that asks for an export. */
  exportRequester: 20_260_305,
  /** Key: accounting day as days since 1970; −1 while a day is being closed. */
  ledgerDay: 20_261_122,
  /** Key: account or identity that holds saved views. */
  savedViews: 20_261_141,
  /** Key: hash of the name of a simulator. */
  simulator: 20_261_151,
  /** Key: hash of the name of an access token. */
  platformToken: 20_261_152,
  /** Key: place of the platform among the mini programs' platforms, from 1. */
  miniCode: 20_261_153,
  /** Key: hash of the phone of an applicant. */
  franchisePhone: 20_261_201,
  /** Key: hash of the name of a visit of the application page. */
  franchiseVisit: 20_261_202,
  /** Key: who withdraws. Limits of a day count what others of the same owner have done. */
  withdrawSubject: 20_261_171,
} as const;

type Lock = keyof typeof LOCKS;
type KeyedLock = keyof typeof KEYED_LOCKS;
type Db = Kysely<Database>;

/** Ids are longer than a key. Two ids with one key wait for each other without need. */
const keyOf = (id: number): number => Math.trunc(id % 2_147_483_647);

/** The key of a name. Two names with one key wait for each other without need. Servers of two versions must agree on it. */
export function keyOfName(name: string): number {
  let sum = 0;
  for (const char of name) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/** Waits for a lock and holds it until the transaction ends. */
export async function holdLock(db: Db, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(db);
}

/** {@link holdLock} for one key. */
export async function holdKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)})`.execute(db);
}

/** Shares the locks of several keys until the transaction ends: holders wait for {@link holdKeyedLock}, not for one another. */
export async function shareKeyedLocks(db: Db, lock: KeyedLock, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${KEYED_LOCKS[lock]}, n)
    from unnest(${ids.map(keyOf)}::int[]) n`.execute(db);
}

/** Takes a lock until the transaction ends, or answers false because another transaction holds it. */
export async function tryLock(db: Db, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS[lock]}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/** {@link tryLock} for one key. */
export async function tryKeyedLock(db: Db, lock: KeyedLock, id: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${KEYED_LOCKS[lock]}, ${keyOf(id)}) as free`.execute(db);
  return rows[0]?.free ?? false;
}

/** Statements for a lock that outlives a transaction: the connection that ran `take` must run `release`. */
export function sessionLock(lock: Lock): { readonly take: string; readonly release: string } {
  return {
    take: `select pg_advisory_lock(${LOCKS[lock]})`,
    release: `select pg_advisory_unlock(${LOCKS[lock]})`,
  };
}
