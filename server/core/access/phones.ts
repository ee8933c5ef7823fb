import type { Actor } from '../actor';
import { beginning, literal } from '../database/like';

/** Looking for people by a phone that the reader may see only masked (DOMAIN §0.1, §0.2). */

/** May this person read phones of a page whole: its permission to show masked data, and the kind of field? */
export const seesPhones = ({ rules, fields }: Pick<Actor, 'rules' | 'fields'>, unmask: number): boolean =>
  rules.has(unmask) && fields.has('phone');

/**
 * The pattern (`like`) for phones that begin with the typed digits. People who see phones masked find them by the whole number
 * only: a search by beginnings would reveal the hidden digits one by one (DOMAIN §9, decision 28).
 */
export function phonePattern(typed: string, seesThem: boolean): string {
  return seesThem ? beginning(typed) : literal(typed);
}
