import { ACCOUNTS, type AccountCode, LARGEST_FEN } from '../../../contract/ledger';
import { ENTRY_TYPES, type EntryType } from '../../../contract/ledger.entries';
import type { SettleCycle } from '../../../contract/team.choices';
import { refuse } from '../../core/http/refusal';
import { addDays, momentOf, wallTime } from '../../core/money/days';

/** Rules that every entry must fulfil. Pure: integer fen and basis points only (DOMAIN §0.1, §4). */

/** An account and the amount that is posted to it. */
export interface Line {
  readonly account: AccountCode;
  /** 0 for accounts of the platform. */
  readonly ownerId: number;
  readonly dc: 'D' | 'C';
  /** Above 0. */
  readonly amountFen: number;
}

/** A transaction to be posted (账本交易). Its idempotency key is (stationId, bizType, bizNo, step). */
export interface Entry {
  readonly bizType: EntryType;
  readonly bizNo: string;
  /** Distinguishes entries of one type and number: the second refund of an order is step 2. Default 1. */
  readonly step?: number;
  /** The station of the entry; 0 = none. */
  readonly teamId: number;
  readonly at: Date;
  /** Accounting day, `yyyy-MM-dd` in the platform's time zone. */
  readonly day: string;
  readonly lines: readonly Line[];
  readonly remark?: string;
  /** Account id of the operator; default 0, the system. */
  readonly operatorId?: number;
  /** The transaction that this one undoes. */
  readonly reversesId?: number;
  /** Facts for the bill, if money comes in or goes out at a payment platform. */
  readonly bill?: BillFacts;
}

/** A bill that exists before its transaction (DOMAIN §9 decision 22). */
export interface OpenedBill {
  readonly id: number;
  readonly billNo: string;
}

/** Facts of a bill besides amount and type. */
export interface BillFacts {
  readonly counterType?: 'user' | 'rider' | 'merchant' | 'franchisee' | 'team' | 'insurer' | 'channel' | 'none';
  readonly counterId?: number;
  readonly counterName?: string;
  readonly orderNo?: string;
  readonly feeFen?: number;
  readonly channel?: string;
  readonly tradeNo?: string;
  /** The bill that was opened before the channel was called: the transaction belongs to it. */
  readonly opened?: OpenedBill;
  /** Number of a refund at the payment platform. */
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

/** Returns the change of the account's balance by a line. */
export function deltaOf({ account, dc, amountFen }: Line): number {
  return (ACCOUNTS[account].side === 'A') === (dc === 'D') ? amountFen : -amountFen;
}

/** Returns the station whose part of the account a line moves; 0 = the account has no parts. */
export function partOf(account: AccountCode, teamId: number): number {
  return 'byStation' in ACCOUNTS[account] ? teamId : 0;
}

/**
 * Checks an entry and leaves out lines of 0 fen.
 *
 * @returns the entry, ready to be posted
 * @throws Refusal 42243 it does not balance, has fewer than two postings, has invalid amounts, or moves accounts that its type does
 *   not allow, or another station's money
 */
export function checked(entry: Entry): Entry {
  const lines = entry.lines.filter(({ amountFen }) => amountFen !== 0);
  let sum = 0;
  for (const { dc, amountFen } of lines) {
    if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || amountFen > LARGEST_FEN) throw refuse(42243);
    sum += dc === 'D' ? amountFen : -amountFen;
  }
  if (sum !== 0 || lines.length < 2 || !fits(entry.bizType, lines)) throw refuse(42243);
  // Roll-ups use the station of the transaction, so it must be the station whose money moves.
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

/** Returns the postings that exactly reverse these. */
export function mirrored(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, dc: line.dc === 'D' ? 'C' : 'D' }));
}

/** 04:00, in minutes of the day (DOMAIN §4.5). */
const RELEASE_AT = 240;

/** Computes when a share that was settled at this moment becomes available (结算周期). */
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
