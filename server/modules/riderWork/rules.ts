import { AUTO_SUSPEND, type AutoSuspend } from '../../../contract/riderWork.states';
import type { Text } from '../../../contract/text';

/** Stored reasons of automatic suspensions and notes of transfers, with their texts. Pure functions: no database, no clock. */

const AUTO = 'auto.';
/** Returns the stored form of a system reason: a code that is translated for each reader. */
export const keptReason = (why: AutoSuspend): string => `${AUTO}${why}`;

/** Returns the text of a stored reason. A reason that staff entered is returned unchanged; `null` becomes an empty text. */
export function reasonText(kept: string | null): Text | string {
  if (kept === null) return '';
  const why = kept.startsWith(AUTO) ? kept.slice(AUTO.length) : '';
  return why in AUTO_SUSPEND ? AUTO_SUSPEND[why as AutoSuspend] : kept;
}

/** Builds the note of a transfer. It contains the names of both stations, because the list of the rider's steps shows the note. */
export const transferNote = (from: string, to: string, reason: string): string => `${from} → ${to} · ${reason}`;

/** Returns the note of a transfer without the names of the stations. */
export const reasonOfTransfer = (note: string): string => note.replace(/^.*? → .*? · /s, '');
