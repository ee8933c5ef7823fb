import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { BILL } from '../../../contract/bill.fields';
import { idIn } from '../../core/database/id-in';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { ExportKey, ExportRange, FieldType } from '../../core/export/export';
import type { Page } from '../../core/list/paged';
import { byIds, conditions, inOrder, selection, withConditions } from '../../core/list/query';
import { type BillFilter, countedBills } from './bill-days';
import { inReconState, reconStateOf } from './recon';

type Db = Kysely<Database>;

const OWN_COLUMNS = {
  id: 'bill.id',
  teamId: 'bill.team_id',
  billNo: 'bill.bill_no',
  txnId: 'bill.txn_id',
  type: 'bill.type',
  direction: 'bill.direction',
  counterType: 'bill.counter_type',
  counterId: 'bill.counter_id',
  counterName: 'bill.counter_name',
  orderNo: 'bill.order_no',
  amountFen: 'bill.amount_fen',
  feeFen: 'bill.fee_fen',
  netFen: 'bill.net_fen',
  channel: 'bill.channel',
  merchantNumberId: 'bill.merchant_number_id',
  channelTradeNo: 'bill.channel_trade_no',
  status: 'bill.status',
  at: 'bill.at',
} as const;

const where = (filter: BillFilter) =>
  conditions(BILL, OWN_COLUMNS)(filter, {
    keyword: (no) => sql<boolean>`(bill.bill_no = ${no} or bill.order_no = ${no} or bill.channel_trade_no = ${no})`,
    merchantNo: (ids) => idIn('bill.merchant_number_id', ids),
    reconState: inReconState,
  });
const filtered = (db: Db, filter: BillFilter) => {
  const { at } = filter;
  return withConditions(db.selectFrom('bill'), where(filter)).$if(!!at, (qb) =>
    qb.where('bill.id', '>=', idFloor(at?.from ?? new Date(0))),
  );
};

export interface BillSums {
  readonly inFen: number;
  readonly outFen: number;
  readonly feeFen: number;
  readonly count: number;
}

/**
 * Adds up all bills of a filter. `inFen` and `outFen` are net. Bills whose status is not `success` moved no money: only their number is
 * included.
 */
export async function billSums(db: Db, filter: BillFilter): Promise<BillSums> {
  const counted = await countedBills(db, filter);
  if (!counted) return summed(db, rowsToSum(db, filter));
  const { days, isLate, rest, isCounted } = counted;
  const opened = rowsToSum(db, filter, sql`bill.net_fen`).where('bill.opened_day', 'is not', null);
  const parts = [
    rowsToSum(db, filter).where(isLate),
    opened,
    ...rest.map((part) => rowsToSum(db, part).where(isCounted)),
  ];
  return summed(db, sql`${days} union all ${sql.join(parts, sql` union all `)}`);
}

/** Adds up the bills of a filter from their rows, without the sums by day. */
export const billSumsOfRows = (db: Db, filter: BillFilter): Promise<BillSums> => summed(db, rowsToSum(db, filter));

/**
 * Selects the amounts of bills.
 *
 * @param net SQL expression for the net amount. An index-only scan requires an expression that uses only columns of the index. The default
 *   fits the index of the list.
 */
const rowsToSum = (db: Db, filter: BillFilter, net: RawBuilder<unknown> = sql`bill.amount_fen - bill.fee_fen`) =>
  filtered(db, filter).select([
    'bill.direction',
    sql<number>`case bill.status when 'success' then ${net} else 0 end`.as('net_fen'),
    sql<number>`case bill.status when 'success' then bill.fee_fen else 0 end`.as('fee_fen'),
    sql<number>`1::bigint`.as('bills'),
  ]);

async function summed(db: Db, rows: Expression<unknown>): Promise<BillSums> {
  const { rows: sums } = await sql<BillSums>`
    select coalesce(sum(net_fen) filter (where direction = 'in'), 0)::bigint as "inFen",
      coalesce(sum(net_fen) filter (where direction = 'out'), 0)::bigint as "outFen",
      coalesce(sum(fee_fen), 0)::bigint as "feeFen", coalesce(sum(bills), 0)::int as count
    from (${rows}) counted`.execute(db);
  return sums[0] as BillSums;
}

function whole(db: Db) {
  return db
    .selectFrom('bill')
    .leftJoin('ledger_txn', (join) =>
      join.onRef('ledger_txn.team_id', '=', 'bill.team_id').onRef('ledger_txn.id', '=', 'bill.txn_id'),
    )
    .leftJoin('ledger_txn_key as reversal', (join) =>
      join.onRef('reversal.team_id', '=', 'bill.team_id').onRef('reversal.reverses_id', '=', 'bill.txn_id'),
    )
    .select([
      ...selection(OWN_COLUMNS),
      reconStateOf('bill').as('reconState'),
      sql<number>`coalesce(ledger_txn.operator_id, 0)`.as('operatorId'),
      'reversal.tx_no as reversedByNo',
    ]);
}

/** Reads one page of bills. An index-only scan finds the ids, and only the bills of the page are read in full. */
export async function billPage(
  db: Db,
  filter: BillFilter,
  { sortField, sortOrder, offset, limit }: Page & { sortField: 'at' | 'amountFen'; sortOrder: 'asc' | 'desc' },
) {
  const found = await inOrder(filtered(db, filter), OWN_COLUMNS, [sortField, 'at', 'id'], sortOrder)
    .select('bill.id')
    .offset(offset)
    .limit(limit)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return byIds(ids, await whole(db).where(idIn('bill.id', ids)).execute());
}

