import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { IdentityFacts } from './access';

/** Reads identities by id, in any state, in the form that `accessOf` needs. */
export async function readIdentities(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<(IdentityFacts & { readonly version: number })[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('identity')
    .select([
      'id',
      'version',
      'name',
      'rule_ids as ruleIds',
      'data_scope as scope',
      'field_rules as fields',
      'login_hours as hours',
      'ip_allow_list as addresses',
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}
