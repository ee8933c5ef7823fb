import { ACCOUNTS, type AccountCode, LARGEST_FEN } from '../../../contract/ledger';
import { ENTRY_TYPES, type EntryType } from '../../../contract/ledger.entries';
import type { SettleCycle } from '../../../contract/team.choices';
import { refuse } from '../../core/http/refusal';
import { addDays, momentOf, wallTime } from '../../core/money/days';

/** Types, checks and helpers of entries. Pure functions: no database, no clock. Amounts are integers (fen, basis points; DOMAIN §0.1). */

/** An amount that is posted to an account. */
export interface Line {
  readonly account: AccountCode;
  /** 0 if the account belongs to the platform. */
  readonly ownerId: number;
  readonly dc: 'D' | 'C';
  /** The amount in fen. It must not be negative. {@link checked} removes lines of 0 fen. */
  readonly amountFen: number;
}

/** A transaction to post (账本交易). Its idempotency key is (teamId, bizType, bizNo, step). */
export interface Entry {
  readonly bizType: EntryType;
  readonly bizNo: string;
  /** Distinguishes entries with the same type and number: the second refund of an order has step 2. The default is 1. */
  readonly step?: number;
  /** The station of the entry. 0 means that the entry has no station. */
  readonly teamId: number;
  readonly at: Date;
  /** Accounting day, `yyyy-MM-dd` in the platform's time zone. */
  readonly day: string;
  readonly lines: readonly Line[];
  readonly remark?: string;
  /** User account id of the operator. The default 0 means the system. */
  readonly operatorId?: number;
  /** Id of the transaction that this entry reverses. */
  readonly reversesId?: number;
  /** Additional data of the bill. An entry whose money enters or leaves at a payment platform gets a bill even without these data. */
  readonly bill?: BillFacts;
}

/** A bill that was created before its transaction (DOMAIN §9 decision 22). */
export interface OpenedBill {
  readonly id: number;
  readonly billNo: string;
}

/** Data of a bill besides its amount and type. */
export interface BillFacts {
  readonly counterType?: 'user' | 'rider' | 'merchant' | 'franchisee' | 'team' | 'insurer' | 'channel' | 'none';
  readonly counterId?: number;
  readonly counterName?: string;
  readonly orderNo?: string;
  readonly feeFen?: number;
  readonly channel?: string;
  readonly tradeNo?: string;
  /** The bill that was created before the payment platform was called. The transaction is attached to this bill. */
  readonly opened?: OpenedBill;
  /** The payment platform's number of a refund. */
  readonly channelRefundNo?: string;
}

export const debit = (account: AccountCode, amountFen: number, ownerId = 0): Line => ({
  account,
  ownerId,
  dc: 'D',
  amountFen,
});
export const credit = (account: AccountCode, amountFen: number, ownerId = 0): Line => ({
  account,
  ownerId,
  dc: 'C',
  amountFen,
});

/** Computes how much a line changes the account's balance. */
export function deltaOf({ account, dc, amountFen }: Line): number {
  return (ACCOUNTS[account].side === 'A') === (dc === 'D') ? amountFen : -amountFen;
}

/** Returns the station whose sub-account a line changes. 0 means that the account is not divided by station. */
export function partOf(account: AccountCode, teamId: number): number {
  return 'byStation' in ACCOUNTS[account] ? teamId : 0;
}

/**
 * Checks an entry and removes lines of 0 fen.
 *
 * @returns the entry, ready to post
 * @throws Refusal 42243 if the entry does not balance, has fewer than two postings or invalid amounts, uses accounts that its type does
 *   not allow, or moves another station's money. Also if a reversal lacks `reversesId`, or an entry of another type has `reversesId`.
 */
export function checked(entry: Entry): Entry {
  const lines = entry.lines.filter(({ amountFen }) => amountFen !== 0);
  let sum = 0;
  for (const { dc, amountFen } of lines) {
    if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || amountFen > LARGEST_FEN) throw refuse(42243);
    sum += dc === 'D' ? amountFen : -amountFen;
  }
  if (sum !== 0 || lines.length < 2 || !fits(entry.bizType, lines)) throw refuse(42243);
  // Roll-ups group by the transaction's station, so the entry may move only this station's money.
  const isForeign = ({ account, ownerId }: Line) => ACCOUNTS[account].owner === 'team' && ownerId !== entry.teamId;
  if (lines.some(isForeign)) throw refuse(42243);
  if ((entry.bizType === 'REVERSAL') !== (entry.reversesId !== undefined)) throw refuse(42243);
  return { ...entry, lines };
}

function fits(bizType: EntryType, lines: readonly Line[]): boolean {
  if (bizType === 'REVERSAL') return true;
  const type = ENTRY_TYPES[bizType];
  const isAllowed = (side: 'D' | 'C', line: Line) =>
    (side === 'D' ? type.debit : type.credit).includes(line.account) &&
    (ACCOUNTS[line.account].owner === 'platform') === (line.ownerId === 0);
  if (lines.every((line) => isAllowed(line.dc, line))) return true;
  return type.bothWays === true && lines.every((line) => isAllowed(line.dc === 'D' ? 'C' : 'D', line));
}

/** Builds the lines that exactly reverse these lines. */
export function mirrored(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, dc: line.dc === 'D' ? 'C' : 'D' }));
}

/** Time of the release of shares in minutes since midnight: 04:00 (DOMAIN §4.5). */
const RELEASE_AT = 240;

/** Computes when a settled share becomes available (结算周期). */
export function dueAt(cycle: SettleCycle, settledAt: Date, timeZone: string): Date {
  const { day } = wallTime(settledAt, timeZone);
  switch (cycle) {
    case 'T0':
      return settledAt;
    case 'T1':
      return momentOf(addDays(day, 1), RELEASE_AT, timeZone);
    case 'T7':
      return momentOf(addDays(day, 7), RELEASE_AT, timeZone);
    case 'month': {
      const [year = 0, month = 0] = day.split('-').map(Number);
      const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
      return momentOf(next, RELEASE_AT, timeZone);
    }
  }
}
