import type { FieldRule } from './field-rules';
import { childrenOf, RULES, type RuleId, withParents } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/** Returns the given permissions and all their descendants in the permission tree. */
function branch(...ids: readonly RuleId[]): RuleId[] {
  return ids.flatMap((id) => [id, ...branch(...childrenOf(id).map((rule) => rule.id))]);
}

/** Returns the permission ids in `ids` that are not in `others`. */
function without(ids: readonly RuleId[], ...others: readonly RuleId[]): RuleId[] {
  return ids.filter((id) => !others.includes(id));
}

/** Kinds of data scopes. A data scope selects the rows that an identity can see (DOMAIN §1). */
export type DataScopeKind = 'all' | 'regions' | 'teams' | 'franchisees';
export type IdentityType = 'hq' | 'station' | 'franchisee';

/** A built-in identity (身份). The server refuses to edit it (42345). */
interface BuiltinIdentity {
  readonly key: string;
  readonly type: IdentityType;
  readonly text: Text;
  readonly description: Text;
  readonly ruleIds: readonly RuleId[];
  /**
   * Rows that the identity can see. For `teams` and `franchisees` the list of ids is empty here. An empty list means the account's own
   * stations or its own franchisee.
   */
  readonly dataScope: { readonly kind: DataScopeKind; readonly ids: readonly number[] };
  /** Kinds of masked data that the identity may see ({@link FieldRule}). */
  readonly fieldRules: readonly FieldRule[];
  /** `true` means that sign-in requires a second verification, which the user cannot switch off (DOMAIN §3.2). */
  readonly need2v: boolean;
}

const ALL_DATA = { kind: 'all', ids: [] } as const;
/** Basic permissions of the built-in identities: workbench, own account, own notices, announcements, own exports. */
const EVERYBODY = [2, 3, 5, 90, 95, 9503] as const satisfies readonly RuleId[];

