import { type TeamAction, type TeamState, teamLifecycle } from '../../../contract/team.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { AuditChange, DoneOne } from '../../core/audit';
import { succeeded, validateEach } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { conflict, Refusal, refuse } from '../../core/http/refusal';
import { nextAt } from '../../core/money/days';
import { accountsOfTeam, disableTeamAccounts } from '../account';
import { areEmpty } from '../ledger';
import { runningOrders } from '../order';
import { riderCounts } from '../people';
import { feePlan } from '../reference';
import { findTeamInScope, formValues, joined, present, requireTeam, startMissing, stateText } from './answers';
import { detailAnswer } from './detail-answer';
import type { Writer } from './log-store';
import { appendLog, appendLogs } from './log-store';
import { maySee, missingTeam } from './scope';
import { type FeeChanges, lockTeams, stateColumns, type TeamRecord, updateLocked, updateTeam } from './store';

/**
 * This module changes a station's state (DOMAIN §3.3). Each change writes a line to the history, and applies only if the station is
 * unchanged since it was read.
 */

const WORDS = {
  start: text('“{name}”已开始营业', '{name} is open for business', '{name} está em operação', '「{name}」已開始營業'),
  pause: text('“{name}”已暂停营业', '{name} is paused', '{name} foi pausada', '「{name}」已暫停營業'),
  resume: text('“{name}”已恢复营业', '{name} is open again', '{name} voltou a operar', '「{name}」已恢復營業'),
  freeze: text('“{name}”已冻结', '{name} is frozen', '{name} foi congelada', '「{name}」已凍結'),
  unfreeze: text(
    '“{name}”已解冻，当前为暂停状态',
    '{name} is no longer frozen and stays paused',
    '{name} foi descongelada e segue pausada',
    '「{name}」已解凍，目前為暫停狀態',
  ),
  close: text('“{name}”已关停', '{name} is closed', '{name} foi encerrada', '「{name}」已關停'),
  removeDraft: WORD.draftDeleted,
  ridersBelong: text(
    '仍有 {n} 名骑手属于该站点',
    '{n} riders still belong to this station',
    '{n} entregadores ainda pertencem a esta estação',
    '仍有 {n} 名騎手屬於該站點',
  ),
} as const satisfies Record<string, Text>;

/** Actions that a person runs on one station. Their only inputs are a reason and, for a pause, the end of the pause. */
type PersonAction = Exclude<keyof typeof WORDS, 'ridersBelong'>;

export function writerOf(ctx: ActorContext): Writer {
  return { id: ctx.actor.accountId, name: ctx.actor.name, at: ctx.clock.now() };
}

export interface ActionAnswer {
  id: number;
  no?: string;
  state: string;
  stateText: string;
  version: number;
  message?: string;
}

export function actionAnswer(
  ctx: ActorContext,
  team: { id: number; code: string; status: TeamState; version: number },
  message?: string,
): ActionAnswer {
  return {
    id: team.id,
    ...(team.code !== '' && { no: team.code }),
    state: team.status,
    stateText: stateText(ctx, team.status),
    version: team.version,
    ...(message !== undefined && { message }),
  };
}

/**
 * Loads a station for a change. Checks that the station is in scope and unchanged since the caller read it.
 * @param version the version that the caller read; `null` skips the version check
 * @throws Refusal 40302 (out of scope), 40401 (unknown station), 40901 (changed since the caller read it)
 */
export async function loadForChange(ctx: ActorContext, id: number, version: number | null): Promise<TeamRecord> {
  const team = await findTeamInScope(ctx, id);
  if (version !== null && team.version !== version) await refuseConflict(ctx, team);
  return team;
}

/** Refuses a call that is based on an old version. @throws Refusal 40901 with the present station, who changed it and when */
export async function refuseConflict(ctx: ActorContext, team: TeamRecord): Promise<never> {
  throw conflict(await detailAnswer(ctx, team), team.updatedByName, team.updatedAt);
}

/** A station's accounts in the ledger. Each balance must be 0 before the station closes (DOMAIN §3.3). */
const STATION_ACCOUNTS = [
  'TEAM_AVAILABLE',
  'TEAM_PENDING',
  'TEAM_FROZEN',
  'TEAM_HELD',
  'TEAM_DEPOSIT',
  'RECEIVABLE',
] as const;

