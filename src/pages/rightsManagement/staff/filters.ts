import type { Data } from '@contract/index';
import { STAFF_FIELDS } from '@contract/staff.fields';
import { staffLifecycle } from '@contract/staff.states';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

const STATES = ['invited', 'active', 'locked', 'disabled'] as const;
const IN_USE = ['invited', 'active', 'locked'] as const;

/** Filters of the staff list (DOMAIN §3.11). */
export const FILTERS: readonly FilterOf<'rights.Staff/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'staff.keyword', placeholder: 'staff.keywordHint' },
  { kind: 'options', key: 'departmentId', label: STAFF_FIELDS.departmentId, source: 'departments' },
  { kind: 'options', key: 'identityId', label: STAFF_FIELDS.identityIds, source: 'identities' },
  {
    kind: 'many',
    key: 'status',
    label: 'staff.status',
    options: STATES.map((state) => ({ value: state, label: staffLifecycle.states[state].text })),
  },
  { kind: 'options', key: 'teamId', label: 'staff.teamInReach', source: 'teams' },
  { kind: 'days', key: 'lastLogin', label: 'staff.lastLogin' },
  { kind: 'flag', key: 'neverSignedIn', label: 'staff.neverSignedIn' },
];

/** Figures over the whole filter; seats are those of the tenant. */
export function summaryCards(summary: Data<'rights.Staff/getList'>['summary']): readonly SummaryCard[] {
  return [
    { key: 'active', label: 'staff.active', value: summary.active, filter: { status: [...IN_USE] } },
    { key: 'disabled', label: 'staff.disabled', value: summary.disabled, filter: { status: ['disabled'] } },
    {
      key: 'neverSignedIn',
      label: 'staff.neverSignedIn',
      value: summary.neverSignedIn,
      filter: { neverSignedIn: true },
    },
    { key: 'seatsUsed', label: 'staff.seatsUsed', value: summary.seatsUsed },
    { key: 'seats', label: 'staff.seats', value: summary.seats },
  ];
}
