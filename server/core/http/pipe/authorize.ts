import type { Endpoint } from '../../../../contract/endpoint';
import { missingRight } from '../../access/access';
import type { Actor } from '../../actor';
import { DISK_FULL_TEXT } from '../../files/disk';
import { refuse } from '../refusal';
import { type Call, header, type PipeDeps } from './call';

/** Address of the endpoint that returns the user's permissions to a page. */
export const SITE_INFO = 'site.Site/getSiteInfo';
/** Endpoint addresses that are allowed before the user has changed a one-time password. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set(['Login/changeInitialPassword', 'Login/logout', SITE_INFO]);
/** Endpoint addresses that are allowed while none of the user's identities is in effect (40311, 40312). */
const WHILE_CLOSED: ReadonlySet<string> = new Set(['Login/logout']);

/** Endpoint addresses that a station account may call before it confirms an urgent announcement, for example to read its text. */
export const BEFORE_CONFIRMATION: ReadonlySet<string> = new Set([
  ...BEFORE_PASSWORD_CHANGE,
  'Login/getSession',
  'announcement.Inbox/getList',
  'announcement.Inbox/getOne',
  'announcement.Inbox/getPopups',
  'announcement.Inbox/read',
  'announcement.Inbox/confirm',
  'common.Preference/getAll',
  'common.Preference/save',
  'common.Region/getPcdList',
  'dashboard.Notice/getUnread',
  'dashboard.Notice/stream',
  'site.Monitor/pageView',
  'site.Monitor/pageVitals',
  'site.Monitor/reportDebug',
  'site.Monitor/reportProblem',
]);

/**
 * Step 4: checks the one-time password, the hours and IP addresses of the identities, unconfirmed announcements, and the permission.
 *
 * @throws Refusal 40306 (one-time password), 40311 (outside the hours), 40312 (IP address), 40313 (unconfirmed announcement),
 *   40301 (missing permission)
 */
export function authorize({ bound, session, locale }: Call): void {
  const { address, endpoint } = bound;
  if (session === null) return;
  const { actor, closed } = session;
  if (endpoint.access !== 'public') {
    if (actor.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(address)) throw refuse(40306);
    if (closed && !WHILE_CLOSED.has(address)) throw closed;
    if (session.mustConfirm && !BEFORE_CONFIRMATION.has(address)) throw refuse(40313);
  }
  if (!isPermitted(endpoint, actor)) throw missingRight(rulesOf(endpoint), locale);
}

/** Step 5: refuses changes while the disk is nearly full, except public calls and sign-out. @throws Refusal 50301 (disk full) */
export async function assertDiskSpace({ isDiskFull }: Pick<PipeDeps, 'isDiskFull'>, call: Call): Promise<void> {
  const { address, endpoint } = call.bound;
  if (endpoint.method === 'GET' || endpoint.access === 'public' || WHILE_CLOSED.has(address)) return;
  if (await isDiskFull()) throw refuse(50301, {}, null, DISK_FULL_TEXT[call.locale]);
}

/** Requires a ticket of a second verification. @throws Refusal 40308 another factor must be bound first · 40303 no valid ticket */
export function requireSecond({ bound: { endpoint }, session, incoming }: Call): void {
  const isForRecovery = endpoint.method === 'POST' && endpoint.afterRecovery === true;
  if (session?.mustBindFactor && !isForRecovery) throw refuse(40308);
  if (!session?.ticketFits(header(incoming, 'x-verify-ticket'))) throw refuse(40303);
}

/** Returns the permission ids of an endpoint. The caller needs any of them. An empty list means that no permission is needed. */
export function rulesOf({ access }: Endpoint): readonly number[] {
  return typeof access === 'object' ? [access.rule].flat() : [];
}

export function isPermitted(endpoint: Endpoint, actor: Actor): boolean {
  return typeof endpoint.access === 'string' || rulesOf(endpoint).some((rule) => actor.rules.has(rule));
}

/** Returns the actor with the data scope for the endpoint's first permission that the actor has (DOMAIN §3.11). */
export function withModuleScope(endpoint: Endpoint, actor: Actor): Actor {
  const rule = rulesOf(endpoint).find((candidate) => actor.rules.has(candidate));
  return rule === undefined ? actor : { ...actor, scope: actor.scopeOf(rule) };
}
