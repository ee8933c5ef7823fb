import { type Kysely, sql } from 'kysely';
import type { Input } from '../../contract';
import { MINUTE_MS } from '../../contract/units';
import { arrangePartitions, PARTITIONED } from '../../server/core/database/partitions';
import { monthsFrom } from '../../server/core/database/partitions/testing-months';
import type { Database } from '../../server/core/database/schema';
import { addDays } from '../../server/core/money/days';
import { countBills } from '../../server/modules/ledger/bill-days';
import { countOpenDays } from '../../server/modules/ledger/open-days';
import { createTestApp, type TestApp } from '../../server/testing';
import { prepareGround } from '../../server/testing-stations';
import { startOwnCluster } from './own-cluster';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures how response times grow with the books. The first case has one year of `BILLS` bills (default 1,000,000) at 200 stations.
 * The second case has `FACTOR` times as many (default 10). Each case has a separate database. A figure is the time of a whole call. All
 * days except the last three are closed.
 */
const BILLS = Number(process.env.BILLS ?? 1_000_000);
const FACTOR = Number(process.env.FACTOR ?? 10);
const SAMPLES = Number(process.env.SAMPLES ?? 100);
const WARM_UP = 8;
const CHUNK = 250_000;
const TEAMS = 200;
/** Number of days with bills. The bills are in 2026, because ids begin in that year. */
const DAYS = 364;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z');
const NOW = new Date(FIRST_DAY + DAYS * 86_400_000 + 30 * MINUTE_MS);
const TODAY = '2026-12-31';
const OPEN = 3;
const CLOSED = addDays(TODAY, -OPEN);
/** Number of monthly partitions: the months with bills and the next three. */
const MONTHS = 15;
const IDS = DAYS * 86_400_000 * 4_096;
const ZONE = 'Asia/Shanghai';
const STATION = 7;
const FLUSHED_MS = 2_000;
/** Intervals: every fifth bill has a transaction that releases money to the station. Every tenth bill has an operation record. */
const RELEASED = 5;
const RECORDED = 10;
const CODES = ['CHANNEL', 'ORDER_ESCROW', 'TEAM_PENDING', 'TEAM_AVAILABLE'] as const;

type Db = Kysely<Database>;
type Ask = (t: TestApp, token: string) => Promise<{ readonly code: number }>;

const bills =
  (input: Input<'finance.Bill/getList'>): Ask =>
  (t, token) =>
    t.call('finance.Bill/getList', input, { token });
const DAYS_30 = { atFrom: addDays(TODAY, -29), atTo: TODAY };
const DAYS_92 = { atFrom: addDays(TODAY, -91), atTo: TODAY };
const RANGE = { dayFrom: DAYS_30.atFrom, dayTo: TODAY };
const CALLS: readonly (readonly [string, Ask])[] = [
  ['bills, 30 days', bills(DAYS_30)],
  ['bills, 30 days, row 9,980', bills({ ...DAYS_30, page: 500, limit: 20 })],
  ['bills, 92 days', bills(DAYS_92)],
  ['bills, refunds of 30 days', bills({ ...DAYS_30, type: ['ORDER_REFUND'] })],
  ['bills, one station, 92 days', bills({ ...DAYS_92, teamIds: [STATION] })],
  ['bills, one channel, 30 days', bills({ ...DAYS_30, channel: ['alipay'] })],
  [
    'bills, outgoing, ¥10 to ¥20, 30 days',
    bills({ ...DAYS_30, direction: 'out', amountFenMin: 1_000, amountFenMax: 2_000 }),
  ],
  ['bills, an order number, all times', bills({ keyword: 'O500000' })],
  ['bills, a number of the platform, all times', bills({ keyword: 'T500000' })],
  ['financial data, 30 days', (t, token) => t.call('finance.Information/getSummary', RANGE, { token })],
  ['financial data, by station', (t, token) => t.call('finance.Information/getByTeam', RANGE, { token })],
  ['daily closing', (t, token) => t.call('finance.Information/getDays', RANGE, { token })],
  ['trial balance, today', (t, token) => t.call('finance.Information/getTrialBalance', {}, { token })],
  [
    'trial balance, 100 days ago',
    (t, token) => t.call('finance.Information/getTrialBalance', { day: addDays(TODAY, -100) }, { token }),
  ],
  [
    'movements of a figure, 30 days',
    (t, token) => t.call('finance.Information/getMovements', { ...RANGE, code: ['CHANNEL'] }, { token }),
  ],
  ['station funds', (t, token) => t.call('finance.TeamFund/getList', {}, { token })],
  ['funds of a station', (t, token) => t.call('finance.TeamFund/getDetail', { teamId: STATION }, { token })],
  [
    'flow of a station, 30 days',
    (t, token) => t.call('finance.TeamFund/getFlow', { from: RANGE.dayFrom, to: TODAY, teamId: STATION }, { token }),
  ],
  ['operation records, 30 days', (t, token) => t.call('rights.Record/getList', DAYS_30, { token })],
  [
    'operation records of an object, 30 days',
    (t, token) => t.call('rights.Record/getList', { ...DAYS_30, objectNo: 'CD000031' }, { token }),
  ],
  ['workbench, to-dos', (t, token) => t.call('dashboard.Index/getTodo', {}, { token })],
  ['workbench, overview', (t, token) => t.call('dashboard.Index/getOverview', {}, { token })],
];

