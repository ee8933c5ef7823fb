import { caseType } from './case';
import { lifecycle } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, actions and states of reconciliation with the payment platforms (商户号资金对账, DOMAIN §3.5). It imports
 * no library, because the browser loads it.
 */

export const RECON = {
  reason: { min: 5, max: 200 },
  evidence: 6,
  billNo: { min: 4, max: 64 },
  /** Tolerated difference of a fee in fen. Platforms round each fee separately. */
  feeRoundingFen: 1,
  /** Minutes before and after midnight. For an entry in these minutes, platform and ledger may have different days. */
  timingMinutes: 10,
  /** Number of days after the day of the statement for which a timing difference may wait for its matching bill or entry. */
  timingDays: 3,
  /** Limit in fen. Above it, either the person who proposes a write-off or the person who approves it must be the owner. */
  ownerAboveFen: 10_000,
  /**
   * Hours of the day, Beijing time, in which the server fetches statements automatically. Platforms provide the statement of a day from
   * the first of these hours on the next day.
   */
  hours: { from: 10, to: 22 },
  retries: 5,
  /** Maximum age of a statement in days. Platforms provide no older statements. */
  oldestDays: 92,
  /** Maximum number of differences of one statement. A larger number means a wrong file, so the comparison fails and records none. */
  mostItems: 20_000,
  /** Fee rate of a payment platform in basis points. `initial` applies until the merchant number has its own rate. */
  feeBp: { min: 0, max: 1_000, initial: 60 },
} as const;

export const RECON_KINDS = {
  trade: text('交易账单', 'Trades', 'Transações', '交易帳單'),
  fund: text('资金账单', 'Account', 'Conta', '資金帳單'),
} as const satisfies Record<string, Text>;
export type ReconKind = keyof typeof RECON_KINDS;

export const ITEM_TYPES = {
  channelOnly: text('渠道多', 'In the statement only', 'Só no extrato', '管道多'),
  bookOnly: text('平台多', 'In the books only', 'Só nos livros', '平台多'),
  amountMismatch: text('金额不符', 'Amounts differ', 'Valores diferentes', '金額不符'),
  feeMismatch: text('手续费不符', 'Fees differ', 'Tarifas diferentes', '手續費不符'),
  statusMismatch: text('状态不符', 'States differ', 'Estados diferentes', '狀態不符'),
  duplicate: text('重复', 'Duplicate', 'Duplicado', '重複'),
} as const satisfies Record<string, Text>;
export type ItemType = keyof typeof ITEM_TYPES;
export const ITEM_TYPE_KEYS = Object.keys(ITEM_TYPES) as [ItemType, ...ItemType[]];

/**
 * Actions with which staff can handle a difference (`finance.Recon/handle`). `toSuspense` and `claimChannel` move the amount to suspense.
 * All other actions resolve the difference.
 */
export const ITEM_ACTIONS = {
  rematch: text('匹配账单', 'Match a bill', 'Associar lançamento', '比對帳單'),
  createBill: text('按对账单补记', 'Book from the statement', 'Lançar pelo extrato', '按對帳單補記'),
  reverseBill: WORD.reverseBill,
  adjustFee: text('调整手续费', 'Adjust the fee', 'Ajustar a tarifa', '調整手續費'),
  toSuspense: text('挂账', 'Move to suspense', 'Mover para pendências', '掛帳'),
  claimChannel: text('向渠道追索', 'Claim from the channel', 'Reclamar ao canal', '向管道追索'),
} as const satisfies Record<string, Text>;
export type ItemAction = keyof typeof ITEM_ACTIONS;
export const ITEM_ACTION_KEYS = Object.keys(ITEM_ACTIONS) as [ItemAction, ...ItemAction[]];