/** Checks that the state allows the action. @throws Refusal 42201 (the state does not allow it) */
export function assertAllowed(ctx: ActorContext, status: TeamState, action: TeamAction): void {
  if (!teamLifecycle.allowed(status, action)) throw refuse(42201, { state: stateText(ctx, status) });
}

/**
 * Checks the preconditions of an action except the station's state.
 * @throws Refusal 42226 (start: something is missing), 42227 (close: running orders), 42202 (close: riders belong to the station),
 *   42228 (close: an account of the station is not 0)
 */
async function checkAction(ctx: ActorContext, team: TeamRecord, action: PersonAction): Promise<void> {
  const now = ctx.clock.now();
  if (action === 'start') {
    const missing = startMissing({
      values: await formValues(ctx, team),
      plan: team.feePlanId === null ? null : await feePlan(ctx.db, team.feePlanId),
      accounts: await accountsOfTeam(ctx.db, team.id),
      now,
    });
    if (missing.length > 0)
      throw refuse(42226, {
        missing: joined(
          ctx,
          missing.map((part) => ctx.t(part)),
        ),
      });
  }
  if (action === 'close') {
    const running = (await runningOrders(ctx.db, [team.id])).get(team.id) ?? 0;
    if (running > 0) throw refuse(42227, { n: running });
    const riders = (await riderCounts(ctx.db, [team.id], now)).get(team.id)?.belonging ?? 0;
    if (riders > 0) throw refuse(42202, {}, { riders }, ctx.t(WORDS.ridersBelong, { n: riders }));
    if (!(await areEmpty(ctx.db, STATION_ACCOUNTS, team.id))) throw refuse(42228);
  }
}

/**
 * Changes a station's state on behalf of a person.
 *
 * @throws Refusal 40304 (the action needs the owner), 40302 (out of scope), 40401 (unknown station), 40901 (changed meanwhile),
 * 42201 (the state does not allow the action), 42226 (start: something is missing), 42227 (close: running orders),
 * 42202 (close: riders belong to the station), 42228 (close: an account of the station is not 0)
 */
