import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/units';
import { type Connection, connect } from '../../core/database/connect';
import { arrangePartitions, maintainPartitions } from '../../core/database/partitions';
import { idAt } from '../../core/ids';
import { closeOldDays, trialBalance } from './closing';
import { orderMoves } from './earned';
import { manual } from './entries';
import { flowsBetween, flowsUpTo } from './figures';
import { movementPage, movementSums, openingOf } from './movements';
import { countOpenDays } from './open-days';
import { post } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { findTransaction, linkedTransactions, settlementRecord } from './transaction-reads';

/** Tests which monthly partitions the ledger statements read (docs/decisions/0081). The test posts to five months, up to May. */

const ZONE = 'Asia/Shanghai';
const TEAM = 7;
const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
let l: TestLedger;
let watched: Connection;
let statements: { sql: string; parameters: readonly unknown[] }[] = [];

before(async () => {
  l = await createTestLedger('2026-01-03T11:40:00+08:00');
  const starts = ['02', '03', '04', '05', '06'].map((month) => idAt(at(`${month}-01`)));
  for (const table of ['ledger_txn', 'ledger_posting'] as const) {
    const months = starts.map((below, index) => ({
      name: `${table}_m${index + 1}`,
      from: index === 0 ? null : (starts[index - 1] ?? null),
      below,
    }));
    await arrangePartitions(l.database.db, table, months, at('05-15'));
  }
  for (let day = 0; day < 132; day += 1) {
    await post(l.tools, manual(l.occasion(TEAM, `A${day}`), 'TEAM_AVAILABLE', TEAM, 'in', 100 + day));
    l.clock.advance(DAY_MS);
  }
  // Add many rows of other stations. With few rows, the planner would scan whole tables.
  await sql`
    insert into ledger_account (id, code, owner_id, team_id, side, opened_at)
    select 1000 + n, 'TEAM_AVAILABLE', 1000 + n, 0, 'L', now() from generate_series(1, 50) n`.execute(l.database.db);
  await sql`
    insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, operator_id, content, posted_at)
    select idx, 1001 + n % 50, 'TX' || idx, 'MANUAL_IN', 'B' || n, 1, moment::date, moment, 0, '', moment
    from generate_series(1, 30000) n cross join lateral (select timestamptz '2026-01-03 00:00Z' + n * interval '6 minutes 20 seconds' as moment) m
    cross join lateral (select (extract(epoch from moment - timestamptz '2026-01-01 00:00Z') * 1000)::bigint * 4096 + 7 as idx) i`.execute(
    l.database.db,
  );
  // The station has many transactions in January. With few, PostgreSQL 15 would read them all to find reversed transactions.
  await sql`
    insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, operator_id, content, posted_at)
    select idx, ${TEAM}, 'TC' || n, 'MANUAL_IN', 'C' || n, 1, moment::date, moment, 0, '', moment
    from generate_series(1, 20000) n cross join lateral (select timestamptz '2026-01-05 00:00Z' + n * interval '1 minute 40 seconds' as moment) m
    cross join lateral (select (extract(epoch from moment - timestamptz '2026-01-01 00:00Z') * 1000)::bigint * 4096 + 9 as idx) i`.execute(
    l.database.db,
  );
  await sql`
    insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
    select t.team_id, row_number() over (partition by t.team_id order by t.id, dc), t.team_id, t.id, t.day, t.at, dc, 5, 5
    from ledger_txn t, unnest(array['D', 'C']) dc where t.biz_no like 'B%'`.execute(l.database.db);
  await closeOldDays(l.tools, ZONE);
  await countOpenDays(l.tools);
  await maintainPartitions(l.database.db, l.clock.now());
  await sql`analyze ledger_txn, ledger_posting, ledger_key, ledger_account`.execute(l.database.db);
  watched = connect(l.database.url, {
    max: 1,
    onStatement: ({ query }) => {
      if (/ledger_(posting|txn)\b/.test(query.sql)) statements.push(query);
    },
  });
});
after(async () => {
  await watched.close();
  await l.database.close();
});

/**
 * Returns the partitions that a call read. `p1` is month 1 of the postings, and `t1` is month 1 of the transactions. Partitions without a
 * month number are not included.
 */
