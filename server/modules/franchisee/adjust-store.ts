import { type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import { FUND } from '../../../contract/teamFund.states';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { caseTable } from '../case';
import { franchiseeScope } from './list-store';

/** SQL of share balance adjustments. Decided adjustments are never deleted. */

type Db = Kysely<Database>;
export type AdjustRow = Selectable<Database['franchisee_adjust']>;
const APPROVE = RULE['franchise.list.adjustApprove'];

export const ADJUST_TABLE = caseTable('franchisee_adjust');

export async function insertAdjust(db: Db, row: Insertable<Database['franchisee_adjust']>): Promise<void> {
  await db.insertInto('franchisee_adjust').values(row).execute();
}

/**
 * Builds the condition for adjustments that a user may approve. Another person made them, and the franchisee is in the user's data scope.
 * Only the owner may approve a large amount, unless the owner proposed it.
 */
export function approvable(actor: Actor): RawBuilder<SqlBool> {
  const isOwner = actor.accountType === 'owner';
  if (!isOwner && !actor.rules.has(APPROVE)) return sql<SqlBool>`false`;
  return sql<SqlBool>`(franchisee_adjust.maker_id <> ${actor.accountId}
    and exists (select 1 from franchisee where franchisee.id = franchisee_adjust.franchisee_id
      and ${franchiseeScope(actor.scopeOf(APPROVE))})
    and (${isOwner}::boolean or franchisee_adjust.maker_is_owner
      or franchisee_adjust.amount_fen <= ${FUND.ownerAboveFen}))`;
}

/** Reads the latest adjustments of a franchisee. */
export const adjustsOf = (db: Db, franchiseeId: number, limit: number): Promise<AdjustRow[]> =>
  db
    .selectFrom('franchisee_adjust')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
