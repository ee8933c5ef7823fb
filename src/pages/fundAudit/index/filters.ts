import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  AUDIT_SOURCE_TEXT,
  FUND_AUDIT_FIELDS,
  FUND_AUDIT_STATES,
  fundAuditCase,
} from '@contract/fundAudit.states';
import type { Data } from '@contract/index';
import type { Text } from '@contract/text';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

const options = (texts: Readonly<Record<string, Text>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Filters of the rider fund audit list (DOMAIN §3.9). */
export const FILTERS: readonly FilterOf<'fundAudit.Rider/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'fundAudit.keyword', placeholder: 'fundAudit.keywordHint' },
  {
    kind: 'many',
    key: 'state',
    label: 'fundAudit.state',
    options: FUND_AUDIT_STATES.map((value) => ({ value, label: fundAuditCase.states[value].text })),
  },
  { kind: 'options', key: 'teamIds', label: 'fundAudit.team', source: 'teams' },
  { kind: 'many', key: 'kind', label: FUND_AUDIT_FIELDS.kind, options: options(AUDIT_KIND_TEXT) },
  { kind: 'one', key: 'direction', label: FUND_AUDIT_FIELDS.direction, options: options(AUDIT_DIRECTION_TEXT) },
  { kind: 'many', key: 'source', label: 'fundAudit.source', options: options(AUDIT_SOURCE_TEXT) },
  { kind: 'amounts', key: 'amountFen', label: FUND_AUDIT_FIELDS.amountFen },
  { kind: 'flag', key: 'forMe', label: 'fund.forMe' },
  { kind: 'options', key: 'makerId', label: 'fundAudit.maker', source: 'colleagues' },
  { kind: 'days', key: 'created', label: 'fundAudit.submittedAt' },
];

/** Returns the cards with figures of all filtered entries. */
export function summaryCards(sums: Data<'fundAudit.Rider/getList'>['summary']): readonly SummaryCard[] {
  return [
    { key: 'pending', label: 'fundAudit.pending', value: sums.pending, filter: { state: ['pending'] } },
    {
      key: 'pendingIn',
      label: 'fundAudit.pendingIn',
      value: sums.pendingInFen,
      kind: 'fen',
      unit: 'fundAudit.yuan',
      filter: { state: ['pending'], direction: 'in' },
    },
    {
      key: 'pendingOut',
      label: 'fundAudit.pendingOut',
      value: sums.pendingOutFen,
      kind: 'fen',
      unit: 'fundAudit.yuan',
      filter: { state: ['pending'], direction: 'out' },
    },
    { key: 'approvedToday', label: 'fundAudit.approvedToday', value: sums.approvedToday },
    {
      key: 'rejected',
      label: 'fundAudit.rejectedRate',
      value: sums.rejectedBp,
      kind: 'bp',
      help: 'fundAudit.rejectedRateHelp',
    },
    {
      key: 'owed',
      label: 'fundAudit.owed',
      value: sums.owedFen,
      kind: 'fen',
      unit: 'fundAudit.yuan',
      help: 'fundAudit.owedHelp',
      filter: { state: ['owing'] },
    },
  ];
}
