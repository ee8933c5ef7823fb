import type { Kysely } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { departmentPaths } from '../../../contract/staff.departments';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import type { AccountType } from '../../core/database/tables/access';
import { peopleCondition } from './scope';
import { departments } from './store';

/** Maximum number of people in a select. Other people can be found with the filters of the list. */
const MOST = LIST_LIMITS.filterValues * 5;

/**
 * Lists options for a select of people within the data scope, such as `Lin (lin_01)`.
 *
 * @param canWork excludes disabled people
 */
export async function peopleOptions(
  db: Kysely<Database>,
  actor: Actor,
  types: readonly AccountType[],
  canWork = false,
): Promise<{ value: number; label: string }[]> {
  const condition = await peopleCondition(db, { actor });
  let query = db
    .selectFrom('account')
    .select(['account.id', 'account.name', 'account.account'])
    .where('account.deleted_at', 'is', null)
    .where('account.account_type', 'in', types);
  if (condition) query = query.where(condition);
  if (canWork) query = query.where('account.status', '<>', 'disabled');
  const rows = await query.orderBy('account.name').orderBy('account.id').limit(MOST).execute();
  return rows.map(({ id, name, account }) => ({
    value: id,
    label: name === account ? name : `${name} (${account})`,
  }));
}

/** Lists department options for a select, with the path of each department. */
export async function departmentOptions(db: Kysely<Database>): Promise<{ value: number; label: string }[]> {
  const paths = departmentPaths(await departments(db));
  return [...paths].map(([value, label]) => ({ value, label }));
}
