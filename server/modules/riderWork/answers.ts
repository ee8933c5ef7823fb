import type { DataOf, WithSums } from '../../../contract/endpoint';
import { COVER_STATES } from '../../../contract/insure.states';
import type { riderEndpoints } from '../../../contract/rider';
import { RIDER_LIST } from '../../../contract/rider.fields';
import { FATIGUE_PROMPTS, GATE_CHECKS, RIDER, riderCase } from '../../../contract/riderWork.states';
import { RULE } from '../../../contract/rule-ids';
import { DAY_MS } from '../../../contract/units';
import { forReveal } from '../../core/access/access';
import { maskIdCard } from '../../core/access/id-card';
import { maskTel } from '../../core/access/mask';
import { seesAllStations } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { viewerOf } from '../case';
import { fileLink, filesOf, fileUrl } from '../file';
import { owedByRider } from '../fundAudit';
import { coverStates, policiesOfRider } from '../insurance';
import { balancesOf } from '../ledger';
import { orderLine, ordersOf } from '../order';
import { ageOn, depositDueOn, idCardPlace, LEFT_STATES, leftAtOf } from '../people';
import { regionName } from '../region';
import { certificateAnswers } from '../riderCertificate';
import { failuresOf, RESULT_TEXT, riderGate, type Verdict, whyText } from '../riderGate';
import { newestIdentity } from '../riderIdentity';
import { presentOf } from '../site';
import { assertTeamInScope, scopedTeamIds, scopesOfTeam, teamNames } from '../team';
import { filterOf, UNMASK } from './filter';
import { riders } from './kind';
import { reasonOfTransfer, reasonText } from './rules';
import {
  daysOf,
  findRecord,
  findRider,
  type RiderRecord,
  type RiderRow,
  runningOrders,
  trainingsOf,
  violationsOf,
  violationsSince,
  workOf,
} from './store';

/** Builders of the answers about riders. */

type Row = WithSums<DataOf<(typeof riderEndpoints)['safety.Rider/getList']>['list'][number]>;
type Detail = WithSums<DataOf<(typeof riderEndpoints)['safety.Rider/getDetail']>>;

const shownReason = (ctx: Pick<ActorContext, 't'>, kept: string | null): string => {
  const words = reasonText(kept);
  return typeof words === 'string' ? words : ctx.t(words);
};

/** Lists the workflow steps and the other actions that the caller may take on a rider. */
function actionsOf(ctx: ActorContext, row: RiderRecord): string[] {
  const facts = { state: row.status, expireAt: null, makerId: 0, makerIsOwner: false, amountFen: null };
  const may = (rule: number, action: string) => (ctx.can(rule) && !LEFT_STATES.includes(row.status) ? [action] : []);
  return [
    ...riderCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()),
    ...may(RULE['safety.rider.suspend'], 'askFaceCheck'),
    ...may(RULE['safety.rider.edit'], 'savePhoto'),
    ...may(RULE['safety.rider.edit'], 'submitCertificate'),
    ...may(RULE['safety.rider.edit'], 'recordViolation'),
    ...may(RULE['safety.rider.edit'], 'assignTraining'),
    ...may(RULE['safety.rider.edit'], 'remind'),
  ];
}

