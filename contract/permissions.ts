import { type Locale, type Text, text } from './text';
import { WORD } from './words';

/**
 * Kinds of permissions: for a group of pages, for a page, or for an action on a page. The permission for a page allows users to see the
 * page.
 */
type RuleKind = 'menu' | 'page' | 'button';

/** A permission (权限规则, DOMAIN §2, §3.11). */
export interface Rule {
  /** Permission id. It never changes, and SPEC §9 prescribes 106–110. A button's id is its page's id × 100 plus a number from 1 to 99. */
  readonly id: number;
  readonly parent: number | null;
  readonly kind: RuleKind;
  /** Name for logs and tests: the names of menu, page and action, joined by dots. Menus and pages have fewer parts. It never changes. */
  readonly code: string;
  readonly text: Text;
  readonly route?: string;
}

function menu<const I extends number>(id: I, code: string, label: Text, route: string) {
  return { id, parent: null, kind: 'menu', code, text: label, route } as const;
}

function page<const I extends number>(id: I, parent: number | null, code: string, label: Text, route: string) {
  return { id, parent, kind: 'page', code, text: label, route } as const;
}

function button<const I extends number>(id: I, code: string, label: Text) {
  return { id, parent: Math.floor(id / 100), kind: 'button', code, text: label } as const;
}

/* Labels of the actions that most pages have. The ids of the first five actions usually end with 01 … 05 (DOMAIN §3.11). */
const CREATE = text('新增', 'Create', 'Criar', '新增');
const EDIT = WORD.edit;
const DELETE = WORD.delete;
const EXPORT = WORD.export;
const UNMASK = WORD.showMaskedData;
const PUBLISH = WORD.publish;

