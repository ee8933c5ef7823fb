import { caseType } from './case';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits and states of riders (骑手, DOMAIN §3.8), and the checks whether a rider may work. It imports no library,
 * because the browser loads it.
 */

export const RIDER = {
  /** Limits of a reason in characters. */
  reason: { min: 2, max: 100 },
  certNo: { min: 4, max: 40 },
  hospital: { max: 60 },
  holder: { min: 2, max: 20 },
  files: 3,
  /** Maximum number of files for a violation. */
  evidence: 9,
  /**
   * Validity of an accepted certificate. It ends more than `leastDaysLeft` days after the current day (42291). It ends at most
   * `longestYears` years after the certificate was issued.
   */
  leastDaysLeft: 7,
  longestYears: 1,
  /** Number of days before the end of a health certificate in which the certificate counts as "expiring". */
  expiringDays: 30,
  /** Minimum score, of 100 points, with which a rider passes an exam. */
  examScore: 80,
  violationPoints: { min: 1, max: 20 },
  orderNo: { max: 22 },
  /** The system suspends a rider after this number of serious violations within `violationDays` days. */
  seriousViolations: 2,
  violationDays: 90,
  /** The system suspends a rider after this number of consecutive failed face checks. */
  faceFails: 3,
  /** Minimum number of days between a rider's leaving and the refund of the deposit. */
  depositDays: 15,
  /** Number of days before today whose delivered orders the rider list counts, in addition to today's. */
  orderDays: 30,
  /** Maximum number of reports in one call. */
  reportBatch: 200,
  /** Maximum minutes between two reports of an online app. After a longer gap the rider counts as offline. */
  reportGapMinutes: 10,
  /** Days after which a rejected name or identity card is reviewed again when the app still reports it. */
  identityDays: 30,
  /** Maximum number of rows in each table of the rider's drawer. */
  rows: 20,
} as const;

export const RIDER_TYPES = ['full', 'part', 'crowd'] as const;
export const CHECK_STATES = ['none', 'reviewing', 'passed', 'failed'] as const;
export type CheckState = (typeof CHECK_STATES)[number];
export const HEALTH_STATES = ['none', 'reviewing', 'valid', 'rejected', 'expired'] as const;
export const VEHICLES = ['ebike', 'motor', 'car', 'walk'] as const;
export const VIOLATION_KINDS = ['traffic', 'conduct', 'fraud', 'food', 'other'] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];
export const COURSES = ['safety', 'traffic', 'food', 'service'] as const;
export type Course = (typeof COURSES)[number];
export const CERT_POLICIES = ['required', 'optional', 'notRequired'] as const;
export type CertPolicy = (typeof CERT_POLICIES)[number];

const REVIEW = 5406;
const SUSPEND = 5407;
const MOVE = 5408;
const address = (action: string): string => `safety.Rider/${action}`;
const reason = { name: 'reason', ...RIDER.reason } as const;

const NO_ORDERS = text(
  '骑手不再接到新订单；进行中的订单可以送完。',
  'The rider gets no new orders; running orders may be finished.',
  'O entregador não recebe novos pedidos; os pedidos em andamento podem ser concluídos.',
  '騎手不再接到新訂單；進行中的訂單可以送完。',
);

/**
 * A rider, from the application until the rider leaves. This case has no maker, because the applicant has no account.
 */
