import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { siteIncidentEndpoints } from '../../../contract/siteIncident';
import { incidentCase } from '../../../contract/siteIncident.states';
import { SEVERE } from '../../../contract/siteSafety.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { ownerIds } from '../account';
import { lockCase } from '../case';
import { claimByNo } from '../insurance';
import { notify } from '../notice';
import { suspendAfterIncident } from '../riderWork';
import { presentOf } from '../site';
import { assertPhotos, rescore } from '../siteSafety';
import { assertTeamInScope, freezeAfterIncident } from '../team';
import { incidents, linkTo } from './kind';
import { findIncident, INCIDENT_TABLE, type IncidentRow, insertIncident } from './store';
import { assertVideos } from './videos';

/** Actions of staff on incidents. */

type In<A extends keyof typeof siteIncidentEndpoints> = ParsedOf<(typeof siteIncidentEndpoints)[A]>;

const WORDS = {
  reported: text('事故 {no} 已上报', '{no} reported', '{no} registrado', '事故 {no} 已上報'),
  suspended: text(
    '事故 {no} 已上报，骑手被系统停用',
    '{no} reported; the rider is suspended',
    '{no} registrado; o entregador foi suspenso',
    '事故 {no} 已上報，騎手被系統停用',
  ),
  measures: text('措施已保存', 'Measures saved', 'Medidas salvas', '措施已儲存'),
  future: WORD.timeCannotBeLaterThanNow,
  photo: text(
    '严重和重大事故至少需要一张照片',
    'Serious and major incidents need at least one photo',
    'Incidentes graves e muito graves exigem ao menos uma foto',
    '嚴重和重大事故至少需要一張照片',
  ),
  claimUnknown: text(
    '没有该骑手或站点的这一理赔单号',
    'The rider or station of the incident has no such claim',
    'O entregador ou a estação do incidente não tem esse sinistro',
    '沒有該騎手或站點的這一理賠單號',
  ),
  title: text(
    '{severity}事故：{team}',
    '{severity} incident: {team}',
    'Incidente {severity}: {team}',
    '{severity}事故：{team}',
  ),
  content: text(
    '{no}（{kind}），受伤 {n} 人。',
    '{no} ({kind}), {n} injured.',
    '{no} ({kind}), {n, plural, one {# ferido} other {# feridos}}.',
    '{no}（{kind}），受傷 {n} 人。',
  ),
} as const;

const problem = (ctx: ActorContext, field: string, rule: string, message: Text): FieldError => ({
  field,
  rule,
  message: ctx.t(message),
});

/** Finds a rider by number. @throws Refusal 40001 no such rider · 40302 a rider of another station */
async function riderOf(ctx: ActorContext, riderNo: string, teamId: number): Promise<number> {
  const query = ctx.db.selectFrom('rider').select(['id', 'team_id']).where('rider_no', '=', riderNo.toUpperCase());
  const rider = await query.executeTakeFirst();
  if (!rider) throw invalid([problem(ctx, 'riderNo', 'unknown', messageText('siteIncident.riderUnknown'))]);
  if (rider.team_id !== teamId) throw refuse(40302);
  return rider.id;
}

/**
 * Checks that a claim exists and belongs to the incident's rider, or to the incident's station if no rider is named. Accepts an empty claim
 * number.
 *
 * @throws Refusal 40001 (no such claim, or a claim of another rider or station)
 */
async function assertClaim(
  ctx: ActorContext,
  claimNo: string,
  incident: { readonly riderId: number | null; readonly teamId: number },
): Promise<void> {
  if (claimNo === '') return;
  const claim = await claimByNo(ctx.db, claimNo);
  const { riderId, teamId } = incident;
  const isFitting = riderId === null ? claim?.team_id === teamId : claim?.rider_id === riderId;
  if (!isFitting) throw invalid([problem(ctx, 'claimNo', 'unknown', WORDS.claimUnknown)]);
}

/** Notifies the owner accounts, whatever the rule says (DOMAIN §3.8), and the receivers of the rule `incidentSevere`. */
async function tellOwner(
  ctx: ActorContext,
  row: Pick<IncidentRow, 'id' | 'no' | 'team_id' | 'kind' | 'severity' | 'injured'>,
  team: string,
) {
  await notify(ctx, {
    event: 'incidentSevere',
    accountIds: await ownerIds(ctx.db),
    teamId: row.team_id,
    title: WORDS.title,
    content: WORDS.content,
    params: {
      team,
      no: row.no,
      n: row.injured,
      kind: messageText(`siteIncident.kind_${row.kind}`),
      severity: messageText(`siteIncident.severity_${row.severity}`),
    },
    link: linkTo(row.id),
  });
}

/**
 * Reports an incident.
 *
 * @throws Refusal 40001 (future time, serious or major incident without a photo, unknown rider or claim), 40008 (not the caller's files),
 *   40302 (station out of scope, or a rider of another station), 40401 (unknown station)
 */
