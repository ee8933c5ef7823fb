import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

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
