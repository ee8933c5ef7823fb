import type { Kysely } from 'kysely';
import { PREPARED } from '../../core/database/prepared-statements';
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

export async function preferenceOf(db: Db, accountId: number, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('preference')
    .select('content')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row?.content;
}

/** Counts an account's preferences other than `key`. */
export async function countOthers(db: Db, accountId: number, key: string): Promise<number> {
  const { others } = await db
    .selectFrom('preference')
    .where('account_id', '=', accountId)
    .where('key', '<>', key)
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return Number(others);
}

/** Stores a preference. `null` deletes it. */
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
