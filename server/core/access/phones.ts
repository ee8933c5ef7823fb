import type { Actor } from '../actor';
import { beginning, literal } from '../database/like';

/** Rules for searches by phone number, also for users who see masked phone numbers (DOMAIN §0.1, §0.2). The callers run the query. */

/** Checks whether the user may see unmasked phone numbers. This needs the page's permission and the field permission. */
export const seesPhones = ({ rules, fields }: Pick<Actor, 'rules' | 'fields'>, unmask: number): boolean =>
  rules.has(unmask) && fields.has('phone');

/**
 * Builds the `like` pattern for a phone number search. Users who see unmasked numbers may type a prefix. Others must type the whole
 * number (DOMAIN §9, decision 28). A prefix search would reveal the hidden digits one by one.
 */
export function phonePattern(typed: string, seesThem: boolean): string {
  return seesThem ? beginning(typed) : literal(typed);
}
