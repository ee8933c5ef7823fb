import type { Clock } from '../../core/clock';
import type { SecretBox } from '../../core/platforms/ports';

/**
 * A visit to the page, represented by a signed token. Uploaded files belong to a visit, and only the answers of this visit may use them.
 * The token contains no data about the visitor.
 */

interface Tools<Part extends keyof SecretBox> {
  readonly clock: Clock;
  readonly secrets: Pick<SecretBox, Part>;
}
const NAME_BYTES = 16;
/** Seconds during which a visit can upload files. A job deletes unused files later. */
export const VISIT_SECONDS = 12 * 3_600;

const textOf = (name: string, until: string): string => `franchise.visit.${name}.${until}`;

/** Pattern of visit names for handing in material. They contain the application id; names of other visits do not match. */
const OF_APPLICATION = /^m(\d{1,16})-[\w-]{22}$/;

/** Creates the token of a new visit. @param applyId the application for which material is handed in; absent for a new application */
export function newVisit(tools: Tools<'sign'>, applyId?: number): string {
  const random = tools.clock.randomBytes(NAME_BYTES).toString('base64url');
  const name = applyId === undefined ? random : `m${applyId}-${random}`;
  const until = String(Math.floor(tools.clock.now().getTime() / 1_000) + VISIT_SECONDS);
  return [name, until, tools.secrets.sign(textOf(name, until))].join('.');
}

/** Returns the name of a visit. Returns `null` if the token is invalid or has expired. */
export function visitOf(tools: Tools<'isSigned'>, token: string): string | null {
  const [name = '', until = '', given = ''] = token.split('.');
  if (!tools.secrets.isSigned(textOf(name, until), given)) return null;
  return Number(until) * 1_000 > tools.clock.now().getTime() ? name : null;
}

/** Returns the id of the application for which a visit hands in material. Returns `null` for a new application. */
export function visitFor(name: string): number | null {
  const [, id] = OF_APPLICATION.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}