export const riderCase = caseType({
  key: 'rider',
  module: 'safety.rider',
  number: null,
  title: WORD.rider,
  waiting: ['applying'],
  states: {
    applying: { text: WORD.pendingReview, tone: 'attention' },
    refused: { text: WORD.refusedMasculine, tone: 'bad' },
    probation: { text: WORD.onProbation, tone: 'info' },
    active: { text: WORD.activeMasculine, tone: 'good' },
    suspended: { text: WORD.suspended, tone: 'bad' },
    offboarded: { text: WORD.offBoarded, tone: 'neutral' },
  },
  steps: {
    admit: {
      address: address('admit'),
      from: ['applying'],
      to: 'probation',
      by: 'staff',
      rule: REVIEW,
      risk: 'confirm',
      errors: [42292, 42293],
      text: text('通过实名审核', 'Approve identity', 'Aprovar identidade', '通過實名審核'),
      happened: WORD.identityApproved,
      consequence: text(
        '骑手进入试用，可以接单。',
        'The rider is on probation and may take orders.',
        'O entregador entra em experiência e pode receber pedidos.',
        '騎手進入試用，可以接單。',
      ),
    },
    refuse: {
      address: address('refuse'),
      from: ['applying'],
      to: 'refused',
      by: 'staff',
      rule: REVIEW,
      risk: 'confirm',
      reason,
      text: text('拒绝申请', 'Refuse application', 'Recusar candidatura', '拒絕申請'),
      happened: text('申请已拒绝', 'Application refused', 'Candidatura recusada', '申請已拒絕'),
      consequence: text('申请随之结束。', 'The application is closed.', 'A candidatura é encerrada.', '申請隨之結束。'),
    },
    activate: {
      address: address('activate'),
      from: ['probation'],
      to: 'active',
      by: 'staff',
      rule: REVIEW,
      risk: 'confirm',
      errors: [42226],
      text: text('转正', 'End probation', 'Encerrar experiência', '轉正'),
      happened: text('已转正', 'Probation ended', 'Experiência encerrada', '已轉正'),
      consequence: text(
        '须培训考试不低于 80 分，且所在地区要求时健康证有效。',
        'Needs an exam score of at least 80 and, where the province asks for it, a valid certificate.',
        'Exige nota mínima de 80 na prova e, onde a província exigir, atestado válido.',
        '須培訓考試不低於 80 分，且所在地區要求時健康證有效。',
      ),
    },
    suspend: {
      address: address('suspend'),
      from: ['active'],
      to: 'suspended',
      by: 'staff',
      rule: SUSPEND,
      risk: 'confirm',
      reason,
      bulk: { address: address('bulkSuspend') },
      text: text('停用', 'Suspend', 'Suspender', '停用'),
      happened: text('已停用', 'Suspended', 'Suspenso', '已停用'),
      consequence: NO_ORDERS,
    },
    autoSuspend: {
      from: ['probation', 'active'],
      to: 'suspended',
      by: 'system',
      risk: 'none',
      text: text('系统停用', 'Suspended by the system', 'Suspenso pelo sistema', '系統停用'),
    },
    resume: {
      address: address('resume'),
      from: ['suspended'],
      to: 'active',
      by: 'staff',
      rule: SUSPEND,
      risk: 'confirm',
      errors: [42299],
      text: text('恢复接单', 'Resume', 'Retomar', '恢復接單'),
      happened: text('已恢复接单', 'Resumed', 'Retomado', '已恢復接單'),
      consequence: text(
        '恢复后骑手可以接单；健康证、实名和人脸须有效。',
        'The rider may take orders again; certificate, identity and face check must be in order.',
        'O entregador volta a receber pedidos; atestado, identidade e rosto devem estar em ordem.',
        '恢復後騎手可以接單；健康證、實名和人臉須有效。',
      ),
    },
    transfer: {
      address: address('transfer'),
      from: ['probation', 'active', 'suspended'],
      to: 'active',
      by: 'staff',
      rule: MOVE,
      risk: 'confirm',
      form: true,
      errors: [42295],
      text: text('转站', 'Transfer', 'Transferir', '轉站'),
      happened: text('已转站', 'Transferred', 'Transferido', '已轉站'),
    },
    offboard: {
      address: address('offboard'),
      from: ['probation', 'active', 'suspended'],
      to: 'offboarded',
      by: 'staff',
      rule: MOVE,
      risk: 'confirm',
      reason,
      errors: [42295, 42300],
      text: text('办理离职', 'Off-board', 'Desligar', '辦理離職'),
      happened: text('已离职', 'Off-boarded', 'Desligado', '已離職'),
      consequence: text(
        '须没有进行中订单，余额和待扣款已结清。15 天后可在“骑手资金审核”中退还押金。',
        'The rider must have no running orders, and the balance and open deductions must be cleared. After 15 days the deposit can be refunded under Rider fund audit.',
        'Não pode haver pedidos em andamento; saldo e descontos devem estar quitados. Após 15 dias, a caução pode ser devolvida em Auditoria de fundos dos entregadores.',
        '須沒有進行中訂單，餘額和待扣款已結清。15 天後可在「騎手資金審核」中退還押金。',
      ),
    },
    rejoin: {
      address: address('rejoin'),
      from: ['offboarded'],
      to: 'applying',
      by: 'staff',
      rule: REVIEW,
      risk: 'confirm',
      errors: [40903],
      text: text('重新入职', 'Rejoin', 'Readmitir', '重新入職'),
      happened: text('已重新申请', 'Applied again', 'Candidatou-se de novo', '已重新申請'),
      consequence: text(
        '骑手重新进入实名审核。',
        'The identity is reviewed again.',
        'A identidade é revisada novamente.',
        '騎手重新進入實名審核。',
      ),
    },
  },
});
export type RiderState = keyof typeof riderCase.states;