/** Inserts one year of books. The daily sums of postings are computed at the end, as closing a day does. */
async function fill(db: Db, count: number): Promise<void> {
  const step = Math.floor(IDS / count);
  await sql`
    insert into ledger_account (id, code, owner_id, team_id, side, floor_fen, opened_at)
    select s * 10 + c, (${sql.val([...CODES])}::text[])[c], case when c > 2 then s else 1 end, case when c > 2 then 0 else s end,
      case when c = 1 then 'A' else 'L' end, null, ${NOW}
    from generate_series(1, ${TEAMS}::int) s, generate_series(1, ${CODES.length}::int) c`.execute(db);
  await sql`
    insert into fund_total (account_id, team_id, seq, income_fen, withdrawn_fen, fees_fen)
    select id, owner_id, 0, 100, 50, 5 from ledger_account where code like 'TEAM%'`.execute(db);
  for (let done = 0; done < count; done += CHUNK) {
    const rows = sql`(
      select n, n * ${step}::bigint as id, n % ${TEAMS} + 1 as team, t.at, (t.at at time zone ${ZONE})::date as day
      from generate_series(${done + 1}::bigint, ${Math.min(done + CHUNK, count)}::bigint) n,
        lateral (select to_timestamp(${FIRST_DAY / 1_000} + (n * ${step}::bigint / 4096)::float8 / 1000) as at) t) r`;
    await sql`
      insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
      select id, team, 'TX' || n, 'ORDER_PAY', 'O' || n, day, at, '', at from ${rows}
      union all
      select id + 1, team, 'TR' || n, 'TEAM_RELEASE', 'O' || n, day, at, '', at from ${rows} where n % ${RELEASED} = 0`.execute(
      db,
    );
    await sql`
      insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
      select team * 10 + code, id, team, id, day, at, dc, 500 + n * 7919 % 9000, 0
      from ${rows}, (values (1, 'D'), (2, 'C')) side (code, dc)
      union all
      select team * 10 + code, id + 1, team, id + 1, day, at, dc, 300, 0
      from ${rows}, (values (3, 'D'), (4, 'C')) side (code, dc) where n % ${RELEASED} = 0`.execute(db);
    await sql`
      insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, order_no, amount_fen, net_fen, channel,
        merchant_number_id, channel_trade_no, status, recon_state, at)
      select id, team, 'BL' || n, id, case when n % 20 = 0 then 'ORDER_REFUND' else 'ORDER_PAY' end,
        case when n % 20 = 0 then 'out' else 'in' end, 'user', n % 5000, 'O' || n, 500 + n * 7919 % 9000, 500 + n * 7919 % 9000,
        case when n % 4 = 0 then 'alipay' else 'wechat' end, n % 3 + 1, 'T' || n, 'success', 'pending', at
      from ${rows}`.execute(db);
    await sql`
      insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type, object_id, object_no,
        result_code, before, after, reason, ip, ua, request_id, cost_ms, money, reveals, out_of_hours)
      select id, at, n % 400 + 1, 'staff', '运营', 'module' || (n * 7919 % 12), 'action' || (n * 104729 % 9), 'team', n * 31 % 5000,
        'CD' || lpad((n * 31 % 5000)::text, 6, '0'), 100, '{"name": "Old"}', '{"name": "New"}', 'because', '203.0.113.7', 'Browser',
        'b' || n, 12, false, false, false
      from ${rows} where n % ${RECORDED} = 0`.execute(db);
    process.stderr.write(`\r${done + CHUNK} bills`);
  }
  process.stderr.write('\n');
  await sql`
    insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select p.team_id, p.day, t.biz_type, a.code, coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0),
      coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0), count(*) filter (where p.dc = 'D'), count(*) filter (where p.dc = 'C')
    from ledger_posting p join ledger_account a on a.id = p.account_id
      join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    where p.day <= ${CLOSED} group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into ledger_flow_total (day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select day, biz_type, code, sum(debit_fen), sum(credit_fen), sum(debits), sum(credits) from ledger_flow group by 1, 2, 3`.execute(
    db,
  );
  await sql`
    insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
    select coalesce(team_id, 0), day, code, sum(debit_fen), sum(credit_fen), sum(debits + credits)
    from ledger_flow group by grouping sets ((team_id, day, code), (day, code))`.execute(db);
  await sql`
    insert into day_close (day, debit_fen, credit_fen, diff_fen, state)
    select n::date, 0, 0, 0, case when n::date > ${CLOSED}::date then 'open' else 'closed' end
    from generate_series(${'2026-01-01'}::date, ${TODAY}::date, interval '1 day') n`.execute(db);
  await sql`update ledger_watermark set closed_until = ${CLOSED}::date`.execute(db);
}

