import { BILL_TYPES, CHANNELS } from './finance';
import type { BillStatus, CounterType, ReconState } from './ledger';
import { ENTRY_TYPES } from './ledger.entries';
import type { Tone } from './lifecycle';
import { bp, choice, code, moment, money, ref, resource, search, state, text } from './resource';
import { SETTLE_CYCLE_TEXTS, SETTLE_CYCLES } from './team.choices';

/**
 * This file declares the fields of bills in lists, filters and exports (DOMAIN §3.5). It also declares the fields of a bill's order and of
 * the order's fees.
 */

const COUNTERS = [
  ...(['user', 'rider', 'merchant', 'franchisee', 'team', 'insurer', 'channel', 'none'] as const),
] satisfies readonly CounterType[];
const STATUS = {
  processing: 'working',
  success: 'good',
  failed: 'bad',
  closed: 'neutral',
} as const satisfies Record<BillStatus, Tone>;
const RECON_STATE = {
  none: 'neutral',
  pending: 'info',
  matched: 'good',
  difference: 'bad',
  resolved: 'good',
} as const satisfies Record<ReconState, Tone>;
const OUT = { direction: 'out' } as const;

/** The fields of a bill in the order of the columns. The payment platform's numbers are hidden by default. */
export const BILL = resource(
  'bill',
  {
    /** Search by a complete number: of a bill, of an order, or of a payment at the payment platform. */
    keyword: search('bill.keywordHint'),
    billNo: code({ opens: true, width: 190 }),
    at: moment({ sort: true, filter: 'days', card: 'fact' }),
    type: choice(BILL_TYPES, { texts: ENTRY_TYPES, filter: 'many', fact: false }),
    /** Station of the bill. 0 means that the bill belongs to no station. */
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    amountFen: money({ sort: true, filter: 'amounts', minusWhen: OUT, card: 'fact' }),
    status: state(STATUS, { filter: 'many', fact: false }),
    direction: choice(['in', 'out'], { filter: 'one' }),
    counterName: text(),
    counterType: choice(COUNTERS, { column: false, fact: false }),
    orderNo: code({ nullable: true }),
    feeFen: money({ help: 'bill.feeFenHelp' }),
    netFen: money({ help: 'bill.netFenHelp', minusWhen: OUT }),
    channel: choice(CHANNELS, { nullable: true, open: true, filter: 'many' }),
    /** `merchantNo` is the merchant number at the payment platform. `merchantName` is our name for this number. */
    merchantNo: code({
      hidden: true,
      filter: { kind: 'options', key: 'merchantNumberIds', source: 'merchantNumbers' },
    }),
    merchantName: text({ label: 'bill.merchantNumberName', column: false, fact: false, export: 'extra' }),
    channelTradeNo: code({ nullable: true, hidden: true }),
    reconState: state(RECON_STATE, { filter: 'many' }),
    /** Number of the transaction that reversed the bill. `null` means that the bill is not reversed. */
    reversedByNo: code({ label: 'bill.reversedBy', nullable: true, column: false, fact: false, export: 'extra' }),
    operatorName: text({ hidden: true }),
  },
  {
    filters: ['keyword', 'type', 'at', 'teamId', 'direction', 'channel', 'merchantNo', 'status', 'reconState'],
    totals: {
      inFen: { kind: 'sum', help: 'bill.sum_inFenHelp', filter: { direction: 'in' } },
      outFen: { kind: 'sum', help: 'bill.sum_outFenHelp', filter: { direction: 'out' } },
      netFen: { kind: 'sum', help: 'bill.sum_netFenHelp' },
      feeFen: { kind: 'sum', help: 'bill.sum_feeFenHelp' },
      count: { kind: 'count', help: 'bill.sum_countHelp' },
    },
  },
);

/** The fields of a bill's order. They show the current state of the order. */
export const ORDER = resource('bill', {
  orderNo: code(),
  statusText: text(),
  goodsFen: money(),
  deliveryFen: money(),
  paidFen: money(),
  balanceFen: money(),
  refundFen: money(),
  userName: text(),
  merchantName: text(),
  riderName: text(),
  paidAt: moment(),
  deliveredAt: moment({ nullable: true }),
  cancelledAt: moment({ nullable: true }),
  settledAt: moment({ nullable: true }),
});

/** The fees in force when the order was paid. Later changes of fees do not affect them. */
export const COSTS = resource('bill', {
  /**
   * Name of the fee plan, or of the fee rule that replaced the plan's rate. It is empty if neither applied, for example at the station's
   * own rate.
   */
  planName: text(),
  /**
   * Start of the plan version that applied. It identifies the version. `null` means that no plan applied, or that the order does not record
   * it.
   */
  planFrom: moment({ nullable: true }),
  rateBp: bp({ export: 'extra' }),
  fixedFen: money(),
  technicalFeeFen: money(),
  merchantFeeFen: money(),
  promotionFeeFen: money(),
  riderIncomeFen: money(),
  franchiseeName: text(),
  shareRateBp: bp(),
  settlementMode: choice(['balance', 'deposit'], { bare: true }),
  settleCycle: choice(SETTLE_CYCLES, { texts: SETTLE_CYCLE_TEXTS, bare: true }),
});