/** The permission tree in the order of the menu. Every parent precedes its children. */
export const RULES = [
  menu(1, 'dashboard', WORD.workbench, '/dashboard'),
  page(2, 1, 'dashboard.index', WORD.workbenchHome, '/dashboard/index'),
  page(3, 1, 'dashboard.accountInfo', WORD.accountInformation, '/dashboard/accountInfo'),
  page(4, 1, 'dashboard.accountManage', WORD.accountManagement, '/dashboard/accountManage'),
  button(401, 'dashboard.accountManage.create', CREATE),
  button(402, 'dashboard.accountManage.edit', EDIT),
  button(403, 'dashboard.accountManage.delete', DELETE),
  button(404, 'dashboard.accountManage.export', EXPORT),
  button(405, 'dashboard.accountManage.unmask', UNMASK),
  button(
    406,
    'dashboard.accountManage.lock',
    text('锁定与解锁', 'Lock and unlock', 'Bloquear e desbloquear', '鎖定與解鎖'),
  ),
  button(407, 'dashboard.accountManage.reset', WORD.resetPassword),
  page(5, 1, 'dashboard.notice', WORD.noticeManagement, '/dashboard/noticeManage'),
  button(
    502,
    'dashboard.notice.edit',
    text('编辑通知规则', 'Edit notice rules', 'Editar regras de notificação', '編輯通知規則'),
  ),

  menu(10, 'team', WORD.stationListTitle, '/teamList'),
  page(11, 10, 'team.list', WORD.stationList, '/teamList/index'),
  button(1101, 'team.list.create', CREATE),
  button(1102, 'team.list.edit', EDIT),
  button(1103, 'team.list.delete', DELETE),
  button(1104, 'team.list.export', EXPORT),
  button(1105, 'team.list.unmask', UNMASK),
  button(1106, 'team.list.start', WORD.startBusiness),
  button(1107, 'team.list.pause', text('暂停与恢复', 'Pause and resume', 'Pausar e retomar', '暫停與恢復')),
  button(1108, 'team.list.freeze', text('冻结与解冻', 'Freeze and unfreeze', 'Congelar e descongelar', '凍結與解凍')),
  button(1109, 'team.list.close', WORD.closeStation),
  button(1110, 'team.list.consoleTicket', WORD.enterStationConsole),
  page(12, 10, 'team.add', WORD.addOrEditStation, '/teamList/addTeam'),
  page(13, 10, 'team.operation', WORD.stationOperation, '/teamList/teamOperation'),
  button(1301, 'team.operation.switch', text('操作开关', 'Set switches', 'Mudar controles', '操作開關')),
  button(
    1302,
    'team.operation.bulkSwitch',
    text('批量操作开关', 'Set switches in bulk', 'Mudar controles em lote', '批次操作開關'),
  ),

  menu(20, 'user', WORD.userManagement, '/userManage'),
  page(21, 20, 'user.list', WORD.userList, '/userManage/userList'),
  button(2102, 'user.list.edit', text('编辑标签', 'Edit tags', 'Editar etiquetas', '編輯標籤')),
  button(2104, 'user.list.export', EXPORT),
  button(2105, 'user.list.unmask', UNMASK),
  button(2106, 'user.list.balance', WORD.adjustBalance),
  button(2107, 'user.list.coupon', WORD.sendCoupons),
  button(
    2108,
    'user.list.blacklist',
    text('拉黑与解除', 'Blacklist and lift', 'Bloquear e liberar', '加入與解除黑名單'),
  ),
  page(22, 20, 'user.detail', WORD.userDetail, '/userManage/userList/userDetails'),
  button(2201, 'user.detail.create', text('新增备注', 'Add remarks', 'Adicionar observações', '新增備註')),
  button(2202, 'user.detail.edit', text('编辑备注', 'Edit remarks', 'Editar observações', '編輯備註')),
  page(23, 20, 'user.notice', WORD.serviceNotices, '/userManage/serviceNotice'),
  button(2301, 'user.notice.create', CREATE),
  button(2302, 'user.notice.edit', EDIT),
  button(2304, 'user.notice.export', EXPORT),
  button(2306, 'user.notice.send', text('发送通知', 'Send notices', 'Enviar avisos', '傳送通知')),

  menu(30, 'financial', WORD.finance, '/financial'),
  page(31, 30, 'financial.information', WORD.billManagement, '/financial/information'),
  button(
    3102,
    'financial.information.edit',
    text(
      '编辑开票与收款信息',
      'Edit invoice and payee data',
      'Editar dados de fatura e recebimento',
      '編輯開票與收款資訊',
    ),
  ),
  button(3104, 'financial.information.export', EXPORT),
  button(3105, 'financial.information.unmask', UNMASK),
  button(3106, 'financial.information.closeDay', WORD.closeTheDay),
  button(
    3107,
    'financial.information.statement',
    text('处理月结单', 'Handle monthly statements', 'Tratar extratos mensais', '處理月結單'),
  ),
  page(32, 30, 'financial.bill', WORD.billDetails, '/financial/bill'),
  button(3204, 'financial.bill.export', EXPORT),
  button(3206, 'financial.bill.reverse', WORD.reverse),
  page(33, 30, 'financial.teamFunding', WORD.stationFunds, '/financial/teamFunding'),
  button(3304, 'financial.teamFunding.export', EXPORT),
  button(3306, 'financial.teamFunding.adjustSubmit', WORD.submitAdjustments),
  button(3307, 'financial.teamFunding.adjustApprove', WORD.reviewAdjustments),
  button(
    3308,
    'financial.teamFunding.freeze',
    text('冻结与解冻资金', 'Freeze and release funds', 'Congelar e liberar fundos', '凍結與解凍資金'),
  ),
  button(3309, 'financial.teamFunding.settle', WORD.settleNow),
  button(
    3310,
    'financial.teamFunding.credit',
    text('设置信用额度', 'Set credit limit', 'Definir limite de crédito', '設定信用額度'),
  ),
  button(
    3311,
    'financial.teamFunding.terms',
    text('审核站点条款', 'Review station terms', 'Revisar condições das estações', '審核站點條款'),
  ),
  page(34, 30, 'financial.fundDetail', WORD.fundDetail, '/financial/teamFunding/detail'),
  button(3404, 'financial.fundDetail.export', EXPORT),
  page(35, 30, 'financial.configure', WORD.withdrawalConfiguration, '/financial/configure'),
  button(3502, 'financial.configure.edit', EDIT),
  page(36, 30, 'financial.apply', WORD.withdrawalApplications, '/financial/apply'),
  button(3601, 'financial.apply.review', text('审核提现', 'Review withdrawals', 'Revisar saques', '審核提現')),
  button(3602, 'financial.apply.pay', WORD.pay),
  button(3603, 'financial.apply.markOffline', WORD.markPaidOffline),
  button(
    3604,
    'financial.apply.query',
    text('查询与重试', 'Query and retry', 'Consultar e tentar de novo', '查詢與重試'),
  ),
  button(3605, 'financial.apply.unmask', UNMASK),
  button(3606, 'financial.apply.bankBatch', WORD.bankBatchFile),
  // The id of an export usually ends with 04, but here "Query and retry" has this id. The export therefore has 07.
  button(3607, 'financial.apply.export', EXPORT),
  page(37, 30, 'financial.cost', WORD.feeManagement, '/financial/costManagement'),
  button(3701, 'financial.cost.create', CREATE),
  button(3702, 'financial.cost.edit', EDIT),
  button(3703, 'financial.cost.delete', DELETE),
  button(3704, 'financial.cost.export', EXPORT),
  button(
    3706,
    'financial.cost.publish',
    text('发布费用规则', 'Publish fee rules', 'Publicar regras de tarifa', '發布費用規則'),
  ),
  button(3707, 'financial.cost.waive', text('减免扣费', 'Waive charges', 'Dispensar cobranças', '減免扣費')),
  page(38, 30, 'financial.merchant', WORD.merchantNumberReconciliation, '/financial/merchantIdFunds'),
  button(3804, 'financial.merchant.export', EXPORT),
  button(3806, 'financial.merchant.handle', text('处理差异', 'Handle differences', 'Tratar diferenças', '處理差異')),
  button(3807, 'financial.merchant.writeOff', text('核销差异', 'Write off', 'Dar baixa', '核銷差異')),
  button(3808, 'financial.merchant.close', text('批次关账', 'Close batches', 'Fechar lotes', '批次關帳')),
  button(
    3809,
    'financial.merchant.transfer',
    text('发起与登记调拨', 'Propose and book transfers', 'Propor e lançar transferências', '發起與登記調撥'),
  ),
  button(
    3810,
    'financial.merchant.approveTransfer',
    text('审核调拨', 'Review transfers', 'Revisar transferências', '審核調撥'),
  ),

  menu(40, 'franchise', WORD.franchiseManagement, '/franchisee'),
  page(41, 40, 'franchise.apply', WORD.franchiseApplications, '/franchisee/applicationList'),
  button(4102, 'franchise.apply.edit', text('跟进申请', 'Follow up', 'Acompanhar', '跟進申請')),
  button(4104, 'franchise.apply.export', EXPORT),
  button(4105, 'franchise.apply.unmask', UNMASK),
  button(4106, 'franchise.apply.assign', text('分配申请', 'Assign', 'Atribuir', '分派申請')),
  button(4107, 'franchise.apply.approve', text('审批申请', 'Approve', 'Aprovar', '審批申請')),
  button(4108, 'franchise.apply.sign', WORD.signContract),
  page(42, 40, 'franchise.list', WORD.franchiseeList, '/franchisee/franchiseeList'),
  button(4202, 'franchise.list.edit', EDIT),
  button(4204, 'franchise.list.export', EXPORT),
  button(4205, 'franchise.list.unmask', UNMASK),
  button(4206, 'franchise.list.suspend', text('暂停与恢复', 'Suspend and resume', 'Suspender e retomar', '暫停與恢復')),
  button(4207, 'franchise.list.terminate', text('终止合作', 'Terminate', 'Rescindir', '終止合作')),
  button(4208, 'franchise.list.adjustSubmit', WORD.submitAdjustments),
  button(4209, 'franchise.list.adjustApprove', WORD.reviewAdjustments),
  page(43, 40, 'franchise.page', WORD.pageConfiguration, '/franchisee/pageConfiguration'),
  button(4302, 'franchise.page.edit', EDIT),
  button(4306, 'franchise.page.publish', PUBLISH),

  page(45, null, 'site', WORD.siteSettings, '/site/index'),
  button(4502, 'site.edit', EDIT),
  button(4506, 'site.secrets', text('修改密钥', 'Change secrets', 'Alterar chaves secretas', '修改金鑰')),
  button(
    4507,
    'site.health',
    text(
      '查看系统状态与问题报告',
      'View system health and reported problems',
      'Ver o estado do sistema e os problemas relatados',
      '檢視系統狀態與問題回報',
    ),
  ),

  menu(50, 'safety', WORD.safetyModule, '/safetyModule'),
  page(51, 50, 'safety.insure', WORD.insuranceData, '/safetyModule/insureData'),
  button(5101, 'safety.insure.create', CREATE),
  button(5102, 'safety.insure.edit', EDIT),
  button(5104, 'safety.insure.export', EXPORT),
  button(5105, 'safety.insure.unmask', UNMASK),
  button(5106, 'safety.insure.claim', text('办理理赔', 'Handle claims', 'Tratar sinistros', '辦理理賠')),
  button(5107, 'safety.insure.remit', WORD.remitPremiums),
  page(52, 50, 'safety.site', WORD.siteSafety, '/safetyModule/siteSafety/index'),
  button(5201, 'safety.site.create', CREATE),
  button(5202, 'safety.site.edit', EDIT),
  button(5204, 'safety.site.export', EXPORT),
  button(5206, 'safety.site.inspect', text('执行检查', 'Inspect', 'Inspecionar', '執行檢查')),
  button(5207, 'safety.site.incident', text('处理事故', 'Handle incidents', 'Tratar incidentes', '處理事故')),
  page(53, 50, 'safety.detail', WORD.safetyRecord, '/safetyModule/siteSafety/detail'),
  page(54, 50, 'safety.rider', WORD.riderManagement, '/safetyModule/riderManage'),
  button(
    5402,
    'safety.rider.edit',
    text(
      '证件、培训与违规',
      'Certificates, training, violations',
      'Atestados, treinamento, infrações',
      '證件、培訓與違規',
    ),
  ),
  button(5404, 'safety.rider.export', EXPORT),
  button(5405, 'safety.rider.unmask', UNMASK),
  button(5406, 'safety.rider.review', text('审核证件', 'Review certificates', 'Revisar documentos', '審核證件')),
  button(5407, 'safety.rider.suspend', text('停单与恢复', 'Suspend and resume', 'Suspender e retomar', '停單與恢復')),
  button(
    5408,
    'safety.rider.transfer',
    text('转站与离职', 'Transfer and off-board', 'Transferir e desligar', '轉站與離職'),
  ),

  page(60, null, 'foodLoss', WORD.foodLossManagement, '/foodLossManagement/index'),
  button(6001, 'foodLoss.create', CREATE),
  button(6004, 'foodLoss.export', EXPORT),
  button(6005, 'foodLoss.unmask', UNMASK),
  button(6006, 'foodLoss.accept', WORD.accept),
  button(6007, 'foodLoss.decide', WORD.decide),
  button(6008, 'foodLoss.decideAppeal', text('申诉判定', 'Decide appeals', 'Decidir recursos', '申訴判定')),
  button(6009, 'foodLoss.pay', text('赔付', 'Pay compensation', 'Pagar indenização', '賠付')),

  page(65, null, 'fundAudit', WORD.riderFundAudit, '/fundAudit/index'),
  button(6504, 'fundAudit.export', EXPORT),
  button(6505, 'fundAudit.unmask', UNMASK),
  button(6506, 'fundAudit.submit', text('提交', 'Submit', 'Enviar', '提交')),
  button(6507, 'fundAudit.check', text('审核', 'Review', 'Revisar', '審核')),

  page(106, null, 'enquiry', WORD.shortVideoEnquiry, '/enquiryManagement/index'),
  button(10604, 'enquiry.export', EXPORT),
  button(10606, 'enquiry.quote', WORD.quoteByHand),
  button(10607, 'enquiry.rules', WORD.priceRules),

  menu(70, 'config', WORD.configurationCentre, '/configCenter'),
  page(71, 70, 'config.oem', WORD.oemBranding, '/configCenter/oemConfigs'),
  button(7102, 'config.oem.edit', EDIT),
  page(72, 70, 'config.payment', WORD.paymentConfiguration, '/configCenter/paymentConfig'),
  button(7202, 'config.payment.edit', EDIT),
  button(
    7206,
    'config.payment.secrets',
    text('修改支付密钥', 'Change payment secrets', 'Alterar chaves de pagamento', '修改支付金鑰'),
  ),
  page(107, 70, 'config.hourToReach', WORD.hourToReachConfiguration, '/configCenter/configHourToReach'),
  button(10702, 'config.hourToReach.edit', EDIT),
  button(10706, 'config.hourToReach.authorise', text('店铺授权', 'Authorise shops', 'Autorizar lojas', '店鋪授權')),
  page(73, 70, 'config.applet', WORD.messagingMiniProgram, '/configCenter/configureApplet'),
  button(7302, 'config.applet.edit', EDIT),
  page(74, 70, 'config.serviceNumber', WORD.weChatOfficialAccount, '/configCenter/configServiceNumber'),
  button(7402, 'config.serviceNumber.edit', EDIT),
  page(109, 70, 'config.alipayMini', WORD.paymentPlatformMiniProgram, '/configCenter/configureAlipayMiniProgram'),
  button(10902, 'config.alipayMini.edit', EDIT),
  button(
    10906,
    'config.alipayMini.operateCode',
    text('操作小程序代码', 'Manage the code', 'Operar o código', '操作小程式程式碼'),
  ),
  page(75, 70, 'config.dyApplet', WORD.shortVideoMiniProgram, '/configCenter/configureDyApplet'),
  button(7502, 'config.dyApplet.edit', EDIT),
  page(108, 70, 'config.app', WORD.appConfiguration, '/configCenter/configureTheApp'),
  button(10801, 'config.app.create', text('新增版本', 'Add versions', 'Adicionar versões', '新增版本')),
  button(10802, 'config.app.edit', EDIT),
  button(10804, 'config.app.export', EXPORT),
  button(10806, 'config.app.publish', text('发布版本', 'Publish versions', 'Publicar versões', '發布版本')),

  menu(80, 'rights', WORD.rightsManagement, '/rightsManagement'),
  page(81, 80, 'rights.identity', WORD.identityManagement, '/rightsManagement/identity'),
  button(8101, 'rights.identity.create', CREATE),
  button(8102, 'rights.identity.edit', EDIT),
  button(8103, 'rights.identity.delete', DELETE),
  button(
    8106,
    'rights.identity.scope',
    text('设置数据范围', 'Set data scope', 'Definir escopo de dados', '設定資料範圍'),
  ),
  page(82, 80, 'rights.staff', WORD.staffManagement, '/rightsManagement/staff'),
  button(8201, 'rights.staff.create', CREATE),
  button(8202, 'rights.staff.edit', EDIT),
  button(8203, 'rights.staff.delete', DELETE),
  button(8204, 'rights.staff.export', EXPORT),
  button(8205, 'rights.staff.unmask', UNMASK),
  button(8206, 'rights.staff.reset', WORD.resetPassword),
  page(83, 80, 'rights.record', WORD.operationRecords, '/rightsManagement/staff/employeeOperationRecords'),
  button(8304, 'rights.record.export', EXPORT),

  page(110, null, 'information', WORD.informationManagement, '/information/index'),
  button(11001, 'information.create', CREATE),
  button(11002, 'information.edit', EDIT),
  button(11003, 'information.delete', DELETE),
  button(11004, 'information.export', EXPORT),
  button(11006, 'information.publish', PUBLISH),

  page(90, null, 'announcement', WORD.announcementCentre, '/announcementCenter/announcementCenter'),
  button(9001, 'announcement.create', CREATE),
  button(9002, 'announcement.edit', EDIT),
  button(9003, 'announcement.delete', DELETE),
  button(9004, 'announcement.export', EXPORT),
  button(9006, 'announcement.publish', PUBLISH),

  page(95, null, 'export', WORD.exportList, '/exportTask/exportList'),
  button(9503, 'export.delete', DELETE),
  button(9506, 'export.others', text('查看他人任务', "View others' tasks", 'Ver tarefas de outros', '檢視他人任務')),
] as const satisfies readonly Rule[];

