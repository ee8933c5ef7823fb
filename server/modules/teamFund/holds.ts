import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import { readSetting } from '../site';

/**
 * This module stores the amounts that finance staff hold (管控冻结). Each hold has an author, a reason and an expiry day (DOMAIN §9
 * decision 23).
 */

type Db = Kysely<Database>;

export interface NewHold {
  readonly id: number;
  readonly teamId: number;
  readonly amountFen: number;
  readonly reason: string;
  readonly by: { readonly id: number; readonly name: string };
  readonly at: Date;
  readonly expireDay: string;
  readonly txNo: string;
}

export async function addHold(
  db: Db,
  { id, teamId, amountFen, reason, by, at, expireDay, txNo }: NewHold,
): Promise<void> {
  await db
    .insertInto('fund_hold')
    .values({
      id,
      team_id: teamId,
      amount_fen: amountFen,
      left_fen: amountFen,
      reason,
      by_id: by.id,
      by_name: by.name,
      created_at: at,
      expire_day: expireDay,
      tx_no: txNo,
    })
    .execute();
}

/**
 * Subtracts a released amount from the station's holds, first from those that expire first. Call it in the same transaction as the posting.
 */
export async function takeFromHolds(db: Db, teamId: number, amountFen: number): Promise<void> {
  const open = await db
    .selectFrom('fund_hold')
    .where('team_id', '=', teamId)
    .where('left_fen', '>', 0)
    .select(['id', 'left_fen as leftFen'])
    .orderBy('expire_day')
    .orderBy('id')
    .forUpdate()
    .execute();
  let rest = amountFen;
  for (const { id, leftFen } of open) {
    const taken = Math.min(rest, leftFen);
    if (taken === 0) return;
    await db
      .updateTable('fund_hold')
      .set({ left_fen: leftFen - taken })
      .where('id', '=', id)
      .execute();
    rest -= taken;
  }
}

/** Lists the holds of a station that are not fully released, earliest expiry first. Expired holds are included. */
export async function openHolds(db: Db, teamId: number) {
  return db
    .selectFrom('fund_hold')
    .where('team_id', '=', teamId)
    .where('left_fen', '>', 0)
    .select([
      'id',
      'amount_fen as amountFen',
      'left_fen as leftFen',
      'reason',
      'by_name as byName',
      'created_at as createdAt',
      'expire_day as expireDay',
      'expired_at as expiredAt',
      'tx_no as txNo',
    ])
    .orderBy('expire_day')
    .orderBy('id')
    .execute();
}

/** SQL condition for a query over `team`: the station has an expired hold that is not fully released. */
export const HAS_EXPIRED_HOLD = sql<boolean>`exists (
  select from fund_hold h where h.team_id = team.id and h.left_fen > 0 and h.expired_at is not null)`;

/** Marks holds as expired when their expiry day has passed. The money stays held until a person releases it. */
export async function markExpiredHolds(db: Db, clock: Clock): Promise<void> {
  const { timeZone } = await readSetting(db, 'locale');
  const now = clock.now();
  await db
    .updateTable('fund_hold')
    .set({ expired_at: now })
    .where('left_fen', '>', 0)
    .where('expired_at', 'is', null)
    .where('expire_day', '<', wallTime(now, timeZone).day)
    .execute();
}
