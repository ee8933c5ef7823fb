import { RULES, type RuleId } from '../../../contract/permissions';
import type { Locale, Text } from '../../../contract/text';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { OrderSource } from '../order';

/** Order sources (订单来源, DOMAIN §3.2). */
export const SOURCE_TEXT = {
  miniProgram: text('小程序', 'Mini programs', 'Miniprogramas', '小程式'),
  app: WORD.app,
  officialAccount: text('公众号', 'Official account', 'Conta oficial', '公眾號'),
  hourToReach: text('小时达', 'Hour-to-reach', 'Entrega em uma hora', '小時達'),
  stationEntry: text('站点录入', 'Station entry', 'Lançado na estação', '站點錄入'),
} as const satisfies Record<OrderSource, Text>;

/**
 * A kind of to-do: the permission for the work, the permission for its page, and its link. `text` is used for `{n}` records and `one` for a
 * single record. `byStation` means that the list behind the link is filtered by the stations that the workbench shows.
 */
interface TodoSpec {
  readonly rule: number;
  readonly page: number;
  readonly byStation?: true;
  readonly level: 'info' | 'attention' | 'bad';
  readonly link: string;
  readonly text: Text;
  readonly one: Partial<Text>;
}

/** Permission ids of the configuration centre's pages, by the code of their to-do. */
export const CONFIG_TODOS = {
  configOem: 71,
  configPayment: 72,
  configHourToReach: 107,
  configApplet: 73,
  configServiceNumber: 74,
  configAlipayMini: 109,
  configDyApplet: 75,
  configApp: 108,
} as const;
type ConfigTodo = keyof typeof CONFIG_TODOS;
const ENDING = text(
  '：{n} 项证书或令牌已到期或即将到期',
  ': certificates or tokens that have expired or expire soon: {n}',
  ': certificados ou tokens vencidos ou a vencer: {n}',
  '：{n} 項憑證或權杖已到期或即將到期',
);
const ENDING_ONE = {
  'en-US': ': {n} certificate or token has expired or expires soon',
  'pt-BR': ': {n} certificado ou token vencido ou a vencer',
} as const;

function configTodo(rule: RuleId): TodoSpec {
  const page = RULES.find(({ id }) => id === rule);
  if (!page || !('route' in page)) throw new RangeError(`rule ${rule} is no page`);
  const named = <T extends Partial<Text>>(words: T): T =>
    Object.fromEntries(
      Object.entries(words).map(([locale, said]) => [locale, `${page.text[locale as Locale]}${said}`]),
    ) as T;
  return { rule, page: rule, level: 'bad', link: page.route, text: named(ENDING), one: named(ENDING_ONE) };
}
const configTodos = Object.fromEntries(
  Object.entries(CONFIG_TODOS).map(([code, rule]) => [code, configTodo(rule)]),
) as Readonly<Record<ConfigTodo, TodoSpec>>;

