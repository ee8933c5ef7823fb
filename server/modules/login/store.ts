import { type Kysely, sql } from 'kysely';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

function accounts(db: Db) {
  return db
    .selectFrom('account')
    .select([
      'id',
      'account',
      'tel',
      'account_type as accountType',
      'status',
      'password_hash as passwordHash',
      'password_at as passwordAt',
      'password_log as passwordLog',
      'must_change_password as mustChangePassword',
      'one_time_password as oneTimePassword',
      'two_factor as twoFactor',
      'expire_at as lastDay',
    ])
    .where('deleted_at', 'is', null);
}

/** Finds an account by name (ignoring case) or by phone. */
export async function findAccount(db: Db, name: string) {
  return accounts(db)
    .where((eb) => eb.or([eb(sql`lower(account)`, '=', name.toLowerCase()), eb('tel', '=', name)]))
    .limit(1)
    .executeTakeFirst();
}

export async function findAccountByTel(db: Db, tel: string) {
  return accounts(db).where('tel', '=', tel).executeTakeFirst();
}

export async function accountById(db: Db, id: number) {
  return accounts(db).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findAccountById(db: Db, id: number) {
  return accounts(db).where('id', '=', id).executeTakeFirst();
}

export type SignInAccount = Awaited<ReturnType<typeof accountById>>;

/**
 * Consumes one attempt in one statement, before the password is verified. Parallel attempts are therefore counted too.
 *
 * @returns the number of attempts in the current window, or `null` if no attempt is left or the account is locked
 */
export async function takeAttempt(
  db: Db,
  key: string,
  limits: { readonly maxFail: number; readonly windowMs: number },
  now: Date,
): Promise<number | null> {
  const windowBegan = new Date(now.getTime() - limits.windowMs);
  const startsAnew = sql<boolean>`(sign_in_guard.locked_until is not null or sign_in_guard.fail_since <= ${windowBegan})`;
  const row = await db
    .insertInto('sign_in_guard')
    .values({ key, fail_count: 1, fail_since: now, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          fail_count: sql<number>`case when ${startsAnew} then 1 else sign_in_guard.fail_count + 1 end`,
          fail_since: sql<Date>`case when ${startsAnew} then ${now} else sign_in_guard.fail_since end`,
          locked_until: null,
        })
        .where('sign_in_guard.permanent', '=', false)
        .where(
          sql<boolean>`(sign_in_guard.locked_until <= ${now} or (sign_in_guard.locked_until is null
            and (sign_in_guard.fail_count < ${limits.maxFail} or sign_in_guard.fail_since <= ${windowBegan})))`,
        ),
    )
    .returning('fail_count as failCount')
    .executeTakeFirst();
  return row?.failCount ?? null;
}

export async function readGuard(db: Db, key: string) {
  return db
    .selectFrom('sign_in_guard')
    .select(['locked_until as lockedUntil', 'permanent'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/**
 * Locks the key after its last allowed attempt failed. Consecutive lock number `locksUntilPermanent` is permanent.
 *
 * @returns whether the lock is permanent
 */
export async function lockGuard(db: Db, key: string, until: Date, locksUntilPermanent: number): Promise<boolean> {
  const row = await db
    .updateTable('sign_in_guard')
    .set((eb) => ({
      locked_until: until,
      lock_count: eb('lock_count', '+', 1),
      permanent: sql<boolean>`lock_count + 1 >= ${locksUntilPermanent}`,
    }))
    .where('key', '=', key)
    .where('locked_until', 'is', null)
    .returning('permanent')
    .executeTakeFirst();
  return row?.permanent ?? false;
}

export async function clearGuard(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('key', '=', key).where('permanent', '=', false).execute();
}

/** Deletes the counters of names that no account has, if counting began before `before`. */
export async function forgetUnknownNames(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('key', 'like', 'n:%').where('fail_since', '<', before).execute();
}

export async function markLocked(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ status: 'locked' })
    .where('id', '=', accountId)
    .where('status', 'in', ['active', 'invited'])
    .execute();
}

export async function deviceVerifiedAt(db: Db, accountId: number, device: string): Promise<Date | null> {
  const row = await db
    .selectFrom('account_device')
    .select('verified_at as verifiedAt')
    .where('account_id', '=', accountId)
    .where('device', '=', device)
    .executeTakeFirst();
  return row?.verifiedAt ?? null;
}

/** Lists the browsers in which the account's phone was verified. */
export async function knownDevices(db: Db, accountId: number): Promise<string[]> {
  const rows = await db.selectFrom('account_device').select('device').where('account_id', '=', accountId).execute();
  return rows.map(({ device }) => device);
}

export async function rememberDevice(db: Db, accountId: number, device: string, at: Date): Promise<void> {
  await db
    .insertInto('account_device')
    .values({ account_id: accountId, device, verified_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'device']).doUpdateSet({ verified_at: at }))
    .execute();
}

