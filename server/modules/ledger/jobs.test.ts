import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import { manual } from './entries';
import { ledgerJobs } from './jobs';
import { post } from './store';
import { createTestLedger } from './testing';
import { closedUntil } from './watermark';

test('a night whose closing failed closes its days at the next run and does not check the books again', async () => {
  const l = await createTestLedger();
  const { clock } = l;
  const { db, ids } = l.tools;
  const [job] = ledgerJobs.filter(({ name }) => name === 'nightly check of the books');
  const run = async () => job?.run(db, clock, ids);
  const checks = async () => (await db.selectFrom('ledger_check').select('id').execute()).length;
  await post(l.tools, manual(l.occasion(7), 'TEAM_AVAILABLE', 7, 'in', 100));
  clock.advance(6 * DAY_MS);
  await sql`
    create function refuse_closing() returns trigger language plpgsql as $$ begin raise exception 'no closing'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_closing before insert on day_close execute function refuse_closing()`.execute(db);
  await assert.rejects(run, AggregateError);
  await sql`drop trigger refuse_closing on day_close`.execute(db);
  assert.deepEqual([await checks(), await closedUntil(db)], [1, null]);
  clock.advance(5 * MINUTE_MS);
  await run();
  assert.deepEqual([await checks(), await closedUntil(db)], [1, '2026-03-03']);
  await l.mustBeSound();
  await l.database.close();
});