/** Parties that can receive or pay the amount of a difference. If the party is `platform`, a second person must approve. */
export const RECON_PARTIES = {
  team: WORD.station,
  rider: WORD.rider,
  merchant: WORD.merchant,
  platform: WORD.platform,
} as const satisfies Record<string, Text>;
export type ReconPartyKind = keyof typeof RECON_PARTIES;
export const RECON_PARTY_KEYS = Object.keys(RECON_PARTIES) as [ReconPartyKind, ...ReconPartyKind[]];

/** The actions that each type of difference allows. In suspense, other actions apply (`CLEARING`). */
const ACTIONS_OF_TYPE = {
  channelOnly: ['rematch', 'createBill', 'toSuspense', 'claimChannel'],
  bookOnly: ['rematch', 'reverseBill', 'toSuspense', 'claimChannel'],
  amountMismatch: ['createBill', 'toSuspense', 'claimChannel'],
  feeMismatch: ['adjustFee', 'toSuspense', 'claimChannel'],
  statusMismatch: ['rematch', 'reverseBill', 'toSuspense', 'claimChannel'],
  duplicate: ['rematch', 'createBill', 'toSuspense', 'claimChannel'],
} as const satisfies Record<ItemType, readonly ItemAction[]>;
const CLEARING: readonly ItemAction[] = ['rematch', 'createBill'];

export const actionsOfItem = (type: ItemType, state: string): readonly ItemAction[] =>
  state === 'suspended' ? CLEARING : ACTIONS_OF_TYPE[type];

const HANDLE = 3806;
const CLOSE = 3808;

/** The states of a statement. Each merchant number has at most one statement per day and kind. */
export const batchLifecycle = lifecycle({
  entity: 'reconBatch',
  states: {
    waiting: { text: text('待获取', 'Waiting', 'Aguardando', '待取得'), tone: 'info' },
    fetching: { text: text('获取中', 'Fetching', 'Buscando', '取得中'), tone: 'working' },
    parsing: { text: text('解析中', 'Reading', 'Lendo', '解析中'), tone: 'working' },
    comparing: { text: text('比对中', 'Comparing', 'Comparando', '比對中'), tone: 'working' },
    balanced: { text: WORD.balanced, tone: 'good' },
    hasDifference: { text: WORD.hasDifferences, tone: 'attention' },
    failed: { text: WORD.failed, tone: 'bad' },
    closed: { text: WORD.dayClosed, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'refetch',
      from: ['waiting', 'failed', 'balanced', 'hasDifference'],
      to: 'fetching',
      by: 'staff',
      rule: HANDLE,
      risk: 'none',
      text: text('重新获取', 'Fetch again', 'Buscar de novo', '重新取得'),
    },
    {
      action: 'compare',
      from: ['balanced', 'hasDifference'],
      to: 'comparing',
      by: 'staff',
      rule: HANDLE,
      risk: 'none',
      text: text('重新比对', 'Compare again', 'Comparar de novo', '重新比對'),
    },
    {
      action: 'closeBatch',
      from: ['balanced', 'hasDifference'],
      to: 'closed',
      by: 'staff',
      rule: CLOSE,
      risk: 'confirm',
      text: text('关账', 'Close', 'Fechar', '關帳'),
    },
    {
      action: 'fetch',
      from: ['waiting'],
      to: 'fetching',
      by: 'system',
      risk: 'none',
      text: text('获取', 'Fetch', 'Buscar', '取得'),
    },
    {
      action: 'parse',
      from: ['fetching'],
      to: 'parsing',
      by: 'system',
      risk: 'none',
      text: text('解析', 'Read', 'Ler', '解析'),
    },
    {
      action: 'match',
      from: ['parsing'],
      to: 'comparing',
      by: 'system',
      risk: 'none',
      text: text('比对', 'Compare', 'Comparar', '比對'),
    },
    {
      action: 'balance',
      from: ['comparing', 'hasDifference'],
      to: 'balanced',
      by: 'system',
      risk: 'none',
      text: WORD.balanced,
    },
    {
      action: 'differ',
      from: ['comparing'],
      to: 'hasDifference',
      by: 'system',
      risk: 'none',
      text: WORD.hasDifferences,
    },
    {
      action: 'fail',
      from: ['waiting', 'fetching', 'parsing', 'comparing'],
      to: 'failed',
      by: 'system',
      risk: 'none',
      text: text('失败', 'Fail', 'Falhar', '失敗'),
    },
  ],
});
export type BatchState = keyof typeof batchLifecycle.states;

