import { sql } from 'kysely';
import type { TestApp } from '../../server/testing';

/** What a refused call may touch: records of it, sessions' "last seen", counters of tries, the news of a lock. */
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

/** Rows of each table that were made, changed or deleted since it is watched. */
export type Changes = ReadonlyMap<string, number>;
const watched = new WeakMap<TestApp['db'], Promise<Map<string, number>>>();

/**
 * Notes every change of a row, in the transaction that makes it: what is rolled back leaves no note. To ask all tables how they
 * stand took longer than the calls that were to leave them alone.
 */
async function watch(db: TestApp['db']): Promise<Map<string, number>> {
  await sql`create schema proof`.execute(db);
  await sql`create unlogged table proof.change (name text not null)`.execute(db);
  await sql`
    create function proof.note() returns trigger language plpgsql as $$
      begin insert into proof.change values (tg_table_name); return null; end $$`.execute(db);
  await sql`
    do $$ declare one name; begin
      for one in select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
      loop
        execute format('create trigger proof_rows after insert or update or delete on %I
          for each row execute function proof.note()', one);
        execute format('create trigger proof_all after truncate on %I
          for each statement execute function proof.note()', one);
      end loop;
    end $$`.execute(db);
  return new Map();
}

/** How often rows of each table were made, changed or deleted since this was asked first. */
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

/** Differs as soon as any row of a business table is made, changed or deleted. */
export async function businessFingerprint(t: Pick<TestApp, 'db'>): Promise<string> {
  const changes = await changesOf(t);
  return JSON.stringify([...changes].filter(([name]) => !NO_BUSINESS.has(name)).sort());
}
