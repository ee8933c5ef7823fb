import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** This module contains the SQL queries for coupons and the stock of their templates. */

type Db = Kysely<Database>;

/** Lists at most 200 templates that can be sent now, newest first. */
export async function couponTemplates(db: Db) {
  return await db
    .selectFrom('user_coupon_template')
    .where('enabled', '=', true)
    .where('stock', '>', 0)
    .select(['id', 'name', 'face_fen as faceFen', 'threshold_fen as thresholdFen', 'stock'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/**
 * Subtracts a quantity from a template's stock with one conditional update, so concurrent calls never send more than the stock.
 *
 * @returns `null` if the stock is too low, or the template is disabled or does not exist
 */
export async function takeStock(db: Db, templateId: number, quantity: number) {
  const row = await db
    .updateTable('user_coupon_template')
    .set((eb) => ({
      stock: eb('stock', '-', quantity),
      issued: eb('issued', '+', quantity),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', templateId)
    .where('enabled', '=', true)
    .where('stock', '>=', quantity)
    .returning(['id', 'name', 'face_fen as faceFen', 'threshold_fen as thresholdFen'])
    .executeTakeFirst();
  return row ?? null;
}

export async function isTemplate(db: Db, id: number): Promise<boolean> {
  return (
    (await db.selectFrom('user_coupon_template').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
  );
}

export async function insertCoupons(db: Db, rows: readonly Insertable<Database['user_coupon']>[]): Promise<void> {
  await db
    .insertInto('user_coupon')
    .values([...rows])
    .execute();
}

/** Changes a user's number of usable coupons by `difference`. The number never falls below 0. */
export async function addCouponCount(db: Db, userId: number, difference: number): Promise<void> {
  await sql`update app_user set coupon_count = greatest(0, coupon_count + ${difference}) where id = ${userId}`.execute(
    db,
  );
}

export async function lockCoupon(db: Db, id: number) {
  return await db.selectFrom('user_coupon').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

/** Returns the state of a coupon at a moment. A coupon is expired from the end of its validity, even before the job stores `expired`. */
export function couponStatusAt<S extends string>(
  coupon: { readonly status: S; readonly valid_to: Date },
  at: Date,
): S | 'expired' {
  return coupon.status === 'unused' && coupon.valid_to <= at ? 'expired' : coupon.status;
}

export async function changeCoupon(
  db: Db,
  { id, version }: { readonly id: number; readonly version: number },
  set: { status: 'used'; order_no: string; used_at: Date } | { status: 'revoked'; revoke_reason: string },
): Promise<void> {
  await db
    .updateTable('user_coupon')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Reads one page of a user's coupons, newest first. */
export async function couponsOf(
  db: Db,
  userId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return await db
    .selectFrom('user_coupon')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/**
 * Marks at most `limit` coupons as expired when their validity has ended. Reduces the users' numbers of usable coupons.
 *
 * @returns the number of expired coupons
 */
export async function expireCoupons(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with due as (
      select c.id, c.user_id from user_coupon c where c.status = 'unused' and c.valid_to <= ${now}
      order by c.valid_to limit ${limit} for update skip locked),
    ended as (
      update user_coupon c set status = 'expired', version = version + 1 from due where c.id = due.id returning c.user_id),
    counted as (select user_id, count(*)::int as n from ended group by 1),
    locked as (select u.id from app_user u join counted on counted.user_id = u.id order by u.id for update of u),
    changed as (
      update app_user u set coupon_count = greatest(0, u.coupon_count - counted.n)
      from counted join locked on locked.id = counted.user_id where u.id = counted.user_id returning 1)
    select count(*) as n from ended`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Inserts a template, or updates it and increases its stock. */
export async function saveTemplate(
  db: Db,
  template: {
    readonly id: number;
    readonly at: Date;
    readonly name: string;
    readonly faceFen: number;
    readonly thresholdFen: number;
    readonly addStock: number;
    readonly enabled: boolean;
  },
): Promise<void> {
  const { id, at, name, faceFen, thresholdFen, addStock, enabled } = template;
  await sql`
    insert into user_coupon_template (id, created_at, name, face_fen, threshold_fen, stock, enabled)
    values (${id}, ${at}, ${name}, ${faceFen}, ${thresholdFen}, ${addStock}, ${enabled})
    on conflict (id) do update set name = excluded.name, face_fen = excluded.face_fen, threshold_fen = excluded.threshold_fen,
      stock = user_coupon_template.stock + excluded.stock, enabled = excluded.enabled,
      version = user_coupon_template.version + 1`.execute(db);
}
