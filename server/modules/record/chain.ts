import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock';
import { tryLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { CHAIN_START, type ChainHead, linkAfter } from './rules';

/**
 * The hash chain over the operation records (QUALITY C.3 36, docs/decisions/0009). Calls write records, and a job links them a
 * moment later in the chain's own order. So calls do not wait for each other.
 */

type Db = Kysely<Database>;

const BATCH = 1_000;
/** Number of links that one statement reads. */
export const VERIFIED_AT_ONCE = 2 * BATCH;
/**
 * How late a record may appear after the newest linked one. Ids are made just before the commit, and no transaction lasts this
 * long. A record that appears later was inserted manually.
 */
const LATE_MS = 15 * 60_000;
/** Nearly every record appears within this time. A longer look-back each second would cost more than the linking. */
const USUAL_MS = 30_000;
/** Ids are milliseconds × 4096 (core/ids). */
const IDS_PER_MS = 4_096;
/** {@link LATE_MS} as a difference of ids. */
export const LATE_IDS = LATE_MS * IDS_PER_MS;

/**
 * The canonical form (version 1) of a record for the hash. The text of jsonb is unique per value: keys by length and then by bytes,
 * one space after `:` and `,`. The time is formatted explicitly, so that session settings cannot change it.
 * New columns need a new version.
 */
const CANONICAL = sql<string>`jsonb_build_object(
  'v', 1, 'id', r.id, 'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'accountId', r.account_id, 'account', r.account, 'identityName', r.identity_name,
  'module', r.module, 'action', r.action, 'objectType', r.object_type, 'objectId', r.object_id, 'objectNo', r.object_no,
  'resultCode', r.result_code, 'before', r.before, 'after', r.after, 'detail', r.detail, 'reason', r.reason,
  'ip', r.ip, 'ua', r.ua, 'requestId', r.request_id, 'costMs', r.cost_ms,
  'money', r.money, 'reveals', r.reveals, 'outOfHours', r.out_of_hours)::text`;

/** The newest link; position 0 while there is none. */
export async function chainHead(db: Db): Promise<ChainHead> {
  const row = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? CHAIN_START;
}

/** The first of these heads that the chain lacks; null: it contains all. */
export async function firstMissing(db: Db, heads: readonly ChainHead[]): Promise<ChainHead | null> {
  const { rows } = await sql<ChainHead>`
    select h.position, h.hash from json_to_recordset(${JSON.stringify(heads)}::json) as h(position bigint, hash text)
    where not exists (select from audit_link l where l.position = h.position and l.hash = h.hash)
    order by h.position limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The link of a record; null: not linked yet. */
export async function linkOf(db: Db, recordId: number): Promise<ChainHead | null> {
  const row = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row ?? null;
}

/** The link at a position; null: there is none. */
export async function linkAt(db: Db, position: number): Promise<{ hash: string; recordId: number } | null> {
  const row = await db
    .selectFrom('audit_link')
    .select(['hash', 'record_id as recordId'])
    .where('position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}

/** The id that corresponds to so many milliseconds before the newest linked record. */
async function idBefore(db: Db, milliseconds: number): Promise<number> {
  const { newest } = await db
    .selectFrom('audit_link')
    .select((eb) => eb.fn.max('record_id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0) - milliseconds * IDS_PER_MS;
}

/**
 * Links new records, oldest first. Concurrent calls are safe: one holds the lock, the others return.
 *
 * @param isThorough also looks for records that appear minutes late
 * @returns how many were linked
 */
export async function linkRecords(db: Db, clock: Clock, isThorough = true): Promise<number> {
  let linked = 0;
  let from = await idBefore(db, isThorough ? LATE_MS : USUAL_MS);
  for (;;) {
    const { count, last } = await db.transaction().execute(async (transaction) => {
      const isFree = await tryLock(transaction, 'auditChain');
      return isFree ? linkBatch(transaction, clock, from) : { count: 0, last: from };
    });
    linked += count;
    if (count < BATCH) return linked;
    from = last;
  }
}

/** Links the first records after an id; `last` is the last linked id. */
async function linkBatch(db: Db, clock: Clock, from: number): Promise<{ count: number; last: number }> {
  const { rows } = await sql<{ id: number; canonical: string }>`
    select r.id, ${CANONICAL} as canonical from operation_record r
    where r.id > ${from} and not exists (select 1 from audit_link l where l.record_id = r.id and l.record_id > ${from})
    order by r.id limit ${BATCH}`.execute(db);
  if (rows.length === 0) return { count: 0, last: from };
  let head = await chainHead(db);
  const at = clock.now();
  const links = rows.map(({ id, canonical }) => {
    head = linkAfter(head, canonical);
    return { position: head.position, record_id: id, hash: head.hash, chained_at: at };
  });
  await db.insertInto('audit_link').values(links).execute();
  return { count: links.length, last: rows.at(-1)?.id ?? from };
}

/** The first fault of the chain. */
export interface Breach {
  readonly kind: 'changed' | 'deleted' | 'linkDeleted' | 'inserted' | 'cutOff' | 'rewritten';
  /** Position in the chain; null for a record outside of the chain. */
  readonly position: number | null;
  readonly recordId: number | null;
}

export interface Verdict {
  readonly breach: Breach | null;
  readonly head: ChainHead;
  /** Number of newest records without a link. */
  readonly waiting: number;
}

/** The links that were verified in one statement. */
export interface VerifiedBatch {
  readonly breach: Breach | null;
  /** The last link without a fault; `from` if there is none. */
  readonly head: ChainHead;
  /** Record of the last link; null if no link was read. */
  readonly recordId: number | null;
  /** Number of links that were read. */
  readonly read: number;
}

/**
 * Verifies the links after `from`, whose hash the caller trusts.
 *
 * @param until last position
 * @param size maximum number of links
 * @param kept hashes that the chain must have, by position
 */
export async function verifyBatch(
  db: Db,
  from: ChainHead,
  until: number,
  size: number,
  kept: ReadonlyMap<number, string> = new Map(),
): Promise<VerifiedBatch> {
  const { rows } = await sql<{ position: number; recordId: number; hash: string; canonical: string | null }>`
    select l.position, l.record_id as "recordId", l.hash, case when r.id is null then null else ${CANONICAL} end as canonical
    from audit_link l left join operation_record r on r.id = l.record_id
    where l.position > ${from.position} and l.position <= ${until} order by l.position limit ${size}`.execute(db);
  let head = from;
  const broken = (kind: Breach['kind'], position: number, recordId: number | null): VerifiedBatch => ({
    breach: { kind, position, recordId },
    head,
    recordId,
    read: rows.length,
  });
  for (const { position, recordId, hash, canonical } of rows) {
    if (position !== head.position + 1) return broken('linkDeleted', head.position + 1, null);
    if (canonical === null) return broken('deleted', position, recordId);
    const next = linkAfter(head, canonical);
    if (next.hash !== hash) return broken('changed', position, recordId);
    head = next;
    if ((kept.get(position) ?? hash) !== hash) return broken('rewritten', position, recordId);
  }
  return { breach: null, head, recordId: rows.at(-1)?.recordId ?? null, read: rows.length };
}

/**
 * Finds the first record without a link in a range of ids. Records of the last minutes may still wait for their link.
 *
 * @param after id before the range; null: from the first record
 * @param until last id
 */
export async function findInserted(db: Db, after: number | null, until: number): Promise<Breach | null> {
  // The subquery repeats the range. Otherwise the planner reads the index of all links.
  const inRange = (column: string) =>
    sql`${sql.ref(column)} <= ${until} and ${after === null ? sql`true` : sql`${sql.ref(column)} > ${after}`}`;
  const { rows } = await sql<{ id: number }>`
    select r.id from operation_record r
    where ${inRange('r.id')} and r.id <= ${await idBefore(db, LATE_MS)}
      and not exists (select 1 from audit_link l where l.record_id = r.id and ${inRange('l.record_id')})
    order by r.id limit 1`.execute(db);
  return rows[0] ? { kind: 'inserted', position: null, recordId: rows[0].id } : null;
}

/**
 * Verifies the whole chain.
 *
 * @param kept heads kept outside the database, which reveal a truncated or rewritten chain
 */
export async function verifyChain(db: Db, kept: readonly ChainHead[] = []): Promise<Verdict> {
  const wanted = new Map(kept.map((head) => [head.position, head.hash]));
  let head = CHAIN_START;
  const broken = (breach: Breach): Verdict => ({ breach, head, waiting: 0 });
  for (;;) {
    const batch = await verifyBatch(db, head, Number.MAX_SAFE_INTEGER, VERIFIED_AT_ONCE, wanted);
    head = batch.head;
    if (batch.breach) return broken(batch.breach);
    if (batch.read === 0) break;
  }
  const last = Math.max(0, ...wanted.keys());
  if (last > head.position) return broken({ kind: 'cutOff', position: head.position + 1, recordId: null });
  const floor = await idBefore(db, LATE_MS);
  const { rows } = await sql<{ id: number; late: boolean }>`
    select r.id, r.id <= ${floor} as late from operation_record r
    where not exists (select 1 from audit_link l where l.record_id = r.id)
    order by r.id limit 10000`.execute(db);
  const inserted = rows.find(({ late }) => late);
  if (inserted) return broken({ kind: 'inserted', position: null, recordId: inserted.id });
  return { breach: null, head, waiting: rows.length };
}
