import { type Kysely, sql } from 'kysely';
import { OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import { DAY_MS } from '../../../contract/units';
import { LEFT_NICKNAME, LEFT_TEXT, USER } from '../../../contract/user.states';
import { blacklistCase } from '../../../contract/userBlacklist.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { blankSteps } from '../case';

/**
 * This module removes the personal data of users who delete their account (注销), fifteen days after the request. Orders, postings and bills
 * stay and refer to the user by number only (docs/decisions/0058).
 */

type Db = Kysely<Database>;

/** Computes when a user's data are removed if the user requests deletion now. */
export const leavesAt = (now: Date): Date => new Date(now.getTime() + USER.leaveDays * DAY_MS);

/** Number of users per transaction. */
const BATCH = 50;

/**
 * Removes copies of personal data that another module stores. It runs in the transaction that has just removed the user's own data.
 * server/modules/left-users.ts lists these functions. This module cannot import them, because their modules import this one.
 */
export type ForgetUsers = (db: Db, userIds: readonly number[], now: Date) => Promise<void>;

/**
 * Removes the personal data of users whose deletion is due. Users with money in the wallet, a running order, an open food-loss case
 * or a locked row wait for a later run.
 *
 * @returns the number of users
 */
export async function anonymiseUsers(db: Db, clock: Clock, forgets: readonly ForgetUsers[]): Promise<number> {
  let all = 0;
  for (;;) {
    const { found, done } = await inTransaction({ db, clock }, ({ db: transaction }) =>
      anonymiseSome(transaction, clock.now(), forgets),
    );
    all += done;
    if (found < BATCH) return all;
  }
}

const isDue = (now: Date) => sql`
  u.status = 'cancelling' and u.cancel_at <= ${now} and u.balance_fen = 0
  and not exists (select from customer_order o where o.app_user_id = u.id and o.status in ('paid', 'accepted'))
  and not exists (
    select from food_loss l where l.user_id = u.id and l.state = any(${sql.val([...OPEN_LOSS_STATES])}::text[]))`;

async function anonymiseSome(db: Db, now: Date, forgets: readonly ForgetUsers[]) {
  const { rows: locked } = await sql<{ id: number }>`
    select u.id from app_user u where ${isDue(now)} order by u.id limit ${BATCH} for update of u skip locked`.execute(
    db,
  );
  // Check again under the lock: an order or a food-loss case may have been committed since the statement above began.
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u where u.id = any(${sql.val(locked.map(({ id }) => id))}::bigint[]) and ${isDue(now)}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await removeOwnData(db, ids, now);
    for (const forget of forgets) await forget(db, ids, now);
  }
  return { found: locked.length, done: ids.length };
}

async function removeOwnData(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const among = sql`any(${sql.val([...ids])}::bigint[])`;
  await sql`
    update app_user set status = 'cancelled', nickname = ${LEFT_NICKNAME}, tel = null, tags = '[]', black_until = null,
      coupon_count = 0, cancelled_at = ${now}, version = version + 1, updated_at = ${now}, updated_by = 0
    where id = ${among}`.execute(db);
  for (const table of ['user_address', 'user_device', 'user_remark'] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${among}`.execute(db);
  }
  await sql`
    update user_coupon set status = 'revoked', version = version + 1 where user_id = ${among} and status = 'unused'`.execute(
    db,
  );
  // Remove texts that staff wrote, because they may name the user. The kind, the dates and the author of each record stay.
  await sql`
    update user_coupon set revoke_reason = null where user_id = ${among} and revoke_reason is not null`.execute(db);
  await sql`
    update user_black_record set reason = ${LEFT_TEXT}, evidence = '[]', note = null where user_id = ${among}`.execute(
    db,
  );
  await blankSteps(
    db,
    blacklistCase.key,
    sql`select s.case_id, s.id from case_step s join user_black_record r on r.id = s.case_id
      where s.case_type = ${blacklistCase.key} and r.user_id = ${among}`,
  );
  await sql`update user_adjust set reason = ${LEFT_TEXT}, evidence = '[]' where user_id = ${among}`.execute(db);
}
