import type { CoverState } from '../../../contract/insure.states';
import { INSURE } from '../../../contract/insure.states';
import {
  type CertPolicy,
  type GateCheck,
  type GateResult,
  type GateWhy,
  RIDER,
  type RiderState,
  riderCase,
} from '../../../contract/riderWork.states';
import { type Text, text } from '../../../contract/text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';

/**
 * Decides whether a rider may work (DOMAIN §3.8). Order intake, the page and the riders' app use the same rule.
 * Pure functions: no database, no clock.
 */

/** The data of one rider that the checks of the rule need. */
export interface GateFacts {
  readonly state: RiderState;
  /** Start of the state. `null` means that the state began before every checked moment. */
  readonly stateSince: Date | null;
  readonly realName: 'none' | 'reviewing' | 'passed' | 'failed';
  readonly face: 'none' | 'reviewing' | 'passed' | 'failed';
  /** The certificate requirement in the province of the rider's station. */
  readonly policy: CertPolicy;
  /** Last day of the approved certificate, `yyyy-MM-dd`. `null` if no certificate is approved. */
  readonly certValidTo: string | null;
  readonly restUntil: Date | null;
  /** Online time on the checked day, in seconds. */
  readonly onlineSec: number;
  readonly isLongDayConfirmed: boolean;
  readonly insurance: InsuranceFacts;
}

/** Insurance data at the checked moment. */
export interface InsuranceFacts {
  /** True if the rider's station requires cover. A switch of the station decides. */
  readonly isRequired: boolean;
  readonly cover: CoverState;
  /** Time at which the cover ends. `null` unless the insurer has confirmed a cover. */
  readonly coverTo: Date | null;
  /** Time at which the cover was requested from the insurer. `null` unless the insurer's answer is pending. */
  readonly askedAt: Date | null;
  /**
   * `offered` if the first order of the day can start a cover. Otherwise the reason why not: `noProduct` (no insurance product) or `age`
   * (the rider's age).
   */
  readonly offer: 'offered' | 'noProduct' | 'age';
}

export interface GateLimits {
  /** Number of online hours per day after which the rider must confirm a long working day. */
  readonly dailyHours: number;
}

/** The checked moment, with its day and time in the platform's time zone. */
export interface GateMoment {
  readonly at: Date;
  readonly day: string;
  /** Formats a moment as `HH:mm`. */
  clock(moment: Date): string;
}

export interface CheckOutcome {
  readonly key: GateCheck;
  readonly result: GateResult;
  readonly why: GateWhy;
  readonly params: Readonly<Record<string, string | number | Text>>;
}

export interface Verdict {
  readonly mayWork: boolean;
  readonly checks: readonly CheckOutcome[];
}

const WORKING: readonly RiderState[] = ['probation', 'active'];
type Outcome = Omit<CheckOutcome, 'key'>;
const outcome = (result: GateResult, why: GateWhy, params: CheckOutcome['params'] = {}): Outcome => ({
  result,
  why,
  params,
});

/** Checks the rider's state. A suspension or departure after the checked moment does not count, so earlier orders are unaffected. */
function stateCheck({ state, stateSince }: GateFacts, { at }: GateMoment): Outcome {
  const named = { state: riderCase.states[state].text };
  const isLater = stateSince !== null && at < stateSince && state !== 'applying' && state !== 'refused';
  return WORKING.includes(state) || isLater
    ? outcome('passed', 'mayWork', named)
    : outcome('failed', 'mayNotWork', named);
}

function certificateCheck({ policy, certValidTo }: GateFacts, { day }: GateMoment): Outcome {
  if (certValidTo !== null && certValidTo >= day) {
    const n = Math.round((Date.parse(certValidTo) - Date.parse(day)) / DAY_MS);
    return n <= RIDER.expiringDays
      ? outcome('warned', 'certEnding', { day: certValidTo, n })
      : outcome('passed', 'certOk', { day: certValidTo });
  }
  if (policy === 'notRequired') return outcome('passed', 'certNotNeeded');
  if (policy === 'optional') return outcome('warned', 'certOptional');
  return certValidTo === null
    ? outcome('failed', 'certMissing')
    : outcome('failed', 'certExpired', { day: certValidTo });
}

const FACES = {
  passed: outcome('passed', 'faceOk'),
  none: outcome('failed', 'faceNone'),
  reviewing: outcome('failed', 'faceAsked'),
  failed: outcome('failed', 'faceFailed'),
} as const;

function fatigueCheck(facts: GateFacts, limits: GateLimits, { at, clock }: GateMoment): Outcome {
  const { restUntil, onlineSec, isLongDayConfirmed } = facts;
  if (restUntil !== null && at < restUntil) return outcome('failed', 'resting', { time: clock(restUntil) });
  if (onlineSec * 1_000 < limits.dailyHours * HOUR_MS) return outcome('passed', 'rested');
  const n = Math.floor(onlineSec / 3_600);
  return isLongDayConfirmed ? outcome('warned', 'confirmed', { n }) : outcome('failed', 'mustConfirm', { n });
}

const OFFERS = {
  offered: outcome('passed', 'insuranceFirst'),
  noProduct: outcome('failed', 'insuranceNoProduct'),
  age: outcome('failed', 'insuranceAge'),
} as const;

/**
 * Checks the insurance cover. At a station that requires cover, the first order of a day starts the cover if a product is offered to the
 * rider. A rider without a policy may then accept that order. While the insurer's answer is pending, the rider may work for
 * `INSURE.pendingMinutes`.
 */
function insuranceCheck({ insurance }: GateFacts, { at, clock }: GateMoment): Outcome {
  const { isRequired, cover, coverTo, askedAt, offer } = insurance;
  if (cover === 'covered' && coverTo) return outcome('passed', 'insuranceOk', { time: clock(coverTo) });
  if (!isRequired) return outcome('passed', 'insuranceNotNeeded');
  if (cover === 'failed') return outcome('failed', 'insuranceRefused');
  if (cover !== 'pending') return OFFERS[offer];
  const isLate = askedAt !== null && at.getTime() - askedAt.getTime() > INSURE.pendingMinutes * MINUTE_MS;
  return isLate
    ? outcome('failed', 'insuranceLate', { n: INSURE.pendingMinutes })
    : outcome('warned', 'insurancePending');
}

/** Runs all checks in the declared order. The rider may work if no check failed. */
export function mayWork(facts: GateFacts, limits: GateLimits, moment: GateMoment): Verdict {
  const found: Readonly<Record<GateCheck, Outcome>> = {
    state: stateCheck(facts, moment),
    realName: facts.realName === 'passed' ? outcome('passed', 'nameOk') : outcome('failed', 'nameOpen'),
    certificate: certificateCheck(facts, moment),
    insurance: insuranceCheck(facts, moment),
    face: FACES[facts.face],
    fatigue: fatigueCheck(facts, limits, moment),
  };
  const checks = (Object.keys(found) as GateCheck[]).map((key) => ({ key, ...found[key] }));
  return { mayWork: checks.every(({ result }) => result !== 'failed'), checks };
}

export const RESULT_TEXT: Readonly<Record<GateResult, Text>> = {
  passed: WORD.passed,
  failed: text('不通过', 'Failed', 'Reprovado', '不通過'),
  warned: text('提醒', 'Warning', 'Alerta', '提醒'),
  notChecked: text('未核对', 'Not checked', 'Não verificado', '未核對'),
};
