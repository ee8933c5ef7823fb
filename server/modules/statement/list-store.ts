import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { StatementState } from '../../../contract/statement.states';
import type { DataScope } from '../../core/actor';
import { literal } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import { scopeTeams } from '../team';

/** This module contains the SQL for the statement list, its totals and its exports. The figures come from the latest revision. */

type Db = Kysely<Database>;

export interface StatementFilter {
  readonly scope: DataScope;
  readonly id?: number;
  readonly keyword?: string | undefined;
  readonly month?: readonly string[] | undefined;
  readonly teamIds?: readonly number[] | undefined;
  readonly state?: readonly StatementState[] | undefined;
}

function filtered(db: Db, filter: StatementFilter) {
  const { id, keyword, month, teamIds, state } = filter;
  let query = scopeTeams(db.selectFrom('team'), filter.scope)
    .innerJoin('statement', 'statement.team_id', 'team.id')
    .innerJoin('statement_revision as r', (join) =>
      join.onRef('r.statement_id', '=', 'statement.id').onRef('r.revision', '=', 'statement.revision'),
    );
  if (id !== undefined) query = query.where('statement.id', '=', id);
  if (month?.length) query = query.where('statement.month', 'in', [...month]);
  if (teamIds?.length) query = query.where('statement.team_id', 'in', [...teamIds]);
  if (state?.length) query = query.where('statement.state', 'in', [...state]);
  if (keyword) {
    query = query.where(
      sql<SqlBool>`(statement.no like ${`${literal(keyword.toUpperCase())}%`} or team.name ilike ${`%${literal(keyword)}%`})`,
    );
  }
  return query;
}

const withFacts = (query: ReturnType<typeof filtered>) =>
  query
    .selectAll('statement')
    .select(['team.name as team_name', 'r.made_at', 'r.frozen', 'r.orders', 'r.goods_fen', 'r.delivery_fen'])
    .select(['r.payable_fen', 'r.credited_fen', 'r.opening_fen', 'r.closing_fen', 'r.corrected_fen', 'r.totals']);
export type StatementRecord = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number];

const SORTS = { month: sql.ref('statement.month'), payable: sql.ref('r.payable_fen') } as const;

export async function statementPage(
  db: Db,
  filter: StatementFilter,
  page: { sort: keyof typeof SORTS; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<StatementRecord[]> {
  const order = sql.raw(page.order);
  return await withFacts(filtered(db, filter))
    .orderBy(sql`${SORTS[page.sort]} ${order}`)
    .orderBy(sql`statement.id ${order}`)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** Computes the totals of all statements that match the filter. */
export async function statementSums(db: Db, filter: StatementFilter) {
  const count = (...states: StatementState[]) =>
    sql<number>`(count(*) filter (where statement.state = any(${sql.val(states)}::text[])))::int`;
  const sum = (column: string): RawBuilder<number> => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
  const { total, ...summary } = await filtered(db, filter)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count('draft').as('drafts'),
      count('pendingConfirm', 'revised').as('pending'),
      count('confirmed').as('confirmed'),
      count('disputed').as('disputed'),
      sum('r.payable_fen').as('payableFen'),
      sum('r.credited_fen').as('creditedFen'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Math.min(total, LIST_LIMITS.countCap), totalCapped: total > LIST_LIMITS.countCap, summary };
}

/** Counts disputed statements in a data scope. @param teamIds stations whose statements are counted; `null` means all */
export async function countDisputed(db: Db, scope: DataScope, teamIds: readonly number[] | null): Promise<number> {
  const row = await filtered(db, { scope, state: ['disputed'], teamIds: teamIds ?? undefined })
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function exportedStatements(
  db: Db,
  filter: StatementFilter,
  range: ExportRange,
  after: ExportKey | null,
  limit: number,
) {
  return await withFacts(filtered(db, filter))
    .select('r.fees')
    .where(inExport('statement', range, after))
    .orderBy('statement.id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Counts the rows of an export, or its remaining rows after the key `after`.
 * @param rows `statements` counts one row per statement, `fees` one row per fee
 */
export async function exportedStatementCount(
  db: Db,
  filter: StatementFilter,
  range: ExportRange,
  after: ExportKey | null,
  rows: 'statements' | 'fees',
): Promise<number> {
  const each = rows === 'fees' ? sql`jsonb_array_length(r.fees)` : sql`1`;
  const { n } = await filtered(db, filter)
    .where(inExport('statement', range, after))
    .select(sql<number>`coalesce(sum(${each}), 0)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
