import { type Kysely, sql } from 'kysely';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { changeOrder, type OrderKey, ordersForUpdate, takeBackRefund } from '../order';
import type { Tools } from './accounts';
import { billOfTransaction } from './bills';
import { reverseCharges } from './charges';
import { reversal, teamRelease } from './entries';
import { collectionsFrom, lockBooking, noteCollections, takeBackBooking } from './receivables';
import type { Entry, Line } from './rules';
import { type Posted, postAll } from './store';
import { findTransaction, type TransactionRecord } from './transaction-reads';

type Db = Kysely<Database>;

/** Lines that are released in one transaction. */
const BATCH = 500;
/** Longest reason that an order keeps. */
const HOLD_LETTERS = 100;

/** A station's share of a settled order that waits for its day (待结算). */
export interface SettleLine {
  readonly teamId: number;
  readonly orderNo: string;
  readonly amountFen: number;
  readonly dueAt: Date;
  readonly at: Date;
}

/** Writes the lines of orders that were settled just now; to be called in the transaction of their entries. */
export async function addSettleLines({ db, ids }: Tools, lines: readonly SettleLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ teamId, orderNo, amountFen, dueAt, at }) => ({
    id: ids.next(),
    team_id: teamId,
    order_no: orderNo,
    amount_fen: amountFen,
    due_at: dueAt,
    state: 'pending' as const,
    created_at: at,
  }));
  await sql`
    insert into settle_line (id, team_id, order_no, amount_fen, due_at, state, created_at)
    select id, team_id, order_no, amount_fen, due_at, state, created_at
    from json_populate_recordset(null::settle_line, ${JSON.stringify(rows)}::json)
    on conflict (team_id, order_no) do update
      set amount_fen = excluded.amount_fen, due_at = excluded.due_at, state = 'pending', created_at = excluded.created_at, held_by = null
      where settle_line.state = 'reversed'`.execute(db);
}

/**
 * Makes available what is due (结算入账): at most 500 lines in one transaction. Lines that finance holds stay.
 *
 * @param at the moment that counts, also for the accounting day
 * @param timeZone of the accounting day
 * @returns how many lines were released; less than 500: nothing is left
 */
