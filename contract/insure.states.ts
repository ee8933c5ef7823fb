import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, choices and states of the riders' insurance (保险数据, DOMAIN §3.8): products, insured sums,
 * reconciliation, cover. It imports no library, because the browser loads it.
 */

export const INSURE = {
  name: { min: 2, max: 40 },
  insurer: { min: 2, max: 40 },
  planCode: { min: 2, max: 40 },
  agreementNo: { max: 40 },
  secret: { min: 16, max: 64 },
  premiumFen: { min: 1, max: 10_000 },
  sumFen: { min: 0, max: 500_000_000 },
  minAge: { min: 16, max: 18 },
  maxAge: { min: 50, max: 65 },
  /** Minutes after midnight at which the cover ends on the next day: 90 is 01:30. Monthly cover ends on the first day of the next month. */
  coverEnd: { min: 0, max: 360, initial: 90 },
  teams: 200,
  /** Maximum number of days between the purchase and the start of the cover. */
  aheadDays: 7,
  /** Maximum delay of an order event in minutes. If the delay is longer, the cover begins when the event arrives. */
  lateMinutes: 15,
  /** Minutes within which the insurer must confirm. After that, a rider who needs cover receives no more orders. */
  pendingMinutes: 15,
  place: { min: 2, max: 100 },
  description: { min: 10, max: 1000 },
  caseNo: { min: 4, max: 40 },
  voucherNo: { min: 4, max: 64 },
  orderNo: { max: 22 },
  reason: { min: 2, max: 200 },
  /** Maximum number of files for each material. */
  files: 5,
  /** Days after the accident within which a claim must be reported. */
  claimDays: 365,
  /** Number of months in the chart. */
  months: 12,
  /** Maximum number of insurance rows that a rider's drawer shows in one table. */
  rows: 20,
} as const;

export const INSURE_KINDS = {
  daily: text('日单险', 'Daily cover', 'Cobertura diária', '日單險'),
  employer: text('雇主责任险', 'Employer’s liability', 'Responsabilidade do empregador', '僱主責任險'),
  accident: text('意外险', 'Accident', 'Acidentes pessoais', '意外險'),
  occupational: text('职业伤害保障', 'Occupational injury', 'Acidente de trabalho', '職業傷害保障'),
} as const satisfies Record<string, Text>;
export type InsureKind = keyof typeof INSURE_KINDS;
export const INSURE_KIND_KEYS = Object.keys(INSURE_KINDS) as InsureKind[];

export const INSURE_UNITS = {
  day: text('每日', 'Per day', 'Por dia', '每日'),
  order: text('每单', 'Per order', 'Por pedido', '每單'),
  month: text('每月', 'Per month', 'Por mês', '每月'),
} as const satisfies Record<string, Text>;
export type InsureUnit = keyof typeof INSURE_UNITS;
export const INSURE_UNIT_KEYS = Object.keys(INSURE_UNITS) as InsureUnit[];

export const INSURE_PAYERS = {
  platform: WORD.platform,
  team: WORD.station,
  rider: WORD.rider,
} as const satisfies Record<string, Text>;
export type InsurePayer = keyof typeof INSURE_PAYERS;
export const INSURE_PAYER_KEYS = Object.keys(INSURE_PAYERS) as InsurePayer[];

export const INSURE_MODES = {
  manual: text('名单申报', 'By list', 'Por lista', '名單申報'),
  api: text('接口投保', 'By interface', 'Por interface', '介面投保'),
} as const satisfies Record<string, Text>;
export type InsureMode = keyof typeof INSURE_MODES;
export const INSURE_MODE_KEYS = Object.keys(INSURE_MODES) as InsureMode[];

/** Kinds of insured damage. Each has an insured sum. The sums limit the payment of a claim. */
export const INSURE_SUMS = {
  medical: text('医疗', 'Medical', 'Despesas médicas', '醫療'),
  disability: text('伤残', 'Disability', 'Invalidez', '傷殘'),
  death: WORD.death,
  thirdPerson: text('第三者人身', 'Third party, injury', 'Terceiros, danos pessoais', '第三者人身'),
  thirdProperty: text('第三者财产', 'Third party, property', 'Terceiros, danos materiais', '第三者財產'),
} as const satisfies Record<string, Text>;
export type InsureSum = keyof typeof INSURE_SUMS;
export const INSURE_SUM_KEYS = Object.keys(INSURE_SUMS) as InsureSum[];
/** Insured sum in fen for each kind of damage. */
export type InsureSums = Readonly<Record<InsureSum, number>>;

export const PRODUCT_STATES = {
  on: { text: WORD.enabledMasculine, tone: 'good' },
  off: { text: WORD.disabledMasculine, tone: 'neutral' },
} as const;

/** States of the monthly reconciliation with the insurer's file. */
export const INSURE_RECON_STATES = {
  noFile: { text: text('未上传', 'No file', 'Sem arquivo', '未上傳'), tone: 'neutral' },
  gaps: { text: WORD.hasDifferences, tone: 'attention' },
  balanced: { text: WORD.balanced, tone: 'good' },
} as const;
export type InsureReconState = keyof typeof INSURE_RECON_STATES;

export const GAP_KINDS = {
  notTheirs: text('保险公司无此保单', 'Missing at the insurer', 'Falta na seguradora', '保險公司無此保單'),
  notOurs: text('我方无此保单', 'Missing in our books', 'Falta nos nossos livros', '我方無此保單'),
  amount: text('保费不一致', 'Premium differs', 'Prêmio diferente', '保費不一致'),
} as const satisfies Record<string, Text>;
export type GapKind = keyof typeof GAP_KINDS;
export const GAP_STATES = {
  open: { text: text('待处理', 'Open', 'Aberta', '待處理'), tone: 'attention' },
  resolved: { text: WORD.handledFeminine, tone: 'good' },
  adjusted: { text: text('已调整', 'Adjusted', 'Ajustada', '已調整'), tone: 'good' },
} as const;
export type GapState = keyof typeof GAP_STATES;

/** States of a rider's cover at the current time. */
export const COVER_STATES = {
  covered: { text: text('有保障', 'Covered', 'Coberto', '有保障'), tone: 'good' },
  pending: { text: WORD.coverPending, tone: 'attention' },
  failed: { text: WORD.coverFailed, tone: 'bad' },
  none: { text: text('无保障', 'Not covered', 'Sem cobertura', '無保障'), tone: 'neutral' },
} as const;
export type CoverState = keyof typeof COVER_STATES;
