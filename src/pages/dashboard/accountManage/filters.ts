import { accountLifecycle } from '@contract/account.states';
import type { Data } from '@contract/index';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

const STATES = ['invited', 'active', 'locked', 'disabled'] as const;

/** Filters of the account list (DOMAIN §3.2). */
export const FILTERS: readonly FilterOf<'dashboard.AccountManage/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'accounts.keyword', placeholder: 'accounts.keywordHint' },
  {
    kind: 'many',
    key: 'type',
    label: 'accounts.type',
    options: [
      { value: 'owner', label: 'accounts.typeOwner' },
      { value: 'staff', label: 'accounts.typeStaff' },
      { value: 'station', label: 'accounts.typeStation' },
      { value: 'franchisee', label: 'accounts.typeFranchisee' },
    ],
  },
  { kind: 'options', key: 'teamIds', label: 'accounts.stations', source: 'teams' },
  {
    kind: 'many',
    key: 'state',
    label: 'accounts.state',
    options: STATES.map((state) => ({ value: state, label: accountLifecycle.states[state].text })),
  },
  { kind: 'flag', key: 'twoFactor', label: 'accounts.twoFactor' },
  { kind: 'days', key: 'lastLogin', label: 'accounts.lastLogin' },
];

/** Returns the cards with totals of all filtered accounts. A click on the card of a state filters by this state. */
export function summaryCards(summary: Data<'dashboard.AccountManage/getList'>['summary']): readonly SummaryCard[] {
  return [
    { key: 'total', label: 'accounts.total', value: summary.total },
    {
      key: 'active',
      label: accountLifecycle.states.active.text,
      value: summary.active,
      filter: { state: ['active'] },
    },
    {
      key: 'locked',
      label: accountLifecycle.states.locked.text,
      value: summary.locked,
      filter: { state: ['locked'] },
    },
    { key: 'neverSignedIn', label: 'accounts.neverSignedIn', value: summary.neverSignedIn },
    {
      key: 'oldPassword',
      label: 'accounts.oldPassword',
      value: summary.oldPassword,
      help: 'accounts.oldPasswordHelp',
    },
  ];
}
