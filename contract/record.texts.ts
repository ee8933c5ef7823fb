import { announcementLifecycle } from './announcement.states';
import type { AuditSpec } from './endpoint';
import { INVOICE_FIELDS } from './finance';
import { articleLifecycle } from './information.states';
import { messageText } from './locales/lookup';
import { RULES, type RuleId } from './permissions';
import { settingLabel } from './settings';
import { settingPages } from './settings.pages';
import { isStaffField, staffLabel } from './staff.fields';
import { TEAM_FIELDS } from './team.fields';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file names modules, kinds of objects and fields in the operation records (操作记录, DOMAIN §3.11). Endpoints declare the names
 * of their actions (AuditSpec.text). This file names the actions of jobs, commands and phone searches, and some bulk actions.
 */

/** Names of modules whose key is not the code of a permission. Any other module has the name of the permission with its key. */
const MODULES: Readonly<Record<string, Text>> = {
  accountManage: WORD.accountManagement,
  approval: WORD.secondPerson,
  common: text('公共功能', 'Shared functions', 'Funções comuns', '公共功能'),
  file: WORD.files,
  'financial.statement': WORD.monthlyStatements,
  login: WORD.signInNoun,
  monitor: WORD.debugMonitor,
  notice: WORD.notices,
  order: WORD.orders,
  operation: WORD.stationOperation,
  profile: WORD.accountInformation,
  sensitive: text('敏感信息', 'Masked data', 'Dados ocultos', '敏感資訊'),
  staff: WORD.staffManagement,
  teamFund: WORD.stationFunds,
  view: WORD.views,
  verify: text('验证', 'Verification', 'Verificação', '驗證'),
};

/** Returns the name of a module. @returns `null` if the module is unknown */
export function moduleText(module: string): Text | null {
  return MODULES[module] ?? RULES.find((rule) => rule.code === module)?.text ?? null;
}

/** Names of bulk actions that do not exist for a single record, by `module.action`. */
export const SEVERAL_TEXT: Readonly<Record<string, Text>> = {
  'accountManage.requirePasswordChange': WORD.requirePasswordChange,
};

/** Audit data of a search for a whole phone number by a user who sees only masked numbers. */
export const PHONE_SEARCH_AUDIT = {
  module: 'sensitive',
  action: 'searchPhone',
  object: 'page',
  text: text('按完整号码查找', 'Search by full phone number', 'Buscar por telefone completo', '依完整號碼尋找'),
  reveals: true,
  personal: ['tel'],
} as const satisfies AuditSpec;

/** Audit data of the job that sets a franchisee to "expiring" or "expired" at the dates of the contract. */
export const CONTRACT_END_AUDIT = {
  module: 'franchise.list',
  action: 'contractEnd',
  object: 'franchisee',
  text: text('合同到期检查', 'Check contract end', 'Verificar fim do contrato', '合約到期檢查'),
} as const satisfies AuditSpec;

const timed = <const M extends string, const O extends string>(
  module: M,
  object: O,
  { transition }: { readonly transition: (action: 'publishDue' | 'expire') => { readonly text: Text } },
) => ({
  publishDue: { module, object, action: 'publishDue', text: transition('publishDue').text },
  expire: { module, object, action: 'expire', text: transition('expire').text },
});

/** Audit data of the job that publishes or expires articles and announcements at their set times. */
export const TIMED_AUDITS = {
  article: timed('information', 'article', articleLifecycle),
  announcement: timed('announcement', 'announcement', announcementLifecycle),
} as const satisfies Record<string, Readonly<Record<string, AuditSpec>>>;

/** Audit data of the job that puts a franchisee's next contract into force on its first day. */
export const CONTRACT_START_AUDIT = {
  module: 'franchise.list',
  action: 'contractStart',
  object: 'franchisee',
  money: true,
  text: text('合同生效', 'Contract in force', 'Contrato em vigor', '合約生效'),
} as const satisfies AuditSpec;

