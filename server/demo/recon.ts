import { sql } from 'kysely';
import { type ItemAction, RECON } from '../../contract/recon.states';
import { percentOf } from '../../contract/shares';
import { fixedClock } from '../core/clock';
import { addDays, dayRange, momentOf, wallTime } from '../core/money/days';
import { insertBatch, newBatch, reconHandlers, runBatch } from '../modules/recon';
import {
  alipayTradeFile,
  type StatedEntry,
  type StatedMovement,
  wechatFundFile,
  wechatTradeFile,
} from '../simulators/statement-files';
import { act, type Stage } from './acting';
import { peopleWith } from './fundAudits';
import { hash } from './random';
import { ZONE } from './world';

/**
 * Creates statements of the demo's merchant numbers (DOMAIN §7). Their files have the platforms' formats, are generated from the bills
 * with some differences, and are read by the product. The differences of the last days are not handled yet.
 */

/** Number of days with trade statements. The first merchant number also has fund statements, for the last `FUND_DAYS` days. */
const DAYS = 40;
const FUND_DAYS = 10;
const FRESH_DAYS = 3;
const FEE_BP = RECON.feeBp.initial;
const READ_AT = 10 * 60 + 5;
const MINUTE = 60_000;

interface MerchantNumber {
  readonly id: number;
  readonly channel: string;
  readonly mchNo: string;
}
interface StatedBill {
  readonly type: string;
  readonly direction: 'in' | 'out';
  readonly amountFen: number;
  readonly tradeNo: string | null;
  readonly refundNo: string | null;
  readonly orderNo: string | null;
  readonly at: Date;
}

const numbersOf = ({ db }: Stage): Promise<MerchantNumber[]> =>
  db
    .selectFrom('merchant_number')
    .select(['id', 'channel', 'mch_no as mchNo'])
    .where('channel', 'in', ['wechat', 'alipay'])
    .where('auto_fetch', '=', false)
    .orderBy('id')
    .execute();

