import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares price enquiries of the short-video platform (抖音询价, DOMAIN §3.9), their price rules and tariffs. It imports no
 * library, because the browser loads it.
 */

export const ENQUIRY = {
  /** Limits of a manual quote. Amounts are in fen, delivery times in minutes. */
  quoteFen: { min: 100, max: 100_000 },
  etaMin: { min: 10, max: 240 },
  remark: 200,
  note: { min: 2, max: 200 },
  reason: { min: 2, max: 200 },
  /** Maximum number of days in the filter of the list. */
  rangeDays: 31,
  externalNo: 64,
  shopId: 32,
  street: 60,
  /** Maximum number of stations in the chart. */
  stations: 10,
} as const;

/**
 * Reasons for refusing an enquiry. The server checks them in this order, with two exceptions. The maximum distance and weight of the price
 * rule are checked after those of the station. One check of `configError` comes last: whether the price is within its limits.
 */
export const REFUSE_REASONS = [
  'shopBlocked',
  'configError',
  'closed',
  'outOfArea',
  'overDistance',
  'overWeight',
  'noCapacity',
] as const;
export type RefuseReason = (typeof REFUSE_REASONS)[number];

export const REFUSE_REASON_TEXT: Readonly<Record<RefuseReason, ReturnType<typeof text>>> = {
  shopBlocked: WORD.shopBlocked,
  configError: text('配置缺失', 'Not configured', 'Não configurado', '設定缺失'),
  closed: text('站点未营业', 'Station closed', 'Estação fechada', '站點未營業'),
  outOfArea: text('超出服务区域', 'Out of area', 'Fora da área', '超出服務區域'),
  overDistance: text('超出配送距离', 'Too far', 'Distância excedida', '超出配送距離'),
  overWeight: text('超出配送重量', 'Too heavy', 'Peso excedido', '超出配送重量'),
  noCapacity: text('运力不足', 'No capacity', 'Sem capacidade', '運力不足'),
};

/** Ranges of the distance filter in metres. The last range has no upper limit. */
export const DISTANCE_BANDS = {
  to1km: { from: 0, to: 1_000 },
  to3km: { from: 1_000, to: 3_000 },
  to5km: { from: 3_000, to: 5_000 },
  to10km: { from: 5_000, to: 10_000 },
  over10km: { from: 10_000, to: null },
} as const;
export type DistanceBand = keyof typeof DISTANCE_BANDS;

const QUOTE_RULE = 10606;
const RULES_RULE = 10607;

export const enquiryLifecycle = lifecycle({
  entity: 'enquiry',
  states: {
    received: { text: text('已接收', 'Received', 'Recebida', '已接收'), tone: 'info' },
    manual: { text: WORD.waitsForQuote, tone: 'attention' },
    quoted: { text: WORD.quoted, tone: 'working' },
    converted: { text: WORD.convertedToOrder, tone: 'good' },
    refused: { text: WORD.refusedFeminine, tone: 'bad' },
    expired: { text: WORD.expiredFeminine, tone: 'neutral' },
    cancelled: { text: WORD.cancelledFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'autoQuote',
      from: ['received'],
      to: 'quoted',
      by: 'system',
      risk: 'none',
      text: text('自动报价', 'Quoted automatically', 'Cotada automaticamente', '自動報價'),
    },
    {
      action: 'refer',
      from: ['received'],
      to: 'manual',
      by: 'system',
      risk: 'none',
      text: text('转人工报价', 'Referred to staff', 'Encaminhada à equipe', '轉人工報價'),
    },
    {
      action: 'refuse',
      from: ['received'],
      to: 'refused',
      by: 'system',
      risk: 'none',
      text: text('拒绝询价', 'Enquiry refused', 'Consulta recusada', '拒絕詢價'),
    },
    {
      action: 'quote',
      from: ['manual'],
      to: 'quoted',
      by: 'staff',
      rule: QUOTE_RULE,
      risk: 'none',
      text: WORD.quoteByHand,
    },
    {
      action: 'expire',
      from: ['manual', 'quoted'],
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: text('询价过期', 'Enquiry expired', 'Consulta expirada', '詢價過期'),
    },
    {
      action: 'convert',
      from: ['quoted'],
      to: 'converted',
      by: 'system',
      risk: 'none',
      text: text('转为订单', 'Converted to an order', 'Convertida em pedido', '轉為訂單'),
    },
    {
      action: 'cancel',
      from: ['quoted'],
      to: 'cancelled',
      by: 'system',
      risk: 'none',
      text: text('平台取消', 'Cancelled by the platform', 'Cancelada pela plataforma', '平台取消'),
    },
  ],
});
export type EnquiryState = keyof typeof enquiryLifecycle.states;

/* ---- price rules ---- */

