import type { Insertable, Kysely, Selectable } from 'kysely';
import { FIRST_FORM, type FormVersion } from '../../../contract/franchiseForm';
import type { PageState } from '../../../contract/franchisePage';
import { FIRST_PAGE, type PageContent } from '../../../contract/franchisePage.content';
import type { Database } from '../../core/database/schema';

/** SQL queries for the versions of the application form. The built-in version is stored when it is first needed. */

type Db = Kysely<Database>;
export type FormRow = Selectable<Database['franchise_form']>;

/** Stores version 1 if it is missing. Version 1 is the built-in form on which staff record leads. */
async function ensureFirst(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('franchise_form')
    .values({
      ...{ version: FIRST_FORM.version, created_at: now, fields: JSON.stringify(FIRST_FORM.fields) },
      ...{ state: 'published', published_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function formVersion(db: Db, version: number): Promise<FormVersion> {
  const row = db.selectFrom('franchise_form').select(['version', 'fields']).where('version', '=', version);
  return (await row.executeTakeFirst()) ?? FIRST_FORM;
}

/** Reads all versions that are or were published, or else the built-in version. The newest version is the first. */
export async function publishedForms(db: Db): Promise<FormVersion[]> {
  const rows = await db
    .selectFrom('franchise_form')
    .select(['version', 'fields'])
    .where('state', '<>', 'draft')
    .orderBy('version', 'desc')
    .execute();
  return rows.length > 0 ? rows : [FIRST_FORM];
}

/** Returns the form on which staff record leads. */
export async function staffForm(db: Db, now: Date): Promise<FormVersion> {
  await ensureFirst(db, now);
  return FIRST_FORM;
}

/** Reads all versions. The newest version is the first. */
export async function formRows(db: Db, now: Date): Promise<FormRow[]> {
  await ensureFirst(db, now);
  return db.selectFrom('franchise_form').selectAll().orderBy('version', 'desc').execute();
}

/** Finds the draft or the published version. @param lock locks the version, so that concurrent changes run one after another */
export async function formInState(
  db: Db,
  state: Exclude<PageState, 'archived'>,
  now: Date,
  lock = false,
): Promise<FormRow | undefined> {
  await ensureFirst(db, now);
  const query = db.selectFrom('franchise_form').selectAll().where('state', '=', state);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Returns the page content of a version. Missing fields get the built-in content. */
export const contentOf = ({ blocks, fields, settings }: FormRow): PageContent => ({
  blocks: blocks ?? FIRST_PAGE.blocks,
  fields,
  settings: settings ?? FIRST_PAGE.settings,
});

/**
 * Returns the settings of the published page. If no page is published, it returns the settings of the newest archived page. Without an
 * archived page, it returns the built-in settings.
 */
export async function pageSettings(db: Db, now: Date): Promise<PageContent['settings']> {
  const rows = await formRows(db, now);
  const row = rows.find(({ state }) => state === 'published') ?? rows.find(({ state }) => state === 'archived');
  return row ? contentOf(row).settings : FIRST_PAGE.settings;
}

const packed = ({ blocks, fields, settings }: PageContent) => ({
  blocks: JSON.stringify(blocks),
  fields: JSON.stringify(fields),
  settings: JSON.stringify(settings),
});

export async function insertForm(
  db: Db,
  row: Omit<Insertable<Database['franchise_form']>, 'blocks' | 'fields' | 'settings'>,
  content: PageContent,
): Promise<void> {
  await db
    .insertInto('franchise_form')
    .values({ ...row, ...packed(content) })
    .execute();
}

export async function updateForm(
  db: Db,
  version: number,
  set: {
    readonly revision?: number;
    readonly state?: PageState;
    readonly updated_at?: Date;
    readonly updated_by_name?: string;
    readonly published_at?: Date;
    readonly archived_at?: Date;
  },
  content?: PageContent,
): Promise<void> {
  await db
    .updateTable('franchise_form')
    .set({ ...set, ...(content && packed(content)) })
    .where('version', '=', version)
    .execute();
}

export async function deleteForm(db: Db, version: number): Promise<void> {
  await db.deleteFrom('franchise_form').where('version', '=', version).where('state', '=', 'draft').execute();
}
