import type { Data } from '@contract/index';
import { PAYOUT_CHANNELS } from '@contract/payment.payout';
import type { Text } from '@contract/text';
import {
  RISK_TAG_TEXT,
  WITHDRAW_FIELDS,
  WITHDRAW_STATES,
  WITHDRAW_SUBJECT_TEXT,
  withdrawCase,
} from '@contract/withdraw.states';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

const options = (texts: Readonly<Record<string, Text>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Filters of the list of withdrawal applications (DOMAIN §3.5). */
const FILTERS: readonly FilterOf<'finance.Withdraw/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'withdrawal.keyword', placeholder: 'withdrawal.keywordHint' },
  {
    kind: 'many',
    key: 'state',
    label: WITHDRAW_FIELDS.state,
    options: WITHDRAW_STATES.map((value) => ({ value, label: withdrawCase.states[value].text })),
  },
  { kind: 'many', key: 'subjectType', label: WITHDRAW_FIELDS.subjectType, options: options(WITHDRAW_SUBJECT_TEXT) },
  { kind: 'options', key: 'teamIds', label: WITHDRAW_FIELDS.team, source: 'teams' },
  { kind: 'many', key: 'channel', label: WITHDRAW_FIELDS.channel, options: options(PAYOUT_CHANNELS) },
  { kind: 'many', key: 'riskTag', label: WITHDRAW_FIELDS.riskTags, options: options(RISK_TAG_TEXT) },
  { kind: 'amounts', key: 'amountFen', label: WITHDRAW_FIELDS.amountFen },
  { kind: 'days', key: 'applied', label: 'withdrawal.appliedOn' },
  { kind: 'days', key: 'finished', label: 'withdrawal.finishedOn' },
];

type Counts = Data<'finance.Withdraw/getCounters'>['counts'];

/** Returns the filters. The choices of the state filter show the number of applications in each state. */
export function countedFilters(counts: Counts | undefined): typeof FILTERS {
  if (!counts) return FILTERS;
  const named = (label: Text, state: string): Text => {
    const { count } = counts.find((one) => one.state === state) ?? { count: 0 };
    const texts = Object.entries(label).map(([locale, word]) => [locale, `${word} (${count})`]);
    return Object.fromEntries(texts) as Text;
  };
  const options = WITHDRAW_STATES.map((value) => ({ value, label: named(withdrawCase.states[value].text, value) }));
  return FILTERS.map((filter) => (filter.key === 'state' && filter.kind === 'many' ? { ...filter, options } : filter));
}

type Sums = Data<'finance.Withdraw/getList'>['summary'];

/** Returns the cards with totals of all filtered applications. The cards of a state filter the list by that state. */
export function summaryCards(sums: Sums): readonly SummaryCard[] {
  const money = { kind: 'fen', unit: 'withdrawal.yuan' } as const;
  return [
    {
      key: 'pending',
      label: 'withdrawal.pending',
      value: sums.pendingFen,
      ...money,
      filter: { state: ['pendingReview'] },
    },
    { key: 'toPay', label: 'withdrawal.toPay', value: sums.toPayFen, ...money, filter: { state: ['approved'] } },
    {
      key: 'paying',
      label: 'withdrawal.paying',
      value: sums.payingFen,
      ...money,
      filter: { state: ['paying', 'awaitPayee'] },
    },
    { key: 'failed', label: 'withdrawal.failed', value: sums.failed, filter: { state: ['payFailed', 'unknown'] } },
    { key: 'paidToday', label: 'withdrawal.paidToday', value: sums.paidToday },
    { key: 'paidTodayFen', label: 'withdrawal.paidTodayFen', value: sums.paidTodayFen, ...money },
    { key: 'feeToday', label: 'withdrawal.feeToday', value: sums.feeTodayFen, ...money },
  ];
}
