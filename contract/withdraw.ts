import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bulkData,
  bulkIds,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import { LARGEST_FEN } from './ledger';
import { PAYOUT_CHANNELS } from './payment.payout';
import { RULE } from './rule-ids';
import { text } from './text';
import { WITHDRAW_APPLICANTS, type WithdrawChannel } from './withdraw.settings';
import {
  PAYOUT_STATE_TEXT,
  type PayoutState,
  RISK_TAG_TEXT,
  type RiskTag,
  WITHDRAW_STATES,
  WITHDRAWAL,
  withdrawCase,
} from './withdraw.states';

/** Endpoints of withdrawal applications (提现申请, DOMAIN §3.5, §4.4, §6.6). */

const CHANNELS = keysOf<WithdrawChannel>(PAYOUT_CHANNELS);
const RISK_TAGS = keysOf<RiskTag>(RISK_TAG_TEXT);
const PAYOUT_STATES = keysOf<PayoutState>(PAYOUT_STATE_TEXT);
const day = () => z.iso.date().optional();
const amount = () => z.coerce.number().int().min(0).max(LARGEST_FEN).optional();
const reason = () => words(WITHDRAWAL.reason);
const voucherNo = () => words(WITHDRAWAL.voucherNo);

const row = z.object({
  id: id(),
  version: z.int(),
  wdNo: z.string(),
  subjectType: z.enum(WITHDRAW_APPLICANTS),
  subjectTypeText: z.string(),
  subjectId: id(),
  subjectName: z.string(),
  teamId: id().nullable(),
  teamName: z.string().nullable(),
  amountFen: fen(),
  feeFen: fen(),
  /** Amount that the payee receives. */
  netFen: fen(),
  /** Whether the application uses one of the month's free applications. */
  feeFree: z.boolean(),
  channel: z.enum(CHANNELS),
  channelText: z.string(),
  payeeName: z.string(),
  payeeLast4: z.string(),
  /** Available balance after the amount was frozen. */
  balanceAfterFen: sumFen(),
  riskTags: z.array(z.enum(RISK_TAGS)),
  riskTexts: z.array(z.string()),
  state: z.enum(WITHDRAW_STATES),
  stateText: z.string(),
  appliedAt: time(),
  reviewerName: z.string().nullable(),
  reviewedAt: time().nullable(),
  payerName: z.string().nullable(),
  payStartedAt: time().nullable(),
  finishedAt: time().nullable(),
  /** Why the application was rejected, or why its payout failed or was returned. */
  reason: z.string().nullable(),
  actions: z.array(z.string()),
});

const detail = row.extend({
  bankName: z.string().nullable(),
  /** The account number is masked. */
  payeeAccount: z.string(),
  payeeChangedAt: time().nullable(),
  configVersion: z.int(),
  /** Whether the payer and the reviewer must be different users. */
  isDualControl: z.boolean(),
  availableFen: sumFen(),
  frozenFen: sumFen(),
  incomeFen: sumFen(),
  openLosses: z.int(),
  /** Payee accounts of the applicant, including the active one, newest first. */
  payees: z.array(
    z.object({
      key: z.string(),
      channelText: z.string(),
      name: z.string(),
      last4: z.string(),
      changedAt: time(),
      verifiedAt: time().nullable(),
      isActive: z.boolean(),
    }),
  ),
  payouts: z.array(
    z.object({
      key: z.string(),
      poNo: z.string(),
      attempt: z.int(),
      channelText: z.string(),
      merchantNumber: z.string(),
      amountFen: fen(),
      state: z.enum(PAYOUT_STATES),
      stateText: z.string(),
      channelNo: z.string().nullable(),
      error: z.string().nullable(),
      createdAt: time(),
      finishedAt: time().nullable(),
      /** Time of the next query to the channel. `null` means that no query is planned. */
      queryAt: time().nullable(),
      voucher: z.object({ fileId: id(), name: z.string(), url: z.string() }).nullable(),
    }),
  ),
  entries: z.array(z.object({ key: z.string(), txNo: z.string(), typeText: z.string(), amountFen: fen(), at: time() })),
  earlier: z.array(
    z.object({
      id: id(),
      wdNo: z.string(),
      amountFen: fen(),
      state: z.enum(WITHDRAW_STATES),
      stateText: z.string(),
      appliedAt: time(),
    }),
  ),
  steps: z.array(
    z.object({
      key: z.string(),
      at: time(),
      text: z.string(),
      byName: z.string(),
      note: z.string(),
      amountFen: fen().nullable(),
      txNo: z.string().nullable(),
    }),
  ),
});

const summary = z.object({
  pending: z.int(),
  pendingFen: sumFen(),
  toPay: z.int(),
  toPayFen: sumFen(),
  paying: z.int(),
  payingFen: sumFen(),
  failed: z.int(),
  failedFen: sumFen(),
  paidToday: z.int(),
  paidTodayFen: sumFen(),
  feeTodayFen: sumFen(),
  /** First day of the range of days that the server applied. `toDay` is its last day. Both are `null` when the server applied no range. */
  fromDay: z.iso.date().nullable(),
  toDay: z.iso.date().nullable(),
});

