import type { AuditSpec } from './endpoint';
import { INVOICE_FIELDS } from './finance';
import { messageText } from './locales/lookup';
import { RULES, type RuleId } from './permissions';
import { settingLabel } from './settings';
import { settingPages } from './settings.pages';
import { isStaffField, staffLabel } from './staff.fields';
import { TEAM_FIELDS } from './team.fields';
import { type Text, text } from './text';

/**
 * What the page of the operation records (操作记录, DOMAIN §3.11) calls modules, kinds of objects and fields. The name of an action
 * is written at its endpoint only (AuditSpec.text), except for actions that exist for several records alone.
 */

/** Areas that are no menu of their own; for the others the menu's or the page's text is taken. */
const MODULES: Readonly<Record<string, Text>> = {
  accountManage: text('账号管理', 'Account management', 'Gestão de contas', '帳號管理'),
  approval: text('双人复核', 'Second person', 'Segunda pessoa', '雙人覆核'),
  common: text('公共功能', 'Shared functions', 'Funções comuns', '公共功能'),
  file: text('文件', 'Files', 'Arquivos', '檔案'),
  'financial.statement': text('月结单', 'Monthly statements', 'Extratos mensais', '月結單'),
  login: text('登录', 'Sign-in', 'Acesso', '登入'),
  monitor: text('调试监测', 'Debug monitor', 'Monitor de depuração', '偵錯監測'),
  notice: text('通知', 'Notices', 'Notificações', '通知'),
  order: text('订单', 'Orders', 'Pedidos', '訂單'),
  operation: text('站点运营', 'Station operation', 'Operação das estações', '站點營運'),
  profile: text('账号信息', 'Account information', 'Dados da conta', '帳號資訊'),
  sensitive: text('敏感信息', 'Masked data', 'Dados ocultos', '敏感資訊'),
  staff: text('员工管理', 'Staff', 'Funcionários', '員工管理'),
  teamFund: text('站点资金', 'Station funds', 'Fundos das estações', '站點資金'),
  view: text('视图', 'Views', 'Visões', '檢視'),
  verify: text('验证', 'Verification', 'Verificação', '驗證'),
};

/** The name of a module of the records; null where it has none. */
export function moduleText(module: string): Text | null {
  return MODULES[module] ?? RULES.find((rule) => rule.code === module)?.text ?? null;
}

/** What a call about several records can do that no call about one does, by module and action. */
export const SEVERAL_TEXT: Readonly<Record<string, Text>> = {
  'accountManage.requirePasswordChange': text(
    '要求修改密码',
    'Require password change',
    'Exigir troca de senha',
    '要求修改密碼',
  ),
};

/** A search for a whole phone by a person who sees phones masked. */
export const PHONE_SEARCH_AUDIT = {
  module: 'sensitive',
  action: 'searchPhone',
  object: 'page',
  text: text('按完整号码查找', 'Search by full phone number', 'Buscar por telefone completo', '依完整號碼尋找'),
  reveals: true,
  personal: ['tel'],
} as const satisfies AuditSpec;

/** The day of a contract came: the system moved the franchisee to "expiring" or "expired". */
export const CONTRACT_END_AUDIT = {
  module: 'franchise.list',
  action: 'contractEnd',
  object: 'franchisee',
  text: text('合同到期检查', 'Check contract end', 'Verificar fim do contrato', '合約到期檢查'),
} as const satisfies AuditSpec;

/** A page or list that was asked for without the right to it. */
export const READ_TEXT = text('查看', 'View', 'Ver', '檢視');

/** The pages of settings, each by its kind of object, with the rule of its page. */
const settingObjects = <V>(valueFor: (page: (typeof RULES)[number]) => V): Readonly<Record<string, V>> =>
  Object.fromEntries(
    settingPages.flatMap(({ access, object }) =>
      RULES.filter(({ id }) => id === access).map((page) => [object, valueFor(page)]),
    ),
  );

