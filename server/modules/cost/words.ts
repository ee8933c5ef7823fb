import { COST_BASE_TEXT, COST_PERIOD_TEXT, type CostTerms, type CostTier } from '../../../contract/cost.states';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { decimalText, shortPercentText, yuanText } from '../../core/money/amounts';

/** Sentences that describe how a rule computes its fee. */

const WORDS = {
  perOrder: text('每单 {x} 元', '¥{x} an order', '¥{x} por pedido', '每單 {x} 元'),
  rate: text('{base}的 {rate}', '{rate} of {base}', '{rate} de {base}', '{base}的 {rate}'),
  tiers: text('按{base}分 {n} 档', '{n} tiers of {base}', '{n} faixas de {base}', '按{base}分 {n} 檔'),
  distance: text(
    '{x} 元含 {km} 公里，每 {step} 公里 {y} 元',
    '¥{x} up to {km} km, then ¥{y} each {step} km',
    '¥{x} até {km} km, depois ¥{y} a cada {step} km',
    '{x} 元含 {km} 公里，每 {step} 公里 {y} 元',
  ),
  period: text('{period} {x} 元', '¥{x} {period}', '¥{x} {period}', '{period} {x} 元'),
  min: text('最低 {x} 元', 'at least ¥{x}', 'no mínimo ¥{x}', '最低 {x} 元'),
  max: text('最高 {x} 元', 'at most ¥{x}', 'no máximo ¥{x}', '最高 {x} 元'),
} as const;

const kilometres = (metres: number): Text => decimalText(metres / 1_000, { max: 3 });

/** Returns a word in the user's language and in lower case, for use inside a sentence. */
const inner = (ctx: Pick<ActorContext, 'locale'>, words: Text): string => words[ctx.locale].toLowerCase();

export function formulaText(ctx: Pick<ActorContext, 't' | 'locale'>, terms: CostTerms): string {
  const yuan = (fen: number) => ctx.t(yuanText(fen));
  const caps = [
    ...(terms.capMinFen > 0 ? [ctx.t(WORDS.min, { x: yuan(terms.capMinFen) })] : []),
    ...(terms.capMaxFen === null ? [] : [ctx.t(WORDS.max, { x: yuan(terms.capMaxFen) })]),
  ];
  return [plainFormula(ctx, terms), ...caps].join(ctx.locale.startsWith('zh') ? '，' : ', ');
}

function plainFormula(ctx: Pick<ActorContext, 't' | 'locale'>, terms: CostTerms): string {
  const yuan = (fen: number) => ctx.t(yuanText(fen));
  const base = inner(ctx, COST_BASE_TEXT[terms.base]);
  switch (terms.calcType) {
    case 'perOrder':
      return ctx.t(WORDS.perOrder, { x: yuan(terms.fixedFen) });
    case 'rate':
      return ctx.t(WORDS.rate, { base, rate: ctx.t(shortPercentText(terms.rateBp)) });
    case 'tierAmount':
      return ctx.t(WORDS.tiers, { base, n: terms.tiers.length });
    case 'distance': {
      const { baseFen, baseM, stepFen, stepM } = terms.distance;
      const kms = { km: ctx.t(kilometres(baseM)), step: ctx.t(kilometres(stepM)) };
      return ctx.t(WORDS.distance, { x: yuan(baseFen), y: yuan(stepFen), ...kms });
    }
    case 'period':
      return ctx.t(WORDS.period, { x: yuan(terms.fixedFen), period: inner(ctx, COST_PERIOD_TEXT[terms.period]) });
    default:
      return terms.calcType satisfies never;
  }
}

/** Formats tiers for the audit and for exports, such as `0–50: 1 + 5%`. Amounts are in yuan. */
export const tiersText = (tiers: readonly CostTier[]): string =>
  tiers
    .map(
      ({ from, to, fixedFen, rateBp }) =>
        `${from / 100}–${to === null ? '' : to / 100}: ${fixedFen / 100} + ${rateBp / 100}%`,
    )
    .join('; ');
