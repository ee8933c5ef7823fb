import { CASE_TYPES } from '@contract/case-types';
import type { Data } from '@contract/index';
import { TRANSFER_LIST } from '@contract/transfer.fields';
import { TRANSFER, transferCase } from '@contract/transfer.states';
import { getLocale, t as tNow } from '@/app/i18n/i18n';
import { type CaseSubject, caseActions } from '@/features/cases/actions';
import { CaseDrawer } from '@/features/cases/CaseDrawer';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { ListPage } from '@/ui/ListPage';
import { formatMoney } from '@/ui/Money/format';
import { listOf } from '@/ui/resource/list';
import { KEPT } from './links';

type Row = Data<'finance.Transfer/getList'>['list'][number];

const LIST = listOf('finance.Transfer/getList', TRANSFER_LIST, {
  columns: {
    fromNo: (row) => <span title={row.fromName}>{row.fromNo}</span>,
    toNo: (row) => <span title={row.toName}>{row.toNo}</span>,
  },
});
const nameOf = (row: Row) => row.no;
const of = ({ id, version }: Row) => ({ id, version });

const voucherNo: Field = {
  kind: 'text',
  name: 'voucherNo',
  label: 'transfer.voucherNo',
  help: 'transfer.voucherNoHelp',
  required: true,
  ...TRANSFER.voucherNo,
};
const voucher: Field = filesField({
  name: 'voucher',
  label: 'transfer.voucher',
  required: true,
  scene: 'fundEvidence',
  max: 1,
});
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'cases.reason',
  required: true,
  rows: 2,
  ...TRANSFER.reason,
};

const label = (step: 'bookOut' | 'bookIn' | 'bookReturn') => transferCase.transition(step).text;
const sentence = (words: `transfer.${'bookOut' | 'bookIn' | 'bookReturn'}Text`): Action<Row>['confirm'] => ({
  text: (names, [row], t) => t(words, { names, x: formatMoney(row?.amountFen ?? 0, getLocale()) }),
});

/**
 * Actions that post a transfer that was made by hand. They are declared here, because they need a voucher number. `caseActions` builds all
 * other actions.
 */
const BOOKING: readonly Action<Row>[] = [
  {
    key: 'bookOut',
    label: label('bookOut'),
    confirm: sentence('transfer.bookOutText'),
    fields: () => [voucherNo, voucher],
    call: post('finance.Transfer/bookOut', (row: Row, values) => ({
      ...of(row),
      voucherNo: trimmed(values, 'voucherNo'),
      voucher: Array.isArray(values.voucher) ? Number(values.voucher[0]) : 0,
    })),
  },
  {
    key: 'bookIn',
    label: label('bookIn'),
    confirm: sentence('transfer.bookInText'),
    fields: () => [voucherNo],
    call: post('finance.Transfer/bookIn', (row: Row, values) => ({
      ...of(row),
      voucherNo: trimmed(values, 'voucherNo'),
    })),
  },
  {
    key: 'bookReturn',
    label: label('bookReturn'),
    danger: true,
    confirm: sentence('transfer.bookReturnText'),
    fields: () => [voucherNo, reason],
    call: post('finance.Transfer/bookReturn', (row: Row, values) => ({
      ...of(row),
      voucherNo: trimmed(values, 'voucherNo'),
      reason: trimmed(values, 'reason'),
    })),
  },
];

const subjectOf = (row: Row): CaseSubject => ({
  type: transferCase.key,
  no: row.no,
  title: tNow('transfer.part'),
  object: `${row.fromName} → ${row.toName}`,
  amountFen: row.amountFen,
  makerName: row.makerName,
});
// Approving a transfer starts the transfer and does not end it, so the action is not styled as dangerous.
const ACTIONS: readonly Action<Row>[] = [
  ...BOOKING,
  ...caseActions<Row>(
    CASE_TYPES.filter(({ key }) => key === transferCase.key),
    subjectOf,
  ).map((action) => (action.key === 'approve' ? { ...action, danger: false } : action)),
];

/** Lists transfers between our own merchant numbers. */
export function Transfers() {
  return (
    <ListPage<'finance.Transfer/getList'>
      {...LIST}
      name="transfers"
      title="transfer.part"
      inside={KEPT}
      cards={3}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'transfer.empty' }}
      detail={(context) => <CaseDrawer context={context} inside={KEPT} />}
    />
  );
}