const OBJECTS: Readonly<Record<string, Text>> = {
  ...settingObjects(({ text: name }) => name),
  article: text('文章', 'Article', 'Artigo', '文章'),
  articleCategory: text('文章分类', 'Article category', 'Categoria de artigos', '文章分類'),
  banner: text('轮播图', 'Banner', 'Banner', '輪播圖'),
  appVersion: text('APP 版本', 'App version', 'Versão do aplicativo', 'APP 版本'),
  account: text('账号', 'Account', 'Conta', '帳號'),
  bill: text('账单', 'Bill', 'Lançamento', '帳單'),
  day: text('记账日', 'Accounting day', 'Dia contábil', '記帳日'),
  code: text('验证码', 'Verification code', 'Código de verificação', '驗證碼'),
  department: text('部门', 'Department', 'Departamento', '部門'),
  enquiry: text('询价', 'Enquiry', 'Consulta', '詢價'),
  enquiryRule: text('询价规则', 'Price rule', 'Regra de preço', '詢價規則'),
  shop: text('店铺', 'Shop', 'Loja', '店鋪'),
  exportTask: text('导出任务', 'Export', 'Exportação', '匯出任務'),
  factor: text('验证方式', 'Second factor', 'Segundo fator', '驗證方式'),
  field: text('字段', 'Field', 'Campo', '欄位'),
  file: text('文件', 'File', 'Arquivo', '檔案'),
  invoice: text('开票与收款信息', 'Invoice and payee data', 'Dados de fatura e recebimento', '開票與收款資訊'),
  fundAdjust: text('资金调整', 'Adjustment', 'Ajuste', '資金調整'),
  fundAudit: text('骑手资金审核单', 'Rider fund entry', 'Registro de fundos', '騎手資金審核單'),
  identity: text('身份', 'Identity', 'Identidade', '身分'),
  notice: text('通知', 'Notice', 'Notificação', '通知'),
  announcement: text('公告', 'Announcement', 'Comunicado', '公告'),
  noticeRule: text('通知规则', 'Notice rule', 'Regra de notificação', '通知規則'),
  hourShop: text('小时达店铺', 'Hour-to-reach shop', 'Loja de entrega em uma hora', '小時達店鋪'),
  hourStore: text('小时达门店', 'Hour-to-reach store', 'Unidade de entrega em uma hora', '小時達門市'),
  hourReport: text('配送状态上报', 'Delivery state report', 'Informe de entrega', '配送狀態上報'),
  hourEvent: text('小时达平台消息', 'Hour-to-reach message', 'Mensagem de entrega em uma hora', '小時達平台訊息'),
  miniVersion: text('小程序版本', 'Mini-program version', 'Versão do miniprograma', '小程式版本'),
  order: text('订单', 'Order', 'Pedido', '訂單'),
  page: text('页面', 'Page', 'Página', '頁面'),
  record: text('操作', 'Action', 'Ação', '操作'),
  problemReport: text('问题报告', 'Reported problem', 'Problema relatado', '問題回報'),
  proposal: text('变更', 'Proposal', 'Proposta', '變更'),
  rule: text('权限', 'Permission', 'Permissão', '權限'),
  session: text('会话', 'Session', 'Sessão', '工作階段'),
  settleLine: text('待结算明细', 'Pending line', 'Linha pendente', '待結算明細'),
  staff: text('员工', 'Staff member', 'Funcionário', '員工'),
  statement: text('月结单', 'Monthly statement', 'Extrato mensal', '月結單'),
  team: text('站点', 'Station', 'Estação', '站點'),
  user: text('用户', 'User', 'Usuário', '使用者'),
  serviceNotice: text('服务通知', 'Service notice', 'Aviso de serviço', '服務通知'),
  noticeTemplate: text('通知模板', 'Notice template', 'Modelo de aviso', '通知範本'),
  teamTerms: text('站点条款变更', 'Change of terms', 'Mudança de condições', '站點條款變更'),
  view: text('视图', 'View', 'Visão', '檢視'),
  costRule: text('费用规则', 'Fee rule', 'Regra de tarifa', '費用規則'),
  costCharge: text('扣费记录', 'Fee charge', 'Cobrança de tarifa', '扣費記錄'),
  feePlan: text('费用方案', 'Fee plan', 'Plano de tarifas', '費用方案'),
  reconBatch: text('对账批次', 'Statement', 'Extrato', '對帳批次'),
  reconItem: text('对账差异', 'Reconciliation difference', 'Diferença de conciliação', '對帳差異'),
  merchantNumber: text('商户号', 'Merchant number', 'Número de comerciante', '商戶號'),
  transfer: text('商户号调拨', 'Merchant number transfer', 'Transferência entre números', '商戶號調撥'),
  withdraw: text('提现申请', 'Withdrawal application', 'Pedido de saque', '提現申請'),
  franchiseApply: text('加盟申请', 'Franchise application', 'Solicitação de franquia', '加盟申請'),
  franchisee: text('加盟商', 'Franchisee', 'Franqueado', '加盟商'),
  franchiseeAdjust: text('加盟商调账', 'Franchisee adjustment', 'Ajuste de franqueado', '加盟商調帳'),
  franchisePage: text('加盟申请页', 'Application page', 'Página de solicitação', '加盟申請頁'),
  rider: text('骑手', 'Rider', 'Entregador', '騎手'),
  foodLoss: text('餐损', 'Food loss', 'Perda de refeição', '餐損'),
  receivable: text('站点应收', 'Receivable', 'Valor a receber', '站點應收'),
  insurePolicy: text('保单', 'Policy', 'Apólice', '保單'),
  insureClaim: text('理赔', 'Claim', 'Sinistro', '理賠'),
  insureProduct: text('保险方案', 'Insurance product', 'Produto de seguro', '保險方案'),
  insureMonth: text('保费月份', 'Premium month', 'Mês de prêmios', '保費月份'),
  insureGap: text('保费差异', 'Premium difference', 'Diferença de prêmio', '保費差異'),
  siteChecklist: text('检查表', 'Checklist', 'Lista de verificação', '檢查表'),
  siteInspection: text('安全检查', 'Safety inspection', 'Inspeção de segurança', '安全檢查'),
  siteIncident: text('安全事故', 'Safety incident', 'Incidente de segurança', '安全事故'),
  riderCertificate: text('健康证', 'Health certificate', 'Atestado de saúde', '健康證'),
};

