import { type Kysely, sql } from 'kysely';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { FilePort } from '../../core/platforms/ports';
import { deleteFiles, type StoredFile, storedKey } from '../file';

/** SQL queries for the files that visitors uploaded as answers. A file belongs to a visit to the page until an application uses it. */

type Db = Kysely<Database>;

export interface VisitorFile {
  readonly id: number;
  /** Key of the form field for which the file was uploaded. */
  readonly field: string;
  readonly contentType: string;
}

export async function insertUpload(
  db: Db,
  row: {
    readonly file_id: number;
    readonly visit: string;
    readonly field: string;
    readonly bytes: number;
    readonly created_at: Date;
  },
): Promise<void> {
  await db.insertInto('franchise_upload').values(row).execute();
}

/** Finds files of a visit that no application uses. */
export const unusedOf = (db: Db, visit: string): Promise<VisitorFile[]> =>
  db
    .selectFrom('franchise_upload')
    .innerJoin('stored_file', 'stored_file.id', 'franchise_upload.file_id')
    .select(['stored_file.id', 'franchise_upload.field', 'stored_file.content_type as contentType'])
    .where('franchise_upload.visit', '=', visit)
    .where('franchise_upload.apply_id', 'is', null)
    .execute();

/** Adds up the bytes of all files that no application uses. */
export async function unusedBytes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('franchise_upload')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('apply_id', 'is', null)
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/** Assigns unused files of a visit to an application. @returns the number of assigned files */
export async function claimUploads(
  db: Db,
  { visit, applyId, ids }: { readonly visit: string; readonly applyId: number; readonly ids: readonly number[] },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('franchise_upload')
    .set({ apply_id: applyId })
    .where(idIn('file_id', ids))
    .where('visit', '=', visit)
    .where('apply_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Reads the files of applications by file id. */
export async function answerFiles(
  db: Db,
  applyIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<StoredFile, 'id' | 'name' | 'contentType' | 'sealedName'>>> {
  const rows = await db
    .selectFrom('franchise_upload')
    .innerJoin('stored_file', 'stored_file.id', 'franchise_upload.file_id')
    .select([
      'stored_file.id',
      'stored_file.name',
      'stored_file.content_type as contentType',
      'stored_file.sealed_name as sealedName',
    ])
    .where(idIn('franchise_upload.apply_id', applyIds))
    .execute();
  return new Map(rows.map((file) => [file.id, file]));
}

/** Finds files of sensitive answers that were stored before files could be encrypted, ordered by id. */
export async function unsealedFiles(
  db: Db,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<Pick<StoredFile, 'id' | 'name' | 'scene' | 'contentType'>[]> {
  const { rows } = await sql<Pick<StoredFile, 'id' | 'name' | 'scene' | 'contentType'>>`
    select stored_file.id, stored_file.name, stored_file.scene, stored_file.content_type as "contentType"
    from franchise_form form
    cross join lateral jsonb_array_elements(form.fields) as asked (field)
    join franchise_apply apply on apply.form_version = form.version
    join franchise_upload upload on upload.apply_id = apply.id and upload.field = asked.field->>'key'
    join stored_file on stored_file.id = upload.file_id and stored_file.sealed_name is null
    where asked.field->>'kind' in ('image', 'file') and asked.field->>'sensitive' = 'true' and stored_file.id > ${afterId}
    order by stored_file.id limit ${limit}`.execute(db);
  return rows;
}

/** Maximum number of unused files that one transaction deletes. */
const MOST = 200;

/**
 * Deletes unused files from the database and from the file store, at most 200 files per call.
 *
 * @param which one file of a visit, or all files that were uploaded before a moment
 * @returns the number of deleted files
 */
export async function deleteUnused(
  db: Db,
  files: FilePort,
  which: { readonly visit: string; readonly fileId: number } | { readonly before: Date },
): Promise<number> {
  const unused = db
    .selectFrom('franchise_upload')
    .select('file_id')
    .where('apply_id', 'is', null)
    .where((eb) =>
      'before' in which
        ? eb('created_at', '<', which.before)
        : eb.and([eb('visit', '=', which.visit), eb('file_id', '=', which.fileId)]),
    )
    .orderBy('file_id')
    .limit(MOST)
    // Skip locked files: a concurrent application is about to use them.
    .forUpdate()
    .skipLocked();
  const rows = await db.deleteFrom('franchise_upload').where('file_id', 'in', unused).returning('file_id').execute();
  const deleted = await deleteFiles(
    db,
    rows.map((row) => row.file_id),
  );
  for (const file of deleted) await files.remove(storedKey(file));
  return rows.length;
}
