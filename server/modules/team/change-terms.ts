import { TEAM_FEE_FIELDS, TEAM_FIELDS, type TeamFeeField } from '../../../contract/team.fields';
import { validationText } from '../../../contract/validation';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { feePlan } from '../reference';
import { findTeamInScope, requireTeam, stateText } from './answers';
import { feeColumns, nextChangeMoment, writerOf } from './lifecycle';
import { appendLog } from './log-store';
import { changedFees, isInForce, takesEffectLater } from './rules';
import { plainProblem, planRate, refusalOf } from './save';
import { type FeeChanges, lockTeams, nextFeeOf, planFeeChanges, type TeamRecord, touchTeam } from './store';
import { type Problem, parseFields, relationProblems, type TeamValuesParsed } from './values';

/**
 * This module reads, checks and writes the financial terms of a station: settlement, fees, rider share, reserve and credit limit. Two
 * people must agree to a change (DOMAIN §9, decision 30).
 */

export type FeeValues = Readonly<Record<TeamFeeField, string | number | null>>;

/** Computes the next terms: the terms in force, overwritten by the planned change. */
async function nextTerms(ctx: Pick<ActorContext, 'db'>, team: TeamRecord): Promise<FeeValues> {
  const waiting = (await nextFeeOf(ctx.db, team.id))?.changes ?? {};
  return Object.fromEntries(
    TEAM_FEE_FIELDS.map((field) => [field, field in waiting ? waiting[field] : team[field]]),
  ) as FeeValues;
}

/** Reads the next terms of a station. The station may be in any state. */
export const termsOfTeam = async (ctx: Pick<ActorContext, 'db'>, teamId: number): Promise<FeeValues> =>
  nextTerms(ctx, await requireTeam(ctx, teamId));

/**
 * Loads a station, its next terms, and the wanted values that differ from them.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown station), 42201 (draft or closed station), 40001 (invalid value),
 * 42229 (shares exceed 100 %)
 */
export async function loadTerms(ctx: ActorContext, teamId: number, wanted: FeeChanges) {
  const team = await findTeamInScope(ctx, teamId);
  return { team, ...(await checkTerms(ctx, team, wanted)) };
}

async function checkTerms(ctx: ActorContext, team: TeamRecord, wanted: FeeChanges) {
  if (team.status === 'draft' || team.status === 'closed') throw refuse(42201, { state: stateText(ctx, team.status) });
  const base = await nextTerms(ctx, team);
  const changes = changedFees(base, wanted);
  const { problems } = parseFields(changes, ctx.locale);
  const next = { ...base, ...changes };
  const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
  problems.push(
    ...relationProblems(given as Partial<TeamValuesParsed>, {
      locale: ctx.locale,
      today: '',
      planRateBp: await planRate(ctx, next.feePlanId as number | null),
    }),
    ...(await planProblems(ctx, changes)),
  );
  if (problems.length > 0) throw refusalOf(problems);
  return { base, changes, next };
}

async function planProblems(ctx: ActorContext, { feePlanId }: FeeChanges): Promise<Problem[]> {
  if (feePlanId === undefined) return [];
  if (feePlanId === null) {
    const message = validationText('requiredSelect', ctx.locale, { label: ctx.t(TEAM_FIELDS.feePlanId) });
    return [{ field: 'feePlanId', rule: 'required', message, code: 40001, params: {} }];
  }
  const plan = await feePlan(ctx.db, Number(feePlanId));
  return plan && isInForce(plan, ctx.clock.now()) ? [] : [plainProblem(ctx, 'feePlanId', 'inForce', 'planNotInForce')];
}

interface Applied {
  readonly team: TeamRecord;
  readonly next: FeeValues;
  readonly from: Date;
}

/**
 * Applies agreed terms. They take effect immediately if the station has not opened yet, else at `effectiveAt`. A credit limit always takes
 * effect immediately.
 *
 * @param agreed.base values of the changed fields when the change was proposed
 * @param agreed.effectiveAt `null` or a past moment means the next 04:00
 * @returns `null` if a field has changed since the proposal. If another change is already planned for a different moment, nothing is
 *   applied and `queuedFor` is the moment of that change
 * @throws Refusal 40401 (unknown station), 42201 (draft or closed station), 40001 (invalid value), 42229 (shares exceed 100 %)
 */
export async function applyTerms(
  ctx: ActorContext,
  teamId: number,
  agreed: {
    readonly base: FeeChanges;
    readonly changes: FeeChanges;
    readonly effectiveAt: Date | null;
    readonly reason: string;
  },
): Promise<Applied | { readonly queuedFor: Date } | null> {
  const [team] = await lockTeams(ctx.db, [teamId]);
  if (!team) throw refuse(40401);
  const now = await nextTerms(ctx, team);
  const fields = Object.keys(agreed.changes) as TeamFeeField[];
  if (fields.some((field) => now[field] !== (agreed.base[field] ?? null))) return null;
  const { next } = await checkTerms(ctx, team, agreed.changes);
  const writer = writerOf(ctx);
  const isLater = takesEffectLater(team.status);
  const { creditLimitFen, ...others } = agreed.changes;
  const isWished = agreed.effectiveAt !== null && agreed.effectiveAt > writer.at;
  const moment = isWished && agreed.effectiveAt ? agreed.effectiveAt : await nextChangeMoment(ctx);
  const waits = isLater && Object.keys(others).length > 0;
  const atOnce = isLater ? (creditLimitFen === undefined ? {} : { creditLimitFen }) : agreed.changes;
  // A station has at most one planned change. The approvers agreed to its moment, so a later change must not replace this moment.
  const queued = waits ? await nextFeeOf(ctx.db, teamId) : null;
  if (queued && queued.effectiveFrom.getTime() !== moment.getTime()) return { queuedFor: queued.effectiveFrom };
  if (waits) await planFeeChanges(ctx, [teamId], { changes: others, effectiveFrom: moment }, writer);
  await touchTeam(ctx.db, teamId, feeColumns(atOnce), writer);
  const log = (changes: FeeChanges, from: Date) =>
    appendLog(
      ctx.db,
      ctx.ids,
      {
        teamId,
        kind: 'fee',
        subject: 'update',
        before: Object.fromEntries(Object.keys(changes).map((field) => [field, now[field as TeamFeeField]])),
        after: { ...changes, effectiveFrom: from.toISOString() },
        reason: agreed.reason,
      },
      writer,
    );
  if (Object.keys(atOnce).length > 0) await log(atOnce, writer.at);
  if (waits) await log(others, moment);
  return { team, next, from: waits ? moment : writer.at };
}
