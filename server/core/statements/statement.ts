/** Statements of payment platforms (渠道对账单), as every reader of them answers. Amounts are integer fen. */

/** What one entry of a statement is about. */
export type LineKind = 'pay' | 'refund' | 'transfer' | 'fee' | 'other';
/** State at the platform. Only `success` moved money. */
export type LineStatus = 'success' | 'processing' | 'failed';

export interface StatementLine {
  /** Of the file, the first being 1. */
  readonly line: number;
  readonly kind: LineKind;
  /** Number of the payment, refund or movement at the platform. */
  readonly tradeNo: string;
  /** Our own number of it: of the order, the refund or the payout. */
  readonly outNo: string;
  /** Above zero came in, below zero went out. */
  readonly amountFen: number;
  /** What the platform kept; below zero where it gave a fee back. */
  readonly feeFen: number;
  readonly status: LineStatus;
  readonly at: Date;
  /** Balance of the account afterwards; null where the statement tells none. */
  readonly balanceFen: number | null;
}

/** What a statement has to be of: anything else is refused. */
export interface StatementPlace {
  readonly channel: 'wechat' | 'alipay';
  /** trade: payments and refunds with their fees (交易账单、业务账单). fund: each movement of the account (资金账单、账务账单). */
  readonly kind: 'trade' | 'fund';
  readonly mchNo: string;
  /** `yyyy-MM-dd`, Beijing time. */
  readonly day: string;
}

/** Why a file is refused. Each is a sentence of contract/recon.faults.ts. */
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

/** A file that cannot be read as a statement. Nothing of it is kept. */
export class StatementFault extends Error {
  constructor(
    readonly key: FaultKey,
    /** Line of the file; null: the file as a whole. */
    readonly line: number | null,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`statement: ${key}${line === null ? '' : ` in line ${line}`} ${JSON.stringify(params)}`);
  }
}

/** Lines are handed on so many at a time. */
export const LINES_AT_ONCE = 2_000;

/** Parts of a file. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
