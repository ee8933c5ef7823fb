import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { Capture } from '../../core/files/exif';

type Db = Kysely<Database>;

export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly contentType: string;
  readonly scene: string;
  readonly createdBy: number;
  readonly sha256: string;
  readonly bytes: number;
  /** Encrypted name of the file. `null` means that name and content are not encrypted. */
  readonly sealedName: Buffer | null;
}

const FILE_COLUMNS = [
  'id',
  'name',
  'content_type as contentType',
  'scene',
  'created_by as createdBy',
  'sha256',
  'bytes',
  'sealed_name as sealedName',
] as const;

export async function insertFile(
  db: Db,
  file: Omit<StoredFile, 'sealedName'> & {
    sealedName?: Buffer | null;
    width: number | null;
    height: number | null;
    at: Date;
    capture?: Capture | undefined;
  },
): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      id: file.id,
      scene: file.scene,
      name: file.name,
      sealed_name: file.sealedName ?? null,
      content_type: file.contentType,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      created_at: file.at,
      created_by: file.createdBy,
      captured_at: file.capture?.at ?? null,
      lng: file.capture?.place?.lng ?? null,
      lat: file.capture?.place?.lat ?? null,
      capture_stated: file.capture?.isStated ?? false,
    })
    .execute();
}

export async function findFile(db: Db, id: number): Promise<StoredFile | null> {
  const row = await db.selectFrom('stored_file').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Reads several files by id. The result has no entry for unknown ids. */
export async function filesOf(db: Db, ids: readonly number[]): Promise<Map<number, StoredFile>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('stored_file')
    .select(FILE_COLUMNS)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The fields that determine a file's key in the store. */
export type StoredKey = Pick<StoredFile, 'id' | 'scene' | 'contentType'> & Partial<Pick<StoredFile, 'sealedName'>>;
const KEY_COLUMNS = ['id', 'scene', 'content_type as contentType', 'sealed_name as sealedName'] as const;

/** Deletes the records of files. @returns the deleted records, so that the caller can delete the contents */
export async function deleteFiles(db: Db, ids: readonly number[]): Promise<StoredKey[]> {
  if (ids.length === 0) return [];
  return db
    .deleteFrom('stored_file')
    .where('id', 'in', [...ids])
    .returning(KEY_COLUMNS)
    .execute();
}

/** Stores that a file is encrypted. @param sha256 hash of the encrypted content, if the content exists */
export async function markSealed(
  db: Db,
  id: number,
  { name, sealedName, sha256 }: { readonly name: string; readonly sealedName: Buffer; readonly sha256?: string },
): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ name, sealed_name: sealedName, ...(sha256 !== undefined && { sha256 }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Finds and locks the encrypted file with the next id. The lock prevents a deletion of the row. Other rows can still refer to it.
 *
 * @param afterId 0 for the first file
 */
export const nextSealed = (db: Db, afterId: number) =>
  db
    .selectFrom('stored_file')
    .select([...KEY_COLUMNS, 'sha256'])
    .where('id', '>', afterId)
    .where('sealed_name', 'is not', null)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function setHash(db: Db, id: number, sha256: string): Promise<void> {
  await db.updateTable('stored_file').set({ sha256 }).where('id', '=', id).execute();
}

/** Removes personal data from a person's files: the chosen file name (except its extension) and the place of the capture. */
export async function forgetFileOrigins(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update stored_file set lng = null, lat = null, name = 'file' || coalesce(substring(name from '\\.[A-Za-z0-9]{1,5}$'), '')
    where id = any(${sql.val([...ids])}::bigint[])`.execute(db);
}

/** Finds the safety photo with this content hash that this person uploaded. A browser repeats an upload if the answer was lost. */
export async function samePhoto(
  db: Db,
  of: { readonly createdBy: number; readonly sha256: string },
): Promise<{ id: number; name: string } | null> {
  const row = await db
    .selectFrom('stored_file')
    .select(['id', 'name'])
    .where('scene', '=', 'safetyPhoto')
    .where('created_by', '=', of.createdBy)
    .where('sha256', '=', of.sha256)
    .executeTakeFirst();
  return row ?? null;
}

export async function newestFiles(db: Db, limit: number): Promise<StoredKey[]> {
  return db.selectFrom('stored_file').select(KEY_COLUMNS).orderBy('id', 'desc').limit(limit).execute();
}
