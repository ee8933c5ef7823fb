import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { FRANCHISE } from '../../../contract/franchiseApply.states';
import { MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';

/** Sessions in which applicants see their own applications. The database stores only the hash of a session token. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}
export interface OwnSession {
  readonly tel: string;
  readonly until: Date;
}
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Starts a session and deletes expired ones. @returns the new session with its token */
export async function startSession(
  { db, clock }: Tools,
  tel: string,
): Promise<OwnSession & { readonly token: string }> {
  const now = clock.now();
  const token = clock.randomBytes(TOKEN_BYTES).toString('base64url');
  const until = new Date(now.getTime() + FRANCHISE.statusMinutes * MINUTE_MS);
  await db.deleteFrom('franchise_session').where('expire_at', '<=', now).execute();
  await db
    .insertInto('franchise_session')
    .values({ token_hash: hashOf(token), tel, created_at: now, expire_at: until })
    .execute();
  return { token, tel, until };
}

export async function findSession({ db, clock }: Tools, token: string): Promise<OwnSession | undefined> {
  const row = await db
    .selectFrom('franchise_session')
    .select(['tel', 'expire_at as until'])
    .where('token_hash', '=', hashOf(token))
    .where('expire_at', '>', clock.now())
    .executeTakeFirst();
  return row;
}

export async function endSession({ db }: Pick<Tools, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('franchise_session').where('token_hash', '=', hashOf(token)).execute();
}
