import type { Data } from '@contract/index';
import { TEAM_WAIT_TEXT, TEAM_WAITS, teamLifecycle } from '@contract/team.states';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

type Row = Data<'team.Team/getList'>['list'][number];

const TYPES = [
  { value: 'self', label: 'team.typeSelf' },
  { value: 'franchise', label: 'team.typeFranchise' },
  { value: 'partner', label: 'team.typePartner' },
] as const satisfies readonly { value: Row['teamType']; label: string }[];
const STATES = [
  'operating',
  'preparing',
  'paused',
  'frozen',
  'closed',
  'draft',
] as const satisfies readonly Row['status'][];

/** Filters of the station list: those filters of DOMAIN §3.3 for which data exists. */
export const FILTERS: readonly FilterOf<'team.Team/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'team.keyword', placeholder: 'team.keywordHint' },
  {
    kind: 'many',
    key: 'status',
    label: 'team.status',
    options: STATES.map((state) => ({ value: state, label: teamLifecycle.states[state].text })),
  },
  { kind: 'many', key: 'type', label: 'team.type', options: TYPES },
  { kind: 'options', key: 'franchiseeId', label: 'team.franchisee', source: 'franchisees' },
  { kind: 'region', key: 'region', label: 'team.region' },
  { kind: 'options', key: 'teamIds', label: 'team.name', source: 'teams' },
  {
    kind: 'one',
    key: 'waitsFor',
    label: 'team.waitsFor',
    options: TEAM_WAITS.map((value) => ({ value, label: TEAM_WAIT_TEXT[value] })),
  },
  { kind: 'flag', key: 'hourToReach', label: 'team.hourToReach' },
  { kind: 'days', key: 'opened', label: 'team.openedAt' },
];

/** Returns the cards with totals of all filtered stations. A click on the card of a state filters by this state. */
export function summaryCards(summary: Data<'team.Team/getList'>['summary']): readonly SummaryCard[] {
  const states = (['operating', 'preparing', 'paused', 'frozen', 'closed', 'draft'] as const).map((state) => ({
    key: state,
    label: teamLifecycle.states[state].text,
    value: summary[state],
    filter: { status: [state] },
  }));
  return [
    ...states,
    { key: 'ordersToday', label: 'team.ordersToday', value: summary.ordersToday, help: 'team.ordersTodayHelp' },
  ];
}
