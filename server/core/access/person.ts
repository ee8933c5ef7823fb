import { type Kysely, sql } from 'kysely';
import type { Actor } from '../actor';
import type { Database } from '../database/schema';
import { type Access, accessOf, type IdentityFacts, type Person } from './access';
import { readIdentities } from './identities';

const MOST_REMEMBERED = 10_000;

/** Account columns that sessions and permissions need. */
export const PERSON = [
  'account.id as accountId',
  'account.account',
  'account.name',
  'account.tel',
  'account.status',
  'account.account_type as accountType',
  'account.must_change_password as mustChangePassword',
  'account.team_ids as teamIds',
  'account.franchisee_id as franchiseeId',
  'account.expire_at as lastDay',
  sql<readonly (readonly [number, number])[]>`(
    select coalesce(json_agg(json_build_array(identity.id, identity.version) order by identity.id), '[]')
    from account_identity join identity on identity.id = account_identity.identity_id
    where account_identity.account_id = account.id and identity.status = 'on' and identity.deleted_at is null
  )`.as('identityKeys'),
] as const;

export interface PersonRow extends Person {
  readonly accountId: number;
  readonly account: string;
  readonly name: string;
  readonly tel: string;
  readonly mustChangePassword: boolean;
  readonly identityKeys: readonly (readonly [id: number, version: number])[];
}

/** Caches identities and merged permissions, because thousands of accounts share a few sets of identities. */
export function rememberRights(db: Kysely<Database>) {
  const identities = new Map<string, IdentityFacts>();
  const accesses = new Map<string, Access>();

  async function identitiesOf(keys: readonly (readonly [id: number, version: number])[]): Promise<IdentityFacts[]> {
    const missing = keys.filter(([id, version]) => !identities.has(`${id}:${version}`)).map(([id]) => id);
    if (missing.length > 0) {
      const rows = await readIdentities(db, missing);
      if (identities.size > MOST_REMEMBERED) identities.clear();
      for (const { version, ...facts } of rows) identities.set(`${facts.id}:${version}`, facts);
    }
    return keys.flatMap(([id, version]) => identities.get(`${id}:${version}`) ?? []);
  }

  /** Memoizes {@link accessOf} by the versions of the identities, the account type, the stations and the franchisee. */
  function accessBy(person: Parameters<typeof accessOf>[0], key: string, counted: readonly IdentityFacts[]): Access {
    const own = `${key}|${person.accountType}|${person.teamIds.join()}|${person.franchiseeId ?? ''}`;
    const known = accesses.get(own);
    if (known) return known;
    const made = accessOf(person, counted);
    if (accesses.size > MOST_REMEMBERED) accesses.clear();
    accesses.set(own, made);
    return made;
  }

  /** Builds an actor with the permissions of the given identities (`counted`). */
  function actorFrom(row: PersonRow, counted: readonly IdentityFacts[], sessionId: number) {
    const isCounted = new Set(counted.map(({ id }) => id));
    const key = row.identityKeys.filter(([id]) => isCounted.has(id)).join(';');
    const access = accessBy(row, key, counted);
    const actor: Actor = {
      accountId: row.accountId,
      account: row.account,
      name: row.name,
      tel: row.tel,
      accountType: row.accountType,
      identityNames: counted.map((identity) => identity.name),
      rules: access.rules,
      fields: access.fields,
      scope: access.scope,
      scopeOf: access.scopeOf,
      sessionId,
      mustChangePassword: row.mustChangePassword,
    };
    return { actor, access };
  }

  return { identitiesOf, actorFrom };
}
