import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fixedClock } from './core/clock';
import { migrate } from './core/database/migrate';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './core/database/testing';
import { createIds } from './core/ids';
import { createSecretBox } from './core/secrets';
import { seedDatabase } from './demo';
import { migrations } from './migrations';
import { findOffences, ledgerJobs } from './modules/ledger';
import { chainHead, linkRecords, verifyChain } from './modules/record/chain';
import { TEST_NOW } from './testing';

/**
 * What an older version left is brought to the newest step with everything in it (QUALITY C.3 32). The rows are those of the demo, as
 * far as the older tables had a place for them: stations, people, orders, books with closed days, a chain of records.
 */

/** The first step with the books, the one before indexes and roll-ups of bills, and one of the last that rewrite rows. */
const FROM = ['0019_ledger_post', '0021_team_fund', '0028_taking_back'] as const;

let whole: TestDatabase;
const clock = fixedClock(TEST_NOW);
before(async () => {
  whole = await createTestDatabase();
  const ids = createIds({ clock, node: 3 });
  const secrets = createSecretBox(Buffer.alloc(32, 1), clock);
  await seedDatabase(whole.db, { size: 'small', now: clock.now(), secrets, ids });
  // Settles what is due, checks the books and closes what is older than three days.
  for (const job of ledgerJobs) await job.run(whole.db, clock, ids);
  await linkRecords(whole.db, clock);
});
after(() => whole.close());

type Columns = Map<string, string[]>;

/** The columns that rows are put into, by table; the list of steps is the migrator's own. */
async function columnsOf({ pool }: TestDatabase): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
     group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Puts the demo's rows into tables of an older step. @returns how many each of them got */
async function fill(old: TestDatabase): Promise<Map<string, number>> {
  const [has, had] = [await columnsOf(whole), await columnsOf(old)];
  const counts = new Map<string, number>();
  const client = await old.pool.connect();
  try {
    // As if they had always been there: nothing of the books is written twice, and no order of tables is needed.
    await client.query('set session_replication_role = replica');
    for (const [table, columns] of had) {
      const common = columns.filter((name) => has.get(table)?.includes(name)).map((name) => `"${name}"`);
      if (common.length === 0) continue;
      const { rows } = await whole.pool.query<{ all: string; count: number }>(
        `select coalesce(json_agg(t), '[]')::text as all, count(*)::int as count from (select ${common} from ${table}) t`,
      );
      // Some steps put rows in themselves.
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (${common}) select ${common} from json_populate_recordset(null::${table}, $1::json)`,
        [rows[0]?.all],
      );
      counts.set(table, rows[0]?.count ?? 0);
    }
  } finally {
    client.release(true);
  }
  return counts;
}

async function countsOf({ pool }: TestDatabase, tables: Iterable<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts.set(table, rows[0]?.count ?? 0);
  }
  return counts;
}

/** Closed days by type, as step 0022 made them from postings, or as every day's close does. */
const flows = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      'select team_id, day::text, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_flow order by 1, 2, 3, 4',
    )
  ).rows;

/** A roll-up that is counted anew once it is needed (0030). */
const COUNTED_ANEW = ['order_roll_up'];

for (const from of FROM) {
  test(`a database of step ${from} with stations, orders, books and records comes whole to the newest one, and a second time nothing is done`, async () => {
    const old = await createEmptyDatabase();
    try {
      const known = migrations.findIndex(([name]) => name === from) + 1;
      assert.ok(known > 0, `no step ${from}`);
      await migrate(old.db, migrations.slice(0, known));
      const put = await fill(old);
      for (const table of ['team', 'account', 'customer_order', 'ledger_posting', 'day_close', 'operation_record']) {
        assert.ok((put.get(table) ?? 0) > 0, `nothing was put into ${table}`);
      }
      const head = await chainHead(old.db);
      assert.deepEqual(
        await migrate(old.db, migrations),
        migrations.slice(known).map(([name]) => name),
      );
      for (const table of COUNTED_ANEW) put.delete(table);
      assert.deepEqual(await countsOf(old, put.keys()), put, 'rows were lost or made');
      assert.deepEqual(await findOffences(old.db), []);
      assert.equal((await verifyChain(old.db)).breach, null);
      assert.deepEqual(await chainHead(old.db), head);
      assert.notEqual(head, null);
      assert.deepEqual(await flows(old), await flows(whole));
      assert.deepEqual(await columnsOf(old), await columnsOf(whole));
      assert.deepEqual(await migrate(old.db, migrations), []);
      assert.deepEqual(await countsOf(old, put.keys()), put);
    } finally {
      await old.close();
    }
  });
}
