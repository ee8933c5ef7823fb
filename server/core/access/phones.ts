import { beginning, literal } from '../database/like';
import type { Actor } from '../http/context';
import { TEL_HEAD } from './mask';

/** Looking for people by a phone that the reader may see only masked (DOMAIN §0.1, §0.2). */

/** May this person read phones of a page whole: its permission to show masked data, and the kind of field? */
export const seesPhones = ({ rules, fields }: Pick<Actor, 'rules' | 'fields'>, unmask: number): boolean =>
  rules.has(unmask) && fields.has('phone');

/**
 * The pattern (`like`) for phones that begin as somebody typed. Who sees them masked finds them by what the mask leaves, or by the
 * whole number: a longer beginning would tell the hidden digits one after the other.
 */
export function phonePattern(typed: string, seesThem: boolean): string {
  return seesThem || typed.length <= TEL_HEAD ? beginning(typed) : literal(typed);
}
