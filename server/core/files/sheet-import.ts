import { sql } from 'kysely';
import { type Text, text } from '../../../contract/text';
import { inSavepoint } from '../database/transaction';
import type { ActorContext } from '../http/context';
import { Refusal, refuse } from '../http/refusal';

/**
 * Imports many records from a file (DOMAIN §3.9, §3.11). A dry run adds the records and then rolls them back. A single error prevents the
 * whole import. If an error concerns the whole file, the rows are not checked. Otherwise, the errors of all rows are reported together.
 */

/** An error of a row. `column` is `null` when the error concerns the whole row. */
export interface Problem {
  readonly column: string | null;
  readonly message: string;
}
/** An error with its row number. `row` is `null` when the error concerns the whole file. */
export interface RowError extends Problem {
  readonly row: number | null;
}
/** Reads the text of a cell in a row. The text is empty when the file lacks the column. */
export type Cell<C extends string> = (column: C) => string;

/** Rules for importing one kind of record from a file. */
export interface ImportPlan<C extends string, A> {
  readonly columns: readonly C[];
  readonly needed: readonly C[];
  readonly titles: Readonly<Record<C, Text>>;
  /** Normalizes a column title, so that different spellings of the title become equal. */
  plain(title: string): string;
  /** Maximum number of rows in a file. */
  readonly most: number;
  /**
   * Loads data that all rows need.
   *
   * @returns a function that checks a row and returns either the row's errors or a function `add`, which adds the record
   */
  begin(
    rows: readonly Cell<C>[],
  ): Promise<(cell: Cell<C>) => { readonly add: () => Promise<A> } | { readonly problems: readonly Problem[] }>;
  /** Converts a refusal into errors of the row. */
  refused(error: Refusal): readonly Problem[];
}

/** The result of an import or of a dry run. */
export interface Imported<A> {
  /** Number of non-empty rows. */
  readonly rows: number;
  /** Whether the records were saved. A dry run and an import with errors save nothing. */
  readonly isKept: boolean;
  /** The added records. They were rolled back unless `isKept` is true. */
  readonly added: readonly A[];
  readonly errors: RowError[];
}

export const IMPORT_WORDS = {
  empty: text('文件中没有数据行', 'The file has no rows', 'O arquivo não tem linhas', '檔案中沒有資料列'),
  tooMany: text('最多 {n} 行', 'At most {n} rows', 'No máximo {n} linhas', '最多 {n} 列'),
  missing: text('缺少列：{name}', 'The column “{name}” is missing', 'Falta a coluna “{name}”', '缺少欄位：{name}'),
  unknown: text('没有“{name}”', 'There is no “{name}”', 'Não existe “{name}”', '沒有「{name}」'),
} as const;

/**
 * Imports a file, or checks it in a dry run.
 *
 * @param file.content the CSV or XLSX file in base64
 * @throws Refusal 40008 for a file that is not a table · 40001 for errors outside a dry run
 */
export async function importRows<C extends string, A>(
  ctx: ActorContext,
  file: { readonly content: string; readonly dryRun: boolean },
  plan: ImportPlan<C, A>,
): Promise<Imported<A>> {
  const { dryRun } = file;
  const [head = [], ...lines] = await readLines(file.content);
  const columns = findColumns(head, plan);
  const filled = lines
    .map((cells, at) => ({ cells, row: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ cells, row }) => ({ row, cell: (column: C) => cells[columns.get(column) ?? -1] ?? '' }));
  const rows = filled.length;
  ctx.audit({ after: { rows, dryRun } });
  const whole = wholeFile(ctx, columns, lines.length, plan);
  if (whole.length > 0) return { rows, isKept: false, added: [], errors: toldOrRefused(ctx, dryRun, whole) };

  const read = await plan.begin(filled.map(({ cell }) => cell));
  const errors: RowError[] = [];
  const added: A[] = [];
  await sql`savepoint whole_import`.execute(ctx.db);
  for (const { cell, row } of filled) {
    const found = read(cell);
    if ('problems' in found) {
      errors.push(...found.problems.map((problem) => ({ row, ...problem })));
      continue;
    }
    try {
      added.push(await inSavepoint(ctx.db, found.add));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(...plan.refused(error).map((problem) => ({ row, ...problem })));
    }
  }
  const isKept = !dryRun && errors.length === 0;
  if (!isKept) {
    await sql`rollback to savepoint whole_import`.execute(ctx.db);
    return { rows, isKept, added, errors: toldOrRefused(ctx, dryRun, errors) };
  }
  await sql`release savepoint whole_import`.execute(ctx.db);
  return { rows, isKept, added, errors };
}

/** Finds the file column of each field by its title in any language or by its name in the contract. */
function findColumns<C extends string>(head: readonly string[], plan: ImportPlan<C, unknown>): Map<C, number> {
  const { columns, titles, plain } = plan;
  const found = new Map<C, number>();
  for (const [at, title] of head.entries()) {
    const isTitle = (word: string) => plain(word) === plain(title);
    const column = columns.find((name) => [name, ...Object.values(titles[name])].some(isTitle));
    if (column && !found.has(column)) found.set(column, at);
  }
  return found;
}

/** Returns the errors in a dry run. @throws Refusal 40001 with the errors, outside a dry run */
function toldOrRefused(ctx: ActorContext, dryRun: boolean, errors: RowError[]): RowError[] {
  if (dryRun) return errors;
  throw refuse(
    40001,
    {},
    {
      errors: errors.map(({ row, column, message }) => ({
        field: row === null ? 'content' : `rows.${row}`,
        rule: 'row',
        message: column === null ? message : `${column}: ${message}`,
      })),
      rows: errors,
    },
    errors[0] ? errors[0].message : ctx.t(IMPORT_WORDS.empty),
  );
}

async function readLines(content: string): Promise<string[][]> {
  // The module is loaded at the first import, because its parsers would delay each server start by 0.1 s.
  const { readSheet, UnreadableSheet } = await import('./sheet');
  try {
    return await readSheet(Buffer.from(content, 'base64'));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw refuse(40008);
    throw error;
  }
}

function wholeFile<C extends string>(
  ctx: ActorContext,
  columns: ReadonlyMap<C, number>,
  rows: number,
  { needed, titles, most }: Pick<ImportPlan<C, unknown>, 'needed' | 'titles' | 'most'>,
): RowError[] {
  const whole = (message: string): RowError => ({ row: null, column: null, message });
  return [
    ...needed
      .filter((column) => !columns.has(column))
      .map((column) => whole(ctx.t(IMPORT_WORDS.missing, { name: ctx.t(titles[column]) }))),
    ...(rows === 0 ? [whole(ctx.t(IMPORT_WORDS.empty))] : []),
    ...(rows > most ? [whole(ctx.t(IMPORT_WORDS.tooMany, { n: most }))] : []),
  ];
}