async function monthsRead(call: () => Promise<unknown>): Promise<string[]> {
  statements = [];
  await call();
  const made = statements;
  assert.ok(made.length > 0);
  const read = new Set<string>();
  for (const one of made) {
    const { rows } = await l.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${one.sql}`,
      [...one.parameters],
    );
    for (const row of rows) {
      const [, table, month] = /Scan.* on ledger_(posting|txn)_m(\d)/.exec(row['QUERY PLAN']) ?? [];
      const isSkipped = /never executed/.test(row['QUERY PLAN']);
      if (table && !isSkipped) read.add(`${table === 'posting' ? 'p' : 't'}${month}`);
    }
  }
  return [...read].sort();
}

const days = (from: string, to: string) => ({
  from: `2026-${from}`,
  to: `2026-${to}`,
  codes: null,
  types: null,
  teams: [TEAM],
});
const idOf = async (no: string): Promise<number> =>
  (await l.database.pool.query<{ id: number }>('select txn_id as id from ledger_txn_key where biz_no = $1', [no]))
    .rows[0]?.id ?? 0;

test('a transaction and its linked transactions are read from the partition of their month, an order’s moves from none', async () => {
  const march = await idOf('A60');
  assert.deepEqual(await monthsRead(() => findTransaction(watched.db, TEAM, march)), ['p3', 't3']);
  assert.deepEqual(
    await monthsRead(() => linkedTransactions(watched.db, { teamId: TEAM, txnId: march, orderNo: 'A60' })),
    ['t3'],
  );
  assert.deepEqual(await monthsRead(() => orderMoves(watched.db, [{ teamId: TEAM, orderNo: 'A60' }])), []);
  assert.deepEqual(await monthsRead(() => settlementRecord(watched.db, TEAM, 'A60')), []);
});

test('movements and statements of accounts read the partitions of their months and the current one', async () => {
  const march = days('03-10', '03-20');
  assert.deepEqual(await monthsRead(async () => movementSums(watched.db, { ...march, ownerIds: [TEAM] })), [
    'p3',
    'p5',
    't3',
  ]);
  const sums = await movementSums(watched.db, march);
  const page = { order: 'desc', offset: 0, limit: 20 } as const;
  assert.deepEqual(await monthsRead(() => movementPage(watched.db, march, page, sums)), ['p3', 'p5', 't3', 't5']);
  const opening = { ...days('04-10', '04-20'), teams: null, codes: ['TEAM_AVAILABLE'] as const, ownerIds: [TEAM] };
  assert.deepEqual(await monthsRead(() => openingOf(watched.db, opening)), ['p4', 'p5']);
});

test('flows of open days and the trial balance read no partition; a partial day reads its own and the current one', async () => {
  statements = [];
  await flowsBetween(watched.db, { from: '2026-05-01', to: '2026-05-12', teams: null }, 'all');
  await trialBalance(watched.db, '2026-05-12');
  assert.deepEqual(statements, []);
  assert.deepEqual(
    await monthsRead(() => flowsUpTo(watched.db, { day: '2026-02-10', until: at('02-11'), teams: null })),
    ['p2', 'p5', 't2', 't5'],
  );
});

test('posting an entry reads no partition', async () => {
  const own = connect(l.database.url, { max: 1 });
  await own.db.transaction().execute(async (db) => {
    await post({ ...l.tools, db }, manual(l.occasion(TEAM), 'TEAM_AVAILABLE', TEAM, 'in', 5));
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables
      where relname ~ '^ledger_(txn|posting)_' and coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0`.execute(db);
    assert.deepEqual(rows, []);
    const { rows: written } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables where relname ~ '^ledger_(txn|posting)_' and n_tup_ins > 0 order by 1`.execute(
      db,
    );
    assert.deepEqual(
      written.map(({ name }) => name),
      ['ledger_posting_m5', 'ledger_txn_m5'],
    );
  });
  await own.close();
});

test('a posting with a day outside its month is refused by the partition of a closed month', async () => {
  const { rows } = await l.database.pool.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'ledger_posting_m2_days' and convalidated`,
  );
  assert.match(rows[0]?.text ?? '', /2026-02-01.*2026-02-28/);
  await assert.rejects(
    l.database.pool.query(
      `insert into ledger_posting select account_id, seq + 1000, team_id, txn_id, '2026-04-01', at, dc, amount_fen, balance_after_fen
       from ledger_posting_m2 limit 1`,
    ),
    { code: '23514' },
  );
});
