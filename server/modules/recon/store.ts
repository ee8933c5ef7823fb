import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ReconKind } from '../../../contract/recon.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { StatementLine } from '../../core/statements/statement';
import { caseTable } from '../case';

/** SQL queries for statements, their entries and differences. */

type Db = Kysely<Database>;
export type BatchRow = Selectable<Database['recon_batch']>;
export type ItemRow = Selectable<Database['recon_item']>;
export type NumberRow = Selectable<Database['merchant_number']>;
export interface Tools {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  /** True to send no notices. The demo uses it for past differences. */
  readonly isQuiet?: boolean;
}

export const ITEM_TABLE = caseTable('recon_item', { neverExpires: true });

export function findNumber(db: Db, id: number): Promise<NumberRow | undefined> {
  return db.selectFrom('merchant_number').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  return db.selectFrom('recon_batch').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the batch of a merchant number, day and kind. */
export function lockBatchOf(
  db: Db,
  of: { readonly merchantNumberId: number; readonly day: string; readonly kind: ReconKind },
): Promise<BatchRow | undefined> {
  return db
    .selectFrom('recon_batch')
    .selectAll()
    .where('merchant_number_id', '=', of.merchantNumberId)
    .where('day', '=', of.day)
    .where('kind', '=', of.kind)
    .forUpdate()
    .executeTakeFirst();
}

export function lockBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  return db.selectFrom('recon_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a batch. @returns `false` if the batch already exists */
export async function insertBatch(db: Db, row: Insertable<Database['recon_batch']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('recon_batch')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant_number_id', 'day', 'kind']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type BatchChange = Partial<Omit<Insertable<Database['recon_batch']>, 'id' | 'version' | 'no'>>;

/** Changes a batch that is in one of the states `from`. @returns `false` if it is in another state; nothing is written then */
export async function moveBatch(
  db: Db,
  id: number,
  from: readonly BatchRow['state'][],
  change: BatchChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recon_batch')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteLines(db: Db, batchId: number): Promise<void> {
  await db.deleteFrom('statement_line').where('batch_id', '=', batchId).execute();
}

/** Inserts statement entries. One JSON parameter contains all entries. */
export async function insertLines(db: Db, batchId: number, lines: readonly StatementLine[]): Promise<void> {
  const rows = lines.map(({ line, kind, tradeNo, outNo, amountFen, feeFen, status, at }) => ({
    l: line,
    k: kind,
    t: tradeNo,
    o: outNo,
    a: amountFen,
    f: feeFen,
    s: status,
    m: at.getTime(),
  }));
  await sql`
    insert into statement_line (batch_id, line, kind, trade_no, out_no, amount_fen, fee_fen, status, at)
    select ${batchId}, l, k, t, o, a, f, s, to_timestamp(m / 1000.0)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(l int, k text, t text, o text, a bigint, f bigint, s text, m bigint)`.execute(
    db,
  );
}

export function findItem(db: Db, id: number): Promise<ItemRow | undefined> {
  return db.selectFrom('recon_item').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockItem(db: Db, id: number): Promise<ItemRow | undefined> {
  return db.selectFrom('recon_item').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const CHUNK = 500;

export async function insertItems(db: Db, rows: readonly Insertable<Database['recon_item']>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    await db
      .insertInto('recon_item')
      .values(rows.slice(at, at + CHUNK))
      .execute();
  }
}

/**
 * Finds batches that are due for a retry, or whose process has stopped. A waiting batch from an earlier release of the server can lack
 * `retry_at`.
 */
export function dueBatches(db: Db, now: Date, leftBefore: Date, limit: number): Promise<BatchRow[]> {
  return db
    .selectFrom('recon_batch')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('retry_at', '<=', now),
        eb.and([eb('state', '=', 'waiting'), eb('retry_at', 'is', null), eb('created_at', '<', leftBefore)]),
        eb.and([eb('state', 'in', ['fetching', 'parsing', 'comparing']), eb('started_at', '<', leftBefore)]),
      ]),
    )
    .orderBy('day')
    .limit(limit)
    .execute();
}

/** Counts the differences of a batch that are open or being handled. */
export async function countOpen(db: Db, batchId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recon_item')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['open', 'handling'])
    .executeTakeFirstOrThrow();
  return n;
}
