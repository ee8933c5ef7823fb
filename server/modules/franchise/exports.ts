import type { Kysely } from 'kysely';
import { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import { FIXED_KEYS, type FormField, isAsked, isSealed } from '../../../contract/franchiseForm';
import { inWords } from '../../../contract/franchiseForm.words';
import { LOCALES, type Locale, type Text } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import { type AnyExportSource, daysText, type ExportColumn, type RowReader } from '../../core/export/export';
import { type ExportRow, resourceSource } from '../../core/export/resource-export';
import { accountNames, colleagueNames } from '../account';
import { regionName } from '../region';
import { type ApplyInput, filterOf } from './filter';
import { publishedForms } from './forms';
import { answerLines, answersByField, budgetTexts } from './given';
import { applyRows } from './store';

/** Prefix of the answer columns. The key of the form field follows the prefix. */
const ASKED = 'answer.';
const PLAIN = 'plain.';

/**
 * Builds one column for each field key of the form versions that are or were published, except keys that are columns of the list. The
 * title of a column is the label of the field in the newest version.
 */
async function answerColumns(db: Kysely<Database>): Promise<readonly ExportColumn<ExportRow>[]> {
  const versions = await publishedForms(db);
  const fields = new Map<string, { readonly field: FormField; readonly versions: number[]; isSealed: boolean }>();
  for (const { version, fields: asked } of versions) {
    for (const field of asked) {
      if (!isAsked(field) || field.key in FIXED_KEYS) continue;
      const known = fields.get(field.key) ?? { field, versions: [], isSealed: false };
      known.versions.push(version);
      known.isSealed ||= isSealed(field);
      fields.set(field.key, known);
    }
  }
  return [...fields].map(([key, { field, versions: asking, isSealed: isHidden }]) => {
    const cell = (kind: string) => (row: ExportRow) => row.names[`${kind}${key}`]?.get(idOf(row)) ?? '';
    // If a field is not in every version, its column title lists the versions that contain it.
    const of = asking.length === versions.length ? '' : ` (v${asking.toReversed().join(', v')})`;
    const named = (locale: Locale) => `${inWords(field.label, locale)}${of}`;
    const isMasked = isHidden || field.kind === 'phone' || field.kind === 'address';
    return {
      key: `${ASKED}${key}`,
      text: Object.fromEntries(LOCALES.map((locale) => [locale, named(locale)])) as Text,
      extra: true,
      value: cell(ASKED),
      ...(isMasked && { masked: isHidden ? ('idCard' as const) : ('phone' as const), plain: cell(PLAIN) }),
    };
  });
}
const idOf = ({ record }: ExportRow): number => (record as { readonly id: number }).id;

/** Adds the answers to each batch of rows if an answer column was chosen. */
function withAnswers(source: AnyExportSource): AnyExportSource {
  return {
    ...source,
    columnsBesides: answerColumns as AnyExportSource['columnsBesides'],
    async open(ctx, wish) {
      const reader = (await source.open(ctx, wish)) as RowReader<ExportRow>;
      if (![...wish.columns].some((key) => key.startsWith(ASKED))) return reader;
      return {
        count: reader.count,
        async batch(after, limit) {
          const { rows, last } = await reader.batch(after, limit);
          const names: Record<string, ReadonlyMap<number, string>> = {};
          for (const [key, cells] of await answersByField(ctx, rows.map(idOf))) {
            names[`${ASKED}${key}`] = new Map([...cells].map(([id, { value }]) => [id, value]));
            if (wish.unmasked) names[`${PLAIN}${key}`] = new Map([...cells].map(([id, { plain }]) => [id, plain]));
          }
          return { rows: rows.map((row) => ({ ...row, names: { ...row.names, ...names } })), last };
        },
      };
    },
  };
}

/** Exports applications: the columns of the list, and columns for the answers to other form fields (DOMAIN §3.14). */
export const franchiseExportSources = [
  withAnswers(
    resourceSource(FRANCHISE_APPLY, {
      module: 'franchise.apply',
      table: 'franchise_apply',
      query: async (ctx, input: ApplyInput) => applyRows(ctx.db, (await filterOf(ctx, input)).filter),
      words: async (ctx, input) => {
        const { createdAt } = await filterOf(ctx, input);
        return {
          createdAt: createdAt ? daysText(createdAt.fromDay, createdAt.toDay) : '',
          followerIds: await colleagueNames(ctx, input.followerIds),
          regions: (input.regions ?? []).map((code) => regionName(code) ?? code),
        };
      },
      texts: { answers: answerLines, budget: budgetTexts },
      names: { followerId: (ctx, ids) => accountNames(ctx.db, ids) },
    }),
  ),
];
