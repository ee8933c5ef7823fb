import { RIDER } from '../../../contract/riderWork.states';
import type { Text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { addDays, wallTime } from '../../core/money/days';

/** States of a rider (DOMAIN §3.8). */
export const RIDER_STATES = {
  applying: WORD.pendingReview,
  refused: WORD.refusedMasculine,
  probation: WORD.onProbation,
  active: WORD.activeMasculine,
  suspended: WORD.suspended,
  offboarded: WORD.offBoarded,
} as const satisfies Record<string, Text>;

/** States of riders who may deliver orders ("able to work", DOMAIN §3.2). */
export const WORKING_STATES = ['probation', 'active'] as const;
/** States of riders who count as riders of a station. Applicants are included. */
export const BELONGING_STATES = ['applying', 'probation', 'active', 'suspended'] as const;

/** States of riders who have left or were refused. */
export const LEFT_STATES: readonly (keyof typeof RIDER_STATES)[] = ['offboarded', 'refused'];

/**
 * Returns when a rider left. `null` for riders who never left, and for riders who are back or apply again: the stored `left_at` stays until a
 * rider is admitted again.
 */
export const leftAtOf = (status: keyof typeof RIDER_STATES, leftAt: Date | null): Date | null =>
  LEFT_STATES.includes(status) ? leftAt : null;

/** Computes the day, `yyyy-MM-dd`, from which the deposit of a rider who left can be refunded. */
export const depositDueOn = (leftAt: Date, timeZone: string): string =>
  addDays(wallTime(leftAt, timeZone).day, RIDER.depositDays);

/** Maximum age of the app's last heartbeat for a rider to be online (DOMAIN §3.2). */
const HEARTBEAT_MS = 120_000;

/** Returns the time after which a heartbeat means that the rider is online at `now`. */
export function onlineSince(now: Date): Date {
  return new Date(now.getTime() - HEARTBEAT_MS);
}
