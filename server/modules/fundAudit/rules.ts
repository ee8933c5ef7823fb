import {
  type AuditDirection,
  type AuditKind,
  type AuditSource,
  appealMostFen,
  DIRECTION_OF,
  FUND_AUDIT,
  type FundAuditState,
  type FundedBy,
} from '../../../contract/fundAudit.states';

/** Rules for entries of the rider fund audit (DOMAIN §3.9, docs/decisions/0023). Pure functions: no database, no clock. */

/** Permission id for revealing masked data of riders. */
export const UNMASK = 6505;

const DAY_MS = 86_400_000;

/** The facts of an entry that determine whether an appeal is possible. */
export interface EntryFacts {
  readonly state: FundAuditState;
  readonly direction: AuditDirection;
  readonly amountFen: number;
  /** Amount in fen that was already collected for this deduction. */
  readonly collectedFen: number;
  readonly source: AuditSource;
  readonly decidedAt: Date | null;
  readonly isAppealed: boolean;
}

/**
 * Returns why a rider cannot appeal: `state` (wrong kind or state of the entry), `late` or `again` (already appealed). `null` means that an
 * appeal is possible.
 */
export function appealFault(entry: EntryFacts, now: Date): 'state' | 'late' | 'again' | null {
  const { source, decidedAt } = entry;
  // No appeal is possible against an appeal, an undecided entry, or an entry that neither deducted nor refused money.
  if (source === 'appeal' || decidedAt === null || appealMostFen(entry) === 0) return 'state';
  if (entry.isAppealed) return 'again';
  return now.getTime() - decidedAt.getTime() > FUND_AUDIT.appealDays * DAY_MS ? 'late' : null;
}

/** The fields of an entry that depend on each other. */
interface Said {
  readonly kind: AuditKind;
  readonly direction?: AuditDirection | null | undefined;
  readonly fundedBy: 'team' | 'platform';
  readonly allowInstalment: boolean;
  readonly evidence: readonly number[];
}

/** Returns whether money is added or deducted. `null` means that a correction has no direction. */
export function directionOf({ kind, direction }: Pick<Said, 'kind' | 'direction'>): AuditDirection | null {
  return DIRECTION_OF[kind] ?? direction ?? null;
}

/** Returns who pays an entry. A deposit refund is the rider's own money, so its payer is the deposit. */
export const payerOf = ({ kind, fundedBy }: Pick<Said, 'kind' | 'fundedBy'>): FundedBy =>
  kind === 'depositRefund' ? 'deposit' : fundedBy;

/** Finds fields that contradict other fields, and missing fields that other fields require. */
export function saidFaults(said: Said): ('direction' | 'allowInstalment' | 'evidence')[] {
  const direction = directionOf(said);
  const other = said.direction !== null && said.direction !== undefined && said.direction !== direction;
  return [
    ...(direction === null || other ? (['direction'] as const) : []),
    ...(said.allowInstalment && direction === 'in' ? (['allowInstalment'] as const) : []),
    ...(direction === 'out' && said.evidence.length === 0 ? (['evidence'] as const) : []),
  ];
}

/** A deduction that is being collected. Amounts are in fen. */
export interface Debt {
  readonly id: number;
  readonly restFen: number;
  /** The rider's income from orders since the decision, by day. */
  readonly incomeFen: ReadonlyMap<string, number>;
}
interface Collection {
  readonly id: number;
  /** The day whose income pays this amount. */
  readonly day: string;
  readonly amountFen: number;
}

/**
 * Computes the amounts that may be collected. All debts of a rider together get at most 30 % of each day's income and never more than the
 * balance. The oldest debt is paid first.
 *
 * @param debts the oldest debt must be the first
 * @param takenFen amounts that were already collected, by the day of the income
 */
export function collectionsOf(
  debts: readonly Debt[],
  takenFen: ReadonlyMap<string, number>,
  balanceFen: number,
): Collection[] {
  const taken = new Map(takenFen);
  let balance = balanceFen;
  return debts.flatMap((debt) => {
    let rest = debt.restFen;
    return [...debt.incomeFen].sort().flatMap(([day, income]) => {
      const share = Math.floor((Math.max(0, income) * FUND_AUDIT.instalmentBp) / 10_000) - (taken.get(day) ?? 0);
      const amountFen = Math.min(share, rest, balance);
      if (amountFen <= 0) return [];
      taken.set(day, (taken.get(day) ?? 0) + amountFen);
      rest -= amountFen;
      balance -= amountFen;
      return [{ id: debt.id, day, amountFen }];
    });
  });
}

/** Returns the rider's balance after the entry. If instalments are allowed, the balance does not fall below 0. */
export function balanceAfter(
  { direction, amountFen, allowInstalment }: { direction: AuditDirection; amountFen: number; allowInstalment: boolean },
  balanceFen: number,
): number {
  if (direction === 'in') return balanceFen + amountFen;
  const left = balanceFen - amountFen;
  return allowInstalment ? Math.max(0, left) : left;
}

/**
 * Parses an amount in yuan, such as `1,234.50` or `¥12`, to fen. Returns `null` if the text is not an amount with at most two decimals.
 * It parses the digits and uses no floating point (DOMAIN §0.1).
 */
export function fenOf(typed: string): number | null {
  const match = /^¥?(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2})0*)?$/.exec(typed.replace(/\s|元/g, ''));
  if (!match) return null;
  return Number(`${(match[1] ?? '').replaceAll(',', '')}${(match[2] ?? '').padEnd(2, '0')}`);
}
