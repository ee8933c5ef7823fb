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

/** Fields of headquarters staff in lists and filters (DOMAIN §3.11). */

export const PEOPLE = resource(
  'staff',
  {
    keyword: search('staff.keywordHint'),
    name: text({ sort: true, opens: true, width: 140 }),
    /** Staff number. It is `null` for accounts that were created before staff numbers existed. */
    no: code({ nullable: true }),
    account: text(),
    tel: phone({ card: 'fact' }),
    /** Department. The filter includes all departments below the chosen one. */
    departmentId: ref('departments', { nullable: true, filter: 'options' }),
    post: text({ nullable: true, hidden: true }),
    identityIds: refs('identities', { card: 'fact', filter: { kind: 'options', key: 'identityId' } }),
    dataScopeText: text(),
    status: state(LIVING_ACCOUNT_STATES, { filter: 'many' }),
    /** Filter: only people whose data scope includes one of these stations. */
    teamId: filterOnly({ kind: 'options', source: 'teams' }),
    /** `true` if second verification is on for the person: by choice, or as required (see `twoFactorForced` in contract/profile.ts). */
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
      /** Number of used seats, and of all seats (staff accounts that the tenant may have). The filter does not change these numbers. */
      seatsUsed: { kind: 'count' },
      seats: { kind: 'count' },
    },
  },
);

/** All fields of one person, for the staff page. */
export const PERSON = resource('staff', {
  ...PEOPLE.fields,
  email: text({ nullable: true, export: 'extra' }),
  remark: text({ nullable: true, export: 'extra' }),
  extraTeams: text({ label: 'staff.extraTeamIds' }),
  /** Number of open work items that would be handed over. */
  openWork: count(),
  lastLoginIp: text({ nullable: true, export: 'extra' }),
  disabledAt: moment({ nullable: true }),
  /** First day on which a disabled person can be deleted. `null` for people who are not disabled. */
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
/** Names of the fields in the staff form. They include the columns of the import file. */
export const STAFF_FORM_FIELDS = [...STAFF_IMPORT_COLUMNS, 'extraTeamIds', 'sendInvite'] as const;
export type StaffField = (typeof STAFF_FORM_FIELDS)[number];
export const isStaffField = (name: string): name is StaffField => STAFF_FORM_FIELDS.some((field) => field === name);
/** Returns the label of a form field. Form, list, import, errors and operation records use the same label. */
export const staffLabel = <F extends StaffField>(field: F) => `staff.${field}` as const;
