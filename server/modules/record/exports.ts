import { monthsText } from '../../../contract/dates';
import { RECORD } from '../../../contract/record.fields';
import { fieldText } from '../../../contract/record.texts';
import { type Locale, text } from '../../../contract/text';
import { archivedMonths } from '../../core/database/archive';
import { daysText, type ExportCell, exportSource, learnedNames, readFields } from '../../core/export/export';
import { type ExportRow, exportColumns, filterWords } from '../../core/export/resource-export';
import type { ActorContext } from '../../core/http/context';
import { valueText } from '../../core/list/answers';
import { accountNames } from '../account';
import { filterOf, type RecordInput, recordedText } from './filter';
import { changesBetween, resultOf } from './rules';
import { COPIED_FIELDS, copyRecords, exportedRecordCount, type RecordRow } from './store';
import {
  actionName,
  deviceName,
  identityNames,
  moduleName,
  objectName,
  pairName,
  personName,
  placeName,
  resultSentence,
} from './texts';

/** Export of operation records (DOMAIN §3.11, §3.14): the list's columns, and the values before and after as text. */

/** An operation record with the context, account names and field labels that its texts need. */
interface Row extends ExportRow {
  readonly record: RecordRow;
  readonly ctx: ActorContext;
  readonly names: { readonly accountId: Pick<ReadonlyMap<number, string>, 'get'> };
  readonly labels: ReturnType<typeof fieldLabels>;
}

/** Formats the changed fields as `Name: Old → New; …`. Long values are not truncated. */
function changesText({ record, ctx, labels }: Row): string {
  const { before, after } = record;
  if (before === null && after === null) return '';
  const { objectType } = record;
  let words = '';
  for (const change of changesBetween(before, after)) {
    const label = labels.of(objectType, change.path);
    words += `${words === '' ? '' : '; '}${label}: ${told(ctx, change.before)} → ${told(ctx, change.after)}`;
  }
  return words;
}

const told = (ctx: ActorContext, value: unknown) => recordedText(ctx, value) ?? '—';

/** Caches the labels of fields by object type and path. */
function fieldLabels(locale: Locale) {
  const known = new Map<string, Map<string, string>>();
  return {
    of(objectType: string, path: string): string {
      const paths = known.get(objectType) ?? new Map<string, string>();
      known.set(objectType, paths);
      let label = paths.get(path);
      if (label === undefined) {
        label = fieldText(objectType, path)?.[locale] ?? path;
        if (paths.size > MOST_LABELS) paths.clear();
        paths.set(path, label);
      }
      return label;
    },
  };
}
/**
 * If the number of cached labels of an object type exceeds this limit, the labels of this type are removed. The number of paths has no
 * limit, because a path can contain a caller's text.
 */
const MOST_LABELS = 10_000;

const ARCHIVED = text('已归档，未导出', 'Archived, not exported', 'Arquivado, não exportado', '已封存，未匯出');

/** Marks a column with few distinct values. Its texts are cached. */
const few = (reads: readonly (keyof RecordRow)[], value: (row: Row) => ExportCell) =>
  ({ reads, few: true, value }) as const;

const COLUMNS = exportColumns<typeof RECORD, Row>(RECORD, {
  accountId: {
    key: 'person',
    ...few(['accountId', 'account'], ({ record, names, ctx }) => personName(record, names.accountId, ctx)),
  },
  identityText: {
    key: 'identity',
    ...few(['identityName'], ({ record, ctx }) => identityNames(record.identityName, ctx.locale)),
  },
  module: few(['module'], ({ record, ctx }) => moduleName(record.module, ctx.locale)),
  action: few(['module', 'action', 'objectType'], ({ record, ctx }) =>
    actionName(record.module, record.action, record.objectType, ctx.locale),
  ),
  object: few(['objectType'], ({ record, ctx }) => objectName(record.objectType, ctx.locale)),
  // Export ids as text: ids can have 16 digits, but spreadsheets store only 15 digits of a number.
  objectId: {
    kind: 'text',
    reads: ['objectId'],
    value: ({ record }) => (record.objectId === null ? null : String(record.objectId)),
  },
  result: few(['resultCode'], ({ record, ctx }) => valueText(ctx, RECORD, 'result', resultOf(record.resultCode))),
  resultCode: { key: 'code' },
  resultText: {
    key: 'said',
    ...few(['resultCode'], ({ record, ctx }) => resultSentence(record.resultCode, ctx.locale)),
  },
  changes: { reads: ['objectType', 'before', 'after'], value: changesText },
  ipPlace: { key: 'place', ...few(['ip'], ({ record, ctx }) => placeName(record.ip, ctx)) },
  device: few(['ua'], ({ record }) => deviceName(record.ua)),
  userAgent: { reads: ['ua'] },
  costMs: { key: 'cost' },
});

export const recordExportSources = [
  exportSource<RecordInput, Row>({
    module: 'rights.record',
    columns: COLUMNS,
    async words(ctx, input) {
      const { accountId = [], module = [], action = [] } = input;
      const { filter, days } = await filterOf(ctx, input);
      const archived = await archivedMonths(ctx.db, 'operation_record', filter.at ?? null);
      const people = await accountNames(ctx.db, accountId);
      const words = await filterWords(ctx, RECORD, input, {
        accountId: accountId.map((id) => people.get(id) ?? String(id)),
        at: input.requestId === undefined ? daysText(days.fromDay, days.toDay) : '',
        module: module.map((name) => moduleName(name, ctx.locale)),
        action: action.map((pair) => pairName(pair, ctx.locale)),
      });
      // The export lacks the records of archived months, so it lists these months.
      return archived.length === 0
        ? words
        : [...words, { label: ARCHIVED, value: archived.map(monthsText).join(', ') }];
    },
    async open(ctx, wish) {
      // An export may run after midnight. It still uses the days of its request.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter } = await filterOf(then, wish.input);
      const fields = readFields(COPIED_FIELDS, COLUMNS, wish.columns, ['at', 'id', 'accountId']);
      const people = learnedNames('accountId', (ids) => accountNames(ctx.db, ids));
      const labels = fieldLabels(ctx.locale);
      return {
        count: (most, after) => exportedRecordCount(ctx.db, filter, { range: wish, after, limit: most }),
        fields,
        key: ['at', 'id'],
        copy: (after, limit, into) =>
          copyRecords(ctx.db, filter, { range: wish, after, limit }, Object.keys(fields), into),
        learn: [people],
        row: (record) => ({ record: record as unknown as RecordRow, ctx, names: { accountId: people }, labels }),
      };
    },
  }),
];
