import { sql } from 'kysely';
import type { TestApp } from '../../server/testing';

/** Tables that do not count as business data. A refused call may change them: it writes operation records and attempt counters. */
const NO_BUSINESS = new Set([
  'account_session',
  'api_client',
  'api_nonce',
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
  'rate_limit',
  'sign_in_guard',
  'throttle',
  'verify_code',
]);

/** Number of inserted, changed or deleted rows in each table since the recording began. */
export type Changes = ReadonlyMap<string, number>;
const watched = new WeakMap<TestApp['db'], Promise<Map<string, number>>>();

/**
 * Installs triggers that record every change of a row in the same transaction, so a rollback leaves no record. Comparing the content of
 * all tables would take longer than the tested calls.
 */
async function watch(db: TestApp['db']): Promise<Map<string, number>> {
  await sql`create schema proof`.execute(db);
  await sql`create unlogged table proof.change (name text not null)`.execute(db);
  await sql`
    create function proof.note() returns trigger language plpgsql as $$
      begin
        insert into proof.change
        select coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = tg_relid), tg_table_name);
        return null;
      end $$`.execute(db);
  await sql`
    do $$ declare one name; begin
      -- Partitions get the triggers of their table.
      for one in select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      loop
        execute format('create trigger proof_rows after insert or update or delete on %I
          for each row execute function proof.note()', one);
        execute format('create trigger proof_all after truncate on %I
          for each statement execute function proof.note()', one);
      end loop;
    end $$`.execute(db);
  return new Map();
}

/** Counts the rows inserted, changed or deleted in each table since the first call of this function. */
export async function changesOf({ db }: Pick<TestApp, 'db'>): Promise<Changes> {
  const known = watched.get(db) ?? watch(db);
  watched.set(db, known);
  const changes = await known;
  const { rows } = await sql<{ name: string; rows: number }>`
    with noted as (delete from proof.change returning name)
    select name, count(*)::int as rows from noted group by name`.execute(db);
  for (const { name, rows: count } of rows) changes.set(name, (changes.get(name) ?? 0) + count);
  return new Map(changes);
}

/** Returns a text that changes when any row of a business table is inserted, changed or deleted. */
export async function businessFingerprint(t: Pick<TestApp, 'db'>): Promise<string> {
  const changes = await changesOf(t);
  return JSON.stringify([...changes].filter(([name]) => !NO_BUSINESS.has(name)).sort());
}
