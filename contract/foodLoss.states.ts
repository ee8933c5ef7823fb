import { caseType } from './case';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares labels, limits, states and steps of food losses (餐损, DOMAIN §3.9, §5.6). It imports no library, because the
 * browser loads it.
 */

export const LOSS_REASON_TEXT = {
  spilled: text('洒漏', 'Spilled', 'Derramado', '灑漏'),
  damaged: text('损坏', 'Damaged', 'Danificado', '損壞'),
  lost: text('丢失', 'Lost', 'Perdido', '遺失'),
  wrongItem: text('送错餐品', 'Wrong item', 'Item errado', '送錯餐品'),
  missingItem: text('少餐品', 'Missing item', 'Item faltando', '缺少餐品'),
  late: text('超时', 'Late', 'Atrasado', '逾時'),
  spoiled: text('变质', 'Spoiled', 'Estragado', '變質'),
  foreignObject: text('有异物', 'Foreign object', 'Objeto estranho', '有異物'),
  stolen: text('被盗', 'Stolen', 'Roubado', '被竊'),
  refused: text('拒收', 'Refused', 'Recusado', '拒收'),
  unreachable: text('联系不上收件人', 'Recipient unreachable', 'Destinatário não encontrado', '聯絡不上收件人'),
  accident: WORD.trafficAccident,
  other: WORD.other,
} as const;
export type LossReason = keyof typeof LOSS_REASON_TEXT;
export const LOSS_REASONS = Object.keys(LOSS_REASON_TEXT) as [LossReason, ...LossReason[]];

/** Liable parties (责任方). The system finds the rider, merchant, station and user through the order. */
export const LOSS_PARTY_TEXT = {
  rider: WORD.rider,
  merchant: WORD.merchant,
  team: WORD.station,
  platform: WORD.platform,
  user: WORD.user,
  insurer: WORD.insurer,
  forceMajeure: text('不可抗力', 'Force majeure', 'Força maior', '不可抗力'),
} as const;
export type LossParty = keyof typeof LOSS_PARTY_TEXT;
export const LOSS_PARTIES = Object.keys(LOSS_PARTY_TEXT) as [LossParty, ...LossParty[]];

/** Parties that can report a case and give evidence. `staff` means our own staff. */
export const LOSS_SPEAKERS = ['rider', 'merchant', 'team', 'user', 'staff'] as const;
export type LossSpeaker = (typeof LOSS_SPEAKERS)[number];
export const LOSS_SPEAKER_TEXT = {
  ...{ rider: LOSS_PARTY_TEXT.rider, merchant: LOSS_PARTY_TEXT.merchant, team: LOSS_PARTY_TEXT.team },
  ...{ user: LOSS_PARTY_TEXT.user, staff: WORD.staffMember },
} as const;
/** Parties that report through their own app. Staff can request evidence from these parties, and these parties may appeal. */
export const ASKED_PARTIES = ['rider', 'merchant', 'team', 'user'] as const;
export type AskedParty = (typeof ASKED_PARTIES)[number];

export const LOSS_REMEDY_TEXT = {
  refund: WORD.refund,
  redeliver: text('补送', 'Redelivery', 'Nova entrega', '補送'),
  coupon: WORD.coupon,
  balance: text('余额', 'Wallet', 'Carteira', '餘額'),
} as const;
export type LossRemedy = keyof typeof LOSS_REMEDY_TEXT;

export const LOSS_PAYEE_TEXT = {
  user: LOSS_PARTY_TEXT.user,
  merchant: LOSS_PARTY_TEXT.merchant,
  rider: LOSS_PARTY_TEXT.rider,
} as const;
export type LossPayee = keyof typeof LOSS_PAYEE_TEXT;

/** Ways to pay the injured party. Merchants and riders are always paid into their balance. */
export const LOSS_WAY_TEXT = {
  balance: WORD.balance,
  originalRoute: text('原路退回', 'Original route', 'Via de origem', '原路退回'),
  coupon: WORD.coupon,
} as const;
export type LossWay = keyof typeof LOSS_WAY_TEXT;

export const LOSS_PUNISH_TEXT = {
  none: WORD.noneFeminine,
  warning: text('警告', 'Warning', 'Advertência', '警告'),
  points: WORD.pointsOff,
} as const;
export type LossPunish = keyof typeof LOSS_PUNISH_TEXT;

