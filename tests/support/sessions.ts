import { createHash } from 'node:crypto';
import type { TestApp } from '../../server/testing';

/** A session with a second verification. */
export interface LivingSession {
  readonly token: string;
  readonly ticket: string;
}

/**
 * Sessions that serve for many calls, each until a call ends it, its second verification or its person. Thousands of sessions of one
 * person, each begun for a single call, took longer than the calls.
 *
 * @returns gives the living session of an account, the owner's by default; begins one where there is none
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

/** What decides whether a session still serves. */
async function stateOf({ db }: Pick<TestApp, 'db'>, token: string): Promise<string> {
  const found = await db
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .select(['account_session.ended_at', 'account_session.ticket_hash', 'account.status', 'account.deleted_at'])
    .where('account_session.token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst();
  return JSON.stringify(found ?? null);
}
