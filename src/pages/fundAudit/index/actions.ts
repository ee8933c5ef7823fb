import { FUND_AUDIT, FUND_AUDIT_FIELDS, fundAuditCase } from '@contract/fundAudit.states';
import { history } from '@umijs/max';
import type { Translate } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { type EntryRow, yuan } from './columns';

/** The open form over the list: a new entry, an import, a returned entry, or an appeal against an entry. */
export type EntryForm = 'new' | 'import' | { readonly kind: 'resubmit' | 'appeal'; readonly id: number };

/** Returns the page's URL with the form open. Filters and page number stay unchanged. @param which `null` closes the form */
export function formAddress(which: EntryForm | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (which === null) query.delete('form');
  else query.set('form', typeof which === 'string' ? which : `${which.kind}-${which.id}`);
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

const label = (action: Parameters<typeof fundAuditCase.transition>[0]) => fundAuditCase.transition(action).text;
const of = ({ id, version }: EntryRow) => ({ id, version });
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: FUND_AUDIT_FIELDS.reason,
  required: true,
  rows: 2,
  help: 'fundAudit.reasonHelp',
  ...FUND_AUDIT.reason,
};
const reasonOf = (values: FormValues) => trimmed(values, 'reason');
const about = (rows: readonly EntryRow[]) => ({
  ids: rows.map(({ id }) => id),
  versions: Object.fromEntries(rows.map(({ id, version }) => [String(id), version])),
});

/** Returns the totals of the given entries as texts: `x` for credits, `y` for debits. */
function sums(rows: readonly EntryRow[]) {
  const sum = (direction: EntryRow['direction']) =>
    rows.reduce((all, row) => all + (row.direction === direction ? row.amountFen : 0), 0);
  return { x: yuan(sum('in')), y: yuan(sum('out')) };
}

function approveText(names: string, rows: readonly EntryRow[], t: Translate): string {
  const able = rows.filter(({ actions }) => actions.includes('approve'));
  const [row] = rows;
  if (rows.length > 1 || row === undefined) return t('fundAudit.approveManyText', { n: able.length, ...sums(able) });
  const what = { names, rider: row.riderName, kind: row.kindText, x: yuan(row.amountFen), reason: row.reason };
  if (row.direction === 'in') return t('fundAudit.approveInText', { ...what, payer: row.fundedByText });
  const now = Math.min(row.amountFen, Math.max(0, row.balanceFen ?? row.amountFen));
  return row.allowInstalment && now < row.amountFen
    ? t('fundAudit.approveOwingText', { ...what, now: yuan(now), rest: yuan(row.amountFen - now) })
    : t('fundAudit.approveOutText', { ...what, payer: row.fundedByText });
}

/** All actions on an entry (DOMAIN §3.9). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<EntryRow>[] = [
  {
    key: 'approve',
    label: label('approve'),
    hotkey: 'a',
    confirm: { text: approveText },
    call: post('fundAudit.Rider/approve', of),
    bulk: post('fundAudit.Rider/bulk', (rows: readonly EntryRow[]) => ({ action: 'approve', ...about(rows) })),
  },
  {
    key: 'return',
    label: label('return'),
    confirm: { text: (names, [row], t) => t('fundAudit.returnText', { names, maker: row?.makerName ?? '' }) },
    fields: () => [reason],
    call: post('fundAudit.Rider/return', (row: EntryRow, values) => ({ ...of(row), reason: reasonOf(values) })),
  },
  {
    key: 'reject',
    label: label('reject'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('fundAudit.rejectText', { names }) },
    fields: () => [reason],
    call: post('fundAudit.Rider/reject', (row: EntryRow, values) => ({ ...of(row), reason: reasonOf(values) })),
    bulk: post('fundAudit.Rider/bulk', (rows: readonly EntryRow[], values) => ({
      action: 'reject',
      ...about(rows),
      reason: reasonOf(values),
    })),
  },
  { key: 'resubmit', label: label('resubmit'), to: ({ id }) => formAddress({ kind: 'resubmit', id }) },
  { key: 'appeal', label: 'fundAudit.appeal', to: ({ id }) => formAddress({ kind: 'appeal', id }) },
  {
    key: 'withdraw',
    label: label('withdraw'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('fundAudit.withdrawText', { names }) },
    call: post('fundAudit.Rider/withdraw', of),
  },
  {
    key: 'waive',
    label: label('waive'),
    danger: true,
    confirm: {
      text: (names, [row], t) =>
        t('fundAudit.waiveText', { names, x: yuan((row?.amountFen ?? 0) - (row?.collectedFen ?? 0)) }),
    },
    fields: () => [reason],
    call: post('fundAudit.Rider/waive', ({ id }: EntryRow, values) => ({ id, reason: reasonOf(values) })),
  },
];
