/** Statements of payment platforms (渠道对账单), in the common form of all readers. Amounts are integer fen. */

/** Kind of a statement's entry. */
export type LineKind = 'pay' | 'refund' | 'transfer' | 'fee' | 'other';
/** State at the platform. Only `success` moved money. */
export type LineStatus = 'success' | 'processing' | 'failed';

export interface StatementLine {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly kind: LineKind;
  /** The platform's number of the payment, refund or movement. */
  readonly tradeNo: string;
  /** Our own number: of the order, the refund or the payout. */
  readonly outNo: string;
  /** Positive for incoming, negative for outgoing amounts. */
  readonly amountFen: number;
  /** The platform's fee; negative when a fee was returned. */
  readonly feeFen: number;
  readonly status: LineStatus;
  readonly at: Date;
  /** Resulting balance of the account; null when the statement has none. */
  readonly balanceFen: number | null;
}

/** The merchant, day and kind that a statement must have; other files are refused. */
export interface StatementPlace {
  readonly channel: 'wechat' | 'alipay';
  /** trade: payments and refunds with their fees (交易账单、业务账单). fund: each movement of the account (资金账单、账务账单). */
  readonly kind: 'trade' | 'fund';
  readonly mchNo: string;
  /** `yyyy-MM-dd`, Beijing time. */
  readonly day: string;
}

/** Why a file is refused. Each key has a sentence in contract/recon.faults.ts. */
export type FaultKey =
  | 'notArchive'
  | 'tooLarge'
  | 'hash'
  | 'encoding'
  | 'header'
  | 'columns'
  | 'value'
  | 'otherFile'
  | 'truncated'
  | 'totals'
  | 'balance'
  | 'rest';

/** The file cannot be read as a statement. Nothing of it is stored. */
export class StatementFault extends Error {
  constructor(
    readonly key: FaultKey,
    /** Line of the file; null: the whole file. */
    readonly line: number | null,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`statement: ${key}${line === null ? '' : ` in line ${line}`} ${JSON.stringify(params)}`);
  }
}

/** Batch size of the entries. */
export const LINES_AT_ONCE = 2_000;

/** Chunks of a file. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
