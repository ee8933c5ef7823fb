import { z } from 'zod';
import {
  actionData,
  fen,
  id,
  listData,
  listInput,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  sumFen,
  time,
  write,
} from './endpoint';
import { BILL_TYPES, CHANNELS, REVERSE_REASON, SETTLEMENT_STATES, type SettlementState } from './finance';
import { type BillStatus, type CounterType, LARGEST_FEN, type ReconState } from './ledger';
import { SETTLE_CYCLES } from './team.choices';
import { text } from './text';

/** Bill details (账单明细, DOMAIN §3.5, §6.6): one line for each movement of money at a payment platform. */

const STATUSES = ['processing', 'success', 'failed', 'closed'] as const satisfies readonly BillStatus[];
const RECON_STATES = ['none', 'pending', 'matched', 'difference', 'resolved'] as const satisfies readonly ReconState[];
const COUNTERS = [
  'user',
  'rider',
  'merchant',
  'franchisee',
  'team',
  'insurer',
  'channel',
  'none',
] as const satisfies readonly CounterType[];
const amount = () => z.coerce.number().int().min(0).max(LARGEST_FEN).optional();

const row = z.object({
  id: id(),
  billNo: z.string(),
  at: time(),
  type: z.enum(BILL_TYPES),
  typeText: z.string(),
  direction: z.enum(['in', 'out']),
  directionText: z.string(),
  /** 0: belongs to no station. */
  teamId: z.int(),
  teamName: z.string(),
  counterType: z.enum(COUNTERS),
  counterTypeText: z.string(),
  counterName: z.string(),
  orderNo: z.string().nullable(),
  amountFen: fen(),
  feeFen: fen(),
  netFen: fen(),
  channel: z.string().nullable(),
  channelText: z.string(),
  /** The number at the platform, and what we call it. */
  merchantNo: z.string(),
  merchantName: z.string(),
  channelTradeNo: z.string().nullable(),
  status: z.enum(STATUSES),
  statusText: z.string(),
  reconState: z.enum(RECON_STATES),
  reconStateText: z.string(),
  operatorName: z.string(),
  /** Number of the transaction that undid it; null: it stands. */
  reversedByNo: z.string().nullable(),
  actions: z.array(z.string()),
});

/** A transaction of the ledger with its postings (账本交易). */
export const transaction = z.object({
  txNo: z.string(),
  type: z.string(),
  typeText: z.string(),
  bizNo: z.string(),
  day: z.iso.date(),
  at: time(),
  remark: z.string(),
  operatorName: z.string(),
  /** Parts of one account count as one line. */
  postings: z.array(
    z.object({
      key: z.string(),
      account: z.string(),
      accountText: z.string(),
      ownerName: z.string(),
      dc: z.enum(['D', 'C']),
      amountFen: fen(),
    }),
  ),
  /** What it undoes, and what undid it. */
  reversesNo: z.string().nullable(),
  reversedByNo: z.string().nullable(),
});

/** How the settlement of an order stands, and what may be done about it. */
export const settlement = z.object({
  /** Of the order. */
  id: id(),
  teamId: id(),
  orderNo: z.string(),
  state: z.enum(Object.keys(SETTLEMENT_STATES) as [SettlementState, ...SettlementState[]]),
  stateText: z.string(),
  holdReason: z.string().nullable(),
  settledAt: time().nullable(),
  /** The station's share, and when it is or was credited; null where there is none. */
  teamFen: fen().nullable(),
  dueAt: time().nullable(),
  creditedAt: time().nullable(),
  /** The settlement in force, and what it shared out; null: none is. */
  txNo: z.string().nullable(),
  amountFen: fen().nullable(),
  /** How often it was undone. */
  undone: z.int(),
  /** A refund that came after the settlement and stands: it has to be undone first. */
  refundNo: z.string().nullable(),
  actions: z.array(z.string()),
});

/** Other transactions about the same thing: of its order, its reversal. */
const linked = z.object({
  txNo: z.string(),
  typeText: z.string(),
  at: time(),
  amountFen: fen(),
  /** Where it has a bill of its own. */
  billId: id().nullable(),
  billNo: z.string().nullable(),
  relation: z.enum(['reverses', 'reversedBy', 'sameOrder']),
});

