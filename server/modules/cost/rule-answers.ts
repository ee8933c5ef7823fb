import type { costEndpoints } from '../../../contract/cost';
import { COST_RULE_LIST } from '../../../contract/cost.fields';
import { type CostRuleState, costRuleCase } from '../../../contract/cost.states';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { WORD } from '../../../contract/words';
import { seesAllStations } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { listDays } from '../../core/money/period';
import { viewerOf } from '../case';
import { feePlans } from '../reference';
import { regionName } from '../region';
import { readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { feeRules } from './decide';
import { findRule, type RuleRecord, rulePage, versionsOf } from './rule-store';
import { formulaText } from './words';

/** Fee rules (费用规则) in the form that pages show. */

type Address = keyof typeof costEndpoints;
type Input<A extends Address> = ParsedOf<(typeof costEndpoints)[A]>;
type RuleRow = DataOf<(typeof costEndpoints)['finance.Cost/getRules']>['list'][number];

const OTHERS = WORD.nMore;
/** Maximum number of names that the text of a scope lists. */
const NAMED = 3;

/** Returns the state of a rule version at `now`. A published version is expired after its end, even before the job stores it. */
const ruleState = ({ status, effectiveTo }: RuleRecord, now: Date): CostRuleState =>
  status === 'published' && effectiveTo !== null && effectiveTo <= now ? 'expired' : status;

/** Describes scopes in words. Names of stations outside the caller's data scope are left out. */
async function scopeTexts(ctx: ActorContext, records: readonly RuleRecord[]) {
  const ids = records.flatMap(({ scopeType, scopeIds }) => (scopeType === 'team' ? scopeIds.map(Number) : []));
  const visible = seesAllStations(ctx) ? null : new Set((await scopedTeamIds(ctx, undefined)) ?? []);
  const seen = [...new Set(ids)].filter((id) => visible === null || visible.has(id));
  const [teams, plans] = await Promise.all([
    teamNames(ctx.db, seen),
    records.some(({ scopeType }) => scopeType === 'plan') ? feePlans(ctx.db) : [],
  ]);
  const joined = (names: readonly string[], all: number) => {
    const shown = names.slice(0, NAMED);
    const words = all > shown.length ? [...shown, ctx.t(OTHERS, { n: all - shown.length })] : shown;
    return words.join(ctx.locale.startsWith('zh') ? '、' : ', ');
  };
  return ({ ruleNo, scopeType, scopeIds }: RuleRecord): string => {
    if (scopeType === 'all') return '';
    if (scopeType === 'plan') {
      const names = plans.filter(({ ruleNos }) => ruleNos.includes(ruleNo)).map(({ name }) => name);
      return joined(names, names.length);
    }
    const nameOf = (id: string) => (scopeType === 'team' ? teams.get(Number(id)) : regionName(id));
    return joined(
      scopeIds.flatMap((id) => nameOf(id) ?? []),
      scopeIds.length,
    );
  };
}

function actionsOf(ctx: ActorContext, record: RuleRecord, state: CostRuleState): string[] {
  if (!seesAllStations(ctx)) return [];
  const facts = { state, expireAt: null, makerId: record.makerId, makerIsOwner: false, amountFen: null };
  const steps: string[] = costRuleCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now());
  const mayEdit = ctx.can(3702) && state !== 'pendingApproval';
  const mayRemove = state === 'draft' && ctx.can(3703);
  return [
    ...(mayEdit ? ['editRule'] : []),
    ...steps,
    ...(ctx.can(3701) ? ['copyRule'] : []),
    ...(mayRemove ? ['removeDraft'] : []),
  ];
}

async function ruleAnswers(ctx: ActorContext, records: readonly RuleRecord[]): Promise<RuleRow[]> {
  const scopeText = await scopeTexts(ctx, records);
  const now = ctx.clock.now();
  return records.map((record) => {
    const state = ruleState(record, now);
    const own = { scopeText: scopeText(record), formula: formulaText(ctx, record.terms) };
    return {
      id: record.id,
      version: record.version,
      ...answerRow(ctx, COST_RULE_LIST, { ...record, state }, own),
      actions: actionsOf(ctx, record, state),
    };
  });
}

/** Builds the filter and converts its days to moments. @throws Refusal 40006 (range of days), 40302 (station out of scope) */
export async function ruleFilter(ctx: ActorContext, input: Partial<Input<'finance.Cost/getRules'>>) {
  const { inForceFrom: from, inForceTo: to, teamIds, ...rest } = input;
  const scoped = teamIds?.length ? await scopedTeamIds(ctx, teamIds) : undefined;
  if (from === undefined && to === undefined) return { ...rest, teamIds: scoped };
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const days = listDays({ from: from ?? to, to: to ?? from }, ctx.clock.now(), timeZone);
  return { ...rest, teamIds: scoped, inForce: { from: days.from, to: days.to } };
}

export function ruleList(ctx: ActorContext, input: Input<'finance.Cost/getRules'>) {
  return paged(ctx, input, async (page) => {
    const sort = {
      field: input.sortField ?? ('updatedAt' as const),
      order: input.sortOrder ?? ('desc' as const),
      now: ctx.clock.now(),
    };
    const { list, total } = await rulePage(ctx.db, await ruleFilter(ctx, input), sort, page);
    return { list: await ruleAnswers(ctx, list), total, summary: {} };
  });
}

/** Finds a rule. @throws Refusal 40401 (unknown id) */
export async function requireRule(ctx: ActorContext, id: number): Promise<RuleRecord> {
  const record = await findRule(ctx.db, id);
  if (!record) throw refuse(40401);
  return record;
}

/** Reads a rule in the form that its page shows. @throws Refusal 40401 (unknown id) */
export async function ruleDetail(ctx: ActorContext, { id }: Input<'finance.Cost/getRule'>) {
  const record = await requireRule(ctx, id);
  const versions = await versionsOf(ctx.db, record.ruleNo);
  const answers = await ruleAnswers(ctx, [record, ...versions]);
  const [answer, ...others] = answers;
  if (!answer) throw refuse(40401);
  const steps = await feeRules.history(ctx, id);
  return {
    ...answer,
    scopeIds: seesAllStations(ctx) || record.scopeType !== 'team' ? [...record.scopeIds] : [],
    serviceTypes: [...record.serviceTypes],
    terms: { ...record.terms, tiers: [...record.terms.tiers] },
    remark: record.remark,
    checkerName: record.checkerName,
    decidedAt: record.decidedAt?.toISOString() ?? null,
    versions: others.map(({ id: other, revision, state, stateText, formula, effectiveFrom, effectiveTo }) => ({
      id: other,
      revision,
      state,
      stateText,
      formula,
      effectiveFrom,
      effectiveTo,
    })),
    steps: steps.map(({ key, at, text: words, byName, note }) => ({ key, at, text: words, byName, note })),
  };
}
