import type { Kysely } from 'kysely';
import type { AuditSpec, Endpoint } from '../../../../contract/endpoint';
import { E164, LANDLINE, MOBILE, PHONE_SEARCH } from '../../../../contract/limits';
import { PHONE_SEARCH_AUDIT } from '../../../../contract/record.texts';
import { seesPhones } from '../../access/phones';
import type { Actor } from '../../actor';
import type { Database } from '../../database/schema';
import type { ListSearch } from '../context';
import { countHit, readHits } from '../rate';
import { refuse } from '../refusal';
import type { Attempt, GuardedSearch, Report } from './attempt';
import { record } from './audit-trail';
import type { Call, PipeDeps } from './call';

/*
 * Users who see masked phone numbers can search only by the whole number. To prevent guessing, searches without a result are counted per
 * account over all processes. Every search by a whole number is recorded (DOMAIN §9, decision 28).
 */

/**
 * Detects a search for a whole phone number by a user who sees masked numbers.
 *
 * @param list endpoint of the list
 * @param filter parsed input of this endpoint
 */
export function guardedSearch(list: Endpoint, actor: Actor | undefined, filter: unknown): GuardedSearch | null {
  if (list.method !== 'GET' || list.phoneSearch === undefined || actor === undefined) return null;
  const { field, kinds } = list.phoneSearch;
  const typed = (filter as Readonly<Record<string, unknown>>)[field];
  if (typeof typed !== 'string' || ![MOBILE, LANDLINE, E164].some((whole) => whole.test(typed))) return null;
  const isMasked = kinds.some(({ page, unmask }) => actor.rules.has(page) && !seesPhones(actor, unmask));
  return isMasked ? { accountId: actor.accountId, typed } : null;
}

/** Refuses further searches for one hour after too many searches without a result. @throws Refusal 42901 */
export async function assertMaySearch(
  { db, clock }: PipeDeps,
  { accountId }: Pick<GuardedSearch, 'accountId'>,
): Promise<void> {
  const { hits, secondsLeft } = await readHits(db, clock, refusedKey(accountId), PHONE_SEARCH.refusedSeconds);
  if (hits > 0) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/** Implements `ctx.guardSearch`. It adds a guarded search to the report, and {@link noteSearches} records the search later. */
export async function guardSearch<T>(
  deps: PipeDeps,
  { call, report }: Attempt,
  { list, filter, find, isFound }: ListSearch<T>,
): Promise<T> {
  const search = guardedSearch(list, call.session?.actor, filter);
  if (search === null) return find();
  await assertMaySearch(deps, search);
  const found = await find();
  report.searches.push({ ...search, isFound: isFound(found) });
  return found;
}

/**
 * Records the searches of a read, and counts the searches without a result.
 *
 * @param db the connection of the attempt. After the rollback of a change, a connection without a transaction, so that the counts persist
 * @throws Refusal 42901 when concurrent searches exceeded the limit
 */
export async function noteSearches(
  deps: PipeDeps,
  db: Kysely<Database>,
  call: Call,
  { searches }: Report,
): Promise<void> {
  const { clock } = deps;
  const spec: AuditSpec = PHONE_SEARCH_AUDIT;
  for (const { accountId, typed, isFound } of searches) {
    // A change has its own operation record with the filter, and a call has at most one record.
    if (call.bound.endpoint.method === 'GET') {
      await record(deps, db, call, { spec, resultCode: 100, change: { after: { tel: typed, found: isFound } } });
    }
    if (isFound) continue;
    const { hits } = await countHit(db, clock, `phoneMiss:${accountId}`, PHONE_SEARCH.windowSeconds);
    if (hits >= PHONE_SEARCH.misses) await countHit(db, clock, refusedKey(accountId), PHONE_SEARCH.refusedSeconds);
    if (hits > PHONE_SEARCH.misses) await assertMaySearch({ ...deps, db }, { accountId });
  }
}

const refusedKey = (accountId: number): string => `phoneSearchRefused:${accountId}`;

/** Checks whether the data of a list, of the map or of the palette contains a record. */
export function hasMatch(data: unknown): boolean {
  const { list, groups, teams } = data as Readonly<Record<'list' | 'groups' | 'teams', readonly unknown[] | undefined>>;
  return (list ?? groups ?? teams ?? []).length > 0;
}
