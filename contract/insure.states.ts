import { caseType } from './case';
import { type Text, text } from './text';

/** Insurance of riders (保险数据, DOMAIN §3.8): limits, kinds, policies and claims. Free of libraries: the browser imports it. */

export const INSURE = {
  name: { min: 2, max: 40 },
  insurer: { min: 2, max: 40 },
  planCode: { min: 2, max: 40 },
  agreementNo: { max: 40 },
  secret: { min: 16, max: 64 },
  /** Fen. */
  premiumFen: { min: 1, max: 10_000 },
  sumFen: { min: 0, max: 500_000_000 },
  minAge: { min: 16, max: 18 },
  maxAge: { min: 50, max: 65 },
  /** End of the cover: minutes after the midnight that ends its day or month. */
  coverEnd: { min: 0, max: 360, initial: 90 },
  teams: 200,
  /** Cover may be bought so many days ahead. */
  aheadDays: 7,
  /** Order events told later than this begin the cover when they arrive. Minutes. */
  lateMinutes: 15,
  /** So long the insurer may take before the rider gets no more orders. Minutes. */
  pendingMinutes: 15,
  place: { min: 2, max: 100 },
  description: { min: 10, max: 1000 },
  caseNo: { min: 4, max: 40 },
  voucherNo: { min: 4, max: 64 },
  orderNo: { max: 22 },
  reason: { min: 2, max: 200 },
  /** Files of each material. */
  files: 5,
  /** Claims are reported within so many days of the accident. */
  claimDays: 365,
  /** Months of the chart. */
  months: 12,
  /** Oldest month that can be reconciled. */
  reconMonths: 24,
  /** Rows of the drawer. */
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
  platform: text('平台', 'Platform', 'Plataforma', '平台'),
  team: text('站点', 'Station', 'Estação', '站點'),
  rider: text('骑手', 'Rider', 'Entregador', '騎手'),
} as const satisfies Record<string, Text>;
export type InsurePayer = keyof typeof INSURE_PAYERS;
export const INSURE_PAYER_KEYS = Object.keys(INSURE_PAYERS) as InsurePayer[];

export const INSURE_MODES = {
  manual: text('名单申报', 'By list', 'Por lista', '名單申報'),
  api: text('接口投保', 'By interface', 'Por interface', '介面投保'),
} as const satisfies Record<string, Text>;
export type InsureMode = keyof typeof INSURE_MODES;
export const INSURE_MODE_KEYS = Object.keys(INSURE_MODES) as InsureMode[];

/** What is insured, and up to how much. */
export const INSURE_SUMS = {
  medical: text('医疗', 'Medical', 'Despesas médicas', '醫療'),
  disability: text('伤残', 'Disability', 'Invalidez', '傷殘'),
  death: text('身故', 'Death', 'Morte', '身故'),
  thirdPerson: text('第三者人身', 'Third party, injury', 'Terceiros, danos pessoais', '第三者人身'),
  thirdProperty: text('第三者财产', 'Third party, property', 'Terceiros, danos materiais', '第三者財產'),
} as const satisfies Record<string, Text>;
export type InsureSum = keyof typeof INSURE_SUMS;
export const INSURE_SUM_KEYS = Object.keys(INSURE_SUMS) as InsureSum[];
/** Fen. */
export type InsureSums = Readonly<Record<InsureSum, number>>;

export const CLAIM_KINDS = {
  selfInjury: text('本人受伤', 'Rider injured', 'Entregador ferido', '本人受傷'),
  thirdPerson: text('第三者受伤', 'Third party injured', 'Terceiro ferido', '第三者受傷'),
  thirdProperty: text('第三者财产损失', 'Third party property', 'Bens de terceiros', '第三者財產損失'),
  death: text('身故', 'Death', 'Morte', '身故'),
} as const satisfies Record<string, Text>;
export type ClaimKind = keyof typeof CLAIM_KINDS;
export const CLAIM_KIND_KEYS = Object.keys(CLAIM_KINDS) as ClaimKind[];

/** The sums insured that a claim of this kind draws on. */
export const CLAIM_SUMS: Readonly<Record<ClaimKind, readonly InsureSum[]>> = {
  selfInjury: ['medical', 'disability'],
  thirdPerson: ['thirdPerson'],
  thirdProperty: ['thirdProperty'],
  death: ['death'],
};
/** The most that is paid for a claim. Fen. */
export const limitOf = (kind: ClaimKind, sums: InsureSums): number =>
  CLAIM_SUMS[kind].reduce((fen, key) => fen + sums[key], 0);