export const LOSS_EVIDENCE_TEXT = {
  photo: WORD.photo,
  video: text('视频', 'Video', 'Vídeo', '影片'),
  voice: text('语音', 'Voice message', 'Mensagem de voz', '語音'),
  document: text('文件', 'Document', 'Documento', '文件'),
  chat: text('聊天记录', 'Chat', 'Conversa', '聊天記錄'),
  text: text('文字说明', 'Statement', 'Relato', '文字說明'),
} as const;
export type LossEvidenceKind = keyof typeof LOSS_EVIDENCE_TEXT;
/** Returns the upload scene for a kind of evidence. The server accepts only files of this scene for the kind. */
export const evidenceScene = (kind: LossEvidenceKind) =>
  kind === 'video' ? 'foodLossVideo' : kind === 'voice' ? 'foodLossVoice' : 'foodLoss';

export const LOSS_APPEAL_TEXT = {
  pending: text('待判定', 'Pending', 'Pendente', '待判定'),
  upheld: text('成立', 'Upheld', 'Acolhido', '成立'),
  dismissed: text('驳回', 'Rejected', 'Recusado', '駁回'),
} as const;
export type LossAppealResult = keyof typeof LOSS_APPEAL_TEXT;

/** Limits of food losses. Names give the units: Fen, Hours, Min minutes, Days. The limits of texts are in characters. */
export const LOSS = {
  acceptHours: 2,
  decideHours: 24,
  askHours: { min: 1, max: 48 },
  reportHours: { min: 1, max: 168, initial: 24 },
  supplementHours: { min: 1, max: 48, initial: 24 },
  appealHours: { min: 1, max: 168, initial: 48 },
  maxCompFen: { min: 100, max: 1_000_000, initial: 50_000 },
  orderNo: { min: 4, max: 32 },
  items: 50,
  itemName: { min: 1, max: 60 },
  quantity: { min: 1, max: 99 },
  claimFen: { min: 1, max: 1_000_000 },
  description: { min: 5, max: 500 },
  photos: 9,
  /** Maximum Base64 characters of a file from an app (600 kB). The limit exists because the body of a signed request has at most 1 MiB. */
  appFileLetters: 800_000,
  /** Maximum number of cases that an app reads in one call. */
  appCases: 50,
  what: { min: 2, max: 200 },
  statement: { max: 500 },
  opinion: { min: 10, max: 500 },
  ground: { min: 10, max: 500 },
  reason: { min: 2, max: 200 },
  refundNo: { min: 4, max: 64 },
  /** Number of times that the system tries to pay. After that, a person decides. */
  attempts: 3,
  retryMin: 10,
  /** Penalty points of the violation that a decision with the penalty `points` records. For a warning it is one point. */
  punishPoints: 3,
  couponDays: 30,
} as const;

/** Returns the minimum number of photos in a report (42303). */
export const photosNeeded = (reason: LossReason): number =>
  reason === 'spilled' || reason === 'damaged' || reason === 'foreignObject' ? 2 : 1;

const ACCEPT = 6006;
const PAY = 6009;
const address = (verb: string): string => `foodLoss.Report/${verb}`;
const reason = { name: 'reason', ...LOSS.reason } as const;

