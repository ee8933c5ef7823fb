import type { Kysely } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { SwitchKey } from '../../../contract/switches';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { scopeTeams } from './scope';

/** This module contains the SQL queries for the history of stations. */

type Db = Kysely<Database>;

/** The author and time of a change, for the audit columns and the history. */
export interface Writer {
  readonly id: number;
  readonly name: string;
  readonly at: Date;
}

/** A line of a station's history. */
interface LogLine {
  readonly teamId: number;
  readonly kind: 'status' | 'switch' | 'area' | 'fee';
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly reason?: string | null;
}

export function appendLog(db: Db, ids: Ids, line: LogLine, writer: Writer): Promise<void> {
  return appendLogs(db, ids, [line], writer);
}

/** Rows per statement. A larger statement would block other requests. */
export const INSERT_BATCH = 200;

export async function appendLogs(db: Db, ids: Ids, lines: readonly LogLine[], writer: Writer): Promise<void> {
  for (let from = 0; from < lines.length; from += INSERT_BATCH) {
    await db
      .insertInto('team_log')
      .values(
        lines.slice(from, from + INSERT_BATCH).map((line) => ({
          id: ids.next(),
          team_id: line.teamId,
          kind: line.kind,
          subject: line.subject,
          old_value: JSON.stringify(line.before),
          new_value: JSON.stringify(line.after),
          reason: line.reason ?? null,
          by_id: writer.id,
          by_name: writer.name,
          at: writer.at,
        })),
      )
      .execute();
  }
}

interface LogFilter {
  readonly teamIds: readonly number[] | null;
  readonly kinds: readonly LogLine['kind'][];
  readonly subjects?: readonly SwitchKey[] | undefined;
  readonly scope?: DataScope;
}

interface LogSlice {
  readonly offset: number;
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
}

function logged(db: Db, filter: LogFilter) {
  let query = db.selectFrom('team_log').innerJoin('team', 'team.id', 'team_log.team_id');
  if (filter.teamIds) query = query.where(idIn('team_log.team_id', filter.teamIds));
  if (filter.kinds.length > 0) query = query.where('team_log.kind', 'in', [...filter.kinds]);
  if (filter.subjects?.length) query = query.where('team_log.subject', 'in', [...filter.subjects]);
  return filter.scope ? scopeTeams(query, filter.scope) : query;
}

/** Reads a slice of the history, ordered by time in the direction `page.sortOrder`. */
export async function logRows(db: Db, filter: LogFilter, page: LogSlice) {
  return await logged(db, filter)
    .select([
      'team_log.id as id',
      'team_log.team_id as teamId',
      'team.name as teamName',
      'team_log.kind as kind',
      'team_log.subject as subject',
      'team_log.old_value as before',
      'team_log.new_value as after',
      'team_log.reason as reason',
      'team_log.by_id as byId',
      'team_log.by_name as byName',
      'team_log.at as at',
    ])
    .orderBy('team_log.at', page.sortOrder)
    .orderBy('team_log.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}
export type LogRecord = Awaited<ReturnType<typeof logRows>>[number];

/** Reads a page of the history. `total` counts at most `LIST_LIMITS.countCap` + 1 lines. */
export async function logPage(db: Db, filter: LogFilter, page: LogSlice) {
  const rows = await logRows(db, filter, page);
  const counted = await db
    .selectFrom(
      logged(db, filter)
        .select('team_log.id')
        .limit(LIST_LIMITS.countCap + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}
