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

/** Maximum number of lines that one transaction releases. */
const BATCH = 500;
/** Maximum length of the reason for a hold, in characters. */
const HOLD_LETTERS = 100;

/** A station's share of a settled order that is pending until its due day (待结算). */
export interface SettleLine {
  readonly teamId: number;
  readonly orderNo: string;
  readonly amountFen: number;
  readonly dueAt: Date;
  readonly at: Date;
}

/**
 * Writes the lines of orders that were just settled. An existing line stays unchanged, unless it was reversed; such a line is written
 * again. The caller must use the transaction that posts the settlements.
 */
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
 * Releases due lines to the available balance (结算入账), at most 500 in one transaction. The released amounts first pay the stations' open
 * receivables. Lines on hold are not released.
 *
 * @param at moment of the release; it also determines the accounting day
 * @param timeZone time zone of the accounting day
 * @returns the number of released lines. Below 500, the only due lines left are those that another transaction has locked.
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
 * Releases one line before its due day or despite a hold (提前入账). The released amount first pays the station's open receivables.
 *
 * @param on the release's moment, accounting day, operator and reason
 * @throws Refusal 42201 the line is neither pending nor held
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

/** Finds the time of the latest release that was not reversed. @returns `null` if there is no such release */
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

/** Counts the earlier releases of each line, including reversed releases. The next release of the line uses the next step. */
async function releasedBefore(
  db: Db,
  due: readonly { teamId: number; orderNo: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; times: number }>`
    select k.team_id || ' ' || k.biz_no as key, count(*) as times
    from ledger_txn_key k join json_to_recordset(${JSON.stringify(due)}::json) as d("teamId" bigint, "orderNo" varchar(32))
      on k.team_id = d."teamId" and k.biz_type = 'TEAM_RELEASE' and k.biz_no = d."orderNo"
    group by 1`.execute(db);
  return new Map(rows.map(({ key, times }) => [key, times]));
}

/**
 * Puts a line on hold (暂缓). If `reason` is null, lifts the hold.
 *
 * @throws Refusal 42201 the line is not pending (to hold it) or not held (to lift the hold)
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

/** Changes the reason of a hold. The line may be held, or wait because its settlement was reversed. */
export async function renameHold(db: Db, teamId: number, orderNo: string, reason: string): Promise<void> {
  await db
    .updateTable('settle_line')
    .set({ held_by: JSON.stringify({ reason }) })
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .where('settle_line.held_by', 'is not', null)
    .execute();
}

/**
 * Entry types that {@link reverse} refuses. Reversals cannot be reversed. Payments and refunds of orders are corrected by a refund.
 * The other types have their own corrections.
 */
const NOT_REVERSED: ReadonlySet<EntryType> = new Set([
  'REVERSAL',
  'ORDER_PAY',
  'ORDER_REFUND',
  'WITHDRAW_FREEZE',
  'WITHDRAW_UNFREEZE',
  'WITHDRAW_PAY',
  'WITHDRAW_RETURN',
  // A transfer has its own steps that correct these entries.
  'CHANNEL_TRANSFER_OUT',
  'CHANNEL_TRANSFER_IN',
  // Each comparison with a statement posts the stated fees minus the posted fees, and so corrects wrong fees.
  'CHANNEL_FEE',
  // A fee charge has its own corrections.
  'FEE_WAIVE',
  // A reversal would change the account but not the receivable's record.
  'RECEIVABLE_BOOK',
  'RECEIVABLE_COLLECT',
  'RECEIVABLE_WAIVE',
  // A food loss case has its own corrections.
  'FOODLOSS_PAY',
  'FOODLOSS_ADVANCE',
  'FOODLOSS_SETTLE',
  'FOODLOSS_REVISE',
  'INSURER_BOOK',
  'INSURER_COLLECT',
  // The contract's record contains the paid and the recognised fee. A reversal would not change this record.
  'FRANCHISE_IN',
  'FRANCHISE_RECOGNISE',
  // The remitted policies and differences of the month refer to the remittance.
  'INSURE_REMIT',
  // A handled difference is final (42275). A match takes the amount out of suspense, and an adjustment corrects a wrong party.
  'RECON_SUSPEND',
  'RECON_CLEAR',
  'RECON_WRITEOFF',
]);

