import { type Kysely, sql } from 'kysely';
import type { BillStatus, EntryType, ReconState } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';
import type { ExportKey, ExportRange, FieldType } from '../../core/export/export';

type Db = Kysely<Database>;

/** What a list of bills is asked for. Moments are given, `to` is exclusive. */
export interface BillFilter {
  /** null = all, with those that belong to no station. */
  readonly teams: readonly number[] | null;
  /** The whole number of a bill, an order or a payment at the platform. */
  readonly number?: string | undefined;
  readonly types?: readonly EntryType[] | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly merchantNumberIds?: readonly number[] | undefined;
  readonly statuses?: readonly BillStatus[] | undefined;
  readonly reconStates?: readonly ReconState[] | undefined;
  readonly minFen?: number | undefined;
  readonly maxFen?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** One parameter, however many values: the statement stays the same one. */
const anyOf = (column: string, type: 'text' | 'bigint', values: readonly (string | number)[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(type)}[])`;

function filtered(db: Db, filter: BillFilter) {
  const { teams, number, types, direction, channels, merchantNumberIds, statuses, reconStates } = filter;
  const { minFen, maxFen, from, to } = filter;
  let query = db.selectFrom('bill');
  if (teams) query = query.where(anyOf('bill.team_id', 'bigint', teams));
  if (from) query = query.where('bill.at', '>=', from);
  if (to) query = query.where('bill.at', '<', to);
  if (number !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('bill.bill_no', '=', number),
        eb('bill.order_no', '=', number),
        eb('bill.channel_trade_no', '=', number),
      ]),
    );
  }
  if (types?.length) query = query.where(anyOf('bill.type', 'text', types));
  if (direction) query = query.where('bill.direction', '=', direction);
  if (channels?.length) query = query.where(anyOf('bill.channel', 'text', channels));
  if (merchantNumberIds?.length) query = query.where(anyOf('bill.merchant_number_id', 'bigint', merchantNumberIds));
  if (statuses?.length) query = query.where(anyOf('bill.status', 'text', statuses));
  if (reconStates?.length) query = query.where(anyOf('bill.recon_state', 'text', reconStates));
  if (minFen !== undefined) query = query.where('bill.amount_fen', '>=', minFen);
  if (maxFen !== undefined) query = query.where('bill.amount_fen', '<=', maxFen);
  return query;
}

export interface BillSums {
  readonly inFen: number;
  readonly outFen: number;
  readonly feeFen: number;
  readonly count: number;
}

/** Sums over everything that a filter leaves. Bills that failed or were closed moved nothing, and are counted only. */
export async function billSums(db: Db, filter: BillFilter): Promise<BillSums> {
  return await filtered(db, filter)
    .select([
      sql<number>`coalesce(sum(bill.amount_fen) filter (where bill.direction = 'in' and bill.status = 'success'), 0)::bigint`.as(
        'inFen',
      ),
      sql<number>`coalesce(sum(bill.amount_fen) filter (where bill.direction = 'out' and bill.status = 'success'), 0)::bigint`.as(
        'outFen',
      ),
      sql<number>`coalesce(sum(bill.fee_fen) filter (where bill.status = 'success'), 0)::bigint`.as('feeFen'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .executeTakeFirstOrThrow();
}

const OWN_COLUMNS = [
  'bill.id',
  'bill.team_id as teamId',
  'bill.bill_no as billNo',
  'bill.txn_id as txnId',
  'bill.type',
  'bill.direction',
  'bill.counter_type as counterType',
  'bill.counter_id as counterId',
  'bill.counter_name as counterName',
  'bill.order_no as orderNo',
  'bill.amount_fen as amountFen',
  'bill.fee_fen as feeFen',
  'bill.net_fen as netFen',
  'bill.channel',
  'bill.merchant_number_id as merchantNumberId',
  'bill.channel_trade_no as channelTradeNo',
  'bill.status',
  'bill.recon_state as reconState',
  'bill.at',
] as const;
const COLUMNS = [...OWN_COLUMNS, 'ledger_txn.operator_id as operatorId', 'reversal.tx_no as reversedByNo'] as const;

function whole(db: Db) {
  return db
    .selectFrom('bill')
    .innerJoin('ledger_txn', (join) =>
      join.onRef('ledger_txn.team_id', '=', 'bill.team_id').onRef('ledger_txn.id', '=', 'bill.txn_id'),
    )
    .leftJoin('ledger_txn as reversal', (join) =>
      join.onRef('reversal.team_id', '=', 'bill.team_id').onRef('reversal.reverses_id', '=', 'bill.txn_id'),
    )
    .select(COLUMNS);
}

/** One page of bills. Its ids come from the index alone; only the rows shown are read whole. */
export async function billPage(
  db: Db,
  filter: BillFilter,
  page: {
    readonly sort: 'at' | 'amountFen';
    readonly order: 'asc' | 'desc';
    readonly offset: number;
    readonly limit: number;
  },
) {
  const found = await filtered(db, filter)
    .select(['bill.id', 'bill.team_id as teamId'])
    .$if(page.sort === 'amountFen', (qb) => qb.orderBy('bill.amount_fen', page.order))
    .orderBy('bill.at', page.order)
    .orderBy('bill.id', page.order)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  if (found.length === 0) return [];
  const rows = await whole(db)
    .where(
      anyOf(
        'bill.id',
        'bigint',
        found.map(({ id }) => id),
      ),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
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
  // Of two upper ends the index begins at the plain one: it must be the place, or every batch reads again all those before it.
  let query = filtered(db, filter).where('bill.at', '<=', after ? sql<Date>`${at}::timestamptz` : upTo);
  if (ids !== null) query = query.where(anyOf('bill.id', 'bigint', ids));
  if (after) query = query.where(sql<boolean>`(bill.at, bill.id) < (${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`);
  return query;
}

/** What an export may read of a bill, as it is stored; the amounts with the sign of their direction. */
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

/** Ids of counterparties whose name does not stand on the bill, by their kind. */
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
 * A batch of an export as a query, newest first: time and id of a bill never change, so they are a place to go on from. All fields of
 * {@link EXPORTED_BILL} by their names, but for those of other tables only which `reads` asks for; these are looked up row by row (`limit 1`), since a database that
 * joins reads a whole table again for every batch.
 */
export function exportedBills(db: Db, filter: BillFilter, from: ExportFrom, reads: ReadonlySet<string>) {
  const wanted = inRange(db, filter, from).orderBy('bill.at', 'desc').orderBy('bill.id', 'desc').limit(from.limit);
  const { teams, number, from: first, to, ...others } = filter;
  const isBare = Object.values({ teams, number, ...others }).every((asked) => asked === undefined || asked === null);
  // Where only days are asked for, all rows that are read are wanted; else the index alone tells which ones are.
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
    .select(OWN_COLUMNS)
    .select([
      signed('amount_fen').as('signedFen'),
      signed('net_fen').as('signedNetFen'),
      ...UNNAMED.map(([kind, name]) =>
        sql<
          number | null
        >`case when bill.counter_name = '' and bill.counter_type = ${sql.lit(kind)} then bill.counter_id end`.as(name),
      ),
    ])
    .$if(reads.has('operatorId'), (qb) =>
      qb
        .innerJoinLateral(
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
        .select('made.operator_id as operatorId'),
    )
    .$if(reads.has('reversedByNo'), (qb) =>
      qb
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('ledger_txn as txn')
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

/** How many rows an export has, counted no further than `limit`. */
export async function exportedBillCount(db: Db, filter: BillFilter, from: ExportFrom): Promise<number> {
  const some = inRange(db, filter, from).select(sql<number>`1`.as('one')).limit(from.limit);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
