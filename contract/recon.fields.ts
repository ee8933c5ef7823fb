import { BILL_TYPES, CHANNELS } from './finance';
import { ENTRY_TYPES } from './ledger.entries';
import {
  batchLifecycle,
  ITEM_ACTION_KEYS,
  ITEM_ACTIONS,
  ITEM_TYPE_KEYS,
  ITEM_TYPES,
  RECON_KINDS,
  reconCase,
} from './recon.states';
import { bp, choice, code, count, day, flag, moment, money, resource, search, state, sum, text } from './resource';

/** This file declares the fields of the reconciliation lists (DOMAIN §3.5). */

const KINDS = Object.keys(RECON_KINDS) as ['trade', 'fund'];

export const BATCH = resource(
  'recon',
  {
    no: code({ label: 'recon.batchNo', opens: true, width: 190 }),
    day: day({ sort: true, filter: 'days', card: 'fact' }),
    state: state(batchLifecycle.states, { filter: 'many' }),
    merchantNo: code({
      filter: { kind: 'options', key: 'merchantNumberIds', source: 'merchantNumbers' },
      card: 'fact',
    }),
    merchantName: text({ column: false }),
    channel: choice(CHANNELS, { open: true, hidden: true }),
    kind: choice(KINDS, { texts: RECON_KINDS, filter: 'many' }),
    channelCount: count(),
    channelFen: sum(),
    bookCount: count(),
    bookFen: sum(),
    matched: count(),
    differences: count(),
    openItems: count(),
    feeFen: sum({ hidden: true }),
    balanceFen: sum({ hidden: true, nullable: true }),
    fault: text({ nullable: true, width: 260 }),
    startedAt: moment({ nullable: true, hidden: true }),
    finishedAt: moment({ nullable: true, hidden: true }),
  },
  {
    totals: {
      openItems: { kind: 'count', filter: { state: ['hasDifference'] } },
      failed: { kind: 'count', filter: { state: ['failed'] } },
      gapFen: { kind: 'sum' },
      suspenseFen: { kind: 'sum' },
    },
  },
);

export const ITEM = resource(
  'recon',
  {
    /** Search by a complete number: of a difference, of an order, of a payment, or of a bill. */
    keyword: search('recon.keywordHint'),
    itemNo: code({ opens: true, width: 190 }),
    type: choice(ITEM_TYPE_KEYS, { texts: ITEM_TYPES, filter: 'many', card: 'fact' }),
    state: state(reconCase.states, { filter: 'many' }),
    day: day({ sort: true, filter: 'days' }),
    merchantNo: code({ filter: { kind: 'options', key: 'merchantNumberIds', source: 'merchantNumbers' } }),
    gapFen: money({ sort: true, filter: 'amounts', card: 'fact' }),
    outNo: code({ nullable: true }),
    tradeNo: code({ nullable: true, hidden: true }),
    lineKind: choice(['pay', 'refund', 'transfer', 'fee', 'other'], { nullable: true, hidden: true }),
    channelFen: money({ label: 'recon.itemChannelFen', nullable: true }),
    channelFeeFen: money({ nullable: true, hidden: true }),
    channelStatus: choice(['success', 'processing', 'failed'], { nullable: true, hidden: true }),
    channelAt: moment({ nullable: true, hidden: true }),
    billNo: code({ nullable: true }),
    billType: choice(BILL_TYPES, { texts: ENTRY_TYPES, nullable: true, open: true, hidden: true }),
    bookFen: money({ label: 'recon.itemBookFen', nullable: true }),
    bookFeeFen: money({ nullable: true, hidden: true }),
    bookStatus: choice(['processing', 'success', 'failed', 'closed'], { nullable: true, hidden: true }),
    bookAt: moment({ nullable: true, hidden: true }),
    ageDays: count({ export: false }),
    timingUntil: day({ nullable: true, hidden: true }),
    handlerName: text({ nullable: true, hidden: true }),
    action: choice([...ITEM_ACTION_KEYS, 'writeOff', 'found'], {
      texts: { ...ITEM_ACTIONS, writeOff: reconCase.steps.writeOff.text, found: reconCase.steps.found.text },
      nullable: true,
      hidden: true,
    }),
    reason: text({ nullable: true, hidden: true }),
    decidedByName: text({ nullable: true, hidden: true }),
    decidedAt: moment({ nullable: true, hidden: true }),
    txNo: code({ nullable: true, hidden: true }),
  },
  {
    totals: {
      open: { kind: 'count', filter: { state: ['open', 'handling'] } },
      openFen: { kind: 'sum', filter: { state: ['open', 'handling'] } },
      suspended: { kind: 'count', filter: { state: ['suspended'] } },
      suspendedFen: { kind: 'sum', filter: { state: ['suspended'] } },
    },
  },
);

export const NUMBER = resource('recon', {
  merchantNo: code({ opens: true, width: 190 }),
  name: text({ card: 'fact' }),
  channel: choice(CHANNELS, { open: true, filter: 'many' }),
  enabled: flag(),
  autoFetch: flag(),
  feeBp: bp(),
  /**
   * `bookBalanceFen` is the balance of the merchant number in our ledger. `statementBalanceFen` is the last balance that the platform
   * reported, or `null` if the platform has not reported one.
   */
  bookBalanceFen: sum({ card: 'fact' }),
  statementBalanceFen: sum({ nullable: true }),
  balanceDay: day({ nullable: true }),
  suspenseFen: sum(),
  lastDay: day({ nullable: true }),
  lastInFen: sum(),
  lastOutFen: sum(),
  lastFeeFen: sum(),
  lastBookInFen: sum({ hidden: true }),
  lastBookOutFen: sum({ hidden: true }),
  gapFen: sum({ label: 'recon.lastGapFen' }),
  openItems: count(),
  oldestOpen: day({ nullable: true }),
});