/** The built-in identities of DOMAIN §3.11. Only the owner's identity can both review and pay withdrawals. */
export const BUILTIN_IDENTITIES = [
  {
    key: 'owner',
    type: 'hq',
    text: WORD.owner,
    description: text('拥有全部权限', 'Has all permissions', 'Pode fazer tudo', '擁有全部權限'),
    ruleIds: RULES.map((rule) => rule.id),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'idCard', 'bankCard', 'amount'],
    need2v: true,
  },
  {
    key: 'operations',
    type: 'hq',
    text: text('运营', 'Operations', 'Operações', '營運'),
    description: text(
      '开站、日常运营、用户触达与内容发布',
      'Opens and runs stations, reaches users, publishes content',
      'Abre e opera estações, fala com usuários e publica conteúdo',
      '開站、日常營運、觸達使用者與發布內容',
    ),
    // Of the built-in identities, only the finance reviewer and the owner may freeze stations. Only the owner may close stations
    // (DOMAIN §3.3). The identity "operations" may not show users' masked data or change users' balances.
    ruleIds: withParents([
      ...EVERYBODY,
      ...without(branch(10), 1108, 1109),
      ...without(branch(20), 2105, 2106),
      ...[52, 53, 54, 5404, 5407, 5408, 60],
      ...branch(106, 110, 90),
    ]),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'amount'],
    need2v: false,
  },
  {
    key: 'financeReviewer',
    type: 'hq',
    text: text('财务审核', 'Finance reviewer', 'Revisor financeiro', '財務審核'),
    description: text(
      '审核提现与调账，管理费用与对账，不能打款',
      'Reviews withdrawals and adjustments, manages fees and reconciliation, cannot pay',
      'Revisa saques e ajustes, cuida de tarifas e conciliação, não paga',
      '審核提現與調帳，管理費用與對帳，不能打款',
    ),
    ruleIds: withParents([
      ...EVERYBODY,
      ...[11, 1104, 1108],
      ...without(branch(30), 3306, 3309, 3310, 3502, 3602, 3603, 3606, 3809),
      ...[42, 4209, 51, 5104, 5107, 60, 6004, 65, 6504, 6505, 6507],
    ]),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'bankCard', 'amount'],
    need2v: true,
  },
  {
    key: 'financePayer',
    type: 'hq',
    text: text('财务打款', 'Finance payer', 'Pagador financeiro', '財務打款'),
    description: text(
      '对已审核的提现打款，提交调账，不能审核',
      'Pays reviewed withdrawals, submits adjustments, cannot review',
      'Paga saques revisados, envia ajustes, não revisa',
      '對已審核的提現打款，提交調帳，不能審核',
    ),
    ruleIds: withParents([
      ...EVERYBODY,
      ...[11, 31, 32, 3204, 33, 3304, 3306, 3309, 34, 3404, 35, 38, 3809],
      ...without(branch(36), 3601),
      ...[42, 4208, 51, 5107, 60, 6009, 65, 6506],
    ]),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'bankCard', 'amount'],
    need2v: true,
  },
  {
    key: 'customerService',
    type: 'hq',
    text: text('客服', 'Customer service', 'Atendimento ao cliente', '客服'),
    description: text(
      '处理用户问题与餐损，查询账单',
      'Helps users, handles food loss, looks up bills',
      'Atende usuários, trata perdas de refeições e consulta lançamentos',
      '處理使用者問題與餐損，查詢帳單',
    ),
    ruleIds: withParents([
      ...EVERYBODY,
      ...[11, 13],
      ...without(branch(21), 2104),
      ...[22, 2201, 2202, 23, 2306, 32, 54],
      ...[60, 6001, 6004, 6005, 6006, 6007],
    ]),
    dataScope: ALL_DATA,
    fieldRules: ['phone'],
    need2v: false,
  },
  {
    key: 'safetyOfficer',
    type: 'hq',
    text: text('安全员', 'Safety officer', 'Responsável pela segurança', '安全員'),
    description: text(
      '管理骑手资质、保险、检查与事故',
      'Manages rider certificates, insurance, inspections and incidents',
      'Cuida de documentos de entregadores, seguros, inspeções e incidentes',
      '管理騎手資格、保險、檢查與事故',
    ),
    ruleIds: withParents([...EVERYBODY, 11, 13, ...branch(50), 60]),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'idCard'],
    need2v: false,
  },
  {
    key: 'investment',
    type: 'hq',
    text: text('招商', 'Investment', 'Expansão de franquias', '招商'),
    description: text(
      '跟进加盟申请直至开站，维护加盟商合同',
      'Follows up applications until the station opens, maintains franchise contracts',
      'Acompanha solicitações até a abertura e mantém os contratos de franquia',
      '跟進加盟申請直至開站，維護加盟商合約',
    ),
    // This identity lacks permission 4209 (review adjustments), because finance decides about franchisees' money.
    ruleIds: withParents([...EVERYBODY, 11, 12, 1101, 1102, ...without(branch(40), 4209)]),
    dataScope: ALL_DATA,
    fieldRules: ['phone', 'idCard'],
    need2v: false,
  },
  {
    key: 'auditor',
    type: 'hq',
    text: text('审计', 'Auditor', 'Auditor', '稽核'),
    description: text(
      '查看全部页面，不能操作',
      'Sees every page, changes nothing',
      'Vê todas as páginas, não altera nada',
      '檢視全部頁面，不能操作',
    ),
    ruleIds: RULES.filter((rule) => rule.kind !== 'button').map((rule) => rule.id),
    dataScope: ALL_DATA,
    fieldRules: [],
    need2v: false,
  },
  {
    key: 'stationAdmin',
    type: 'station',
    text: text('站点管理员', 'Station admin', 'Administrador de estação', '站點管理員'),
    description: text(
      '管理所属站点的运营、骑手与资金申请',
      'Manages operations, riders and fund applications of their own stations',
      'Administra a própria estação: operação, entregadores e pedidos de saque',
      '管理所屬站點的營運、騎手與資金申請',
    ),
    ruleIds: withParents([...EVERYBODY, 11, 13, 1301, 32, 33, 34, 36, 52, 53, 54, 60, 6001, 65, 6506]),
    dataScope: { kind: 'teams', ids: [] },
    fieldRules: [],
    need2v: false,
  },
  {
    key: 'franchisee',
    type: 'franchisee',
    text: WORD.franchisee,
    description: text(
      '查看名下站点的经营与资金',
      'Views business and funds of their own stations',
      'Vê a operação e os fundos das próprias estações',
      '檢視名下站點的經營與資金',
    ),
    ruleIds: withParents([...EVERYBODY, 11, 13, 32, 33, 34, 36]),
    dataScope: { kind: 'franchisees', ids: [] },
    fieldRules: [],
    need2v: false,
  },
] as const satisfies readonly BuiltinIdentity[];

export type BuiltinIdentityKey = (typeof BUILTIN_IDENTITIES)[number]['key'];
