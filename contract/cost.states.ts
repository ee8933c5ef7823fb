import { caseType } from './case';
import { lifecycle } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares labels, limits and states of fee rules, plans and charges (费用管理, DOMAIN §3.5, §5.5). It imports no library,
 * because the browser loads it.
 */

/** Kinds of fees. The first three are charged with each order, the others once a month or once a year. */
export const COST_KIND_TEXT = {
  technical: WORD.technicalServiceFee,
  delivery: text('配送服务费', 'Delivery service fee', 'Tarifa de serviço de entrega', '配送服務費'),
  promotion: WORD.promotionServiceFee,
  software: text('软件年费', 'Annual software fee', 'Tarifa anual de software', '軟體年費'),
  other: text('其他服务费', 'Other service fee', 'Outra tarifa de serviço', '其他服務費'),
} as const;
export type CostKind = keyof typeof COST_KIND_TEXT;
export const COST_KINDS = Object.keys(COST_KIND_TEXT) as CostKind[];

/** Parties that a fee can be charged to. */
export const COST_TARGET_TEXT = {
  team: WORD.station,
  merchant: WORD.merchant,
  rider: WORD.rider,
} as const;
export type CostTarget = keyof typeof COST_TARGET_TEXT;
export const COST_TARGETS = Object.keys(COST_TARGET_TEXT) as CostTarget[];

/** For each kind of fee, the parties that it can be charged to. */
export const COST_MATRIX: Readonly<Record<CostKind, readonly CostTarget[]>> = {
  technical: ['team', 'merchant'],
  delivery: ['team', 'merchant', 'rider'],
  promotion: ['team', 'merchant'],
  software: ['team'],
  other: ['team'],
};

export const COST_SCOPE_TEXT = {
  team: WORD.chosenStations,
  plan: text('费用方案内', 'Through fee plans', 'Por planos de tarifas', '費用方案內'),
  region: WORD.regions,
  all: WORD.allStations,
} as const;
export type CostScope = keyof typeof COST_SCOPE_TEXT;
/** Scopes of a rule, narrowest first. The rule with the narrowest scope wins. The priority decides between equal scopes (DOMAIN §3.5). */
export const COST_SCOPES = Object.keys(COST_SCOPE_TEXT) as CostScope[];

export const COST_CALC_TEXT = {
  perOrder: text('按单固定', 'Fixed per order', 'Fixo por pedido', '按單固定'),
  rate: text('按比例', 'Rate', 'Percentual', '按比例'),
  tierAmount: text('按金额阶梯', 'Tiers by amount', 'Faixas por valor', '按金額階梯'),
  distance: text('按距离', 'By distance', 'Por distância', '按距離'),
  period: text('按周期', 'By period', 'Por período', '按週期'),
} as const;
export type CostCalc = keyof typeof COST_CALC_TEXT;
export const COST_CALCS = Object.keys(COST_CALC_TEXT) as CostCalc[];

export const COST_BASE_TEXT = {
  total: text('订单总额', 'Order total', 'Total do pedido', '訂單總額'),
  paid: WORD.amountPaid,
  goods: WORD.goods,
  deliveryFee: WORD.deliveryFee,
  riderIncome: WORD.riderIncome,
} as const;
export type CostBase = keyof typeof COST_BASE_TEXT;
export const COST_BASES = Object.keys(COST_BASE_TEXT) as CostBase[];

/** Types of orders. A fee rule can be limited to selected types. */
export const SERVICE_TYPE_TEXT = {
  deliver: text('帮送', 'Deliver', 'Entregar', '幫送'),
  buy: text('帮买', 'Buy', 'Comprar', '幫買'),
  fetch: text('帮取', 'Fetch', 'Buscar', '幫取'),
  food: WORD.food,
  queue: WORD.queueing,
  helper: text('帮办', 'Helper', 'Ajuda', '幫辦'),
} as const;
export type ServiceType = keyof typeof SERVICE_TYPE_TEXT;
export const SERVICE_TYPES = Object.keys(SERVICE_TYPE_TEXT) as ServiceType[];

export const COST_PERIOD_TEXT = {
  month: text('每月', 'Every month', 'Todo mês', '每月'),
  year: text('每年', 'Every year', 'Todo ano', '每年'),
} as const;
export type CostPeriod = keyof typeof COST_PERIOD_TEXT;

