import type { ParsedOf } from '../../../contract/endpoint';
import type { riderEndpoints } from '../../../contract/rider';
import { RIDER, riderCase } from '../../../contract/riderWork.states';
import { type Text, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { conflict, refuse } from '../../core/http/refusal';
import { addDays } from '../../core/money/days';
import { usableFiles } from '../file';
import { notify } from '../notice';
import { LEFT_STATES } from '../people';
import { moveCertificates, remindRider } from '../riderCertificate';
import { moveIdentities } from '../riderIdentity';
import { presentOf } from '../site';
import { assertTeamInScope } from '../team';
import { requireRider } from './answers';
import { assertNoRunningOrders, linkTo, riders, suspendBySystem } from './kind';
import { transferNote } from './rules';
import {
  changeRider,
  findRider,
  insertTraining,
  insertViolation,
  lockRider,
  type RiderRow,
  violationsSince,
} from './store';

/** Actions on riders besides the workflow: transfer, photo, face check, violation, training, bulk actions and certificate reminders. */

type In<A extends keyof typeof riderEndpoints> = ParsedOf<(typeof riderEndpoints)[A]>;

const WORDS = {
  photo: text('{name} 的照片已更新', 'Photo of {name} changed', 'Foto de {name} alterada', '{name} 的照片已更新'),
  photoRemoved: text(
    '{name} 的照片已移除',
    'Photo of {name} removed',
    'Foto de {name} removida',
    '{name} 的照片已移除',
  ),
  asked: text(
    '已要求 {name} 核验人脸',
    'Asked {name} for a face check',
    'Verificação facial pedida a {name}',
    '已要求 {name} 核驗人臉',
  ),
  recorded: text(
    '已登记 {name} 的违规',
    'Violation of {name} recorded',
    'Infração de {name} registrada',
    '已登記 {name} 的違規',
  ),
  suspended: text(
    '已登记 {name} 的违规，骑手被系统停用',
    'Violation of {name} recorded; the rider is suspended',
    'Infração de {name} registrada; o entregador foi suspenso',
    '已登記 {name} 的違規，騎手被系統停用',
  ),
  sameTeam: text(
    '骑手已在该站点',
    'The rider is already at this station',
    'O entregador já está nesta estação',
    '騎手已在該站點',
  ),
  remindTitle: text(
    '请更新健康证：{name}',
    'Certificate to renew: {name}',
    'Atestado a renovar: {name}',
    '請更新健康證：{name}',
  ),
  remindText: text(
    '{no} {name} 的健康证缺失、过期或即将到期。',
    'The certificate of {no} {name} is missing, expired or about to expire.',
    'O atestado de {no} {name} falta, venceu ou está vencendo.',
    '{no} {name} 的健康證缺失、過期或即將到期。',
  ),
} as const;

/** Locks a rider who has not left. @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (left or refused) */
async function lockPresent(ctx: ActorContext, id: number): Promise<RiderRow> {
  const row = await lockRider(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  if (LEFT_STATES.includes(row.status)) throw refuse(42201, { state: riderCase.states[row.status].text });
  return row;
}

function answer(ctx: ActorContext, row: RiderRow, message: Text, state = row.status) {
  const { id, rider_no: no, version, name } = row;
  return riders.answer(ctx, { id, no }, state, version + 1, message, { name });
}

type Team = Awaited<ReturnType<typeof assertTeamInScope>>;

/** Moves a rider to a station in scope. Without `version`, every version is accepted. */
async function moveTo(
  ctx: ActorContext,
  to: Team,
  input: { readonly id: number; readonly version?: number; readonly reason: string },
) {
  const row = await findRider(ctx.db, input.id);
  if (!row) throw refuse(40401);
  const from = await assertTeamInScope(ctx, row.team_id);
  const reason = transferNote(from.name, to.name, input.reason);
  return riders.run(ctx, 'transfer', { ...input, reason }, async (_ctx, call) => {
    if (call.row.team_id === to.id) throw refuse(40903, { field: WORDS.sameTeam });
    await assertNoRunningOrders(ctx, call.row);
    await moveCertificates(ctx.db, call.row.id, to.id);
    await moveIdentities(ctx.db, call.row.id, to.id);
    return {
      to: call.row.status,
      keepsDecision: true,
      set: { team_id: to.id, updated_at: ctx.clock.now() },
      params: { name: call.row.name },
      before: { teamId: from.id },
      after: { teamId: to.id },
    };
  });
}

/**
 * Moves a rider to another station.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown rider or station), 40901 (changed meanwhile), 40903 (same station),
 *   42201 (wrong state), 42295 (running orders)
 */
export async function transfer(ctx: ActorContext, { teamId, ...input }: In<'safety.Rider/transfer'>) {
  return moveTo(ctx, await assertTeamInScope(ctx, teamId), input);
}

/**
 * Stores or removes a rider's photo.
 *
 * @throws Refusal 40008 (not the caller's upload), 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (left or
 *   refused)
 */
export async function savePhoto(ctx: ActorContext, { id, version, fileId }: In<'safety.Rider/savePhoto'>) {
  const row = await lockPresent(ctx, id);
  const described = { objectId: id, objectNo: row.rider_no };
  ctx.audit(described);
  if (row.version !== version) throw conflict({ version: row.version }, null, null);
  const place = { scene: 'riderPhoto', ids: [fileId], standing: [row.photo_file_id] } as const;
  if (fileId !== null && (await usableFiles(ctx, place)).size === 0) throw refuse(40008);
  await changeRider(ctx.db, row, { photo_file_id: fileId, updated_at: ctx.clock.now() });
  ctx.audit({
    ...described,
    before: { photoFileId: row.photo_file_id },
    after: { photoFileId: fileId, name: row.name },
  });
  return answer(ctx, row, fileId === null ? WORDS.photoRemoved : WORDS.photo);
}

/** Requests a face check of a rider. @throws Refusal 40302 (out of scope), 40401 (unknown id), 42201 (left or refused) */
export async function askFaceCheck(ctx: ActorContext, { id }: In<'safety.Rider/askFaceCheck'>) {
  const row = await lockPresent(ctx, id);
  await changeRider(ctx.db, row, { face_state: 'reviewing', updated_at: ctx.clock.now() });
  ctx.audit({
    objectId: id,
    objectNo: row.rider_no,
    before: { faceState: row.face_state },
    after: { faceState: 'reviewing', name: row.name },
  });
  return answer(ctx, row, WORDS.asked);
}

/**
 * Records a violation and subtracts its points from the safety score. The second serious violation in 90 days suspends the rider.
 *
 * @throws Refusal 40008 (not the caller's files), 40302 (out of scope), 40401 (unknown id), 42201 (left or refused)
 */
export async function recordViolation(ctx: ActorContext, input: In<'safety.Rider/recordViolation'>) {
  const row = await lockPresent(ctx, input.id);
  const usable = await usableFiles(ctx, { scene: 'violation', ids: input.files });
  if (!input.files.every((id) => usable.has(id))) throw refuse(40008);
  const at = ctx.clock.now();
  await insertViolation(ctx.db, {
    id: ctx.ids.next(),
    rider_id: row.id,
    team_id: row.team_id,
    kind: input.kind,
    is_serious: input.isSerious,
    points: input.points,
    order_no: input.orderNo || null,
    note: input.note,
    at,
    by_id: ctx.actor.accountId,
    by_name: ctx.actor.name,
    files: JSON.stringify([...new Set(input.files)]),
  });
  const safetyScore = Math.max(0, row.safety_score - input.points);
  await changeRider(ctx.db, row, { safety_score: safetyScore, updated_at: at });
  const since = new Date(at.getTime() - RIDER.violationDays * DAY_MS);
  const { serious = 0 } = (await violationsSince(ctx.db, [row.id], since)).get(row.id) ?? {};
  const isTooMany = input.isSerious && serious >= RIDER.seriousViolations;
  const isSuspended = isTooMany && (await suspendBySystem(ctx, row, 'violations'));
  ctx.audit({
    objectId: row.id,
    objectNo: row.rider_no,
    before: { safetyScore: row.safety_score },
    after: {
      safetyScore,
      name: row.name,
      isSerious: input.isSerious,
      files: input.files.length,
      ...(isSuspended && { state: 'suspended' }),
    },
    reason: input.note,
  });
  return isSuspended
    ? answer(ctx, { ...row, version: row.version + 1 }, WORDS.suspended, 'suspended')
    : answer(ctx, row, WORDS.recorded);
}

const numberOf = (ctx: ActorContext) => async (id: number) => (await findRider(ctx.db, id))?.rider_no ?? '';
/** Removes duplicates and sorts ids. Concurrent calls then lock rows in the same order and cannot deadlock. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);

export async function assignTraining(ctx: ActorContext, { ids, course }: In<'safety.Rider/assignTraining'>) {
  const assign = async (id: number) => {
    const row = await lockPresent(ctx, id);
    const { accountId: by_id, name: by_name } = ctx.actor;
    const at = ctx.clock.now();
    await insertTraining(ctx.db, { id: ctx.ids.next(), rider_id: id, course, assigned_at: at, by_id, by_name });
    return answer(ctx, { ...row, version: row.version - 1 }, WORDS.recorded);
  };
  const found = await forEachRecord(ctx, inOrder(ids), assign, numberOf(ctx));
  ctx.audit({ after: { course }, detail: { ids: found.done, ...found.detail } });
  return found.answer;
}

/** Moves several riders to another station. @throws Refusal 40302 (new station out of scope), 40401 (unknown new station) */
export async function bulkTransfer(ctx: ActorContext, { ids, teamId, reason }: In<'safety.Rider/bulkTransfer'>) {
  const to = await assertTeamInScope(ctx, teamId);
  const found = await forEachRecord(ctx, inOrder(ids), (id) => moveTo(ctx, to, { id, reason }), numberOf(ctx));
  ctx.audit({ after: { teamId: to.id }, reason, detail: { ids: found.done, ...found.detail } });
  return found.answer;
}

export async function bulkSuspend(ctx: ActorContext, { ids, reason }: In<'safety.Rider/bulkSuspend'>) {
  const { answer: bulk, done, detail } = await riders.runEach(ctx, 'suspend', inOrder(ids), { reason });
  ctx.audit({ reason, detail: { ids: done, ...detail } });
  return bulk;
}

/**
 * Reminds riders of their certificates. Refuses riders who left or were refused, and riders whose certificate is valid for more than
 * `RIDER.expiringDays` days.
 */
export async function remind(ctx: ActorContext, { ids }: In<'safety.Rider/remind'>) {
  const { day } = await presentOf(ctx);
  const until = addDays(day, RIDER.expiringDays);
  const tell = async (id: number) => {
    const row = await requireRider(ctx, id);
    const isInOrder = row.health_state === 'valid' && (row.health_valid_to ?? '') > until;
    if (isInOrder || LEFT_STATES.includes(row.status))
      throw refuse(42201, { state: riderCase.states[row.status].text });
    await notify(ctx, {
      event: 'certExpiring',
      teamId: row.team_id,
      value: 0,
      title: WORDS.remindTitle,
      content: WORDS.remindText,
      params: { name: row.name, no: row.rider_no },
      link: `${linkTo(id)}&tab=certificates`,
      dedupe: `certAsked:${id}:${day}`,
    });
    await remindRider(ctx, {
      riderId: id,
      today: day,
      endsOn: row.health_state === 'valid' ? row.health_valid_to : null,
    });
    return answer(ctx, { ...row, version: row.version - 1 }, WORDS.recorded);
  };
  const found = await forEachRecord(ctx, inOrder(ids), tell, numberOf(ctx));
  ctx.audit({ detail: { ids: found.done, ...found.detail } });
  return found.answer;
}
