import type { QuoteStepKey, Tariff, TariffPeriod } from '../../../contract/enquiry.states';
import { percentOf, shareOf } from '../../../contract/shares';
import type { StoredStep } from '../../core/database/tables/enquiry';

/** Prices a delivery by a tariff (DOMAIN §3.9). Pure functions: no database, no clock. Amounts are in fen, rates in basis points. */

/** The facts that determine a quote, besides the tariff. */
export interface QuoteFacts {
  readonly distanceM: number;
  readonly weightG: number;
  readonly goodsFen: number;
  /** The wanted delivery time in minutes since midnight, in the tenant's time zone. */
  readonly minutes: number;
  /** Whether the delivery is priced for bad weather. */
  readonly badWeather: boolean;
  /** Sum of the surcharges of the station modes that are on, in fen. */
  readonly surchargeFen: number;
  /** The rider's bonus in bad weather, in fen. */
  readonly subsidyFen: number;
  /** The night fee in fen; 0 outside the night hours and for stations without night service. */
  readonly nightFeeFen: number;
  /** Minutes that the station modes add to the delivery time. */
  readonly addMin: number;
}

export interface Quote {
  readonly quoteFen: number;
  readonly costFen: number;
  readonly etaMin: number;
  /** The price steps add up to the quote, and the cost steps to the cost. Steps of 0 fen are left out. */
  readonly steps: readonly StoredStep[];
}

const WHOLE = 10_000;
const ETA = { min: 10, max: 240 } as const;

/** Counts the distance or weight steps above the part that the base price covers. A step that has begun counts in full. */
const stepsAbove = (value: number, covered: number, step: number): number =>
  Math.max(0, Math.ceil((value - covered) / step));

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Checks whether a time is in a period. A period whose end is before its start continues after midnight. */
function isDuring({ from, to }: TariffPeriod, minutes: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? begin <= minutes && minutes < end : minutes >= begin || minutes < end;
}

/** Computes the lowest price that reaches the margin. @param marginBp margin in basis points of the price, below 10,000 */
export function leastPrice(costFen: number, marginBp: number): number {
  const left = WHOLE - marginBp;
  const rounded = shareOf(costFen, WHOLE, left);
  // Rounding may have lowered the price by less than one fen, so that the price does not reach the margin.
  return rounded * left < costFen * WHOLE ? rounded + 1 : rounded;
}

/** Lists the steps of the cost: the rider's pay, the premium and the weather subsidy. */
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
 * Prices a delivery, lists the steps of the price, and estimates the delivery time. The factors of the period and of bad weather multiply
 * the sum of base, distance and weight. Insurance, surcharges and the night fee are added after the factors. A price below the minimum
 * margin over the cost is then raised to that margin.
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