/** The name of a kind of object; null where it has none. */
export function objectText(objectType: string): Text | null {
  return OBJECTS[objectType] ?? null;
}

/** Where an object is shown, for whom its page is open. `no`: the page knows it by its number, not by its id. */
interface ObjectPage {
  readonly rule: RuleId;
  readonly path: string;
  readonly by: 'id' | 'no';
}

export const OBJECT_PAGES: Readonly<Record<string, ObjectPage>> = {
  ...settingObjects(
    (page): ObjectPage => ({ rule: page.id, path: `${'route' in page ? page.route : ''}?tab=`, by: 'no' }),
  ),
  appVersion: { rule: 108, path: '/configCenter/configureTheApp?tab=versions&open=', by: 'id' },
  article: { rule: 110, path: '/information/index?open=', by: 'id' },
  announcement: { rule: 90, path: '/announcementCenter/announcementCenter?open=', by: 'id' },
  articleCategory: { rule: 110, path: '/information/index?part=categories&code=', by: 'no' },
  banner: { rule: 110, path: '/information/index?part=banners&open=', by: 'id' },
  bill: { rule: 32, path: '/financial/bill?open=', by: 'id' },
  invoice: { rule: 31, path: '/financial/information?part=', by: 'no' },
  enquiry: { rule: 106, path: '/enquiryManagement/index?open=', by: 'id' },
  enquiryRule: { rule: 106, path: '/enquiryManagement/index?part=rules&open=', by: 'id' },
  exportTask: { rule: 95, path: '/exportTask/exportList?open=', by: 'id' },
  identity: { rule: 81, path: '/rightsManagement/identity?open=', by: 'id' },
  problemReport: { rule: 4507, path: '/site/index?tab=problems&open=', by: 'id' },
  staff: { rule: 82, path: '/rightsManagement/staff?open=', by: 'id' },
  fundAdjust: { rule: 33, path: '/financial/teamFunding?tab=adjusts&keyword=', by: 'no' },
  fundAudit: { rule: 65, path: '/fundAudit/index?open=', by: 'id' },
  statement: { rule: 32, path: '/financial/bill?part=statements&open=', by: 'id' },
  team: { rule: 11, path: '/teamList/index?open=', by: 'id' },
  user: { rule: 22, path: '/userManage/userList/userDetails?id=', by: 'id' },
  serviceNotice: { rule: 23, path: '/userManage/serviceNotice?open=', by: 'id' },
  noticeTemplate: { rule: 23, path: '/userManage/serviceNotice?part=templates&open=', by: 'id' },
  teamTerms: { rule: 5, path: '/dashboard/noticeManage?tab=approvals&open=', by: 'id' },
  costRule: { rule: 37, path: '/financial/costManagement?open=', by: 'id' },
  reconBatch: { rule: 38, path: '/financial/merchantIdFunds?open=', by: 'id' },
  reconItem: { rule: 38, path: '/financial/merchantIdFunds?part=items&open=', by: 'id' },
  transfer: { rule: 38, path: '/financial/merchantIdFunds?part=transfers&open=', by: 'id' },
  withdraw: { rule: 36, path: '/financial/apply?open=', by: 'id' },
  foodLoss: { rule: 60, path: '/foodLossManagement/index?open=', by: 'id' },
  insurePolicy: { rule: 51, path: '/safetyModule/insureData?open=', by: 'id' },
  insureClaim: { rule: 51, path: '/safetyModule/insureData?part=claims&open=', by: 'id' },
  insureProduct: { rule: 51, path: '/safetyModule/insureData?part=products&open=', by: 'id' },
  insureMonth: { rule: 51, path: '/safetyModule/insureData?part=recon&open=', by: 'id' },
  franchiseApply: { rule: 41, path: '/franchisee/applicationList?open=', by: 'id' },
  franchisee: { rule: 42, path: '/franchisee/franchiseeList?open=', by: 'id' },
  franchiseeAdjust: { rule: 5, path: '/dashboard/noticeManage?tab=approvals&open=', by: 'id' },
  franchisePage: { rule: 43, path: '/franchisee/pageConfiguration?version=', by: 'id' },
  rider: { rule: 54, path: '/safetyModule/riderManage?open=', by: 'id' },
  siteChecklist: { rule: 52, path: '/safetyModule/siteSafety/index?part=checklists&open=', by: 'id' },
  siteInspection: { rule: 53, path: '/safetyModule/siteSafety/detail?kind=inspection&id=', by: 'id' },
  siteIncident: { rule: 53, path: '/safetyModule/siteSafety/detail?kind=incident&id=', by: 'id' },
};

