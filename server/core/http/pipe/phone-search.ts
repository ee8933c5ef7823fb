import type { AuditSpec } from '../../../../contract/endpoint';
import { E164, LANDLINE, MOBILE, PHONE_SEARCH } from '../../../../contract/limits';
import { PHONE_SEARCH_AUDIT } from '../../../../contract/record.texts';
import { seesPhones } from '../../access/phones';
import { countHit, readHits } from '../rate';
import { refuse } from '../refusal';
import { record } from './audit-trail';
import type { Call, PipeDeps } from './call';

/*
 * Users who see masked phone numbers can search only by the whole number. To prevent guessing, searches without a result are counted per
 * account over all processes. Every such search is recorded (DOMAIN §9, decision 28).
 */

/** A search for a whole phone number by a user who sees masked numbers. */
interface GuardedSearch {
  readonly accountId: number;
  readonly typed: string;
}

/** Detects a search for a whole phone number by a user who sees masked numbers. @param input the parsed input */
export function guardedSearch({ bound: { endpoint }, session }: Call, input: unknown): GuardedSearch | null {
  if (endpoint.method !== 'GET' || endpoint.phoneSearch === undefined || session === null) return null;
  const { field, kinds } = endpoint.phoneSearch;
  const typed = (input as Readonly<Record<string, unknown>>)[field];
  if (typeof typed !== 'string' || ![MOBILE, LANDLINE, E164].some((whole) => whole.test(typed))) return null;
  const { actor } = session;
  const isMasked = kinds.some(({ page, unmask }) => actor.rules.has(page) && !seesPhones(actor, unmask));
  return isMasked ? { accountId: actor.accountId, typed } : null;
}

/** Refuses further searches for one hour after too many searches without a result. @throws Refusal 42901 */
export async function assertMaySearch({ db, clock }: PipeDeps, { accountId }: GuardedSearch): Promise<void> {
  const { hits, secondsLeft } = await readHits(db, clock, refusedKey(accountId), PHONE_SEARCH.refusedSeconds);
  if (hits > 0) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/** Records the search and counts a search without a result. @throws Refusal 42901 when concurrent searches exceeded the limit */
export async function noteSearch(deps: PipeDeps, call: Call, search: GuardedSearch, data: unknown): Promise<void> {
  const { db, clock } = deps;
  const isFound = hasMatch(data);
  const spec: AuditSpec = PHONE_SEARCH_AUDIT;
  await record(deps, db, call, { spec, resultCode: 100, change: { after: { tel: search.typed, found: isFound } } });
  if (isFound) return;
  const { hits } = await countHit(db, clock, `phoneMiss:${search.accountId}`, PHONE_SEARCH.windowSeconds);
  if (hits >= PHONE_SEARCH.misses) await countHit(db, clock, refusedKey(search.accountId), PHONE_SEARCH.refusedSeconds);
  if (hits > PHONE_SEARCH.misses) await assertMaySearch(deps, search);
}

const refusedKey = (accountId: number): string => `phoneSearchRefused:${accountId}`;

function hasMatch(data: unknown): boolean {
  const { list, groups } = data as { list?: readonly unknown[]; groups?: readonly unknown[] };
  return (list ?? groups ?? []).length > 0;
}