export async function report(ctx: ActorContext, input: In<'safety.Site/saveIncident'>) {
  const team = await assertTeamInScope(ctx, input.teamId);
  const riderId = input.riderNo === null ? null : await riderOf(ctx, input.riderNo, team.id);
  const { at, day } = await presentOf(ctx);
  const happenedAt = new Date(input.happenedAt);
  const isSevere = SEVERE.includes(input.severity);
  const problems = [
    ...(happenedAt > at ? [problem(ctx, 'happenedAt', 'range', WORDS.future)] : []),
    ...(isSevere && input.photos.length === 0 ? [problem(ctx, 'photos', 'required', WORDS.photo)] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  const claimNo = input.claimNo.toUpperCase();
  await assertClaim(ctx, claimNo, { riderId, teamId: team.id });
  await assertPhotos(ctx, input.photos);
  await assertVideos(ctx, input.videos);
  const id = ctx.ids.next();
  const no = businessNo('SE', day, id);
  const isMajor = input.severity === 'major';
  const suspended = isMajor && riderId !== null && (await suspendAfterIncident(ctx, riderId));
  const froze = isMajor && input.freezeTeam && (await freezeAfterIncident(ctx, team.id, no));
  const row = {
    id,
    created_at: at,
    no,
    team_id: team.id,
    rider_id: riderId,
    kind: input.kind,
    severity: input.severity,
    happened_at: happenedAt,
    place: input.place || null,
    lng: input.point?.lng ?? null,
    lat: input.point?.lat ?? null,
    order_no: input.orderNo || null,
    claim_no: claimNo || null,
    description: input.description,
    injured: input.injured,
    police_reported: input.policeReported,
    medical: input.medical,
    photos: JSON.stringify(input.photos),
    videos: JSON.stringify(input.videos),
    measures: JSON.stringify(input.measures),
    suspended_rider: suspended,
    froze_team: froze,
    state: 'reported' as const,
    maker_id: ctx.actor.accountId,
    maker_name: ctx.actor.name,
  };
  await insertIncident(ctx.db, row);
  await incidents.addStep(ctx, id, 'submit');
  await rescore(ctx, team.id, 'incident', no);
  if (isSevere) await tellOwner(ctx, row, team.name);
  const { teamId, kind, severity, injured } = input;
  const measures = input.measures.length;
  ctx.audit({
    objectId: id,
    objectNo: no,
    after: { teamId, kind, severity, injured, ...(riderId !== null && { riderId }), suspended, froze, measures },
  });
  return incidents.answer(ctx, { id, no }, 'reported', 1, suspended ? WORDS.suspended : WORDS.reported);
}

/**
 * Stores the causes and the liable party of an incident.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
export function analyse(ctx: ActorContext, input: In<'safety.Site/analyse'>) {
  const { whys, liability, liabilityNote } = input;
  return incidents.run(ctx, 'analyse', input, async () => ({
    set: { causes: JSON.stringify({ whys, liability, liabilityNote }) },
    after: { whys: whys.length, liability },
  }));
}

/**
 * Stores the measures and the claim of an open incident.
 *
 * @throws Refusal 40001 (unknown claim), 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (closed or voided)
 */
export async function saveMeasures(ctx: ActorContext, input: In<'safety.Site/saveMeasures'>) {
  const row = await lockCase<IncidentRow>(ctx.db, INCIDENT_TABLE, input.id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  ctx.audit({ objectId: row.id, objectNo: row.no });
  if (row.state === 'closed' || row.state === 'voided') {
    throw refuse(42201, { state: incidentCase.states[row.state].text });
  }
  if (row.version !== input.version) {
    throw refuse(40901, {}, { current: { measures: row.measures, claimNo: row.claim_no ?? '' } });
  }
  const version = row.version + 1;
  const claimNo = input.claimNo.toUpperCase();
  // An unchanged claim number stays valid, because old numbers were stored without this check.
  if (claimNo !== (row.claim_no ?? '')) await assertClaim(ctx, claimNo, { riderId: row.rider_id, teamId: row.team_id });
  const set = { measures: JSON.stringify(input.measures), claim_no: claimNo || null, version };
  await ctx.db.updateTable('safety_incident').set(set).where('id', '=', row.id).execute();
  const open = input.measures.filter(({ doneOn }) => doneOn === null).length;
  ctx.audit({
    objectId: row.id,
    objectNo: row.no,
    before: { measures: row.measures.length, claimNo: row.claim_no },
    after: { measures: input.measures.length, open, claimNo: claimNo || null },
  });
  return incidents.answer(ctx, row, row.state, version, WORDS.measures);
}

/**
 * Voids an incident and computes the station's score again.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
export async function voidIncident(ctx: ActorContext, input: In<'safety.Site/voidIncident'>) {
  const done = await incidents.run(ctx, 'void', input);
  const row = await findIncident(ctx.db, input.id);
  if (row) await rescore(ctx, row.team_id, 'voided', row.no);
  return done;
}
