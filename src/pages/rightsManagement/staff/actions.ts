import { STAFF } from '@contract/limits';
import { type StaffTransition, staffLifecycle } from '@contract/staff.states';
import { history } from '@umijs/max';
import { pageAddress } from '@/app/pageAddress';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { StaffRow } from './list';

const label = (step: StaffTransition) => staffLifecycle.transition(step).text;
const of = (row: StaffRow) => ({ id: row.id, version: row.version });
const ids = (rows: readonly StaffRow[]) => rows.map((row) => row.id);
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const reasonOf = (values: FormValues) => {
  const reason = trimmed(values, 'reason');
  return reason === '' ? {} : { reason };
};

const reason: Field = { kind: 'text', name: 'reason', label: 'list.why', max: STAFF.reason.max };
/** Field for identities. The form of a person and a separate dialog share it. */
export const IDENTITIES = {
  kind: 'options',
  name: 'identityIds',
  label: 'staff.identityIds',
  source: 'identities',
  multiple: true,
  max: STAFF.identities.max,
  required: true,
  help: 'staff.identityHelp',
} as const satisfies Field;

/** The open form over the list: a person (by id or new), the departments, or the import. */
export type StaffForm = number | 'new' | 'departments' | 'import';

/** Returns the page's URL with the form open. `null` closes the form. */
export const formAddress = (which: StaffForm | null): string => pageAddress('form', which);

/** All actions on a person (DOMAIN §3.11). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<StaffRow>[] = [
  { key: 'edit', label: 'staff.edit', hotkey: 'e', to: (row) => formAddress(row.id) },
  {
    key: 'setIdentity',
    label: 'staff.setIdentity',
    confirm: { text: (names, _rows, t) => t('staff.setIdentityText', { names }) },
    fields: () => [IDENTITIES],
    initial: (rows) => ({ identityIds: rows.length === 1 ? (rows[0]?.identityIds ?? []) : [] }),
    call: post('rights.Staff/setIdentity', (row: StaffRow, values) => ({
      ...of(row),
      identityIds: numbers(values.identityIds),
    })),
    bulk: post('rights.Staff/bulk', (rows: readonly StaffRow[], values) => ({
      action: 'setIdentity',
      ids: ids(rows),
      identityIds: numbers(values.identityIds),
    })),
  },
  {
    key: 'resetPassword',
    label: 'staff.resetPassword',
    confirm: { text: (names, _rows, t) => t('staff.resetText', { names }) },
    call: post('rights.Staff/resetPassword', (row: StaffRow) => ({ id: row.id })),
  },
  {
    key: 'enable',
    label: label('enable'),
    confirm: { text: (names, _rows, t) => t('staff.enableText', { names }) },
    call: post('rights.Staff/enable', of),
  },
  {
    key: 'handOver',
    label: 'staff.handOver',
    confirm: { text: (names, _rows, t) => t('staff.handOverText', { names }) },
    fields: () => [{ kind: 'options', name: 'toId', label: 'staff.receiver', source: 'staff', required: true }],
    call: post('rights.Staff/handOver', (row: StaffRow, values) => ({ id: row.id, toId: Number(values.toId) })),
  },
  {
    key: 'records',
    label: 'staff.records',
    to: (row) => `/rightsManagement/staff/employeeOperationRecords?accountId=${row.id}`,
  },
  {
    key: 'disable',
    label: label('disable'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('staff.disableText', { names }) },
    fields: () => [reason],
    call: post('rights.Staff/disable', (row: StaffRow, values) => ({ ...of(row), ...reasonOf(values) })),
    bulk: post('rights.Staff/bulk', (rows: readonly StaffRow[], values) => ({
      action: 'disable',
      ids: ids(rows),
      ...reasonOf(values),
    })),
  },
  {
    key: 'remove',
    label: label('remove'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('staff.removeText', { names }), typeName: true },
    call: post('rights.Staff/remove', of),
    // Close the drawer, because a deleted person has none.
    after: () => history.replace(pageAddress('open', null)),
  },
];
