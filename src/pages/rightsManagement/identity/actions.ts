import { identityLifecycle } from '@contract/identity.states';
import { IDENTITY } from '@contract/limits';
import { t as tNow } from '@/app/i18n/i18n';
import { hasPage } from '@/layouts/pageTable';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { IdentityRow } from './columns';

const PAGE = '/rightsManagement/identity';
const STAFF = '/rightsManagement/staff';

const label = (action: 'disable' | 'enable' | 'remove') => identityLifecycle.transition(action).text;
const of = (row: IdentityRow) => ({ id: row.id, version: row.version });
const count = (rows: readonly IdentityRow[]) => rows.reduce((sum, row) => sum + row.staffCount, 0);

/** Returns the name for a copy. The old name is shortened if the name with the suffix would be too long. */
function copyName(name: string): string {
  const end = tNow('identity.copySuffix');
  return `${[...name].slice(0, IDENTITY.name.max - [...end].length).join('')}${end}`;
}

const staffList: Action<IdentityRow> = {
  key: 'staff',
  label: 'identity.staffList',
  to: (row) => `${STAFF}?identityId=${row.id}`,
};

/** Actions on an identity (DOMAIN §3.11). */
export const ACTIONS: readonly Action<IdentityRow>[] = [
  { key: 'edit', label: 'identity.editAction', hotkey: 'e', to: (row) => `${PAGE}?edit=${row.id}` },
  { key: 'explain', label: 'identity.xrayAction', hotkey: 'x', to: (row) => `${PAGE}?explain=identity:${row.id}` },
  {
    key: 'copy',
    label: 'identity.copy',
    confirm: { text: (names, _rows, t) => t('identity.copyText', { names }) },
    fields: () => [{ kind: 'text', name: 'name', label: 'identity.name', required: true, ...IDENTITY.name }],
    initial: (rows) => ({ name: copyName(rows[0]?.name ?? '') }),
    call: post('rights.Identity/copy', (row: IdentityRow, values) => ({
      id: row.id,
      name: trimmed(values, 'name'),
    })),
  },
  { key: 'compare', label: 'identity.compare', to: (row) => `${PAGE}?compare=${row.id}` },
  // Omit the link to the list of staff if that page does not exist.
  ...(hasPage(STAFF) ? [staffList] : []),
  {
    key: 'enable',
    label: label('enable'),
    confirm: { text: (names, rows, t) => t('identity.enableText', { names, n: count(rows) }) },
    call: post('rights.Identity/enable', of),
  },
  {
    key: 'disable',
    label: label('disable'),
    danger: true,
    confirm: { text: (names, rows, t) => t('identity.disableText', { names, n: count(rows) }) },
    call: post('rights.Identity/disable', of),
  },
  {
    key: 'remove',
    label: label('remove'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('identity.removeText', { names }) },
    call: post('rights.Identity/remove', of),
  },
];
