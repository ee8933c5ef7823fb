import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { NOTICE_TEMPLATE } from '../../../contract/serviceNotice.fields';
import { containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'service_notice_template.id',
  version: 'service_notice_template.version',
  code: 'service_notice_template.code',
  name: 'service_notice_template.name',
  status: 'service_notice_template.status',
  channel: 'service_notice_template.channel',
  personType: 'service_notice_template.person_type',
  stored: 'service_notice_template.content',
  dailyCap: 'service_notice_template.daily_cap',
  quiet: 'service_notice_template.quiet_hours',
  unitFen: 'service_notice_template.unit_fen',
  updatedAt: 'service_notice_template.updated_at',
  updatedByName: 'service_notice_template.updated_by_name',
} as const;
const conditionsOf = conditions(NOTICE_TEMPLATE, COLUMNS);

const rows = (db: Db) => db.selectFrom('service_notice_template').select(selection(COLUMNS));
export type TemplateRecord = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

export function templatePage(db: Db, filter: ListFilter<typeof NOTICE_TEMPLATE>, order: 'asc' | 'desc', page: Page) {
  const found = conditionsOf(filter, {
    keyword: (words) =>
      sql<SqlBool>`(service_notice_template.name ilike ${containing(words)}
        or service_notice_template.code ilike ${containing(words)})`,
  });
  return readPage(db, inOrder(withConditions(rows(db), found), COLUMNS, ['updatedAt', 'id'], order), page);
}

export const findTemplate = (db: Db, id: number) =>
  rows(db).where('service_notice_template.id', '=', id).executeTakeFirst();

export const lockTemplate = (db: Db, id: number) =>
  rows(db).where('service_notice_template.id', '=', id).forUpdate().executeTakeFirst();

/** Lists enabled templates, sorted by name. */
export const enabledTemplates = (db: Db, limit: number) =>
  rows(db).where('status', '=', 'enabled').orderBy('name').orderBy('id').limit(limit).execute();

/** Inserts a template. @returns `false` if the code is taken */
export async function insertTemplate(db: Db, row: Insertable<Database['service_notice_template']>): Promise<boolean> {
  const added = await db
    .insertInto('service_notice_template')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function changeTemplate(
  db: Db,
  { id, version }: { readonly id: number; readonly version: number },
  set: Partial<Insertable<Database['service_notice_template']>>,
): Promise<void> {
  await db
    .updateTable('service_notice_template')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .execute();
}
