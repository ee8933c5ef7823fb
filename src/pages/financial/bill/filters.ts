import { BILL_TYPES, CHANNEL_TEXT, CHANNELS, DIRECTION_TEXT } from '@contract/finance';
import type { Data } from '@contract/index';
import { BILL_STATUS_TEXT, ENTRY_TYPES, RECON_STATE_TEXT } from '@contract/ledger';
import type { Text } from '@contract/text';
import type { Filter, SummaryCard } from '@/ui/ListPage/types';

const options = (texts: Readonly<Record<string, Text>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Filters of the bills (DOMAIN §3.5). */
export const FILTERS: readonly Filter[] = [
  { kind: 'text', key: 'keyword', label: 'bill.keyword', placeholder: 'bill.keywordHint' },
  {
    kind: 'many',
    key: 'type',
    label: 'bill.type',
    options: BILL_TYPES.map((type) => ({ value: type, label: ENTRY_TYPES[type].text })),
  },
  { kind: 'days', key: 'at', label: 'bill.at' },
  { kind: 'options', key: 'teamIds', label: 'bill.team', source: 'teams' },
  { kind: 'one', key: 'direction', label: 'bill.direction', options: options(DIRECTION_TEXT) },
  {
    kind: 'many',
    key: 'channel',
    label: 'bill.channel',
    options: CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_TEXT[channel] })),
  },
  { kind: 'options', key: 'merchantNumberIds', label: 'bill.merchantNumber', source: 'merchantNumbers' },
  { kind: 'many', key: 'status', label: 'bill.status', options: options(BILL_STATUS_TEXT) },
  { kind: 'many', key: 'reconState', label: 'bill.reconState', options: options(RECON_STATE_TEXT) },
  { kind: 'amounts', key: 'amountFen', label: 'bill.amount' },
];

/** Figures over the whole filter (DOMAIN §3.5 "Summary"); a direction's card filters by it. */
export function summaryCards(summary: Data<'finance.Bill/getList'>['summary']): readonly SummaryCard[] {
  return [
    {
      key: 'in',
      label: 'bill.sumIn',
      value: summary.inFen,
      kind: 'fen',
      unit: 'bill.yuan',
      help: 'bill.sumInHelp',
      filter: { direction: 'in' },
    },
    {
      key: 'out',
      label: 'bill.sumOut',
      value: summary.outFen,
      kind: 'fen',
      unit: 'bill.yuan',
      help: 'bill.sumOutHelp',
      filter: { direction: 'out' },
    },
    {
      key: 'net',
      label: 'bill.sumNet',
      value: summary.netFen,
      kind: 'fen',
      unit: 'bill.yuan',
      help: 'bill.sumNetHelp',
    },
    {
      key: 'fee',
      label: 'bill.sumFee',
      value: summary.feeFen,
      kind: 'fen',
      unit: 'bill.yuan',
      help: 'bill.sumFeeHelp',
    },
    { key: 'count', label: 'bill.sumCount', value: summary.count, help: 'bill.sumCountHelp' },
  ];
}
