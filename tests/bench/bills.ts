import { sql } from 'kysely';
import { fixedClock } from '../../server/core/clock';
import { createTestDatabase } from '../../server/core/database/testing';
import { createIds, idAt } from '../../server/core/ids';
import { type BillFilter, billPage, billSums } from '../../server/modules/ledger';
import { countBills } from '../../server/modules/ledger/bill-days';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures the list of `BILLS` bills of one year (default 1,000,000). Each request returns one page and the sums of all bills that
 * match the filter.
 */
const BILLS = Number(process.env.BILLS ?? 1_000_000);
const CHUNK = 200_000;
const TEAMS = 200;
const DAYS = 365;
const SAMPLES = 60;
const FLUSHED_MS = 2_000;
/** Current time of the bench: the end of a day of the platform. */
const NOW = Date.parse('2026-03-01T16:00:00Z');
const DAY_MS = 86_400_000;

const since = (days: number) => ({ at: { from: new Date(NOW - days * DAY_MS), to: new Date(NOW) } });
const FILTERS: readonly (readonly [string, BillFilter])[] = [
  ['last 30 days', { teamIds: null, ...since(30) }],
  ['last 92 days', { teamIds: null, ...since(92) }],
  ['refunds, 30 days', { teamIds: null, type: ['ORDER_REFUND'], ...since(30) }],
  ['one station, 92 days', { teamIds: [7], ...since(92) }],
  ['half of the stations, 30 days', { teamIds: Array.from({ length: TEAMS / 2 }, (_, id) => id + 1), ...since(30) }],
  [
    'out, of 10 to 20 yuan, 30 days',
    { teamIds: null, direction: 'out', amountFenMin: 1_000, amountFenMax: 2_000, ...since(30) },
  ],
  ['order number, all times', { teamIds: null, keyword: 'O500000' }],
];

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    await sql`set synchronous_commit = off`.execute(db);
    const place = sql`n % ${TEAMS} + 1`;
    // Lists require ids that are at most a day older than the time of their row. Sums by day require ids before the current time.
    const id = sql`n + ${idAt(new Date(NOW - DAY_MS / 2))}::bigint`;
    const at = sql`to_timestamp(${NOW / 1_000}) - (n::float8 / ${BILLS} * ${DAYS}) * interval '1 day'`;
    for (let done = 0; done < BILLS; done += CHUNK) {
      // `n` is a `bigint`, because products with `n` exceed 32 bits.
      const rows = sql`generate_series(${done + 1}::bigint, ${Math.min(done + CHUNK, BILLS)}::bigint) n`;
      await sql`
        insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
        select ${id}, ${place}, 'TX' || n, 'ORDER_PAY', 'O' || n, (${at})::date, ${at}, '', ${at} from ${rows}`.execute(
        db,
      );
      await sql`
        insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, order_no, amount_fen, net_fen, channel,
          merchant_number_id, channel_trade_no, status, recon_state, at)
        select ${id}, ${place}, 'BL' || n, ${id}, case when n % 20 = 0 then 'ORDER_REFUND' else 'ORDER_PAY' end,
          case when n % 20 = 0 then 'out' else 'in' end, 'user', n % 5000, 'O' || n, 500 + n * 7919 % 9000, 500 + n * 7919 % 9000,
          case when n % 4 = 0 then 'alipay' else 'wechat' end, n % 3 + 1, 'T' || n, 'success', 'pending', ${at}
        from ${rows}`.execute(db);
      process.stderr.write(`\r${done + CHUNK} bills`);
    }
    process.stderr.write('\n');
    // `vacuum` marks a page as all-visible only after its commit is on disk. The test database commits asynchronously, so we wait.
    await sleep(FLUSHED_MS);
    await sql`vacuum analyze bill`.execute(db);
    await sql`vacuum analyze ledger_txn`.execute(db);
    const clock = fixedClock('2026-03-01T16:00:00Z');
    const begun = performance.now();
    await countBills({ db, clock, ids: createIds({ clock, node: 0 }) }, 'Asia/Shanghai');
    const counted = ((performance.now() - begun) / 1_000).toFixed(1);
    await sql`vacuum analyze bill_day, bill_day_total, bill_day_band`.execute(db);
    const busy = await waitForIdle(60);
    const rows: Row[] = [];
    for (const [name, filter] of FILTERS) {
      for (const offset of name === 'last 30 days' ? [0, 9_980] : [0]) {
        const times: number[] = [];
        for (let sample = 0; sample < SAMPLES + 5; sample += 1) {
          const begun = performance.now();
          await Promise.all([
            billPage(db, filter, { sortField: 'at', sortOrder: 'desc', offset, limit: 20 }),
            billSums(db, filter),
          ]);
          if (sample >= 5) times.push(performance.now() - begun);
        }
        rows.push({
          figure: `${name}${offset > 0 ? `, row ${offset}` : ''}`,
          target: 'p99 ≤ 50 ms',
          measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
        });
      }
    }
    printTable(
      'npm run bench bills',
      [
        `${BILLS.toLocaleString('en')} bills, counted in ${counted} s. Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`,
      ],
      rows,
    );
  } finally {
    await database.close();
  }
}

void main();