export const RESIDUAL_TEXT = {
  team: text('被收费方', 'Charged party', 'Parte cobrada', '被收費方'),
  platform: WORD.platform,
} as const;
export type ResidualParty = keyof typeof RESIDUAL_TEXT;

/** Kinds of fees that are charged with each order. */
const ORDER_KINDS: readonly CostKind[] = ['technical', 'delivery', 'promotion'];
export const isOrderKind = (kind: CostKind): boolean => ORDER_KINDS.includes(kind);
/** Returns the calculations that are allowed for a kind of fee. */
export const calcsOf = (kind: CostKind): readonly CostCalc[] =>
  isOrderKind(kind) ? COST_CALCS.filter((calc) => calc !== 'period') : ['period'];

/** Limits of rules, plans and what-ifs. Suffixes give the units: Fen, M metres, Bp basis points. Texts are in characters. */
export const COST_RULE = {
  name: { min: 2, max: 30 },
  remark: 200,
  scopeIds: 500,
  priority: { min: 0, max: 999 },
  fixedFen: { min: 0, max: 1_000_000 },
  rateBp: { min: 0, max: 10_000 },
  tiers: { min: 2, max: 10 },
  stepM: { min: 100, max: 50_000 },
  baseM: { min: 0, max: 100_000 },
  reason: { min: 2, max: 200 },
  /** Maximum number of days of past orders in one what-if. */
  whatIfDays: 366,
  planRules: 50,
} as const;

/**
 * A row of the tier table, for a fee by amount. `from` (inclusive) and `to` (exclusive) are amounts in fen. In the last tier `to` is
 * `null`, which means no upper limit.
 */
export interface CostTier {
  readonly from: number;
  readonly to: number | null;
  readonly fixedFen: number;
  readonly rateBp: number;
}
export interface CostDistance {
  readonly baseM: number;
  readonly baseFen: number;
  readonly stepM: number;
  readonly stepFen: number;
  /** Surcharge between 22:00 and 06:00, in fen. */
  readonly nightFen: number;
}
/**
 * The terms of a fee calculation. The chosen calculation (`calcType`) ignores the fields that it does not use. The form of the console
 * sends initial values for them.
 */
export interface CostTerms {
  readonly calcType: CostCalc;
  readonly base: CostBase;
  readonly fixedFen: number;
  readonly rateBp: number;
  readonly tiers: readonly CostTier[];
  readonly distance: CostDistance;
  readonly period: CostPeriod;
  readonly capMinFen: number;
  readonly capMaxFen: number | null;
  readonly residualParty: ResidualParty;
}

export const INITIAL_TERMS: CostTerms = {
  calcType: 'rate',
  base: 'total',
  fixedFen: 0,
  rateBp: 0,
  tiers: [],
  distance: { baseM: 3_000, baseFen: 500, stepM: 1_000, stepFen: 100, nightFen: 0 },
  period: 'month',
  capMinFen: 0,
  capMaxFen: null,
  residualParty: 'team',
};

const EDIT = 3702;
const PUBLISH = 3706;
const address = (action: string): string => `finance.Cost/${action}`;
const reason = { name: 'reason', ...COST_RULE.reason } as const;

