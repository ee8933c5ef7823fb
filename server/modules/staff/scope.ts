import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { regionPrefix } from '../../../contract/region-codes';
import type { StoredScope } from '../../core/access/scope';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { scopeTeams } from '../team';

/**
 * This module decides which people are in the caller's data scope (DOMAIN §1). A person is in a scope if the scope contains everything that
 * the person can reach. A person can reach the scopes of their identities, their own stations and their franchisee's stations. The owner
 * reaches everything, so only the scope "all" contains the owner. Each person can see their own account.
 */

type Db = Kysely<Database>;

/** Tests whether `wide` contains the whole scope. `teamsInside` contains the ids of the stations that are in `wide`. */
function isInside(scope: StoredScope, wide: DataScope, teamsInside: ReadonlySet<number>): boolean {
  switch (scope.kind) {
    case 'all':
      return false;
    case 'teams':
      return scope.ids.every((id) => teamsInside.has(id));
    case 'regions':
      return (
        wide.kind === 'regions' &&
        scope.ids.every((id) => wide.codes.some((code) => regionPrefix(id).startsWith(regionPrefix(code))))
      );
    case 'franchisees':
      return scope.ids.length === 0 || (wide.kind === 'franchisees' && scope.ids.every((id) => wide.ids.includes(id)));
  }
}

/**
 * Tests for each of these scopes whether `wide` contains it.
 *
 * @returns one boolean for each scope, in the order of `scopes`
 */
async function scopesInside(db: Db, scopes: readonly StoredScope[], wide: DataScope): Promise<boolean[]> {
  if (wide.kind === 'all') return scopes.map(() => true);
  const named = [...new Set(scopes.flatMap((scope) => (scope.kind === 'teams' ? scope.ids : [])))];
  const inside = named.length === 0 ? [] : await teamsInside(db, named, wide);
  const known = new Set(inside);
  return scopes.map((scope) => isInside(scope, wide, known));
}

/** Finds which of the given stations are in a scope. Deleted stations are left out. */
export async function teamsInside(db: Db, ids: readonly number[], wide: DataScope): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await scopeTeams(db.selectFrom('team'), wide)
    .select('team.id')
    .where('team.id', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .where('team.deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Builds the SQL condition on the table `account` for people in the caller's scope. `null` means that the scope is "all". */
export async function peopleCondition(
  db: Db,
  { actor }: Pick<ActorContext, 'actor'>,
): Promise<RawBuilder<SqlBool> | null> {
  const { scope } = actor;
  if (scope.kind === 'all') return null;
  const identities = await db.selectFrom('identity').select(['id', 'data_scope as scope']).execute();
  const fits = await scopesInside(
    db,
    identities.map((identity) => identity.scope),
    scope,
  );
  const wider = identities.filter((_identity, at) => !fits[at]).map(({ id }) => id);
  const teams = scopeTeams(db.selectFrom('team'), scope).select('team.id');
  return sql<SqlBool>`(account.id = ${actor.accountId} or (
    account.account_type <> 'owner'
    and not exists (select 1 from account_identity held
      where held.account_id = account.id and held.identity_id = any(${sql.val(wider)}::bigint[]))
    and not exists (select 1 from jsonb_array_elements_text(account.team_ids) own(id)
      where own.id::bigint not in ${teams})
    and (account.franchisee_id is null or not exists (select 1 from team theirs
      where theirs.franchisee_id = account.franchisee_id and theirs.id not in ${teams}))
  ))`;
}

/** Tests for each account id whether the account is in the caller's scope. Deleted accounts are included; unknown ids are absent. */
export async function peopleInScope(
  ctx: Pick<ActorContext, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  const condition = (await peopleCondition(ctx.db, ctx)) ?? sql<SqlBool>`true`;
  const rows = await ctx.db
    .selectFrom('account')
    .select(['account.id', sql<boolean>`${condition}`.as('isInside')])
    .where(idIn('account.id', ids))
    .execute();
  return new Map(rows.map(({ id, isInside }) => [id, isInside]));
}

/**
 * Checks that all accounts exist and are in the caller's scope. Deleted accounts count as existing.
 * @throws Refusal 40401 when an id has no account, 40302 when an account is out of scope
 */
export async function assertPeopleInScope(ctx: Pick<ActorContext, 'db' | 'actor'>, ids: readonly number[]) {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  const known = await peopleInScope(ctx, [...wanted]);
  if ([...known.values()].includes(false)) throw refuse(40302);
  if (known.size < wanted.size) throw refuse(40401);
}
