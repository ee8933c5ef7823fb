import { createHash } from 'node:crypto';
import type { TestApp } from '../../server/testing';

/** A session with a second verification. */
export interface LivingSession {
  readonly token: string;
  readonly ticket: string;
}

/**
 * Caches sessions for many calls, because creating a session per call would take longer than the calls. A session is replaced when
 * a call has ended the session or its second verification. It is also replaced when its account was disabled or deleted.
 *
 * @returns a function that returns a valid session of an account (default: the owner) and creates one if needed
 */
export function livingSessions(t: TestApp): (account?: string) => Promise<LivingSession> {
  const kept = new Map<string, LivingSession & { readonly state: string }>();
  return async (account = 'owner') => {
    const known = kept.get(account);
    if (known && (await stateOf(t, known.token)) === known.state) return known;
    const token = await t.signIn(account);
    const ticket = await t.ticket(token);
    const begun = { token, ticket, state: await stateOf(t, token) };
    kept.set(account, begun);
    return begun;
  };
}

/** Reads the state that decides whether a session is still valid. */
async function stateOf({ db }: Pick<TestApp, 'db'>, token: string): Promise<string> {
  const found = await db
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .select(['account_session.ended_at', 'account_session.ticket_hash', 'account.status', 'account.deleted_at'])
    .where('account_session.token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst();
  return JSON.stringify(found ?? null);
}
