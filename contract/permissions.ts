import { type Locale, type Text, text } from './text';

/** A group of pages, a page, or something that can be done on a page. To see a page is the rule of the page itself. */
type RuleKind = 'menu' | 'page' | 'button';

/** One permission rule (权限规则, DOMAIN §2, §3.11). */
export interface Rule {
  /** Fixed; 106–110 are given (SPEC §9). A button is its page × 100 + n. */
  readonly id: number;
  readonly parent: number | null;
  readonly kind: RuleKind;
  /** Stable name for logs and tests: area.page.action. */
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

/* The five actions that most pages share: n = 1 … 5 (DOMAIN §3.11). */
const CREATE = text('新增', 'Create', 'Criar', '新增');
const EDIT = text('编辑', 'Edit', 'Editar', '編輯');
const DELETE = text('删除', 'Delete', 'Excluir', '刪除');
const EXPORT = text('导出', 'Export', 'Exportar', '匯出');
const UNMASK = text('查看完整信息', 'Show masked data', 'Ver dados ocultos', '檢視完整資訊');
const PUBLISH = text('发布', 'Publish', 'Publicar', '發布');

/** The whole tree, every parent before its children, in the order of the menu. */
export const RULES = [
  menu(1, 'dashboard', text('工作台', 'Workbench', 'Painel', '工作台'), '/dashboard'),
  page(2, 1, 'dashboard.index', text('工作台首页', 'Overview', 'Visão geral', '工作台首頁'), '/dashboard/index'),
  page(
    3,
    1,
    'dashboard.accountInfo',
    text('账号信息', 'Account information', 'Dados da conta', '帳號資訊'),
    '/dashboard/accountInfo',
  ),
  page(
    4,
    1,
    'dashboard.accountManage',
    text('账号管理', 'Account management', 'Gestão de contas', '帳號管理'),
    '/dashboard/accountManage',
  ),
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
  button(407, 'dashboard.accountManage.reset', text('重置密码', 'Reset password', 'Redefinir senha', '重設密碼')),
  page(
    5,
    1,
    'dashboard.notice',
    text('通知管理', 'Notice management', 'Gestão de notificações', '通知管理'),
    '/dashboard/noticeManage',
  ),
  button(
    502,
    'dashboard.notice.edit',
    text('编辑通知规则', 'Edit notice rules', 'Editar regras de notificação', '編輯通知規則'),
  ),

  menu(10, 'team', text('站点列表', 'Stations', 'Estações', '站點列表'), '/teamList'),
  page(11, 10, 'team.list', text('站点列表', 'Station list', 'Lista de estações', '站點列表'), '/teamList/index'),
  button(1101, 'team.list.create', CREATE),
  button(1102, 'team.list.edit', EDIT),
  button(1103, 'team.list.delete', DELETE),
  button(1104, 'team.list.export', EXPORT),
  button(1105, 'team.list.unmask', UNMASK),
  button(1106, 'team.list.start', text('开始营业', 'Start business', 'Iniciar operação', '開始營業')),
  button(1107, 'team.list.pause', text('暂停与恢复', 'Pause and resume', 'Pausar e retomar', '暫停與恢復')),
  button(1108, 'team.list.freeze', text('冻结与解冻', 'Freeze and unfreeze', 'Congelar e descongelar', '凍結與解凍')),
  button(1109, 'team.list.close', text('关停站点', 'Close station', 'Encerrar estação', '關停站點')),
  button(
    1110,
    'team.list.consoleTicket',
    text('进入站点后台', 'Enter station console', 'Entrar no console da estação', '進入站點後台'),
  ),
  page(
    12,
    10,
    'team.add',
    text('新增站点', 'Add or edit station', 'Adicionar ou editar estação', '新增站點'),
    '/teamList/addTeam',
  ),
  page(
    13,
    10,
    'team.operation',
    text('站点运营', 'Station operation', 'Operação das estações', '站點營運'),
    '/teamList/teamOperation',
  ),
  button(1301, 'team.operation.switch', text('操作开关', 'Set switches', 'Mudar controles', '操作開關')),
  button(
    1302,
    'team.operation.bulkSwitch',
    text('批量操作开关', 'Set switches in bulk', 'Mudar controles em lote', '批次操作開關'),
  ),

  menu(20, 'user', text('用户管理', 'Users', 'Usuários', '使用者管理'), '/userManage'),
  page(21, 20, 'user.list', text('用户列表', 'User list', 'Lista de usuários', '使用者列表'), '/userManage/userList'),
  button(2102, 'user.list.edit', text('编辑标签', 'Edit tags', 'Editar etiquetas', '編輯標籤')),
  button(2104, 'user.list.export', EXPORT),
  button(2105, 'user.list.unmask', UNMASK),
  button(2106, 'user.list.balance', text('调整余额', 'Adjust balance', 'Ajustar saldo', '調整餘額')),
  button(2107, 'user.list.coupon', text('发放优惠券', 'Send coupons', 'Enviar cupons', '發放優惠券')),
  button(
    2108,
    'user.list.blacklist',
    text('拉黑与解除', 'Blacklist and lift', 'Bloquear e liberar', '加入與解除黑名單'),
  ),
  page(
    22,
    20,
    'user.detail',
    text('用户详情', 'User detail', 'Detalhes do usuário', '使用者詳情'),
    '/userManage/userList/userDetails',
  ),
  button(2201, 'user.detail.create', text('新增备注', 'Add remarks', 'Adicionar observações', '新增備註')),
  button(2202, 'user.detail.edit', text('编辑备注', 'Edit remarks', 'Editar observações', '編輯備註')),
  page(
    23,
    20,
    'user.notice',
    text('服务通知', 'Service notice', 'Avisos de serviço', '服務通知'),
    '/userManage/serviceNotice',
  ),
  button(2301, 'user.notice.create', CREATE),
  button(2302, 'user.notice.edit', EDIT),
  button(2304, 'user.notice.export', EXPORT),
  button(2306, 'user.notice.send', text('发送通知', 'Send notices', 'Enviar avisos', '傳送通知')),

  menu(30, 'financial', text('财务管理', 'Finance', 'Finanças', '財務管理'), '/financial'),
  page(
    31,
    30,
    'financial.information',
    text('账单管理', 'Bill management', 'Gestão de lançamentos', '帳單管理'),
    '/financial/information',
  ),
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
  button(3106, 'financial.information.closeDay', text('日结关账', 'Close the day', 'Fechar o dia', '日結關帳')),
  button(
    3107,
    'financial.information.statement',
    text('处理月结单', 'Handle monthly statements', 'Tratar extratos mensais', '處理月結單'),
  ),
  page(
    32,
    30,
    'financial.bill',
    text('账单明细', 'Bill details', 'Detalhes dos lançamentos', '帳單明細'),
    '/financial/bill',
  ),
  button(3204, 'financial.bill.export', EXPORT),
  button(3206, 'financial.bill.reverse', text('冲正', 'Reverse', 'Estornar', '沖正')),
  page(
    33,
    30,
    'financial.teamFunding',
    text('站点资金', 'Station funds', 'Fundos das estações', '站點資金'),
    '/financial/teamFunding',
  ),
  button(3304, 'financial.teamFunding.export', EXPORT),
  button(
    3306,
    'financial.teamFunding.adjustSubmit',
    text('提交调账', 'Submit adjustments', 'Enviar ajustes', '提交調帳'),
  ),
  button(
    3307,
    'financial.teamFunding.adjustApprove',
    text('审核调账', 'Review adjustments', 'Revisar ajustes', '審核調帳'),
  ),
  button(
    3308,
    'financial.teamFunding.freeze',
    text('冻结与解冻资金', 'Freeze and release funds', 'Congelar e liberar fundos', '凍結與解凍資金'),
  ),
  button(3309, 'financial.teamFunding.settle', text('立即结算', 'Settle now', 'Liquidar agora', '立即結算')),
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
  page(
    34,
    30,
    'financial.fundDetail',
    text('资金明细', 'Fund detail', 'Detalhes dos fundos', '資金明細'),
    '/financial/teamFunding/detail',
  ),
  button(3404, 'financial.fundDetail.export', EXPORT),
  page(
    35,
    30,
    'financial.configure',
    text('提现配置', 'Withdrawal configuration', 'Configuração de saques', '提現設定'),
    '/financial/configure',
  ),
  button(3502, 'financial.configure.edit', EDIT),
  page(
    36,
    30,
    'financial.apply',
    text('提现申请', 'Withdrawal applications', 'Pedidos de saque', '提現申請'),
    '/financial/apply',
  ),
  button(3601, 'financial.apply.review', text('审核提现', 'Review withdrawals', 'Revisar saques', '審核提現')),
  button(3602, 'financial.apply.pay', text('打款', 'Pay', 'Pagar', '打款')),
  button(
    3603,
    'financial.apply.markOffline',
    text('标记线下打款', 'Mark paid offline', 'Marcar como pago fora do sistema', '標記線下打款'),
  ),
  button(
    3604,
    'financial.apply.query',
    text('查询与重试', 'Query and retry', 'Consultar e tentar de novo', '查詢與重試'),
  ),
  button(3605, 'financial.apply.unmask', UNMASK),
  button(
    3606,
    'financial.apply.bankBatch',
    text('银行批量文件', 'Bank batch file', 'Arquivo bancário em lote', '銀行批次檔'),
  ),
  // n = 4 is taken by "query and retry" here, so the export has n = 7.
  button(3607, 'financial.apply.export', EXPORT),
  page(
    37,
    30,
    'financial.cost',
    text('费用管理', 'Fee management', 'Gestão de tarifas', '費用管理'),
    '/financial/costManagement',
  ),
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
  page(
    38,
    30,
    'financial.merchant',
    text('商户号资金对账', 'Merchant-number reconciliation', 'Conciliação por número de comerciante', '商戶號資金對帳'),
    '/financial/merchantIdFunds',
  ),
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

  menu(40, 'franchise', text('加盟商管理', 'Franchise', 'Franquias', '加盟商管理'), '/franchisee'),
  page(
    41,
    40,
    'franchise.apply',
    text('加盟申请', 'Franchise applications', 'Solicitações de franquia', '加盟申請'),
    '/franchisee/applicationList',
  ),
  button(4102, 'franchise.apply.edit', text('跟进申请', 'Follow up', 'Acompanhar', '跟進申請')),
  button(4104, 'franchise.apply.export', EXPORT),
  button(4105, 'franchise.apply.unmask', UNMASK),
  button(4106, 'franchise.apply.assign', text('分配申请', 'Assign', 'Atribuir', '分派申請')),
  button(4107, 'franchise.apply.approve', text('审批申请', 'Approve', 'Aprovar', '審批申請')),
  button(4108, 'franchise.apply.sign', text('签约', 'Sign', 'Assinar contrato', '簽約')),
  page(
    42,
    40,
    'franchise.list',
    text('加盟商列表', 'Franchisees', 'Franqueados', '加盟商列表'),
    '/franchisee/franchiseeList',
  ),
  button(4202, 'franchise.list.edit', EDIT),
  button(4204, 'franchise.list.export', EXPORT),
  button(4205, 'franchise.list.unmask', UNMASK),
  button(4206, 'franchise.list.suspend', text('暂停与恢复', 'Suspend and resume', 'Suspender e retomar', '暫停與恢復')),
  button(4207, 'franchise.list.terminate', text('终止合作', 'Terminate', 'Rescindir', '終止合作')),
  button(4208, 'franchise.list.adjustSubmit', text('提交调账', 'Submit adjustments', 'Enviar ajustes', '提交調帳')),
  button(4209, 'franchise.list.adjustApprove', text('审核调账', 'Review adjustments', 'Revisar ajustes', '審核調帳')),
  page(
    43,
    40,
    'franchise.page',
    text('申请页配置', 'Page configuration', 'Configuração da página', '申請頁設定'),
    '/franchisee/pageConfiguration',
  ),
  button(4302, 'franchise.page.edit', EDIT),
  button(4306, 'franchise.page.publish', PUBLISH),

  page(45, null, 'site', text('站点设置', 'Site settings', 'Configurações do site', '站點設定'), '/site/index'),
  button(4502, 'site.edit', EDIT),
  button(4506, 'site.secrets', text('修改密钥', 'Change secrets', 'Alterar chaves secretas', '修改金鑰')),
  button(
    4507,
    'site.health',
    text(
      '查看系统状态与问题报告',
      'See system health and reported problems',
      'Ver o estado do sistema e os problemas relatados',
      '檢視系統狀態與問題回報',
    ),
  ),

  menu(50, 'safety', text('安全模块', 'Safety', 'Segurança', '安全模組'), '/safetyModule'),
  page(
    51,
    50,
    'safety.insure',
    text('保险数据', 'Insurance data', 'Dados de seguros', '保險資料'),
    '/safetyModule/insureData',
  ),
  button(5101, 'safety.insure.create', CREATE),
  button(5102, 'safety.insure.edit', EDIT),
  button(5104, 'safety.insure.export', EXPORT),
  button(5105, 'safety.insure.unmask', UNMASK),
  button(5106, 'safety.insure.claim', text('办理理赔', 'Handle claims', 'Tratar sinistros', '辦理理賠')),
  button(5107, 'safety.insure.remit', text('缴纳保费', 'Remit premiums', 'Repassar prêmios', '繳納保費')),
  page(
    52,
    50,
    'safety.site',
    text('站点安全', 'Site safety', 'Segurança das estações', '站點安全'),
    '/safetyModule/siteSafety/index',
  ),
  button(5201, 'safety.site.create', CREATE),
  button(5202, 'safety.site.edit', EDIT),
  button(5204, 'safety.site.export', EXPORT),
  button(5206, 'safety.site.inspect', text('执行检查', 'Inspect', 'Inspecionar', '執行檢查')),
  button(5207, 'safety.site.incident', text('处理事故', 'Handle incidents', 'Tratar incidentes', '處理事故')),
  page(
    53,
    50,
    'safety.detail',
    text('安全记录详情', 'Safety record', 'Registro de segurança', '安全記錄詳情'),
    '/safetyModule/siteSafety/detail',
  ),
  page(
    54,
    50,
    'safety.rider',
    text('骑手管理', 'Rider management', 'Gestão de entregadores', '騎手管理'),
    '/safetyModule/riderManage',
  ),
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

  page(
    60,
    null,
    'foodLoss',
    text('餐损管理', 'Food loss', 'Perdas de alimentos', '餐損管理'),
    '/foodLossManagement/index',
  ),
  button(6001, 'foodLoss.create', CREATE),
  button(6004, 'foodLoss.export', EXPORT),
  button(6005, 'foodLoss.unmask', UNMASK),
  button(6006, 'foodLoss.accept', text('受理', 'Accept', 'Acolher', '受理')),
  button(6007, 'foodLoss.decide', text('判责', 'Decide', 'Decidir', '判責')),
  button(6008, 'foodLoss.decideAppeal', text('申诉判定', 'Decide appeals', 'Decidir recursos', '申訴判定')),
  button(6009, 'foodLoss.pay', text('赔付', 'Pay compensation', 'Pagar indenização', '賠付')),

  page(
    65,
    null,
    'fundAudit',
    text('骑手资金审核', 'Rider fund audit', 'Auditoria de fundos dos entregadores', '騎手資金審核'),
    '/fundAudit/index',
  ),
  button(6504, 'fundAudit.export', EXPORT),
  button(6505, 'fundAudit.unmask', UNMASK),
  button(6506, 'fundAudit.submit', text('提交', 'Submit', 'Enviar', '提交')),
  button(6507, 'fundAudit.check', text('审核', 'Review', 'Revisar', '審核')),

  page(
    106,
    null,
    'enquiry',
    text('抖音询价', 'Short-video enquiry', 'Consultas da plataforma de vídeos curtos', '抖音詢價'),
    '/enquiryManagement/index',
  ),
  button(10604, 'enquiry.export', EXPORT),
  button(10606, 'enquiry.quote', text('人工报价', 'Quote by hand', 'Cotar manualmente', '人工報價')),
  button(10607, 'enquiry.rules', text('询价规则', 'Price rules', 'Regras de preço', '詢價規則')),

  menu(70, 'config', text('配置中心', 'Configuration centre', 'Central de configuração', '設定中心'), '/configCenter'),
  page(71, 70, 'config.oem', text('贴牌配置', 'OEM branding', 'Marca própria', '貼牌設定'), '/configCenter/oemConfigs'),
  button(7102, 'config.oem.edit', EDIT),
  page(72, 70, 'config.payment', text('支付配置', 'Payment', 'Pagamento', '支付設定'), '/configCenter/paymentConfig'),
  button(7202, 'config.payment.edit', EDIT),
  button(
    7206,
    'config.payment.secrets',
    text('修改支付密钥', 'Change payment secrets', 'Alterar chaves de pagamento', '修改支付金鑰'),
  ),
  page(
    107,
    70,
    'config.hourToReach',
    text('抖音小时达配置', 'Hour-to-reach', 'Entrega em uma hora', '抖音小時達設定'),
    '/configCenter/configHourToReach',
  ),
  button(10702, 'config.hourToReach.edit', EDIT),
  button(10706, 'config.hourToReach.authorise', text('店铺授权', 'Authorise shops', 'Autorizar lojas', '店鋪授權')),
  page(
    73,
    70,
    'config.applet',
    text('微信小程序', 'Messaging mini program', 'Miniprograma do mensageiro', '微信小程式'),
    '/configCenter/configureApplet',
  ),
  button(7302, 'config.applet.edit', EDIT),
  page(
    74,
    70,
    'config.serviceNumber',
    text('微信服务号', 'Official account', 'Conta oficial', '微信服務號'),
    '/configCenter/configServiceNumber',
  ),
  button(7402, 'config.serviceNumber.edit', EDIT),
  page(
    109,
    70,
    'config.alipayMini',
    text('支付宝小程序', 'Payment-platform mini program', 'Miniprograma da plataforma de pagamento', '支付寶小程式'),
    '/configCenter/configureAlipayMiniProgram',
  ),
  button(10902, 'config.alipayMini.edit', EDIT),
  button(
    10906,
    'config.alipayMini.operateCode',
    text('操作小程序代码', 'Operate the code', 'Operar o código', '操作小程式程式碼'),
  ),
  page(
    75,
    70,
    'config.dyApplet',
    text('抖音小程序', 'Short-video mini program', 'Miniprograma de vídeos curtos', '抖音小程式'),
    '/configCenter/configureDyApplet',
  ),
  button(7502, 'config.dyApplet.edit', EDIT),
  page(108, 70, 'config.app', text('APP 配置', 'App', 'Aplicativo', 'APP 設定'), '/configCenter/configureTheApp'),
  button(10801, 'config.app.create', text('新增版本', 'Add versions', 'Adicionar versões', '新增版本')),
  button(10802, 'config.app.edit', EDIT),
  button(10804, 'config.app.export', EXPORT),
  button(10806, 'config.app.publish', text('发布版本', 'Publish versions', 'Publicar versões', '發布版本')),

  menu(80, 'rights', text('权限管理', 'Rights', 'Permissões', '權限管理'), '/rightsManagement'),
  page(
    81,
    80,
    'rights.identity',
    text('身份管理', 'Identities', 'Identidades', '身分管理'),
    '/rightsManagement/identity',
  ),
  button(8101, 'rights.identity.create', CREATE),
  button(8102, 'rights.identity.edit', EDIT),
  button(8103, 'rights.identity.delete', DELETE),
  button(
    8106,
    'rights.identity.scope',
    text('设置数据范围', 'Set data scope', 'Definir escopo de dados', '設定資料範圍'),
  ),
  page(82, 80, 'rights.staff', text('员工管理', 'Staff', 'Funcionários', '員工管理'), '/rightsManagement/staff'),
  button(8201, 'rights.staff.create', CREATE),
  button(8202, 'rights.staff.edit', EDIT),
  button(8203, 'rights.staff.delete', DELETE),
  button(8204, 'rights.staff.export', EXPORT),
  button(8205, 'rights.staff.unmask', UNMASK),
  button(8206, 'rights.staff.reset', text('重置密码', 'Reset password', 'Redefinir senha', '重設密碼')),
  page(
    83,
    80,
    'rights.record',
    text('操作记录', 'Operation records', 'Registros de operação', '操作記錄'),
    '/rightsManagement/staff/employeeOperationRecords',
  ),
  button(8304, 'rights.record.export', EXPORT),

  page(
    110,
    null,
    'information',
    text('信息管理', 'Information management', 'Gestão de informações', '資訊管理'),
    '/information/index',
  ),
  button(11001, 'information.create', CREATE),
  button(11002, 'information.edit', EDIT),
  button(11003, 'information.delete', DELETE),
  button(11004, 'information.export', EXPORT),
  button(11006, 'information.publish', PUBLISH),

  page(
    90,
    null,
    'announcement',
    text('公告中心', 'Announcements', 'Comunicados', '公告中心'),
    '/announcementCenter/announcementCenter',
  ),
  button(9001, 'announcement.create', CREATE),
  button(9002, 'announcement.edit', EDIT),
  button(9003, 'announcement.delete', DELETE),
  button(9004, 'announcement.export', EXPORT),
  button(9006, 'announcement.publish', PUBLISH),

  page(
    95,
    null,
    'export',
    text('导出列表', 'Export list', 'Lista de exportações', '匯出列表'),
    '/exportTask/exportList',
  ),
  button(9503, 'export.delete', DELETE),
  button(9506, 'export.others', text('查看他人任务', "See others' tasks", 'Ver tarefas de outros', '檢視他人任務')),
] as const satisfies readonly Rule[];

/** The id of a rule that exists; a mistyped number does not compile. */
export type RuleId = (typeof RULES)[number]['id'];

/** A rule whose id is known to exist. */
type KnownRule = Rule & { readonly id: RuleId };

const BY_ID: ReadonlyMap<number, KnownRule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of an id, or undefined when there is none (a stored identity may name a rule that went). */
export function ruleById(id: number): KnownRule | undefined {
  return BY_ID.get(id);
}

/** The rules right below one, in the order of the tree; `null` gives the roots. */
export function childrenOf(id: RuleId | null): readonly KnownRule[] {
  return RULES.filter((rule) => rule.parent === id);
}

/**
 * The chosen rules with the page and menu of each (DOMAIN §3.11: choosing a child chooses its page), without repetition, in
 * the order of the tree. Ids that are no rule are dropped.
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

/** What a rule is called where its page is not beside it: `Station list › Freeze and unfreeze`. */
export function ruleName(id: number, locale: Locale): string {
  const rule = ruleById(id);
  if (!rule) return String(id);
  const parent = rule.kind === 'button' && rule.parent !== null ? ruleById(rule.parent) : undefined;
  return [parent, rule].flatMap((one) => one?.text[locale] ?? []).join(' › ');
}

/** The same in every language, for texts that other people read. */
export function ruleNameText(id: number): Text {
  return text(ruleName(id, 'zh-CN'), ruleName(id, 'en-US'), ruleName(id, 'pt-BR'), ruleName(id, 'zh-TW'));
}

/** The module of a rule: the root of its branch of the tree. Data scopes of several identities are widened module by module. */
export function moduleOf(id: number): number {
  const parent = ruleById(id)?.parent ?? null;
  return parent === null ? id : moduleOf(parent);
}

/** Where money is moved, promised or received: finance, fund audit, payment settings, users' balances, paid food losses. */
const MONEY_RULES: ReadonlySet<number> = new Set([30, 65, 72, 2106, 6009]);

/** Does a rule, or the page or group above it, move money? Two people agree to who holds it (4E, DOMAIN §1). */
export function isMoneyRule(id: number): boolean {
  const parent = ruleById(id)?.parent ?? null;
  return MONEY_RULES.has(id) || (parent !== null && isMoneyRule(parent));
}
