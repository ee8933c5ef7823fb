import type { costEndpoints } from '../../../contract/cost';
import { COST_KIND_TEXT, COST_SCOPE_TEXT, COST_TARGET_TEXT, INITIAL_TERMS } from '../../../contract/cost.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { wallTime } from '../../core/money/days';
import { type CostItem, type CostSnapshot, isFolded, settleParts, snapshotOf } from '../ledger';
import { planRules } from '../reference';
import { readSetting } from '../site';
import { assertTeamInScope, stationTerms } from '../team';
import { type FeeRule, itemsOf } from './choose';
import { withItems } from './order-cost';
import { stationOf } from './order-fees';
import { publishedRules } from './rule-store';
import { formulaText } from './words';

/** The fee calculator. It uses the same functions that charge real orders. */

type Input = ParsedOf<(typeof costEndpoints)['finance.Cost/calculate']>;

const WORDS = {
  ownRate: WORD.stationOwnRate,
  planRate: text(
    '方案“{name}”的基础费率',
    'Basic rate of plan {name}',
    'Taxa básica do plano {name}',
    '方案「{name}」的基礎費率',
  ),
  none: text('没有费率', 'No rate', 'Sem taxa', '沒有費率'),
  byScope: text('{scope}，优先级 {n}', '{scope}, priority {n}', '{scope}, prioridade {n}', '{scope}，優先級 {n}'),
} as const;

/**
 * Calculates each party's share and the fees, in fen, of an order with the entered values.
 *
 * @throws Refusal 40001 (payment exceeds the order's total), 40302 (station out of scope), 40401 (station has no terms at that time)
 */
export async function calculate(ctx: ActorContext, input: Input) {
  await assertTeamInScope(ctx, input.teamId);
  const totalFen = input.goodsFen + input.deliveryFen;
  if (input.paidFen > totalFen)
    throw invalid([{ field: 'paidFen', rule: 'range', message: fieldMessage('max', ctx.locale, { max: totalFen }) }]);
  const at = input.at === undefined ? ctx.clock.now() : new Date(input.at);
  const terms = (await stationTerms(ctx.db, [input.teamId], at))(input.teamId, at);
  if (!terms) throw refuse(40401);
  const { creditLimitFen: _credit, place, ...kept } = terms;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const basic = snapshotOf(kept, input);
  const rules = await publishedRules(ctx.db, at);
  const station = stationOf(input.teamId, place, await planRules(ctx.db));
  const order = { ...input, at, totalFen, riderIncomeFen: basic.riderIncomeFen };
  const found = itemsOf(rules, station, order, wallTime(at, timeZone).minutes);
  const cost = withItems(basic, found, false);
  const { hasMerchant } = input;
  const parts = settleParts(cost, { goodsFen: input.goodsFen, totalFen, escrowFen: totalFen, hasMerchant }, true);
  const fees = parts.itemFens.reduce((sum, fen) => sum + fen, 0);
  return {
    totalFen,
    stationFen: parts.teamFen,
    merchantFen: parts.merchantFen,
    riderFen: parts.riderFen,
    platformFen: parts.commissionFen + parts.promotionFen + fees,
    items: [...basicItem(ctx, cost, place.hasOwnRate), ...ruleItems(ctx, cost, parts, rules)],
  };
}

/** Lists the technical service fee at the basic rate of the station or its plan. The list is empty if a fee rule replaces that rate. */
function basicItem(ctx: ActorContext, cost: CostSnapshot, isOwn: boolean) {
  if (cost.items?.some((item) => isFolded(item) && item.kind === 'technical')) return [];
  const planWords = cost.planName === null ? ctx.t(WORDS.none) : ctx.t(WORDS.planRate, { name: cost.planName });
  return [
    {
      key: 'basic',
      kindText: ctx.t(COST_KIND_TEXT.technical),
      targetText: ctx.t(COST_TARGET_TEXT.team),
      ruleName: '',
      ruleId: null,
      revision: null,
      why: isOwn ? ctx.t(WORDS.ownRate) : planWords,
      formula: basicFormula(ctx, cost),
      baseFen: null,
      rateBp: cost.rateBp,
      amountFen: cost.technicalFeeFen,
    },
  ];
}

function basicFormula(ctx: ActorContext, { rateBp, fixedFen }: CostSnapshot): string {
  const parts = [
    ...(rateBp > 0 ? [formulaText(ctx, { ...INITIAL_TERMS, rateBp })] : []),
    ...(fixedFen > 0 ? [formulaText(ctx, { ...INITIAL_TERMS, calcType: 'perOrder', fixedFen })] : []),
  ];
  return parts.join(' + ');
}

function ruleItems(
  ctx: ActorContext,
  cost: CostSnapshot,
  parts: ReturnType<typeof settleParts>,
  rules: readonly FeeRule[],
) {
  const items = cost.items ?? [];
  const own = items.filter((item) => !isFolded(item));
  const amountOf = (item: CostItem): number => {
    if (!isFolded(item)) return parts.itemFens[own.indexOf(item)] ?? 0;
    return item.kind === 'promotion' ? parts.promotionFen : parts.commissionFen;
  };
  return items.flatMap((item) => {
    const rule = rules.find(({ id }) => id === item.rule);
    if (!rule) return [];
    return [
      {
        key: String(item.rule),
        kindText: ctx.t(COST_KIND_TEXT[item.kind]),
        targetText: ctx.t(COST_TARGET_TEXT[item.target]),
        ruleName: item.name,
        ruleId: item.rule,
        revision: item.version,
        why: ctx.t(WORDS.byScope, { scope: COST_SCOPE_TEXT[rule.scopeType], n: rule.priority }),
        formula: formulaText(ctx, rule.terms),
        baseFen: item.baseFen,
        rateBp: item.rateBp,
        amountFen: amountOf(item),
      },
    ];
  });
}
