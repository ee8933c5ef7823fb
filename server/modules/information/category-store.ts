import { type Insertable, type Kysely, sql } from 'kysely';
import { CATEGORY } from '../../../contract/information.fields';
import type { Locale } from '../../../contract/text';
import { changeLocked } from '../../core/database/change-locked';
import { anyTextHas } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { conditions, type ListFilter, selection, withConditions } from '../../core/list/query';
import { inLanguage } from './texts';

/** SQL queries for article categories in two levels. There are few categories, so one query reads all of them. */

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'article_category.id',
  version: 'article_category.version',
  name: 'article_category.name',
  code: 'article_category.code',
  parentId: 'article_category.parent_id',
  iconId: 'article_category.icon_id',
  sort: 'article_category.sort',
  visible: 'article_category.visible',
  updatedAt: 'article_category.updated_at',
  updatedBy: 'article_category.updated_by',
} as const;
const conditionsOf = conditions(CATEGORY, COLUMNS);

const present = (db: Db) => db.selectFrom('article_category').where('article_category.deleted_at', 'is', null);
const categories = (db: Db) => present(db).select(selection(COLUMNS));
export type CategoryRecord = Awaited<ReturnType<ReturnType<typeof categories>['executeTakeFirstOrThrow']>>;

export const findCategory = (db: Db, id: number) => categories(db).where('id', '=', id).executeTakeFirst();
/** Finds a category and prevents its deletion until the transaction ends. */
export const holdCategory = (db: Db, id: number) => categories(db).where('id', '=', id).forShare().executeTakeFirst();
export const lockCategory = (db: Db, id: number) => categories(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Sorts categories in display order: each category is followed by its subcategories. */
function inTree(rows: readonly CategoryRecord[]): CategoryRecord[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = (parentId: number) => rows.filter((row) => row.parentId === parentId);
  // If a filter removed the parent category, its subcategories appear at the top level.
  const tops = rows.filter(({ parentId }) => parentId === null || !known.has(parentId));
  return tops.flatMap((top) => [top, ...below(top.id)]);
}

export async function categoryTree(db: Db, filter: ListFilter<typeof CATEGORY> = {}): Promise<CategoryRecord[]> {
  const found = conditionsOf(filter, {
    name: (words) => anyTextHas('article_category.name', words),
  });
  const rows = await withConditions(categories(db), found).orderBy('sort').orderBy('id').execute();
  return inTree(rows);
}

/** Returns the full names of categories in the form `parent / subcategory`. */
export async function categoryNames(db: Db, locale: Locale, fallback: Locale): Promise<Map<number, string>> {
  const rows = await categoryTree(db);
  const own = new Map(rows.map((row) => [row.id, inLanguage(row.name, locale, fallback)]));
  return new Map(
    rows.map((row) => {
      const above = row.parentId === null ? undefined : own.get(row.parentId);
      const name = own.get(row.id) ?? '';
      return [row.id, above === undefined ? name : `${above} / ${name}`];
    }),
  );
}

/** Counts the articles of each category. */
export async function articleCounts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('article')
    .where('deleted_at', 'is', null)
    .where('category_id', 'is not', null)
    .groupBy('category_id')
    .select(['category_id as id', sql<number>`count(*)`.as('n')])
    .execute();
  return new Map(rows.map(({ id, n }) => [id ?? 0, n]));
}

export async function isCategoryCodeTaken(db: Db, code: string, besides: number): Promise<boolean> {
  const found = await present(db).where('code', '=', code).where('id', '<>', besides).select('id').executeTakeFirst();
  return found !== undefined;
}

/** Checks whether a category has articles or subcategories. */
export async function isCategoryUsed(db: Db, id: number): Promise<boolean> {
  const lower = await present(db).where('parent_id', '=', id).select('id').executeTakeFirst();
  if (lower) return true;
  const article = await db
    .selectFrom('article')
    .where('category_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return article !== undefined;
}

type Row = Insertable<Database['article_category']>;
export async function insertCategory(db: Db, row: Row): Promise<void> {
  await db.insertInto('article_category').values(row).execute();
}
export async function changeCategory(
  db: Db,
  record: Pick<CategoryRecord, 'id' | 'version'>,
  change: Partial<Omit<Row, 'id' | 'version'>>,
): Promise<void> {
  await changeLocked(db, 'article_category', record, change);
}
