import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly contentType: string;
  readonly scene: string;
  readonly createdBy: number;
}

export async function insertFile(
  db: Db,
  file: StoredFile & { bytes: number; width: number | null; height: number | null; sha256: string; at: Date },
): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      id: file.id,
      scene: file.scene,
      name: file.name,
      content_type: file.contentType,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      created_at: file.at,
      created_by: file.createdBy,
    })
    .execute();
}

export async function findFile(db: Db, id: number): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('stored_file')
    .select(['id', 'name', 'content_type as contentType', 'scene', 'created_by as createdBy'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these file ids exist. */
export async function filesExist(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('stored_file')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function preferencesOf(db: Db, accountId: number): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('preference')
    .select(['key', 'content'])
    .where('account_id', '=', accountId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.content]));
}

/** Stores a preference; null removes it. */
export async function writePreference(db: Db, accountId: number, key: string, value: unknown, at: Date): Promise<void> {
  if (value === null) {
    await db.deleteFrom('preference').where('account_id', '=', accountId).where('key', '=', key).execute();
    return;
  }
  const content = JSON.stringify(value);
  await db
    .insertInto('preference')
    .values({ account_id: accountId, key, content, updated_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ content, updated_at: at }))
    .execute();
}

export async function draftOf(
  db: Db,
  accountId: number,
  key: string,
): Promise<{ values: unknown; savedAt: Date } | null> {
  const row = await db
    .selectFrom('draft')
    .select(['content as values', 'saved_at as savedAt'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a draft; null removes it. */
export async function writeDraft(db: Db, accountId: number, key: string, values: unknown, at: Date): Promise<void> {
  if (values === null) {
    await db.deleteFrom('draft').where('account_id', '=', accountId).where('key', '=', key).execute();
    return;
  }
  const content = JSON.stringify(values);
  await db
    .insertInto('draft')
    .values({ account_id: accountId, key, content, saved_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ content, saved_at: at }))
    .execute();
}
