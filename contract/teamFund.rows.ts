import { z } from 'zod';
import { settlement } from './bill';
import { fen, id, keysOf, sumFen, time, words } from './endpoint';
import { ACCOUNT_CODES } from './ledger';
import { ENTRY_TYPES, type EntryType } from './ledger.entries';
import { CLOCK_TIME } from './limits';
import {
  ADJUST_ACCOUNT_TEXT,
  ADJUST_CATEGORY_TEXT,
  ADJUST_DIRECTION_TEXT,
  ADJUST_STATES,
  type AdjustAccount,
  type AdjustCategory,
  FUND,
  FUND_PART_NAMES,
  FUND_STATE_TEXT,
  type FundState,
} from './teamFund.states';

/** Schemas of the rows and transactions of station funds, and field groups that several endpoints share. */

export const STATES = keysOf<FundState>(FUND_STATE_TEXT);
export const BIZ_TYPES = keysOf<EntryType>(ENTRY_TYPES);
export const DIRECTIONS = keysOf<'in' | 'out'>(ADJUST_DIRECTION_TEXT);
export const LINE_STATES = ['pending', 'held', 'released', 'reversed'] as const;
export const queryFen = () => z.coerce.number().pipe(fen()).optional();
export const day = () => z.iso.date().optional();
export const clock = () => z.string().regex(CLOCK_TIME).optional();
export const reason = () => words(FUND.reason);
const moved = () => z.int().min(FUND.movedFen.min).max(FUND.movedFen.max);
const version = z.int();

export const balances = {
  availableFen: sumFen(),
  pendingFen: sumFen(),
  /** Sum of two amounts: the amount frozen for withdrawals, and the amount that finance holds. */
  frozenFen: sumFen(),
  /** The part of `frozenFen` that finance holds. */
  heldFen: sumFen(),
  depositFen: sumFen(),
  /** Amount that the station owes to the platform. */
  owedFen: sumFen(),
};
export const row = z.object({
  id: id(),
  version,
  code: z.string(),
  name: z.string(),
  mode: z.enum(['balance', 'deposit']),
  ...balances,
  creditLimitFen: fen(),
  depositWarnFen: fen(),
  incomeTotalFen: sumFen(),
  withdrawnTotalFen: sumFen(),
  feesTotalFen: sumFen(),
  lastSettledAt: time().nullable(),
  lastWithdrawnAt: time().nullable(),
  /** Sum of the pending lines whose due time has passed. */
  dueFen: sumFen(),
  state: z.enum(STATES),
  stateText: z.string(),
  stateReason: z.string().nullable(),
  actions: z.array(z.string()),
});

/** A hold by finance that is not yet released completely. `leftFen` is the amount that is still held. */
export const holdRow = z.object({
  id: id(),
  amountFen: fen(),
  leftFen: fen(),
  reason: z.string(),
  byName: z.string(),
  createdAt: time(),
  expireDay: z.iso.date(),
  isExpired: z.boolean(),
  txNo: z.string(),
});

/** A movement of one of a station's accounts. */
export const flowRow = z.object({
  key: z.string(),
  at: time(),
  /** Accounting day. If the transaction was posted late, this day is later than the day of `at`. */
  day: z.iso.date(),
  txNo: z.string(),
  type: z.enum(BIZ_TYPES),
  typeText: z.string(),
  relatedNo: z.string(),
  account: z.enum(FUND_PART_NAMES),
  accountText: z.string(),
  inFen: fen().nullable(),
  outFen: fen().nullable(),
  balanceAfterFen: sumFen(),
  remark: z.string().nullable(),
  operatorName: z.string(),
  /**
   * `reversesNo` is the number of the transaction that this movement's transaction reverses. `reversedByNo` is the number of the
   * transaction that reverses this movement's transaction. `null` means that there is no such transaction.
   */
  reversesNo: z.string().nullable(),
  reversedByNo: z.string().nullable(),
});

export const adjustRow = z.object({
  id: id(),
  version,
  no: z.string(),
  teamId: id(),
  teamName: z.string(),
  account: z.enum(keysOf<AdjustAccount>(ADJUST_ACCOUNT_TEXT)),
  accountText: z.string(),
  direction: z.enum(DIRECTIONS),
  directionText: z.string(),
  amountFen: fen(),
  category: z.enum(keysOf<AdjustCategory>(ADJUST_CATEGORY_TEXT)),
  categoryText: z.string(),
  relatedNo: z.string().nullable(),
  reason: z.string(),
  evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
  makerName: z.string(),
  createdAt: time(),
  expireAt: time(),
  state: z.enum(ADJUST_STATES),
  stateText: z.string(),
  checkerName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string().nullable(),
  txNo: z.string().nullable(),
  /** Whether only the owner may approve, because the amount exceeds the limit and the maker is not the owner. */
  needsOwner: z.boolean(),
  actions: z.array(z.string()),
});

const posting = z.object({
  account: z.enum(ACCOUNT_CODES as [string, ...string[]]),
  accountText: z.string(),
  /** Owner of the account: this station, another party, or the platform. */
  owner: z.enum(['station', 'other', 'platform']),
  debitFen: fen().nullable(),
  creditFen: fen().nullable(),
  /** Balance after the posting. It is `null` if the account is not this station's, or if the caller lacks the field rule "amount". */
  balanceAfterFen: sumFen(),
});

/** A transaction of a station with its postings. */
export const transactionDetail = z.object({
  id: id(),
  txNo: z.string(),
  type: z.enum(BIZ_TYPES),
  typeText: z.string(),
  relatedNo: z.string(),
  at: time(),
  /** Time when the transaction was booked. */
  postedAt: time(),
  day: z.iso.date(),
  remark: z.string().nullable(),
  operatorName: z.string(),
  postings: z.array(posting),
  sumFen: fen(),
  billNo: z.string().nullable(),
  reversesNo: z.string().nullable(),
  reversedByNo: z.string().nullable(),
  /** Voucher of a payment outside the platform. `null` for other transactions. */
  voucher: z
    .object({
      tradeNo: z.string(),
      merchantNo: z.string(),
      merchantName: z.string(),
      evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
    })
    .nullable(),
  /** Settlement of the order to which the transaction belongs. */
  settlement: settlement.nullable(),
});

/** The station's share of a settled order, with the time from which the share is available. */
export const lineRow = z.object({
  id: id(),
  teamId: id(),
  orderNo: z.string(),
  completedAt: time(),
  amountFen: fen(),
  dueAt: time(),
  state: z.enum(LINE_STATES),
  stateText: z.string(),
  /** Reason for the state `held` or `reversed` of the pending line. `null` in all other states. */
  heldReason: z.string().nullable(),
  /** Number of the order's open food loss, or `null`. The pending line waits until the food loss is closed. */
  lossNo: z.string().nullable(),
  releasedAt: time().nullable(),
  actions: z.array(z.string()),
});

/* Input fields that several actions share. */
export const ofAccount = z.object({ teamId: id(), version, reason: reason() });
export const heldPart = ofAccount.extend({ amountFen: moved() });
export const line = z.object({ teamId: id(), orderNo: z.string().trim().min(1).max(32) });
export const voucher = z.object({
  teamId: id(),
  amountFen: moved(),
  merchantNumberId: id(),
  tradeNo: words(FUND.tradeNo),
  evidence: z.array(id()).min(1).max(FUND.evidence),
});
