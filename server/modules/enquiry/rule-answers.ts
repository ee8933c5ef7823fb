import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { ENQUIRY_RULE_LIST } from '../../../contract/enquiry.fields';
import { enquiryRuleLifecycle, type RuleScope, type Tariff } from '../../../contract/enquiry.states';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { seesAllStations } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { yuanText } from '../../core/money/amounts';
import { feePlans } from '../reference';
import { regionName } from '../region';
import { scopedTeamIds, teamNames } from '../team';
import { findRule, type RuleRecord, rulePage, versionsOf } from './rule-store';
import { ruleState } from './rules';

/** Price rules (询价规则) in the form that pages show. */

type Address = keyof typeof enquiryEndpoints;
type Input<A extends Address> = ParsedOf<(typeof enquiryEndpoints)[A]>;
type RuleRow = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getRules']>['list'][number];

const WORDS = {
  formula: text(
    '{base} 元含 {km} 公里，每 {step} 公里 {fee} 元',
    '¥{base} up to {km} km, then ¥{fee} each {step} km',
    '¥{base} até {km} km, depois ¥{fee} a cada {step} km',
    '{base} 元含 {km} 公里，每 {step} 公里 {fee} 元',
  ),
  others: WORD.nMore,
} as const;

/** Maximum number of names that the text of a scope lists. */
const NAMED = 3;

/**
 * Returns a function that finds the name of a station, fee plan or region in the scope of a rule. Names of stations outside the caller's
 * data scope are left out.
 */
async function scopeNames(ctx: ActorContext, records: readonly RuleRecord[]) {
  const ids = (type: RuleScope) => [
    ...new Set(records.flatMap(({ scopeType, scopeIds }) => (scopeType === type ? scopeIds : []))),
  ];
  const teams = ids('team').map(Number);
  const visible = seesAllStations(ctx) ? null : new Set(await scopedTeamIds(ctx, undefined));
  const [names, plans] = await Promise.all([
    teamNames(
      ctx.db,
      teams.filter((id) => visible === null || visible.has(id)),
    ),
    ids('plan').length === 0 ? [] : feePlans(ctx.db),
  ]);
  const planNames = new Map(plans.map(({ id, name }) => [id, name]));
  return (type: RuleScope, id: string): string | undefined => {
    if (type === 'team') return names.get(Number(id));
    return type === 'plan' ? planNames.get(Number(id)) : (regionName(id) ?? undefined);
  };
}

function scopeText(
  ctx: ActorContext,
  { scopeType, scopeIds }: RuleRecord,
  nameOf: Awaited<ReturnType<typeof scopeNames>>,
) {
  if (scopeType === 'all') return '';
  const known = scopeIds.flatMap((id) => nameOf(scopeType, id) ?? []).slice(0, NAMED);
  const others = scopeIds.length - known.length;
  const words = others > 0 ? [...known, ctx.t(WORDS.others, { n: others })] : known;
  return words.join(ctx.locale.startsWith('zh') ? '、' : ', ');
}

const kilometres = (metres: number): string => String(metres / 1_000);

function formulaText(ctx: ActorContext, { baseFen, baseM, stepFen, stepM }: Tariff): string {
  return ctx.t(WORDS.formula, {
    base: ctx.t(yuanText(baseFen)),
    km: kilometres(baseM),
    fee: ctx.t(yuanText(stepFen)),
    step: kilometres(stepM),
  });
}

async function ruleAnswers(ctx: ActorContext, records: readonly RuleRecord[]): Promise<RuleRow[]> {
  const nameOf = await scopeNames(ctx, records);
  const now = ctx.clock.now();
  const { rules, accountType } = ctx.actor;
  return records.map((record) => {
    const state = ruleState(record, now);
    const actions = enquiryRuleLifecycle.actionsFrom(state, rules, accountType === 'owner');
    return {
      id: record.id,
      version: record.version,
      ...answerRow(
        ctx,
        ENQUIRY_RULE_LIST,
        { ...record, state },
        { scopeText: scopeText(ctx, record, nameOf), formula: formulaText(ctx, record.tariff) },
      ),
      actions: seesAllStations(ctx) ? [...(ctx.can(RULE['enquiry.rules']) ? ['editRule'] : []), ...actions] : [],
    };
  });
}

export function ruleList(ctx: ActorContext, input: Input<'enquiry.Enquiry/getRules'>) {
  return paged(ctx, input, async (page) => {
    const sort = {
      field: input.sortField ?? ('updatedAt' as const),
      order: input.sortOrder ?? ('desc' as const),
      now: ctx.clock.now(),
    };
    const { list, total } = await rulePage(ctx.db, input, sort, page);
    return { list: await ruleAnswers(ctx, list), total, summary: {} };
  });
}

/** Reads a price rule in the form that its page shows. @throws Refusal 40401 (unknown id) */
export async function ruleDetail(ctx: ActorContext, { id }: Input<'enquiry.Enquiry/getRule'>) {
  const record = await findRule(ctx.db, id);
  if (!record) throw refuse(40401);
  const [answers, versions] = await Promise.all([ruleAnswers(ctx, [record]), versionsOf(ctx.db, record.ruleNo)]);
  const [answer] = answers;
  if (!answer) throw refuse(40401);
  const others = await ruleAnswers(ctx, versions);
  const { scopeIds, tariff, remark, publishedByName, publishedAt } = record;
  const visible = seesAllStations(ctx) || record.scopeType !== 'team' ? scopeIds : [];
  return {
    ...answer,
    scopeIds: visible,
    tariff: { ...tariff, periods: [...tariff.periods] },
    remark,
    publishedByName,
    publishedAt: publishedAt?.toISOString() ?? null,
    versions: others.map((one) => ({
      id: one.id,
      revision: one.revision,
      state: one.state,
      stateText: one.stateText,
      updatedAt: one.updatedAt,
    })),
  };
}