/** One version of a fee rule. The person who submits the version is its maker. Another person publishes it. */
export const costRuleCase = caseType({
  key: 'costRule',
  module: 'financial.cost',
  number: 'CR',
  title: WORD.feeRule,
  money: true,
  waiting: ['pendingApproval'],
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    pendingApproval: { text: WORD.pendingReview, tone: 'attention' },
    published: { text: WORD.publishedFeminine, tone: 'good' },
    disabled: { text: WORD.disabledFeminine, tone: 'neutral' },
    expired: { text: WORD.noLongerInForce, tone: 'neutral' },
  },
  steps: {
    submitRule: {
      address: address('submitRule'),
      from: ['draft'],
      to: 'pendingApproval',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      form: true,
      text: WORD.submitForReview,
      happened: text('已提交审核', 'Submitted', 'Enviada', '已提交審核'),
      recordText: text('提交费用规则', 'Submit fee rule', 'Enviar regra de tarifa', '提交費用規則'),
      errors: [42261, 42265],
    },
    publish: {
      address: address('publish'),
      from: ['pendingApproval'],
      to: 'published',
      by: 'notMaker',
      rule: PUBLISH,
      risk: 'confirm',
      text: WORD.publish,
      happened: WORD.publishedFeminine,
      recordText: text('发布费用规则', 'Publish fee rule', 'Publicar regra de tarifa', '發布費用規則'),
      consequence: text(
        '从生效时间起支付的订单按此规则收费，旧版本随之失效。',
        'Orders paid from its effective time on are charged by this rule; the previous version ends at that time.',
        'Pedidos pagos a partir do início são cobrados por ela; a versão anterior termina ali.',
        '從生效時間起支付的訂單按此規則收費，舊版本隨之失效。',
      ),
      errors: [42261, 42265],
    },
    reject: {
      address: address('reject'),
      from: ['pendingApproval'],
      to: 'draft',
      by: 'notMaker',
      rule: PUBLISH,
      risk: 'confirm',
      reason,
      text: WORD.reject,
      happened: WORD.rejectedFeminine,
      recordText: text('驳回费用规则', 'Reject fee rule', 'Recusar regra de tarifa', '駁回費用規則'),
      consequence: WORD.ruleIsDraftAgain,
    },
    recall: {
      address: address('recall'),
      from: ['pendingApproval'],
      to: 'draft',
      by: 'maker',
      rule: EDIT,
      risk: 'confirm',
      text: WORD.withdraw,
      happened: WORD.withdrawnFeminine,
      recordText: text('撤回费用规则', 'Withdraw fee rule', 'Retirar regra de tarifa', '撤回費用規則'),
      consequence: WORD.ruleIsDraftAgain,
    },
    disable: {
      address: address('disable'),
      from: ['published'],
      to: 'disabled',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      reason,
      form: true,
      text: WORD.disable,
      happened: WORD.disabledFeminine,
      recordText: text('停用费用规则', 'Disable fee rule', 'Desativar regra de tarifa', '停用費用規則'),
    },
    end: {
      from: ['published'],
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: WORD.ruleEnds,
    },
  },
});
export type CostRuleState = keyof typeof costRuleCase.states;

/** The lifecycle of a fee charge. A charge that could not be collected is recorded too: its state is `owed`. */
export const chargeLifecycle = lifecycle({
  entity: 'costCharge',
  states: {
    owed: { text: text('欠费', 'Owed', 'Devida', '欠費'), tone: 'bad' },
    charged: { text: text('已扣', 'Charged', 'Cobrada', '已扣'), tone: 'good' },
    waived: { text: text('已减免', 'Waived', 'Dispensada', '已減免'), tone: 'neutral' },
    reversed: { text: WORD.reversedFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'collect',
      from: ['owed'],
      to: 'charged',
      by: 'staff',
      rule: 3707,
      risk: 'confirm',
      text: text('重新扣费', 'Collect again', 'Cobrar de novo', '重新扣費'),
    },
    {
      action: 'waive',
      from: ['owed', 'charged'],
      to: 'waived',
      by: 'staff',
      rule: 3707,
      risk: 'fourEyes',
      text: text('减免', 'Waive', 'Dispensar', '減免'),
    },
    {
      action: 'reverse',
      from: ['charged'],
      to: 'reversed',
      by: 'system',
      risk: 'none',
      text: text('随订单结算冲正', 'Reversed with its order', 'Estornada com o pedido', '隨訂單結算沖正'),
    },
  ],
});
export type ChargeState = keyof typeof chargeLifecycle.states;

export const PLAN_STATES = {
  on: { text: WORD.enabledMasculine, tone: 'good' },
  off: { text: WORD.disabledMasculine, tone: 'neutral' },
} as const satisfies Readonly<Record<string, { text: Text; tone: 'good' | 'neutral' }>>;

export const WHAT_IF_TEXT = {
  waiting: text('等待计算', 'Waiting', 'Aguardando', '等待計算'),
  running: text('计算中', 'Calculating', 'Calculando', '計算中'),
  done: WORD.done,
  cancelled: WORD.cancelledMasculine,
  failed: WORD.failed,
} as const;
export type WhatIfState = keyof typeof WHAT_IF_TEXT;
export const WHAT_IF_STATES = Object.keys(WHAT_IF_TEXT) as WhatIfState[];