export type BillRecord = Awaited<ReturnType<typeof billPage>>[number];

export async function findBill(db: Db, id: number): Promise<BillRecord | null> {
  return (await whole(db).where('bill.id', '=', id).executeTakeFirst()) ?? null;
}

interface ExportFrom {
  readonly range: ExportRange;
  readonly after: ExportKey | null;
  readonly limit: number;
}

function inRange(db: Db, filter: BillFilter, { range: { ids, upTo }, after }: ExportFrom) {
  const [at, id] = after ?? [];
  // The index scan starts at this limit of `bill.at`. Use the time of the cursor: otherwise each batch reads all earlier batches again.
  let query = filtered(db, filter).where('bill.at', '<=', after ? sql<Date>`${at}::timestamptz` : upTo);
  if (ids !== null) query = query.where(idIn('bill.id', ids));
  if (after) query = query.where(sql<boolean>`(bill.at, bill.id) < (${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`);
  return query;
}

/** Fields of a bill that an export may read, with their types. In `signedFen` and `signedNetFen`, outgoing money is negative. */
export const EXPORTED_BILL = {
  id: 'int',
  at: 'moment',
  teamId: 'int',
  billNo: 'text',
  type: 'text',
  direction: 'text',
  counterType: 'text',
  counterId: 'int',
  counterName: 'text',
  userId: 'int',
  riderId: 'int',
  merchantId: 'int',
  franchiseeId: 'int',
  counterTeamId: 'int',
  orderNo: 'text',
  signedFen: 'int',
  feeFen: 'int',
  signedNetFen: 'int',
  channel: 'text',
  merchantNumberId: 'int',
  channelTradeNo: 'text',
  status: 'text',
  reconState: 'text',
  operatorId: 'int',
  reversedByNo: 'text',
} as const satisfies Readonly<Record<string, FieldType>>;

/** Names of the id columns by kind of counterparty. A column has a value only if the bill stores no name of the counterparty. */
const UNNAMED = [
  ['user', 'userId'],
  ['rider', 'riderId'],
  ['merchant', 'merchantId'],
  ['franchisee', 'franchiseeId'],
  ['team', 'counterTeamId'],
] as const;

const signed = (column: 'amount_fen' | 'net_fen') =>
  sql<number>`case bill.direction when 'in' then ${sql.ref(`bill.${column}`)} else - ${sql.ref(`bill.${column}`)} end`;

/**
 * Builds the query for one batch of an export, newest bill first. Time and id of a bill never change, so they form the cursor. The query
 * selects the fields of {@link EXPORTED_BILL} that the table `bill` contains. Fields of other tables are selected only if `reads` contains
 * them. The query looks up these fields for each row (`limit 1`), because a join would read a whole table for every batch.
 */
export function exportedBills(db: Db, filter: BillFilter, from: ExportFrom, reads: ReadonlySet<string>) {
  const wanted = inRange(db, filter, from).orderBy('bill.at', 'desc').orderBy('bill.id', 'desc').limit(from.limit);
  const isBare = where({ ...filter, at: null }).length === 0;
  // If the filter has only days, all scanned rows are results. For other filters an index-only scan finds the ids first.
  const found = isBare
    ? wanted.selectAll('bill')
    : db
        .selectFrom(wanted.select(['bill.id', 'bill.team_id']).as('found'))
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('bill')
              .whereRef('bill.team_id', '=', 'found.team_id')
              .whereRef('bill.id', '=', 'found.id')
              .selectAll('bill')
              .limit(1)
              .as('bill'),
          (join) => join.onTrue(),
        )
        .selectAll('bill');
  return db
    .selectFrom(found.as('bill'))
    .select(selection(OWN_COLUMNS))
    .select([
      signed('amount_fen').as('signedFen'),
      signed('net_fen').as('signedNetFen'),
      ...UNNAMED.map(([kind, name]) =>
        sql<
          number | null
        >`case when bill.counter_name = '' and bill.counter_type = ${sql.lit(kind)} then bill.counter_id end`.as(name),
      ),
    ])
    .$if(reads.has('reconState'), (qb) => qb.select(reconStateOf('bill').as('reconState')))
    .$if(reads.has('operatorId'), (qb) =>
      qb
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('ledger_txn as txn')
              .whereRef('txn.team_id', '=', 'bill.team_id')
              .whereRef('txn.id', '=', 'bill.txn_id')
              .select('txn.operator_id')
              .limit(1)
              .as('made'),
          (join) => join.onTrue(),
        )
        .select(sql<number>`coalesce(made.operator_id, 0)`.as('operatorId')),
    )
    .$if(reads.has('reversedByNo'), (qb) =>
      qb
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('ledger_txn_key as txn')
              .whereRef('txn.team_id', '=', 'bill.team_id')
              .whereRef('txn.reverses_id', '=', 'bill.txn_id')
              .select('txn.tx_no')
              .limit(1)
              .as('reversal'),
          (join) => join.onTrue(),
        )
        .select('reversal.tx_no as reversedByNo'),
    );
}

/** Counts the rows of an export. The count stops at `limit`. */
export async function exportedBillCount(db: Db, filter: BillFilter, from: ExportFrom): Promise<number> {
  const some = inRange(db, filter, from).select(sql<number>`1`.as('one')).limit(from.limit);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