export async function releaseDue(
  tools: Tools,
  at: Date,
  timeZone: string,
  teamId: number | null = null,
): Promise<number> {
  const { db } = tools;
  const due = await db
    .selectFrom('settle_line')
    .where('settle_line.state', '=', 'pending')
    .where('settle_line.due_at', '<=', at)
    .$if(teamId !== null, (qb) => qb.where('settle_line.team_id', '=', teamId as number))
    .select([
      'settle_line.id',
      'settle_line.team_id as teamId',
      'settle_line.order_no as orderNo',
      'settle_line.amount_fen as amountFen',
    ])
    .orderBy('settle_line.due_at')
    .orderBy('settle_line.id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return 0;
  const { day } = wallTime(at, timeZone);
  const steps = await releasedBefore(db, due);
  const entries: Entry[] = due.map((line) =>
    teamRelease(
      {
        bizNo: line.orderNo,
        teamId: line.teamId,
        at,
        day,
        step: 1 + (steps.get(`${line.teamId} ${line.orderNo}`) ?? 0),
      },
      line.amountFen,
    ),
  );
  const collections = await collectionsFrom(db, due, { at, day });
  await postAll(tools, [...entries, ...collections.map(({ entry }) => entry)]);
  await noteCollections(db, collections, at);
  await sql`
    update settle_line l set state = 'released', released_at = ${at}
    from json_to_recordset(${JSON.stringify(due)}::json) as d(id bigint, "teamId" bigint)
    where l.team_id = d."teamId" and l.id = d.id`.execute(db);
  return due.length;
}

/**
 * Makes one line available before its day, or in spite of being held (提前入账).
 *
 * @param on the moment that counts, its accounting day, and who did it why
 * @throws Refusal 42201 when it no longer waits
 */
export async function releaseLine(
  tools: Tools,
  line: { readonly teamId: number; readonly orderNo: string },
  on: { readonly at: Date; readonly day: string; readonly remark: string; readonly operatorId: number },
): Promise<Posted & { readonly amountFen: number }> {
  const { db } = tools;
  const found = await db
    .selectFrom('settle_line')
    .where('settle_line.team_id', '=', line.teamId)
    .where('settle_line.order_no', '=', line.orderNo)
    .where('settle_line.state', 'in', ['pending', 'held'])
    .select(['settle_line.id', 'settle_line.amount_fen as amountFen'])
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse(42201);
  const { amountFen } = found;
  const before = (await releasedBefore(db, [line])).get(`${line.teamId} ${line.orderNo}`) ?? 0;
  const release = teamRelease({ ...on, bizNo: line.orderNo, teamId: line.teamId, step: before + 1 }, amountFen);
  const collections = await collectionsFrom(db, [{ teamId: line.teamId, amountFen }], { at: on.at, day: on.day });
  const [posted] = await postAll(tools, [release, ...collections.map(({ entry }) => entry)]);
  await noteCollections(db, collections, on.at);
  await db
    .updateTable('settle_line')
    .set({ state: 'released', released_at: on.at })
    .where('settle_line.team_id', '=', line.teamId)
    .where('settle_line.id', '=', found.id)
    .execute();
  return { ...(posted as Posted), amountFen };
}

/** When settlements were last credited; null before the first time. */
export async function lastRelease(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('settle_line')
    .where('settle_line.state', '=', 'released')
    .select('settle_line.released_at as at')
    .where('settle_line.released_at', 'is not', null)
    .orderBy('settle_line.released_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** A line whose release was reversed is released again as the next step. */
async function releasedBefore(
  db: Db,
  due: readonly { teamId: number; orderNo: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; times: number }>`
    select t.team_id || ' ' || t.biz_no as key, count(*) as times
    from ledger_txn t join json_to_recordset(${JSON.stringify(due)}::json) as d("teamId" bigint, "orderNo" varchar(32))
      on t.team_id = d."teamId" and t.biz_type = 'TEAM_RELEASE' and t.biz_no = d."orderNo"
    group by 1`.execute(db);
  return new Map(rows.map(({ key, times }) => [key, times]));
}

/**
 * Holds a line back, or lets it go again (暂缓).
 *
 * @throws Refusal 42201 when it is not in the state for that
 */
export async function holdLine(db: Db, teamId: number, orderNo: string, reason: string | null): Promise<void> {
  const [from, to] = reason === null ? (['held', 'pending'] as const) : (['pending', 'held'] as const);
  const { numUpdatedRows } = await db
    .updateTable('settle_line')
    .set({ state: to, held_by: reason === null ? null : JSON.stringify({ reason }) })
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .where('settle_line.state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(42201);
}

/**
 * What cannot be undone by itself: a reversal, what users paid and got back for an order (a refund corrects that), and steps of a
 * withdrawal, which has its own ways.
 */
const NOT_REVERSED: ReadonlySet<EntryType> = new Set([
  'REVERSAL',
  'ORDER_PAY',
  'ORDER_REFUND',
  'WITHDRAW_FREEZE',
  'WITHDRAW_UNFREEZE',
  'WITHDRAW_PAY',
  'WITHDRAW_RETURN',
  // The transfer's own steps undo them.
  'CHANNEL_TRANSFER_OUT',
  'CHANNEL_TRANSFER_IN',
  // Its charge has its own ways.
  'FEE_WAIVE',
  // The record of what a station owes goes with them.
  'RECEIVABLE_BOOK',
  'RECEIVABLE_COLLECT',
  'RECEIVABLE_WAIVE',
  // Its case has its own ways.
  'FOODLOSS_PAY',
  'FOODLOSS_ADVANCE',
  'FOODLOSS_SETTLE',
  'FOODLOSS_REVISE',
]);

/** Whether a transaction of this type can be undone by {@link reverse} at all. */
export const isReversible = (bizType: EntryType): boolean => !NOT_REVERSED.has(bizType);

/** What an order's settlement posts besides ORDER_SETTLE, under its step: it is undone with it. */
const WITH_SETTLEMENT: readonly EntryType[] = ['COMMISSION_DEPOSIT', 'FRANCHISE_SHARE'];
/** Entries that depend on a settlement: while they are in force, the settlement is not undone. */
const FOLLOWS_SETTLEMENT: readonly EntryType[] = [
  'REFUND_AFTER_SETTLE',
  'FEE_WAIVE',
  'FOODLOSS_PAY',
  'FOODLOSS_SETTLE',
];

/**
 * Undoes one transaction by its exact mirror (冲正). A release gives its line back. A settlement takes with it its line, waiting or
 * released, the commission out of the reserve and the franchisee's share; its order is open again and held, so that nothing
 * settles it before the hold is lifted by hand (decision 26). A refund after settlement gives the order back what it had taken
 * off.
 *
 * @throws Refusal 40401 there is none · 42201 it is of a kind that is not reversed, or a refund or a waived fee has followed it ·
 * 42244 reversed already · 42241 the money is gone
 */
export async function reverse(
  tools: Tools,
  original: { readonly teamId: number; readonly id: number },
  on: { readonly at: Date; readonly day: string; readonly remark: string; readonly operatorId: number },
): Promise<Posted> {
  const { db } = tools;
  const txn = await findTransaction(db, original.teamId, original.id);
  if (!txn) throw refuse(40401);
  if (!isReversible(txn.bizType)) throw refuse(42201);
  if (txn.reversedByNo !== null) throw refuse(42244);
  const isSettlement = txn.bizType === 'ORDER_SETTLE';
  const key: OrderKey = { teamId: txn.teamId, orderNo: txn.bizNo };
  // Orders before lines before accounts: order events and releases lock in the same order, so they cannot deadlock.
  const [order] = isSettlement || txn.bizType === 'REFUND_AFTER_SETTLE' ? await ordersForUpdate(db, [key]) : [];
  if (isSettlement) await lockLine(db, key);
  const standing = isSettlement
    ? await standingOf(db, key, [...WITH_SETTLEMENT, 'TEAM_RELEASE', ...FOLLOWS_SETTLEMENT])
    : [];
  if (standing.some(({ bizType }) => FOLLOWS_SETTLEMENT.includes(bizType))) throw refuse(42201);
  const bill = await billOfTransaction(db, original.teamId, original.id);
  const facts = bill && {
    counterType: bill.counterType,
    counterId: bill.counterId,
    counterName: bill.counterName,
    ...(bill.orderNo !== null && { orderNo: bill.orderNo }),
    ...(bill.channel !== null && { channel: bill.channel }),
  };
  const mirror = (undone: typeof txn) =>
    reversal(
      { ...on, bizNo: undone.txNo, teamId: undone.teamId },
      { id: undone.id, lines: linesOf(undone) },
      facts ?? {},
    );
  const booking =
    txn.bizType === 'REFUND_AFTER_SETTLE'
      ? await lockBooking(db, 'refund', { teamId: txn.teamId, bizNo: txn.bizNo, step: txn.step })
      : null;
  // What the station has paid of it since, the reversal would not give back.
  if (booking && booking.leftFen < booking.amountFen) throw refuse(42201);
  const followers = booking
    ? (await standingOf(db, key, ['RECEIVABLE_BOOK'])).filter(({ step }) => step === txn.step)
    : standing.filter(({ bizType, step }) => WITH_SETTLEMENT.includes(bizType) && step === txn.step);
  // What became available goes back to what is pending, from where the settlement takes it.
  const releases = standing.filter(({ bizType }) => bizType === 'TEAM_RELEASE');
  const all = await postAll(tools, [...releases, txn, ...followers].map(mirror));
  const posted = all[releases.length] as Posted;
  if (posted.isRepeat) throw refuse(42244);
  if (isSettlement && txn.postings.some(({ code }) => code === 'TEAM_PENDING')) {
    const held_by = JSON.stringify({ reason: on.remark });
    await moveLine(db, txn.teamId, txn.bizNo, ['pending', 'held', 'released'], {
      state: 'reversed',
      held_by,
      released_at: null,
    });
  }
  if (isSettlement) await reverseCharges(db, key);
  if (isSettlement && order)
    await changeOrder(db, key, { settled_at: null, hold_reason: on.remark.slice(0, HOLD_LETTERS) });
  if (txn.bizType === 'REFUND_AFTER_SETTLE' && order) {
    const back = txn.postings.reduce((sum, { dc, amountFen }) => sum + (dc === 'C' ? amountFen : 0), 0);
    await takeBackRefund(db, key, order.refund_fen, back, on.at);
  }
  if (booking) await takeBackBooking(db, booking, booking.amountFen, on.at);
  if (txn.bizType === 'TEAM_RELEASE') {
    await moveLine(db, txn.teamId, txn.bizNo, ['released'], { state: 'pending', released_at: null });
  }
  return posted;
}

/** The postings of a transaction as they were sent. */
const linesOf = ({ postings }: TransactionRecord): Line[] =>
  postings.map(({ code, ownerId, dc, amountFen }) => ({ account: code, ownerId, dc, amountFen }));

/** Transactions of these types under an order's number that were not reversed, in the order in which they were posted. */
async function standingOf(db: Db, { teamId, orderNo }: OrderKey, types: readonly EntryType[]) {
  const rows = await db
    .selectFrom('ledger_txn as t')
    .where('t.team_id', '=', teamId)
    .where('t.biz_no', '=', orderNo)
    .where('t.biz_type', 'in', [...types])
    .where(sql<boolean>`not exists (select from ledger_txn r where r.team_id = t.team_id and r.reverses_id = t.id)`)
    .select('t.id')
    .orderBy('t.id')
    .execute();
  const found = [];
  for (const { id } of rows) found.push(await findTransaction(db, teamId, id));
  return found.filter((txn) => txn !== null);
}

/** How often an order was settled; the next settlement is the next step. */
export async function settledBefore(db: Db, { teamId, orderNo }: OrderKey): Promise<number> {
  const { n } = await db
    .selectFrom('ledger_txn')
    .where('ledger_txn.team_id', '=', teamId)
    .where('ledger_txn.biz_type', '=', 'ORDER_SETTLE')
    .where('ledger_txn.biz_no', '=', orderNo)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The order's line cannot be released or held before the commit. */
async function lockLine(db: Db, { teamId, orderNo }: OrderKey): Promise<void> {
  await db
    .selectFrom('settle_line')
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .select('settle_line.id')
    .forUpdate()
    .execute();
}

/** The line of an undone settlement waits for nothing any more: its order continues, or there is nothing left to settle. */
export async function forgetUndone(db: Db, { teamId, orderNo }: OrderKey): Promise<void> {
  await db
    .updateTable('settle_line')
    .set({ held_by: null })
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .where('settle_line.state', '=', 'reversed')
    .execute();
}

async function moveLine(
  db: Db,
  teamId: number,
  orderNo: string,
  from: readonly ('pending' | 'held' | 'released')[],
  to: { state: 'pending' | 'reversed'; released_at?: null; held_by?: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('settle_line')
    .set(to)
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .where('settle_line.state', 'in', [...from])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(42201);
}
