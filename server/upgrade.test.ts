import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fixedClock } from './core/clock';
import { connect } from './core/database/connect';
import { LOCKS, sessionLock } from './core/database/locks';
import { migrate } from './core/database/migrate';
import { maintainPartitions } from './core/database/partitions';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './core/database/testing';
import { createIds } from './core/ids';
import { migrations } from './migrations';
import { findOffences, ledgerJobs, trialBalance } from './modules/ledger';
import { chainHead, linkRecords, verifyChain } from './modules/record/chain';
import { createTestApp, SMALL_DEMO, TEST_NOW } from './testing';
import { prepareGround } from './testing-stations';

/**
 * These tests check that data of an older version survive the migration to the newest step (QUALITY C.3 32). They also check that the
 * server answers during a migration. Most rows come from the demo, as far as the older tables can store them.
 */

/**
 * Steps from which the tests migrate. 0019 is the first step that can post to the ledger. 0021 is the last step before the daily debit
 * and credit totals of the ledger (0022). 0028 is the last step before a migration that rewrites rows (0029).
 */
const FROM = ['0019_ledger_post', '0021_team_fund', '0028_taking_back'] as const;

let whole: TestDatabase;
const clock = fixedClock(TEST_NOW);
before(async () => {
  whole = await createTestDatabase(SMALL_DEMO);
  const ids = createIds({ clock, node: 3 });
  // The jobs settle due lines, check the books and close days that are more than three days old.
  for (const job of ledgerJobs) await job.run(whole.db, clock, ids);
  await linkRecords(whole.db, clock);
});
after(() => whole.close());

type Columns = Map<string, string[]>;

/** Lists the columns to fill, by table. Kysely's own tables are excluded. */
async function columnsOf({ pool }: TestDatabase): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'
     group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Tables that older steps do not have. They contain the documents behind some postings. */
const LATER_DOCUMENTS = ['insurer', 'insure_product', 'insure_policy', 'food_loss', 'food_loss_share'];

/** Former names of renamed columns, by table and present name. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  announcement: { audience: 'audience_type', published_at: 'publish_at' },
};
/** SQL conditions for the rows that the older step could store. */
const HELD: Readonly<Record<string, string>> = {
  announcement: `publish_at is not null and audience_type in ('all', 'staff', 'stations', 'franchisees')`,
  order_event: `event not in ('arrived', 'picked')`,
};

/** Copies the demo's rows into the tables of an older step. `only` limits the tables. @returns the number of rows by table */
async function fill(old: TestDatabase, only?: readonly string[]): Promise<Map<string, number>> {
  const [has, had] = [await columnsOf(whole), await columnsOf(old)];
  const counts = new Map<string, number>();
  const client = await old.pool.connect();
  try {
    // Turn off triggers and foreign keys. The books are then not written twice, and the order of tables does not matter.
    await client.query('set session_replication_role = replica');
    for (const [table, columns] of had) {
      if (only && !only.includes(table)) continue;
      const nameNow = (name: string) => (has.get(table)?.includes(name) ? name : RENAMED[table]?.[name]);
      const common = columns.filter((name) => nameNow(name) !== undefined).map((name) => `"${name}"`);
      const read = columns.flatMap((name) => (nameNow(name) ? [`"${nameNow(name)}" as "${name}"`] : []));
      if (common.length === 0) continue;
      const { rows } = await whole.pool.query<{ all: string; count: number }>(
        `select coalesce(json_agg(t), '[]')::text as all, count(*)::int as count from (select ${read} from ${table} where ${HELD[table] ?? 'true'}) t`,
      );
      // Delete first, because some steps insert rows themselves.
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

/**
 * Reads the daily debit and credit totals of closed days, by station, entry type and account. Step 0022's migration or the daily closings
 * wrote the totals.
 */
const flows = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      'select team_id, day::text, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_flow order by 1, 2, 3, 4',
    )
  ).rows;

/** Tables that a migration empties, because a job rebuilds the roll-ups (0030). */
const RECOUNTED = ['order_roll_up'];

for (const from of FROM) {
  test(`a database of step ${from} with stations, orders, books and records migrates fully; a second run does nothing`, async () => {
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
      for (const table of RECOUNTED) put.delete(table);
      assert.deepEqual(await countsOf(old, put.keys()), put, 'rows were lost or made');
      await fill(old, LATER_DOCUMENTS);
      assert.deepEqual(await findOffences(old.db), []);
      assert.equal((await verifyChain(old.db)).breach, null);
      assert.deepEqual(await chainHead(old.db), head);
      assert.notEqual(head, null);
      assert.deepEqual(await flows(old), await flows(whole));
      assert.deepEqual(await columnsOf(old), await columnsOf(whole));
      assert.deepEqual(await migrate(old.db, migrations), []);
      assert.deepEqual(await countsOf(old, put.keys()), put);
      await maintainPartitions(old.db, clock.now());
      assert.deepEqual(await findOffences(old.db), []);
      assert.deepEqual(await countsOf(old, put.keys()), put, 'after partitioning');
    } finally {
      await old.close();
    }
  });
}

