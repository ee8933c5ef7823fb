import { type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { type AdjustState, adjustCase, FUND } from '../../../contract/teamFund.states';
import type { Actor, DataScope } from '../../core/actor';
import { beginsWith } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { caseTable, decidableByRule, shownState } from '../case';
import { scopeTeams } from '../team';

/** This module contains the SQL queries for manual adjustments (资金调整). It deletes nothing, because decided adjustments are kept. */

type Db = Kysely<Database>;
export type AdjustRow = Selectable<Database['fund_adjust']>;

export const ADJUST_TABLE = caseTable('fund_adjust', { team: 'owner_id' });

export async function insertAdjust(db: Db, row: Insertable<Database['fund_adjust']>): Promise<void> {
  await db.insertInto('fund_adjust').values(row).execute();
}

/**
 * Builds the condition for adjustments that a person may approve. Another person must have proposed the adjustment, and the person's
 * permission to approve must cover the adjustment's station. A large adjustment needs the owner as proposer or approver.
 */
export function approvable(db: Db, actor: Actor): RawBuilder<SqlBool> {
  const isOwner = actor.accountType === 'owner';
  return sql<SqlBool>`(${decidableByRule(db, actor, { table: ADJUST_TABLE, rule: 3307 })}
    and (${isOwner}::boolean or fund_adjust.maker_is_owner or fund_adjust.amount_fen <= ${FUND.ownerAboveFen}))`;
}

interface AdjustFilter {
  readonly teamId?: number | undefined;
  /** Limits the list to adjustments that this person may approve. */
  readonly waitsFor?: Actor | undefined;
  readonly state?: readonly AdjustState[] | undefined;
  readonly keyword?: string | undefined;
}

function filtered(db: Db, scope: DataScope, filter: AdjustFilter, now: Date) {
  return scopeTeams(db.selectFrom('team'), scope)
    .innerJoin('fund_adjust', 'fund_adjust.owner_id', 'team.id')
    .$if(filter.teamId !== undefined, (qb) => qb.where('team.id', '=', filter.teamId ?? 0))
    .$if(Boolean(filter.state?.length), (qb) =>
      qb.where(
        sql<SqlBool>`${shownState(ADJUST_TABLE, adjustCase, now)} = any(${sql.val([...(filter.state ?? [])])}::text[])`,
      ),
    )
    .$if(filter.waitsFor !== undefined, (qb) =>
      qb
        .where('fund_adjust.state', '=', 'pending')
        .where('fund_adjust.expire_at', '>', now)
        .where(approvable(db, filter.waitsFor as Actor)),
    )
    .$if(Boolean(filter.keyword), (qb) =>
      qb.where((eb) =>
        eb.or([
          beginsWith('fund_adjust.no', filter.keyword ?? ''),
          beginsWith('fund_adjust.related_no', filter.keyword ?? ''),
          beginsWith('fund_adjust.tx_no', filter.keyword ?? ''),
        ]),
      ),
    );
}

const SORTS = {
  /** In descending order, pending adjustments come first. */
  waiting: sql`fund_adjust.state = 'pending'`,
  createdAt: sql.ref('fund_adjust.created_at'),
  amount: sql.ref('fund_adjust.amount_fen'),
} as const;

/** Reads one page of adjustments at the stations in scope. */
export async function adjustPage(
  db: Db,
  scope: DataScope,
  filter: AdjustFilter,
  page: {
    sortField: keyof typeof SORTS;
    sortOrder: 'asc' | 'desc';
    offset: number;
    limit: number;
    now: Date;
  },
) {
  const rows = await filtered(db, scope, filter, page.now)
    .selectAll('fund_adjust')
    .select('team.name as team_name')
    .orderBy(SORTS[page.sortField], page.sortOrder)
    .orderBy('fund_adjust.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { n } = await db
    .selectFrom(
      filtered(db, scope, filter, page.now)
        .select('fund_adjust.id')
        .limit(LIST_LIMITS.countCap + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

/** Counts the pending adjustments at the stations in scope. `forMe` counts those that this person may approve. */
export async function waitingAdjusts(
  db: Db,
  scope: DataScope,
  actor: Actor,
  now: Date,
  teamId?: number,
): Promise<{ pending: number; forMe: number }> {
  const mine = approvable(db, actor);
  const row = await scopeTeams(db.selectFrom('team'), scope)
    .innerJoin('fund_adjust', 'fund_adjust.owner_id', 'team.id')
    .where('fund_adjust.state', '=', 'pending')
    .where('fund_adjust.expire_at', '>', now)
    .$if(teamId !== undefined, (qb) => qb.where('team.id', '=', teamId ?? 0))
    .select([sql<number>`count(*)`.as('pending'), sql<number>`count(*) filter (where ${mine})`.as('forMe')])
    .executeTakeFirstOrThrow();
  return row;
}
