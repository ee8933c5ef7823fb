import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
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
import { ENTRY_TYPES, type EntryType } from './ledger.entries';
import {
  CORRECTION_TEXT,
  type CorrectionReason,
  STATEMENT,
  STATEMENT_FEES,
  STATEMENT_STATES,
  statementCase,
} from './statement.states';
import { ADJUST_DIRECTION_TEXT, FUND } from './teamFund.states';
import { text } from './text';

/**
 * This file declares the endpoints for monthly statements (月结单, DOMAIN §3.5, §6.6). A statement shows the income and the costs of a station
 * in one month.
 */

const month = () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** Figures of one revision of a statement. */
const figures = {
  orders: z.int(),
  goodsFen: sumFen(),
  deliveryFen: sumFen(),
  technicalFeeFen: sumFen(),
  deliveryFeeFen: sumFen(),
  promotionFeeFen: sumFen(),
  otherFeesFen: sumFen(),
  refundsFen: sumFen(),
  compensationFen: sumFen(),
  adjustmentsFen: sumFen(),
  /** Increase of the station's balances in the month, excluding withdrawals and changes of the reserve. */
  payableFen: sumFen(),
  /** Sum of the settlements that became available in the month. Other increases, such as adjustments, are excluded. */
  creditedFen: sumFen(),
  openingFen: sumFen(),
  closingFen: sumFen(),
  /** Sum of the month's corrections that were booked on later days. The figures above exclude them. */
  correctedFen: sumFen(),
};

const row = z.object({
  id: id(),
  version: z.int(),
  no: z.string(),
  teamId: id(),
  teamName: z.string(),
  month: month(),
  /** Number of the revision that is shown. */
  revision: z.int(),
  state: z.enum(STATEMENT_STATES),
  stateText: z.string(),
  /** `false` for drafts, because their figures may change until all days of the month are closed. */
  isFrozen: z.boolean(),
  ...figures,
  sentAt: time().nullable(),
  /** Time at which the statement is confirmed automatically, unless the station answers earlier. */
  confirmBy: time().nullable(),
  confirmedAt: time().nullable(),
  disputeText: z.string().nullable(),
  answerText: z.string().nullable(),
  actions: z.array(z.string()),
});

const detail = row.extend({
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  /** Time when the figures of this revision were calculated. */
  madeAt: time(),
  /** Number of the statement's latest revision. */
  currentRevision: z.int(),
  /** Movements of the station's accounts by entry type. The opening balance plus the movements equals the closing balance. */
  movements: z.array(
    z.object({ type: z.enum(keysOf<EntryType>(ENTRY_TYPES)), typeText: z.string(), amountFen: sumFen() }),
  ),
  isBalanced: z.boolean(),
  fees: z.array(
    z.object({
      key: z.string(),
      fee: z.enum(STATEMENT_FEES),
      feeText: z.string(),
      /** Name of the fee rule. `null` when the fee uses the station's own rate or has no rule. */
      ruleName: z.string().nullable(),
      /** Time from which the fee rule is valid. `null` when `ruleName` is `null`. */
      ruleFrom: time().nullable(),
      rateBp: z.int().nullable(),
      fixedFen: fen().nullable(),
      entries: z.int(),
      baseFen: sumFen(),
      amountFen: sumFen(),
      firstAt: time(),
      lastAt: time(),
    }),
  ),
  corrections: z.array(
    z.object({
      txNo: z.string(),
      typeText: z.string(),
      reason: z.enum(keysOf<CorrectionReason>(CORRECTION_TEXT)),
      reasonText: z.string(),
      day: z.iso.date(),
      amountFen: sumFen(),
    }),
  ),
  revisions: z.array(
    z.object({ revision: z.int(), madeAt: time(), reason: z.string(), payableFen: sumFen(), correctedFen: sumFen() }),
  ),
  steps: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
});

const summary = z.object({
  drafts: z.int(),
  pending: z.int(),
  confirmed: z.int(),
  disputed: z.int(),
  payableFen: sumFen(),
  creditedFen: sumFen(),
});

const PAGES = { rule: [32, 34] } as const;

export const statementEndpoints = {
  'finance.Statement/getList': read({
    summary: 'Monthly statements, the latest month first; each with the figures of its latest revision.',
    access: PAGES,
    input: listInput(
      {
        /** Searches the statement number and the station name. */
        keyword: queryText(),
        month: queryList(month()),
        teamIds: queryIds(),
        state: queryList(z.enum(STATEMENT_STATES)),
      },
      ['month', 'payable'],
    ),
    data: listData(row, summary),
    errors: [40005, 40302],
  }),
  'finance.Statement/getDetail': read({
    summary: 'One statement with its fees by rule, its opening and closing balance, its revisions and its history.',
    access: PAGES,
    input: z.object({
      id: queryId(),
      /** The latest revision is returned when this field is absent. */
      revision: z.coerce.number().int().min(1).optional(),
    }),
    data: detail,
    errors: [40302, 40401],
  }),
  'finance.Statement/send': stepEndpoint(statementCase, 'send', {
    summary: 'Freezes the figures of a draft and sends it to its station; all days of the month must be closed.',
  }),
  'finance.Statement/bulkSend': write({
    summary: 'The same for several drafts, each on its own.',
    access: { rule: 3107 },
    risk: 'confirm',
    idempotent: true,
    audit: {
      module: statementCase.module,
      action: 'bulkSend',
      object: statementCase.key,
      money: true,
      text: text('批量发送月结单', 'Send statements in bulk', 'Enviar extratos em lote', '批次發送月結單'),
    },
    input: z.object({
      ids: bulkIds(),
      /** Version of each record that the user saw, by record id. */
      versions: z.record(z.string(), z.int()).optional(),
    }),
    data: bulkData,
    errors: [40010],
  }),
  'finance.Statement/revise': {
    ...stepEndpoint(statementCase, 'revise', {
      summary: 'Computes the figures again as a new revision, which is sent to the station; the earlier one stays.',
      fields: { reason: words(STATEMENT.reason) },
    }),
    idempotent: true,
  },
  'finance.Statement/answerDispute': stepEndpoint(statementCase, 'answer', {
    summary: 'Answers a dispute with a new revision, and proposes an adjustment where one is due.',
    fields: {
      answer: words(STATEMENT.answer),
      /**
       * Optional adjustment that is submitted with the answer. It requires the permission to submit adjustments and a second verification.
       * A different user approves the adjustment.
       */
      adjust: z
        .object({
          direction: z.enum(keysOf<'in' | 'out'>(ADJUST_DIRECTION_TEXT)),
          amountFen: z.int().min(FUND.adjustFen.min).max(FUND.adjustFen.max),
          evidence: z.array(id()).max(FUND.evidence).default([]),
        })
        .nullable()
        .default(null),
    },
  }),
} as const;
