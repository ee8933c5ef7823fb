import type { MessageKey } from '../../../contract/locales/keys';
import { type FieldKind, type FilterEntry, fieldLabel, filtersOf, type Resource } from '../../../contract/resource';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { fill, LOCALES, type Locale, type Text } from '../../../contract/text';
import type { ActorContext } from '../http/context';
import { valueText } from '../list/answers';
import { yuan } from '../money/amounts';
import { messageText } from '../texts';
import { daysText, type ExportColumn, type ExportKind, type ExportWords, joinNonEmpty } from './export';

/** Files of a declared record (contract/resource.ts): their columns, and the filter in words. */

/** What the columns of a file read. */
export interface ExportRow {
  /** Fields as they are stored. Of a copy reader it is a cursor: do not keep it. */
  readonly record: object;
  readonly ctx: Pick<ActorContext, 't' | 'locale'>;
  /** Names of what a `ref` points to, by field. */
  readonly names: Readonly<Record<string, Pick<ReadonlyMap<number, string>, 'get'>>>;
}

const KINDS: Partial<Record<FieldKind, ExportKind>> = {
  moment: 'moment',
  count: 'number',
  money: 'fen',
  sum: 'fen',
  bp: 'bp',
};

/** The head of a column with its unit: `Amount (yuan)`. */
function withUnit(label: Text, unit: MessageKey): Text {
  const [pattern, words] = [messageText('list.withUnit'), messageText(unit)];
  const head = (locale: Locale) => fill(pattern[locale], { label: label[locale], unit: words[locale] });
  return Object.fromEntries(LOCALES.map((locale) => [locale, head(locale)])) as Text;
}

const stored = ({ record }: ExportRow, field: string) => (record as Readonly<Record<string, never>>)[field] ?? null;

/** How the cell of a field is made: words are made once for the same value, all else is copied as it is stored. */
function cell<Row extends ExportRow>(resource: Resource, key: string): Omit<ExportColumn<Row>, 'key' | 'text'> {
  const reads = [key];
  switch (resource.fields[key]?.kind) {
    case 'choice':
    case 'state':
      return { reads, few: true, value: (row) => valueText(row.ctx, resource, key, stored(row, key)) };
    case 'ref':
      return { reads, few: true, value: (row) => row.names[key]?.get(stored(row, key) ?? 0) ?? '' };
    case 'refs':
      return {
        reads,
        value: (row) =>
          joined(
            row.ctx,
            (stored(row, key) ?? []).map((id) => row.names[key]?.get(id) ?? ''),
          ),
      };
    case 'flag':
      return { reads, few: true, value: (row) => yesOrNo(row.ctx, stored(row, key)) };
    case 'bp':
      return { reads, few: true, value: (row) => stored(row, key) };
    default:
      return { reads, same: true, value: (row) => stored(row, key) };
  }
}

const joined = ({ locale }: Pick<ActorContext, 'locale'>, words: readonly string[]) =>
  words.filter(Boolean).join(SEPARATOR[locale]);
const SEPARATOR = messageText('list.separator');
const YES = messageText('list.yes');
const NO = messageText('list.no');
const yesOrNo = ({ t }: Pick<ActorContext, 't'>, value: boolean | null) => (value === null ? '' : t(value ? YES : NO));

/**
 * Columns of a file in the order of the declaration, or of `only`.
 * @param own parts of a column by field, in place of the default. With `value` nothing of the default cell stays: say `reads`, `few`
 * or `same` as well. With `reads` alone that one field is copied instead.
 * @param only fields that are columns; default: all but those with `export: false`
 */
export function exportColumns<R extends Resource, Row extends ExportRow>(
  resource: R,
  own: { readonly [K in keyof R['fields']]?: Partial<ExportColumn<Row>> } = {},
  only: readonly (keyof R['fields'] & string)[] = Object.keys(resource.fields),
): readonly ExportColumn<Row>[] {
  return only.flatMap((key) => {
    const field = resource.fields[key];
    if (!field || field.kind === 'search' || field.export === false) return [];
    const replaced: Partial<ExportColumn<Row>> = own[key] ?? {};
    const kind = KINDS[field.kind];
    const label = messageText(fieldLabel(resource, key));
    const unit = kind === 'fen' ? 'list.yuanInFile' : field.unit;
    const [read] = replaced.reads ?? [];
    const made: Partial<ExportColumn<Row>> = replaced.value
      ? {}
      : { ...cell<Row>(resource, key), ...(read !== undefined && { value: (row) => stored(row, read) }) };
    return [
      {
        key,
        text: unit ? withUnit(label, unit) : label,
        ...(kind && { kind }),
        ...(field.export === 'extra' && { extra: true }),
        ...(field.kind === 'phone' && { masked: field.masked ?? 'phone' }),
        ...(field.kind === 'sum' && { amount: true }),
        ...made,
        ...replaced,
      } as ExportColumn<Row>,
    ];
  });
}

type Given<R extends Resource> = FilterEntry<R['fields']>;
type Named = 'options' | 'region';
/** A value in words, or several. */
type Words = string | readonly string[];

/**
 * The filter in words, in the order of its controls.
 * @param named by the key of the filter: the names of what `options` and `region` chose, and replacements of other words
 */
export function filterWords<R extends Resource>(
  ctx: Pick<ActorContext, 't' | 'locale'>,
  resource: R,
  input: Partial<ResourceFilter<R>>,
  named: { readonly [E in Given<R> as E['key']]?: Words } & {
    readonly [E in Extract<Given<R>, { kind: Named }> as E['key']]: Words;
  },
): ExportWords[] {
  const values = input as Readonly<Record<string, unknown>>;
  const given = named as Readonly<Record<string, Words | undefined>>;
  return joinNonEmpty(
    ...filtersOf(resource).map(({ kind, key, field, label }) => {
      const words = given[key] ?? defaultWords(ctx, resource, { kind, key, field }, values);
      return {
        label: messageText(label ?? fieldLabel(resource, field)),
        value: typeof words === 'string' ? words : joined(ctx, words),
      };
    }),
  );
}

function defaultWords(
  ctx: Pick<ActorContext, 't'>,
  resource: Resource,
  { kind, key, field }: { readonly kind: string; readonly key: string; readonly field: string },
  values: Readonly<Record<string, unknown>>,
): Words {
  const value = values[key];
  if (kind === 'days') {
    return daysText(values[`${key}From`] as string | undefined, values[`${key}To`] as string | undefined);
  }
  if (kind === 'amounts') {
    const ends = [values[`${key}Min`], values[`${key}Max`]] as readonly (number | undefined)[];
    return ends.every((fen) => fen === undefined)
      ? ''
      : ends.map((fen) => (fen === undefined ? '' : yuan(fen))).join(' – ');
  }
  if (kind === 'flag') return yesOrNo(ctx, (value as boolean | undefined) ?? null);
  if (kind === 'one' || kind === 'many') {
    return (Array.isArray(value) ? value : [value]).map((item) => valueText(ctx, resource, field, item));
  }
  return String(value ?? '');
}
