/** Statements of payment platforms (渠道对账单) in the common format of all readers. Amounts are in fen. */

/** Type of an entry, derived from the platform's texts in the statement. `other` covers all movements that fit no other type. */
export type LineKind = 'pay' | 'refund' | 'transfer' | 'fee' | 'other';
/** State at the platform. Entries in a state other than `success` moved no money. */
export type LineStatus = 'success' | 'processing' | 'failed';

export interface StatementLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly kind: LineKind;
  /**
   * The platform's number of the payment, refund or movement. For a refund in Alipay's trade statement: trade number, `/` and our refund
   * number. If both together are too long, a digest replaces their end.
   */
  readonly tradeNo: string;
  /** Our own number of the order, refund or payout. */
  readonly outNo: string;
  /** Fen. Positive for incoming and negative for outgoing amounts. */
  readonly amountFen: number;
  /** The platform's fee in fen. Negative when the platform returned a fee. */
  readonly feeFen: number;
  readonly status: LineStatus;
  readonly at: Date;
  /** The account's balance after the entry, in fen. `null` when the statement has no balances. */
  readonly balanceFen: number | null;
}

/** The merchant, day and type that a statement must have. The reader refuses other files. */
export interface StatementPlace {
  readonly channel: 'wechat' | 'alipay';
  /** `trade`: payments and refunds with their fees (交易账单、业务账单). `fund`: each movement of the account (资金账单、账务账单). */
  readonly kind: 'trade' | 'fund';
  readonly mchNo: string;
  /** `yyyy-MM-dd` in Beijing time. */
  readonly day: string;
}

/** The reason why a file is refused. contract/recon.faults.ts has a sentence for each key. */
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

/** Error for a file that cannot be read as a statement. The caller stores none of its entries. */
export class StatementFault extends Error {
  constructor(
    readonly key: FaultKey,
    /** Line number in the file. `null` means that the fault concerns the whole file. */
    readonly line: number | null,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`statement: ${key}${line === null ? '' : ` in line ${line}`} ${JSON.stringify(params)}`);
  }
}

/** Maximum number of entries in a batch. */
export const LINES_AT_ONCE = 2_000;

/** Chunks of a file, in file order. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
