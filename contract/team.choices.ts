import { type Text, text } from './text';
import { WORD } from './words';

/** Option lists for stations with their texts. The browser imports this file, so it must not import libraries. */

export const SERVICE_TYPES = ['deliver', 'buy', 'fetch', 'food', 'queue', 'helper'] as const;

/** Services that a station offers (服务类型). */
export const SERVICE_TEXTS: Readonly<Record<(typeof SERVICE_TYPES)[number], Text>> = {
  deliver: text('帮送', 'Delivery', 'Entrega', '幫送'),
  buy: text('帮买', 'Buying', 'Compras', '幫買'),
  fetch: text('帮取', 'Fetching', 'Coleta', '幫取'),
  food: WORD.food,
  queue: WORD.queueing,
  helper: text('全能帮手', 'Helper', 'Ajudante', '全能幫手'),
};

export const SETTLE_CYCLES = ['T0', 'T1', 'T7', 'month'] as const;
export type SettleCycle = (typeof SETTLE_CYCLES)[number];

/** Times at which a station's share of an order becomes available (结算周期). */
export const SETTLE_CYCLE_TEXTS = {
  T0: text('当日', 'Same day', 'No mesmo dia', '當日'),
  T1: text('次日', 'Next day', 'No dia seguinte', '次日'),
  T7: text('7 天后', 'After 7 days', 'Após 7 dias', '7 天後'),
  month: text('按月', 'Monthly', 'Mensal', '按月'),
} as const satisfies Readonly<Record<SettleCycle, Text>>;
