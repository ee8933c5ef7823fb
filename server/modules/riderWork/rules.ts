import { AUTO_SUSPEND, type AutoSuspend } from '../../../contract/riderWork.states';
import type { Text } from '../../../contract/text';

/** Small rules about riders. Pure. */

const AUTO = 'auto.';
/** The stored system reason: a code, which is translated for each reader. */
export const keptReason = (why: AutoSuspend): string => `${AUTO}${why}`;

/** Converts a stored reason to a text for people. */
export function reasonText(kept: string | null): Text | string {
  if (kept === null) return '';
  const why = kept.startsWith(AUTO) ? kept.slice(AUTO.length) : '';
  return why in AUTO_SUSPEND ? AUTO_SUSPEND[why as AutoSuspend] : kept;
}
