import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntryType } from '../../../contract/ledger.entries';
import { DAY_MS } from '../../../contract/units';
import { ID_SLACK, idFloor } from '../../core/database/partitions';

/** Types whose bill is opened before the payment platform is called. Their transaction may be posted weeks later. */
const OPENED_TYPES = ['WITHDRAW_PAY', 'CHANNEL_TRANSFER_OUT'] as const satisfies readonly EntryType[];
export type OpenedType = (typeof OPENED_TYPES)[number];

/**
 * Builds the condition that joins transactions with their bills. A bill that is not of {@link OpenedType} is created together with its
 * transaction, so both have similar ids. Limits on the bill's id let PostgreSQL read one month of bills, not all (docs/decisions/0080).
 *
 * @param bill alias of the bill in the SQL statement
 * @param txn alias of the transaction
 */
export function isBillOf(bill: string, txn: string): RawBuilder<SqlBool> {
  const [id, txnId] = [sql.ref(`${bill}.id`), sql.ref(`${txn}.id`)];
  const isOpened = sql`${sql.ref(`${txn}.biz_type`)} in (${sql.join(OPENED_TYPES.map((type) => sql.lit(type)))})`;
  return sql<SqlBool>`(${sql.ref(`${bill}.team_id`)} = ${sql.ref(`${txn}.team_id`)} and ${sql.ref(`${bill}.txn_id`)} = ${txnId}
    and ${id} < ${txnId} + ${sql.lit(ID_SLACK)} and ${id} >= case when ${isOpened} then 0 else ${txnId} - ${sql.lit(ID_SLACK)} end)`;
}

/** Returns a moment that is before the start of the day in every time zone. A day starts at most 14 hours earlier than in UTC. */
export const dayFloor = (day: string): Date => new Date(Date.parse(day) - DAY_MS);

/**
 * Builds the condition for bills of a day and later days in any time zone. PostgreSQL then reads only the partitions from that month on.
 *
 * @param bill alias of the bill in the SQL statement
 * @param from first day; `null` includes all days
 */
export function billsSince(bill: string, from: string | null): RawBuilder<SqlBool> {
  if (from === null) return sql<SqlBool>`true`;
  const since = dayFloor(from);
  return sql<SqlBool>`${sql.ref(`${bill}.at`)} >= ${since} and ${sql.ref(`${bill}.id`)} >= ${idFloor(since)}`;
}
