import { z } from 'zod';
import { BILL, COSTS, ORDER } from './bill.fields';
import { actionData, fen, id, listData, listInput, queryId, read, time, write } from './endpoint';
import { REVERSE_REASON, SETTLEMENT_STATES, type SettlementState } from './finance';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { WORD } from './words';

/**
 * This file declares the endpoints for bill details (账单明细, DOMAIN §3.5, §6.6). A bill is one movement of money through a payment
 * platform, a bank or an offline payment.
 */

const row = z.object({ id: id(), ...fieldShape(BILL), actions: z.array(z.string()) });

/** A ledger transaction with its postings (账本交易). */
export const transaction = z.object({
  txNo: z.string(),
  type: z.string(),
  typeText: z.string(),
  bizNo: z.string(),
  day: z.iso.date(),
  at: time(),
  /** Time at which the ledger posted the transaction. */
  postedAt: time(),
  remark: z.string(),
  operatorName: z.string(),
  /** Lines of the transaction. Postings to one account on the same side are merged into one line. */
  postings: z.array(
    z.object({
      key: z.string(),
      account: z.string(),
      accountText: z.string(),
      ownerName: z.string(),
      dc: z.enum(['D', 'C']),
      amountFen: fen(),
    }),
  ),
  /**
   * `reversesNo` is the number of the transaction that this transaction reverses. `reversedByNo` is the number of the transaction that
   * reverses this transaction. `null` means that there is none.
   */
  reversesNo: z.string().nullable(),
  reversedByNo: z.string().nullable(),
});

/** State of an order's settlement, and the available actions. */
export const settlement = z.object({
  /** Id of the order. */
  id: id(),
  teamId: id(),
  orderNo: z.string(),
  state: z.enum(Object.keys(SETTLEMENT_STATES) as [SettlementState, ...SettlementState[]]),
  stateText: z.string(),
  holdReason: z.string().nullable(),
  /**
   * Number of the order's open food loss. If the station's share was not yet credited when the loss was reported, the settlement is on hold
   * until the loss is closed. `null` means that there is no open food loss.
   */
  lossNo: z.string().nullable(),
  settledAt: time().nullable(),
  /**
   * The station's share, and its planned (`dueAt`) and actual (`creditedAt`) credit time. All three are `null` if no share is in force.
   * `creditedAt` is also `null` before the credit.
   */
  teamFen: fen().nullable(),
  dueAt: time().nullable(),
  creditedAt: time().nullable(),
  /** Transaction number of the settlement in force, and the amount that it distributed. `null` means that no settlement is in force. */
  txNo: z.string().nullable(),
  amountFen: fen().nullable(),
  /** Number of times that the settlement was reversed. */
  undone: z.int(),
  /**
   * Number of a refund that was made after the settlement and is still in force. The refund must be reversed before the settlement.
   * `null` means that there is no such refund.
   */
  refundNo: z.string().nullable(),
  actions: z.array(z.string()),
});

/** A related transaction: another transaction of the order, the reversed transaction, or the reversal. */
const linked = z.object({
  txNo: z.string(),
  typeText: z.string(),
  at: time(),
  amountFen: fen(),
  /** Id of the transaction's own bill. `null` means that the transaction has no bill. */
  billId: id().nullable(),
  billNo: z.string().nullable(),
  relation: z.enum(['reverses', 'reversedBy', 'sameOrder']),
});

export const billEndpoints = {
  'finance.Bill/getList': read({
    summary:
      'Bills, newest first; at most 92 days at a time, the last 30 unless told otherwise. A number is looked for at all times.',
    access: { rule: 32 },
    input: listInput(filterShape(BILL), sortKeys(BILL)),
    data: listData(
      row,
      // If the user searched for a number without days, the search covers all days. `fromDay` and `toDay` are then `null`.
      z.object({ ...totalShape(BILL), fromDay: z.string().nullable(), toDay: z.string().nullable() }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Bill/getDetail': read({
    summary: 'One bill with its postings, the order and its costs as they were fixed, and what else happened about it.',
    access: { rule: 32 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      /** The ledger transaction. `null` means that the result is not known yet, or that no money moved. */
      transaction: transaction.nullable(),
      order: z.object(fieldShape(ORDER)).nullable(),
      fee: z.object(fieldShape(COSTS)).nullable(),
      settlement: settlement.nullable(),
      /** The withdrawal or transfer for which the bill was created. `null` means that there is none, or that the caller may not see it. */
      document: z.object({ no: z.string(), path: z.string() }).nullable(),
      linked: z.array(linked),
    }),
    errors: [40302, 40401],
  }),
  'finance.Bill/reverse': write({
    summary: 'Undoes a bill by an exact mirror of its postings, once a second person agrees; the original stays.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: {
      module: 'financial.bill',
      action: 'reverse',
      object: 'bill',
      money: true,
      text: WORD.reverseBill,
    },
    input: z.object({ id: id(), reason: z.string().trim().min(REVERSE_REASON.min).max(REVERSE_REASON.max) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241, 42242, 42244, 42246],
  }),
  'finance.Bill/reverseSettlement': write({
    summary:
      'Undoes the settlement of an order with all that it posted, once a second person agrees. The order is open again, and held until the hold is lifted.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: {
      module: 'financial.bill',
      action: 'reverseSettlement',
      object: 'order',
      money: true,
      text: WORD.reverseSettlement,
    },
    input: z.object({
      teamId: id(),
      /** Number of the settlement that was in force when the caller read the order. */
      txNo: z.string().trim().min(1).max(22),
      reason: z.string().trim().min(REVERSE_REASON.min).max(REVERSE_REASON.max),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241, 42242, 42244, 42246],
  }),
} as const;