/** Materials of a claim (理赔资料). */
export const CLAIM_MATERIALS = {
  report: text('事故报告表', 'Accident report form', 'Formulário do acidente', '事故報告表'),
  idCard: text('身份证', 'Id card', 'Documento de identidade', '身分證'),
  photos: text('现场照片', 'Photos', 'Fotos', '現場照片'),
  diagnosis: text('诊断证明', 'Diagnosis', 'Diagnóstico', '診斷證明'),
  invoices: text('费用票据', 'Invoices', 'Notas de despesas', '費用票據'),
  liability: text(
    '交警责任认定书',
    'Traffic police liability letter',
    'Laudo da polícia de trânsito',
    '交警責任認定書',
  ),
  bankCard: text('银行卡', 'Bank card', 'Cartão bancário', '銀行卡'),
} as const satisfies Record<string, Text>;
export type ClaimMaterial = keyof typeof CLAIM_MATERIALS;
export const CLAIM_MATERIAL_KEYS = Object.keys(CLAIM_MATERIALS) as ClaimMaterial[];
/** File ids by material. */
export type ClaimFiles = Readonly<Partial<Record<ClaimMaterial, readonly number[]>>>;

const INJURY: readonly ClaimMaterial[] = ['diagnosis', 'invoices'];
/** What a claim of a kind needs: the liability letter for third parties, diagnosis and invoices for injuries. */
export function materialsFor(kind: ClaimKind): readonly ClaimMaterial[] {
  const isThird = kind === 'thirdPerson' || kind === 'thirdProperty';
  return CLAIM_MATERIAL_KEYS.filter((key) => {
    if (key === 'liability') return isThird;
    if (INJURY.includes(key))
      return kind === 'selfInjury' || kind === 'thirdPerson' || (kind === 'death' && key === 'diagnosis');
    return true;
  });
}
export const missingMaterials = (kind: ClaimKind, files: ClaimFiles): ClaimMaterial[] =>
  materialsFor(kind).filter((key) => (files[key]?.length ?? 0) === 0);

const EDIT = 5102;
const CLAIM = 5106;
const address = (action: string): string => `safety.Insure/${action}`;
const reason = { name: 'reason', ...INSURE.reason } as const;
const bySystem = { by: 'system', risk: 'none' } as const;

/** The cover of a rider for a day or a month (保单). Its number never changes, whatever the insurer answers. */
export const policyCase = caseType({
  key: 'insurePolicy',
  module: 'safety.insure',
  number: 'IP',
  title: text('保单', 'Policy', 'Apólice', '保單'),
  money: true,
  states: {
    pending: { text: text('投保中', 'Pending', 'Pendente', '投保中'), tone: 'working' },
    insured: { text: text('已承保', 'Insured', 'Segurada', '已承保'), tone: 'info' },
    inForce: { text: text('保障中', 'In force', 'Em vigor', '保障中'), tone: 'good' },
    ended: { text: text('已终止', 'Ended', 'Encerrada', '已終止'), tone: 'neutral' },
    failed: { text: text('投保失败', 'Failed', 'Falhou', '投保失敗'), tone: 'bad' },
    surrendered: { text: text('已退保', 'Surrendered', 'Cancelada', '已退保'), tone: 'neutral' },
  },
  steps: {
    retryPolicy: {
      address: address('retryPolicy'),
      from: ['failed'],
      to: 'pending',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      bulk: { address: address('bulkRetry') },
      text: text('重新投保', 'Retry', 'Tentar de novo', '重新投保'),
      happened: text('已重新投保', 'Asked again', 'Pedido de novo', '已重新投保'),
      recordText: text('重新投保', 'Retry policy', 'Tentar apólice de novo', '重新投保'),
      consequence: text(
        '以同一保单号再次向保险公司投保。',
        'The insurer is asked again under the same policy number.',
        'A seguradora é consultada de novo com o mesmo número.',
        '以同一保單號再次向保險公司投保。',
      ),
    },
    surrender: {
      address: address('surrender'),
      from: ['insured'],
      to: 'surrendered',
      by: 'staff',
      rule: EDIT,
      risk: 'second',
      reason,
      errors: [42246],
      text: text('退保', 'Surrender', 'Cancelar', '退保'),
      happened: text('已申请退保', 'Surrender asked', 'Cancelamento pedido', '已申請退保'),
      recordText: text('退保', 'Surrender policy', 'Cancelar apólice', '退保'),
      consequence: text(
        '保险公司确认后退还保费，骑手当日不再有保障。',
        'The premium goes back once the insurer confirms; the rider has no cover on that day.',
        'O prêmio é devolvido após a confirmação; o entregador fica sem cobertura nesse dia.',
        '保險公司確認後退還保費，騎手當日不再有保障。',
      ),
    },
    confirm: {
      ...bySystem,
      from: ['pending'],
      to: 'insured',
      text: text('保险公司已承保', 'Insured by the insurer', 'Aceita pela seguradora', '保險公司已承保'),
    },
    fail: {
      ...bySystem,
      from: ['pending'],
      to: 'failed',
      text: text('保险公司拒保', 'Refused by the insurer', 'Recusada pela seguradora', '保險公司拒保'),
    },
    begin: {
      ...bySystem,
      from: ['insured'],
      to: 'inForce',
      text: text('保障开始', 'Cover began', 'Cobertura iniciada', '保障開始'),
    },
    end: {
      ...bySystem,
      from: ['inForce'],
      to: 'ended',
      text: text('保障结束', 'Cover ended', 'Cobertura encerrada', '保障結束'),
    },
    cancelled: {
      ...bySystem,
      from: ['insured'],
      to: 'surrendered',
      text: text('保险公司已退保', 'Cancelled by the insurer', 'Cancelada pela seguradora', '保險公司已退保'),
    },
    keep: {
      ...bySystem,
      from: ['insured'],
      to: 'insured',
      text: text('保险公司不同意退保', 'Surrender refused', 'Cancelamento recusado', '保險公司不同意退保'),
    },
  },
});
export type PolicyState = keyof typeof policyCase.states;
export type PolicyStep = keyof typeof policyCase.steps;