/** Type of the existing permission ids. A wrong number does not compile. */
export type RuleId = (typeof RULES)[number]['id'];

/** A permission whose id is an existing {@link RuleId}. */
type KnownRule = Rule & { readonly id: RuleId };

const BY_ID: ReadonlyMap<number, KnownRule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** Finds a permission. The result is undefined for ids of removed permissions, which a stored identity may contain. */
export function ruleById(id: number): KnownRule | undefined {
  return BY_ID.get(id);
}

/** Returns the direct children of a permission, in the order of the tree. `null` returns the roots. */
export function childrenOf(id: RuleId | null): readonly KnownRule[] {
  return RULES.filter((rule) => rule.parent === id);
}

/**
 * Adds the page and the menu of each chosen permission, because choosing a child chooses its page (DOMAIN §3.11).
 *
 * @returns unique ids in the order of the tree, without unknown ids
 */
export function withParents(ids: Iterable<number>): RuleId[] {
  const chosen = new Set<number>();
  for (const id of ids) {
    for (let rule = ruleById(id); rule && !chosen.has(rule.id); ) {
      chosen.add(rule.id);
      rule = rule.parent === null ? undefined : ruleById(rule.parent);
    }
  }
  return RULES.map((rule) => rule.id).filter((id) => chosen.has(id));
}