const AT_APPLICATION = [40302, 40401] as const;
const unmask = [{ page: RULE['financial.apply'], unmask: RULE['financial.apply.unmask'] }];
const audit = (action: string, label: ReturnType<typeof text>) =>
  ({ module: 'financial.apply', action, object: 'withdraw', text: label, money: true }) as const;
/** A repeated idempotency key returns the result of the first call. */
const once = { idempotent: true } as const;

export const withdrawEndpoints = {
  'finance.Withdraw/getList': read({
    phoneSearch: { field: 'keyword', kinds: unmask },
    summary:
      'Applications, the newest first. Without days and keyword: those of the last 30 days, and everything that has not ended.',
    access: { rule: 36 },
    input: listInput(
      {
        /**
         * Searches the application number, the payout number, the channel's number for the payout, the applicant's name and phone number,
         * and the payee's name.
         */
        keyword: queryText(),
        subjectType: queryList(z.enum(WITHDRAW_APPLICANTS)),
        teamIds: queryIds(),
        channel: queryList(z.enum(CHANNELS)),
        state: queryList(z.enum(WITHDRAW_STATES)),
        riskTag: queryList(z.enum(RISK_TAGS)),
        amountFenMin: amount(),
        amountFenMax: amount(),
        appliedFrom: day(),
        appliedTo: day(),
        finishedFrom: day(),
        finishedTo: day(),
      },
      ['appliedAt', 'amount', 'finishedAt'],
    ),
    data: listData(row, summary),
    errors: [40005, 40006, 40007, 40302],
  }),
  'finance.Withdraw/getDetail': read({
    summary: 'One application with its payouts, entries, payees and history.',
    access: { rule: 36 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [...AT_APPLICATION],
  }),
  'finance.Withdraw/getCounters': read({
    summary: 'How many applications of the data scope are in each state.',
    access: { rule: 36 },
    input: z.object({}),
    data: z.object({ counts: z.array(z.object({ state: z.enum(WITHDRAW_STATES), count: z.int() })) }),
  }),
  'finance.Withdraw/approve': {
    ...stepEndpoint(withdrawCase, 'approve', { summary: 'Lets an application be paid. Never by its applicant.' }),
    ...once,
  },
  'finance.Withdraw/reject': {
    ...stepEndpoint(withdrawCase, 'reject', {
      summary: 'Refuses an application, with a reason; the amount is available again.',
      fields: { reason: reason() },
    }),
    ...once,
  },
  'finance.Withdraw/revoke': stepEndpoint(withdrawCase, 'revoke', {
    summary: 'Takes an approval back, as long as no payout was started.',
  }),
  'finance.Withdraw/pay': stepEndpoint(withdrawCase, 'pay', {
    summary:
      'Starts the payout: 110 while the channel works on it. From the amount for two persons on never by the reviewer.',
  }),
  'finance.Withdraw/payOffline': stepEndpoint(withdrawCase, 'payOffline', {
    summary: 'Records a payout that was made outside of the product, with its voucher.',
    fields: {
      merchantNumberId: id(),
      paidAt: z.iso.datetime({ offset: true }),
      voucherNo: voucherNo(),
      voucher: id(),
    },
  }),
  'finance.Withdraw/query': write({
    summary: 'Asks the channel for the result of the payout.',
    access: { rule: 3604 },
    audit: audit('query', text('查询打款结果', 'Query payout', 'Consultar pagamento', '查詢打款結果')),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [...AT_APPLICATION, 42201, 50202],
  }),
  'finance.Withdraw/retry': stepEndpoint(withdrawCase, 'retry', {
    summary: 'Starts another payout under a new number, after a definite failure only.',
  }),
  'finance.Withdraw/closeFailed': {
    ...stepEndpoint(withdrawCase, 'closeFailed', {
      summary: 'Gives up after a definite failure; the amount is available again.',
      fields: { reason: reason() },
    }),
    ...once,
  },
  'finance.Withdraw/recordReturn': stepEndpoint(withdrawCase, 'recordReturn', {
    summary: 'Records that the bank gave the money back; the amount is available again.',
    fields: { reason: reason(), voucherNo: voucherNo() },
  }),
  'finance.Withdraw/bulk': write({
    summary: 'Approves, rejects, pays or queries several applications, each on its own; at most 100 payouts.',
    access: { rule: [3601, 3602, 3604] },
    risk: 'confirm',
    idempotent: true,
    audit: audit('bulk', text('批量处理提现', 'Handle withdrawals in bulk', 'Saques em lote', '批次處理提現')),
    input: z.object({
      action: z.enum(['approve', 'reject', 'pay', 'query']),
      ids: bulkIds(),
      /** Version of each record that the user saw, by record id. */
      versions: z.record(z.string(), z.int()).optional(),
      /** Required when the decision is a rejection. */
      reason: reason().optional(),
    }),
    data: bulkData,
    errors: [40010, 40301, 40303],
  }),
} as const;