const byStaff = { by: 'staff', rule: CLAIM, risk: 'confirm' } as const;

/** A claim (理赔): reported, completed with its materials, decided by the insurer. */
export const claimCase = caseType({
  key: 'insureClaim',
  module: 'safety.insure',
  number: 'IC',
  title: text('理赔', 'Claim', 'Sinistro', '理賠'),
  waiting: ['reported'],
  states: {
    reported: { text: text('已报案', 'Reported', 'Comunicado', '已報案'), tone: 'attention' },
    material: { text: text('待补资料', 'Material needed', 'Falta documentação', '待補資料'), tone: 'attention' },
    submitted: { text: text('已提交', 'Submitted', 'Enviado', '已提交'), tone: 'info' },
    insurerReview: {
      text: text('保险公司审核中', 'With the insurer', 'Com a seguradora', '保險公司審核中'),
      tone: 'working',
    },
    approved: { text: text('已核定', 'Approved', 'Aprovado', '已核定'), tone: 'info' },
    paid: { text: text('已赔付', 'Paid', 'Pago', '已賠付'), tone: 'good' },
    refused: { text: text('已拒赔', 'Refused', 'Negado', '已拒賠'), tone: 'bad' },
    closed: { text: text('已结案', 'Closed', 'Encerrado', '已結案'), tone: 'neutral' },
  },
  steps: {
    askMaterial: {
      ...byStaff,
      address: address('askMaterial'),
      from: ['reported'],
      to: 'material',
      reason,
      text: text('要求补资料', 'Ask for material', 'Pedir documentos', '要求補資料'),
      happened: text('已要求补资料', 'Material asked for', 'Documentos pedidos', '已要求補資料'),
      consequence: text(
        '缺少的资料会告知报案人。',
        'The reporter is told what is missing.',
        'Quem comunicou é avisado do que falta.',
        '缺少的資料會告知報案人。',
      ),
    },
    addMaterial: {
      ...byStaff,
      address: address('addMaterial'),
      from: ['reported', 'material'],
      to: 'material',
      risk: 'none',
      form: true,
      errors: [40008],
      text: text('添加资料', 'Add material', 'Anexar documentos', '新增資料'),
      happened: text('已添加资料', 'Material added', 'Documentos anexados', '已新增資料'),
    },
    submitClaim: {
      ...byStaff,
      address: address('submitClaim'),
      from: ['reported', 'material'],
      to: 'submitted',
      errors: [42298],
      text: text('提交保险公司', 'Submit to insurer', 'Enviar à seguradora', '提交保險公司'),
      happened: text('已提交保险公司', 'Submitted to the insurer', 'Enviado à seguradora', '已提交保險公司'),
      consequence: text(
        '资料须齐全。提交后不能再修改。',
        'All material must be there. It cannot be changed afterwards.',
        'A documentação deve estar completa. Depois não pode ser alterada.',
        '資料須齊全。提交後不能再修改。',
      ),
    },
    acceptClaim: {
      ...byStaff,
      address: address('acceptClaim'),
      from: ['submitted'],
      to: 'insurerReview',
      form: true,
      text: text('登记受理', 'Record acceptance', 'Registrar aceite', '登記受理'),
      happened: text('保险公司已受理', 'Accepted by the insurer', 'Aceito pela seguradora', '保險公司已受理'),
    },
    approveClaim: {
      ...byStaff,
      address: address('approveClaim'),
      from: ['insurerReview'],
      to: 'approved',
      form: true,
      errors: [40001],
      text: text('登记核定', 'Record approval', 'Registrar aprovação', '登記核定'),
      happened: text('保险公司已核定', 'Approved by the insurer', 'Aprovado pela seguradora', '保險公司已核定'),
    },
    refuseClaim: {
      ...byStaff,
      address: address('refuseClaim'),
      from: ['insurerReview'],
      to: 'refused',
      reason,
      text: text('登记拒赔', 'Record refusal', 'Registrar recusa', '登記拒賠'),
      happened: text('保险公司已拒赔', 'Refused by the insurer', 'Negado pela seguradora', '保險公司已拒賠'),
      consequence: text(
        '可申诉一次，否则结案。',
        'It can be disputed once; otherwise close it.',
        'Pode ser contestado uma vez; caso contrário, encerre.',
        '可申訴一次，否則結案。',
      ),
    },
    payClaim: {
      ...byStaff,
      address: address('payClaim'),
      from: ['approved'],
      to: 'paid',
      form: true,
      errors: [40001],
      text: text('登记赔付', 'Record payment', 'Registrar pagamento', '登記賠付'),
      happened: text('保险公司已赔付', 'Paid by the insurer', 'Pago pela seguradora', '保險公司已賠付'),
    },
    disputeClaim: {
      ...byStaff,
      address: address('disputeClaim'),
      from: ['refused'],
      to: 'submitted',
      reason,
      text: text('申诉', 'Dispute', 'Contestar', '申訴'),
      happened: text('已申诉', 'Disputed', 'Contestado', '已申訴'),
      consequence: text(
        '每件理赔只能申诉一次。',
        'Each claim can be disputed once.',
        'Cada sinistro pode ser contestado uma vez.',
        '每件理賠只能申訴一次。',
      ),
    },
    closeClaim: {
      ...byStaff,
      address: address('closeClaim'),
      from: ['paid', 'refused'],
      to: 'closed',
      reason,
      text: text('结案', 'Close', 'Encerrar', '結案'),
      happened: text('已结案', 'Closed', 'Encerrado', '已結案'),
      consequence: text(
        '结案后不能再处理。',
        'Nothing can be done with it afterwards.',
        'Depois nada mais pode ser feito.',
        '結案後不能再處理。',
      ),
    },
  },
});
export type ClaimState = keyof typeof claimCase.states;
/** Claims that somebody still works on. */
export const OPEN_CLAIMS: readonly ClaimState[] = [
  'reported',
  'material',
  'submitted',
  'insurerReview',
  'approved',
  'refused',
];