/** Checks whether {@link reverse} accepts transactions of this type. */
export const isReversible = (bizType: EntryType): boolean => !NOT_REVERSED.has(bizType);

/** Entry types that a settlement posts besides ORDER_SETTLE, with the same step. Reversing the settlement reverses them too. */
const WITH_SETTLEMENT: readonly EntryType[] = ['COMMISSION_DEPOSIT', 'FRANCHISE_SHARE'];
/** Entry types that depend on a settlement. While such an entry is in force, the settlement cannot be reversed. */
const FOLLOWS_SETTLEMENT: readonly EntryType[] = [
  'REFUND_AFTER_SETTLE',
  'FEE_WAIVE',
  'FOODLOSS_PAY',
  'FOODLOSS_SETTLE',
];

/**
 * Reverses one transaction by its exact mirror (冲正).
 * - A release: its line becomes pending again.
 * - A settlement: also reverses its releases, its line and its charges, the commission from the reserve and the franchisee's share. The
 *   order is open again and on hold until a user lifts the hold (decision 26).
 * - A refund after settlement: also subtracts the refund from the order's refunded amount, and takes back the receivable that it booked.
 *
 * @throws Refusal 40401 (no such transaction), 42201 (type not reversible, a later entry depends on it, or the station already paid some
 *   of the receivable), 42244 (already reversed), 42241 (balance too low)
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
  // Lock order: orders, lines, accounts. Order events and releases use the same order, so they cannot deadlock.
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
  // Refuse: a part of the receivable was already collected or waived, and the reversal would not take that part back.
  if (booking && booking.leftFen < booking.amountFen) throw refuse(42201);
  const followers = booking
    ? (await standingOf(db, key, ['RECEIVABLE_BOOK'])).filter(({ step }) => step === txn.step)
    : standing.filter(({ bizType, step }) => WITH_SETTLEMENT.includes(bizType) && step === txn.step);
  // Reverse the releases first: the reversal of the settlement debits the pending account.
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

/** Converts the postings of a transaction to the lines of an entry. */
const linesOf = ({ postings }: TransactionRecord): Line[] =>
  postings.map(({ code, ownerId, dc, amountFen }) => ({ account: code, ownerId, dc, amountFen }));

/** Finds an order's transactions of these types that were not reversed, in posting order. */
async function standingOf(db: Db, { teamId, orderNo }: OrderKey, types: readonly EntryType[]) {
  const rows = await db
    .selectFrom('ledger_txn_key as k')
    .where('k.team_id', '=', teamId)
    .where('k.biz_no', '=', orderNo)
    .where('k.biz_type', 'in', [...types])
    .where(
      sql<boolean>`not exists (select from ledger_txn_key r where r.team_id = k.team_id and r.reverses_id = k.txn_id)`,
    )
    .select('k.txn_id as id')
    .orderBy('k.txn_id')
    .execute();
  const found = [];
  for (const { id } of rows) found.push(await findTransaction(db, teamId, id));
  return found.filter((txn) => txn !== null);
}

/** Counts the settlements of an order, including reversed settlements. The next settlement uses the next step. */
export async function settledBefore(db: Db, { teamId, orderNo }: OrderKey): Promise<number> {
  const { n } = await db
    .selectFrom('ledger_txn_key as k')
    .where('k.team_id', '=', teamId)
    .where('k.biz_type', '=', 'ORDER_SETTLE')
    .where('k.biz_no', '=', orderNo)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Locks an order's line until the commit, so that no other transaction can release or hold it. */
async function lockLine(db: Db, { teamId, orderNo }: OrderKey): Promise<void> {
  await db
    .selectFrom('settle_line')
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .select('settle_line.id')
    .forUpdate()
    .execute();
}

/** Clears the hold of a line whose settlement was reversed. Call it when the order's own hold is lifted. */
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