/** The order as it stands, and the costs that it was paid with: a later change of fees never touches them. */
const order = z.object({
  orderNo: z.string(),
  statusText: z.string(),
  goodsFen: fen(),
  deliveryFen: fen(),
  paidFen: fen(),
  balanceFen: fen(),
  refundFen: fen(),
  userName: z.string(),
  merchantName: z.string(),
  riderName: z.string(),
  paidAt: time(),
  deliveredAt: time().nullable(),
  cancelledAt: time().nullable(),
  settledAt: time().nullable(),
});
const fee = z.object({
  settlementMode: z.enum(['balance', 'deposit']),
  settleCycle: z.enum(SETTLE_CYCLES),
  /** Empty: the station's own rate. */
  planName: z.string(),
  /** Since when that plan was valid, which tells its versions apart; null where the order does not know it. */
  planFrom: time().nullable(),
  rateBp: z.int(),
  fixedFen: fen(),
  technicalFeeFen: fen(),
  merchantFeeFen: fen(),
  promotionFeeFen: fen(),
  riderIncomeFen: fen(),
  franchiseeName: z.string(),
  shareRateBp: z.int(),
});

export const billEndpoints = {
  'finance.Bill/getList': read({
    summary:
      'Bills, newest first; at most 92 days at a time, the last 30 unless told otherwise. A number is looked for at all times.',
    access: { rule: 32 },
    input: listInput(
      {
        /** The whole number of a bill, an order or a payment at the platform. */
        keyword: queryText(),
        type: queryList(z.enum(BILL_TYPES)),
        direction: z.enum(['in', 'out']).optional(),
        teamIds: queryIds(),
        channel: queryList(z.enum(CHANNELS)),
        merchantNumberIds: queryIds(),
        status: queryList(z.enum(STATUSES)),
        reconState: queryList(z.enum(RECON_STATES)),
        amountFenMin: amount(),
        amountFenMax: amount(),
        atFrom: z.iso.date().optional(),
        atTo: z.iso.date().optional(),
      },
      ['at', 'amountFen'],
    ),
    data: listData(
      row,
      z.object({
        inFen: sumFen(),
        outFen: sumFen(),
        netFen: sumFen(),
        feeFen: sumFen(),
        count: z.int(),
        /** Null where a number was looked for at all times. */
        fromDay: z.string().nullable(),
        toDay: z.string().nullable(),
      }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Bill/getDetail': read({
    summary: 'One bill with its postings, the order and its costs as they were fixed, and what else happened about it.',
    access: { rule: 32 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      transaction,
      order: order.nullable(),
      fee: fee.nullable(),
      settlement: settlement.nullable(),
      linked: z.array(linked),
    }),
    errors: [40302, 40401],
  }),
  'finance.Bill/reverse': write({
    summary: 'Undoes a bill by an exact mirror of its postings, once a second person agrees; the original stays.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: {
      module: 'financial.bill',
      action: 'reverse',
      object: 'bill',
      money: true,
      text: text('冲正账单', 'Reverse a bill', 'Estornar lançamento', '沖正帳單'),
    },
    input: z.object({ id: id(), reason: z.string().trim().min(REVERSE_REASON.min).max(REVERSE_REASON.max) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241, 42242, 42244, 42246],
  }),
  'finance.Bill/reverseSettlement': write({
    summary:
      'Undoes the settlement of an order with all that it posted, once a second person agrees. The order is open again, and held until somebody lets it go.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: {
      module: 'financial.bill',
      action: 'reverseSettlement',
      object: 'order',
      money: true,
      text: text('冲正结算', 'Reverse a settlement', 'Estornar liquidação', '沖正結算'),
    },
    input: z.object({
      teamId: id(),
      /** The settlement that the caller saw in force. */
      txNo: z.string().trim().min(1).max(22),
      reason: z.string().trim().min(REVERSE_REASON.min).max(REVERSE_REASON.max),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241, 42242, 42244, 42246],
  }),
} as const;
