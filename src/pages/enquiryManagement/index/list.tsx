import { ENQUIRY_LIST } from '@contract/enquiry.fields';
import { ENQUIRY, enquiryLifecycle } from '@contract/enquiry.states';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { getLocale } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { SummaryCard } from '@/ui/ListPage/types';
import { formatMoney } from '@/ui/Money/format';
import { listOf } from '@/ui/resource/list';
import { TwoLines } from '@/ui/TwoLines';

export type EnquiryRow = Data<'enquiry.Enquiry/getList'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['part', 'try'];

export const LIST = listOf('enquiry.Enquiry/getList', ENQUIRY_LIST, {
  columns: {
    shopName: (row) => (
      <TwoLines title={row.shopId}>
        <span>{row.shopName || row.shopId}</span>
      </TwoLines>
    ),
  },
});

/** Returns the page's URL with the trial of an enquiry open. Filters and page number stay unchanged. @param id `null` closes the trial */
export function trialAddress(id: number | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (id === null) query.delete('try');
  else query.set('try', String(id));
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** Returns the cards with figures of all filtered enquiries. */
export const summaryCards = (sums: Data<'enquiry.Enquiry/getList'>['summary']): readonly SummaryCard[] => [
  { key: 'all', label: 'enquiry.sumAll', value: sums.all },
  { key: 'autoQuoted', label: 'enquiry.sumAuto', value: sums.autoQuoted },
  { key: 'manual', label: 'enquiry.sumManual', value: sums.manual, filter: { state: ['manual'] } },
  { key: 'refused', label: 'enquiry.sumRefused', value: sums.refused, filter: { state: ['refused'] } },
  { key: 'expired', label: 'enquiry.sumExpired', value: sums.expired, filter: { state: ['expired'] } },
  { key: 'converted', label: 'enquiry.sumConverted', value: sums.converted, filter: { state: ['converted'] } },
  {
    key: 'conversion',
    label: 'enquiry.sumConversion',
    value: sums.conversionBp,
    kind: 'bp',
    help: 'enquiry.sumConversionHelp',
  },
  { key: 'p95', label: 'enquiry.sumP95', value: sums.answerP95Ms, unit: 'enquiry.ms', help: 'enquiry.sumP95Help' },
  {
    key: 'lost',
    label: 'enquiry.sumLost',
    value: sums.lostFen,
    kind: 'fen',
    unit: 'list.yuan',
    help: 'enquiry.sumLostHelp',
  },
];

function quoteFields([row]: readonly EnquiryRow[]): readonly Field[] {
  const costFen = row?.costFen ?? 0;
  const isBelow = (values: FormValues) => typeof values.quoteFen === 'number' && values.quoteFen < costFen;
  return [
    {
      kind: 'money',
      name: 'quoteFen',
      label: 'enquiry.quoteFen',
      required: true,
      minFen: ENQUIRY.quoteFen.min,
      maxFen: ENQUIRY.quoteFen.max,
    },
    {
      kind: 'number',
      name: 'etaMin',
      label: 'enquiry.etaMin',
      unit: 'enquiry.minutes',
      required: true,
      ...ENQUIRY.etaMin,
    },
    {
      kind: 'textarea',
      name: 'reason',
      label: 'enquiry.belowCost',
      help: 'enquiry.belowCostHelp',
      rows: 2,
      when: isBelow,
      required: isBelow,
      max: ENQUIRY.reason.max,
    },
    { kind: 'textarea', name: 'remark', label: 'enquiry.remark', rows: 2, max: ENQUIRY.remark },
  ];
}

const noteField: Field = {
  kind: 'textarea',
  name: 'note',
  label: 'enquiry.note',
  rows: 2,
  required: true,
  ...ENQUIRY.note,
};

/** Actions on an enquiry. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<EnquiryRow>[] = [
  {
    key: 'quote',
    label: enquiryLifecycle.transition('quote').text,
    hotkey: 'q',
    confirm: {
      text: (names, [row], t) =>
        `${t('enquiry.quoteText', { names })} ${t('enquiry.quoteCost', { x: formatMoney(row?.costFen ?? null, getLocale()) })}`,
      submit: (_values, t) => t('enquiry.quoteSubmit'),
    },
    fields: quoteFields,
    call: post('enquiry.Enquiry/quote', ({ id, version }: EnquiryRow, values) => ({
      id,
      version,
      quoteFen: Number(values.quoteFen),
      etaMin: Number(values.etaMin),
      remark: trimmed(values, 'remark'),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'follow',
    label: 'enquiry.follow',
    hotkey: 'f',
    confirm: { text: (names, _rows, t) => t('enquiry.followText', { names }) },
    fields: () => [noteField],
    initial: ([row]) => ({ note: row?.followNote ?? '' }),
    call: post('enquiry.Enquiry/follow', ({ id }: EnquiryRow, values) => ({ id, note: trimmed(values, 'note') })),
    bulk: post('enquiry.Enquiry/bulkFollow', (rows: readonly EnquiryRow[], values) => ({
      ids: rows.map(({ id }) => id),
      note: trimmed(values, 'note'),
    })),
  },
  { key: 'testQuote', label: 'enquiry.testQuote', to: ({ id }) => trialAddress(id) },
  {
    key: 'blockShop',
    label: 'enquiry.blockShop',
    danger: true,
    confirm: { text: (_names, [row], t) => t('enquiry.blockText', { shop: row?.shopName || (row?.shopId ?? '') }) },
    fields: () => [{ kind: 'text', name: 'reason', label: 'enquiry.blockReason', required: true, ...ENQUIRY.reason }],
    call: post('enquiry.Enquiry/blockShop', ({ id }: EnquiryRow, values) => ({
      id,
      reason: trimmed(values, 'reason'),
    })),
  },
];
