import type { ParsedOf } from '../../../contract/endpoint';
import { type Text, text } from '../../../contract/text';
import type { userEndpoints } from '../../../contract/user';
import { userLifecycle } from '../../../contract/user.states';
import { blacklistCase } from '../../../contract/userBlacklist.states';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { runningOrdersOf } from '../order';
import { scopedTeamIds } from '../team';
import { evidenceErrors } from '../teamFund';
import { actionAnswer, assertVersion } from './answers';
import { blacklists, LISTED } from './black-case';
import { insertBlackRecord, openBlackRecord } from './black-store';
import { lockInScope } from './filter';
import { changeUser } from './store';

/**
 * This module manages the blacklist (黑名单). Until an entry ends, the user cannot order at the stations that the entry names. An entry for
 * all stations prevents orders at every station. Running orders continue, and the balance can be paid out (DOMAIN §3.4).
 */

type In<A extends keyof typeof userEndpoints> = ParsedOf<(typeof userEndpoints)[A]>;
type BlackInput = Omit<In<'user.User/blacklist'>, 'version'> & { readonly version?: number };

const WORDS = {
  /** Warning in a successful answer (42233): running orders do not prevent the entry. */
  running: text(
    '已拉黑；{n} 个进行中的订单会继续完成',
    'Blacklisted; {n} running orders will be completed',
    'Usuário bloqueado; {n} pedidos em andamento serão concluídos',
    '已加入黑名單；{n} 個進行中的訂單會繼續完成',
  ),
  until: WORD.deadline,
  teams: WORD.stations,
} as const satisfies Record<string, Text>;

/** Checks the input of a blacklist entry. @throws Refusal 40001 (invalid fields), 40302 (a station is out of the caller's scope) */
async function assertInput(ctx: ActorContext, input: BlackInput): Promise<void> {
  const errors = await evidenceErrors(ctx, input.evidence);
  const wrong = (field: 'until' | 'teamIds', rule: 'future' | 'requiredSelect', label: Text) =>
    errors.push({ field, rule, message: validationText(rule, ctx.locale, { label: ctx.t(label) }) });
  if (input.until && Date.parse(input.until) <= ctx.clock.now().getTime()) wrong('until', 'future', WORDS.until);
  if (input.scope === 'teams' && input.teamIds.length === 0) wrong('teamIds', 'requiredSelect', WORDS.teams);
  if (errors.length > 0) throw invalid(errors);
  if (input.scope === 'teams') await scopedTeamIds(ctx, input.teamIds);
}

/**
 * Puts a user on the blacklist.
 * @throws Refusal 40001 (invalid fields), 40302 (user or station out of scope), 40401 (unknown user), 40901 (changed meanwhile),
 * 42201 (the state does not allow it), 42231 (already on the blacklist)
 */
export async function blacklist(ctx: ActorContext, input: BlackInput) {
  const user = await lockInScope(ctx, input.id);
  ctx.audit({ objectId: user.id, objectNo: String(user.id), reason: input.reason });
  await assertInput(ctx, input);
  if (user.status === 'blacklisted') throw refuse(42231);
  if (!userLifecycle.allowed(user.status, 'blacklist')) {
    throw refuse(42201, { state: userLifecycle.states[user.status].text });
  }
  assertVersion(user, input.version);
  const at = ctx.clock.now();
  const { accountId, name } = ctx.actor;
  const until = input.until ? new Date(input.until) : null;
  const teamIds = input.scope === 'teams' ? input.teamIds : [];
  const entryId = ctx.ids.next();
  await insertBlackRecord(ctx.db, {
    id: entryId,
    created_at: at,
    user_id: user.id,
    team_id: user.home_team_id,
    state: 'open',
    scope: input.scope,
    team_ids: JSON.stringify(teamIds),
    reason_type: input.reasonType,
    reason: input.reason,
    until,
    evidence: JSON.stringify(input.evidence),
    maker_id: accountId,
    maker_name: name,
  });
  await blacklists.addStep(ctx, entryId, 'submit', { note: input.reason });
  const version = await changeUser(ctx.db, user, { status: 'blacklisted', black_until: until }, { at, accountId });
  ctx.audit({
    objectId: user.id,
    objectNo: String(user.id),
    before: { status: user.status },
    after: {
      status: 'blacklisted',
      scope: input.scope,
      teamIds,
      reasonType: input.reasonType,
      until: input.until ?? null,
    },
    reason: input.reason,
  });
  const running = await runningOrdersOf(ctx.db, user.id);
  const done = { id: user.id, status: 'blacklisted', version } as const;
  return running > 0 ? actionAnswer(ctx, done, WORDS.running, { n: running }) : actionAnswer(ctx, done, LISTED);
}

/**
 * Lifts the open entry of a user.
 * @throws Refusal 40302 (out of scope), 40401 (unknown user), 40901 (changed meanwhile), 42201 (not on the blacklist)
 */
export async function liftBlacklist(ctx: ActorContext, input: In<'user.User/liftBlacklist'>) {
  const user = await lockInScope(ctx, input.id);
  const about = { objectId: user.id, objectNo: String(user.id), reason: input.reason };
  ctx.audit(about);
  if (user.status !== 'blacklisted') throw refuse(42201, { state: userLifecycle.states[user.status].text });
  assertVersion(user, input.version);
  const entry = await openBlackRecord(ctx.db, user.id);
  if (!entry) throw new Error(`user ${user.id} is blacklisted without an entry`);
  await blacklists.run(ctx, 'lift', { id: entry.id, reason: input.reason });
  ctx.audit({ ...about, before: { status: user.status }, after: { status: 'normal' } });
  const lifted = { id: user.id, status: 'normal', version: user.version + 1 } as const;
  return actionAnswer(ctx, lifted, blacklistCase.steps.lift.happened);
}
