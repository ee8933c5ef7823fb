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

/** May this rider work now (DOMAIN §3.8)? One rule for order intake, for the page and for the riders' app. Pure. */

/** What the rule looks at. */
export interface GateFacts {
  readonly state: RiderState;
  /** When the state began; null: longer ago than anybody asks. */
  readonly stateSince: Date | null;
  readonly realName: 'none' | 'reviewing' | 'passed' | 'failed';
  readonly face: 'none' | 'reviewing' | 'passed' | 'failed';
  /** What the province of the rider's station asks for. */
  readonly policy: CertPolicy;
  /** `yyyy-MM-dd`, the last day of the certificate that was approved; null: none was. */
  readonly certValidTo: string | null;
  readonly restUntil: Date | null;
  /** Online on the day that is asked about. */
  readonly onlineSec: number;
  readonly isLongDayConfirmed: boolean;
  readonly insurance: InsuranceFacts;
}

/** Cover at the moment that is asked about. */
export interface InsuranceFacts {
  /** The rider's station asks for cover (its switch). */
  readonly isRequired: boolean;
  readonly cover: CoverState;
  /** Until when the cover holds. */
  readonly coverTo: Date | null;
  /** Since when the insurer has been asked. */
  readonly askedAt: Date | null;
  /** Whether the first order of the day begins a cover. */
  readonly offer: 'offered' | 'noProduct' | 'age';
}

export interface GateLimits {
  /** Hours a day after which the rider has to confirm. */
  readonly dailyHours: number;
}

/** The moment that is asked about, and its day and time on the platform's clock. */
export interface GateMoment {
  readonly at: Date;
  readonly day: string;
  /** `HH:mm` of a moment. */
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

/** A state that began after the moment does not count: what was accepted before a suspension stays accepted. */
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
 * Where the station requires cover, the first order of a day begins it, so a rider without a policy may take that order. While the
 * insurer has not answered, the rider may work for a quarter of an hour.
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

/** Every check with its reason, in the declared order; the rider may work where none failed. */
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
