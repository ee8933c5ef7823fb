import type { BuiltinIdentityKey } from './identity.builtin';
import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares types, sources, channels and events of notices (DOMAIN §3.2 `/dashboard/noticeManage`). It imports no library,
 * because the browser loads it at run time.
 */

/**
 * Types of notices (SPEC §3). `notification`: about security · `message`: about work that people must do · `event`: about anything else
 * that has happened.
 */
export const NOTICE_TYPES = ['notification', 'message', 'event'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];
export const NOTICE_TYPE_TEXT: Readonly<Record<NoticeType, Text>> = {
  notification: text('通知', 'Notification', 'Notificação', '通知'),
  message: text('消息', 'Message', 'Mensagem', '訊息'),
  event: WORD.event,
};

/** Areas of the product that send notices, with their names. */
export const NOTICE_SOURCES = {
  login: text('登录安全', 'Sign-in security', 'Segurança de acesso', '登入安全'),
  team: WORD.stations,
  rider: WORD.riders,
  safety: WORD.siteSafety,
  rights: WORD.rightsManagement,
  foodLoss: WORD.foodLosses,
  export: text('导出', 'Exports', 'Exportações', '匯出'),
  finance: text('财务', 'Finance', 'Financeiro', '財務'),
  franchise: WORD.franchiseManagement,
  config: WORD.configurationCentre,
  announcement: WORD.announcements,
  system: WORD.system,
} as const satisfies Record<string, Text>;
export type NoticeSource = keyof typeof NOTICE_SOURCES;

