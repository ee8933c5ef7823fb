import { FUND_PART_NAMES, type FundPart, type FundState } from '../../../contract/teamFund.states';
import type { FlowPlace, FlowSums } from '../ledger';

/** Decisions about the money of stations (DOMAIN §3.5). Pure: no database, no clock. */

/** Who looks, as far as decisions depend on it. */
export interface Viewer {
  readonly accountId: number;
  readonly isOwner: boolean;
  can(rule: number): boolean;
}

/** What decides what may be done with a station's money. */
interface FundRow {
  readonly availableFen: number;
  readonly heldFen: number;
  readonly depositFen: number;
  readonly dueFen: number;
  readonly state: FundState;
  readonly mode: 'balance' | 'deposit';
}

/** What a person may do with a station's money now. @param hasChannels there is an account at a payment platform to record it at */
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

/** The reserve is below its warning; without a warning it never is. */
export const isBelowWarning = (row: { readonly depositFen: number; readonly depositWarnFen: number }): boolean =>
  row.depositWarnFen > 0 && row.depositFen < row.depositWarnFen;

/** The parts that a filter names; none = all. */
export const partsOf = (wanted: readonly FundPart[] | undefined): readonly FundPart[] =>
  wanted?.length ? wanted : FUND_PART_NAMES;

/**
 * What a flow shows under its rows. The opening comes from all postings before, the closing from the balance of now less all postings
 * after: only when the balance is what its postings say does one lead to the other.
 *
 * @param isWhole no filter leaves single movements out
 */
export function flowTotals(sums: FlowSums, isWhole: boolean) {
  const { rows, inFen, outFen } = sums;
  if (!isWhole) return { rows, inFen, outFen, openingFen: null, closingFen: null, isBalanced: null };
  const openingFen = sums.beforeFen;
  const closingFen = sums.balanceFen - sums.afterFen;
  return { rows, inFen, outFen, openingFen, closingFen, isBalanced: openingFen + inFen - outFen === closingFen };
}

/** A balance at the end of each day, from what it is now and what moved on each day. @param days oldest first, the last is today */
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

/** The day as a count since 1970, so that whatever number comes back is a day. */
export const cursorOf = ({ day, at, txnId, accountId, seq }: FlowPlace): string =>
  [Date.parse(day) / DAY_MS, at.getTime(), txnId, accountId, seq].join('.');

export function placeOf(cursor: string): FlowPlace {
  const [days = 0, at = 0, txnId = 0, accountId = 0, seq = 0] = cursor.split('.').map(Number);
  return { day: new Date(days * DAY_MS).toISOString().slice(0, 10), at: new Date(at), txnId, accountId, seq };
}
