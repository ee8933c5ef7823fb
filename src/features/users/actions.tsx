import type { Text } from '@contract/text';
import { BLACK_REASON_TEXT, BLACK_SCOPE_TEXT, USER, userLifecycle, WALLET_DIRECTION_TEXT } from '@contract/user.states';
import { getLocale, t } from '@/app/i18n/i18n';
import { TEMPLATE_FIELDS, typedVariables } from '@/features/serviceNotice';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field, OptionSpec } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { formatMoney } from '@/ui/Money/format';
import { detailLink, type UserRow } from '.';
import { TemplateField } from './TemplateField';

const label = (action: 'blacklist' | 'liftBlacklist') => userLifecycle.transition(action).text;
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const options = <K extends string>(texts: Readonly<Record<K, Text>>): readonly OptionSpec[] =>
  (Object.keys(texts) as K[]).map((value) => ({ value, label: texts[value] }));
/** Narrows the type of a form value without a check, because the form offers only these values. */
const pick = <K extends string>(_texts: Readonly<Record<K, Text>>, value: unknown): K => value as K;
const ids = (rows: readonly UserRow[]) => rows.map(({ id }) => id);

const reason = (length: { readonly min: number; readonly max: number }): Field => ({
  kind: 'textarea',
  name: 'reason',
  label: 'user.reason',
  help: 'user.reasonHelp',
  required: true,
  rows: 2,
  ...length,
});
const EVIDENCE: Field = filesField({
  name: 'evidence',
  label: 'user.evidence',
  scene: 'fundEvidence',
  max: USER.evidence,
});

const adjustFields = (): readonly Field[] => [
  {
    kind: 'radio',
    name: 'direction',
    label: 'user.direction',
    required: true,
    options: options(WALLET_DIRECTION_TEXT),
  },
  {
    kind: 'money',
    name: 'amountFen',
    label: 'user.amountFen',
    required: true,
    minFen: USER.adjustFen.min,
    maxFen: USER.adjustFen.max,
  },
  reason(USER.adjustReason),
  EVIDENCE,
];
function adjustSubmit(values: FormValues): string {
  const fen = Number(values.amountFen);
  if (!(fen > 0)) return t('user.adjust');
  const x = formatMoney(fen, getLocale());
  return values.direction === 'out' ? t('user.adjustSubmitOut', { x }) : t('user.adjustSubmitIn', { x });
}

const couponFields = (): readonly Field[] => [
  {
    kind: 'custom',
    name: 'couponTemplateId',
    label: 'user.couponTemplate',
    required: true,
    select: true,
    render: (control) => <TemplateField control={control} />,
  },
  {
    kind: 'number',
    name: 'quantity',
    label: 'user.quantity',
    unit: 'user.sheets',
    required: true,
    ...USER.couponQuantity,
  },
  {
    kind: 'number',
    name: 'validDays',
    label: 'user.validDays',
    unit: 'user.days',
    required: true,
    min: USER.couponDays.min,
    max: USER.couponDays.max,
  },
];
const couponOf = (values: FormValues) => ({
  couponTemplateId: Number(values.couponTemplateId),
  quantity: Number(values.quantity),
  validDays: Number(values.validDays),
});

const blackFields = (): readonly Field[] => [
  { kind: 'radio', name: 'scope', label: 'user.scope', required: true, options: options(BLACK_SCOPE_TEXT) },
  {
    kind: 'options',
    name: 'teamIds',
    label: 'user.teamIds',
    source: 'teams',
    multiple: true,
    max: 200,
    required: true,
    when: (values) => values.scope === 'teams',
  },
  {
    kind: 'choice',
    name: 'reasonType',
    label: 'user.reasonType',
    required: true,
    options: options(BLACK_REASON_TEXT),
  },
  reason(USER.blackReason),
  { kind: 'moment', name: 'until', label: 'user.until', help: 'user.untilHelp' },
  EVIDENCE,
];
const blackOf = (values: FormValues) => ({
  scope: pick(BLACK_SCOPE_TEXT, values.scope),
  teamIds: values.scope === 'teams' ? numbers(values.teamIds) : [],
  reasonType: pick(BLACK_REASON_TEXT, values.reasonType),
  reason: trimmed(values, 'reason'),
  until: trimmed(values, 'until') || null,
  evidence: numbers(values.evidence),
});