export async function riderAnswers(ctx: ActorContext, rows: readonly RiderRecord[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const { at, day } = await presentOf(ctx);
  const since = new Date(at.getTime() - RIDER.violationDays * DAY_MS);
  const [names, gate, covers, violations, deposits] = await Promise.all([
    teamNames(
      ctx.db,
      rows.map(({ teamId }) => teamId),
    ),
    riderGate(ctx, ids),
    coverStates(ctx.db, ids, at),
    violationsSince(ctx.db, ids, since),
    balancesOf(ctx.db, ['RIDER_DEPOSIT'], ids),
  ]);
  return rows.map((row) => {
    const verdict = gate.verdictOf(row.id);
    const mayWork = verdict?.mayWork ? ('yes' as const) : ('no' as const);
    return {
      id: row.id,
      version: row.version,
      ...answerRow(ctx, RIDER_LIST, row, {
        teamName: names.get(row.teamId) ?? '',
        tel: maskTel(row.tel),
        statusReason: shownReason(ctx, row.statusReason) || null,
        mayWork,
        mayWorkText: ctx.t(messageText(`rider.mayWork_${mayWork}`)),
        insured: covers.get(row.id) ?? 'none',
        insuredText: ctx.t(COVER_STATES[covers.get(row.id) ?? 'none'].text),
        age: ageOn(row.birth, day),
        onlineMin: Math.floor((row.onlineSec ?? 0) / 60),
        violations: violations.get(row.id)?.n ?? 0,
        depositFen: deposits.get(`RIDER_DEPOSIT:${row.id}`) ?? 0,
      }),
      mayNotText: verdict
        ? failuresOf(verdict)
            .map((why) => ctx.t(why))
            .join(ctx.t(messageText('list.separator')))
        : '',
      photoFileId: row.photoFileId,
      photoUrl: row.photoFileId === null ? null : fileUrl(ctx.ports.secrets, ctx.clock, row.photoFileId),
      actions: actionsOf(ctx, row),
    } as Row;
  });
}

function gateAnswer(ctx: ActorContext, verdict: Verdict): Detail['gate'] {
  return {
    verdict: verdict.mayWork ? 'yes' : 'no',
    checks: verdict.checks.map((check) => ({
      key: check.key,
      label: ctx.t(GATE_CHECKS[check.key]),
      result: check.result,
      resultText: ctx.t(RESULT_TEXT[check.result]),
      why: ctx.t(whyText(check)),
    })),
  };
}

async function workAnswer(ctx: ActorContext, riderId: number): Promise<Detail['work']> {
  const [work, days] = await Promise.all([workOf(ctx.db, riderId), daysOf(ctx.db, riderId)]);
  const isResting = work?.rest_until != null && work.rest_until > ctx.clock.now();
  return {
    continuousMin: Math.floor((work?.continuous_sec ?? 0) / 60),
    restUntil: isResting ? (work?.rest_until?.toISOString() ?? null) : null,
    days: days.map((row) => ({
      day: row.day,
      onlineMin: Math.floor(row.online_sec / 60),
      maxContinuousMin: Math.floor(row.max_continuous_sec / 60),
      prompts: row.prompts.map(({ kind }) => ctx.t(FATIGUE_PROMPTS[kind])),
      confirmedAt: row.confirmed_at?.toISOString() ?? null,
    })),
  };
}

async function moneyAnswer(ctx: ActorContext, row: RiderRow, timeZone: string): Promise<Detail['money']> {
  const [balances, owed, running] = await Promise.all([
    balancesOf(ctx.db, ['RIDER_AVAILABLE', 'RIDER_FROZEN', 'RIDER_DEPOSIT'], [row.id]),
    owedByRider(ctx.db, [row.id]),
    runningOrders(ctx.db, row.id),
  ]);
  const fen = (code: string) => balances.get(`${code}:${row.id}`) ?? 0;
  const leftAt = leftAtOf(row.status, row.left_at);
  return {
    availableFen: fen('RIDER_AVAILABLE'),
    frozenFen: fen('RIDER_FROZEN'),
    depositFen: fen('RIDER_DEPOSIT'),
    owedFen: owed.get(row.id) ?? 0,
    depositDueOn: leftAt && depositDueOn(leftAt, timeZone),
    runningOrders: running,
  };
}

async function recordsAnswer(ctx: ActorContext, riderId: number) {
  const teamIds = await scopedTeamIds(ctx, undefined);
  const [trainings, violations] = await Promise.all([
    trainingsOf(ctx.db, riderId),
    violationsOf(ctx.db, riderId, teamIds),
  ]);
  const files = await filesOf(
    ctx.db,
    violations.flatMap((row) => row.files),
  );
  return {
    trainings: trainings.map((row) => ({
      key: String(row.id),
      courseText: ctx.t(messageText(`rider.course_${row.course}`)),
      assignedAt: row.assigned_at.toISOString(),
      byName: row.by_name,
      score: row.score,
      finishedAt: row.finished_at?.toISOString() ?? null,
      expireAt: row.expire_at?.toISOString() ?? null,
      isPassed: (row.score ?? 0) >= RIDER.examScore,
      isExpired: row.expire_at !== null && row.expire_at <= ctx.clock.now(),
    })),
    recentViolations: violations.map((row) => ({
      key: String(row.id),
      kindText: ctx.t(messageText(`rider.kind_${row.kind}`)),
      isSerious: row.is_serious,
      points: row.points,
      orderNo: row.order_no,
      note: row.note,
      at: row.at.toISOString(),
      byName: row.by_name,
      files: row.files.flatMap((id) => {
        const file = files.get(id);
        return file ? [fileLink(ctx, file)] : [];
      }),
    })),
  };
}

/** Reads a rider. @throws Refusal 40302 (station out of scope), 40401 (unknown id) */
export async function requireRider(ctx: ActorContext, id: number): Promise<RiderRow> {
  const row = await findRider(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  return row;
}

export async function riderDetail(ctx: ActorContext, id: number): Promise<Detail> {
  const row = await requireRider(ctx, id);
  const { timeZone } = await presentOf(ctx);
  const { filter } = await filterOf(ctx, {});
  const record = await findRecord(ctx.db, id, { ...filter, teamIds: null });
  if (!record) throw refuse(40401);
  const [answer] = await riderAnswers(ctx, [record]);
  const verdict = (await riderGate(ctx, [id])).verdictOf(id);
  const team = await scopesOfTeam(ctx.db, row.team_id);
  if (!answer || !verdict || !team) throw refuse(40401);
  const history = await riders.history(ctx, id);
  const { provinceCode } = await provinceOf(ctx, row.team_id);
  return {
    ...answer,
    gender: row.gender,
    idCard: maskIdCard(ctx.ports.secrets.open(row.id_card, idCardPlace(id))),
    identityReview: await identityAnswer(ctx, id),
    birth: row.birth,
    leftAt: leftAtOf(row.status, row.left_at)?.toISOString() ?? null,
    faceAt: row.face_at?.toISOString() ?? null,
    heartbeatAt: row.heartbeat_at?.toISOString() ?? null,
    provinceText: provinceCode === null ? '' : (regionName(provinceCode) ?? ''),
    gate: gateAnswer(ctx, verdict),
    certificates: await certificateAnswers(ctx, id, RIDER.rows),
    policies: await policiesOfRider(ctx, id),
    work: await workAnswer(ctx, id),
    ...(await recordsAnswer(ctx, id)),
    money: await moneyAnswer(ctx, row, timeZone),
    steps: history.map(({ key, step, at, text, byName, note }) => {
      // The note names both stations, and one of them may be outside the data scope. A caller with a limited scope sees only the reason.
      const shown = step === 'transfer' && !seesAllStations(ctx) ? reasonOfTransfer(note) : note;
      return { key, at, text, byName, note: shownReason(ctx, shown) };
    }),
  };
}

async function pendingIdentity({ db }: ActorContext, riderId: number) {
  const newest = await newestIdentity(db, riderId);
  return newest?.state === 'reviewing' ? newest : null;
}

async function identityAnswer(ctx: ActorContext, riderId: number): Promise<Detail['identityReview']> {
  const pending = await pendingIdentity(ctx, riderId);
  if (!pending) return null;
  const { id, no, name, id_card: card } = pending;
  return { id, no, name, idCard: card && maskIdCard(ctx.ports.secrets.open(card, idCardPlace(riderId))) };
}

async function provinceOf({ db }: ActorContext, teamId: number) {
  const team = db.selectFrom('team').select('province_code as provinceCode').where('id', '=', teamId);
  return (await team.executeTakeFirst()) ?? { provinceCode: null };
}

/** Reads the rider's newest orders at the present station. @throws Refusal 40302 (station out of scope), 40401 (unknown rider) */
export async function riderOrders(ctx: ActorContext, { riderId }: { readonly riderId: number }) {
  const { team_id: teamId } = await requireRider(ctx, riderId);
  const orders = await ordersOf(ctx.db, { riderId, teamId }, { limit: RIDER.rows });
  return { list: orders.map((order) => orderLine(ctx, order)) };
}

/**
 * Reveals a rider's phone, identity card, or changed card under review.
 *
 * @throws Refusal 40301 (no permission to see it), 40302 (station out of scope), 40401 (unknown rider, or no card under review)
 */
export async function revealRider(
  ctx: ActorContext,
  id: number,
  field: 'tel' | 'idCard' | 'newIdCard',
): Promise<{ value: string; no: string }> {
  const row = await requireRider(forReveal(ctx, UNMASK, field === 'tel' ? 'phone' : 'idCard'), id);
  if (field === 'tel') return { value: row.tel, no: row.rider_no };
  const card = field === 'idCard' ? row.id_card : (await pendingIdentity(ctx, id))?.id_card;
  if (!card) throw refuse(40401);
  return { value: ctx.ports.secrets.open(card, idCardPlace(id)), no: row.rider_no };
}
