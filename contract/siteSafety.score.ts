import { type ItemResult, SAFETY, type Severity } from './siteSafety.states';

/**
 * This file calculates the scores of inspections and stations (DOMAIN §3.8). Its functions are pure. The page can therefore show the score
 * of answers that are not sent yet.
 */

export const GRADE_TONES = { A: 'good', B: 'info', C: 'attention', D: 'bad' } as const;
export type Grade = keyof typeof GRADE_TONES;
/** Minimum score of each grade, highest grade first. */
const GRADES: readonly (readonly [Grade, number])[] = [
  ['A', 90],
  ['B', 80],
  ['C', 60],
  ['D', 0],
];

export interface Answered {
  readonly result: ItemResult | null;
  /** Maximum points of the item. */
  readonly max: number;
  /** Points that an unqualified answer deducts. */
  readonly lost: number;
}

export const gradeOf = (score: number): Grade => GRADES.find(([, least]) => score >= least)?.[0] ?? 'D';

/** Divides two numbers and rounds half up. */
const rounded = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor));

/**
 * Calculates the score of an inspection: the kept points of the applicable items in percent, minus a penalty for each overdue
 * rectification. Unanswered items count as kept. If no item applies, the score before penalties is 100.
 *
 * @param overdue how often the rectification was overdue
 * @returns 0 to 100
 */
export function inspectionScore(answers: readonly Answered[], overdue: number): number {
  const asked = answers.filter(({ result }) => result !== 'na');
  const possible = asked.reduce((sum, { max }) => sum + max, 0);
  const lost = asked.reduce((sum, { result, max, lost: off }) => sum + (result === 'bad' ? Math.min(off, max) : 0), 0);
  const base = possible === 0 ? 100 : rounded(100 * (possible - lost), possible);
  return Math.max(0, base - overdue * SAFETY.overduePenalty);
}

/** Points that an incident deducts from the score of its station. */
const DEDUCTIONS: Readonly<Record<Severity, number>> = { minor: 1, normal: 3, serious: 10, major: 25 };

/**
 * Calculates the score of a station: the weighted mean of the last inspections (weights 3, 2, 1, newest first) minus the deductions of
 * incidents.
 *
 * @param of.inspections scores, newest first
 * @param of.incidents severities of incidents in the last 90 days, without voided incidents
 * @returns 0 to 100. `null` means that there is no inspection
 */
export function stationScore(of: {
  readonly inspections: readonly number[];
  readonly incidents: readonly Severity[];
}): number | null {
  const rated = of.inspections.slice(0, SAFETY.ratedInspections);
  if (rated.length === 0) return null;
  const weights = rated.map((_score, at) => SAFETY.ratedInspections - at);
  const sum = rated.reduce((all, score, at) => all + score * (weights[at] ?? 0), 0);
  const total = weights.reduce((all, weight) => all + weight, 0);
  const deducted = of.incidents.reduce((all, severity) => all + DEDUCTIONS[severity], 0);
  return Math.max(0, rounded(sum, total) - deducted);
}
