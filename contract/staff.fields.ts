import { LIVING_ACCOUNT_STATES } from './account.states';
import {
  code,
  count,
  day,
  filterOnly,
  flag,
  moment,
  phone,
  ref,
  refs,
  resource,
  search,
  state,
  text,
} from './resource';

/** People of the head office as they are listed and filtered (DOMAIN §3.11), and everything that is known of one. */

export const PEOPLE = resource(
  'staff',
  {
    keyword: search('staff.keywordHint'),
    name: text({ sort: true, opens: true, width: 140 }),
    /** null for accounts older than the numbers. */
    no: code({ nullable: true }),
    account: text(),
    tel: phone({ card: 'fact' }),
    /** A filter finds everything below the department as well. */
    departmentId: ref('departments', { nullable: true, filter: 'options' }),
    post: text({ nullable: true, hidden: true }),
    identityIds: refs('identities', { card: 'fact', filter: { kind: 'options', key: 'identityId' } }),
    dataScopeText: text(),
    status: state(LIVING_ACCOUNT_STATES, { filter: 'many' }),
    /** Who reaches one of these stations. */
    teamId: filterOnly({ kind: 'options', source: 'teams' }),
    /** A second verification is asked for at sign-in. */
    need2v: flag({ hidden: true }),
    lastLoginAt: moment({ nullable: true, sort: true, filter: { kind: 'days', key: 'lastLogin' } }),
    neverSignedIn: filterOnly('flag'),
    createdAt: moment({ sort: true }),
    expireAt: day({ nullable: true, hidden: true }),
  },
  {
    totals: {
      active: { kind: 'count', filter: { status: ['invited', 'active', 'locked'] } },
      disabled: { kind: 'count', filter: { status: ['disabled'] } },
      neverSignedIn: { kind: 'count', label: 'staff.neverSignedIn', filter: { neverSignedIn: true } },
      /** Seats are those of the tenant, whatever the filter. */
      seatsUsed: { kind: 'count' },
      seats: { kind: 'count' },
    },
  },
);

/** Everything that is known of one person. */
export const PERSON = resource('staff', {
  ...PEOPLE.fields,
  email: text({ nullable: true, export: 'extra' }),
  remark: text({ nullable: true, export: 'extra' }),
  extraTeams: text({ label: 'staff.extraTeamIds' }),
  /** What would be handed over. */
  openWork: count(),
  lastLoginIp: text({ nullable: true, export: 'extra' }),
  disabledAt: moment({ nullable: true }),
  /** The first day on which a disabled person can be deleted. */
  removableFrom: day({ nullable: true }),
  handedOverToName: text({ nullable: true, export: 'extra' }),
  createdByName: text(),
  updatedByName: text(),
});

/** Columns of the import file, in the order of the template. */
export const STAFF_IMPORT_COLUMNS = [
  'name',
  'account',
  'tel',
  'email',
  'departmentId',
  'post',
  'identityIds',
  'expireAt',
  'remark',
] as const;
/** Fields of the form. */
export const STAFF_FORM_FIELDS = [...STAFF_IMPORT_COLUMNS, 'extraTeamIds', 'sendInvite'] as const;
export type StaffField = (typeof STAFF_FORM_FIELDS)[number];
export const isStaffField = (name: string): name is StaffField => STAFF_FORM_FIELDS.some((field) => field === name);
/** What a field of the form is called, wherever it is named: form, list, import, mistakes, records. */
export const staffLabel = <F extends StaffField>(field: F) => `staff.${field}` as const;