/* ---- checks whether a rider may work ---- */

/** The checks and their names. The server runs the checks in this order. */
export const GATE_CHECKS = {
  state: text('骑手状态', 'Rider state', 'Estado do entregador', '騎手狀態'),
  realName: WORD.verifiedIdentity,
  certificate: WORD.healthCertificate,
  insurance: WORD.insurance,
  face: WORD.faceCheck,
  fatigue: WORD.workAndRest,
} as const satisfies Record<string, Text>;
export type GateCheck = keyof typeof GATE_CHECKS;

/** Results of a check. Only `failed` prevents a rider from receiving orders. */
export const GATE_RESULTS = ['passed', 'failed', 'warned', 'notChecked'] as const;
export type GateResult = (typeof GATE_RESULTS)[number];

/** Sentences for the results of the checks. They may contain the placeholders `{day}`, `{time}`, `{n}` and `{state}`. */
export const GATE_WHY = {
  mayWork: text(
    '“{state}”的骑手可以接单',
    '{state}: may take orders',
    '{state}: pode receber pedidos',
    '「{state}」的騎手可以接單',
  ),
  mayNotWork: text(
    '“{state}”的骑手不能接单',
    '{state}: gets no orders',
    '{state}: não recebe pedidos',
    '「{state}」的騎手不能接單',
  ),
  nameOk: WORD.identityApproved,
  nameOpen: text('实名审核未通过', 'Identity is not approved', 'Identidade não aprovada', '實名審核未通過'),
  certOk: text('有效期至 {day}', 'Valid until {day}', 'Válido até {day}', '有效期至 {day}'),
  certEnding: text(
    '{day} 到期，剩余 {n} 天',
    'Expires on {day}, {n, plural, one {# day} other {# days}} left',
    'Vence em {day}, {n, plural, one {resta # dia} other {restam # dias}}',
    '{day} 到期，剩餘 {n} 天',
  ),
  certExpired: text('已于 {day} 过期', 'Expired on {day}', 'Venceu em {day}', '已於 {day} 過期'),
  certMissing: text(
    '所在地区要求健康证，骑手没有有效的健康证',
    'The province requires a health certificate; the rider has no valid one',
    'A província exige; o entregador não tem nenhum válido',
    '所在地區要求健康證，騎手沒有有效的健康證',
  ),
  certOptional: text(
    '没有有效的健康证；所在地区不强制',
    'No valid health certificate; the province does not require one',
    'Nenhum válido; a província não exige',
    '沒有有效的健康證；所在地區不強制',
  ),
  certNotNeeded: text(
    '所在地区不要求健康证',
    'The province does not require a health certificate',
    'A província não pede',
    '所在地區不要求健康證',
  ),
  insuranceOk: text('保障至 {time}', 'Covered until {time}', 'Coberto até {time}', '保障至 {time}'),
  insuranceNotNeeded: text(
    '所在站点不强制投保',
    'The station does not require cover',
    'A estação não exige cobertura',
    '所在站點不強制投保',
  ),
  insuranceFirst: text(
    '当日首单起保',
    'Cover begins with the first order of the day',
    'A cobertura começa com o primeiro pedido do dia',
    '當日首單起保',
  ),
  insurancePending: text('等待保险公司承保', 'Waiting for the insurer', 'Aguardando a seguradora', '等待保險公司承保'),
  insuranceLate: text(
    '保险公司 {n} 分钟内未承保',
    'The insurer has not answered for {n} minutes',
    'A seguradora não respondeu em {n} minutos',
    '保險公司 {n} 分鐘內未承保',
  ),
  insuranceRefused: text(
    '保险公司拒绝承保',
    'The insurer refused cover',
    'A seguradora recusou a cobertura',
    '保險公司拒絕承保',
  ),
  insuranceNoProduct: text(
    '所在站点没有可用的保险方案',
    'No insurance product for the station',
    'Nenhum produto de seguro para a estação',
    '所在站點沒有可用的保險方案',
  ),
  insuranceAge: text(
    '年龄不在保险方案范围内',
    'The age is outside the range of the insurance products',
    'A idade está fora dos produtos de seguro',
    '年齡不在保險方案範圍內',
  ),
  faceOk: text('人脸核验已通过', 'Face check passed', 'Verificação facial aprovada', '人臉核驗已通過'),
  faceNone: text('尚未核验人脸', 'Face not checked yet', 'Rosto ainda não verificado', '尚未核驗人臉'),
  faceAsked: text(
    '等待骑手核验人脸',
    'Waiting for the rider’s face check',
    'Aguardando a verificação facial',
    '等待騎手核驗人臉',
  ),
  faceFailed: text('人脸核验未通过', 'Face check failed', 'Verificação facial reprovada', '人臉核驗未通過'),
  rested: text('未达疲劳上限', 'Below the limits', 'Abaixo dos limites', '未達疲勞上限'),
  resting: text(
    '连续工作已满，休息至 {time}',
    'Continuous work limit reached, rests until {time}',
    'Trabalhou sem pausa, descansa até {time}',
    '連續工作已滿，休息至 {time}',
  ),
  mustConfirm: text(
    '今日已在线 {n} 小时，骑手须确认后继续',
    'Online for {n} h today; the rider has to confirm to continue',
    'Online há {n} h hoje; o entregador precisa confirmar para continuar',
    '今日已上線 {n} 小時，騎手須確認後繼續',
  ),
  confirmed: text(
    '今日已在线 {n} 小时，骑手已确认继续',
    'Online for {n} h today; the rider has confirmed to continue',
    'Online há {n} h hoje; o entregador confirmou que continua',
    '今日已上線 {n} 小時，騎手已確認繼續',
  ),
} as const satisfies Record<string, Text>;
export type GateWhy = keyof typeof GATE_WHY;

/** Reasons for which the system suspends a rider. */
export const AUTO_SUSPEND = {
  certificate: WORD.healthCertificateExpired,
  violations: text('累计两次严重违规', 'Two serious violations', 'Duas infrações graves', '累計兩次嚴重違規'),
  incident: text('重大安全事故', 'Major safety incident', 'Incidente muito grave', '重大安全事故'),
  face: text(
    '人脸核验未通过',
    'Face check failed three times',
    'Verificação facial reprovada três vezes',
    '人臉核驗未通過',
  ),
} as const satisfies Record<string, Text>;
export type AutoSuspend = keyof typeof AUTO_SUSPEND;

export const FATIGUE_PROMPTS = {
  rest: text('连续工作已满，停止派单休息', 'Rest: no dispatch', 'Descanso: sem despacho', '連續工作已滿，停止派單休息'),
  daily: text(
    '当日工时已满，须确认',
    'Daily hours reached: confirmation needed',
    'Horas do dia atingidas: confirmar',
    '當日工時已滿，須確認',
  ),
} as const satisfies Record<string, Text>;
export type FatiguePrompt = keyof typeof FATIGUE_PROMPTS;