/**
 * The lock at which `NEXT` pauses midway. `NEXT` is a migration step of a later version: it adds a column that today's server does not
 * have, rewrites rows and creates an index.
 */
const MIDWAY = sessionLock('testStep');
const NEXT = [
  '9999_next_version',
  {
    statements: [
      "alter table team add column livery text not null default 'plain'",
      // This statement waits until the test releases the lock.
      MIDWAY.take,
      MIDWAY.release,
      "update team set livery = 'green'",
      'create index team_livery on team (livery)',
    ],
  },
] as const;

test('during a migration by another process the current server answers; calls that need the locked table wait', async () => {
  const app = await createTestApp();
  // The other process needs separate connections.
  const other = connect(app.database.url, { max: 2 });
  const holder = await other.pool.connect();
  try {
    const ground = await prepareGround(app);
    const { id, version } = await ground.draft();
    const { owner: token } = ground;
    const list = () => app.call('team.Team/getList', { page: 1, limit: 20 }, { token });
    const before = await list();
    assert.equal(before.data.total, 1);

    await holder.query(MIDWAY.take);
    let isOver = false;
    const migrating = migrate(other.db, [...migrations, NEXT]).finally(() => {
      isOver = true;
    });
    const untilLockWaits = async (where: string) => {
      for (;;) {
        const { rows } = await app.database.pool.query(`select from pg_locks where not granted and ${where}`);
        if (rows.length > 0) return;
        if (isOver) assert.fail(`the step was over before anybody waited: ${where}`);
      }
    };
    await untilLockWaits(`locktype = 'advisory' and objid = ${LOCKS.testStep}`);

    // These calls do not need the locked table.
    assert.equal((await app.call('site.Site/getSiteInfo', {}, { token })).code, 100);
    assert.equal((await app.call('rights.Identity/getList', { page: 1, limit: 20 }, { token })).code, 100);

    const late = Promise.all([
      list(),
      app.call('team.Team/saveDraft', { id, version, step: 1, values: { name: '改名示范站' } }, { token }),
    ]);
    await untilLockWaits("relation = 'team'::regclass");
    await holder.query(MIDWAY.release);
    assert.deepEqual(await migrating, ['9999_next_version']);
    const [read, written] = await late;
    assert.deepEqual([read.code, written.code], [100, 100]);

    const after = await list();
    assert.deepEqual(Object.keys(after.data.list[0] ?? {}), Object.keys(before.data.list[0] ?? {}));
    assert.equal(after.data.list[0]?.name, '改名示范站');
    assert.deepEqual(app.faults, []);
  } finally {
    holder.release(true);
    await other.close();
    await app.close();
  }
});

