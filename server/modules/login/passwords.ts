import type { Kysely } from 'kysely';
import type { CallContext } from '../../core/context';
import type { Database } from '../../core/database/schema';
import { hashPassword, verifyPassword } from '../../core/passwords';
import { refuse } from '../../core/refusal';
import { isStrong, type SignInPolicy } from './rules';
import { insertLoginLog, type SignInAccount, updatePassword } from './store';

export type Method = 'password' | 'sms' | 'reset' | 'link';

/** Hashes of the last passwords; a new one must differ from them (42384). */
const REMEMBERED_PASSWORDS = 3;

/** @throws Refusal 42385 weak · 42384 one of the last three */
export async function refuseBadPassword(
  account: Pick<SignInAccount, 'account' | 'passwordLog' | 'passwordHash'>,
  password: string,
  policy: Pick<SignInPolicy, 'passwordMinLen'>,
): Promise<void> {
  if (!isStrong(password, account.account, policy.passwordMinLen)) throw refuse(42385);
  const former = new Set([...account.passwordLog.slice(0, REMEMBERED_PASSWORDS), account.passwordHash]);
  for (const hash of former) {
    if (hash !== null && (await verifyPassword(hash, password))) throw refuse(42384);
  }
}

/** Stores a person's own password; from now on it is no one-time password. */
export async function setPassword(
  db: Kysely<Database>,
  account: Pick<SignInAccount, 'id' | 'passwordLog'>,
  password: string,
  at: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  const log = [hash, ...account.passwordLog].slice(0, REMEMBERED_PASSWORDS);
  await updatePassword(db, account.id, { hash, log, at });
}

/** One line of the login log. */
export async function logSignIn(
  ctx: CallContext,
  account: Pick<SignInAccount, 'id' | 'account'> | undefined,
  name: string,
  line: { readonly method: Method; readonly ok: boolean; readonly reason: string | null },
  db: Kysely<Database> = ctx.db,
): Promise<void> {
  await insertLoginLog(db, {
    id: ctx.ids.next(),
    accountId: account?.id ?? null,
    account: account?.account ?? name,
    ...line,
    ip: ctx.ip,
    ua: ctx.userAgent,
    at: ctx.clock.now(),
  });
}
