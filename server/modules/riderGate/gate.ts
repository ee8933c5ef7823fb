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

/** May this rider work now (DOMAIN §3.8)? One rule for order intake, the page and the riders' app. Pure. */

/** The facts that the rule checks. */
export interface GateFacts {
  readonly state: RiderState;
  /** Start of the state; null: before any moment that is checked. */
  readonly stateSince: Date | null;
  readonly realName: 'none' | 'reviewing' | 'passed' | 'failed';
  readonly face: 'none' | 'reviewing' | 'passed' | 'failed';
  /** The requirement of the province of the rider's station. */
  readonly policy: CertPolicy;
  /** Last day of the approved certificate, `yyyy-MM-dd`; null: none is approved. */
  readonly certValidTo: string | null;
  readonly restUntil: Date | null;
  /** Online time on the checked day. */
  readonly onlineSec: number;
  readonly isLongDayConfirmed: boolean;
  readonly insurance: InsuranceFacts;
}

/** Insurance cover at the checked moment. */
export interface InsuranceFacts {
  /** The rider's station requires cover (its switch). */
  readonly isRequired: boolean;
  readonly cover: CoverState;
  /** End of the cover. */
  readonly coverTo: Date | null;
  /** Time of the request to the insurer. */
  readonly askedAt: Date | null;
  /** Whether the first order of the day starts a cover. */
  readonly offer: 'offered' | 'noProduct' | 'age';
}

export interface GateLimits {
  /** Hours per day after which the rider must confirm. */
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

/** Ignores a state that began after the moment: a suspension does not affect orders accepted before it. */
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
 * At a station that requires cover, the first order of a day starts it, so a rider without a policy may take that order. Until the
 * insurer answers, the rider may work for a quarter of an hour.
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

/** Runs every check in the declared order; the rider may work if none failed. */
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
