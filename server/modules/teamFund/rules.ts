import { FUND_PART_NAMES, type FundPart, type FundState } from '../../../contract/teamFund.states';
import { DAY_MS } from '../../../contract/units';
import { dayNumber } from '../../core/money/days';
import type { FlowPlace, FlowSums } from '../ledger';

/**
 * This module decides which actions on a station's account are possible, and computes totals and balances (DOMAIN §3.5). It uses no
 * database and no clock.
 */

/** The caller's data on which decisions depend. */
export interface Viewer {
  readonly accountId: number;
  readonly isOwner: boolean;
  can(rule: number): boolean;
}

/** The station's data that decide which actions are possible. */
interface FundRow {
  readonly availableFen: number;
  readonly heldFen: number;
  readonly depositFen: number;
  readonly dueFen: number;
  readonly state: FundState;
  readonly mode: 'balance' | 'deposit';
}

/**
 * Lists the actions that a person may run now.
 *
 * @param hasChannels `true` if an enabled merchant number exists for payments of the reserve
 */
export function fundActions(row: FundRow, viewer: Viewer, hasChannels: boolean): string[] {
  const offered: [string, boolean][] = [
    ['detail', viewer.can(34)],
    ['adjust', viewer.can(3306)],
    ['settleNow', viewer.can(3309) && row.dueFen > 0],
    ['hold', viewer.can(3308) && row.availableFen > 0],
    ['releaseHold', viewer.can(3308) && row.heldFen > 0],
    ['recordDeposit', viewer.can(3306) && hasChannels],
    ['refundDeposit', viewer.can(3306) && hasChannels && row.depositFen > 0 && row.state === 'normal'],
    ['terms', viewer.can(11) && viewer.can(1102)],
    ['freeze', viewer.can(3308) && row.state === 'normal'],
    ['unfreeze', viewer.can(3308) && row.state === 'frozen'],
  ];
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

/** Tests whether the reserve is below its warning limit. It is `false` when the station has no warning limit. */
export const isBelowWarning = (row: { readonly depositFen: number; readonly depositWarnFen: number }): boolean =>
  row.depositWarnFen > 0 && row.depositFen < row.depositWarnFen;

/**
 * Returns the parts of the station's balance that the filter names, for example `available` and `held`. An empty filter means all parts.
 */
export const partsOf = (wanted: readonly FundPart[] | undefined): readonly FundPart[] =>
  wanted?.length ? wanted : FUND_PART_NAMES;

/**
 * Computes the totals below a list of movements. The opening balance is the sum of all earlier postings. The closing balance is the present
 * balance minus all later postings. `isBalanced` therefore compares the present balance with the sum of its postings.
 *
 * @param isWhole `true` if the filter keeps all movements of the chosen parts of the balance in the period
 */
export function flowTotals(sums: FlowSums, isWhole: boolean) {
  const { rows, inFen, outFen } = sums;
  if (!isWhole) return { rows, inFen, outFen, openingFen: null, closingFen: null, isBalanced: null };
  const openingFen = sums.beforeFen;
  const closingFen = sums.balanceFen - sums.afterFen;
  return { rows, inFen, outFen, openingFen, closingFen, isBalanced: openingFen + inFen - outFen === closingFen };
}

/**
 * Computes the balance at the end of each day, backwards from the present balance.
 * @param days oldest first; the last is today
 * @param movedFen net change of the balance on each day
 */
export function balanceByDay(
  nowFen: number,
  days: readonly string[],
  movedFen: ReadonlyMap<string, number>,
): { readonly day: string; readonly availableFen: number }[] {
  let fen = nowFen;
  const points = days.toReversed().map((day) => {
    const point = { day, availableFen: fen };
    fen -= movedFen.get(day) ?? 0;
    return point;
  });
  return points.toReversed();
}

/** Formats a cursor. The day is the number of days since 1970-01-01, so every integer in a received cursor is a valid day. */
export const cursorOf = ({ day, at, txnId, accountId, seq }: FlowPlace): string =>
  [dayNumber(day), at.getTime(), txnId, accountId, seq].join('.');

export function placeOf(cursor: string): FlowPlace {
  const [days = 0, at = 0, txnId = 0, accountId = 0, seq = 0] = cursor.split('.').map(Number);
  return { day: new Date(days * DAY_MS).toISOString().slice(0, 10), at: new Date(at), txnId, accountId, seq };
}