test('the history of documents moves completely into one table: steps of rider funds, results of adjustments and proposals', async () => {
  const old = await createEmptyDatabase();
  try {
    const known = migrations.findIndex(([name]) => name === '0045_case_step');
    await migrate(old.db, migrations.slice(0, known));
    await old.pool.query(
      `insert into rider_fund_step (id, audit_id, rider_id, at, step, by_id, by_name, note, amount_fen, income_day, tx_no)
       values (1, 900, 70, '2026-03-01T08:00Z', 'submit', 5, 'Maker', 'Twice', null, null, null),
         (2, 900, 70, '2026-03-02T08:00Z', 'collect', 0, '', null, 250, '2026-03-01', 'TX9')`,
    );
    await old.pool.query(
      `insert into fund_adjust (id, created_at, expire_at, no, account_code, owner_id, direction, amount_fen, category, reason,
         maker_id, maker_name, maker_is_owner, state, checker_id, checker_name, decided_at, note, tx_no)
       select id, '2026-03-01T08:00Z', '2026-03-08T08:00Z', no, 'TEAM_AVAILABLE', 3, 'in', 500, 'fee', 'Packaging', 5, 'Maker', false,
         state, checker, checker_name, decided, note, tx
       from (values
         (10, 'AD1', 'approved', 6, 'Checker', '2026-03-02T08:00Z'::timestamptz, null, 'TX1'),
         (20, 'AD2', 'cancelled', 5, 'Maker', '2026-03-02T09:00Z', null, null),
         (30, 'AD3', 'expired', null, null, null, null, null),
         (40, 'AD4', 'pending', null, null, null, null, null)
       ) as made (id, no, state, checker, checker_name, decided, note, tx)`,
    );
    await old.pool.query(
      `insert into proposal (id, created_at, expire_at, address, payload, rules, state_hash, maker_id, maker_name, status, decided_by,
         decided_name, decided_at, note)
       values (50, '2026-03-01T08:00Z', '2026-03-08T08:00Z', 'rights.Identity/save', '{}', '[]', '', 5, 'Maker', 'rejected', 6,
         'Checker', '2026-03-03T08:00Z', 'Too much')`,
    );
    await migrate(old.db, migrations);
    const steps = await old.db.selectFrom('case_step').selectAll().orderBy('case_id').orderBy('at').execute();
    assert.deepEqual(
      steps.map((line) => [
        line.case_type,
        line.case_id,
        line.step,
        line.by_name,
        line.note,
        line.amount_fen,
        line.tx_no,
      ]),
      [
        ['fundAdjust', 10, 'submit', 'Maker', 'Packaging', 500, null],
        ['fundAdjust', 10, 'approve', 'Checker', null, 500, 'TX1'],
        ['fundAdjust', 20, 'submit', 'Maker', 'Packaging', 500, null],
        ['fundAdjust', 20, 'cancel', 'Maker', null, null, null],
        ['fundAdjust', 30, 'submit', 'Maker', 'Packaging', 500, null],
        ['fundAdjust', 30, 'expire', '', null, null, null],
        ['fundAdjust', 40, 'submit', 'Maker', 'Packaging', 500, null],
        ['proposal', 50, 'submit', 'Maker', null, null, null],
        ['proposal', 50, 'reject', 'Checker', 'Too much', null, null],
        ['fundAudit', 900, 'submit', 'Maker', 'Twice', null, null],
        ['fundAudit', 900, 'collect', '', null, 250, 'TX9'],
      ],
    );
    const collected = steps.find(({ step }) => step === 'collect');
    assert.deepEqual([collected?.rider_id, collected?.income_day], [70, '2026-03-01']);
    assert.deepEqual(
      steps.filter(({ step }) => step === 'expire').map(({ at }) => at.toISOString()),
      ['2026-03-08T08:00:00.000Z'],
    );
  } finally {
    await old.close();
  }
});

