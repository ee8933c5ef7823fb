import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { StatementState } from '../../../contract/statement.states';
import type { Clock } from '../../core/clock';
import { changeLocked } from '../../core/database/change-locked';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { caseTable } from '../case';
import type { MonthFigures } from './figures';

/** This module contains the SQL that reads, locks and writes statements and their revisions. */

type Db = Kysely<Database>;
export interface Tools {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
}
export type StatementRow = Selectable<Database['statement']>;
export type RevisionRow = Selectable<Database['statement_revision']>;

export const STATEMENT_TABLE = caseTable('statement', { neverExpires: true });

export function lockStatement(db: Db, id: number): Promise<StatementRow | undefined> {
  return db.selectFrom('statement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertStatements(db: Db, rows: readonly Insertable<Database['statement']>[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('statement')
      .values([...rows])
      .execute();
}

/** Writes the next state and other columns of a locked statement. */
export async function moveStatement(
  db: Db,
  row: Pick<StatementRow, 'id' | 'version'>,
  set: Partial<Omit<StatementRow, 'id' | 'version'>> & { readonly state: StatementState },
): Promise<void> {
  await changeLocked(db, 'statement', row, set);
}

interface RevisionFacts {
  readonly statementId: number;
  readonly revision: number;
  readonly madeAt: Date;
  /** `true` if the figures are final. */
  readonly isFrozen: boolean;
  /** Reason of the revision. It is empty for the first revision and for automatic corrections. */
  readonly reason: string;
}

/**
 * Writes the figures of a revision. Replaces the former figures of the revision. Only a draft has former figures, because its figures
 * are preliminary.
 */
export async function writeRevision(db: Db, facts: RevisionFacts, figures: MonthFigures): Promise<void> {
  const values = {
    made_at: facts.madeAt,
    frozen: facts.isFrozen,
    reason: facts.reason,
    orders: figures.orders,
    goods_fen: figures.goodsFen,
    delivery_fen: figures.deliveryFen,
    payable_fen: figures.payableFen,
    credited_fen: figures.creditedFen,
    opening_fen: figures.openingFen,
    closing_fen: figures.closingFen,
    corrected_fen: figures.correctedFen,
    totals: JSON.stringify(figures.totals),
    movements: JSON.stringify(figures.movements),
    fees: JSON.stringify(figures.fees),
    corrections: JSON.stringify(figures.corrections),
  };
  await db
    .insertInto('statement_revision')
    .values({ statement_id: facts.statementId, revision: facts.revision, ...values })
    .onConflict((conflict) => conflict.columns(['statement_id', 'revision']).doUpdateSet(values))
    .execute();
}

export function findRevision(db: Db, statementId: number, revision: number): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('statement_revision')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** Converts a stored revision to figures. */
export function figuresIn(row: RevisionRow): MonthFigures {
  return {
    orders: row.orders,
    goodsFen: row.goods_fen,
    deliveryFen: row.delivery_fen,
    payableFen: row.payable_fen,
    creditedFen: row.credited_fen,
    openingFen: row.opening_fen,
    closingFen: row.closing_fen,
    correctedFen: row.corrected_fen,
    totals: row.totals,
    movements: row.movements,
    fees: row.fees,
    corrections: row.corrections,
  };
}

/** Lists all revisions of a statement, newest first. */
export function revisionsOf(db: Db, statementId: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('statement_revision')
    .selectAll()
    .where('statement_id', '=', statementId)
    .orderBy('revision', 'desc')
    .execute();
}

/** Lists statements in the given states. `month` selects one month, `confirmBy` the deadlines up to and including this time. */
export function statementsIn(
  db: Db,
  where: { readonly states: readonly StatementState[]; readonly month?: string; readonly confirmBy?: Date },
): Promise<StatementRow[]> {
  let query = db
    .selectFrom('statement')
    .selectAll()
    .where('state', 'in', [...where.states]);
  if (where.month !== undefined) query = query.where('month', '=', where.month);
  if (where.confirmBy) query = query.where('confirm_by', '<=', where.confirmBy);
  return query.orderBy('month').orderBy('id').execute();
}

/** Lists the ids of stations that have a statement for a month. */
export async function teamsWithStatement(db: Db, month: string): Promise<Set<number>> {
  const rows = await db.selectFrom('statement').select('team_id').where('month', '=', month).execute();
  return new Set(rows.map(({ team_id: teamId }) => teamId));
}

export async function latestMonth(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('statement')
    .select(({ fn }) => fn.max('month').as('month'))
    .executeTakeFirst();
  return row?.month ?? null;
}

/** Lists the numbers of approved adjustments that belong to a month's statements. */
export async function adjustsOfMonth(db: Db, month: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund_adjust')
    .innerJoin('statement', 'statement.no', 'fund_adjust.related_no')
    .where('statement.month', '=', month)
    .where('fund_adjust.state', '=', 'approved')
    .whereRef('fund_adjust.owner_id', '=', 'statement.team_id')
    .select('fund_adjust.no')
    .execute();
  return rows.map(({ no }) => no);
}

/** The last closed day and the last reopening that the correction job has processed. */
interface Progress {
  readonly until: string | null;
  readonly reopeningId: number;
}

export async function readProgress(db: Db): Promise<Progress> {
  const row = await db
    .selectFrom('statement_progress')
    .select(['corrected_until as until', 'reopening_id as reopeningId'])
    .executeTakeFirst();
  return { until: row?.until ?? null, reopeningId: row?.reopeningId ?? 0 };
}

export async function writeProgress(db: Db, { until, reopeningId }: Progress): Promise<void> {
  await db.updateTable('statement_progress').set({ corrected_until: until, reopening_id: reopeningId }).execute();
}

/** Finds the id of the last reopening of closed days. 0 means that no day was ever reopened. */
export async function lastReopening(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ledger_reopening`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Lists a month's statements in one state, ordered by station. */
export function statementsOfMonth(db: Db, month: string, state: StatementState) {
  return db
    .selectFrom('statement')
    .innerJoin('team', 'team.id', 'statement.team_id')
    .where('statement.month', '=', month)
    .where('statement.state', '=', state)
    .select(['statement.id', 'statement.team_id as teamId', 'team.name as teamName'])
    .orderBy('statement.team_id')
    .execute();
}
