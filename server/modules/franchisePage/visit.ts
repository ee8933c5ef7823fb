import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock';
import type { SecretBox } from '../../core/platforms/ports';

/**
 * A visit of the page, as a signed token. Files that it sends belong to the visit, and only its answers may use them. The token holds
 * nothing about the visitor.
 */

interface Tools {
  readonly clock: Clock;
  readonly secrets: Pick<SecretBox, 'sign'>;
}
const NAME_BYTES = 16;
/** Seconds for which files can be sent. Unused files are kept longer than that. */
export const VISIT_SECONDS = 12 * 3_600;

const signature = ({ secrets }: Tools, name: string, until: string) =>
  Buffer.from(secrets.sign(`franchise.visit.${name}.${until}`));

/** Names of visits that hand material in: with the id of the application. A name of another visit is shorter. */
const OF_APPLICATION = /^m(\d{1,16})-[\w-]{22}$/;

/** @param applyId the application for which material is handed in; absent: a new application */
export function newVisit(tools: Tools, applyId?: number): string {
  const random = tools.clock.randomBytes(NAME_BYTES).toString('base64url');
  const name = applyId === undefined ? random : `m${applyId}-${random}`;
  const until = String(Math.floor(tools.clock.now().getTime() / 1_000) + VISIT_SECONDS);
  return [name, until, signature(tools, name, until)].join('.');
}

/** Returns the name of a visit; null: the token is invalid or has expired. */
export function visitOf(tools: Tools, token: string): string | null {
  const [name = '', until = '', given = ''] = token.split('.');
  const expected = signature(tools, name, until);
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return Number(until) * 1_000 > tools.clock.now().getTime() ? name : null;
}

/** Returns the id of the application for which a visit hands material in; null: a new application. */
export function visitFor(name: string): number | null {
  const [, id] = OF_APPLICATION.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}