const noticeOf = (values: FormValues) => ({
  templateId: Number(values.templateId),
  variables: typedVariables(values),
});

/** Splits the typed text into unique tags at commas, including Chinese commas. */
const tagsOf = (values: FormValues): string[] => [
  ...new Set(
    trimmed(values, 'tags')
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
const tagsFit = (value: unknown): boolean => {
  const tags = tagsOf({ tags: String(value ?? '') });
  return tags.length <= USER.tags && tags.every((tag) => tag.length <= USER.tag.max);
};
const tagFields = (isRequired: boolean): readonly Field[] => [
  {
    kind: 'text',
    name: 'tags',
    label: 'user.tags',
    help: 'user.tagHelp',
    max: USER.tags * (USER.tag.max + 1),
    required: isRequired,
    check: (value) => (tagsFit(value) ? null : { rule: 'pattern', params: {}, text: 'user.tagHelp' }),
  },
];

/** Actions on a user (DOMAIN §3.4). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<UserRow>[] = [
  { key: 'detail', label: 'user.detail', to: (row) => detailLink(row.id) },
  {
    key: 'adjust',
    label: 'user.adjust',
    confirm: { text: (names, _rows, translate) => translate('user.adjustText', { names }), submit: adjustSubmit },
    fields: adjustFields,
    initial: () => ({ direction: 'in' }),
    call: post('user.User/adjustBalance', (row: UserRow, values) => ({
      id: row.id,
      direction: pick(WALLET_DIRECTION_TEXT, values.direction),
      amountFen: Number(values.amountFen),
      reason: trimmed(values, 'reason'),
      evidence: numbers(values.evidence),
    })),
  },
  {
    key: 'sendCoupon',
    label: 'user.sendCoupon',
    confirm: { text: (names, _rows, translate) => translate('user.sendCouponText', { names }) },
    fields: couponFields,
    initial: () => ({ quantity: USER.couponQuantity.min, validDays: USER.couponDays.initial }),
    call: post('user.User/sendCoupon', (row: UserRow, values) => ({ id: row.id, ...couponOf(values) })),
    bulk: post('user.User/bulkSendCoupon', (rows: readonly UserRow[], values) => ({
      ids: ids(rows),
      ...couponOf(values),
    })),
  },
  {
    key: 'sendNotice',
    label: 'serviceNotice.sendNotice',
    confirm: { text: (names, _rows, translate) => translate('serviceNotice.sendNoticeText', { names }) },
    fields: () => TEMPLATE_FIELDS,
    initial: () => ({ variables: {} }),
    call: post('user.Notice/sendToUsers', (row: UserRow, values) => ({ ids: [row.id], ...noticeOf(values) })),
    bulk: post('user.Notice/sendToUsers', (rows: readonly UserRow[], values) => ({
      ids: ids(rows),
      ...noticeOf(values),
    })),
  },
  {
    key: 'tag',
    label: 'user.tag',
    confirm: { text: (names, _rows, translate) => translate('user.tagText', { names }) },
    fields: (rows) => tagFields(rows.length > 1),
    initial: (rows) => ({ tags: rows.length === 1 ? (rows[0]?.tagList ?? []).join(', ') : '' }),
    call: post('user.User/tag', (row: UserRow, values) => ({ id: row.id, tags: tagsOf(values) })),
    bulk: post('user.User/bulkTag', (rows: readonly UserRow[], values) => ({ ids: ids(rows), tags: tagsOf(values) })),
  },
  {
    key: 'blacklist',
    label: label('blacklist'),
    danger: true,
    confirm: { text: (names, _rows, translate) => translate('user.blacklistText', { names }) },
    fields: blackFields,
    initial: () => ({ scope: 'all' }),
    call: post('user.User/blacklist', (row: UserRow, values) => ({
      id: row.id,
      version: row.version,
      ...blackOf(values),
    })),
    bulk: post('user.User/bulkBlacklist', (rows: readonly UserRow[], values) => ({
      ids: ids(rows),
      ...blackOf(values),
    })),
  },
  {
    key: 'liftBlacklist',
    label: label('liftBlacklist'),
    confirm: { text: (names, _rows, translate) => translate('user.liftText', { names }) },
    fields: () => [reason(USER.blackReason)],
    call: post('user.User/liftBlacklist', (row: UserRow, values) => ({
      id: row.id,
      version: row.version,
      reason: trimmed(values, 'reason'),
    })),
  },
];
