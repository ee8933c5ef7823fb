import { type Kysely, sql } from 'kysely';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { gradeOf, stationScore } from '../../../contract/siteSafety.score';
import { SAFETY, SCORE_CAUSES, type ScoreCause } from '../../../contract/siteSafety.states';
import type { siteScoreEndpoints } from '../../../contract/siteScore';
import { SITE_SCORE } from '../../../contract/siteScore.fields';
import { DAY_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { answerRow, valueText } from '../../core/list/answers';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { presentOf } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';

/**
 * Station scores. A score is computed after each inspection, each new or voided incident and each overdue rectification, and once a day. It
 * is stored with its history.
 */

type Db = Kysely<Database>;
interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}
type ScoreFilter = ListFilter<typeof SITE_SCORE> & { readonly since: Date };
type Row = DataOf<(typeof siteScoreEndpoints)['safety.Site/getScores']>['list'][number];

/** Builds SQL for the grade of a score. The limits equal those of {@link gradeOf}. */
const grade = (column: string) => sql<'A' | 'B' | 'C' | 'D' | 'none'>`case
  when ${sql.ref(column)} is null then 'none' when ${sql.ref(column)} >= 90 then 'A'
  when ${sql.ref(column)} >= 80 then 'B' when ${sql.ref(column)} >= 60 then 'C' else 'D' end`;
/**
 * Computes and stores a station's score. A station without a submitted inspection has no score. If the score has changed or the cause is
 * an inspection, also adds a line to the history.
 *
 * @param tools `db` must be the transaction of the event that changes the score
 * @param refNo number of the inspection or incident; empty for the daily update
 */
export async function rescore(tools: Tools, teamId: number, cause: ScoreCause, refNo: string): Promise<void> {
  const { db, ids } = tools;
  const { at, timeZone } = await presentOf(tools);
  const inspections = await db
    .selectFrom('safety_inspection')
    .select(['score', sql<string>`(submitted_at at time zone ${timeZone})::date`.as('day')])
    .where('team_id', '=', teamId)
    .where('submitted_at', 'is not', null)
    .orderBy('submitted_at', 'desc')
    .limit(SAFETY.ratedInspections)
    .execute();
  const incidents = await db
    .selectFrom('safety_incident')
    .select('severity')
    .where('team_id', '=', teamId)
    .where('state', '<>', 'voided')
    .where('happened_at', '>', new Date(at.getTime() - SAFETY.incidentDays * DAY_MS))
    .execute();
  const score = stationScore({
    inspections: inspections.map((row) => row.score ?? 0),
    incidents: incidents.map(({ severity }) => severity),
  });
  if (score === null) return;
  const before = await db
    .selectFrom('safety_station')
    .select('score')
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirst();
  const values = { score, inspected_on: inspections[0]?.day ?? '', rated_at: at };
  await db
    .insertInto('safety_station')
    .values({ team_id: teamId, ...values })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(values))
    .execute();
  if (before?.score === score && cause !== 'inspection') return;
  const line = { id: ids.next(), team_id: teamId, created_at: at, score, cause, ref_no: refNo };
  await db.insertInto('safety_score').values(line).execute();
}

/** Finds stations whose score was last computed before a moment. */
export const staleStations = async (db: Db, since: Date): Promise<number[]> => {
  const stale = db.selectFrom('safety_station').select('team_id as id').where('rated_at', '<', since);
  return (await stale.orderBy('team_id').execute()).map(({ id }) => id);
};

const COLUMNS = {
  id: 'team.id',
  teamId: 'team.id',
  score: 'safety_station.score',
  inspectedOn: 'safety_station.inspected_on',
  ratedAt: 'safety_station.rated_at',
} as const;
const conditionsOf = conditions(SITE_SCORE, COLUMNS);

const filtered = (db: Db, filter: ScoreFilter) =>
  withConditions(
    db
      .selectFrom('team')
      .leftJoin('safety_station', 'safety_station.team_id', 'team.id')
      .where('team.deleted_at', 'is', null)
      .where('team.status', 'not in', ['draft', 'closed']),
    conditionsOf(filter, {
      grade: (values) => sql<boolean>`${grade('safety_station.score')} = any(${sql.val([...values])}::text[])`,
    }),
  );

const listed = (db: Db, filter: ScoreFilter) =>
  filtered(db, filter)
    .select(selection(COLUMNS))
    .select((eb) => [
      grade('safety_station.score').as('grade'),
      eb
        .selectFrom('safety_inspection as i')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('i.team_id', '=', 'team.id')
        .where('i.state', 'in', ['rectifying', 'overdueRectify', 'rechecking'])
        .as('openRectify'),
      eb
        .selectFrom('safety_incident as s')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('s.team_id', '=', 'team.id')
        .where('s.state', '<>', 'voided')
        .where('s.happened_at', '>', filter.since)
        .as('incidents'),
    ]);
type Record = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>;