/** The lifecycle of a price rule. A published rule starts and ends at its dates. */
export const enquiryRuleLifecycle = lifecycle({
  entity: 'enquiryRule',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    waiting: { text: text('待生效', 'Waiting', 'A vigorar', '待生效'), tone: 'info' },
    inForce: { text: text('生效中', 'In force', 'Em vigor', '生效中'), tone: 'good' },
    expired: { text: WORD.noLongerInForce, tone: 'neutral' },
    disabled: { text: WORD.disabledFeminine, tone: 'neutral' },
    removed: { text: WORD.deletedFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'publishRule',
      from: ['draft'],
      to: 'waiting',
      by: 'staff',
      rule: RULES_RULE,
      risk: 'confirm',
      text: WORD.publishRule,
    },
    {
      action: 'begin',
      from: ['waiting'],
      to: 'inForce',
      by: 'system',
      risk: 'none',
      text: text('规则生效', 'Rule takes effect', 'A regra entra em vigor', '規則生效'),
    },
    {
      action: 'end',
      from: ['inForce'],
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: WORD.ruleEnds,
    },
    {
      action: 'disableRule',
      from: ['waiting', 'inForce'],
      to: 'disabled',
      by: 'staff',
      rule: RULES_RULE,
      risk: 'confirm',
      text: WORD.disableRule,
    },
    {
      action: 'removeRule',
      from: ['draft'],
      to: 'removed',
      by: 'staff',
      rule: RULES_RULE,
      risk: 'confirm',
      text: WORD.deleteDraft,
    },
  ],
});
export type EnquiryRuleState = keyof typeof enquiryRuleLifecycle.states;

/** Scopes of a rule, narrowest first. The rule with the narrowest scope wins. The priority decides between equal scopes (DOMAIN §3.5). */
export const RULE_SCOPES = ['team', 'plan', 'region', 'all'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** Limits of a price rule. `name` and `remark` are in characters, `scopeIds` and `periods` are maximum numbers of items. */
export const ENQUIRY_RULE = {
  name: { min: 2, max: 30 },
  remark: 200,
  scopeIds: 500,
  periods: 6,
  priority: { min: 0, max: 999 },
} as const;

/** Limits of a tariff. The names give the units: M metres, G grams, Fen, Bp basis points, Min minutes, Sec seconds. */
export const TARIFF_LIMITS = {
  baseM: { min: 0, max: 50_000 },
  baseFen: { min: 0, max: 100_000 },
  stepM: { min: 100, max: 10_000 },
  stepFen: { min: 0, max: 10_000 },
  baseG: { min: 0, max: 100_000 },
  stepG: { min: 100, max: 50_000 },
  weightStepFen: { min: 0, max: 10_000 },
  insuranceFreeFen: { min: 0, max: 10_000_000 },
  insuranceBp: { min: 0, max: 1_000 },
  weatherBp: { min: 10_000, max: 30_000 },
  maxDistanceM: { min: 500, max: 50_000 },
  maxWeightG: { min: 100, max: 100_000 },
  riderBaseFen: { min: 0, max: 100_000 },
  riderStepFen: { min: 0, max: 10_000 },
  riderWeightStepFen: { min: 0, max: 10_000 },
  minMarginBp: { min: 0, max: 5_000 },
  etaBaseMin: { min: 5, max: 120 },
  etaPerKmMin: { min: 1, max: 30 },
  validMinutes: { min: 1, max: 60 },
  manualWindowSec: { min: 0, max: 300 },
} as const;
export type TariffKey = keyof typeof TARIFF_LIMITS;
export const PERIOD_FACTOR = { min: 5_000, max: 30_000 } as const;

/** A period of the day with its price factor. `to` can be `24:00`. */
export interface TariffPeriod {
  readonly from: string;
  readonly to: string;
  /** Factor in basis points. 12,000 means 1.2 times the price. */
  readonly factorBp: number;
}
export type Tariff = { readonly [K in TariffKey]: number } & { readonly periods: readonly TariffPeriod[] };

/** The tariff that a new rule starts with. */
export const INITIAL_TARIFF: Tariff = {
  baseM: 3_000,
  baseFen: 500,
  stepM: 1_000,
  stepFen: 100,
  baseG: 5_000,
  stepG: 1_000,
  weightStepFen: 100,
  insuranceFreeFen: 10_000,
  insuranceBp: 50,
  periods: [],
  weatherBp: 12_000,
  maxDistanceM: 10_000,
  maxWeightG: 20_000,
  riderBaseFen: 400,
  riderStepFen: 80,
  riderWeightStepFen: 60,
  minMarginBp: 1_000,
  etaBaseMin: 20,
  etaPerKmMin: 4,
  validMinutes: 10,
  manualWindowSec: 0,
};

/** Steps of a quote. The price steps add up to the quote, the cost steps to the cost. */
export const QUOTE_STEP_TEXT = {
  base: WORD.basePrice,
  distance: text('里程费', 'Distance', 'Distância', '里程費'),
  weight: text('续重费', 'Weight', 'Peso', '續重費'),
  period: text('时段系数', 'Time of day', 'Horário', '時段係數'),
  weather: text('天气系数', 'Weather', 'Clima', '天氣係數'),
  insurance: text('保价费', 'Value insurance', 'Seguro de valor', '保價費'),
  surcharge: text('站点加价', 'Station surcharge', 'Taxa extra da estação', '站點加價'),
  night: WORD.nightFee,
  margin: text('补足最低毛利', 'Raised to the minimum margin', 'Ajuste à margem mínima', '補足最低毛利'),
  riderBase: WORD.ridersBasePay,
  riderDistance: text('骑手里程费', "Rider's distance pay", 'Distância do entregador', '騎手里程費'),
  riderWeight: text('骑手续重费', "Rider's weight pay", 'Peso do entregador', '騎手續重費'),
  premium: WORD.insurancePremium,
  subsidy: text('天气补贴', 'Weather subsidy', 'Subsídio de clima', '天氣補貼'),
} as const;
export type QuoteStepKey = keyof typeof QUOTE_STEP_TEXT;
/** The steps that add up to the cost of a quote. */
export const COST_STEPS = ['riderBase', 'riderDistance', 'riderWeight', 'premium', 'subsidy'] as const;
