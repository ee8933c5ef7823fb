import { FUND_PART_NAMES, type FundPart, type FundState } from '../../../contract/teamFund.states';
import type { FlowPlace, FlowSums } from '../ledger';

/** Decisions about the money of stations (DOMAIN §3.5). Pure: no database, no clock. */

/** The facts about the viewer that decisions depend on. */
export interface Viewer {
  readonly accountId: number;
  readonly isOwner: boolean;
  can(rule: number): boolean;
}

/** The facts that decide which actions are possible. */
interface FundRow {
  readonly availableFen: number;
  readonly heldFen: number;
  readonly depositFen: number;
  readonly dueFen: number;
  readonly state: FundState;
  readonly mode: 'balance' | 'deposit';
}

/** The actions that a person may run now. @param hasChannels an account at a payment platform exists, for recording reserves */
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

/** Tests whether the reserve is below its warning line; false without a warning line. */
export const isBelowWarning = (row: { readonly depositFen: number; readonly depositWarnFen: number }): boolean =>
  row.depositWarnFen > 0 && row.depositFen < row.depositWarnFen;

/** The parts that a filter names; none: all. */
export const partsOf = (wanted: readonly FundPart[] | undefined): readonly FundPart[] =>
  wanted?.length ? wanted : FUND_PART_NAMES;

/**
 * The totals below a flow. The opening sums all earlier postings; the closing is the present balance minus all later postings. They
 * agree only if the balance equals the sum of its postings.
 *
 * @param isWhole no filter excludes single movements
 */
export function flowTotals(sums: FlowSums, isWhole: boolean) {
  const { rows, inFen, outFen } = sums;
  if (!isWhole) return { rows, inFen, outFen, openingFen: null, closingFen: null, isBalanced: null };
  const openingFen = sums.beforeFen;
  const closingFen = sums.balanceFen - sums.afterFen;
  return { rows, inFen, outFen, openingFen, closingFen, isBalanced: openingFen + inFen - outFen === closingFen };
}

/** Balances at the end of each day, computed back from the present one. @param days oldest first; the last is today */
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

const DAY_MS = 86_400_000;

/** Formats a cursor with the day as a number since 1970, so that any number in a received cursor is a valid day. */
export const cursorOf = ({ day, at, txnId, accountId, seq }: FlowPlace): string =>
  [Date.parse(day) / DAY_MS, at.getTime(), txnId, accountId, seq].join('.');

export function placeOf(cursor: string): FlowPlace {
  const [days = 0, at = 0, txnId = 0, accountId = 0, seq = 0] = cursor.split('.').map(Number);
  return { day: new Date(days * DAY_MS).toISOString().slice(0, 10), at: new Date(at), txnId, accountId, seq };
}