export const foodLossCase = caseType({
  key: 'foodLoss',
  module: 'foodLoss',
  number: 'FL',
  title: WORD.foodLoss,
  money: true,
  waiting: ['appealing'],
  states: {
    submitted: { text: text('待受理', 'New', 'Novo', '待受理'), tone: 'attention' },
    supplementing: { text: text('待补证', 'Awaiting evidence', 'Aguarda provas', '待補證'), tone: 'info' },
    deciding: { text: WORD.deciding, tone: 'attention' },
    decided: { text: WORD.decided, tone: 'info' },
    appealing: { text: WORD.inAppeal, tone: 'attention' },
    compensating: { text: text('赔付中', 'Paying', 'Em pagamento', '賠付中'), tone: 'info' },
    compFailed: { text: text('赔付失败', 'Payment failed', 'Pagamento falhou', '賠付失敗'), tone: 'bad' },
    closed: { text: WORD.caseClosed, tone: 'good' },
    rejected: { text: WORD.rejectedMasculine, tone: 'neutral' },
    cancelled: { text: WORD.cancelledMasculine, tone: 'neutral' },
  },
  steps: {
    accept: {
      address: address('accept'),
      from: ['submitted'],
      to: 'deciding',
      by: 'staff',
      rule: ACCEPT,
      risk: 'confirm',
      text: WORD.accept,
      happened: text('已受理', 'Accepted', 'Acolhido', '已受理'),
      recordText: text('受理餐损', 'Accept food loss', 'Acolher perda', '受理餐損'),
      consequence: text(
        '您成为处理人，24 小时内判责。',
        'You become its handler and decide within 24 hours.',
        'Você passa a ser o responsável e decide em 24 horas.',
        '您成為處理人，24 小時內判責。',
      ),
    },
    askEvidence: {
      address: address('askEvidence'),
      from: ['submitted', 'supplementing', 'deciding'],
      to: 'supplementing',
      by: 'staff',
      rule: ACCEPT,
      risk: 'confirm',
      form: true,
      text: text('要求补证', 'Ask for evidence', 'Pedir provas', '要求補證'),
      happened: text('已要求补证', 'Evidence asked for', 'Provas pedidas', '已要求補證'),
      recordText: text('要求餐损补证', 'Ask for evidence of a food loss', 'Pedir provas da perda', '要求餐損補證'),
      errors: [40001],
    },
    resume: {
      from: ['supplementing'],
      to: 'deciding',
      by: 'system',
      risk: 'none',
      text: text('补证结束', 'Evidence complete or overdue', 'Provas completas ou vencidas', '補證結束'),
    },
    decide: {
      address: address('decide'),
      from: ['deciding'],
      to: 'decided',
      by: 'staff',
      rule: 6007,
      risk: 'confirm',
      form: true,
      text: WORD.decide,
      happened: WORD.decided,
      recordText: text('餐损判责', 'Decide food loss', 'Decidir perda', '餐損判責'),
      errors: [40001, 40301, 40303, 42234, 42301, 42302],
    },
    payNow: {
      address: address('payNow'),
      from: ['decided'],
      to: 'decided',
      by: 'staff',
      rule: PAY,
      risk: 'second',
      text: WORD.payNow,
      happened: text('平台已垫付', 'Advanced by the platform', 'Adiantado pela plataforma', '平台已墊付'),
      recordText: text('垫付餐损', 'Advance food loss', 'Adiantar perda', '墊付餐損'),
      consequence: WORD.platformAdvancesHelp,
      errors: [42234],
    },
    appeal: {
      address: address('appeal'),
      from: ['decided', 'appealing'],
      to: 'appealing',
      by: 'staff',
      rule: ACCEPT,
      risk: 'confirm',
      form: true,
      text: WORD.recordAppeal,
      happened: text('责任方已申诉', 'Appealed', 'Recurso apresentado', '責任方已申訴'),
      recordText: text('登记餐损申诉', 'Record appeal of a food loss', 'Registrar recurso da perda', '登記餐損申訴'),
      errors: [40001, 40008, 42304, 42305],
    },
    decideAppeal: {
      address: address('decideAppeal'),
      from: ['appealing'],
      to: 'decided',
      by: 'staff',
      rule: 6008,
      risk: 'confirm',
      form: true,
      text: text('申诉判定', 'Decide appeal', 'Decidir recurso', '申訴判定'),
      happened: text('申诉已判定', 'Appeal decided', 'Recurso decidido', '申訴已判定'),
      recordText: text('判定餐损申诉', 'Decide appeal of a food loss', 'Decidir recurso da perda', '判定餐損申訴'),
      errors: [40001, 40305, 42234, 42301, 42302],
    },
    recordRefund: {
      address: address('recordRefund'),
      from: ['compensating'],
      to: 'closed',
      by: 'staff',
      rule: PAY,
      risk: 'second',
      form: true,
      text: text('登记原路退款', 'Record refund', 'Registrar reembolso', '登記原路退款'),
      happened: text('原路退款已登记', 'Refund recorded', 'Reembolso registrado', '原路退款已登記'),
      recordText: text('登记餐损退款', 'Record refund of a food loss', 'Registrar reembolso da perda', '登記餐損退款'),
      errors: [42241, 42248],
    },
    refundFailed: {
      address: address('refundFailed'),
      from: ['compensating'],
      to: 'compFailed',
      by: 'staff',
      rule: PAY,
      risk: 'confirm',
      reason,
      text: text('登记退款失败', 'Record failed refund', 'Registrar reembolso recusado', '登記退款失敗'),
      happened: text('原路退款失败', 'Refund failed', 'Reembolso recusado', '原路退款失敗'),
      recordText: text(
        '登记餐损退款失败',
        'Record failed refund of a food loss',
        'Registrar falha do reembolso',
        '登記餐損退款失敗',
      ),
    },
    retryPay: {
      address: address('retryPay'),
      from: ['compFailed'],
      to: 'compensating',
      by: 'staff',
      rule: PAY,
      risk: 'second',
      form: true,
      text: text('重新赔付', 'Pay again', 'Pagar de novo', '重新賠付'),
      happened: text('已重新赔付', 'Payment started again', 'Pagamento reiniciado', '已重新賠付'),
      recordText: text('重新赔付餐损', 'Pay food loss again', 'Pagar perda de novo', '重新賠付餐損'),
      errors: [42234, 42302],
    },
    collect: {
      address: address('collect'),
      from: ['closed'],
      to: 'closed',
      by: 'staff',
      rule: PAY,
      risk: 'second',
      form: true,
      text: text(
        '登记保险公司付款',
        'Record insurer’s payment',
        'Registrar pagamento da seguradora',
        '登記保險公司付款',
      ),
      happened: text('保险公司已付款', 'Paid by the insurer', 'Pago pela seguradora', '保險公司已付款'),
      recordText: text(
        '登记餐损的保险公司付款',
        'Record an insurer’s payment for a food loss',
        'Registrar pagamento da seguradora por uma perda',
        '登記餐損的保險公司付款',
      ),
      errors: [40401, 42246],
    },
    close: {
      address: address('close'),
      from: ['compFailed'],
      to: 'closed',
      by: 'staff',
      rule: PAY,
      risk: 'fourEyes',
      reason,
      text: text('放弃赔付并结案', 'Close without payment', 'Encerrar sem pagamento', '放棄賠付並結案'),
      happened: text('已放弃赔付并结案', 'Closed without payment', 'Encerrado sem pagamento', '已放棄賠付並結案'),
      recordText: text(
        '放弃餐损赔付',
        'Close food loss without payment',
        'Encerrar perda sem pagamento',
        '放棄餐損賠付',
      ),
    },
    settle: {
      from: ['decided'],
      to: 'compensating',
      by: 'system',
      risk: 'none',
      text: text(
        '申诉期结束，开始赔付',
        'Appeal window over, payment began',
        'Fim do prazo de recurso, pagamento iniciado',
        '申訴期結束，開始賠付',
      ),
    },
    pay: {
      from: ['compensating', 'compFailed'],
      to: 'closed',
      by: 'system',
      risk: 'none',
      text: WORD.compensationPaid,
    },
    fail: {
      from: ['compensating', 'compFailed'],
      to: 'compFailed',
      by: 'system',
      risk: 'none',
      text: text('赔付未成功', 'Payment not possible', 'Não foi possível pagar', '賠付未成功'),
    },
    reject: {
      address: address('reject'),
      from: ['submitted', 'supplementing', 'deciding'],
      to: 'rejected',
      by: 'staff',
      rule: ACCEPT,
      risk: 'confirm',
      reason,
      text: WORD.reject,
      happened: WORD.rejectedMasculine,
      recordText: text('驳回餐损', 'Reject food loss', 'Recusar perda', '駁回餐損'),
      consequence: WORD.nothingPaidHelp,
    },
    cancel: {
      address: address('cancel'),
      from: ['submitted'],
      to: 'cancelled',
      by: 'maker',
      rule: 6001,
      risk: 'confirm',
      text: WORD.cancel,
      happened: WORD.cancelledMasculine,
      recordText: text('取消餐损', 'Cancel food loss', 'Cancelar perda', '取消餐損'),
      consequence: WORD.nothingPaidHelp,
    },
  },
});
export type FoodLossState = keyof typeof foodLossCase.states;
const FOOD_LOSS_STATES = Object.keys(foodLossCase.states) as [FoodLossState, ...FoodLossState[]];
/**
 * States of an open case. An order has at most one open case. While the case is open, the settlement of the order is on hold, unless the
 * station's share was credited before the report.
 */
export const OPEN_LOSS_STATES: readonly FoodLossState[] = FOOD_LOSS_STATES.filter(
  (state) => state !== 'closed' && state !== 'rejected' && state !== 'cancelled',
);
/** States in which staff must take the next step. Each of these states has a time limit. */
export const DUE_LOSS_STATES = ['submitted', 'deciding', 'appealing'] as const satisfies readonly FoodLossState[];