const address = (action: string): string => `finance.Recon/${action}`;
const reason = { name: 'reason', ...RECON.reason } as const;

/** Case type of a difference between a statement and the ledger. The system creates the differences, so they have no maker. */
export const reconCase = caseType({
  key: 'reconItem',
  module: 'financial.merchant',
  number: 'RI',
  title: WORD.reconciliationDifference,
  money: true,
  waiting: [],
  states: {
    open: { text: WORD.openDifference, tone: 'attention' },
    handling: { text: WORD.inProgress, tone: 'working' },
    suspended: { text: text('挂账', 'In suspense', 'Em pendência', '掛帳'), tone: 'info' },
    resolved: { text: WORD.handledFeminine, tone: 'good' },
  },
  steps: {
    handle: {
      address: address('handle'),
      from: ['open', 'handling', 'suspended'],
      to: 'resolved',
      by: 'staff',
      rule: HANDLE,
      risk: 'confirm',
      reason,
      form: true,
      text: WORD.handle,
      happened: WORD.handledFeminine,
      recordText: text('处理对账差异', 'Handle difference', 'Tratar diferença', '處理對帳差異'),
      errors: [40001, 40302, 42201, 42241, 42244, 42246, 42275],
    },
    writeOff: {
      address: address('writeOff'),
      from: ['open', 'handling', 'suspended'],
      to: 'resolved',
      by: 'staff',
      rule: 3807,
      risk: 'confirm',
      reason,
      form: true,
      ownerAboveFen: RECON.ownerAboveFen,
      text: text('核销', 'Write off', 'Dar baixa', '核銷'),
      happened: text('已核销', 'Written off', 'Baixada', '已核銷'),
      recordText: text('核销对账差异', 'Write off difference', 'Dar baixa em diferença', '核銷對帳差異'),
      errors: [42275],
    },
    assign: {
      address: address('assign'),
      from: ['open', 'handling', 'suspended'],
      to: 'handling',
      by: 'staff',
      rule: HANDLE,
      risk: 'none',
      versioned: false,
      form: true,
      text: text('指派', 'Assign', 'Atribuir', '指派'),
      happened: text('已指派', 'Assigned', 'Atribuída', '已指派'),
      recordText: WORD.assignDifferences,
    },
    markTiming: {
      address: address('markTiming'),
      from: ['open', 'handling'],
      to: 'open',
      by: 'staff',
      rule: HANDLE,
      risk: 'none',
      versioned: false,
      form: true,
      text: text('标记为时间差', 'Mark as timing', 'Marcar como diferença de data', '標記為時間差'),
      happened: text('已标记为时间差', 'Marked as timing', 'Marcada como diferença de data', '已標記為時間差'),
      recordText: WORD.markTimingDifferences,
    },
    /** The step for actions that move the amount to suspense. */
    suspend: {
      from: ['open', 'handling'],
      to: 'suspended',
      by: 'system',
      risk: 'none',
      text: text('转入挂账', 'Put in suspense', 'Pôr em pendência', '轉入掛帳'),
    },
    found: {
      from: ['open', 'handling'],
      to: 'resolved',
      by: 'system',
      risk: 'none',
      text: text(
        '在后续账单中找到',
        'Found in a later statement',
        'Encontrada em extrato posterior',
        '在後續帳單中找到',
      ),
    },
  },
});
export type ItemState = keyof typeof reconCase.states;