const ofArchive = { module: 'rights.record', object: 'archivePart' } as const;
/** Audit data of the command "archive". The command moves a month of a table into a file, or makes an archived month readable again. */
export const ARCHIVE_AUDITS = {
  archive: { ...ofArchive, action: 'archive', text: text('归档月份', 'Archive month', 'Arquivar mês', '封存月份') },
  restore: {
    ...ofArchive,
    action: 'restoreArchived',
    text: text('恢复归档月份', 'Restore archived month', 'Restaurar mês arquivado', '恢復封存月份'),
  },
} as const satisfies Record<string, AuditSpec>;

/** Name of the action when a caller requests a page or list without permission. */
export const READ_TEXT = WORD.view;

/** Computes a value for each settings page from its permission. @returns the values by kind of object (`object` of the page) */
const settingObjects = <V>(valueFor: (page: (typeof RULES)[number]) => V): Readonly<Record<string, V>> =>
  Object.fromEntries(
    settingPages.flatMap(({ access, object }) =>
      RULES.filter(({ id }) => id === access).map((page) => [object, valueFor(page)]),
    ),
  );

const OBJECTS: Readonly<Record<string, Text>> = {
  ...settingObjects(({ text: name }) => name),
  archivePart: text('归档月份', 'Archived month', 'Mês arquivado', '封存月份'),
  article: WORD.article,
  articleCategory: text('文章分类', 'Article category', 'Categoria de artigos', '文章分類'),
  banner: text('轮播图', 'Banner', 'Banner', '輪播圖'),
  appVersion: text('APP 版本', 'App version', 'Versão do aplicativo', 'APP 版本'),
  account: WORD.account,
  bill: WORD.bill,
  day: WORD.accountingDay,
  code: WORD.verificationCode,
  department: WORD.department,
  enquiry: WORD.enquiry,
  enquiryRule: text('询价规则', 'Price rule', 'Regra de preço', '詢價規則'),
  shop: WORD.shop,
  exportTask: text('导出任务', 'Export', 'Exportação', '匯出任務'),
  factor: text('验证方式', 'Second factor', 'Segundo fator', '驗證方式'),
  field: WORD.field,
  file: WORD.file,
  invoice: text('开票与收款信息', 'Invoice and payee data', 'Dados de fatura e recebimento', '開票與收款資訊'),
  fundAdjust: text('资金调整', 'Adjustment', 'Ajuste', '資金調整'),
  fundAudit: text('骑手资金审核单', 'Rider fund entry', 'Registro de fundos', '騎手資金審核單'),
  identity: WORD.identity,
  notice: text('通知', 'Notice', 'Notificação', '通知'),
  announcement: WORD.announcement,
  noticeRule: text('通知规则', 'Notice rule', 'Regra de notificação', '通知規則'),
  hourShop: text('小时达店铺', 'Hour-to-reach shop', 'Loja de entrega em uma hora', '小時達店鋪'),
  hourStore: text('小时达门店', 'Hour-to-reach store', 'Unidade de entrega em uma hora', '小時達門市'),
  hourReport: text('配送状态上报', 'Delivery state report', 'Informe de entrega', '配送狀態上報'),
  hourEvent: text('小时达平台消息', 'Hour-to-reach message', 'Mensagem de entrega em uma hora', '小時達平台訊息'),
  miniVersion: text('小程序版本', 'Mini-program version', 'Versão do miniprograma', '小程式版本'),
  order: WORD.order,
  page: WORD.page,
  record: WORD.action,
  problemReport: text('问题报告', 'Reported problem', 'Problema relatado', '問題回報'),
  proposal: text('变更', 'Proposal', 'Proposta', '變更'),
  rule: WORD.permission,
  session: text('会话', 'Session', 'Sessão', '工作階段'),
  settleLine: text('待结算明细', 'Pending line', 'Linha pendente', '待結算明細'),
  staff: WORD.staffMember,
  statement: WORD.monthlyStatement,
  team: WORD.station,
  user: WORD.user,
  userBlacklist: text('黑名单记录', 'Blacklist entry', 'Registro de bloqueio', '黑名單記錄'),
  serviceNotice: text('服务通知', 'Service notice', 'Aviso de serviço', '服務通知'),
  noticeTemplate: text('通知模板', 'Notice template', 'Modelo de aviso', '通知範本'),
  teamTerms: WORD.changeOfTerms,
  view: WORD.savedView,
  costRule: WORD.feeRule,
  costCharge: text('扣费记录', 'Fee charge', 'Cobrança de tarifa', '扣費記錄'),
  feePlan: WORD.feePlan,
  reconBatch: text('对账批次', 'Statement', 'Extrato', '對帳批次'),
  reconItem: WORD.reconciliationDifference,
  merchantNumber: WORD.merchantNumber,
  transfer: WORD.merchantNumberTransfer,
  withdraw: WORD.withdrawalApplication,
  franchiseApply: WORD.franchiseApplication,
  franchisee: WORD.franchisee,
  franchiseeAdjust: WORD.franchiseeAdjustment,
  franchisePage: text('加盟申请页', 'Application page', 'Página de solicitação', '加盟申請頁'),
  rider: WORD.rider,
  merchant: WORD.merchant,
  foodLoss: WORD.foodLoss,
  receivable: text('站点应收', 'Receivable', 'Valor a receber', '站點應收'),
  insurePolicy: WORD.policy,
  insureClaim: WORD.claim,
  insureProduct: WORD.insuranceProduct,
  insureMonth: text('保费月份', 'Premium month', 'Mês de prêmios', '保費月份'),
  insureGap: text('保费差异', 'Premium difference', 'Diferença de prêmio', '保費差異'),
  siteChecklist: WORD.checklist,
  siteInspection: WORD.safetyInspection,
  siteIncident: WORD.safetyIncident,
  riderCertificate: WORD.healthCertificate,
  riderIdentity: WORD.identityChange,
};

