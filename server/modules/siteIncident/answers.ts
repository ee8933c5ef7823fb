import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { siteIncidentEndpoints } from '../../../contract/siteIncident';
import { SITE_INCIDENT } from '../../../contract/siteIncident.fields';
import { incidentCase } from '../../../contract/siteIncident.states';
import { SEVERITY_TONES } from '../../../contract/siteSafety.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { listDays } from '../../core/money/period';
import { messageText } from '../../core/texts';
import { viewerOf } from '../case';
import { claimByNo } from '../insurance';
import { trainingsSince } from '../riderWork';
import { presentOf } from '../site';
import { photoReader, pointOf, teamPoint } from '../siteSafety';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { incidents } from './kind';
import {
  findIncident,
  type IncidentFilter,
  type IncidentRecord,
  incidentRows,
  incidentsOfRider,
  similarTo,
} from './store';
import { videoAnswers } from './videos';

/** Builders of the answers about incidents. */

type Row = DataOf<(typeof siteIncidentEndpoints)['safety.Site/getIncidents']>['list'][number];
type Detail = DataOf<(typeof siteIncidentEndpoints)['safety.Site/getIncident']>;
export type IncidentInput = Omit<
  ParsedOf<(typeof siteIncidentEndpoints)['safety.Site/getIncidents']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;

const INCIDENT = 5207;
const OPEN: readonly IncidentRecord['state'][] = ['reported', 'investigating', 'handling'];

/**
 * Builds the filter, including the data scope. Without days, incidents of all days match.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (station out of scope)
 */
export async function filterOf(ctx: ActorContext, input: IncidentInput): Promise<IncidentFilter> {
  const { at, timeZone } = await presentOf(ctx);
  const { happenedAtFrom: from, happenedAtTo: to, ...rest } = input;
  const happenedAt = from === undefined && to === undefined ? null : listDays({ from, to }, at, timeZone);
  return { ...rest, happenedAt, teamIds: await scopedTeamIds(ctx, input.teamIds) };
}

function actionsOf(ctx: ActorContext, row: Pick<IncidentRecord, 'state' | 'makerId'>): string[] {
  const facts = { state: row.state, expireAt: null, makerId: row.makerId, makerIsOwner: false, amountFen: null };
  return [
    ...incidentCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()),
    ...(ctx.can(INCIDENT) && OPEN.includes(row.state) ? ['measures'] : []),
    ...(ctx.can(RULE['safety.detail']) ? ['exportReport'] : []),
  ];
}

const namesOf = (ctx: ActorContext, rows: readonly IncidentRecord[]) =>
  teamNames(
    ctx.db,
    rows.map(({ teamId }) => teamId),
  );

export async function incidentAnswers(ctx: ActorContext, rows: readonly IncidentRecord[]): Promise<Row[]> {
  const names = await namesOf(ctx, rows);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...answerRow(ctx, SITE_INCIDENT, row, {
      teamName: names.get(row.teamId) ?? '',
      happenedAt: row.happenedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }),
    riderId: row.riderId,
    actions: actionsOf(ctx, row),
  }));
}

/** Builds short rows of incidents, for a rider's page and for the list of similar incidents. */
async function shortAnswers(ctx: ActorContext, rows: readonly IncidentRecord[]): Promise<Detail['similar']> {
  const names = await namesOf(ctx, rows);
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    happenedAt: row.happenedAt.toISOString(),
    kindText: ctx.t(messageText(`siteIncident.kind_${row.kind}`)),
    severityText: ctx.t(messageText(`siteIncident.severity_${row.severity}`)),
    tone: SEVERITY_TONES[row.severity],
    stateText: incidentCase.stateText(row.state, ctx.locale),
    teamName: names.get(row.teamId) ?? '',
    riderName: row.riderName,
  }));
}

/** Lists a rider's incidents at stations that the caller may see. @throws Refusal 40302 (station out of scope), 40401 (unknown rider) */
export async function riderIncidents(ctx: ActorContext, riderId: number) {
  const rider = await ctx.db.selectFrom('rider').select('team_id').where('id', '=', riderId).executeTakeFirst();
  if (!rider) throw refuse(40401);
  await assertTeamInScope(ctx, rider.team_id);
  return {
    list: await shortAnswers(ctx, await incidentsOfRider(ctx.db, riderId, await scopedTeamIds(ctx, undefined))),
  };
}

/** Selects the incidents at stations that the caller may see. */
async function visible(ctx: ActorContext, rows: readonly IncidentRecord[]): Promise<readonly IncidentRecord[]> {
  const teamIds = await scopedTeamIds(ctx, undefined);
  return teamIds === null ? rows : rows.filter(({ teamId }) => teamIds.includes(teamId));
}

/** Reads an incident with its details. @throws Refusal 40302 (station out of scope), 40401 (unknown id) */
export async function incidentDetail(ctx: ActorContext, id: number): Promise<Detail> {
  const row = await findIncident(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const record = await incidentRows(ctx.db, {}).where('safety_incident.id', '=', id).executeTakeFirst();
  const [answer] = record ? await incidentAnswers(ctx, [record]) : [];
  if (!answer) throw refuse(40401);
  const shown = await photoReader(ctx, row.photos);
  const { day } = await presentOf(ctx);
  const history = await incidents.history(ctx, id);
  const trainings = row.rider_id === null ? [] : await trainingsSince(ctx.db, row.rider_id, row.created_at);
  return {
    ...answer,
    point: pointOf(row),
    teamPlace: await teamPoint(ctx, row.team_id),
    policeReported: row.police_reported,
    medical: row.medical,
    photos: shown(row.photos),
    videos: await videoAnswers(ctx, row.videos),
    causes: row.causes && {
      ...row.causes,
      liabilityText: ctx.t(messageText(`siteIncident.liability_${row.causes.liability}`)),
    },
    measures: row.measures.map((measure) => ({
      ...measure,
      isOverdue: measure.doneOn === null && measure.dueOn < day,
    })),
    claimId: row.claim_no === null ? null : ((await claimByNo(ctx.db, row.claim_no))?.id ?? null),
    suspendedRider: row.suspended_rider,
    frozeTeam: row.froze_team,
    trainings: trainings.map((training) => ({
      key: String(training.id),
      courseText: ctx.t(messageText(`rider.course_${training.course}`)),
      assignedAt: training.assigned_at.toISOString(),
      score: training.score,
    })),
    similar: await shortAnswers(ctx, await visible(ctx, await similarTo(ctx.db, row))),
    history: history.map(({ key, at, text, byName, note }) => ({ key, at, text, byName, note })),
  };
}
