import { ADJUST_ACCOUNT_TEXT, ADJUST_CATEGORY_TEXT, ADJUST_DIRECTION_TEXT, FUND } from '@contract/teamFund.states';
import type { Text } from '@contract/text';
import { getLocale, type Label, t } from '@/app/i18n/i18n';
import { termsLink } from '@/features/terms/links';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field, OptionSpec } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { formatMoney } from '@/ui/Money/format';
import type { FundRow } from '.';
import { detailLink } from './links';

const fen = (values: FormValues, name = 'amountFen') => Number(values[name]);
const files = (values: FormValues) => (Array.isArray(values.evidence) ? values.evidence.map(Number) : []);
const yuan = (amount: number) => formatMoney(amount, getLocale());
const options = <K extends string>(texts: Readonly<Record<K, Text>>): readonly OptionSpec[] =>
  (Object.keys(texts) as K[]).map((value) => ({ value, label: texts[value] }));

/** Narrows the type of a form value without a check, because the form offers only these values. */
const pick = <K extends string>(_texts: Readonly<Record<K, Text>>, value: unknown): K => value as K;

const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'fund.reason',
  required: true,
  rows: 2,
  ...FUND.reason,
};
const expireDays: Field = {
  kind: 'number',
  name: 'expireDays',
  label: 'fund.expireDays',
  help: 'fund.expireDaysHelp',
  required: true,
  min: FUND.holdDays.min,
  max: FUND.holdDays.max,
};
/**
 * Creates the field for an amount.
 *
 * @param most upper limit in fen; `null` if the balance is hidden from the user, so that only the server checks the limit
 */
const amount = (most: number | null = 0): Field => ({
  kind: 'money',
  name: 'amountFen',
  label: 'fund.amount',
  required: true,
  minFen: FUND.movedFen.min,
  maxFen: Math.min(FUND.movedFen.max, most ?? FUND.movedFen.max),
});
const evidence = (required: NonNullable<Field['required']>): Field =>
  filesField({
    name: 'evidence',
    label: 'fund.evidence',
    required,
    requiredText: 'fund.evidenceNeeded',
    scene: 'fundEvidence',
    max: FUND.evidence,
  });
const channel: Field = {
  kind: 'options',
  name: 'merchantNumberId',
  label: 'fund.channel',
  source: 'merchantNumbers',
  required: true,
};
const tradeNo: Field = { kind: 'text', name: 'tradeNo', label: 'fund.tradeNo', required: true, ...FUND.tradeNo };

/** Returns the form fields for an adjustment of a station's or a franchisee's balance. */
export const adjustmentFields = (): readonly Field[] => [
  {
    kind: 'radio',
    name: 'direction',
    label: 'fund.direction',
    required: true,
    options: options(ADJUST_DIRECTION_TEXT),
  },
  {
    kind: 'money',
    name: 'amountFen',
    label: 'fund.amount',
    required: true,
    minFen: FUND.adjustFen.min,
    maxFen: FUND.adjustFen.max,
  },
  { kind: 'choice', name: 'category', label: 'fund.category', required: true, options: options(ADJUST_CATEGORY_TEXT) },
  { kind: 'text', name: 'relatedNo', label: 'fund.relatedNo', help: 'fund.relatedNoHelp', max: FUND.relatedNo },
  { ...reason, help: 'fund.reasonShown' },
  { ...evidence((values) => Number(values.amountFen) >= FUND.evidenceFromFen), help: 'fund.evidenceHelp' },
];
const adjustFields = (): readonly Field[] => [
  { kind: 'radio', name: 'account', label: 'fund.account', required: true, options: options(ADJUST_ACCOUNT_TEXT) },
  ...adjustmentFields(),
];
/** Converts the values of {@link adjustmentFields} to the adjustment that the endpoints accept. */
export const adjustmentOf = (values: FormValues) => ({
  direction: pick(ADJUST_DIRECTION_TEXT, values.direction),
  amountFen: fen(values),
  category: pick(ADJUST_CATEGORY_TEXT, values.category),
  relatedNo: trimmed(values, 'relatedNo') || null,
  reason: trimmed(values, 'reason'),
  evidence: files(values),
});
/** Builds the label of the submit button. It includes the amount after the user has typed one. */
export const submitAmount = (values: FormValues) => {
  const wanted = fen(values);
  return wanted > 0 ? t('fund.submitAmount', { x: yuan(wanted) }) : t('fund.adjust');
};
/** Builds a label function for the submit button. The label includes the amount after the user has typed one. */
const submitOf =
  (label: Label, name?: string) =>
  (values: FormValues): string => {
    const wanted = fen(values, name);
    const isKnown = Number.isSafeInteger(wanted) && (name !== undefined || wanted > 0);
    return isKnown ? t('fund.actAmount', { what: t(label), x: yuan(wanted) }) : t(label);
  };
/** Formats a balance inside a sentence. A balance that is hidden from the user becomes `***`. */
const balanceText = (balanceFen: number | null | undefined): string =>
  balanceFen === null ? '***' : yuan(balanceFen ?? 0);