const FIELDS: Readonly<Record<string, Text>> = {
  account: text('账号', 'Account', 'Conta', '帳號'),
  amount: text('金额（元）', 'Amount (yuan)', 'Valor (yuan)', '金額（元）'),
  action: text('操作', 'Action', 'Ação', '操作'),
  allowInstalment: text('允许分期扣', 'Instalments allowed', 'Permite parcelas', '允許分期扣'),
  amountFen: text('金额（分）', 'Amount (fen)', 'Valor (fen)', '金額（分）'),
  category: text('类别', 'Category', 'Categoria', '類別'),
  browser: text('浏览器', 'Browser', 'Navegador', '瀏覽器'),
  calls: text('最近的请求', 'Last calls', 'Últimas chamadas', '最近的請求'),
  captcha: text('图形验证码', 'Characters in the picture', 'Caracteres da imagem', '圖形驗證碼'),
  captchaId: text('图形验证码编号', 'Captcha id', 'Id do captcha', '圖形驗證碼編號'),
  channel: text('渠道', 'Channel', 'Canal', '管道'),
  direction: text('方向', 'Direction', 'Direção', '方向'),
  event: text('事件', 'Event', 'Evento', '事件'),
  collectedFen: text('已扣（分）', 'Collected (fen)', 'Cobrado (fen)', '已扣（分）'),
  code: text('验证码', 'Verification code', 'Código de verificação', '驗證碼'),
  confirmPassword: text('确认密码', 'Password again', 'Confirmação da senha', '確認密碼'),
  content: text('内容', 'Content', 'Conteúdo', '內容'),
  contract: text('接口版本', 'Contract version', 'Versão do contrato', '介面版本'),
  copiedFrom: text('复制自', 'Copied from', 'Copiado de', '複製自'),
  departmentId: text('部门', 'Department', 'Departamento', '部門'),
  effectiveFrom: text('生效时间', 'Takes effect', 'Entra em vigor', '生效時間'),
  evidence: text('凭证', 'Evidence', 'Comprovantes', '憑證'),
  expireAt: text('有效期至', 'Valid until', 'Válida até', '有效期至'),
  extraTeamIds: text('额外站点', 'Further stations', 'Outras estações', '額外站點'),
  field: text('字段', 'Field', 'Campo', '欄位'),
  dataScope: text('数据范围', 'Data scope', 'Escopo de dados', '資料範圍'),
  description: text('描述', 'Description', 'Descrição', '描述'),
  fieldRules: text(
    '可查看的脱敏信息',
    'Masked data that may be revealed',
    'Dados ocultos que podem ser revelados',
    '可檢視的遮蔽資訊',
  ),
  fundedBy: text('资金方', 'Funded by', 'Custeado por', '資金方'),
  kind: text('类别', 'Category', 'Categoria', '類別'),
  couponTemplateId: text('优惠券', 'Coupon', 'Cupom', '優惠券'),
  quantity: text('数量', 'Quantity', 'Quantidade', '數量'),
  validDays: text('有效天数', 'Valid days', 'Dias de validade', '有效天數'),
  reasonType: text('原因类型', 'Kind of reason', 'Tipo de motivo', '原因類型'),
  teamIds: text('站点', 'Stations', 'Estações', '站點'),
  until: text('截止时间', 'Until', 'Até', '截止時間'),
  tags: text('标签', 'Tags', 'Etiquetas', '標籤'),
  owedFen: text('待扣（分）', 'Owed (fen)', 'A cobrar (fen)', '待扣（分）'),
  riderId: text('骑手', 'Rider', 'Entregador', '騎手'),
  franchiseeId: text('加盟商', 'Franchisee', 'Franqueado', '加盟商'),
  source: text('来源', 'Source', 'Origem', '來源'),
  sourceNo: text('原审核单号', 'Original entry', 'Registro original', '原審核單號'),
  fileId: text('文件', 'File', 'Arquivo', '檔案'),
  fourEyes: text('双人复核', 'Second person', 'Segunda pessoa', '雙人覆核'),
  ipAllowList: text('地址白名单', 'Allowed addresses', 'Endereços permitidos', '位址白名單'),
  loginIp: text('登录 IP', 'Sign-in address', 'IP de acesso', '登入 IP'),
  loginHours: text('登录时段', 'Sign-in hours', 'Horários de acesso', '登入時段'),
  need2v: text('二次验证', 'Second verification', 'Segunda verificação', '二次驗證'),
  merchantNumberId: text('商户号', 'Merchant number', 'Número de comerciante', '商戶號'),
  photoFileId: text('照片', 'Photo', 'Foto', '照片'),
  note: text('说明', 'Note', 'Nota', '說明'),
  ruleIds: text('权限', 'Permissions', 'Permissões', '權限'),
  teamId: text('站点', 'Station', 'Estação', '站點'),
  tradeNo: text('凭证号', 'Voucher no.', 'Nº do comprovante', '憑證號'),
  txNo: text('流水号', 'Transaction no.', 'Nº da transação', '流水號'),
  time: text('时间', 'Time', 'Data e hora', '時間'),
  type: text('类型', 'Type', 'Tipo', '類型'),
  identityIds: text('身份', 'Identities', 'Identidades', '身分'),
  ids: text('对象', 'Objects', 'Objetos', '對象'),
  orderNo: text('订单号', 'Order no.', 'Nº do pedido', '訂單號'),
  bound: text('绑定', 'Bound', 'Vinculado', '綁定'),
  on: text('开关', 'On', 'Ligado', '開關'),
  os: text('操作系统', 'Operating system', 'Sistema operacional', '作業系統'),
  page: text('页面', 'Page', 'Página', '頁面'),
  parentId: text('上级', 'Above it', 'Superior', '上級'),
  password: text('密码', 'Password', 'Senha', '密碼'),
  post: text('岗位', 'Post', 'Cargo', '職務'),
  reason: text('原因', 'Reason', 'Motivo', '原因'),
  receivers: text('接收人', 'Receivers', 'Destinatários', '接收人'),
  remember: text('保持登录', 'Stay signed in', 'Manter conectado', '保持登入'),
  remark: text('备注', 'Remark', 'Observação', '備註'),
  relatedNo: text('关联单号', 'Related no.', 'Nº relacionado', '關聯單號'),
  rows: text('行数', 'Rows', 'Linhas', '列數'),
  sms_type: text('验证码用途', 'Purpose of the code', 'Finalidade do código', '驗證碼用途'),
  rule: text('权限', 'Permission', 'Permissão', '權限'),
  scene: text('用途', 'Purpose', 'Finalidade', '用途'),
  screen: text('屏幕', 'Screen', 'Tela', '螢幕'),
  secret: text('密钥', 'Secret', 'Chave secreta', '金鑰'),
  state: text('状态', 'State', 'Estado', '狀態'),
  status: text('状态', 'State', 'Estado', '狀態'),
  step: text('步骤', 'Step', 'Etapa', '步驟'),
  switch: text('开关', 'Switch', 'Controle', '開關'),
  tel: text('手机号', 'Phone', 'Telefone', '手機號碼'),
  version: text('版本', 'Version', 'Versão', '版本'),
  list: text('列表', 'List', 'Lista', '列表'),
  query: text('条件', 'Conditions', 'Condições', '條件'),
  scope: text('可见范围', 'Seen by', 'Visível para', '可見範圍'),
  identityId: text('身份', 'Identity', 'Identidade', '身分'),
  viewId: text('视图', 'View', 'Visão', '檢視'),
  filter: text('筛选条件', 'Filter', 'Filtro', '篩選條件'),
  count: text('条数', 'Records', 'Registros', '筆數'),
};
/** `name` is the station's name in one place and a person's in another. */
const NAME = text('名称', 'Name', 'Nome', '名稱');

/** What a changed field is called, from its path; null where only the page that owns the field knows. */
export function fieldText(objectType: string, path: string): Text | null {
  const names = path.split('.');
  const settings = settingPages.find((page) => page.object === objectType);
  for (const name of names.toReversed()) {
    // Names come from what was sent: `constructor` must find nothing.
    if (objectType === 'invoice' && Object.hasOwn(INVOICE_FIELDS, name)) {
      return INVOICE_FIELDS[name as keyof typeof INVOICE_FIELDS];
    }
    if ((objectType === 'team' || objectType === 'teamTerms') && Object.hasOwn(TEAM_FIELDS, name))
      return TEAM_FIELDS[name as keyof typeof TEAM_FIELDS];
    if (objectType === 'staff' && isStaffField(name)) return messageText(staffLabel(name));
    const label = settings && settingLabel(settings.groups, name);
    if (label) return label;
    if (name === 'name') return NAME;
    if (Object.hasOwn(FIELDS, name)) return FIELDS[name] ?? null;
  }
  return null;
}
