import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock';
import { archivedParts } from '../../core/database/archive';
import { tryLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { hasLinks } from './links';
import { CHAIN_START, type ChainHead, linkAfter } from './rules';

/**
 * The hash chain over the operation records (QUALITY C.3 36, docs/decisions/0009). API calls write records without links, so that the
 * calls do not wait for each other. A job links the records shortly afterwards, ordered by id.
 */

type Db = Kysely<Database>;

const BATCH = 1_000;
/** Maximum number of links that one statement reads. */
export const VERIFIED_AT_ONCE = 2 * BATCH;
/**
 * Maximum time by which a new record may be older than the newest linked record. Ids are created just before the commit, and no
 * transaction lasts this long. An even older new record was inserted manually.
 */
const LATE_MS = 15 * 60_000;
/** Nearly every record appears within this time. Looking back further every second would cost more than the linking itself. */
const USUAL_MS = 30_000;
/** An id is its time in milliseconds × 4096 plus a number below 4096 (core/ids). */
const IDS_PER_MS = 4_096;
/** {@link LATE_MS} as a difference of ids. */
export const LATE_IDS = LATE_MS * IDS_PER_MS;

/**
 * The canonical form (version 1) of a record for the hash. The text of a jsonb value is unique: keys are sorted by length and then by
 * bytes, with one space after `:` and `,`. The time is formatted explicitly, so that session settings cannot change it.
 * A new column needs a new version.
 */
export const CANONICAL = sql<string>`jsonb_build_object(
  'v', 1, 'id', r.id, 'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'accountId', r.account_id, 'account', r.account, 'identityName', r.identity_name,
  'module', r.module, 'action', r.action, 'objectType', r.object_type, 'objectId', r.object_id, 'objectNo', r.object_no,
  'resultCode', r.result_code, 'before', r.before, 'after', r.after, 'detail', r.detail, 'reason', r.reason,
  'ip', r.ip, 'ua', r.ua, 'requestId', r.request_id, 'costMs', r.cost_ms,
  'money', r.money, 'reveals', r.reveals, 'outOfHours', r.out_of_hours)::text`;

/** Reads the newest link. If there is none, returns position 0. */
export async function chainHead(db: Db): Promise<ChainHead> {
  const row = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? CHAIN_START;
}

/** Finds the first of these heads that is missing in the chain. @returns `null` if the chain contains all of them */
export async function firstMissing(db: Db, heads: readonly ChainHead[]): Promise<ChainHead | null> {
  const { rows } = await sql<ChainHead>`
    select h.position, h.hash from json_to_recordset(${JSON.stringify(heads)}::json) as h(position bigint, hash text)
    where not exists (select from audit_link l where l.position = h.position and l.hash = h.hash)
    order by h.position limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Finds the link of a record. @returns `null` if the record is not linked yet */
export async function linkOf(db: Db, recordId: number): Promise<ChainHead | null> {
  const row = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the link at a position. @returns `null` if there is none */
export async function linkAt(db: Db, position: number): Promise<{ hash: string; recordId: number } | null> {
  const row = await db
    .selectFrom('audit_link')
    .select(['hash', 'record_id as recordId'])
    .where('position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}

/** Computes the id that is this many milliseconds before the newest linked record. */
async function idBefore(db: Db, milliseconds: number): Promise<number> {
  const { newest } = await db
    .selectFrom('audit_link')
    .select((eb) => eb.fn.max('record_id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0) - milliseconds * IDS_PER_MS;
}

/**
 * Links new records, oldest first. Concurrent calls are safe: one call gets the lock, the others return.
 *
 * @param isThorough also finds records that appear minutes late
 * @returns the number of linked records
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

/** Links the first unlinked records after an id. `last` is the last linked id. */
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

/** The first breach that was found in the chain. */
export interface Breach {
  readonly kind: 'changed' | 'deleted' | 'linkDeleted' | 'inserted' | 'cutOff' | 'rewritten';
  /** Position in the chain. `null` if the record is not in the chain. */
  readonly position: number | null;
  readonly recordId: number | null;
}

export interface Verdict {
  readonly breach: Breach | null;
  readonly head: ChainHead;
  /** Number of new records that have no link yet, at most 10,000. 0 if there is a breach. */
  readonly waiting: number;
}

/** The result of verifying one batch of links. */
export interface VerifiedBatch {
  readonly breach: Breach | null;
  /** The last valid link. If no link is valid, this is the link after which the verification began. */
  readonly head: ChainHead;
  /** Id of the last link's record or, after a breach, of the faulty record. `null` if no link was read or a link is missing. */
  readonly recordId: number | null;
  /** Number of links that were read. */
  readonly read: number;
}

/**
 * Verifies the links after `from`. The caller must already trust the hash of `from`.
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
  const isArchived = await findArchived(
    db,
    rows.some(({ canonical }) => canonical === null),
  );
  for (const { position, recordId, hash, canonical } of rows) {
    if (position !== head.position + 1) return broken('linkDeleted', head.position + 1, null);
    if (canonical === null && !isArchived(recordId)) return broken('deleted', position, recordId);
    // An archived record cannot be hashed here. `hasLinks` compares the links of its month with the digest in the archive.
    const next = canonical === null ? { position, hash } : linkAfter(head, canonical);
    if (next.hash !== hash) return broken('changed', position, recordId);
    head = next;
    if ((kept.get(position) ?? hash) !== hash) return broken('rewritten', position, recordId);
  }
  return { breach: null, head, recordId: rows.at(-1)?.recordId ?? null, read: rows.length };
}

/** Returns a function that checks whether a record is in the file of an archived month. @param isNeeded false if no record is missing */
async function findArchived(db: Db, isNeeded: boolean): Promise<(recordId: number) => boolean> {
  // Read the archived parts after the records, so that a month that was archived meanwhile is included.
  const parts = isNeeded ? await archivedParts(db, 'operation_record') : [];
  return (recordId) => parts.some(({ from, below }) => (from ?? 0) <= recordId && recordId < below);
}

/**
 * Finds the first record without a link in a range of ids. Records of the last minutes are excluded, because they may not be linked yet.
 *
 * @param after id before the range; `null` starts with the first record
 * @param until last id
 */
export async function findInserted(db: Db, after: number | null, until: number): Promise<Breach | null> {
  // The subquery repeats the range. Without it, the planner reads the index of all links.
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
 * Verifies the whole chain. Records of archived months are in files: only their links are compared with the digest in the archive.
 *
 * @param kept heads stored outside of the database. They reveal a truncated or rewritten chain.
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
  for (const part of await archivedParts(db, 'operation_record')) {
    if (await hasLinks(db, part)) continue;
    return broken({ kind: 'rewritten', position: Number(part.kept.firstPosition), recordId: null });
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
