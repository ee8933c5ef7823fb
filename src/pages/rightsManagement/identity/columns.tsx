import { identityLifecycle } from '@contract/identity.states';
import type { Data } from '@contract/index';
import { CutText } from '@/ui/CutText';
import { Figure } from '@/ui/Figure';
import type { Column } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

export type IdentityRow = Data<'rights.Identity/getList'>['list'][number];

/** Columns of the identity list (DOMAIN §3.11). */
export const COLUMNS: readonly Column<IdentityRow>[] = [
  {
    key: 'name',
    title: 'identity.name',
    opens: true,
    width: 150,
    render: (row) => row.name,
  },
  { key: 'type', title: 'identity.type', render: (row) => row.typeText },
  {
    key: 'description',
    title: 'identity.description',
    width: 200,
    render: (row) => <CutText text={row.description || '—'} most={200} />,
  },
  { key: 'ruleCount', title: 'identity.ruleCount', align: 'end', render: (row) => <Figure value={row.ruleCount} /> },
  { key: 'scope', title: 'identity.scope', render: (row) => row.scopeText },
  { key: 'staffCount', title: 'identity.staffCount', align: 'end', render: (row) => <Figure value={row.staffCount} /> },
  {
    key: 'builtin',
    title: 'identity.origin',
    render: (row, t) => t(row.builtin ? 'identity.builtin' : 'identity.custom'),
  },
  {
    key: 'status',
    title: 'identity.status',
    render: (row) => <StatusTag tone={identityLifecycle.states[row.status].tone} text={row.statusText} />,
  },
  { key: 'updatedAt', title: 'identity.updatedAt', sort: true, render: (row) => <TimeText at={row.updatedAt} /> },
];