export const TODOS = {
  ...configTodos,
  ordersLate: {
    rule: 13,
    page: 13,
    level: 'bad',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个订单已超过承诺送达时间',
      'Orders past the promised time: {n}',
      'Pedidos fora do prazo prometido: {n}',
      '{n} 個訂單已超過承諾送達時間',
    ),
    one: { 'en-US': '{n} order is past the promised time', 'pt-BR': '{n} pedido passou do prazo prometido' },
  },
  ordersUnassigned: {
    rule: 13,
    page: 13,
    level: 'bad',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个订单超过 10 分钟无人接单',
      'Orders without a rider for more than 10 minutes: {n}',
      'Pedidos sem entregador há mais de 10 minutos: {n}',
      '{n} 個訂單超過 10 分鐘無人接單',
    ),
    one: {
      'en-US': '{n} order has waited more than 10 minutes for a rider',
      'pt-BR': '{n} pedido espera um entregador há mais de 10 minutos',
    },
  },
  teamsWithoutRider: {
    rule: 13,
    page: 13,
    level: 'attention',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个营业站点没有在线骑手',
      'Operating stations without a rider online: {n}',
      'Estações em operação sem entregador online: {n}',
      '{n} 個營業站點沒有線上騎手',
    ),
    one: {
      'en-US': '{n} operating station has no rider online',
      'pt-BR': '{n} estação em operação está sem entregador online',
    },
  },
  teamsOverdue: {
    rule: 1107,
    page: 11,
    byStation: true,
    level: 'attention',
    link: '/teamList/index?waitsFor=resume',
    text: text(
      '{n} 个暂停站点已过恢复时间',
      'Paused stations past their resume time: {n}',
      'Estações pausadas além da hora de retomar: {n}',
      '{n} 個暫停站點已過恢復時間',
    ),
    one: {
      'en-US': '{n} paused station is past its resume time',
      'pt-BR': '{n} estação pausada passou da hora de retomar',
    },
  },
  teamsFrozen: {
    rule: 1108,
    page: 11,
    byStation: true,
    level: 'attention',
    link: '/teamList/index?status=frozen',
    text: text('{n} 个站点已冻结', 'Frozen stations: {n}', 'Estações congeladas: {n}', '{n} 個站點已凍結'),
    one: { 'en-US': '{n} station is frozen', 'pt-BR': '{n} estação está congelada' },
  },
  teamsReady: {
    rule: 1106,
    page: 11,
    byStation: true,
    level: 'info',
    link: '/teamList/index?waitsFor=start',
    text: text(
      '{n} 个筹备站点可以开始营业',
      'Stations ready to start business: {n}',
      'Estações prontas para iniciar a operação: {n}',
      '{n} 個籌備站點可以開始營業',
    ),
    one: {
      'en-US': '{n} station in preparation can start business',
      'pt-BR': '{n} estação em preparação pode iniciar a operação',
    },
  },
  teamsWaiting: {
    rule: 1102,
    page: 11,
    byStation: true,
    level: 'info',
    link: '/teamList/index?waitsFor=admin',
    text: text(
      '{n} 个筹备站点的管理员尚未登录',
      'Stations whose administrator has not signed in yet: {n}',
      'Estações cujo administrador ainda não acessou: {n}',
      '{n} 個籌備站點的管理員尚未登入',
    ),
    one: {
      'en-US': '{n} station in preparation waits for its administrator to sign in',
      'pt-BR': '{n} estação em preparação aguarda o acesso do administrador',
    },
  },
  teamDrafts: {
    rule: 1101,
    page: 11,
    byStation: true,
    level: 'info',
    link: '/teamList/index?status=draft',
    text: text(
      '{n} 个站点草稿待完成',
      'Station drafts to finish: {n}',
      'Rascunhos de estação a concluir: {n}',
      '{n} 個站點草稿待完成',
    ),
    one: { 'en-US': '{n} station draft to finish', 'pt-BR': '{n} rascunho de estação a concluir' },
  },
  miniRejectedWx: {
    rule: 7302,
    page: 73,
    level: 'attention',
    link: '/configCenter/configureApplet?tab=code&state=rejected',
    text: text(
      '{n} 个微信小程序版本审核被驳回',
      'Rejected versions of the messaging mini program: {n}',
      'Versões recusadas do miniprograma do mensageiro: {n}',
      '{n} 個微信小程式版本審核被駁回',
    ),
    one: {
      'en-US': '{n} version of the messaging mini program was rejected',
      'pt-BR': '{n} versão do miniprograma do mensageiro foi recusada',
    },
  },
  miniRejectedAli: {
    rule: 10906,
    page: 109,
    level: 'attention',
    link: '/configCenter/configureAlipayMiniProgram?tab=code&state=rejected',
    text: text(
      '{n} 个支付宝小程序版本审核被驳回',
      'Rejected versions of the payment-platform mini program: {n}',
      'Versões recusadas do miniprograma da plataforma de pagamento: {n}',
      '{n} 個支付寶小程式版本審核被駁回',
    ),
    one: {
      'en-US': '{n} version of the payment-platform mini program was rejected',
      'pt-BR': '{n} versão do miniprograma da plataforma de pagamento foi recusada',
    },
  },
  miniRejectedDy: {
    rule: 7502,
    page: 75,
    level: 'attention',
    link: '/configCenter/configureDyApplet?tab=code&state=rejected',
    text: text(
      '{n} 个抖音小程序版本审核被驳回',
      'Rejected versions of the short-video mini program: {n}',
      'Versões recusadas do miniprograma de vídeos curtos: {n}',
      '{n} 個抖音小程式版本審核被駁回',
    ),
    one: {
      'en-US': '{n} version of the short-video mini program was rejected',
      'pt-BR': '{n} versão do miniprograma de vídeos curtos foi recusada',
    },
  },
  exportsReady: {
    rule: 95,
    page: 95,
    level: 'info',
    link: '/exportTask/exportList?toDownload=true',
    text: text(
      '{n} 个导出文件待下载',
      'Exported files to download: {n}',
      'Arquivos exportados para baixar: {n}',
      '{n} 個匯出檔案待下載',
    ),
    one: { 'en-US': '{n} exported file to download', 'pt-BR': '{n} arquivo exportado para baixar' },
  },
  fundAdjusts: {
    rule: 3307,
    page: 33,
    level: 'attention',
    link: '/financial/teamFunding?tab=adjusts&forMe=true',
    text: text(
      '{n} 笔调账待您审核',
      'Adjustments pending your review: {n}',
      'Ajustes aguardando sua revisão: {n}',
      '{n} 筆調帳待您審核',
    ),
    one: { 'en-US': '{n} adjustment waits for your approval', 'pt-BR': '{n} ajuste aguarda a sua aprovação' },
  },
  enquiriesManual: {
    rule: 10606,
    page: 106,
    byStation: true,
    level: 'attention',
    link: '/enquiryManagement/index?state=manual',
    text: text('{n} 条询价待人工报价', 'Enquiries to quote: {n}', 'Consultas a cotar: {n}', '{n} 筆詢價待人工報價'),
    one: { 'en-US': '{n} enquiry to quote', 'pt-BR': '{n} consulta a cotar' },
  },
  feesOwed: {
    rule: 3707,
    page: 37,
    byStation: true,
    level: 'attention',
    link: '/financial/costManagement?part=charges&state=owed',
    text: text('{n} 笔费用欠费', 'Fees owed: {n}', 'Tarifas devidas: {n}', '{n} 筆費用欠費'),
    one: { 'en-US': '{n} fee owed', 'pt-BR': '{n} tarifa devida' },
  },
  feeRulesWaiting: {
    rule: 3706,
    page: 37,
    level: 'attention',
    link: '/financial/costManagement?state=pendingApproval',
    text: text(
      '{n} 条费用规则待审核',
      'Fee rules pending review: {n}',
      'Regras de tarifas aguardando revisão: {n}',
      '{n} 條費用規則待審核',
    ),
    one: { 'en-US': '{n} fee rule to publish', 'pt-BR': '{n} regra de tarifa a publicar' },
  },
  certificatesExpiring: {
    rule: 54,
    page: 54,
    byStation: true,
    level: 'attention',
    link: '/safetyModule/riderManage?expiring=true',
    text: text(
      '{n} 名骑手的健康证 30 天内到期',
      'Health certificates that expire within 30 days: {n}',
      'Atestados de saúde que vencem em 30 dias: {n}',
      '{n} 名騎手的健康證 30 天內到期',
    ),
    one: {
      'en-US': '{n} health certificate expires within 30 days',
      'pt-BR': '{n} atestado de saúde vence em 30 dias',
    },
  },
  siteInspectionsOverdue: {
    rule: 5206,
    page: 52,
    byStation: true,
    level: 'attention',
    link: '/safetyModule/siteSafety/index?state=overdue',
    text: text('{n} 项检查已逾期', 'Inspections overdue: {n}', 'Inspeções atrasadas: {n}', '{n} 項檢查已逾期'),
    one: { 'en-US': '{n} inspection overdue', 'pt-BR': '{n} inspeção atrasada' },
  },
  siteRectifyOverdue: {
    rule: 5202,
    page: 52,
    byStation: true,
    level: 'bad',
    link: '/safetyModule/siteSafety/index?state=overdueRectify',
    text: text('{n} 项整改已逾期', 'Rectifications overdue: {n}', 'Correções atrasadas: {n}', '{n} 項整改已逾期'),
    one: { 'en-US': '{n} rectification overdue', 'pt-BR': '{n} correção atrasada' },
  },
  siteRechecks: {
    rule: 5206,
    page: 52,
    byStation: true,
    level: 'attention',
    link: '/safetyModule/siteSafety/index?state=rechecking',
    text: text(
      '{n} 项整改待复查',
      'Rectifications to recheck: {n}',
      'Correções a reverificar: {n}',
      '{n} 項整改待複查',
    ),
    one: { 'en-US': '{n} rectification to recheck', 'pt-BR': '{n} correção a reverificar' },
  },
  lossesOverdue: {
    rule: 6006,
    page: 60,
    byStation: true,
    level: 'bad',
    link: '/foodLossManagement/index?overdue=true',
    text: text('{n} 单餐损已超时', 'Overdue food losses: {n}', 'Perdas atrasadas: {n}', '{n} 單餐損已逾時'),
    one: { 'en-US': '{n} overdue food loss', 'pt-BR': '{n} perda atrasada' },
  },
  lossesUnpaid: {
    rule: 6009,
    page: 60,
    byStation: true,
    level: 'bad',
    link: '/foodLossManagement/index?state=compFailed,compensating',
    text: text('{n} 单餐损待赔付', 'Food losses to pay: {n}', 'Perdas a pagar: {n}', '{n} 單餐損待賠付'),
    one: { 'en-US': '{n} food loss to pay', 'pt-BR': '{n} perda a pagar' },
  },
  lossesToAccept: {
    rule: 6006,
    page: 60,
    byStation: true,
    level: 'attention',
    link: '/foodLossManagement/index?state=submitted',
    text: text('{n} 单餐损待受理', 'Food losses to accept: {n}', 'Perdas a acolher: {n}', '{n} 單餐損待受理'),
    one: { 'en-US': '{n} food loss to accept', 'pt-BR': '{n} perda a acolher' },
  },
  lossesToDecide: {
    rule: 6007,
    page: 60,
    byStation: true,
    level: 'attention',
    link: '/foodLossManagement/index?state=deciding',
    text: text('{n} 单餐损待判责', 'Food losses to decide: {n}', 'Perdas a decidir: {n}', '{n} 單餐損待判責'),
    one: { 'en-US': '{n} food loss to decide', 'pt-BR': '{n} perda a decidir' },
  },
  ridersToReview: {
    rule: 5406,
    page: 54,
    byStation: true,
    level: 'attention',
    link: '/safetyModule/riderManage?status=applying',
    text: text(
      '{n} 名骑手待审核',
      'Riders pending review: {n}',
      'Entregadores aguardando revisão: {n}',
      '{n} 名騎手待審核',
    ),
    one: { 'en-US': '{n} rider application to review', 'pt-BR': '{n} candidatura de entregador a revisar' },
  },
  ridersUninsured: {
    rule: 54,
    page: 54,
    byStation: true,
    level: 'bad',
    link: '/safetyModule/riderManage?uninsured=true',
    text: text(
      '{n} 名骑手正在无保障配送',
      'Riders working without cover: {n}',
      'Entregadores trabalhando sem cobertura: {n}',
      '{n} 名騎手正在無保障配送',
    ),
    one: { 'en-US': '{n} rider working without cover', 'pt-BR': '{n} entregador trabalhando sem cobertura' },
  },
  claimsOpen: {
    rule: 5106,
    page: 51,
    byStation: true,
    level: 'attention',
    link: '/safetyModule/insureData?part=claims&state=reported,material,submitted,insurerReview,approved,refused',
    text: text('{n} 件理赔处理中', 'Claims in progress: {n}', 'Sinistros em tratamento: {n}', '{n} 件理賠處理中'),
    one: { 'en-US': '{n} open claim', 'pt-BR': '{n} sinistro em aberto' },
  },
  franchiseOverdue: {
    rule: 4102,
    page: 41,
    level: 'attention',
    link: '/franchisee/applicationList?overdue=true',
    text: text(
      '{n} 份加盟申请跟进逾期',
      'Franchise follow-ups overdue: {n}',
      'Acompanhamentos de franquia em atraso: {n}',
      '{n} 份加盟申請跟進逾期',
    ),
    one: { 'en-US': '{n} franchise follow-up is overdue', 'pt-BR': '{n} acompanhamento de franquia em atraso' },
  },
  franchiseNew: {
    rule: 4102,
    page: 41,
    level: 'info',
    link: '/franchisee/applicationList?state=submitted',
    text: text(
      '{n} 份加盟申请待领取',
      'Franchise applications to claim: {n}',
      'Solicitações de franquia a assumir: {n}',
      '{n} 份加盟申請待領取',
    ),
    one: { 'en-US': '{n} franchise application to claim', 'pt-BR': '{n} solicitação de franquia a assumir' },
  },
  reconFailed: {
    rule: 3806,
    page: 38,
    level: 'bad',
    link: '/financial/merchantIdFunds?state=failed',
    text: text(
      '{n} 份对账单获取失败',
      'Statements that failed: {n}',
      'Extratos com falha: {n}',
      '{n} 份對帳單取得失敗',
    ),
    one: { 'en-US': '{n} statement failed', 'pt-BR': '{n} extrato com falha' },
  },
  reconDifferences: {
    rule: 3806,
    page: 38,
    level: 'attention',
    link: '/financial/merchantIdFunds?part=items&state=open,handling',
    text: text(
      '{n} 笔对账差异待处理',
      'Differences to handle: {n}',
      'Diferenças a tratar: {n}',
      '{n} 筆對帳差異待處理',
    ),
    one: { 'en-US': '{n} difference to handle', 'pt-BR': '{n} diferença a tratar' },
  },
  transfersToBook: {
    rule: 3809,
    page: 38,
    level: 'attention',
    link: '/financial/merchantIdFunds?part=transfers&state=unknown,byHand,inTransit',
    text: text(
      '{n} 笔商户号调拨待登记',
      'Transfers to book: {n}',
      'Transferências a lançar: {n}',
      '{n} 筆商戶號調撥待登記',
    ),
    one: { 'en-US': '{n} transfer to book', 'pt-BR': '{n} transferência a lançar' },
  },
  statementsDisputed: {
    rule: 3107,
    page: 32,
    byStation: true,
    level: 'attention',
    link: '/financial/bill?part=statements&state=disputed',
    text: text('{n} 份月结单有异议', 'Disputed statements: {n}', 'Extratos contestados: {n}', '{n} 份月結單有異議'),
    one: { 'en-US': '{n} disputed statement', 'pt-BR': '{n} extrato contestado' },
  },
  withdrawalsUnknown: {
    rule: 3604,
    page: 36,
    byStation: true,
    level: 'bad',
    link: '/financial/apply?state=unknown',
    text: text(
      '{n} 笔提现结果未知',
      'Withdrawals with unknown result: {n}',
      'Saques com resultado desconhecido: {n}',
      '{n} 筆提現結果未知',
    ),
    one: { 'en-US': '{n} withdrawal with unknown result', 'pt-BR': '{n} saque com resultado desconhecido' },
  },
  withdrawalsFailed: {
    rule: 3604,
    page: 36,
    byStation: true,
    level: 'bad',
    link: '/financial/apply?state=payFailed',
    text: text('{n} 笔提现打款失败', 'Failed payouts: {n}', 'Pagamentos com falha: {n}', '{n} 筆提現打款失敗'),
    one: { 'en-US': '{n} failed payout', 'pt-BR': '{n} pagamento com falha' },
  },
  withdrawalsToPay: {
    rule: 3602,
    page: 36,
    byStation: true,
    level: 'attention',
    link: '/financial/apply?state=approved',
    text: text('{n} 笔提现待打款', 'Withdrawals to pay: {n}', 'Saques a pagar: {n}', '{n} 筆提現待打款'),
    one: { 'en-US': '{n} withdrawal to pay', 'pt-BR': '{n} saque a pagar' },
  },
  withdrawalsToReview: {
    rule: 3601,
    page: 36,
    byStation: true,
    level: 'attention',
    link: '/financial/apply?state=pendingReview',
    text: text(
      '{n} 笔提现待审核',
      'Withdrawals pending review: {n}',
      'Saques aguardando revisão: {n}',
      '{n} 筆提現待審核',
    ),
    one: { 'en-US': '{n} withdrawal to review', 'pt-BR': '{n} saque a revisar' },
  },
  fundAudits: {
    rule: 6507,
    page: 65,
    byStation: true,
    level: 'attention',
    link: '/fundAudit/index?state=pending&forMe=true',
    text: text(
      '{n} 笔骑手资金待审核',
      'Rider fund entries pending review: {n}',
      'Registros de fundos aguardando revisão: {n}',
      '{n} 筆騎手資金待審核',
    ),
    one: { 'en-US': '{n} rider fund entry waits to be checked', 'pt-BR': '{n} registro de fundos aguarda conferência' },
  },
  holdsExpired: {
    rule: 3308,
    page: 33,
    byStation: true,
    level: 'attention',
    link: '/financial/teamFunding?holdExpired=true',
    text: text(
      '{n} 个站点的管控冻结已到期，请解除或重新冻结',
      'Stations with an expired hold, to be released or held again: {n}',
      'Estações com retenção vencida, a liberar ou reter de novo: {n}',
      '{n} 個站點的管控凍結已到期，請解除或重新凍結',
    ),
    one: {
      'en-US': '{n} station has an expired hold, to be released or held again',
      'pt-BR': '{n} estação tem uma retenção vencida, a liberar ou reter de novo',
    },
  },
  fundsNegative: {
    rule: 33,
    page: 33,
    byStation: true,
    level: 'bad',
    link: '/financial/teamFunding?negative=true',
    text: text(
      '{n} 个站点账户余额为负',
      'Stations with a negative balance: {n}',
      'Estações com saldo negativo: {n}',
      '{n} 個站點帳戶餘額為負',
    ),
    one: { 'en-US': '{n} station has a negative balance', 'pt-BR': '{n} estação tem saldo negativo' },
  },
  depositsLow: {
    rule: 33,
    page: 33,
    byStation: true,
    level: 'attention',
    link: '/financial/teamFunding?belowWarning=true',
    text: text(
      '{n} 个站点储备金低于预警线',
      'Stations with a reserve below its warning line: {n}',
      'Estações com reserva abaixo do alerta: {n}',
      '{n} 個站點儲備金低於預警線',
    ),
    one: {
      'en-US': '{n} station has a reserve below its warning line',
      'pt-BR': '{n} estação tem a reserva abaixo do alerta',
    },
  },
  escrowOpen: {
    rule: 3206,
    page: 31,
    byStation: true,
    level: 'bad',
    link: '/financial/information?part=escrow',
    text: text(
      '{n} 个已取消订单超过 24 小时未退款或结算',
      'Cancelled orders neither refunded nor settled for 24 hours: {n}',
      'Pedidos cancelados sem reembolso nem liquidação há 24 horas: {n}',
      '{n} 個已取消訂單超過 24 小時未退款或結算',
    ),
    one: {
      'en-US': '{n} cancelled order was neither refunded nor settled for 24 hours',
      'pt-BR': '{n} pedido cancelado está sem reembolso nem liquidação há 24 horas',
    },
  },
  announcementsUrgent: {
    rule: 90,
    page: 90,
    level: 'bad',
    link: '/announcementCenter/announcementCenter?urgentUnread=true',
    text: text(
      '{n} 条紧急公告未读',
      'Urgent announcements to read: {n}',
      'Comunicados urgentes a ler: {n}',
      '{n} 則緊急公告未讀',
    ),
    one: { 'en-US': '{n} urgent announcement to read', 'pt-BR': '{n} comunicado urgente a ler' },
  },
  announcementsToConfirm: {
    rule: 90,
    page: 90,
    level: 'attention',
    link: '/announcementCenter/announcementCenter?toConfirm=true',
    text: text(
      '{n} 条公告待您确认',
      'Announcements that wait for your confirmation: {n}',
      'Comunicados que aguardam a sua confirmação: {n}',
      '{n} 則公告待您確認',
    ),
    one: {
      'en-US': '{n} announcement waits for your confirmation',
      'pt-BR': '{n} comunicado aguarda a sua confirmação',
    },
  },
  approvals: {
    rule: 5,
    page: 5,
    byStation: true,
    level: 'attention',
    link: '/dashboard/noticeManage?tab=approvals',
    text: text(
      '{n} 张单据待您审批',
      'Documents that wait for your approval: {n}',
      'Documentos que aguardam a sua aprovação: {n}',
      '{n} 張單據待您審批',
    ),
    one: {
      'en-US': '{n} document waits for your approval',
      'pt-BR': '{n} documento aguarda a sua aprovação',
    },
  },
  // First steps on a platform that has no station.
  firstName: {
    rule: 4502,
    page: 45,
    level: 'info',
    link: '/site/index',
    text: text(
      '第一步：设置平台名称、标志和短信服务',
      'First steps: name the platform, add its logo and SMS provider',
      'Primeiros passos: dê nome, logotipo e provedor de SMS à plataforma',
      '第一步：設定平台名稱、標誌和簡訊服務',
    ),
    one: {},
  },
  firstStation: {
    rule: 1101,
    page: 12,
    level: 'info',
    link: '/teamList/addTeam',
    text: text(
      '新增第一个站点：数据将从这里开始',
      'Add the first station: its data appears here',
      'Adicione a primeira estação: os números começam por ela',
      '新增第一個站點：資料將從這裡開始',
    ),
    one: {},
  },
  firstStaff: {
    rule: 8201,
    page: 82,
    level: 'info',
    link: '/rightsManagement/staff',
    text: text(
      '邀请第一位总部员工',
      'Invite the first member of staff',
      'Convide a primeira pessoa da equipe',
      '邀請第一位總部員工',
    ),
    one: {},
  },
} as const satisfies Readonly<Record<string, TodoSpec>>;

export type TodoCode = keyof typeof TODOS;

/** The message for a figure that does not exist in this kind of ranking. */
export const NO_SUCH_RANKING = text(
  '该榜单不支持此指标',
  'This ranking has no such figure',
  'Esta classificação não tem esse indicador',
  '該榜單不支援此指標',
);
/** The message for a shortcut whose page does not exist or is not open to the user. */
export const NO_SUCH_PAGE = text(
  '页面不存在或无权访问',
  'The page does not exist, or you have no access to it',
  'A página não existe ou não está disponível para você',
  '頁面不存在或無權存取',
);
