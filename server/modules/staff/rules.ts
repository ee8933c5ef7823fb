import { STAFF } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';
import { DAY_MS } from '../../../contract/units';

/** Permission id to see unmasked staff data. */
export const UNMASK_RULE = RULE['rights.staff.unmask'];

/** Returns the next staff number of a day: `S`, the day as `yyMMdd` and four digits, for example `S2603010001`. */
export function nextStaffNo(day: string, highest: string | null): string {
  const beginning = staffNoBeginning(day);
  const last = highest === null ? 0 : Number(highest.slice(beginning.length));
  return `${beginning}${String(last + 1).padStart(4, '0')}`;
}

export function staffNoBeginning(day: string): string {
  return `S${day.slice(2).replaceAll('-', '')}`;
}

/** Computes the time from which a disabled person may be deleted. @returns `null` if the person is not disabled */
export function removableFrom(disabledAt: Date | null): Date | null {
  return disabledAt === null ? null : new Date(disabledAt.getTime() + STAFF.removeAfterDays * DAY_MS);
}