function billsOf({ db }: Stage, { id }: MerchantNumber, day: string): Promise<StatedBill[]> {
  const { from, to } = dayRange(day, day, ZONE);
  return db
    .selectFrom('bill')
    .select(['type', 'direction', 'net_fen as amountFen', 'channel_trade_no as tradeNo', 'order_no as orderNo', 'at'])
    .select('channel_refund_no as refundNo')
    .where('merchant_number_id', '=', id)
    .where('status', '=', 'success')
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

const REFUNDS = ['ORDER_REFUND', 'REFUND_AFTER_SETTLE'];

function entriesOf(bills: readonly StatedBill[]): StatedEntry[] {
  return bills.flatMap(({ type, amountFen, tradeNo, refundNo, orderNo, at }): StatedEntry[] => {
    if (type === 'ORDER_PAY' && tradeNo) {
      return [{ kind: 'pay', tradeNo, outNo: orderNo ?? tradeNo, amountFen, feeFen: percentOf(amountFen, FEE_BP), at }];
    }
    if (!REFUNDS.includes(type) || !tradeNo) return [];
    return [
      {
        kind: 'refund',
        tradeNo: refundNo ?? `50${tradeNo}`,
        outNo: tradeNo,
        orderNo: orderNo ?? '',
        amountFen,
        feeFen: 0,
        at,
      },
    ];
  });
}

/** The differences that a statement may contain. */
const PLANTED = ['channelOnly', 'bookOnly', 'feeMismatch', 'amountMismatch', 'duplicate', 'statusMismatch'] as const;

interface Made {
  readonly entries: readonly StatedEntry[];
  /** Entries of this day that the next day's statement contains. */
  readonly late: readonly StatedEntry[];
}

/**
 * Creates one difference in most statements: it changes, adds or removes one entry.
 *
 * @param early delayed entries of the previous day, which are added to this statement
 */
function spoil(
  entries: readonly StatedEntry[],
  number: MerchantNumber,
  day: string,
  early: readonly StatedEntry[],
): Made {
  const seed = hash(`recon ${number.mchNo} ${day}`);
  const moved = early.map((entry, index) => ({
    ...entry,
    at: new Date(momentOf(day, 2, ZONE).getTime() + index * MINUTE),
  }));
  const all = [...moved, ...entries];
  const pays = entries.filter(({ kind }) => kind === 'pay');
  const pay = pays[seed % Math.max(1, pays.length)];
  if (!pay || seed % 5 === 0) return { entries: all, late: [] };
  const change = (to: Partial<StatedEntry>) => all.map((entry) => (entry === pay ? { ...entry, ...to } : entry));
  switch (PLANTED[(seed >> 4) % PLANTED.length]) {
    case 'channelOnly':
      return { entries: [...all, { ...pay, tradeNo: `${pay.tradeNo}X`, outNo: `${pay.outNo}X` }], late: [] };
    case 'bookOnly':
      return { entries: all.filter((entry) => entry !== pay), late: [pay] };
    case 'feeMismatch':
      return { entries: change({ feeFen: pay.feeFen + 5 }), late: [] };
    case 'amountMismatch':
      return { entries: change({ amountFen: pay.amountFen + 100 }), late: [] };
    case 'duplicate':
      return { entries: [...all, pay], late: [] };
    default: {
      const refund = all.find(({ kind }) => kind === 'refund');
      return number.channel === 'wechat' && refund
        ? {
            entries: all.map((entry) => (entry === refund ? { ...entry, refundState: 'PROCESSING' } : entry)),
            late: [],
          }
        : { entries: change({ amountFen: pay.amountFen + 200 }), late: [] };
    }
  }
}

async function readFileOf(
  stage: Stage,
  number: MerchantNumber,
  day: string,
  kind: 'trade' | 'fund',
  bytes: Uint8Array,
): Promise<void> {
  const clock = fixedClock(momentOf(addDays(day, 1), READ_AT, ZONE).toISOString());
  const tools = { db: stage.db, ids: stage.ids, clock, ports: null, isQuiet: true };
  const row = newBatch(tools, { merchantNumberId: number.id, day, kind });
  if (!(await insertBatch(stage.db, row))) return;
  const name = `${number.mchNo}${kind === 'trade' ? 'All' : 'Basic'}${day}.csv`;
  await runBatch(tools, row.id, { bytes, name, sha1: null });
}

async function stateTrades(
  stage: Stage,
  number: MerchantNumber,
  day: string,
  early: readonly StatedEntry[],
): Promise<readonly StatedEntry[]> {
  const { entries, late } = spoil(entriesOf(await billsOf(stage, number, day)), number, day, early);
  const file =
    number.channel === 'wechat' ? wechatTradeFile(number.mchNo, entries) : alipayTradeFile(number.mchNo, day, entries);
  await readFileOf(stage, number, day, 'trade', file);
  return late;
}

const NAMES: Readonly<Record<string, string>> = {
  ORDER_PAY: '交易',
  WITHDRAW_PAY: '商家转账',
  WITHDRAW_RETURN: '商家转账退回',
};

/** Creates the fund statement of a day: the payments, their fees, refunds and withdrawals, each with the resulting balance. */
async function stateFunds(stage: Stage, number: MerchantNumber, day: string): Promise<void> {
  const { from } = dayRange(day, day, ZONE);
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(case direction when 'in' then net_fen else -net_fen end), 0)::bigint as fen
    from bill where merchant_number_id = ${number.id} and status = 'success' and at < ${from}`.execute(stage.db);
  const movements = (await billsOf(stage, number, day)).flatMap((bill): StatedMovement[] => {
    const { type, direction, amountFen, tradeNo, orderNo, at } = bill;
    if (!tradeNo || !(type in NAMES || REFUNDS.includes(type))) return [];
    const common = { at, bizNo: tradeNo, voucherNo: orderNo ?? tradeNo };
    const moved = { ...common, name: NAMES[type] ?? '退款', amountFen: direction === 'in' ? amountFen : -amountFen };
    const feeFen = type === 'ORDER_PAY' ? percentOf(amountFen, FEE_BP) : 0;
    return feeFen > 0 ? [moved, { ...common, name: '扣除交易手续费', amountFen: -feeFen }] : [moved];
  });
  await readFileOf(stage, number, day, 'fund', wechatFundFile(rows[0]?.fen ?? 0, movements));
}

/** Creates the trade statements of one day, but not before 10:05 on the next day. The platforms provide them from 10:00. */
export async function stateDay(stage: Stage, day: string, now: Date): Promise<void> {
  if (now < momentOf(addDays(day, 1), READ_AT, ZONE)) return;
  for (const number of await numbersOf(stage)) await stateTrades(stage, number, day, []);
}

/** Handles the differences of days up to `until`, as staff would, and closes the balanced batches of these days. */
async function settleOld(stage: Stage, until: string, who: number): Promise<void> {
  const { db } = stage;
  const found = await db
    .selectFrom('recon_item')
    .select(['id', 'version', 'type', 'team_id', 'day'])
    .where('state', '=', 'open')
    .where('day', '<=', until)
    .orderBy('day')
    .orderBy('id')
    .execute();
  const team = await db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .orderBy('id')
    .executeTakeFirst();
  let suspended = 0;
  for (const item of found) {
    const isClaimed = suspended < 3 && (item.type === 'bookOnly' || item.type === 'channelOnly');
    if (isClaimed) suspended += 1;
    const teamId = item.team_id || team?.id || 0;
    const [action, reason, more]: [ItemAction, string, object] = isClaimed
      ? ['claimChannel', '已向渠道提交工单，等待答复', {}]
      : item.type === 'feeMismatch'
        ? ['adjustFee', '按渠道账单调整手续费', {}]
        : item.type === 'bookOnly'
          ? ['toSuspense', '渠道查询无此交易，先行挂账', {}]
          : item.type === 'duplicate' || item.type === 'statusMismatch'
            ? ['rematch', '渠道查询确认，以账单为准', {}]
            : ['createBill', '用户已付款，补记到站点', { teamId }];
    const at = momentOf(addDays(item.day, 1), READ_AT + 60 + (item.id % 200), ZONE);
    const input = { id: item.id, version: item.version, action, reason, ...more };
    await db
      .transaction()
      .execute((transaction) =>
        act({ ...stage, db: transaction }, reconHandlers, 'finance.Recon/handle', { who, at, input }),
      );
  }
  await db
    .updateTable('recon_batch')
    .set({ state: 'closed', closed_by: who })
    .where('state', '=', 'balanced')
    .where('day', '<=', until)
    .execute();
}

/** Creates the statements of the last `DAYS` days and handles older differences. @param now the latest time of any action */
export async function makePlatformStatements(stage: Stage, now: Date): Promise<void> {
  const { day: today } = wallTime(now, ZONE);
  const isReady = now >= momentOf(today, READ_AT, ZONE);
  const last = addDays(today, isReady ? -1 : -2);
  for (const [index, number] of (await numbersOf(stage)).entries()) {
    let late: readonly StatedEntry[] = [];
    for (let day = addDays(last, 1 - DAYS); day <= last; day = addDays(day, 1)) {
      late = await stateTrades(stage, number, day, late);
      if (index === 0 && day > addDays(last, -FUND_DAYS)) await stateFunds(stage, number, day);
    }
  }
  const [person] = await peopleWith(stage.db, 'financeReviewer');
  if (person) await settleOld(stage, addDays(last, -FRESH_DAYS), person.id);
}
