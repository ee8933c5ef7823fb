import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { TRANSFER_LIST } from '../../../contract/transfer.fields';
import type { TransferState } from '../../../contract/transfer.states';
import type { Clock } from '../../core/clock';
import { changeLocked } from '../../core/database/change-locked';
import { idIn } from '../../core/database/id-in';
import { beginning } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { caseTable } from '../case';

/** This module contains the SQL queries for transfers between merchant numbers. */

type Db = Kysely<Database>;
export type TransferRow = Selectable<Database['merchant_transfer']>;
export type TransferFilter = ListFilter<typeof TRANSFER_LIST>;
export type NumberRow = Pick<Selectable<Database['merchant_number']>, 'id' | 'channel' | 'mch_no' | 'name' | 'enabled'>;
export interface Tools {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const TRANSFER_TABLE = caseTable('merchant_transfer');

const COLUMNS = {
  id: 'merchant_transfer.id',
  version: 'merchant_transfer.version',
  no: 'merchant_transfer.no',
  createdAt: 'merchant_transfer.created_at',
  expireAt: 'merchant_transfer.expire_at',
  fromNo: 'sender.mch_no',
  fromName: 'sender.name',
  toNo: 'receiver.mch_no',
  toName: 'receiver.name',
  amountFen: 'merchant_transfer.amount_fen',
  state: 'merchant_transfer.state',
  channel: 'merchant_transfer.channel',
  reason: 'merchant_transfer.reason',
  makerId: 'merchant_transfer.maker_id',
  makerName: 'merchant_transfer.maker_name',
  makerIsOwner: 'merchant_transfer.maker_is_owner',
  checkerName: 'merchant_transfer.checker_name',
  decidedAt: 'merchant_transfer.decided_at',
  finishedAt: 'merchant_transfer.finished_at',
  note: 'merchant_transfer.note',
  channelNo: 'merchant_transfer.channel_no',
  outTxNo: 'merchant_transfer.out_tx_no',
  inTxNo: 'merchant_transfer.in_tx_no',
} as const;
const conditionsOf = conditions(TRANSFER_LIST, COLUMNS);

function filtered(db: Db, filter: TransferFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`merchant_transfer.no like ${beginning(words.toUpperCase())}`,
    fromNo: (ids) => idIn('merchant_transfer.from_id', ids),
    toNo: (ids) => idIn('merchant_transfer.to_id', ids),
  });
  const joined = db
    .selectFrom('merchant_transfer')
    .innerJoin('merchant_number as sender', 'sender.id', 'merchant_transfer.from_id')
    .innerJoin('merchant_number as receiver', 'receiver.id', 'merchant_transfer.to_id');
  return withConditions(joined, found);
}

/** Selects the transfers that match a filter, unsorted. The list and the exports use this query. */
const transferRows = (db: Db, filter: TransferFilter) => filtered(db, filter).select(selection(COLUMNS));

/** Selects the transfers of an export. Each row has the export's time in `asOf`. */
export const exportedTransfers = (db: Db, filter: TransferFilter, now: Date) =>
  transferRows(db, filter).select(sql<Date>`${now}::timestamptz`.as('asOf'));

export function transferPage(
  db: Db,
  filter: TransferFilter,
  sort: { readonly field: 'createdAt' | 'amountFen'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  return readPage(db, inOrder(transferRows(db, filter), COLUMNS, [sort.field, 'createdAt', 'id'], sort.order), page);
}

/**
 * Computes the number of pending transfers, and the sums in fen of approved unfinished and of completed transfers, that match the filter.
 */
export const transferTotals = (db: Db, filter: TransferFilter) =>
  filtered(db, filter)
    .select([
      sql<number>`count(*) filter (where merchant_transfer.state = 'pending')::int`.as('pending'),
      sql<number>`coalesce(sum(merchant_transfer.amount_fen) filter (where merchant_transfer.bill_id is not null
        and merchant_transfer.finished_at is null), 0)::bigint`.as('openFen'),
      sql<number>`coalesce(sum(merchant_transfer.amount_fen) filter (where merchant_transfer.state = 'done'), 0)::bigint`.as(
        'doneFen',
      ),
    ])
    .executeTakeFirstOrThrow();

export async function insertTransfer(db: Db, row: Insertable<Database['merchant_transfer']>): Promise<void> {
  await db.insertInto('merchant_transfer').values(row).execute();
}

export function findTransfer(db: Db, id: number): Promise<TransferRow | undefined> {
  return db.selectFrom('merchant_transfer').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockTransfer(db: Db, id: number): Promise<TransferRow | undefined> {
  return db.selectFrom('merchant_transfer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes the next state and other columns of a locked transfer. */
export async function moveTransfer(
  db: Db,
  row: Pick<TransferRow, 'id' | 'version'>,
  set: Partial<Omit<TransferRow, 'id' | 'version'>> & { readonly state: TransferState },
): Promise<void> {
  await changeLocked(db, 'merchant_transfer', row, set);
}

/** Records when a transfer is sent. @returns `false` if it was sent before or is not in the state "processing" */
export async function markSent(db: Db, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant_transfer')
    .set({ sent_at: at })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the time of the next query and the number of queries so far. */
export async function askLater(
  db: Db,
  { id }: Pick<TransferRow, 'id'>,
  set: { readonly tries: number; readonly query_at: Date },
): Promise<void> {
  await db.updateTable('merchant_transfer').set(set).where('id', '=', id).execute();
}

/** Lists the transfers whose query time has passed. A transfer that was not sent also has a query time, so it is included. */
export function dueTransfers(db: Db, now: Date, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('merchant_transfer')
    .selectAll()
    .where('query_at', '<=', now)
    .orderBy('query_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds the id of a transfer by its transfer number (TR…). Returns `null` if there is none. */
export async function transferOfNo(db: Db, no: string): Promise<number | null> {
  const row = await db.selectFrom('merchant_transfer').select('id').where('no', '=', no).executeTakeFirst();
  return row?.id ?? null;
}

/** Finds the transfer of a bill for an outgoing payment. Returns `null` if there is none. */
export async function transferOfBill(db: Db, billId: number): Promise<Pick<TransferRow, 'id' | 'no'> | null> {
  const row = await db
    .selectFrom('merchant_transfer')
    .select(['id', 'no'])
    .where('bill_id', '=', billId)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts transfers that need attention: an unknown result, or a manual posting that is still missing. */
export async function openTransfers(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('merchant_transfer')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', 'in', ['unknown', 'byHand', 'inTransit'])
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Reads merchant numbers by id, including disabled numbers. */
export async function numbersOf(db: Db, ids: readonly number[]): Promise<Map<number, NumberRow>> {
  const rows = await db
    .selectFrom('merchant_number')
    .select(['id', 'channel', 'mch_no', 'name', 'enabled'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