export const PRODUCT_STATES = {
  on: { text: text('启用', 'On', 'Ativo', '啟用'), tone: 'good' },
  off: { text: text('停用', 'Off', 'Inativo', '停用'), tone: 'neutral' },
} as const;
export type ProductState = keyof typeof PRODUCT_STATES;

/** How a month stands with the insurer's file. */
export const INSURE_RECON_STATES = {
  noFile: { text: text('未上传', 'No file', 'Sem arquivo', '未上傳'), tone: 'neutral' },
  gaps: { text: text('有差异', 'Differences', 'Com diferenças', '有差異'), tone: 'attention' },
  balanced: { text: text('已平', 'Balanced', 'Conciliado', '已平'), tone: 'good' },
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
  resolved: { text: text('已处理', 'Resolved', 'Resolvida', '已處理'), tone: 'good' },
} as const;
export type GapState = keyof typeof GAP_STATES;

/** Whether a rider is covered now. */
export const COVER_STATES = {
  covered: { text: text('有保障', 'Covered', 'Coberto', '有保障'), tone: 'good' },
  pending: { text: text('投保中', 'Pending', 'Pendente', '投保中'), tone: 'attention' },
  failed: { text: text('投保失败', 'Failed', 'Falhou', '投保失敗'), tone: 'bad' },
  none: { text: text('无保障', 'Not covered', 'Sem cobertura', '無保障'), tone: 'neutral' },
} as const;
export type CoverState = keyof typeof COVER_STATES;
