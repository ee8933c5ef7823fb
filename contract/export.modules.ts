import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares the tables that users can export (DOMAIN §3.14). Each module registers the source of its rows under the key of the
 * table. The file imports no library, because the browser loads it to show export buttons without a request.
 */
interface ExportModuleSpec {
  /** Title of the table, as users know it. */
  readonly text: Text;
  /** The list endpoint whose page offers the export. The filter of the export is the input of this endpoint. */
  readonly list: string;
  /** Required permission. The server checks it when the task is created, when it runs, and when the file is downloaded. */
  readonly rule: RuleId;
  /**
   * Permission to export masked data in full. The field is absent if the table has no masked data, or if exports never show this data in
   * full.
   */
  readonly unmask?: RuleId;
  /** `true` means that every export requires a second verification. By default only unmasked exports require it. */
  readonly second?: true;
}

export const EXPORT_MODULES = {
  'team.list': {
    text: WORD.stationList,
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
    text: WORD.userList,
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
    text: WORD.accounts,
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
    text: WORD.billDetails,
    list: 'finance.Bill/getList',
    rule: 3204,
  },
  'financial.summary': {
    text: WORD.billSummary,
    list: 'finance.Information/getByTeam',
    rule: 3104,
  },
  'financial.movements': {
    text: WORD.movements,
    list: 'finance.Information/getMovements',
    rule: 3104,
  },
  'financial.trialBalance': {
    text: WORD.trialBalance,
    list: 'finance.Information/getTrialBalance',
    rule: 3104,
  },
  'financial.days': {
    text: WORD.dailyClosing,
    list: 'finance.Information/getDays',
    rule: 3104,
  },
  'financial.teamFund': {
    text: WORD.stationFunds,
    list: 'finance.TeamFund/getList',
    rule: 3304,
  },
  'financial.flow': {
    text: text('资金流水', 'Flow of funds', 'Fluxo de fundos', '資金流水'),
    list: 'finance.TeamFund/getFlow',
    rule: 3404,
  },
  'cost.rule': {
    text: WORD.feeRules,
    list: 'finance.Cost/getRules',
    rule: 3704,
  },
  'cost.charge': {
    text: WORD.feeCharges,
    list: 'finance.Cost/getCharges',
    rule: 3704,
  },
  'withdraw.list': {
    text: WORD.withdrawalApplications,
    list: 'finance.Withdraw/getList',
    rule: 3607,
  },
  'withdraw.bank': {
    text: WORD.bankBatchFile,
    list: 'finance.Withdraw/getList',
    rule: 3606,
    second: true,
  },
  'finance.recon': {
    text: WORD.reconciliationDifferences,
    list: 'finance.Recon/getItems',
    rule: 3804,
  },
  'finance.reconBatch': {
    text: WORD.channelStatements,
    list: 'finance.Recon/getBatches',
    rule: 3804,
  },
  'finance.transfer': {
    text: WORD.merchantNumberTransfers,
    list: 'finance.Transfer/getList',
    rule: 3804,
  },
  'statement.list': {
    text: WORD.monthlyStatements,
    list: 'finance.Statement/getList',
    rule: 3204,
  },
  'statement.fees': {
    text: text('月结单费用明细', 'Statement fees', 'Tarifas dos extratos', '月結單費用明細'),
    list: 'finance.Statement/getList',
    rule: 3204,
  },
  'fundAudit.list': {
    text: WORD.riderFundAudit,
    list: 'fundAudit.Rider/getList',
    rule: 6504,
  },
  'safety.rider': {
    text: WORD.riders,
    list: 'safety.Rider/getList',
    rule: 5404,
    unmask: 5405,
  },
  'foodLoss.list': {
    text: WORD.foodLosses,
    list: 'foodLoss.Report/getList',
    rule: 6004,
  },
  'safety.policy': {
    text: WORD.coverHistory,
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
    text: WORD.claims,
    list: 'safety.Insure/getClaims',
    rule: 5104,
  },
  'safety.inspection': {
    text: WORD.safetyInspections,
    list: 'safety.Site/getInspections',
    rule: 5204,
  },
  'safety.inspectionItems': {
    text: text('检查项结果', 'Inspection items', 'Itens das inspeções', '檢查項結果'),
    list: 'safety.Site/getInspections',
    rule: 5204,
  },
  'safety.incident': {
    text: WORD.safetyIncidents,
    list: 'safety.Site/getIncidents',
    rule: 5204,
  },
  'safety.scores': {
    text: text('站点得分记录', 'Score history of stations', 'Histórico de notas das estações', '站點得分記錄'),
    list: 'safety.Site/getScores',
    rule: 5204,
  },
  'franchise.apply': {
    text: WORD.franchiseApplications,
    list: 'franchise.Apply/getList',
    rule: 4104,
    unmask: 4105,
  },
  'franchise.list': {
    text: WORD.franchisees,
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
    text: WORD.shortVideoEnquiry,
    list: 'enquiry.Enquiry/getList',
    rule: 10604,
  },
  'config.appVersions': {
    text: text('APP 版本', 'App versions', 'Versões dos aplicativos', 'APP 版本'),
    list: 'config.App/getVersions',
    rule: 10804,
  },
  'information.article': {
    text: WORD.articles,
    list: 'information.Article/getList',
    rule: 11004,
  },
  'information.stat': {
    text: text('轮播图统计', 'Banner statistics', 'Estatísticas de banners', '輪播圖統計'),
    list: 'information.Banner/getList',
    rule: 11004,
  },
  'announcement.list': {
    text: WORD.announcements,
    list: 'announcement.Announcement/getList',
    rule: 9004,
  },
  'announcement.receipt': {
    text: text('公告回执', 'Announcement receipts', 'Recibos de comunicados', '公告回執'),
    list: 'announcement.Announcement/getReceipts',
    rule: 9004,
  },
  'rights.record': {
    text: WORD.operationRecords,
    list: 'rights.Record/getList',
    rule: 8304,
    second: true,
  },
} as const satisfies Record<string, ExportModuleSpec>;

export type ExportModule = keyof typeof EXPORT_MODULES;
export const EXPORT_KEYS = Object.keys(EXPORT_MODULES) as [ExportModule, ...ExportModule[]];
/** Returns the declaration of an export table. The type has all optional fields, also those that this table lacks. */
export const exportModule = (key: ExportModule): ExportModuleSpec => EXPORT_MODULES[key];

/** Returns the tables that a list can export, in the order of their declaration. */
export function exportsOf(list: string): readonly ExportModule[] {
  return EXPORT_KEYS.filter((key) => EXPORT_MODULES[key].list === list);
}

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
