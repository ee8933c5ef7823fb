import type { RuleId } from './permissions';
import { type Text, text } from './text';

/**
 * What can be exported (DOMAIN §3.14): one entry a table. Free of libraries: the browser imports it, so that a list knows
 * without asking that it has an export button. The rows come from the source that a module registers under the key.
 */
interface ExportModuleSpec {
  /** What the file holds, as people call it. */
  readonly text: Text;
  /** The endpoint whose page offers it; the filter of the export is that endpoint's input. */
  readonly list: string;
  /** Asked for when the task is made, when it runs and when the file is downloaded. */
  readonly rule: RuleId;
  /** Permission to show masked data; absent where nothing is masked, or nothing may ever be shown. */
  readonly unmask?: RuleId;
  /** Every export asks for a second verification, not only the unmasked one. */
  readonly second?: true;
}

export const EXPORT_MODULES = {
  'team.list': {
    text: text('站点列表', 'Station list', 'Lista de estações', '站點列表'),
    list: 'team.Team/getList',
    rule: 1104,
    unmask: 1105,
  },
  'team.area': {
    text: text('站点服务区域', 'Service areas', 'Áreas de atendimento', '站點服務區域'),
    list: 'team.Team/getList',
    rule: 1104,
  },
  'team.terms': {
    text: text('站点条款变更', 'Changes of station terms', 'Mudanças de condições das estações', '站點條款變更'),
    list: 'team.Team/getList',
    rule: 1104,
  },
  'user.list': {
    text: text('用户列表', 'User list', 'Lista de usuários', '使用者列表'),
    list: 'user.User/getList',
    rule: 2104,
    unmask: 2105,
  },
  'user.notice': {
    text: text('服务通知收件人', 'Notice recipients', 'Destinatários do aviso', '服務通知收件人'),
    list: 'user.Notice/getDeliveries',
    rule: 2304,
    unmask: 2105,
  },
  'rights.staff': {
    text: text('员工', 'Staff', 'Funcionários', '員工'),
    list: 'rights.Staff/getList',
    rule: 8204,
    unmask: 8205,
  },
  'dashboard.accounts': {
    text: text('账号', 'Accounts', 'Contas', '帳號'),
    list: 'dashboard.AccountManage/getList',
    rule: 404,
    unmask: 405,
  },
  'dashboard.kpi': {
    text: text('每日指标', 'KPI daily table', 'Indicadores por dia', '每日指標'),
    list: 'dashboard.Index/getOverview',
    rule: 2,
  },
  'financial.bill': {
    text: text('账单明细', 'Bill details', 'Detalhes dos lançamentos', '帳單明細'),
    list: 'finance.Bill/getList',
    rule: 3204,
  },
  'financial.summary': {
    text: text('账单汇总', 'Bill summary', 'Resumo dos lançamentos', '帳單匯總'),
    list: 'finance.Information/getByTeam',
    rule: 3104,
  },
  'financial.movements': {
    text: text('账户流水', 'Movements', 'Movimentos', '帳戶流水'),
    list: 'finance.Information/getMovements',
    rule: 3104,
  },
  'financial.trialBalance': {
    text: text('试算平衡', 'Trial balance', 'Balancete', '試算平衡'),
    list: 'finance.Information/getTrialBalance',
    rule: 3104,
  },
  'financial.days': {
    text: text('日结', 'Daily closing', 'Fechamento diário', '日結'),
    list: 'finance.Information/getDays',
    rule: 3104,
  },
  'financial.teamFund': {
    text: text('站点资金', 'Station funds', 'Fundos das estações', '站點資金'),
    list: 'finance.TeamFund/getList',
    rule: 3304,
  },
  'financial.flow': {
    text: text('资金流水', 'Flow of funds', 'Fluxo de fundos', '資金流水'),
    list: 'finance.TeamFund/getFlow',
    rule: 3404,
  },
  'cost.rule': {
    text: text('费用规则', 'Fee rules', 'Regras de tarifas', '費用規則'),
    list: 'finance.Cost/getRules',
    rule: 3704,
  },
  'cost.charge': {
    text: text('扣费记录', 'Fee charges', 'Cobranças de tarifas', '扣費記錄'),
    list: 'finance.Cost/getCharges',
    rule: 3704,
  },
  'withdraw.list': {
    text: text('提现申请', 'Withdrawal applications', 'Pedidos de saque', '提現申請'),
    list: 'finance.Withdraw/getList',
    rule: 3607,
  },
  'withdraw.bank': {
    text: text('银行批量文件', 'Bank batch file', 'Arquivo bancário em lote', '銀行批次檔'),
    list: 'finance.Withdraw/getList',
    rule: 3606,
    second: true,
  },
  'finance.recon': {
    text: text('对账差异', 'Reconciliation differences', 'Diferenças de conciliação', '對帳差異'),
    list: 'finance.Recon/getItems',
    rule: 3804,
  },
  'finance.reconBatch': {
    text: text('对账批次', 'Statements', 'Extratos', '對帳批次'),
    list: 'finance.Recon/getBatches',
    rule: 3804,
  },
  'finance.transfer': {
    text: text('商户号调拨', 'Merchant number transfers', 'Transferências entre números', '商戶號調撥'),
    list: 'finance.Transfer/getList',
    rule: 3804,
  },
  'statement.list': {
    text: text('月结单', 'Monthly statements', 'Extratos mensais', '月結單'),
    list: 'finance.Statement/getList',
    rule: 3204,
  },
  'statement.fees': {
    text: text('月结单费用明细', 'Statement fees', 'Tarifas dos extratos', '月結單費用明細'),
    list: 'finance.Statement/getList',
    rule: 3204,
  },
  'fundAudit.list': {
    text: text('骑手资金审核', 'Rider fund audit', 'Auditoria de fundos dos entregadores', '騎手資金審核'),
    list: 'fundAudit.Rider/getList',
    rule: 6504,
  },
  'safety.rider': {
    text: text('骑手', 'Riders', 'Entregadores', '騎手'),
    list: 'safety.Rider/getList',
    rule: 5404,
    unmask: 5405,
  },
  'foodLoss.list': {
    text: text('餐损', 'Food losses', 'Perdas de refeições', '餐損'),
    list: 'foodLoss.Report/getList',
    rule: 6004,
  },
  'safety.policy': {
    text: text('投保记录', 'Policies', 'Apólices', '投保記錄'),
    list: 'safety.Insure/getPolicies',
    rule: 5104,
    unmask: 5105,
  },
  'safety.premiums': {
    text: text('站点月保费', 'Premiums by station and month', 'Prêmios por estação e mês', '站點月保費'),
    list: 'safety.Insure/getPolicies',
    rule: 5104,
  },
  'safety.claim': {
    text: text('理赔', 'Claims', 'Sinistros', '理賠'),
    list: 'safety.Insure/getClaims',
    rule: 5104,
  },
  'safety.inspection': {
    text: text('安全检查', 'Safety inspections', 'Inspeções de segurança', '安全檢查'),
    list: 'safety.Site/getInspections',
    rule: 5204,
  },
  'safety.inspectionItems': {
    text: text('检查项结果', 'Inspection items', 'Itens das inspeções', '檢查項結果'),
    list: 'safety.Site/getInspections',
    rule: 5204,
  },
  'safety.incident': {
    text: text('安全事故', 'Safety incidents', 'Incidentes de segurança', '安全事故'),
    list: 'safety.Site/getIncidents',
    rule: 5204,
  },
  'safety.scores': {
    text: text('站点得分记录', 'Score history of stations', 'Histórico de notas das estações', '站點得分記錄'),
    list: 'safety.Site/getScores',
    rule: 5204,
  },
  'franchise.apply': {
    text: text('加盟申请', 'Franchise applications', 'Solicitações de franquia', '加盟申請'),
    list: 'franchise.Apply/getList',
    rule: 4104,
    unmask: 4105,
  },
  'franchise.list': {
    text: text('加盟商', 'Franchisees', 'Franqueados', '加盟商'),
    list: 'franchise.Franchisee/getList',
    rule: 4204,
    unmask: 4205,
  },
  'franchise.share': {
    text: text('加盟商分成流水', 'Share flow of a franchisee', 'Repasses do franqueado', '加盟商分成流水'),
    list: 'franchise.Franchisee/getShareFlow',
    rule: 4204,
  },
  'enquiry.list': {
    text: text('抖音询价', 'Short-video enquiry', 'Consultas da plataforma de vídeos curtos', '抖音詢價'),
    list: 'enquiry.Enquiry/getList',
    rule: 10604,
  },
  'config.appVersions': {
    text: text('APP 版本', 'App versions', 'Versões dos aplicativos', 'APP 版本'),
    list: 'config.App/getVersions',
    rule: 10804,
  },
  'information.article': {
    text: text('文章', 'Articles', 'Artigos', '文章'),
    list: 'information.Article/getList',
    rule: 11004,
  },
  'information.stat': {
    text: text('轮播图统计', 'Banner statistics', 'Estatísticas de banners', '輪播圖統計'),
    list: 'information.Banner/getList',
    rule: 11004,
  },
  'announcement.list': {
    text: text('公告', 'Announcements', 'Comunicados', '公告'),
    list: 'announcement.Announcement/getList',
    rule: 9004,
  },
  'announcement.receipt': {
    text: text('公告回执', 'Announcement receipts', 'Recibos de comunicados', '公告回執'),
    list: 'announcement.Announcement/getReceipts',
    rule: 9004,
  },
  'rights.record': {
    text: text('操作记录', 'Operation records', 'Registros de operação', '操作記錄'),
    list: 'rights.Record/getList',
    rule: 8304,
    second: true,
  },
} as const satisfies Record<string, ExportModuleSpec>;

export type ExportModule = keyof typeof EXPORT_MODULES;
export const EXPORT_KEYS = Object.keys(EXPORT_MODULES) as [ExportModule, ...ExportModule[]];
/** The same, seen as the general shape. */
export const exportModule = (key: ExportModule): ExportModuleSpec => EXPORT_MODULES[key];

/** The tables that a list offers, in declared order. */
export function exportsOf(list: string): readonly ExportModule[] {
  return EXPORT_KEYS.filter((key) => EXPORT_MODULES[key].list === list);
}

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
