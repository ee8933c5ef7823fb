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

/** Decisions about entries of the rider fund audit (DOMAIN §3.9, docs/decisions/0023). Pure: no database, no clock. */

/** Showing masked data of riders. */
export const UNMASK = 6505;

const DAY_MS = 86_400_000;

/** What of an entry decides whether it may be appealed against. */
export interface EntryFacts {
  readonly state: FundAuditState;
  readonly direction: AuditDirection;
  readonly amountFen: number;
  /** What was taken of a deduction so far. */
  readonly collectedFen: number;
  readonly source: AuditSource;
  readonly decidedAt: Date | null;
  readonly isAppealed: boolean;
}

/** Why a rider cannot appeal: not this kind of entry · too late · appealed already. */
export function appealFault(entry: EntryFacts, now: Date): 'state' | 'late' | 'again' | null {
  const { source, decidedAt } = entry;
  // An appeal is not appealed against, nor is what took nothing.
  if (source === 'appeal' || decidedAt === null || appealMostFen(entry) === 0) return 'state';
  if (entry.isAppealed) return 'again';
  return now.getTime() - decidedAt.getTime() > FUND_AUDIT.appealDays * DAY_MS ? 'late' : null;
}

/** What a person says of an entry, as far as its fields hang together. */
interface Said {
  readonly kind: AuditKind;
  readonly direction?: AuditDirection | null | undefined;
  readonly fundedBy: 'team' | 'platform';
  readonly allowInstalment: boolean;
  readonly evidence: readonly number[];
}

/** Which way money goes; null: a correction that does not say. */
export function directionOf({ kind, direction }: Pick<Said, 'kind' | 'direction'>): AuditDirection | null {
  return DIRECTION_OF[kind] ?? direction ?? null;
}

/** A refunded deposit is the rider's own money: it has no payer. */
export const payerOf = ({ kind, fundedBy }: Pick<Said, 'kind' | 'fundedBy'>): FundedBy =>
  kind === 'depositRefund' ? 'deposit' : fundedBy;

/** What is wrong with the fields among each other. */
export function saidFaults(said: Said): ('direction' | 'allowInstalment' | 'evidence')[] {
  const direction = directionOf(said);
  const other = said.direction !== null && said.direction !== undefined && said.direction !== direction;
  return [
    ...(direction === null || other ? (['direction'] as const) : []),
    ...(said.allowInstalment && direction === 'in' ? (['allowInstalment'] as const) : []),
    ...(direction === 'out' && said.evidence.length === 0 ? (['evidence'] as const) : []),
  ];
}

/** A deduction that is being collected. Fen. */
export interface Debt {
  readonly id: number;
  readonly restFen: number;
  /** What orders brought since it was decided, by day. */
  readonly incomeFen: ReadonlyMap<string, number>;
}
interface Collection {
  readonly id: number;
  /** The day whose income it is taken from. */
  readonly day: string;
  readonly amountFen: number;
}

/**
 * What may be taken now: of each day's income at most 30 %, all debts of the rider together, and never more than the balance. The
 * oldest debt comes first.
 *
 * @param debts oldest first
 * @param takenFen what was taken of each day's income before
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

/** What the rider would have after it; an instalment takes no more than there is. */
export function balanceAfter(
  { direction, amountFen, allowInstalment }: { direction: AuditDirection; amountFen: number; allowInstalment: boolean },
  balanceFen: number,
): number {
  if (direction === 'in') return balanceFen + amountFen;
  const left = balanceFen - amountFen;
  return allowInstalment ? Math.max(0, left) : left;
}

/**
 * Yuan as people write them in a file — `1,234.50`, `¥12` — in fen; null: no amount with at most two decimals. Digits only, never a
 * float (DOMAIN §0.1).
 */
export function fenOf(typed: string): number | null {
  const match = /^¥?(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2})0*)?$/.exec(typed.replace(/\s|元/g, ''));
  if (!match) return null;
  return Number(`${(match[1] ?? '').replaceAll(',', '')}${(match[2] ?? '').padEnd(2, '0')}`);
}