/** Channels that a notice rule can select. The official account is not listed, because its messages follow `inSite`. */
export const NOTICE_CHANNELS = ['inSite', 'sms'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const NOTICE_CHANNEL_TEXT: Readonly<Record<NoticeChannel, Text>> = {
  inSite: text('站内消息', 'In-site', 'No console', '站內訊息'),
  sms: WORD.sms,
};

/** Channels in a user's own notice settings (新消息通知, DOMAIN §3.2). For the official account, the setting of `inSite` applies. */
export const CHOICE_CHANNELS = [...NOTICE_CHANNELS, 'officialAccount'] as const;
export const CHOICE_CHANNEL_TEXT: Readonly<Record<(typeof CHOICE_CHANNELS)[number], Text>> = {
  ...NOTICE_CHANNEL_TEXT,
  officialAccount: WORD.officialAccount,
};

/** Events whose in-site notices users cannot switch off: withdrawals and safety incidents (DOMAIN §3.2, §4). */
const ALWAYS_IN_SITE: ReadonlySet<string> = new Set(['withdrawPending', 'withdrawFailed', 'incidentSevere']);
/** Returns `true` if users cannot switch off the notices of this event on this channel. */
export function isAlwaysOn(event: string, channel: NoticeChannel): boolean {
  return channel === 'inSite' && ALWAYS_IN_SITE.has(event);
}

/**
 * Limits of a notice rule. `mergeMin` is in minutes. `receivers` is the maximum number of identities, and also of accounts. `threshold` is
 * in the unit of the event; its largest value, in fen, is ¥10,000,000.
 */
export const NOTICE_RULE = {
  mergeMin: { min: 0, max: 60 },
  receivers: 50,
  threshold: { min: 1, max: 1_000_000_000 },
} as const;

/** An event that can create notices. Each event has one notice rule. */
interface NoticeEventSpec {
  readonly text: Text;
  /** A sentence that states when the event happens. */
  readonly help: Text;
  readonly type: NoticeType;
  readonly source: NoticeSource;
  /**
   * Permission to see the page of the event. A notice rule reaches only people with this permission. If the event belongs to a station,
   * their data scope must include the station. A rule can also include the station's administrators, who need no permission.
   */
  readonly right: RuleId;
  /** `true` means that the event belongs to a station. The station's administrators can then receive notices. */
  readonly ofTeam: boolean;
  /**
   * Data scope of receivers of an event that belongs to no station. `platform`: the scope must be the whole platform. `application`,
   * `franchisee`: the scope must include this record. Without this property, every data scope is sufficient.
   */
  readonly scope?: 'platform' | 'application' | 'franchisee';
  /** Threshold of the event. The unit `days` means days in advance, and `fen` means a balance. */
  readonly threshold?: {
    readonly unit: 'days' | 'fen';
    readonly min: number;
    readonly max: number;
    readonly initial: number;
  };
  /** The values that apply until the notice rule is saved. */
  readonly initial: {
    readonly channels: readonly NoticeChannel[];
    readonly identities: readonly BuiltinIdentityKey[];
    readonly teamAdmins: boolean;
    readonly mergeMin: number;
    readonly enabled: boolean;
  };
}

/** Events that modules create (DOMAIN §3.2). The developer of a new event adds the event to this list. */
export const NOTICE_EVENTS = {
  loginRisk: {
    text: text('登录风险', 'Sign-in risk', 'Risco de acesso', '登入風險'),
    help: text(
      '账号在新设备上登录，或因密码连续错误被锁定。',
      'An account signed in on a new device, or was locked after wrong passwords.',
      'Uma conta entrou em um novo dispositivo ou foi bloqueada após senhas incorretas.',
      '帳號在新裝置上登入，或因密碼連續錯誤被鎖定。',
    ),
    type: 'notification',
    source: 'login',
    right: 4,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 10, enabled: true },
  },
  certExpiring: {
    text: text('证件即将到期', 'Certificates expiring', 'Documentos a vencer', '證件即將到期'),
    help: text(
      '每天 09:00 检查骑手健康证；在所设天数、14 天、7 天和 1 天前各提醒一次。',
      'Rider health certificates are checked daily at 09:00. Reminders are sent the set number of days, 14, 7 and 1 day before they expire.',
      'Os atestados de saúde dos entregadores são verificados às 09:00; avisa com os dias definidos, 14, 7 e 1 dia de antecedência.',
      '每天 09:00 檢查騎手健康證；在所設天數、14 天、7 天和 1 天前各提醒一次。',
    ),
    type: 'event',
    source: 'rider',
    right: 11,
    ofTeam: true,
    threshold: { unit: 'days', min: 1, max: 90, initial: 30 },
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'safetyOfficer'],
      teamAdmins: true,
      mergeMin: 60,
      enabled: true,
    },
  },
  riderSuspended: {
    text: text('骑手被系统停用', 'Rider suspended by the system', 'Entregador suspenso pelo sistema', '騎手被系統停用'),
    help: text(
      '骑手因健康证过期、两次严重违规、三次人脸核验未通过或重大事故被停用。',
      'A rider was suspended: certificate expired, two serious violations, three failed face checks, or a major incident.',
      'Um entregador foi suspenso: atestado vencido, duas infrações graves, três verificações faciais reprovadas ou incidente muito grave.',
      '騎手因健康證過期、兩次嚴重違規、三次人臉核驗未通過或重大事故被停用。',
    ),
    type: 'event',
    source: 'rider',
    right: 54,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'safetyOfficer'],
      teamAdmins: true,
      mergeMin: 30,
      enabled: true,
    },
  },
  policyFailed: {
    text: text('投保失败', 'Policy failed', 'Apólice falhou', '投保失敗'),
    help: text(
      '保险公司拒绝为骑手承保。',
      'The insurer refused to cover a rider.',
      'A seguradora recusou a cobertura de um entregador.',
      '保險公司拒絕為騎手承保。',
    ),
    type: 'event',
    source: 'rider',
    right: 51,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'safetyOfficer'],
      teamAdmins: true,
      mergeMin: 30,
      enabled: true,
    },
  },
  inspectionOverdue: {
    text: text(
      '检查或整改逾期',
      'Inspection or rectification overdue',
      'Inspeção ou correção atrasada',
      '檢查或整改逾期',
    ),
    help: text(
      '检查在计划日未开始，或不合格项在期限内未整改。',
      'An inspection did not begin on its day, or items were not rectified in time.',
      'Uma inspeção não começou no dia, ou itens não foram corrigidos no prazo.',
      '檢查在計畫日未開始，或不合格項在期限內未整改。',
    ),
    type: 'event',
    source: 'safety',
    right: 52,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'safetyOfficer'],
      teamAdmins: true,
      mergeMin: 60,
      enabled: true,
    },
  },
  incidentSevere: {
    text: text('严重安全事故', 'Severe safety incident', 'Incidente grave de segurança', '嚴重安全事故'),
    help: text(
      '上报了严重或重大事故。主账号总会收到。',
      'A serious or major incident was reported. The owner is always notified.',
      'Um incidente grave ou muito grave foi registrado. A conta principal é sempre avisada.',
      '上報了嚴重或重大事故。主帳號總會收到。',
    ),
    type: 'event',
    source: 'safety',
    right: 52,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'safetyOfficer'],
      teamAdmins: true,
      mergeMin: 0,
      enabled: true,
    },
  },
  applicationNew: {
    text: text('新的加盟申请', 'New franchise application', 'Nova solicitação de franquia', '新的加盟申請'),
    help: text(
      '申请页收到加盟申请。跟进人总会收到。',
      'The application page received an application. Its follower is always notified.',
      'A página de solicitação recebeu uma solicitação. O responsável é sempre avisado.',
      '申請頁收到加盟申請。跟進人總會收到。',
    ),
    type: 'message',
    source: 'franchise',
    right: 41,
    ofTeam: false,
    scope: 'application',
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'investment'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  franchiseOverdue: {
    text: text('加盟跟进逾期', 'Franchise follow-up overdue', 'Acompanhamento de franquia em atraso', '加盟跟進逾期'),
    help: text(
      '加盟申请已过下次跟进时间，或 7 天没有跟进。跟进人总会收到。',
      'The next follow-up of an application is overdue, or there was none for 7 days. The person who follows it up is always notified.',
      'Uma solicitação passou do próximo contato ou ficou 7 dias sem contato. O responsável é sempre avisado.',
      '加盟申請已過下次跟進時間，或 7 天沒有跟進。跟進人總會收到。',
    ),
    type: 'event',
    source: 'franchise',
    right: 41,
    ofTeam: false,
    scope: 'application',
    initial: { channels: ['inSite'], identities: [], teamAdmins: false, mergeMin: 30, enabled: true },
  },
  franchiseExpiring: {
    text: text('加盟合同到期', 'Franchise contract ending', 'Contrato de franquia a vencer', '加盟合約到期'),
    help: text(
      '加盟合同在 60 天内到期，或已到期。',
      'A franchise contract ends within 60 days, or has ended.',
      'Um contrato de franquia vence em até 60 dias ou já venceu.',
      '加盟合約在 60 天內到期，或已到期。',
    ),
    type: 'event',
    source: 'franchise',
    right: 42,
    ofTeam: false,
    scope: 'franchisee',
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'investment'],
      teamAdmins: false,
      mergeMin: 60,
      enabled: true,
    },
  },
  franchiseeAdjustPending: {
    text: text(
      '加盟商调账待审核',
      'Franchisee adjustment pending review',
      'Ajuste de franqueado aguardando revisão',
      '加盟商調帳待審核',
    ),
    help: text(
      '有人提交了加盟商分成余额的调整，等待另一人审核。',
      'An adjustment of a share balance was submitted; another person has to review it.',
      'Um ajuste do saldo de participação foi enviado; outra pessoa precisa revisar.',
      '有人提交了加盟商分成餘額的調整，等待另一人審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 4209,
    ofTeam: false,
    scope: 'franchisee',
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  teamAutoChange: {
    text: text('站点自动变更', 'Automatic station change', 'Estação alterada automaticamente', '站點自動變更'),
    help: text(
      '站点按计划自动暂停或恢复营业。',
      'A station paused or resumed business by itself, as planned.',
      'Uma estação pausou ou retomou a operação sozinha, como planejado.',
      '站點依計畫自動暫停或恢復營業。',
    ),
    type: 'event',
    source: 'team',
    right: 11,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner'],
      teamAdmins: true,
      mergeMin: 5,
      enabled: true,
    },
  },
  fundAdjustPending: {
    text: text('调账待审核', 'Adjustment pending review', 'Ajuste aguardando revisão', '調帳待審核'),
    help: text(
      '有人提交了站点资金调整，等待另一人审核。',
      'An adjustment of a station’s balance was submitted; another person has to review it.',
      'Um ajuste do saldo de uma estação foi enviado; outra pessoa precisa revisar.',
      '有人提交了站點資金調整，等待另一人審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 33,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  teamTermsPending: {
    text: text(
      '站点条款待审核',
      'Station terms pending review',
      'Condições da estação aguardando revisão',
      '站點條款待審核',
    ),
    help: text(
      '有人提交了站点条款变更，等待另一人审核。',
      'A change of a station’s terms was submitted; another person has to review it.',
      'Uma mudança das condições de uma estação foi enviada; outra pessoa precisa revisar.',
      '有人提交了站點條款變更，等待另一人審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 3311,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  fundAuditPending: {
    text: text(
      '骑手资金待审核',
      'Rider fund entry pending review',
      'Fundos do entregador aguardando revisão',
      '騎手資金待審核',
    ),
    help: text(
      '有人提交了骑手余额的变更，等待另一人审核。',
      'A change of a rider’s balance was submitted; another person has to review it.',
      'Uma alteração do saldo de um entregador foi enviada; outra pessoa precisa revisar.',
      '有人提交了騎手餘額的變更，等待另一人審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 65,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  withdrawPending: {
    text: text('提现待审核', 'Withdrawal pending review', 'Saque aguardando revisão', '提現待審核'),
    help: text(
      '有提现申请等待审核。',
      'A withdrawal application waits for review.',
      'Uma solicitação de saque aguarda revisão.',
      '有提現申請等待審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 36,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 30,
      enabled: true,
    },
  },
  withdrawFailed: {
    text: text('提现打款失败', 'Payout failed', 'Pagamento falhou', '提現打款失敗'),
    help: text(
      '渠道拒绝了打款，或退回了已打款的提现。付款人总会收到。',
      'A channel refused a payout, or returned a paid one. The payer is always notified.',
      'Um canal recusou um pagamento ou devolveu um já pago. O pagador é sempre avisado.',
      '管道拒絕了打款，或退回了已打款的提現。付款人總會收到。',
    ),
    type: 'message',
    source: 'finance',
    right: 36,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financePayer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  foodLossNew: {
    text: text('新的餐损', 'New food loss', 'Nova perda de refeição', '新的餐損'),
    help: text(
      '有人上报了餐损，等待受理。',
      'A food loss was reported and waits to be accepted.',
      'Uma perda de refeição foi registrada e aguarda ser acolhida.',
      '有人上報了餐損，等待受理。',
    ),
    type: 'message',
    source: 'foodLoss',
    right: 60,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['customerService'],
      teamAdmins: false,
      mergeMin: 10,
      enabled: true,
    },
  },
  foodLossAsked: {
    text: text('餐损待站点补证', 'Evidence asked of the station', 'Provas pedidas à estação', '餐損待站點補證'),
    help: text(
      '站点订单的餐损需要站点在期限内补充证据。',
      'The station is asked for evidence of a food loss by a deadline.',
      'Pedem-se à estação provas de uma perda até um prazo.',
      '站點訂單的餐損需要站點在期限內補充證據。',
    ),
    type: 'message',
    source: 'foodLoss',
    right: 60,
    ofTeam: true,
    initial: { channels: ['inSite'], identities: [], teamAdmins: true, mergeMin: 0, enabled: true },
  },
  foodLossDecided: {
    text: text('餐损已判责', 'Food loss decided', 'Perda de refeição decidida', '餐損已判責'),
    help: text(
      '站点订单的餐损已判责，站点可在申诉期内申诉。',
      'A food loss of a station’s order was decided; the station may appeal within the appeal window.',
      'Uma perda de um pedido da estação foi decidida; a estação pode recorrer dentro do prazo.',
      '站點訂單的餐損已判責，站點可在申訴期內申訴。',
    ),
    type: 'event',
    source: 'foodLoss',
    right: 60,
    ofTeam: true,
    initial: { channels: ['inSite'], identities: [], teamAdmins: true, mergeMin: 0, enabled: true },
  },
  foodLossAppeal: {
    text: text('餐损申诉', 'Appeal of a food loss', 'Recurso de perda de refeição', '餐損申訴'),
    help: text(
      '责任方对餐损判责提出申诉，等待另一人判定。',
      'A liable party appeals against a decision; another person has to decide.',
      'Uma parte responsável recorre de uma decisão; outra pessoa precisa decidir.',
      '責任方對餐損判責提出申訴，等待另一人判定。',
    ),
    type: 'message',
    source: 'foodLoss',
    right: 6008,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  statementSent: {
    text: text('月结单已发送', 'Statement sent', 'Extrato enviado', '月結單已發送'),
    help: text(
      '站点的月结单已发送，等待站点确认。',
      'A monthly statement was sent to its station, which confirms or disputes it.',
      'Um extrato mensal foi enviado à estação, que o confirma ou contesta.',
      '站點的月結單已發送，等待站點確認。',
    ),
    type: 'event',
    source: 'finance',
    right: 32,
    ofTeam: true,
    initial: { channels: ['inSite'], identities: [], teamAdmins: true, mergeMin: 0, enabled: true },
  },
  statementDisputed: {
    text: text('月结单有异议', 'Statement disputed', 'Extrato contestado', '月結單有異議'),
    help: text(
      '站点对月结单提出异议，等待财务答复。',
      'A station disputes its monthly statement; finance has to answer.',
      'Uma estação contesta seu extrato mensal; o financeiro precisa responder.',
      '站點對月結單提出異議，等待財務答覆。',
    ),
    type: 'message',
    source: 'finance',
    right: 3107,
    ofTeam: true,
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financeReviewer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  depositLow: {
    text: WORD.reserveIsLow,
    help: text(
      '财务提醒站点补足低于预警线的储备金。',
      'Finance reminds a station whose reserve is below its warning line.',
      'O financeiro lembra uma estação cuja reserva está abaixo do alerta.',
      '財務提醒站點補足低於預警線的儲備金。',
    ),
    type: 'event',
    source: 'finance',
    right: 33,
    ofTeam: true,
    initial: { channels: ['inSite'], identities: [], teamAdmins: true, mergeMin: 0, enabled: true },
  },
  auditHeadKept: {
    text: text('操作记录链首', 'Head of the operation records', 'Fim da cadeia de registros', '操作記錄鏈首'),
    help: text(
      '每天及每次备份时，将操作记录链的链首告知审计人员，供另行保存。',
      'Every day and with every backup, auditors receive the head of the operation record chain to keep it elsewhere.',
      'A cada dia e a cada backup os auditores recebem o fim da cadeia de registros, para guardá-lo em outro lugar.',
      '每天及每次備份時，將操作記錄鏈的鏈首告知稽核人員，供另行保存。',
    ),
    type: 'notification',
    source: 'rights',
    right: 83,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['auditor'], teamAdmins: false, mergeMin: 0, enabled: true },
  },
  auditHeadLost: {
    text: text('操作记录链不完整', 'Operation records incomplete', 'Registros incompletos', '操作記錄鏈不完整'),
    help: text(
      '操作记录链与此前保存的链首不符：记录可能被删除或改写。',
      'The chain of operation records differs from a head that was kept: records may have been removed or rewritten.',
      'A cadeia de registros difere de um fim guardado: registros podem ter sido removidos ou reescritos.',
      '操作記錄鏈與先前保存的鏈首不符：記錄可能被刪除或改寫。',
    ),
    type: 'notification',
    source: 'rights',
    right: 83,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner', 'auditor'], teamAdmins: false, mergeMin: 0, enabled: true },
  },
  transferPending: {
    text: WORD.transferPendingReview,
    help: text(
      '有人发起了商户号之间的调拨，等待另一人审核。',
      'A transfer between merchant numbers was submitted; another person has to review it.',
      'Uma transferência entre números foi enviada; outra pessoa precisa revisar.',
      '有人發起了商戶號之間的調撥，等待另一人審核。',
    ),
    type: 'message',
    source: 'finance',
    right: 3810,
    ofTeam: false,
    scope: 'platform',
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 0, enabled: true },
  },
  reconDiff: {
    text: WORD.reconciliationDifferences,
    help: text(
      '渠道对账单与账目比对后有差异待处理。',
      'A statement of a payment platform differs from the books.',
      'Um extrato da plataforma de pagamento difere dos livros.',
      '管道對帳單與帳目比對後有差異待處理。',
    ),
    type: 'message',
    source: 'finance',
    right: 38,
    ofTeam: false,
    scope: 'platform',
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 10, enabled: true },
  },
  balanceBelow: {
    text: text(
      '商户号余额不足',
      'Merchant number balance is low',
      'Saldo baixo no número de comerciante',
      '商戶號餘額不足',
    ),
    help: text(
      '已启用商户号的余额降到阈值以下时提醒一次；余额恢复后再次降低时会再提醒。',
      'The balance of an enabled merchant number fell below the threshold. Sent once, and again after the balance has recovered.',
      'O saldo de um número ativado ficou abaixo do limite. Avisa uma vez e novamente depois que o saldo se recupera.',
      '已啟用商戶號的餘額降到門檻以下時提醒一次；餘額恢復後再次降低時會再提醒。',
    ),
    type: 'message',
    source: 'finance',
    right: 38,
    ofTeam: false,
    scope: 'platform',
    threshold: { unit: 'fen', ...NOTICE_RULE.threshold, initial: 100_000 },
    initial: {
      channels: ['inSite'],
      identities: ['owner', 'financePayer'],
      teamAdmins: false,
      mergeMin: 0,
      enabled: true,
    },
  },
  problemReported: {
    text: text('问题报告', 'Problem reported', 'Problema relatado', '問題回報'),
    help: text(
      '有人在后台报告了问题。',
      'A problem with the console was reported.',
      'Alguém relatou um problema no console.',
      '有人在後台回報了問題。',
    ),
    type: 'message',
    source: 'system',
    right: 4507,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 10, enabled: true },
  },
  callbackFailed: {
    text: text('平台回调未处理', 'Callback not handled', 'Retorno não processado', '平台回呼未處理'),
    help: text(
      '外部平台的回调已收到，但多次处理均失败。',
      'A callback from an outside platform was received, but several attempts to handle it failed.',
      'Um retorno de uma plataforma externa chegou, mas o processamento falhou repetidamente.',
      '外部平台的回呼已收到，但多次處理均失敗。',
    ),
    type: 'event',
    source: 'system',
    right: 4507,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 10, enabled: true },
  },
  configExpiring: {
    text: text('配置即将到期', 'Configuration expiring', 'Configuração a vencer', '設定即將到期'),
    help: text(
      '已启用平台的证书或令牌到期前 30、14 和 7 天各提醒一次。',
      'Sent 30, 14 and 7 days before a certificate or token of an enabled platform expires.',
      'Avisa 30, 14 e 7 dias antes de vencer um certificado ou token de uma plataforma ativada.',
      '已啟用平台的憑證或權杖到期前 30、14 和 7 天各提醒一次。',
    ),
    type: 'event',
    source: 'config',
    right: 70,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 0, enabled: true },
  },
  miniAudit: {
    text: text('小程序审核与操作', 'Mini-program review', 'Revisão do miniprograma', '小程式審核與操作'),
    help: text(
      '小程序版本审核结束，或代码操作的结果无法确认。',
      'The review of a mini program has ended, or the result of an action stays unknown.',
      'A revisão de um miniprograma terminou ou o resultado de uma ação continua desconhecido.',
      '小程式版本審核結束，或程式碼操作的結果無法確認。',
    ),
    type: 'message',
    source: 'system',
    right: 70,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: ['owner'], teamAdmins: false, mergeMin: 0, enabled: true },
  },
  exportReady: {
    text: text('导出完成', 'Export ready', 'Exportação pronta', '匯出完成'),
    help: text(
      '导出任务完成或失败时通知创建人；规则中的接收人也会收到。',
      'An export has finished or failed. The person who created it is always notified, and so are the receivers of the rule.',
      'Uma exportação terminou ou falhou. Quem pediu é sempre avisado; os destinatários da regra também.',
      '匯出任務完成或失敗時通知建立人；規則中的接收人也會收到。',
    ),
    type: 'event',
    source: 'export',
    right: 9506,
    ofTeam: false,
    initial: { channels: ['inSite'], identities: [], teamAdmins: false, mergeMin: 0, enabled: true },
  },
} as const satisfies Record<string, NoticeEventSpec>;
export type NoticeEvent = keyof typeof NOTICE_EVENTS;
export const NOTICE_EVENT_CODES = Object.keys(NOTICE_EVENTS) as [NoticeEvent, ...NoticeEvent[]];
/** Returns the declaration of an event. Its type includes optional properties, such as `threshold`, that some events lack. */
export const noticeEvent = (code: NoticeEvent): NoticeEventSpec => NOTICE_EVENTS[code];
