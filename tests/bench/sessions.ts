import type { Kysely } from 'kysely';
import type { BuiltinIdentityKey } from '../../contract/identity.builtin';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { leaseIds } from '../../server/core/database/nodes';
import type { Database } from '../../server/core/database/schema';
import { createAccount, seedIdentities } from '../../server/modules/account';
import { USER_AGENT } from './client';

/** Number in names and phones, so that two runs on one database do not collide. It repeats after 11 days. */
const RUN = systemClock.now().getTime() % 1_000_000_000;
let serial = 0;

/** Creates staff accounts with a built-in identity and one session each. @returns the session tokens */
export async function startSessions(
  db: Kysely<Database>,
  count: number,
  identity: BuiltinIdentityKey,
): Promise<string[]> {
  const clock = systemClock;
  const ids = await leaseIds(db, clock);
  try {
    const identityIds = [(await seedIdentities({ db, clock, ids })).get(identity) ?? 0];
    const tokens: string[] = [];
    for (let number = 0; number < count; number += 1) {
      serial += 1;
      const name = `bench${RUN}_${serial}`;
      const tel = `+999${String((RUN + serial) % 1_000_000_000).padStart(9, '0')}`;
      const person = { accountType: 'staff', account: name, name, tel, identityIds, status: 'active' } as const;
      const accountId = await createAccount({ db, clock, ids }, person);
      const facts = { accountId, ip: '127.0.0.1', userAgent: USER_AGENT, remember: false, most: 1 };
      tokens.push((await startSession({ db, clock, ids }, facts)).token);
    }
    return tokens;
  } finally {
    await ids.release();
  }
}