/**
 * Returns the name of a permission. The name of a button follows the name of its page: `Station list › Freeze and unfreeze`. For an unknown
 * id, the result is the id as text.
 */
export function ruleName(id: number, locale: Locale): string {
  const rule = ruleById(id);
  if (!rule) return String(id);
  const parent = rule.kind === 'button' && rule.parent !== null ? ruleById(rule.parent) : undefined;
  return [parent, rule].flatMap((one) => one?.text[locale] ?? []).join(' › ');
}

/** Returns {@link ruleName} in all languages, for stored texts that people with other languages read. */
export function ruleNameText(id: number): Text {
  return text(ruleName(id, 'zh-CN'), ruleName(id, 'en-US'), ruleName(id, 'pt-BR'), ruleName(id, 'zh-TW'));
}

/**
 * Returns the id of a permission's module: the root of the permission's branch. Data scopes of several identities are combined per module.
 */
export function moduleOf(id: number): number {
  const parent = ruleById(id)?.parent ?? null;
  return parent === null ? id : moduleOf(parent);
}

/**
 * Branches whose actions move, promise or receive money: finance, rider fund audit, payment settings, users' balances, compensation for
 * food losses.
 */
const MONEY_RULES: ReadonlySet<number> = new Set([30, 65, 72, 2106, 6009]);

/** Returns whether a permission is in a branch that moves money. A second person must approve granting it (4E, DOMAIN §1). */
export function isMoneyRule(id: number): boolean {
  const parent = ruleById(id)?.parent ?? null;
  return MONEY_RULES.has(id) || (parent !== null && isMoneyRule(parent));
}
