import { INSURE_RECON_LIST } from '@contract/insure.fields';
import { INSURE } from '@contract/insure.states';
import { lazy, Suspense } from 'react';
import { getLocale, t as tNow } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { ListPage } from '@/ui/ListPage';
import type { SummaryCard } from '@/ui/ListPage/types';
import { formatMoney } from '@/ui/Money/format';
import { listOf } from '@/ui/resource/list';
import { KEPT, type MonthRow } from './links';

const MonthDrawer = lazy(() => import('./MonthDrawer').then((module) => ({ default: module.MonthDrawer })));

const LIST = listOf('safety.Insure/getRecon', INSURE_RECON_LIST);
const nameOf = (row: MonthRow) => `${row.month} ${row.insurerName}`;

const file: Field = {
  kind: 'custom',
  name: 'fileId',
  label: 'insureRecon.file',
  help: 'insureRecon.fileHelp',
  required: true,
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene="insurerFile"
      label={tNow('insureRecon.file')}
      id={id}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
};
const REMIT: readonly Field[] = [
  {
    kind: 'options',
    name: 'merchantNumberId',
    label: 'insureRecon.merchantNumber',
    source: 'merchantNumbers',
    required: true,
  },
  { kind: 'text', name: 'voucherNo', label: 'insureRecon.voucherNo', required: true, ...INSURE.voucherNo },
];

const ACTIONS: readonly Action<MonthRow>[] = [
  {
    key: 'uploadStatement',
    label: 'insureRecon.upload',
    hotkey: 'u',
    confirm: { text: (names, _rows, t) => t('insureRecon.uploadText', { names }) },
    fields: () => [file],
    call: post('safety.Insure/uploadStatement', ({ id }: MonthRow, values) => ({ id, fileId: Number(values.fileId) })),
  },
  {
    key: 'remit',
    label: 'insureRecon.remit',
    confirm: {
      text: (names, [row], t) => t('insureRecon.remitText', { names, x: formatMoney(row?.dueFen ?? 0, getLocale()) }),
    },
    fields: () => REMIT,
    call: post('safety.Insure/remit', ({ id, dueFen }: MonthRow, values) => ({
      id,
      merchantNumberId: Number(values.merchantNumberId),
      voucherNo: trimmed(values, 'voucherNo'),
      amountFen: dueFen ?? 0,
    })),
  },
];

const cards = (sums: { readonly dueFen: number | null; readonly openGaps: number }): readonly SummaryCard[] => [
  { key: 'dueFen', label: 'insureRecon.dueFen', value: sums.dueFen, kind: 'fen', unit: 'list.yuan' },
  { key: 'openGaps', label: 'insureRecon.openGaps', value: sums.openGaps, filter: { state: ['gaps'] } },
];

/** Lists the premium reconciliations (保费对账) by insurer and month. Each compares our premiums with the insurer's file. */
export function Recon() {
  return (
    <ListPage<'safety.Insure/getRecon'>
      {...LIST}
      name="insureRecon"
      title="insure.tabRecon"
      inside={KEPT}
      cards={2}
      summary={cards}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'insureRecon.empty' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <MonthDrawer context={context} />
        </Suspense>
      )}
    />
  );
}