/** Removes the trusted devices of accounts. Each device must then verify the phone again. */
export async function forgetDevices(db: Db, accountIds: readonly number[]): Promise<void> {
  await db.deleteFrom('account_device').where(idIn('account_id', accountIds)).execute();
}

export async function noteSignIn(
  db: Db,
  accountId: number,
  facts: {
    readonly at: Date;
    readonly ip: string;
    readonly mustChangePassword: boolean;
    readonly newHash: string | null;
  },
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      last_login_at: facts.at,
      last_login_ip: facts.ip,
      must_change_password: facts.mustChangePassword,
      status: 'active',
      ...(facts.newHash !== null && { password_hash: facts.newHash }),
    })
    .where('id', '=', accountId)
    .execute();
}

export async function updatePassword(
  db: Db,
  accountId: number,
  password: { readonly hash: string; readonly log: readonly string[]; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({
      password_hash: password.hash,
      password_at: password.at,
      password_log: JSON.stringify(password.log),
      must_change_password: false,
      one_time_password: false,
      updated_at: password.at,
      updated_by: accountId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute();
}

export async function insertLoginLog(
  db: Db,
  line: {
    readonly id: number;
    readonly accountId: number | null;
    readonly account: string;
    readonly method: 'password' | 'sms' | 'reset' | 'link';
    readonly ok: boolean;
    readonly reason: string | null;
    readonly ip: string;
    readonly ua: string;
    readonly at: Date;
  },
): Promise<void> {
  const { accountId, ...rest } = line;
  await db
    .insertInto('login_log')
    .values({ ...rest, account_id: accountId, account: rest.account.slice(0, 32), ua: rest.ua.slice(0, 255) })
    .execute();
}

/**
 * Stores a new code, unless the previous code was sent less than `waitMs` ago.
 *
 * @returns `null` if the code was stored, otherwise the time at which the previous code was sent
 */
export async function placeCode(
  db: Db,
  code: { id: number; tel: string; scene: number; codeHash: string | null; at: Date; expireAt: Date },
  waitMs: number,
): Promise<Date | null> {
  const fresh = {
    id: code.id,
    code_hash: code.codeHash,
    tries: 0,
    sent_at: code.at,
    expire_at: code.expireAt,
    used_at: null,
  };
  const placed = await db
    .insertInto('verify_code')
    .values({ tel: code.tel, scene: code.scene, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['tel', 'scene'])
        .doUpdateSet(fresh)
        .where('verify_code.sent_at', '<=', new Date(code.at.getTime() - waitMs)),
    )
    .returning('id')
    .executeTakeFirst();
  if (placed) return null;
  const row = await db
    .selectFrom('verify_code')
    .select('sent_at as sentAt')
    .where('tel', '=', code.tel)
    .where('scene', '=', code.scene)
    .executeTakeFirst();
  return row?.sentAt ?? code.at;
}

/** Consumes one try of the valid code. @returns `undefined` if there is no valid code or no try is left */
export async function takeCodeTry(db: Db, tel: string, scene: number, most: number, now: Date) {
  return db
    .updateTable('verify_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tel', '=', tel)
    .where('scene', '=', scene)
    .where('used_at', 'is', null)
    .where('expire_at', '>', now)
    .where('tries', '<', most)
    .returning(['id', 'code_hash as codeHash'])
    .executeTakeFirst();
}

/** Finds the valid code of a phone and scene without consuming a try. */
export async function storedCode(db: Db, tel: string, scene: number, now: Date) {
  return db
    .selectFrom('verify_code')
    .select(['id', 'code_hash as codeHash', 'expire_at as expireAt'])
    .where('tel', '=', tel)
    .where('scene', '=', scene)
    .where('used_at', 'is', null)
    .where('expire_at', '>', now)
    .executeTakeFirst();
}

/** Marks a code as used. @returns `false` if a concurrent call has already used it */
export async function spendCode(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('verify_code')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes captchas, idempotency records, rate limits, throttle counters, codes, sessions and login log lines that expired or happened
 * before the given moments.
 */
export async function deleteStale(
  db: Db,
  before: { readonly now: Date; readonly counters: Date; readonly sessions: Date; readonly signIns: Date },
): Promise<void> {
  await db.deleteFrom('captcha').where('expire_at', '<', before.now).execute();
  await db.deleteFrom('idempotency_record').where('expire_at', '<', before.now).execute();
  await db.deleteFrom('rate_limit').where('expire', '<', before.now.getTime()).execute();
  await db.deleteFrom('throttle').where('window_start', '<', before.counters).execute();
  await db.deleteFrom('verify_code').where('expire_at', '<', before.counters).execute();
  await db.deleteFrom('account_session').where('expire_at', '<', before.sessions).execute();
  await db.deleteFrom('login_log').where('at', '<', before.signIns).execute();
}
