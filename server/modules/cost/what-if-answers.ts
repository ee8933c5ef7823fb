import { sql } from 'kysely';
import type { costEndpoints } from '../../../contract/cost';
import { COST_KIND_TEXT, COST_RULE, WHAT_IF_TEXT, type WhatIfState } from '../../../contract/cost.states';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { seesAllStations } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { peopleNames } from '../people';
import { scopedTeamIds, teamNames } from '../team';
import { requireRule } from './rule-answers';
import { isTryable, type WhatIfResult } from './what-if';

/** Starts, cancels and reads what-ifs. */

type Input<A extends keyof typeof costEndpoints> = ParsedOf<(typeof costEndpoints)[A]>;
type WhatIf = DataOf<(typeof costEndpoints)['finance.Cost/getWhatIf']>;

const WORDS = {
  started: text('开始试算历史订单', 'What-if started', 'Simulação iniciada', '開始試算歷史訂單'),
  cancelled: text('试算已取消', 'What-if cancelled', 'Simulação cancelada', '試算已取消'),
} as const;

/** Maximum number of what-ifs that are shown for a rule version. */
const SHOWN = 5;

function select(ctx: ActorContext) {
  return ctx.db
    .selectFrom('cost_what_if')
    .select([
      'id',
      'rule_id as ruleId',
      sql<string>`rule ->> 'name'`.as('ruleName'),
      sql<number>`(rule ->> 'revision')::int`.as('revision'),
      'from_day as fromDay',
      'to_day as toDay',
      'state',
      'total',
      'done',
      'created_at as createdAt',
      'created_by as createdBy',
      'created_by_name as createdByName',
      'finished_at as finishedAt',
      'result',
    ]);
}
type Stored = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const mayRead = (ctx: ActorContext, { createdBy }: Stored): boolean =>
  seesAllStations(ctx) || createdBy === ctx.actor.accountId;

async function answer(
  ctx: ActorContext,
  { createdBy: _by, createdAt, finishedAt, result, ...row }: Stored,
): Promise<WhatIf> {
  const found = result as WhatIfResult | null;
  return {
    ...row,
    stateText: ctx.t(WHAT_IF_TEXT[row.state]),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    result: found && (await named(ctx, found)),
  };
}

async function named(ctx: ActorContext, result: WhatIfResult): Promise<NonNullable<WhatIf['result']>> {
  const [teams, people] = await Promise.all([
    teamNames(
      ctx.db,
      result.stations.map(({ teamId }) => teamId),
    ),
    peopleNames(ctx.db, { rider: result.riders.map(({ riderId }) => riderId) }),
  ]);
  return {
    ...result,
    stations: result.stations.map((row) => ({ ...row, name: teams.get(row.teamId) ?? '' })),
    riders: result.riders.map((row) => ({ ...row, name: people.get(`rider ${row.riderId}`) ?? '' })),
  };
}

/** Finds a what-if. @throws Refusal 40302 (another user's what-if, without the scope of all stations), 40401 (unknown id) */
async function require(ctx: ActorContext, id: number): Promise<Stored> {
  const stored = await select(ctx).where('id', '=', id).executeTakeFirst();
  if (!stored) throw refuse(40401);
  if (!mayRead(ctx, stored)) throw refuse(40302);
  return stored;
}

export const whatIfAnswer = async (ctx: ActorContext, { id }: Input<'finance.Cost/getWhatIf'>) =>
  answer(ctx, await require(ctx, id));

/** Lists the latest what-ifs of a version. A caller without the data scope of all stations sees only their own what-ifs. */
export async function whatIfList(ctx: ActorContext, { ruleId }: Input<'finance.Cost/getWhatIfs'>) {
  const rows = await select(ctx)
    .where('rule_id', '=', ruleId)
    .$if(!seesAllStations(ctx), (qb) => qb.where('created_by', '=', ctx.actor.accountId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return { list: await Promise.all(rows.map((row) => answer(ctx, row))) };
}

const said = (ctx: ActorContext, id: number, state: WhatIfState, words: keyof typeof WORDS) => ({
  id,
  state,
  stateText: ctx.t(WHAT_IF_TEXT[state]),
  version: 1,
  message: ctx.t(WORDS[words]),
});

/**
 * Starts a what-if.
 *
 * @throws Refusal 40006 (range of days), 40401 (unknown rule), 42201 (the fee does not apply to orders)
 */
export async function startWhatIf(ctx: ActorContext, { ruleId, fromDay, toDay }: Input<'finance.Cost/startWhatIf'>) {
  const { id: _id, version: _version, ...record } = await requireRule(ctx, ruleId);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1;
  if (days < 1 || days > COST_RULE.whatIfDays) throw refuse(40006, { n: COST_RULE.whatIfDays });
  if (!isTryable(record)) throw refuse(42201, { state: COST_KIND_TEXT[record.kind] });
  const { ruleNo, revision, name, kind, target, scopeType, scopeIds, serviceTypes, terms, priority } = record;
  const rule = { id: ruleId, ruleNo, revision, name, kind, target, scopeType, scopeIds, serviceTypes, terms, priority };
  const id = ctx.ids.next();
  await ctx.db
    .insertInto('cost_what_if')
    .values({
      id,
      created_at: ctx.clock.now(),
      rule_id: ruleId,
      rule: JSON.stringify(rule),
      from_day: fromDay,
      to_day: toDay,
      state: 'waiting',
      scope: JSON.stringify({ teamIds: await scopedTeamIds(ctx, undefined) }),
      created_by: ctx.actor.accountId,
      created_by_name: ctx.actor.name,
    })
    .execute();
  ctx.audit({ objectId: ruleId, objectNo: ruleNo, after: { fromDay, toDay } });
  return said(ctx, id, 'waiting', 'started');
}

/**
 * Cancels a what-if.
 *
 * @throws Refusal 40302 (another user's what-if, without the scope of all stations), 40401 (unknown id), 42201 (the what-if has already
 *   ended)
 */
export async function cancelWhatIf(ctx: ActorContext, { id }: Input<'finance.Cost/cancelWhatIf'>) {
  const { state, ruleId } = await require(ctx, id);
  ctx.audit({ objectId: ruleId, after: { state: 'cancelled' } });
  const { numUpdatedRows } = await ctx.db
    .updateTable('cost_what_if')
    .set({ state: 'cancelled', finished_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(42201, { state: WHAT_IF_TEXT[state] });
  return said(ctx, id, 'cancelled', 'cancelled');
}
