import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;
export type UndoEntry = Selectable<Database['undo_entry']>;

/** Inserts entries in one statement. PostgreSQL allows 65 535 parameters in a statement, one per value, so the caller limits the batch. */
export async function insertEntries(db: Db, rows: readonly Insertable<Database['undo_entry']>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('undo_entry').values(rows).execute();
}

/** Locks the undo entries of a person's call until the transaction ends, so that no entry is undone twice. */
export function lockEntries(db: Db, accountId: number, recordId: number): Promise<UndoEntry[]> {
  return db
    .selectFrom('undo_entry')
    .selectAll()
    .where('record_id', '=', recordId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function markUndone(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('undo_entry')
    .set({ undone_at: at, payload: null })
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .execute();
}

/** Finds the newest later action on the object of each entry of the call. Returns the author and time of this action by entry id. */
export async function laterThan(db: Db, recordId: number) {
  const rows = await db
    .selectFrom('undo_entry as entry')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('undo_entry as later')
          .select(['later.account_id as accountId', 'later.at as at'])
          .whereRef('later.subject', '=', 'entry.subject')
          .whereRef('later.id', '>', 'entry.id')
          .orderBy('later.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['entry.id as id', 'newest.accountId as accountId', 'newest.at as at'])
    .where('entry.record_id', '=', recordId)
    .execute();
  return new Map(rows.map(({ id, ...later }) => [id, later]));
}

/**
 * Counts the person's undo entries for each of these audit records: all, undone, and neither undone nor followed by a later action. Also
 * reads the earliest undo deadline.
 */
export function entriesOf(db: Db, accountId: number, recordIds: readonly number[]) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('undo_entry as entry')
        .select([
          'entry.record_id as recordId',
          'entry.until as until',
          sql<boolean>`entry.undone_at is not null`.as('isUndone'),
          sql<boolean>`exists (
            select 1 from undo_entry as later where later.subject = entry.subject and later.id > entry.id
          )`.as('isReplaced'),
        ])
        .where('entry.account_id', '=', accountId)
        .where('entry.record_id', 'in', recordIds)
        .as('entry'),
    )
    .select((eb) => [
      'recordId',
      eb.fn.min<Date>('until').as('until'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where "isUndone")`.as('undone'),
      sql<number>`count(*) filter (where not "isUndone" and not "isReplaced")`.as('left'),
    ])
    .groupBy('recordId')
    .execute();
}

/** Purges data that is no longer needed: payloads after the undo deadline, and whole entries after two days. */
export async function forgetEntries(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('undo_entry')
    .set({ payload: null })
    .where('until', '<=', now)
    .where('payload', 'is not', null)
    .execute();
  await db
    .deleteFrom('undo_entry')
    .where('at', '<', new Date(now.getTime() - 2 * 86_400_000))
    .execute();
}
