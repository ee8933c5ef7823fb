import { WITHDRAW_FIELDS, WITHDRAWAL, withdrawCase } from '@contract/withdraw.states';
import type { Translate } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { type ApplyRow, accountOf, yuan } from './columns';

const label = (action: Parameters<typeof withdrawCase.transition>[0]) => withdrawCase.transition(action).text;
const of = ({ id, version }: ApplyRow) => ({ id, version });
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: WITHDRAW_FIELDS.reason,
  required: true,
  rows: 2,
  help: 'withdrawal.reasonHelp',
  ...WITHDRAWAL.reason,
};
const voucherNo: Field = {
  kind: 'text',
  name: 'voucherNo',
  label: WITHDRAW_FIELDS.voucherNo,
  required: true,
  ...WITHDRAWAL.voucherNo,
};
const voucher: Field = filesField({
  name: 'voucher',
  label: WITHDRAW_FIELDS.voucher,
  required: true,
  requiredText: 'withdrawal.voucherNeeded',
  scene: 'fundEvidence',
  max: 1,
});
const offlineFields: readonly Field[] = [
  {
    kind: 'options',
    name: 'merchantNumberId',
    label: WITHDRAW_FIELDS.merchantNumber,
    source: 'merchantNumbers',
    required: true,
  },
  { kind: 'moment', name: 'paidAt', label: WITHDRAW_FIELDS.paidAt, required: true },
  voucherNo,
  voucher,
];
const about = (rows: readonly ApplyRow[]) => ({
  ids: rows.map(({ id }) => id),
  versions: Object.fromEntries(rows.map(({ id, version }) => [String(id), version])),
});

/** Returns the text parameters for the confirmation of one application. */
const facts = (names: string, row: ApplyRow | undefined) => ({
  names,
  who: row?.subjectName ?? '',
  payee: row?.payeeName ?? '',
  channel: row?.channelText ?? '',
  account: row ? accountOf(row) : '',
  x: yuan(row?.amountFen ?? 0),
  y: yuan(row?.netFen ?? 0),
});

type Sentence = Parameters<Translate>[0];
/**
 * Builds the confirmation text. `one` is the text for one application. `many` is the text for several: it contains the number and the total
 * of the applications that allow the action.
 */
const sentence =
  (key: string, one: Sentence, many: Sentence, amount: 'amountFen' | 'netFen') =>
  (names: string, rows: readonly ApplyRow[], translate: Translate): string => {
    const [row] = rows;
    if (rows.length < 2) return translate(one, { ...facts(names, row), x: yuan(row?.[amount] ?? 0) });
    const able = rows.filter(({ actions }) => actions.includes(key));
    return translate(many, { n: able.length, x: yuan(able.reduce((sum, each) => sum + each[amount], 0)) });
  };

/** All actions on an application (DOMAIN §3.5). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<ApplyRow>[] = [
  {
    key: 'approve',
    label: label('approve'),
    hotkey: 'a',
    confirm: { text: sentence('approve', 'withdrawal.approveText', 'withdrawal.approveManyText', 'amountFen') },
    call: post('finance.Withdraw/approve', of),
    bulk: post('finance.Withdraw/bulk', (rows: readonly ApplyRow[]) => ({ action: 'approve', ...about(rows) })),
  },
  {
    key: 'pay',
    label: label('pay'),
    hotkey: 'p',
    confirm: { text: sentence('pay', 'withdrawal.payText', 'withdrawal.payManyText', 'netFen') },
    call: post('finance.Withdraw/pay', of),
    bulk: post('finance.Withdraw/bulk', (rows: readonly ApplyRow[]) => ({ action: 'pay', ...about(rows) })),
  },
  {
    key: 'payOffline',
    label: label('payOffline'),
    confirm: {
      text: (names, [row], translate) =>
        translate('withdrawal.payOfflineText', { ...facts(names, row), x: yuan(row?.netFen ?? 0) }),
    },
    fields: () => offlineFields,
    call: post('finance.Withdraw/payOffline', (row: ApplyRow, values) => ({
      ...of(row),
      merchantNumberId: Number(values.merchantNumberId),
      paidAt: trimmed(values, 'paidAt'),
      voucherNo: trimmed(values, 'voucherNo'),
      voucher: Array.isArray(values.voucher) ? Number(values.voucher[0]) : 0,
    })),
  },
  {
    key: 'query',
    label: 'withdrawal.query',
    confirm: { text: sentence('query', 'withdrawal.queryText', 'withdrawal.queryManyText', 'netFen') },
    call: post('finance.Withdraw/query', ({ id }: ApplyRow) => ({ id })),
    bulk: post('finance.Withdraw/bulk', (rows: readonly ApplyRow[]) => ({ action: 'query', ...about(rows) })),
  },
  {
    key: 'retry',
    label: label('retry'),
    confirm: {
      text: (names, [row], translate) =>
        translate('withdrawal.retryText', { ...facts(names, row), x: yuan(row?.netFen ?? 0) }),
    },
    call: post('finance.Withdraw/retry', of),
  },
  {
    key: 'reject',
    label: label('reject'),
    danger: true,
    confirm: { text: sentence('reject', 'withdrawal.rejectText', 'withdrawal.rejectManyText', 'amountFen') },
    fields: () => [reason],
    call: post('finance.Withdraw/reject', (row: ApplyRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
    bulk: post('finance.Withdraw/bulk', (rows: readonly ApplyRow[], values) => ({
      action: 'reject',
      ...about(rows),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'revoke',
    label: label('revoke'),
    confirm: { text: (names, [row], translate) => translate('withdrawal.revokeText', facts(names, row)) },
    call: post('finance.Withdraw/revoke', of),
  },
  {
    key: 'closeFailed',
    label: label('closeFailed'),
    danger: true,
    confirm: { text: (names, [row], translate) => translate('withdrawal.closeText', facts(names, row)) },
    fields: () => [reason],
    call: post('finance.Withdraw/closeFailed', (row: ApplyRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'recordReturn',
    label: label('recordReturn'),
    danger: true,
    confirm: { text: (names, [row], translate) => translate('withdrawal.returnText', facts(names, row)) },
    fields: () => [voucherNo, reason],
    call: post('finance.Withdraw/recordReturn', (row: ApplyRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
      voucherNo: trimmed(values, 'voucherNo'),
    })),
  },
];
