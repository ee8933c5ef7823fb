import { sql } from 'kysely';
import type { TestApp } from '../../server/testing';

/** What a refused call may touch: records of it, sessions' "last seen", counters of tries, the news of a lock. */
const NO_BUSINESS = new Set([
  'account_session',
  'audit_link',
  'captcha',
  'factor_challenge',
  'idempotency_record',
  'kysely_migration',
  'kysely_migration_lock',
  'login_log',
  'notice_outbox',
  'operation_record',
  'process_node',
  'sign_in_guard',
  'throttle',
  'verify_code',
]);

/** Number of rows and newest writing transaction of every business table: differs as soon as any row is made, changed or deleted. */
export async function businessFingerprint({ db }: Pick<TestApp, 'db'>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const parts = tables
    .filter(({ name }) => !NO_BUSINESS.has(name))
    .map(
      ({ name }) =>
        sql`select ${name} as name, count(*) as rows, max(xmin::text::bigint) as newest from ${sql.table(name)}`,
    );
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(db);
  return JSON.stringify(rows);
}