/** Fills a new database and measures all calls. @returns milliseconds of each call, seconds for inserting the books, and busy CPU share */
async function measureAt(count: number) {
  const t = await createTestApp();
  const { db } = t;
  try {
    t.clock.set(NOW.toISOString());
    for (const table of PARTITIONED)
      await arrangePartitions(db, table, monthsFrom(table, new Date(FIRST_DAY), MONTHS), NOW);
    const begun = performance.now();
    // We use one connection, because `set` applies only to its connection.
    await db.connection().execute(async (filling) => {
      await sql`set synchronous_commit = off`.execute(filling);
      await sql`set statement_timeout = 0`.execute(filling);
      await sql`set work_mem = '256MB'`.execute(filling);
      await fill(filling, count);
      // `vacuum` marks a page as all-visible only after its commit is on disk.
      await sleep(FLUSHED_MS);
      await sql`vacuum analyze`.execute(filling);
    });
    await countBills(t, ZONE);
    await countOpenDays(t);
    // On a running server, autovacuum does this. `countOpenDays` has deleted the rows of `ledger_new_flow`.
    await sql`vacuum analyze bill_day, bill_day_total, bill_day_band, ledger_open_flow, ledger_open_total, ledger_new_flow`.execute(
      db,
    );
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const { owner: token, station } = await prepareGround(t);
    await station();
    const own = { id: STATION, code: `B${STATION}`, name: 'Bench', admin_tel: null };
    await sql`
      insert into team select own.* from team, jsonb_populate_record(team, ${JSON.stringify(own)}::jsonb) own limit 1`.execute(
      db,
    );
    const busy = await waitForIdle(60);
    const times = new Map<string, readonly number[]>();
    for (const [name, ask] of CALLS) {
      const taken: number[] = [];
      for (let sample = 0; sample < SAMPLES + WARM_UP; sample += 1) {
        const from = performance.now();
        const { code } = await ask(t, token);
        if (code !== 100) throw new Error(`${name}: ${code}`);
        if (sample >= WARM_UP) taken.push(performance.now() - from);
      }
      times.set(name, taken);
    }
    return { times, seconds, busy };
  } finally {
    await t.close();
  }
}

async function main(): Promise<void> {
  // On disk, because 10,000,000 bills of a year need more memory than the in-memory databases of the tests may use.
  const { cluster, end } = await startOwnCluster('growth');
  process.env.TEST_DATABASE_URL = cluster.adminUrl;
  try {
    await compare();
  } finally {
    await end();
  }
}

async function compare(): Promise<void> {
  const small = await measureAt(BILLS);
  const large = await measureAt(BILLS * FACTOR);
  const rows = CALLS.map(([figure]): Row => {
    const of = (q: number) => [small, large].map(({ times }) => quantile(times.get(figure) ?? [], q));
    const [p50, p99] = [of(0.5), of(0.99)];
    const text = ([before = 0, after = 0]: readonly number[]) => `${before.toFixed(1)} → ${after.toFixed(1)} ms`;
    const times = ((p99[1] ?? 0) / (p99[0] ?? 0)).toFixed(2);
    return { figure, target: 'p99 × 1.5', measured: `p50 ${text(p50)}, p99 ${text(p99)} (× ${times})` };
  });
  const [from, to] = [BILLS, BILLS * FACTOR].map((n) => n.toLocaleString('en'));
  printTable(
    'npm run bench growth',
    [
      `${from} → ${to} bills of a year at ${TEAMS} stations, filled in ${small.seconds} and ${large.seconds} s; ${SAMPLES} calls each. ` +
        `Others kept ${Math.round(small.busy * 100)} and ${Math.round(large.busy * 100)} % of the machine busy.`,
    ],
    rows,
  );
}

void main().then(() => process.exit(0));
