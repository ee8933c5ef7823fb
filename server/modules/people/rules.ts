import type { Text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

/** States of a rider (DOMAIN §3.8). */
export const RIDER_STATES = {
  applying: WORD.pendingReview,
  refused: WORD.refusedMasculine,
  probation: WORD.onProbation,
  active: WORD.activeMasculine,
  suspended: WORD.suspended,
  offboarded: WORD.offBoarded,
} as const satisfies Record<string, Text>;

/** Riders in these states may carry orders ("able to work", DOMAIN §3.2). */
export const WORKING_STATES = ['probation', 'active'] as const;
/** Riders in these states still belong to their station. */
export const BELONGING_STATES = ['applying', 'probation', 'active', 'suspended'] as const;

/** A rider is online if the app's last heartbeat is at most this old (DOMAIN §3.2). */
const HEARTBEAT_MS = 120_000;

/** The time after which a heartbeat means "online" at `now`. */
export function onlineSince(now: Date): Date {
  return new Date(now.getTime() - HEARTBEAT_MS);
}
