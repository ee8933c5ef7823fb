import { type Kysely, type SqlBool, sql } from 'kysely';
import type { costEndpoints } from '../../../contract/cost';
import { FEE_PLAN_LIST } from '../../../contract/cost.fields';
import { PLAN_STATES } from '../../../contract/cost.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole, seesAllStations } from '../../core/access/whole-scope';
import { containing } from '../../core/database/like';
import { holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { inOrder, readPage } from '../../core/list/query';
import { clashInPlan, type FeeRule } from './choose';
import { publishedRules } from './rule-store';

/** Fee plans (费用方案): named sets of fee rules that stations subscribe to. */

type Input<A extends keyof typeof costEndpoints> = ParsedOf<(typeof costEndpoints)[A]>;
type Db = Kysely<Database>;

const WORDS = {
  saved: text('方案“{name}”已保存', 'Plan {name} saved', 'Plano {name} salvo', '方案「{name}」已儲存'),
  removed: text('方案“{name}”已删除', 'Plan {name} deleted', 'Plano {name} excluído', '方案「{name}」已刪除'),
  removedState: WORD.deletedMasculine,
  name: WORD.planName,
  unknown: text(
    '只能选择适用范围为“费用方案内”的已发布规则',
    'Only published rules whose scope is “through fee plans” can be chosen',
    'Só regras publicadas com âmbito “por planos de tarifas” podem ser escolhidas',
    '只能選擇適用範圍為「費用方案內」的已發布規則',
  ),
  default: text(
    '默认方案须启用',
    'The default plan must be enabled',
    'O plano padrão precisa estar ativado',
    '預設方案須啟用',
  ),
} as const;

const COLUMNS = { id: 'fee_plan.id', name: 'fee_plan.name', updatedAt: 'fee_plan.updated_at' } as const;
const TEAMS = sql<number>`(select count(*)::int from team where team.fee_plan_id = fee_plan.id and team.deleted_at is null)`;
const isOff = (now: Date) => sql<SqlBool>`(fee_plan.effective_to is not null and fee_plan.effective_to <= ${now})`;

function plans(db: Db, now: Date) {
  return db
    .selectFrom('fee_plan')
    .select([
      'fee_plan.id',
      'fee_plan.version',
      'fee_plan.name',
      'fee_plan.platform_rate_bp as platformRateBp',
      'fee_plan.platform_fixed_fen as platformFixedFen',
      'fee_plan.is_default as isDefault',
      'fee_plan.effective_from as effectiveFrom',
      'fee_plan.effective_to as effectiveTo',
      'fee_plan.rule_nos as ruleNos',
      'fee_plan.updated_at as updatedAt',
      TEAMS.as('teamCount'),
      isOff(now).as('isOff'),
    ]);
}
type PlanRecord = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>;

/** Reads the published rules with the scope "plan", by rule number. */
async function planable(db: Db, now: Date): Promise<Map<string, FeeRule>> {
  const rules = (await publishedRules(db, now)).filter(({ scopeType }) => scopeType === 'plan');
  return new Map(rules.map((rule) => [rule.ruleNo, rule]));
}

export function planList(ctx: ActorContext, input: Input<'finance.Cost/getPlans'>) {
  const now = ctx.clock.now();
  return paged(ctx, input, async (page) => {
    const { keyword, state } = input;
    const wanted = plans(ctx.db, now)
      .$if(keyword !== undefined, (qb) => qb.where(sql<SqlBool>`fee_plan.name ilike ${containing(keyword ?? '')}`))
      .$if(state?.length === 1, (qb) => qb.where(sql<SqlBool>`${isOff(now)} = ${state?.[0] === 'off'}`));
    const sorted = inOrder(wanted, COLUMNS, ['updatedAt', 'id'], input.sortOrder ?? 'desc');
    const { list, total } = await readPage(ctx.db, sorted, page);
    const rules = await planable(ctx.db, now);
    return { list: list.map((record) => planAnswer(ctx, record, rules)), total, summary: {} };
  });
}

/** Reads a plan for its form. @throws Refusal 40401 (unknown id) */
export async function planForm(ctx: ActorContext, { id }: Input<'finance.Cost/getPlan'>) {
  const now = ctx.clock.now();
  const choices = [...(await planable(ctx.db, now)).values()].map(({ ruleNo, name }) => ({ ruleNo, name }));
  if (id === undefined)
    return { name: '', ruleNos: [], isDefault: false, isOn: true, version: 0, teamCount: 0, choices };
  const record = await plans(ctx.db, now).where('fee_plan.id', '=', id).executeTakeFirst();
  if (!record) throw refuse(40401);
  return { ...formOf(record), ruleNos: [...record.ruleNos], teamCount: record.teamCount, choices };
}

function planAnswer(ctx: ActorContext, record: PlanRecord, rules: ReadonlyMap<string, FeeRule>) {
  const own = record.ruleNos.flatMap((ruleNo) => rules.get(ruleNo) ?? []);
  const mayEdit = seesAllStations(ctx) && ctx.can(3702);
  const mayRemove = seesAllStations(ctx) && ctx.can(3703) && record.teamCount === 0 && !record.isDefault;
  return {
    id: record.id,
    version: record.version,
    ...answerRow(
      ctx,
      FEE_PLAN_LIST,
      { ...record, state: record.isOff ? ('off' as const) : ('on' as const) },
      { ruleText: own.map(({ name }) => name).join(ctx.locale.startsWith('zh') ? '、' : ', ') },
    ),
    actions: [...(mayEdit ? ['editPlan'] : []), ...(mayRemove ? ['removePlan'] : [])],
  };
}

/** Finds a rule that another rule of the plan contradicts. The two rules have the same kind and target, and share a service type. */
function clashOf(rules: readonly FeeRule[]): FeeRule | null {
  for (const [at, rule] of rules.entries()) {
    const other = rules.slice(0, at).find((earlier) => clashInPlan(rule, earlier));
    if (other) return other;
  }
  return null;
}

async function lockPlan(ctx: ActorContext, id: number): Promise<PlanRecord> {
  await ctx.db.selectFrom('fee_plan').select('fee_plan.id').where('fee_plan.id', '=', id).forUpdate().execute();
  const record = await plans(ctx.db, ctx.clock.now()).where('fee_plan.id', '=', id).executeTakeFirst();
  if (!record) throw refuse(40401);
  return record;
}

const formOf = ({ name, ruleNos, isDefault, isOff: off, version }: PlanRecord) => ({
  name,
  ruleNos,
  isDefault,
  isOn: !off,
  version,
});

async function assertNameFree(ctx: ActorContext, name: string, id: number | undefined): Promise<void> {
  const taken = await ctx.db
    .selectFrom('fee_plan')
    .select('fee_plan.id')
    .where('fee_plan.name', '=', name)
    .$if(id !== undefined, (qb) => qb.where('fee_plan.id', '<>', id ?? 0))
    .executeTakeFirst();
  if (taken) throw refuse(40903, { field: WORDS.name });
}

/**
 * Saves a plan.
 *
 * @throws Refusal 40001 (default plan is off, or a rule cannot be chosen), 40301 (no permission), 40302 (not all stations), 40401 (unknown
 * id), 40901 (changed meanwhile), 40903 (name taken), 42261 (two rules have the same kind and target, and share a service type)
 */
export async function savePlan(ctx: ActorContext, input: Input<'finance.Cost/savePlan'>) {
  assertWhole(ctx);
  if (!ctx.can(input.id === undefined ? 3701 : 3702)) throw refuse(40301);
  await holdLock(ctx.db, 'costRules');
  const now = ctx.clock.now();
  const record = input.id === undefined ? null : await lockPlan(ctx, input.id);
  if (record && record.version !== input.version) throw conflict(formOf(record), null, record.updatedAt);
  await assertNameFree(ctx, input.name, input.id);
  if (input.isDefault && !input.isOn)
    throw invalid([{ field: 'isOn', rule: 'required', message: ctx.t(WORDS.default) }]);
  const known = await planable(ctx.db, now);
  const ruleNos = [...new Set(input.ruleNos)];
  // A plan may retain a rule that can no longer be chosen, for example an expired rule. Such a rule cannot be added.
  const isUnknown = (ruleNo: string) => !known.has(ruleNo) && !record?.ruleNos.includes(ruleNo);
  if (ruleNos.some(isUnknown)) throw invalid([{ field: 'ruleNos', rule: 'choice', message: ctx.t(WORDS.unknown) }]);
  const clash = clashOf(ruleNos.flatMap((ruleNo) => known.get(ruleNo) ?? []));
  if (clash) throw refuse(42261, { name: clash.name });
  const names = ruleNos.map((ruleNo) => known.get(ruleNo)?.name ?? ruleNo).join(', ');
  const after = { name: input.name, rules: names, isDefault: input.isDefault, isOn: input.isOn };
  const before = record && {
    name: record.name,
    rules: record.ruleNos.map((ruleNo) => known.get(ruleNo)?.name ?? ruleNo).join(', '),
    isDefault: record.isDefault,
    isOn: !record.isOff,
  };
  const about = { objectNo: input.name, ...(before && { before }), after };
  ctx.audit({ ...about, ...(record && { objectId: record.id }) });
  const changesFees = record !== null && (record.teamCount > 0 || record.isDefault);
  if (changesFees || input.isDefault) {
    const state = { plan: record && formOf(record), ...after };
    await ctx.secondPerson({
      state,
      teamId: null,
      change: { ...about, ...(record && { objectId: record.id }) },
    });
  }
  const id = await writePlan(ctx, record, { ...input, ruleNos });
  ctx.audit({ ...about, objectId: id });
  const state = input.isOn ? 'on' : 'off';
  return {
    id,
    no: input.name,
    state,
    stateText: ctx.t(PLAN_STATES[state].text),
    version: (record?.version ?? 0) + 1,
    message: ctx.t(WORDS.saved, { name: input.name }),
  };
}

async function writePlan(
  ctx: ActorContext,
  record: PlanRecord | null,
  { name, ruleNos, isDefault, isOn }: Input<'finance.Cost/savePlan'>,
): Promise<number> {
  const now = ctx.clock.now();
  const isStillOff = record?.isOff === true && !isOn;
  const values = {
    name,
    rule_nos: JSON.stringify(ruleNos),
    is_default: isDefault,
    ...(!isStillOff && { effective_to: isOn ? null : now }),
    updated_at: now,
    updated_by: ctx.actor.accountId,
  };
  if (isDefault) {
    await ctx.db
      .updateTable('fee_plan')
      .set({ is_default: false, version: sql`version + 1` })
      .where('is_default', '=', true)
      .$if(record !== null, (qb) => qb.where('id', '<>', record?.id ?? 0))
      .execute();
  }
  if (record) {
    await ctx.db
      .updateTable('fee_plan')
      .set({ ...values, version: record.version + 1 })
      .where('id', '=', record.id)
      .execute();
    return record.id;
  }
  const id = ctx.ids.next();
  await ctx.db
    .insertInto('fee_plan')
    .values({
      ...values,
      id,
      platform_rate_bp: 0,
      platform_fixed_fen: 0,
      effective_from: now,
      created_at: now,
      created_by: ctx.actor.accountId,
    })
    .execute();
  return id;
}

/**
 * Deletes a plan.
 *
 * @throws Refusal 40302 (not all stations), 40401 (unknown id), 40901 (changed meanwhile), 42202 (plan is in use, will be used, or is the
 * default)
 */
export async function removePlan(ctx: ActorContext, { id, version }: Input<'finance.Cost/removePlan'>) {
  assertWhole(ctx);
  await holdLock(ctx.db, 'costRules');
  const record = await lockPlan(ctx, id);
  ctx.audit({ objectId: id, objectNo: record.name, before: { name: record.name } });
  if (record.version !== version) throw conflict(formOf(record), null, record.updatedAt);
  const waiting = await ctx.db
    .selectFrom('team_fee_change')
    .select('team_id')
    .where(sql<SqlBool>`phase = 'next' and (changes ->> 'feePlanId')::bigint = ${id}`)
    .limit(1)
    .executeTakeFirst();
  if (record.teamCount > 0 || record.isDefault || waiting) throw refuse(42202);
  await ctx.db.deleteFrom('fee_plan').where('id', '=', id).execute();
  return {
    id,
    no: record.name,
    state: 'removed',
    stateText: ctx.t(WORDS.removedState),
    version: version + 1,
    message: ctx.t(WORDS.removed, { name: record.name }),
  };
}
