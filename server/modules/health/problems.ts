import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;
export type ProblemState = 'new' | 'handled';

const ROW = [
  'id',
  'version',
  'created_at as createdAt',
  'account_name as accountName',
  'content',
  'page',
  'state',
  'note',
  'handled_name as handledByName',
  'handled_at as handledAt',
  'file_id as fileId',
] as const;

export async function insertProblem(
  db: Db,
  problem: {
    id: number;
    at: Date;
    accountId: number;
    accountName: string;
    content: string;
    page: string;
    contract: string;
    browser: string;
    screen: string;
    locale: string;
    calls: readonly object[];
    fileId: number | null;
  },
): Promise<void> {
  const { at, accountId, accountName, calls, fileId, ...rest } = problem;
  await db
    .insertInto('problem_report')
    .values({
      ...rest,
      created_at: at,
      account_id: accountId,
      account_name: accountName,
      calls: JSON.stringify(calls),
      file_id: fileId,
    })
    .execute();
}

/** Reads the times of a person's reports since a moment. The oldest is the first. */
export async function reportsSince(db: Db, accountId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('problem_report')
    .select('created_at as at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map(({ at }) => at);
}

export async function problemPage(
  db: Db,
  wanted: { states: readonly ProblemState[] | undefined; order: 'asc' | 'desc'; offset: number; limit: number },
) {
  const { states, order, offset, limit } = wanted;
  const found = db
    .selectFrom('problem_report')
    .$if(Boolean(states?.length), (qb) => qb.where('state', 'in', [...(states ?? [])]));
  const [rows, count] = await Promise.all([
    found.select(ROW).orderBy('created_at', order).orderBy('id', order).offset(offset).limit(limit).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.total) };
}

export async function openProblems(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('problem_report')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('state', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(open);
}

export async function findProblem(db: Db, id: number) {
  const row = await db
    .selectFrom('problem_report')
    .select([...ROW, 'contract', 'browser', 'screen', 'locale', 'calls'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the state of a problem report. @returns the new version, or `null` after a concurrent change */
export async function markProblem(
  db: Db,
  change: { id: number; version: number; state: ProblemState; note: string; by: number; byName: string; at: Date },
): Promise<number | null> {
  const isHandled = change.state === 'handled';
  const row = await db
    .updateTable('problem_report')
    .set({
      version: change.version + 1,
      state: change.state,
      note: change.note,
      handled_by: isHandled ? change.by : null,
      handled_name: isHandled ? change.byName : null,
      handled_at: isHandled ? change.at : null,
    })
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}