export async function changeState(
  ctx: ActorContext,
  wanted: {
    readonly id: number;
    /** `null` skips the version check: a bulk call has no versions. */
    readonly version: number | null;
    readonly action: PersonAction;
    readonly reason?: string | null;
    readonly resumeAt?: Date | null;
  },
): Promise<{ team: TeamRecord; answer: ActionAnswer }> {
  const { action } = wanted;
  if (teamLifecycle.transition(action).by === 'owner' && ctx.actor.accountType !== 'owner') throw refuse(40304);
  const team = await loadForChange(ctx, wanted.id, wanted.version);
  assertAllowed(ctx, team.status, action);
  await checkAction(ctx, team, action);
  const { from, to } = teamLifecycle.transition(action);
  const writer = writerOf(ctx);
  const version = await updateTeam(
    ctx.db,
    { id: team.id, version: team.version, from },
    {
      ...stateColumns(action, writer.at),
      status_reason: wanted.reason ?? null,
      ...(wanted.resumeAt && { resume_at: wanted.resumeAt }),
      ...(action === 'start' && team.openedAt === null && { opened_at: writer.at }),
      ...(action === 'removeDraft' && { deleted_at: writer.at }),
    },
    writer,
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  if (action === 'close') await disableTeamAccounts(ctx.db, team.id, writer.at);
  await appendLog(ctx.db, ctx.ids, stateLine(team, action, wanted), writer);
  return {
    team,
    answer: actionAnswer(ctx, { ...team, status: to, version }, ctx.t(WORDS[action], { name: team.name })),
  };
}

interface Circumstances {
  readonly reason?: string | null | undefined;
  readonly resumeAt?: Date | null | undefined;
}

/** Builds the history line of a state change. */
function stateLine(team: TeamRecord, action: PersonAction, { reason, resumeAt }: Circumstances) {
  const { to } = teamLifecycle.transition(action);
  return {
    teamId: team.id,
    kind: 'status' as const,
    subject: action,
    before: { status: team.status },
    after: { status: to, ...(resumeAt && { resumeAt: resumeAt.toISOString() }) },
    reason: reason ?? null,
  };
}

/** Builds the audit record of a state change of one station. */
function changeOf(team: TeamRecord, answer: ActionAnswer, { reason, resumeAt }: Circumstances): AuditChange {
  return {
    objectId: team.id,
    objectNo: team.code,
    before: {
      status: team.status,
      statusReason: team.statusReason,
      ...(team.resumeAt && { resumeAt: team.resumeAt.toISOString() }),
    },
    after: { status: answer.state, ...(resumeAt && { resumeAt: resumeAt.toISOString() }) },
    ...(reason && { reason }),
  };
}

/** Changes the state of one station and writes the call's audit record. */
export async function changeStateOfOne(
  ctx: ActorContext,
  wanted: Parameters<typeof changeState>[1],
): Promise<ActionAnswer> {
  const { team, answer } = await changeState(ctx, wanted);
  ctx.audit(changeOf(team, answer, wanted));
  return answer;
}

/** Actions whose only precondition is the station's state. One statement can therefore change many stations. */
export type PlainAction = 'pause' | 'resume';

interface Wanted {
  readonly id: number;
  /** `null` skips the version check: a bulk call has no versions. */
  readonly version: number | null;
  readonly reason?: string | null | undefined;
  readonly resumeAt?: Date | null | undefined;
}

/**
 * Locks the stations of a bulk call and checks each one.
 *
 * @param wanted must contain each station only once
 * @returns for each station, in the same order: the station or its refusal (40401, 40302, or what `check` throws)
 */
async function lockEach<T extends { readonly id: number }>(
  ctx: ActorContext,
  wanted: readonly T[],
  check: (team: TeamRecord, one: T) => unknown,
): Promise<readonly (TeamRecord | Refusal)[]> {
  const ids = wanted.map(({ id }) => id);
  const known = new Map((await lockTeams(ctx.db, ids)).map((team) => [team.id, team]));
  return validateEach(wanted, async (one) => {
    const team = known.get(one.id);
    if (!team) throw missingTeam(ctx.actor);
    if (!maySee(ctx.actor, team)) throw refuse(40302);
    await check(team, one);
    return team;
  });
}

/**
 * Changes many stations as {@link changeStateOfOne} does, but with a few SQL statements, so that rows stay locked only briefly.
 *
 * @param wanted must contain each station only once
 * @returns for each station, in the same order: the answer with its audit record, or the refusal. The refusal is 40401 (unknown station),
 *   40302 (out of scope), 40901 (changed meanwhile) or 42201 (the state does not allow the action)
 */
export async function changeStates(
  ctx: ActorContext,
  action: PlainAction,
  wanted: readonly Wanted[],
): Promise<readonly (DoneOne<ActionAnswer> | Refusal)[]> {
  const { to } = teamLifecycle.transition(action);
  const writer = writerOf(ctx);
  const found = await lockEach(ctx, wanted, (team, { version }) => {
    if (version !== null && team.version !== version) return refuseConflict(ctx, team);
    return assertAllowed(ctx, team.status, action);
  });
  const done = succeeded(wanted, found);
  if (done.length > 0) {
    await updateLocked(
      ctx.db,
      done.map(({ one: { id, reason = null, resumeAt = null } }) => ({ id, reason, resumeAt })),
      stateColumns(action, writer.at),
      writer,
    );
    await appendLogs(
      ctx.db,
      ctx.ids,
      done.map(({ one, record }) => stateLine(record, action, one)),
      writer,
    );
  }
  return wanted.map((one, index) => {
    const team = found[index] ?? refuse(40401);
    if (team instanceof Refusal) return team;
    const message = ctx.t(WORDS[action], { name: team.name });
    const answer = actionAnswer(ctx, { ...team, status: to, version: team.version + 1 }, message);
    return { data: answer, change: changeOf(team, answer, one) };
  });
}

/** Computes the next 04:00 in the platform's time zone. Planned changes take effect then by default (DOMAIN §3.3). */
export async function nextChangeMoment(ctx: Pick<ActorContext, 'db' | 'clock'>): Promise<Date> {
  const { now, timeZone } = await present(ctx);
  return nextAt(now, 4 * 60, timeZone);
}

/** Database columns of the financial terms, by API name. */
const FEE_COLUMNS = {
  settlementMode: 'settlement_mode',
  feePlanId: 'fee_plan_id',
  platformRateBp: 'platform_rate_bp',
  platformFixedFen: 'platform_fixed_fen',
  riderShareBp: 'rider_share_bp',
  settleCycle: 'settle_cycle',
  depositFen: 'deposit_fen',
  depositWarnFen: 'deposit_warn_fen',
  creditLimitFen: 'credit_limit_fen',
} as const;

export function feeColumns(changes: FeeChanges): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [FEE_COLUMNS[field as keyof typeof FEE_COLUMNS], value]),
  );
}