/** Returns the name of a kind of object. @returns `null` if the kind is unknown */
export function objectText(objectType: string): Text | null {
  return OBJECTS[objectType] ?? null;
}

/** The page that shows an object. Its URL is `path` followed by the object's id or number. `by` states which of the two: `id` or `no`. */
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
  userBlacklist: { rule: 5, path: '/dashboard/noticeManage?tab=approvals&open=', by: 'id' },
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
  riderIdentity: { rule: 5, path: '/dashboard/noticeManage?tab=approvals&open=', by: 'id' },
  siteChecklist: { rule: 52, path: '/safetyModule/siteSafety/index?part=checklists&open=', by: 'id' },
  siteInspection: { rule: 53, path: '/safetyModule/siteSafety/detail?kind=inspection&id=', by: 'id' },
  siteIncident: { rule: 53, path: '/safetyModule/siteSafety/detail?kind=incident&id=', by: 'id' },
};

const FIELDS: Readonly<Record<string, Text>> = {
  account: WORD.account,
  amount: WORD.amountYuan,
  action: WORD.action,
  allowInstalment: WORD.instalmentsAllowed,
  amountFen: text('金额（分）', 'Amount (fen)', 'Valor (fen)', '金額（分）'),
  category: WORD.category,
  browser: WORD.browser,
  calls: WORD.lastCalls,
  captcha: WORD.charactersInPicture,
  captchaId: text('图形验证码编号', 'Captcha ID', 'Id do captcha', '圖形驗證碼編號'),
  channel: WORD.channel,
  direction: WORD.direction,
  event: WORD.event,
  collectedFen: text('已扣（分）', 'Collected (fen)', 'Cobrado (fen)', '已扣（分）'),
  code: WORD.verificationCode,
  confirmPassword: text('确认密码', 'Confirm password', 'Confirmação da senha', '確認密碼'),
  content: WORD.content,
  contract: WORD.contractVersion,
  copiedFrom: text('复制自', 'Copied from', 'Copiado de', '複製自'),
  departmentId: WORD.department,
  effectiveFrom: WORD.takesEffect,
  evidence: WORD.evidence,
  expireAt: WORD.validUntilFeminine,
  extraTeamIds: WORD.furtherStations,
  field: WORD.field,
  dataScope: WORD.dataScope,
  description: WORD.description,
  fieldRules: WORD.maskedDataToReveal,
  fundedBy: WORD.fundedBy,
  kind: WORD.category,
  couponTemplateId: WORD.coupon,
  quantity: WORD.quantity,
  validDays: text('有效天数', 'Valid days', 'Dias de validade', '有效天數'),
  reasonType: WORD.kindOfReason,
  teamIds: WORD.stations,
  until: WORD.deadline,
  tags: WORD.tags,
  owedFen: text('待扣（分）', 'Owed (fen)', 'A cobrar (fen)', '待扣（分）'),
  riderId: WORD.rider,
  franchiseeId: WORD.franchisee,
  source: WORD.source,
  sourceNo: WORD.originalEntry,
  fileId: WORD.file,
  fourEyes: WORD.secondPerson,
  ipAllowList: text('地址白名单', 'Allowed addresses', 'Endereços permitidos', '位址白名單'),
  loginIp: text('登录 IP', 'Sign-in address', 'IP de acesso', '登入 IP'),
  loginHours: WORD.signInHours,
  need2v: WORD.secondVerification,
  merchantNumberId: WORD.merchantNumber,
  photoFileId: WORD.photo,
  note: WORD.note,
  ruleIds: WORD.permissions,
  teamId: WORD.station,
  tradeNo: WORD.voucherNo,
  txNo: WORD.ledgerTransactionNo,
  time: WORD.time,
  type: WORD.type,
  identityIds: WORD.identities,
  ids: text('对象', 'Objects', 'Objetos', '對象'),
  orderNo: WORD.orderNo,
  bound: text('绑定', 'Bound', 'Vinculado', '綁定'),
  on: text('开关', 'On', 'Ligado', '開關'),
  os: text('操作系统', 'Operating system', 'Sistema operacional', '作業系統'),
  page: WORD.page,
  parentId: text('上级', 'Above it', 'Superior', '上級'),
  password: WORD.password,
  post: WORD.jobPost,
  reason: WORD.reason,
  receivers: WORD.receivers,
  remember: text('保持登录', 'Stay signed in', 'Manter conectado', '保持登入'),
  remark: WORD.remark,
  relatedNo: WORD.relatedNo,
  rows: WORD.rows,
  sms_type: text('验证码用途', 'Purpose of the code', 'Finalidade do código', '驗證碼用途'),
  rule: WORD.permission,
  scene: WORD.purpose,
  screen: WORD.screen,
  secret: text('密钥', 'Secret', 'Chave secreta', '金鑰'),
  state: WORD.state,
  status: WORD.state,
  step: WORD.step,
  switch: WORD.switch,
  tel: WORD.phone,
  version: WORD.version,
  list: WORD.list,
  query: text('条件', 'Conditions', 'Condições', '條件'),
  scope: text('可见范围', 'Visible to', 'Visível para', '可見範圍'),
  identityId: WORD.identity,
  viewId: WORD.savedView,
  filter: WORD.filter,
  count: text('条数', 'Records', 'Registros', '筆數'),
};
/** Label of the fields called `name`. Several kinds of objects have such a field, for example stations and people. */
const NAME = WORD.name;

/**
 * Returns the label of a field.
 *
 * @param path names of nested fields, joined by dots. The result is the label of the last name that has one
 * @returns `null` if no name has a label
 */
export function fieldText(objectType: string, path: string): Text | null {
  const names = path.split('.');
  const settings = settingPages.find((page) => page.object === objectType);
  for (const name of names.toReversed()) {
    // `Object.hasOwn` excludes inherited names such as `constructor`. Field names are part of requests, so callers can choose them.
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