/** Builds the filter, including the data scope. @throws Refusal 40302 (station out of scope) */
export async function scoreFilter(
  ctx: ActorContext,
  input: Pick<ParsedOf<(typeof siteScoreEndpoints)['safety.Site/getScores']>, 'teamIds' | 'grade'>,
): Promise<ScoreFilter> {
  const since = new Date(ctx.clock.now().getTime() - SAFETY.incidentDays * DAY_MS);
  return { grade: input.grade, teamIds: await scopedTeamIds(ctx, input.teamIds), since };
}

export function scorePage(
  db: Db,
  filter: ScoreFilter,
  sort: { readonly field: 'score' | 'inspectedOn'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const ordered = inOrder(listed(db, filter), COLUMNS, [sort.field, 'id'], sort.order, ['score', 'inspectedOn']);
  return readPage(db, ordered, page);
}

/** Counts the stations by grade. */
export async function scoreTotals(db: Db, filter: ScoreFilter) {
  const rows = await filtered(db, filter)
    .select([grade('safety_station.score').as('grade'), sql<number>`count(*)::int`.as('n')])
    .groupBy('grade')
    .execute();
  const n = new Map(rows.map(({ grade: key, n: count }) => [key, count]));
  const of = (key: 'A' | 'B' | 'C' | 'D' | 'none') => n.get(key) ?? 0;
  return { A: of('A'), B: of('B'), C: of('C'), D: of('D'), none: of('none') };
}

export async function scoreAnswers(ctx: ActorContext, rows: readonly Record[]): Promise<Row[]> {
  const names = await teamNames(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    ...answerRow(ctx, SITE_SCORE, row, {
      teamName: names.get(row.id) ?? '',
      openRectify: row.openRectify ?? 0,
      incidents: row.incidents ?? 0,
      ratedAt: row.ratedAt?.toISOString() ?? null,
    }),
  }));
}

/** Reads a station's score with its history. @throws Refusal 40302 (station out of scope), 40401 (no such station in the list) */
export async function scoreDetail(ctx: ActorContext, id: number) {
  await assertTeamInScope(ctx, id);
  const filter = await scoreFilter(ctx, {});
  const record = await listed(ctx.db, { ...filter, teamIds: null })
    .where('team.id', '=', id)
    .executeTakeFirst();
  if (!record) throw refuse(40401);
  const [row] = await scoreAnswers(ctx, [record]);
  if (!row) throw refuse(40401);
  const lines = await ctx.db
    .selectFrom('safety_score')
    .selectAll()
    .where('team_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SAFETY.rows)
    .execute();
  return {
    ...row,
    history: lines.map((line) => ({
      key: String(line.id),
      at: line.created_at.toISOString(),
      score: line.score,
      gradeText: valueText(ctx, SITE_SCORE, 'grade', gradeOf(line.score)),
      causeText: ctx.t(SCORE_CAUSES[line.cause]),
      refNo: line.ref_no,
    })),
  };
}

/** Selects rows of the score history, for exports. */
export const scoreLines = (db: Db, filter: ScoreFilter) =>
  withConditions(
    db
      .selectFrom('safety_score')
      .innerJoin('team', 'team.id', 'safety_score.team_id')
      .leftJoin('safety_station', 'safety_station.team_id', 'team.id'),
    conditionsOf(filter, {
      grade: (values) => sql<boolean>`${grade('safety_station.score')} = any(${sql.val([...values])}::text[])`,
    }),
  ).select([
    'safety_score.id',
    'safety_score.created_at as createdAt',
    'safety_score.team_id as teamId',
    'safety_score.score',
    'safety_score.cause',
    'safety_score.ref_no as refNo',
    grade('safety_score.score').as('grade'),
  ]);

/**
 * Counts the orders and the incidents of each of the last `SAFETY.months` months. Voided incidents do not count.
 *
 * @throws Refusal 40302 (station out of scope)
 */
export async function trend(ctx: ActorContext, input: ParsedOf<(typeof siteScoreEndpoints)['safety.Site/getTrend']>) {
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  const { day, timeZone } = await presentOf(ctx);
  const of = (column: string) =>
    teamIds === null ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...teamIds])}::bigint[])`;
  const { rows } = await sql<{ month: string; incidents: number; orders: number }>`
    with months as (
      select to_char(m, 'YYYY-MM') as month, m::date as first, (m + interval '1 month')::date as next
      from generate_series(date_trunc('month', ${day}::date) - make_interval(months => ${SAFETY.months - 1}::int),
        date_trunc('month', ${day}::date), interval '1 month') as m)
    select month,
      (select count(*)::int from safety_incident s where s.state <> 'voided' and ${of('s.team_id')}
        and s.happened_at >= first::timestamp at time zone ${timeZone}
        and s.happened_at < next::timestamp at time zone ${timeZone}) as incidents,
      (select coalesce(sum(o.orders), 0)::int from order_day o where o.day >= first and o.day < next
        and ${of('o.team_id')}) as orders
    from months order by month`.execute(ctx.db);
  return {
    months: rows.map((row) => ({
      ...row,
      rateX100: row.orders === 0 ? null : Math.round((row.incidents * 1_000_000) / row.orders),
    })),
  };
}
