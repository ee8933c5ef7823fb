import { type Kysely, type SqlBool, sql } from 'kysely';
import { VIEWS } from '../../../contract/limits';
import { holdKeyedLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';

type Db = Kysely<Database>;
export type Scope = 'own' | 'identity' | 'everyone';

const COLUMNS = [
  'id',
  'version',
  'list',
  'name',
  'query',
  'scope',
  'holder_id as holderId',
  'created_by as createdBy',
] as const;

/** Maximum number of views that {@link viewsFor} returns. It is a safety limit, not a page size. */
const MOST = VIEWS.perList * 40;

export interface Reader {
  readonly accountId: number;
  readonly identityIds: readonly number[];
}

/**
 * Builds the condition for the views that a person can use. These are their own views, views of their identities and views of everyone. The
 * person can also use the views that they created for an identity.
 */
const usedBy = ({ accountId, identityIds }: Reader) => sql<SqlBool>`(
  scope = 'everyone'
  or (scope = 'own' and holder_id = ${accountId})
  or (scope = 'identity' and (holder_id = any(${sql.val([...identityIds])}::bigint[]) or created_by = ${accountId})))`;

export async function viewsFor(db: Db, reader: Reader) {
  return db
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where(usedBy(reader))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
    .execute();
}

export type ViewRecord = Awaited<ReturnType<typeof viewsFor>>[number];

/** Reads a view that the person can use. Returns `undefined` for any other view. */
export async function viewFor(db: Db, reader: Reader, id: number): Promise<ViewRecord | undefined> {
  return db.selectFrom('saved_view').select(COLUMNS).where('id', '=', id).where(usedBy(reader)).executeTakeFirst();
}

/** Counts a holder's views of a list. Takes a lock until the transaction ends, so that no other transaction adds a view. */
export async function countHeld(db: Db, held: { list: string; scope: Scope; holderId: number }): Promise<number> {
  await holdKeyedLock(db, 'savedViews', held.holderId);
  const { count } = await db
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('list', '=', held.list)
    .where('scope', '=', held.scope)
    .where('holder_id', '=', held.holderId)
    .executeTakeFirstOrThrow();
  return count;
}

interface ViewValues {
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly scope: Scope;
  readonly holderId: number;
}
interface Writer {
  readonly id: number;
  readonly at: Date;
}

const columns = ({ holderId, ...values }: ViewValues, { id, at }: Writer) => ({
  ...values,
  holder_id: holderId,
  updated_at: at,
  updated_by: id,
});

/** Inserts a view. @returns `false` if the holder already has a view of this name */
export async function insertView(db: Db, id: number, values: ViewValues, writer: Writer): Promise<boolean> {
  const row = await db
    .insertInto('saved_view')
    .values({ id, ...columns(values, writer), created_at: writer.at, created_by: writer.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Updates a view.
 * @returns the next version · `null` after a concurrent change · `taken` if the holder already has a view of this name
 */
export async function updateView(
  db: Db,
  which: { readonly id: number; readonly version: number },
  values: ViewValues,
  writer: Writer,
): Promise<number | null | 'taken'> {
  try {
    const row = await db
      .updateTable('saved_view')
      .set((eb) => ({ ...columns(values, writer), version: eb('version', '+', 1) }))
      .where('id', '=', which.id)
      .where('version', '=', which.version)
      .returning('version')
      .executeTakeFirst();
    return row?.version ?? null;
  } catch (error) {
    if (violatedConstraint(error) === 'saved_view_name') return 'taken';
    throw error;
  }
}

/** Deletes a view. @returns `false` after a concurrent change */
export async function deleteView(db: Db, id: number, version: number): Promise<boolean> {
  const row = await db
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Tests whether the view is the default view of any person or identity. */
export async function isOpenedWith(db: Db, viewId: number): Promise<boolean> {
  const row = await db
    .selectFrom('saved_view_default')
    .select('view_id')
    .where('view_id', '=', viewId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the default views of a person and of these identities. `null` for `identityIds` means all identities. */
export async function defaultsOf(db: Db, accountId: number, identityIds: readonly number[] | null) {
  return db
    .selectFrom('saved_view_default')
    .select(['list', 'scope', 'holder_id as holderId', 'view_id as viewId'])
    .where((eb) =>
      eb.or([
        eb.and([eb('scope', '=', 'own'), eb('holder_id', '=', accountId)]),
        identityIds === null
          ? eb('scope', '=', 'identity')
          : eb.and([
              eb('scope', '=', 'identity'),
              sql<SqlBool>`holder_id = any(${sql.val([...identityIds])}::bigint[])`,
            ]),
      ]),
    )
    .orderBy('holder_id')
    .execute();
}

export async function writeDefault(
  db: Db,
  row: {
    readonly list: string;
    readonly scope: 'own' | 'identity';
    readonly holderId: number;
    readonly viewId: number | null;
  },
): Promise<void> {
  const { list, scope, holderId, viewId } = row;
  if (viewId === null && scope === 'identity') {
    await db
      .deleteFrom('saved_view_default')
      .where('scope', '=', scope)
      .where('holder_id', '=', holderId)
      .where('list', '=', list)
      .execute();
    return;
  }
  await db
    .insertInto('saved_view_default')
    .values({ list, scope, holder_id: holderId, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['scope', 'holder_id', 'list']).doUpdateSet({ view_id: viewId }))
    .execute();
}

/** Removes a view as the default view of identities that can no longer see the view after a change of its sharing. */
export async function deleteForeignDefaults(db: Db, viewId: number, kept: { scope: Scope; holderId: number }) {
  if (kept.scope === 'everyone') return;
  await db
    .deleteFrom('saved_view_default')
    .where('view_id', '=', viewId)
    .where('scope', '=', 'identity')
    .$if(kept.scope === 'identity', (qb) => qb.where('holder_id', '<>', kept.holderId))
    .execute();
}