test('days closed after an open one reopen, days before the first close get roll-ups, transactions get posting times', async () => {
  const old = await createEmptyDatabase();
  try {
    const known = migrations.findIndex(([name]) => name === '0053_watermark');
    await migrate(old.db, migrations.slice(0, known));
    const day = { unknown: '2001-01-01', closed: '2026-02-01', open: '2026-02-02', behind: '2026-02-03' };
    const bookedAt = new Date('2026-02-04T08:00:00Z');
    await old.pool.query(
      `insert into ledger_account (id, code, owner_id, team_id, side, balance_fen, last_seq, opened_at)
       values (1, 'ADJUSTMENT', 0, 7, 'A', 40, 4, now()), (2, 'TEAM_AVAILABLE', 7, 0, 'L', 40, 4, now())`,
    );
    for (const [index, on] of Object.values(day).entries()) {
      const id = (bookedAt.getTime() - Date.UTC(2026, 0, 1)) * 4096 + index;
      const seq = index + 1;
      await old.pool.query(
        `insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content)
         values ($1::bigint, 7, 'TX' || $2::int, 'MANUAL_IN', 'M' || $2::int, $3::date, $3::date, 'x')`,
        [id, index, on],
      );
      await old.pool.query(
        `insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
         values (1, $2::bigint, 7, $1::bigint, $3::date, $3::date, 'D', 10, $2::bigint * 10),
           (2, $2::bigint, 7, $1::bigint, $3::date, $3::date, 'C', 10, $2::bigint * 10)`,
        [id, seq, on],
      );
    }
    for (const [on, state] of [
      [day.closed, 'closed'],
      [day.open, 'open'],
      [day.behind, 'closed'],
    ]) {
      await old.pool.query(
        `insert into day_close (day, debit_fen, credit_fen, diff_fen, state, by_id, at) values ($1, 10, 10, 0, $2, 0, '2026-02-05')`,
        [on, state],
      );
      if (state !== 'closed') continue;
      await old.pool.query(
        `insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
         values (0, $1::date, 'ADJUSTMENT', 10, 0, 1), (0, $1::date, 'TEAM_AVAILABLE', 0, 10, 1),
           (7, $1::date, 'ADJUSTMENT', 10, 0, 1), (7, $1::date, 'TEAM_AVAILABLE', 0, 10, 1)`,
        [on],
      );
      await old.pool.query(
        `insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
         values (7, $1::date, 'MANUAL_IN', 'ADJUSTMENT', 10, 0, 1, 0), (7, $1::date, 'MANUAL_IN', 'TEAM_AVAILABLE', 0, 10, 0, 1)`,
        [on],
      );
    }
    const available = async () =>
      (await trialBalance(old.db, '2026-02-28')).find(({ code }) => code === 'TEAM_AVAILABLE')?.closingFen;
    await migrate(old.db, migrations);
    assert.equal(await available(), 40);
    const days = await old.db.selectFrom('day_close').select(['day', 'state']).orderBy('day').execute();
    assert.deepEqual(
      days.map((row) => [row.day, row.state]),
      [
        [day.unknown, 'closed'],
        [day.closed, 'closed'],
        [day.open, 'open'],
        [day.behind, 'open'],
      ],
    );
    const mark = await old.db.selectFrom('ledger_watermark').select('closed_until').executeTakeFirstOrThrow();
    assert.equal(mark.closed_until, day.closed);
    const rolled = await old.db.selectFrom('ledger_flow').select('day').distinct().orderBy('day').execute();
    assert.deepEqual(
      rolled.map((row) => row.day),
      [day.unknown, day.closed],
    );
    const booked = await old.db.selectFrom('ledger_txn').select('posted_at').distinct().execute();
    assert.deepEqual(booked, [{ posted_at: bookedAt }]);
    assert.deepEqual(await findOffences(old.db), []);
  } finally {
    await old.close();
  }
});

test('quizzes in one language become Chinese questions and answers in the same order; other announcements do not change', async () => {
  const old = await createEmptyDatabase();
  try {
    const at = migrations.findIndex(([name]) => name === '0261_quiz_languages');
    assert.ok(at > 0);
    await migrate(old.db, migrations.slice(0, at));
    const question = (text: string, ...answers: string[]) => ({ question: text, answers, right: 1 });
    const inChinese = (text: string) => ({ 'zh-CN': text, 'zh-TW': '', 'en-US': '', 'pt-BR': '' });
    const quizzes = {
      1: [question('何时戴头盔？', '下雨时', '始终', '从不'), question('谁\'s 负责 "A"？', '', '本人')],
      2: [],
      3: [{ question: inChinese('已翻译？'), answers: [inChinese('是'), inChinese('否')], right: 0 }],
    };
    for (const [id, quiz] of Object.entries(quizzes)) {
      await old.pool.query(
        `insert into announcement (id, title, content, level, audience_type, publish_at, created_at, updated_at, state, quiz)
         values ($1, '{}', '{}', 'normal', 'all', '2026-03-01', '2026-03-01', '2026-03-01', 'published', $2)`,
        [id, JSON.stringify(quiz)],
      );
    }
    await migrate(old.db, migrations);
    const { rows } = await old.pool.query<{ id: number; quiz: unknown }>(
      'select id, quiz from announcement order by id',
    );
    assert.deepEqual(
      rows.map(({ quiz }) => quiz),
      [
        quizzes[1].map(({ question: text, answers, right }) => ({
          question: inChinese(text),
          answers: answers.map(inChinese),
          right,
        })),
        [],
        quizzes[3],
      ],
    );
  } finally {
    await old.close();
  }
});
