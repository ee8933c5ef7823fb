import type { Actor } from '../actor';
import { beginning, literal } from '../database/like';

/** Searches for people by a phone that the user may see only masked (DOMAIN §0.1, §0.2). */

/** Checks whether the user may see phones unmasked: this needs the page's permission and the field rule. */
export const seesPhones = ({ rules, fields }: Pick<Actor, 'rules' | 'fields'>, unmask: number): boolean =>
  rules.has(unmask) && fields.has('phone');

/**
 * Builds the `like` pattern for phones that begin with the typed digits. Users who see phones masked must type the whole number:
 * a prefix search would reveal the hidden digits one by one (DOMAIN §9, decision 28).
 */
export function phonePattern(typed: string, seesThem: boolean): string {
  return seesThem ? beginning(typed) : literal(typed);
}
