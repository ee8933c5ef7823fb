import type { Kysely } from 'kysely';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';

/** SQL queries for staff who follow the official account: their binding codes, bindings and queued messages. */

type Db = Kysely<Database>;

/** Stores the binding code of a staff account. A staff account has only one code, so a new code replaces the previous one. */
export async function writeCode(
  db: Db,
  { code, accountId, expireAt }: { readonly code: string; readonly accountId: number; readonly expireAt: Date },
): Promise<void> {
  await db
    .insertInto('staff_follower_code')
    .values({ code, account_id: accountId, expire_at: expireAt })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ code, expire_at: expireAt }))
    .execute();
}

/** Consumes a binding code. @returns the id of its staff account, or `undefined` for an unknown or expired code */
export async function takeCode(db: Db, code: string, now: Date): Promise<number | undefined> {
  const row = await db
    .deleteFrom('staff_follower_code')
    .where('code', '=', code)
    .returning(['account_id as accountId', 'expire_at as expireAt'])
    .executeTakeFirst();
  return row && row.expireAt > now ? row.accountId : undefined;
}

export async function writeFollower(
  db: Db,
  follower: { readonly accountId: number; readonly appId: string; readonly openId: string; readonly at: Date },
): Promise<void> {
  const { accountId, appId, openId, at } = follower;
  const bound = { app_id: appId, open_id: openId, bound_at: at };
  await db
    .insertInto('staff_follower')
    .values({ account_id: accountId, ...bound })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(bound))
    .execute();
}

export const findFollower = (db: Db, accountId: number, appId: string) =>
  db
    .selectFrom('staff_follower')
    .select(['open_id as openId', 'bound_at as boundAt'])
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .executeTakeFirst();

/** Unbinds a staff account. @returns `false` if it was not bound */
export async function removeFollower(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('staff_follower')
    .where('account_id', '=', accountId)
    .returning('app_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the binding of an OpenID, for example after the person has unfollowed the official account. */
export async function forgetOpenId(db: Db, appId: string, openId: string): Promise<void> {
  await db.deleteFrom('staff_follower').where('app_id', '=', appId).where('open_id', '=', openId).execute();
}

/** Finds which of these staff accounts are bound. */
export async function boundAmong(db: Db, accountIds: readonly number[]): Promise<number[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('staff_follower')
    .select('account_id as accountId')
    .where(idIn('account_id', accountIds))
    .execute();
  return rows.map(({ accountId }) => accountId);
}

export interface StaffPush {
  readonly id: number;
  readonly accountId: number;
  readonly title: string;
  readonly content: string;
  readonly at: Date;
  readonly dueAt: Date;
}

export async function insertPushes(db: Db, pushes: readonly StaffPush[]): Promise<void> {
  if (pushes.length === 0) return;
  const rows = pushes.map(({ accountId, dueAt, ...push }) => ({ ...push, account_id: accountId, due_at: dueAt }));
  await db.insertInto('staff_push').values(rows).execute();
}

/** Claims one due message until `heldUntil`. */
export const takePush = (db: Db, now: Date, heldUntil: Date) =>
  db
    .updateTable('staff_push')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: heldUntil }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('staff_push')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'account_id as accountId', 'title', 'content', 'at', 'attempts'])
    .executeTakeFirst();

export async function delayPush(db: Db, id: number, dueAt: Date): Promise<void> {
  await db.updateTable('staff_push').set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** Deletes queued messages. @param id id of one message; `null` deletes all messages */
export async function removePushes(db: Db, id: number | null): Promise<void> {
  const removed = db.deleteFrom('staff_push');
  await (id === null ? removed : removed.where('id', '=', id)).execute();
}
