import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bulkData,
  bulkIds,
  id,
  keysOf,
  listData,
  listInput,
  queryBool,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  sumFen,
  time,
  write,
} from './endpoint';
import {
  adjustRow,
  BIZ_TYPES,
  balances,
  clock,
  DIRECTIONS,
  day,
  flowRow,
  heldPart,
  holdRow,
  LINE_STATES,
  line,
  lineRow,
  ofAccount,
  queryFen,
  reason,
  row,
  STATES,
  transactionDetail,
  voucher,
} from './teamFund.rows';
import {
  ADJUST_ACCOUNT_TEXT,
  ADJUST_CATEGORY_TEXT,
  ADJUST_STATES,
  type AdjustAccount,
  type AdjustCategory,
  adjustCase,
  FUND,
  FUND_PART_NAMES,
} from './teamFund.states';
import { type Text, text } from './text';
import { WORD } from './words';

/** Endpoints of station funds (DOMAIN §3.5 `/financial/teamFunding`, §6.6). The ledger stores the balances. */

const audit = (action: string, name: Text, object = 'team') =>
  ({ module: 'teamFund', action, object, text: name, money: true }) as const;
const AT_STATION = [40302, 40401] as const;

export const teamFundEndpoints = {
  'finance.TeamFund/getList': read({
    summary: 'Balances of all stations; operating ones first, the newest first among equals.',
    access: { rule: 33 },
    input: listInput(
      {
        keyword: queryText(),
        teamIds: queryIds(),
        region: queryList(z.string().regex(/^\d{6}$/)),
        mode: queryList(z.enum(['balance', 'deposit'])),
        state: z.enum(STATES).optional(),
        availableFenMin: queryFen(),
        availableFenMax: queryFen(),
        belowWarning: queryBool().optional(),
        negative: queryBool().optional(),
        /** `true` returns only stations with a hold that passed its end date. `false` returns only stations without such a hold. */
        holdExpired: queryBool().optional(),
      },
      ['createdAt', 'name', 'available', 'pending', 'frozen', 'deposit', 'owed', 'incomeTotal', 'withdrawnTotal'],
    ),
    data: listData(
      row,
      z.object({
        availableFen: sumFen(),
        pendingFen: sumFen(),
        frozenFen: sumFen(),
        depositFen: sumFen(),
        owedFen: sumFen(),
        negative: z.int(),
        belowWarning: z.int(),
        holdsExpired: z.int(),
      }),
    ),
    errors: [40005, 40007],
  }),
  'finance.TeamFund/getDetail': read({
    summary:
      "One station's money: balances, what may be done, and the available balance at the end of the last 30 days.",
    access: { rule: 34 },
    input: z.object({ teamId: queryId() }),
    data: row.extend({
      trend: z.array(z.object({ day: z.iso.date(), availableFen: sumFen() })),
      /** Open holds by finance, sorted by expiry, earliest first. */
      holds: z.array(holdRow),
      asOf: time(),
    }),
    errors: [...AT_STATION],
  }),
  'finance.TeamFund/getFlow': read({
    summary:
      'Every movement of a station’s accounts by cursor, newest first unless asked otherwise; with the first page come the sums.',
    access: { rule: 34 },
    input: z.object({
      teamId: queryId(),
      /** `nextCursor` of the previous page. It is absent for the first page. */
      cursor: z
        .string()
        .regex(/^\d{1,5}\.\d{1,15}\.\d{1,16}\.\d{1,16}\.\d{1,16}$/)
        .optional(),
      from: day(),
      to: day(),
      /** Local time `HH:mm`. On the day `to`, later movements are excluded. */
      time: clock(),
      account: queryList(z.enum(FUND_PART_NAMES)),
      type: queryList(z.enum(BIZ_TYPES)),
      direction: z.enum(DIRECTIONS).optional(),
      keyword: queryText(),
      /** Sorts by accounting day, then by time. */
      sortField: z.enum(['at']).optional(),
      sortOrder: z.enum(['asc', 'desc']).optional(),
    }),
    data: z.object({
      list: z.array(flowRow),
      nextCursor: z.string().nullable(),
      /** `null` on every page except the first. */
      totals: z
        .object({
          rows: z.int(),
          inFen: sumFen(),
          outFen: sumFen(),
          /**
           * `openingFen` and `closingFen` are the balances before and after the period. They are `null` when the filter excludes movements,
           * because the remaining movements do not add up to a balance, and when the caller lacks the field rule "amount".
           */
          openingFen: sumFen(),
          closingFen: sumFen(),
          /** Whether opening + in − out = closing. `null` means that there is no balance to check. */
          isBalanced: z.boolean().nullable(),
        })
        .nullable(),
      from: z.iso.date(),
      to: z.iso.date(),
      asOf: time(),
    }),
    errors: [...AT_STATION, 40006, 40007],
  }),
  'finance.TeamFund/getBalances': read({
    summary: "A station's balances as they were at the end of a day, or at a time of it.",
    access: { rule: 34 },
    input: z.object({ teamId: queryId(), day: z.iso.date(), time: clock() }),
    data: z.object({ ...balances, day: z.iso.date(), time: z.string().nullable(), asOf: time() }),
    errors: [...AT_STATION, 40006],
  }),
  'finance.TeamFund/getTransaction': read({
    summary: 'One transaction of a station: its postings, what caused it, and the transaction that undid it.',
    access: { rule: 34 },
    input: z.object({ teamId: queryId(), txNo: z.string().trim().min(1).max(22) }),
    data: transactionDetail,
    errors: [...AT_STATION],
  }),
  'finance.TeamFund/getPending': read({
    summary:
      'Shares of settled orders that wait for their day, and those whose settlement was undone and is to be made once more.',
    access: { rule: 34 },
    input: listInput({ teamId: queryId(), state: queryList(z.enum(LINE_STATES)), keyword: queryText() }, [
      'dueAt',
      'createdAt',
      'amount',
    ]),
    data: listData(
      lineRow,
      z.object({ pendingFen: sumFen(), heldFen: sumFen(), waitingFen: sumFen(), undoneFen: sumFen() }),
    ),
    errors: [...AT_STATION, 40005, 40007],
  }),
  'finance.TeamFund/getAdjusts': read({
    summary:
      'Adjustments by hand: of one station, or of all that the caller sees. What waits for a decision comes first, then the newest.',
    access: { rule: [33, 34] },
    input: listInput(
      {
        teamId: queryId().optional(),
        state: queryList(z.enum(ADJUST_STATES)),
        /** `true` returns only pending adjustments that the caller may approve. */
        forMe: queryBool().optional(),
        keyword: queryText(),
      },
      ['createdAt', 'amount'],
    ),
    data: listData(adjustRow, z.object({ pending: z.int(), forMe: z.int() })),
    errors: [...AT_STATION, 40005, 40007],
  }),

  'finance.TeamFund/submitAdjust': write({
    summary: 'Proposes to change a station’s balance by hand; nothing moves before another person approves.',
    access: { rule: 3306 },
    risk: 'second',
    idempotent: true,
    audit: audit('submitAdjust', WORD.submitAdjustment, 'fundAdjust'),
    input: z.object({
      teamId: id(),
      account: z.enum(keysOf<AdjustAccount>(ADJUST_ACCOUNT_TEXT)).default('available'),
      direction: z.enum(DIRECTIONS),
      amountFen: z.int().min(FUND.adjustFen.min).max(FUND.adjustFen.max),
      category: z.enum(keysOf<AdjustCategory>(ADJUST_CATEGORY_TEXT)),
      relatedNo: z.string().trim().max(FUND.relatedNo).nullable().optional(),
      reason: reason(),
      evidence: z.array(id()).max(FUND.evidence).default([]),
    }),
    data: actionData,
    errors: [...AT_STATION, 40303, 42241],
  }),
  'finance.TeamFund/approveAdjust': stepEndpoint(adjustCase, 'approve', {
    summary: 'Makes a proposed adjustment. Never by its maker; above the limit the owner has to be one of the two.',
  }),
  'finance.TeamFund/rejectAdjust': stepEndpoint(adjustCase, 'reject', {
    summary: 'Refuses a proposed adjustment, with a reason.',
    fields: { reason: reason() },
  }),
  'finance.TeamFund/cancelAdjust': stepEndpoint(adjustCase, 'cancel', {
    summary: 'Takes one’s own adjustment back.',
  }),
  'finance.TeamFund/freeze': write({
    summary: 'Freezes a station’s account: no withdrawal and no refund of the reserve.',
    access: { rule: 3308 },
    risk: 'second',
    versioned: true,
    audit: audit('freeze', text('冻结资金账户', 'Freeze account', 'Congelar conta', '凍結資金帳戶')),
    input: ofAccount,
    data: actionData,
    errors: [...AT_STATION, 40303, 40901, 42201],
  }),
  'finance.TeamFund/unfreeze': write({
    summary: 'Ends the freeze of a station’s account.',
    access: { rule: 3308 },
    risk: 'second',
    versioned: true,
    audit: audit('unfreeze', text('解冻资金账户', 'Unfreeze account', 'Descongelar conta', '解凍資金帳戶')),
    input: ofAccount,
    data: actionData,
    errors: [...AT_STATION, 40303, 40901, 42201],
  }),
  'finance.TeamFund/hold': write({
    summary: 'Holds a part of the available balance back (管控冻结); credit cannot be held.',
    access: { rule: 3308 },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit('hold', text('管控冻结', 'Hold funds', 'Reter fundos', '管控凍結')),
    input: heldPart.extend({ expireDays: z.int().min(FUND.holdDays.min).max(FUND.holdDays.max) }),
    data: actionData,
    errors: [...AT_STATION, 40303, 40901, 42241],
  }),
  'finance.TeamFund/releaseHold': write({
    summary: 'Gives a part of what is held back to the available balance.',
    access: { rule: 3308 },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit('releaseHold', text('解除管控冻结', 'Release hold', 'Liberar retenção', '解除管控凍結')),
    input: heldPart,
    data: actionData,
    errors: [...AT_STATION, 40303, 40901, 42241],
  }),
  'finance.TeamFund/settleNow': write({
    summary: 'Makes the pending lines available whose day has come, without waiting for the job.',
    access: { rule: 3309 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('settleNow', WORD.settleNow),
    input: z.object({ teamId: id() }),
    data: actionData,
    errors: [...AT_STATION],
  }),
  'finance.TeamFund/bulkSettle': write({
    summary: 'The same for up to 200 stations; each on its own.',
    access: { rule: 3309 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('bulkSettle', text('批量立即结算', 'Settle now in bulk', 'Liquidar agora em lote', '批次立即結算')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'finance.TeamFund/remindDeposit': write({
    summary: 'Tells the administrators of up to 200 stations that their reserve is below its warning.',
    access: { rule: [3306, 3309] },
    risk: 'confirm',
    audit: {
      module: 'teamFund',
      action: 'remindDeposit',
      object: 'team',
      text: WORD.remindOfReserve,
    },
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'finance.TeamFund/holdLine': write({
    summary: 'Keeps the share of one order from becoming available, with a reason.',
    access: { rule: 3309 },
    risk: 'confirm',
    audit: audit('holdLine', text('暂缓结算', 'Hold a pending line', 'Reter liquidação', '暫緩結算'), 'settleLine'),
    input: line.extend({ reason: reason() }),
    data: actionData,
    errors: [...AT_STATION, 42201],
  }),
  'finance.TeamFund/unholdLine': write({
    summary:
      'Lets a held line wait for its day again, or settles an order held before its settlement. An open food loss keeps the hold.',
    access: { rule: 3309 },
    risk: 'confirm',
    audit: audit('unholdLine', WORD.endHold, 'settleLine'),
    input: line,
    data: actionData,
    errors: [...AT_STATION, 42201],
  }),
  'finance.TeamFund/releaseLine': write({
    summary: 'Makes the share of one order available before its day.',
    access: { rule: 3309 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('releaseLine', WORD.releaseEarly, 'settleLine'),
    input: line.extend({ reason: reason() }),
    data: actionData,
    errors: [...AT_STATION, 42201],
  }),
  'finance.TeamFund/recordDeposit': write({
    summary: 'Records money that came in for the reserve outside of the product, with its proof.',
    access: { rule: 3306 },
    risk: 'second',
    idempotent: true,
    audit: audit('recordDeposit', WORD.recordTopUp),
    input: voucher.extend({ remark: z.string().trim().max(FUND.reason.max).nullable().optional() }),
    data: actionData,
    errors: [...AT_STATION, 40303, 40903],
  }),
  'finance.TeamFund/refundDeposit': write({
    summary: 'Records that a part of the reserve was paid back; never more than there is.',
    access: { rule: 3306 },
    risk: 'second',
    idempotent: true,
    audit: audit('refundDeposit', WORD.refundReserve),
    input: voucher.extend({ reason: reason() }),
    data: actionData,
    errors: [...AT_STATION, 40303, 40903, 42241, 42242],
  }),
} as const;