const dueOf = (rows: readonly FundRow[]) =>
  balanceText(
    rows.reduce<number | null>((sum, { dueFen }) => (sum === null || dueFen === null ? null : sum + dueFen), 0),
  );
const versioned = (row: FundRow) => ({ teamId: row.id, version: row.version });

/** Finance actions on station funds (DOMAIN §3.5). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<FundRow>[] = [
  { key: 'detail', label: 'fund.detail', to: (row) => detailLink(row.id) },
  {
    key: 'adjust',
    label: 'fund.adjust',
    confirm: { text: (names, _rows, t) => t('fund.adjustText', { names }), submit: submitAmount },
    fields: adjustFields,
    initial: () => ({ account: 'available' }),
    call: post('finance.TeamFund/submitAdjust', (row: FundRow, values) => ({
      teamId: row.id,
      account: pick(ADJUST_ACCOUNT_TEXT, values.account),
      ...adjustmentOf(values),
    })),
  },
  {
    key: 'settleNow',
    label: 'fund.settleNow',
    confirm: { text: (names, rows, t) => t('fund.settleText', { names, x: dueOf(rows) }) },
    call: post('finance.TeamFund/settleNow', (row: FundRow) => ({ teamId: row.id })),
    bulk: post('finance.TeamFund/bulkSettle', (rows: readonly FundRow[]) => ({ ids: rows.map(({ id }) => id) })),
  },
  {
    key: 'hold',
    label: 'fund.hold',
    confirm: {
      text: (names, [row], t) => t('fund.holdText', { names, x: balanceText(row?.availableFen) }),
      submit: submitOf('fund.hold'),
    },
    fields: ([row]) => [amount(row?.availableFen), expireDays, reason],
    initial: () => ({ expireDays: FUND.holdDays.initial }),
    call: post('finance.TeamFund/hold', (row: FundRow, values) => ({
      ...versioned(row),
      amountFen: fen(values),
      expireDays: Number(values.expireDays),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'releaseHold',
    label: 'fund.releaseHold',
    confirm: {
      text: (names, [row], t) => t('fund.releaseHoldText', { names, x: balanceText(row?.heldFen) }),
      submit: submitOf('fund.releaseHold'),
    },
    fields: ([row]) => [amount(row?.heldFen), reason],
    call: post('finance.TeamFund/releaseHold', (row: FundRow, values) => ({
      ...versioned(row),
      amountFen: fen(values),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'recordDeposit',
    label: 'fund.recordDeposit',
    confirm: {
      text: (names, _rows, t) => t('fund.recordDepositText', { names }),
      submit: submitOf('fund.recordDeposit'),
    },
    fields: () => [
      amount(FUND.movedFen.max),
      channel,
      tradeNo,
      evidence(true),
      { kind: 'text', name: 'remark', label: 'fund.remark', max: FUND.reason.max },
    ],
    call: post('finance.TeamFund/recordDeposit', (row: FundRow, values) => ({
      teamId: row.id,
      amountFen: fen(values),
      merchantNumberId: Number(values.merchantNumberId),
      tradeNo: trimmed(values, 'tradeNo'),
      evidence: files(values),
      remark: trimmed(values, 'remark') || null,
    })),
  },
  {
    key: 'refundDeposit',
    label: 'fund.refundDeposit',
    confirm: {
      text: (names, [row], t) => t('fund.refundDepositText', { names, x: balanceText(row?.depositFen) }),
      submit: submitOf('fund.refundDeposit'),
    },
    fields: ([row]) => [amount(row?.depositFen), channel, tradeNo, evidence(true), reason],
    call: post('finance.TeamFund/refundDeposit', (row: FundRow, values) => ({
      teamId: row.id,
      amountFen: fen(values),
      merchantNumberId: Number(values.merchantNumberId),
      tradeNo: trimmed(values, 'tradeNo'),
      evidence: files(values),
      reason: trimmed(values, 'reason'),
    })),
  },
  { key: 'terms', label: 'terms.propose', to: (row) => termsLink(row.id) },
  {
    key: 'unfreeze',
    label: 'fund.unfreeze',
    confirm: { text: (names, _rows, t) => t('fund.unfreezeText', { names }) },
    fields: () => [reason],
    call: post('finance.TeamFund/unfreeze', (row: FundRow, values) => ({
      ...versioned(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'freeze',
    label: 'fund.freeze',
    danger: true,
    confirm: { text: (names, _rows, t) => t('fund.freezeText', { names }) },
    fields: () => [reason],
    call: post('finance.TeamFund/freeze', (row: FundRow, values) => ({
      ...versioned(row),
      reason: trimmed(values, 'reason'),
    })),
  },
];

/** The action that reminds stations to fill their reserve. It exists only as a bulk action. */
export const REMIND: Action<FundRow> = {
  key: 'remind',
  label: 'fund.remind',
  confirm: { text: (names, _rows, t) => t('fund.remindText', { names }) },
  bulk: post('finance.TeamFund/remindDeposit', (rows: readonly FundRow[]) => ({ ids: rows.map(({ id }) => id) })),
};
