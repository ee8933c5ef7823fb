import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';
import { isBillOf } from './bill-of';

type Db = Kysely<Database>;

/** A transaction as pages show it. */
export interface TransactionRecord {
  readonly id: number;
  readonly teamId: number;
  readonly txNo: string;
  readonly bizType: EntryType;
  readonly bizNo: string;
  /** Distinguishes entries with the same type and number. */
  readonly step: number;
  readonly day: string;
  readonly at: Date;
  /** Time when the server posted the transaction. `at` is the time of the event. */
  readonly postedAt: Date;
  readonly remark: string | null;
  readonly operatorId: number;
  readonly reversesNo: string | null;
  readonly reversedByNo: string | null;
  readonly postings: readonly {
    readonly code: AccountCode;
    readonly ownerId: number;
    readonly dc: 'D' | 'C';
    readonly amountFen: number;
    /** Balance of the account after this transaction. If the account is divided by station, this is only the station's balance. */
    readonly balanceAfterFen: number;
  }[];
}

/** Finds a transaction with its postings, debits first. Postings to sub-accounts of one account are combined. */
export async function findTransaction(db: Db, teamId: number, id: number): Promise<TransactionRecord | null> {
  const { rows } = await sql<Omit<TransactionRecord, 'postings'>>`
    select t.id, t.team_id as "teamId", t.tx_no as "txNo", t.biz_type as "bizType", t.biz_no as "bizNo", t.step, t.day::text as day,
      t.at, t.posted_at as "postedAt", t.remark, t.operator_id as "operatorId", o.tx_no as "reversesNo", r.tx_no as "reversedByNo"
    from ledger_txn t
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
    left join ledger_txn_key r on r.team_id = t.team_id and r.reverses_id = t.id
    where t.team_id = ${teamId} and t.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const postings = await sql<TransactionRecord['postings'][number]>`
    select a.code, a.owner_id as "ownerId", p.dc, sum(p.amount_fen)::bigint as "amountFen",
      (array_agg(p.balance_after_fen order by p.seq desc))[1] as "balanceAfterFen"
    from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.team_id = ${teamId} and p.txn_id = ${id}
    group by a.code, a.owner_id, p.dc order by p.dc desc, min(a.id)`.execute(db);
  return { ...row, postings: postings.rows };
}

/** A transaction that is related to an order or to another transaction. */
export interface LinkedRecord {
  readonly txNo: string;
  readonly bizType: EntryType;
  readonly at: Date;
  readonly amountFen: number;
  readonly billId: number | null;
  readonly billNo: string | null;
  readonly relation: 'reverses' | 'reversedBy' | 'sameOrder';
}

/** Maximum number of linked transactions. */
const LINKED = 50;

/**
 * Finds a transaction's reversal, the transaction that is reversed by the given transaction, and other transactions of the same order.
 * These other transactions have a type in {@link ORDER_TYPES}. Returns at most the {@link LINKED} oldest.
 */
export async function linkedTransactions(
  db: Db,
  of: { readonly teamId: number; readonly txnId: number; readonly orderNo: string | null },
): Promise<LinkedRecord[]> {
  const { teamId, txnId, orderNo } = of;
  const { rows } = await sql<LinkedRecord>`
    with found as (
      select k.txn_id as id, 'reversedBy' as relation from ledger_txn_key k where k.team_id = ${teamId} and k.reverses_id = ${txnId}
      union all
      select t.reverses_id, 'reverses' from ledger_txn t
      where t.team_id = ${teamId} and t.id = ${txnId} and t.reverses_id is not null
      union all
      select k.txn_id, 'sameOrder' from ledger_txn_key k
      where k.team_id = ${teamId} and k.biz_no = ${orderNo ?? ''}
        and k.biz_type = any(${ORDER_TYPES}::text[]) and k.txn_id <> ${txnId}
    )
    select t.tx_no as "txNo", t.biz_type as "bizType", t.at, f.relation, b.id as "billId", b.bill_no as "billNo",
      (select sum(p.amount_fen) from ledger_posting p
        where p.team_id = t.team_id and p.txn_id = t.id and p.dc = 'D')::bigint as "amountFen"
    from (select id, min(relation) as relation from found group by id) f
    join ledger_txn t on t.team_id = ${teamId} and t.id = f.id
    left join bill b on ${isBillOf('b', 't')}
    order by t.at, t.id limit ${sql.lit(LINKED)}`.execute(db);
  return rows;
}

/**
 * Entry types of an order's payment, settlement, release, refunds, receivables, fee waivers and food losses. Their business number is the
 * order number. The business number of FEE_WAIVE can also be the period of a fee. The business number of RECEIVABLE_BOOK can also consist
 * of a fee's rule number and period.
 */
const ORDER_TYPES: EntryType[] = [
  'ORDER_PAY',
  'ORDER_SETTLE',
  'TEAM_RELEASE',
  'COMMISSION_DEPOSIT',
  'FRANCHISE_SHARE',
  'ORDER_REFUND',
  'REFUND_AFTER_SETTLE',
  'RECEIVABLE_BOOK',
  'FEE_WAIVE',
  'FOODLOSS_PAY',
  'FOODLOSS_ADVANCE',
  'FOODLOSS_SETTLE',
  'FOODLOSS_REVISE',
  'INSURER_BOOK',
];

/** Finds the order number of a transaction, or of the transaction that it reverses. @returns `null` if there is none */
export async function orderOf(
  db: Db,
  { teamId, bizType, bizNo, reversesNo }: TransactionRecord,
): Promise<string | null> {
  if (ORDER_TYPES.includes(bizType)) return bizNo;
  if (reversesNo === null) return null;
  const row = await db
    .selectFrom('ledger_txn_key as k')
    .where('k.team_id', '=', teamId)
    .where('k.tx_no', '=', reversesNo)
    .where('k.biz_type', 'in', ORDER_TYPES)
    .select('k.biz_no as orderNo')
    .executeTakeFirst();
  return row?.orderNo ?? null;
}

interface SettlementRecord {
  /** Transaction number of the settlement that is not reversed; `null` if there is none. `amountFen` is the amount that it distributed. */
  readonly txNo: string | null;
  readonly amountFen: number | null;
  /** How many settlements of the order were reversed. */
  readonly undone: number;
  /** Transaction number of a refund after settlement that is not reversed. `null` if there is none. */
  readonly refundNo: string | null;
}

/** Reads the state of an order's settlement from the ledger. */
export async function settlementRecord(db: Db, teamId: number, orderNo: string): Promise<SettlementRecord> {
  const { rows } = await sql<SettlementRecord>`
    with txn as (
      select t.txn_id as id, t.tx_no, t.biz_type, r.txn_id is not null as undone
      from ledger_txn_key t left join ledger_txn_key r on r.team_id = t.team_id and r.reverses_id = t.txn_id
      where t.team_id = ${teamId} and t.biz_no = ${orderNo} and t.biz_type in ('ORDER_SETTLE', 'REFUND_AFTER_SETTLE')
    ), standing as (
      select id, tx_no from txn where biz_type = 'ORDER_SETTLE' and not undone
    )
    select (select tx_no from standing) as "txNo",
      (select sum(p.amount_fen)::bigint from ledger_posting p
        where p.team_id = ${teamId} and p.txn_id = (select id from standing) and p.dc = 'D') as "amountFen",
      (select count(*)::int from txn where biz_type = 'ORDER_SETTLE' and undone) as undone,
      (select min(tx_no) from txn where biz_type = 'REFUND_AFTER_SETTLE' and not undone) as "refundNo"`.execute(db);
  return rows[0] as SettlementRecord;
}

interface WithBill {
  readonly record: TransactionRecord;
  readonly billId: number | null;
  readonly billNo: string | null;
}

async function findWithBill(
  db: Db,
  by: { readonly id: number } | { readonly teamId: number; readonly txNo: string },
): Promise<WithBill | null> {
  const row = await db
    .selectFrom('ledger_txn as t')
    .leftJoin('bill as b', (join) => join.on(isBillOf('b', 't')))
    .$if('id' in by, (qb) => qb.where('t.id', '=', 'id' in by ? by.id : 0))
    .$if('txNo' in by, (qb) =>
      'txNo' in by ? qb.where('t.team_id', '=', by.teamId).where('t.tx_no', '=', by.txNo) : qb,
    )
    .select(['t.id', 't.team_id as teamId', 'b.id as billId', 'b.bill_no as billNo'])
    .executeTakeFirst();
  if (!row) return null;
  const record = await findTransaction(db, row.teamId, row.id);
  return record && { record, billId: row.billId, billNo: row.billNo };
}

/** Finds a transaction by its id, with its bill. */
export const findTransactionById = (db: Db, id: number): Promise<WithBill | null> => findWithBill(db, { id });

/** Finds a transaction of a station by its number, with its bill. */
export const findTransactionByNo = (db: Db, teamId: number, txNo: string): Promise<WithBill | null> =>
  findWithBill(db, { teamId, txNo });

/** Reads the states of the days that have a row in `day_close`. For other days, only the watermark shows whether they are closed. */
export async function dayStates(db: Db, from: string, to: string) {
  const rows = await db
    .selectFrom('day_close')
    .where('day_close.day', '>=', from)
    .where('day_close.day', '<=', to)
    .select(['day_close.day', 'day_close.state', 'day_close.by_id as byId', 'day_close.at'])
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}
