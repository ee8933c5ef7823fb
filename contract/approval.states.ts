import { caseType, reviewSteps } from './case';
import { text } from './text';
import { WORD } from './words';

const review = reviewSteps({
  pending: 'pending',
  address: (verb) => `approval.Proposal/${verb}`,
  recordTexts: {
    approve: text('通过变更', 'Approve proposal', 'Aprovar proposta', '通過變更'),
    reject: text('驳回变更', 'Reject proposal', 'Recusar proposta', '駁回變更'),
    withdraw: text('撤回变更', 'Withdraw proposal', 'Retirar proposta', '撤回變更'),
  },
});

/** A proposed change. A second person must approve or reject it (4E, DOMAIN §0.3, §1). */
export const proposalCase = caseType({
  key: 'proposal',
  module: 'approval',
  number: null,
  title: text('变更复核', 'Proposed change', 'Alteração proposta', '變更覆核'),
  foreignCode: 40401,
  states: {
    pending: { text: text('待复核', 'Waiting', 'Aguardando', '待覆核'), tone: 'attention' },
    approved: { text: WORD.approvedFeminine, tone: 'good' },
    rejected: { text: WORD.rejectedFeminine, tone: 'bad' },
    withdrawn: { text: WORD.withdrawnFeminine, tone: 'neutral' },
    expired: { text: WORD.expiredFeminine, tone: 'neutral' },
  },
  steps: {
    ...review,
    // The approver may add a note. The step also returns the errors of the proposed call.
    approve: { ...review.approve, errors: [40301, 42342, 42343] },
    reject: { ...review.reject, reason: { name: 'note', min: 2 } },
  },
});

/** Days after which an undecided proposal expires. */
export const PROPOSAL_DAYS = 7;

/** Titles of the changes that can be proposed. */
export const PROPOSAL_TITLES = {
  'finance.Cost/savePlan': text(
    '修改费用方案',
    'Change of a fee plan',
    'Alteração de plano de tarifas',
    '修改費用方案',
  ),
  'finance.Cost/waive': text('减免扣费', 'Waiver of a fee', 'Dispensa de tarifa', '減免扣費'),
  'foodLoss.Report/close': text('放弃餐损赔付', 'Food loss without payment', 'Perda sem pagamento', '放棄餐損賠付'),
  'finance.Receivable/waive': text('减免应收', 'Waiver of a receivable', 'Dispensa de valor a receber', '減免應收'),
  'finance.Escrow/refund': text(
    '退还取消订单余款',
    'Refund of a cancelled order',
    'Reembolso de um pedido cancelado',
    '退還取消訂單餘款',
  ),
  'finance.Escrow/settle': text(
    '结算取消订单',
    'Settlement of a cancelled order',
    'Liquidação de um pedido cancelado',
    '結算取消訂單',
  ),
  'finance.Information/reopenDay': text(
    '重新开账',
    'Reopening of closed days',
    'Reabertura de dias fechados',
    '重新開帳',
  ),
  'safety.Insure/adjustGap': text('调整保费', 'Adjustment of a premium', 'Ajuste de um prêmio', '調整保費'),
  'safety.Insure/remit': text('缴纳保费', 'Remittance of premiums', 'Repasse de prêmios', '繳納保費'),
  'finance.Recon/writeOff': text('核销对账差异', 'Write-off of a difference', 'Baixa de uma diferença', '核銷對帳差異'),
  'finance.Recon/handle': text(
    '处理对账差异',
    'Settlement of a difference',
    'Tratamento de uma diferença',
    '處理對帳差異',
  ),
  'finance.Bill/reverse': text('冲正账单', 'Reversal of a bill', 'Estorno de um lançamento', '沖正帳單'),
  'finance.Bill/reverseSettlement': text(
    '冲正订单结算',
    'Reversal of a settlement',
    'Estorno de uma liquidação',
    '沖正訂單結算',
  ),
  'user.User/adjustBalance': text('调整用户余额', 'Adjustment of a wallet', 'Ajuste de uma carteira', '調整使用者餘額'),
  'fundAudit.Rider/waive': text(
    '减免骑手余款',
    'Waiver of the amount a rider owes',
    'Dispensa do que um entregador deve',
    '減免騎手餘款',
  ),
  'rights.Identity/save': text('修改身份权限', 'Change of an identity', 'Alteração de identidade', '修改身分權限'),
  'rights.Identity/copy': text('复制身份', 'Copy of an identity', 'Cópia de identidade', '複製身分'),
  'site.Site/saveSetting': text(
    '修改安全设置',
    'Change of the security settings',
    'Alteração das configurações de segurança',
    '修改安全設定',
  ),
  'site.Site/restoreSetting': text(
    '恢复较早的安全设置',
    'Restore of earlier security settings',
    'Restauração de configurações de segurança anteriores',
    '還原較早的安全設定',
  ),
} as const;
export type ProposableAddress = keyof typeof PROPOSAL_TITLES;

/**
 * Proposals that only people with the data scope `all` may decide. Their changes concern the whole platform. Other proposals without a
 * station need only the permission.
 */
export const WHOLE_PROPOSALS: readonly string[] = [
  'finance.Cost/savePlan',
  'finance.Information/reopenDay',
  'finance.Recon/handle',
  'finance.Recon/writeOff',
  'safety.Insure/adjustGap',
  'safety.Insure/remit',
] satisfies ProposableAddress[];
