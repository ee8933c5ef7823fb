import type { Kysely } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Actor } from '../../core/context';
import type { Database } from '../../core/database/schema';
import { peopleCondition } from './scope';

/** How many people a choice offers; beyond it the list's own filters find them. */
const MOST = LIST_LIMITS.filterValues * 5;

/** People for a choice, inside the scope: `Lin (lin_01)`. */
export async function peopleOptions(
  db: Kysely<Database>,
  actor: Actor,
  types: readonly ('staff' | 'owner' | 'station' | 'franchisee')[],
): Promise<{ value: number; label: string }[]> {
  const condition = await peopleCondition(db, { actor });
  const rows = await db
    .selectFrom('account')
    .select(['account.id', 'account.name', 'account.account'])
    .where('account.deleted_at', 'is', null)
    .where('account.account_type', 'in', types)
    .$if(condition !== null, (qb) => (condition ? qb.where(condition) : qb))
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id, name, account }) => ({
    value: id,
    label: name === account ? name : `${name} (${account})`,
  }));
}
