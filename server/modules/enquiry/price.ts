import type { QuoteStepKey, Tariff, TariffPeriod } from '../../../contract/enquiry.states';
import { percentOf, shareOf } from '../../../contract/shares';
import type { StoredStep } from '../../core/database/tables/enquiry';

/** Prices a delivery by a tariff (DOMAIN §3.9). Pure: integer fen and basis points, no clock. */

/** The facts of a quote besides the tariff. */
export interface QuoteFacts {
  readonly distanceM: number;
  readonly weightG: number;
  readonly goodsFen: number;
  /** Minutes since midnight on the platform's clock at the wanted time. */
  readonly minutes: number;
  /** The station's bad-weather mode is on. */
  readonly badWeather: boolean;
  /** Surcharges of the station's modes that are on. */
  readonly surchargeFen: number;
  /** The rider's bonus in bad weather. */
  readonly subsidyFen: number;
  /** 0 by day, and for stations without night service. */
  readonly nightFeeFen: number;
  /** Minutes by which the station's modes prolong a delivery. */
  readonly addMin: number;
}

export interface Quote {
  readonly quoteFen: number;
  readonly costFen: number;
  readonly etaMin: number;
  /** Steps of the price add up to the quote, steps of the cost to the cost. Steps of 0 fen are left out. */
  readonly steps: readonly StoredStep[];
}

const WHOLE = 10_000;
const ETA = { min: 10, max: 240 } as const;

/** Counts the started steps beyond what the base price covers. */
const stepsAbove = (value: number, covered: number, step: number): number =>
  Math.max(0, Math.ceil((value - covered) / step));

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether a time is in this period. A period that ends before it begins continues after midnight. */
function isDuring({ from, to }: TariffPeriod, minutes: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? begin <= minutes && minutes < end : minutes >= begin || minutes < end;
}

/** Computes the smallest price with this margin, in basis points of the price. @param marginBp below 10,000 */
export function leastPrice(costFen: number, marginBp: number): number {
  const left = WHOLE - marginBp;
  const rounded = shareOf(costFen, WHOLE, left);
  // Rounding half up may have reduced the price below the margin by less than one fen.
  return rounded * left < costFen * WHOLE ? rounded + 1 : rounded;
}

/** Computes the cost of the delivery: the rider's pay, the premium and the weather subsidy. */
function costSteps(tariff: Tariff, facts: QuoteFacts, n: { distance: number; weight: number }, premiumFen: number) {
  const { riderBaseFen, riderStepFen, riderWeightStepFen } = tariff;
  return [
    { key: 'riderBase', amountFen: riderBaseFen },
    { key: 'riderDistance', amountFen: n.distance * riderStepFen, n: n.distance, unitFen: riderStepFen },
    { key: 'riderWeight', amountFen: n.weight * riderWeightStepFen, n: n.weight, unitFen: riderWeightStepFen },
    { key: 'premium', amountFen: premiumFen },
    { key: 'subsidy', amountFen: facts.badWeather ? facts.subsidyFen : 0 },
  ] as const satisfies readonly StoredStep[];
}

const sum = (steps: readonly { readonly amountFen: number }[]): number =>
  steps.reduce((all, { amountFen }) => all + amountFen, 0);

/**
 * Prices a delivery and explains the price. Factors apply to base, distance and weight; insurance, surcharges and the night fee are added
 * after them. At the end the price is raised to the minimum margin over the cost.
 */
export function quote(tariff: Tariff, facts: QuoteFacts): Quote {
  const n = {
    distance: stepsAbove(facts.distanceM, tariff.baseM, tariff.stepM),
    weight: stepsAbove(facts.weightG, tariff.baseG, tariff.stepG),
  };
  const steps: StoredStep[] = [];
  const add = (key: QuoteStepKey, amountFen: number, more: Omit<StoredStep, 'key' | 'amountFen'> = {}) => {
    steps.push({ key, amountFen, ...more });
  };
  add('base', tariff.baseFen);
  add('distance', n.distance * tariff.stepFen, { n: n.distance, unitFen: tariff.stepFen });
  add('weight', n.weight * tariff.weightStepFen, { n: n.weight, unitFen: tariff.weightStepFen });
  const raise = (key: 'period' | 'weather', factorBp: number) => {
    const before = sum(steps);
    add(key, shareOf(before, factorBp, WHOLE) - before, { bp: factorBp });
  };
  const period = tariff.periods.find((part) => isDuring(part, facts.minutes));
  if (period) raise('period', period.factorBp);
  if (facts.badWeather) raise('weather', tariff.weatherBp);
  const insuredFen = Math.max(0, facts.goodsFen - tariff.insuranceFreeFen);
  const premiumFen = percentOf(insuredFen, tariff.insuranceBp);
  add('insurance', premiumFen, { bp: tariff.insuranceBp });
  add('surcharge', facts.surchargeFen);
  add('night', facts.nightFeeFen);
  const costs = costSteps(tariff, facts, n, premiumFen);
  const costFen = sum(costs);
  const priceFen = sum(steps);
  add('margin', Math.max(0, leastPrice(costFen, tariff.minMarginBp) - priceFen), { bp: tariff.minMarginBp });
  const minutes = tariff.etaBaseMin + Math.ceil((facts.distanceM * tariff.etaPerKmMin) / 1_000) + facts.addMin;
  return {
    quoteFen: sum(steps),
    costFen,
    etaMin: Math.min(ETA.max, Math.max(ETA.min, minutes)),
    steps: [...steps, ...costs].filter(({ amountFen }) => amountFen !== 0),
  };
}
