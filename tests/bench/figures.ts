import { sql } from 'kysely';
import { fixedClock } from '../../server/core/clock';
import { createTestDatabase } from '../../server/core/database/testing';
import { createIds, idAt } from '../../server/core/ids';
import { addDays } from '../../server/core/money/days';
import { channelBalances, flowsBetween, trialBalance } from '../../server/modules/ledger';
import { countOpenDays } from '../../server/modules/ledger/open-days';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures the reads of the figures page (`finance.Information/getSummary`): activity of 30 days, current balances and the chart.
 * There are `POSTINGS` postings (default 1,000,000) on four open days at `STATIONS` stations (default 5,000). The bench reads before and
 * after the roll-up.
 */
const POSTINGS = Number(process.env.POSTINGS ?? 1_000_000);
const STATIONS = Number(process.env.STATIONS ?? 5_000);
const SAMPLES = 100;
const TODAY = '2026-03-01';
const CLOSED = addDays(TODAY, -4);
const FIRST = addDays(TODAY, -29);
/** The current time of the bench. The last transaction is only slightly older. */
const NOW = '2026-03-01T15:00:00Z';
const TYPES = ['ORDER_PAY', 'ORDER_SETTLE', 'TEAM_RELEASE', 'ORDER_REFUND'] as const;
const CODES = ['CHANNEL', 'ORDER_ESCROW', 'TEAM_PENDING', 'TEAM_AVAILABLE', 'COMMISSION', 'RIDER_AVAILABLE'] as const;

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = fixedClock(NOW);
  try {
    await sql`set synchronous_commit = off`.execute(db);
    await sql`
      insert into ledger_account (id, code, owner_id, team_id, side, floor_fen, opened_at)
      select s * 10 + c, (${sql.val([...CODES])}::text[])[c], case when c in (3, 4) then s else 1 end, case when c in (3, 4) then 0 else s end,
        case when c = 1 then 'A' else 'L' end, null, now()
      from generate_series(1, ${STATIONS}::int) s, generate_series(1, ${CODES.length}::int) c`.execute(db);
    const [from, to] = [idAt(new Date(`${addDays(TODAY, -3)}T00:00:00Z`)), idAt(new Date(NOW))];
    const count = POSTINGS / 2;
    await sql`
      insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
      select id, s, 'TX' || n, (${sql.val([...TYPES])}::text[])[1 + n % 4], 'O' || n, at::date, at, '', at
      from (
        select n, ${from} + (n * ${(to - from) / count}::float8)::bigint as id, 1 + n % ${STATIONS}::int as s,
          timestamptz '2026-01-01 00:00:00+00' + ((${from} + n * ${(to - from) / count}::float8) / 4096) * interval '1 millisecond' as at
        from generate_series(0, ${count - 1}::int) n
      ) txn`.execute(db);
    await sql`
      insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
      select t.team_id * 10 + c, row_number() over (partition by t.team_id, c order by t.id), t.team_id, t.id, t.day, t.at,
        case side when 0 then 'D' else 'C' end, 500, 0
      from ledger_txn t, lateral (values (0), (1)) sides (side), lateral (select 1 + (t.id % 3)::int * 2 + side as c) code`.execute(
      db,
    );
    await sql`
      insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
      select s, n::date, t, c, 900, 900, 9, 9
      from generate_series(1, ${STATIONS}::int) s, generate_series(${FIRST}::date, ${CLOSED}::date, interval '1 day') n,
        unnest(${sql.val([...TYPES])}::text[]) t, unnest(${sql.val([...CODES])}::text[]) c`.execute(db);
    await sql`
      insert into ledger_flow_total select day, biz_type, code, sum(debit_fen), sum(credit_fen), sum(debits), sum(credits)
      from ledger_flow group by 1, 2, 3`.execute(db);
    await sql`
      insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
      select coalesce(team_id, 0), day, code, sum(debit_fen), sum(credit_fen), sum(debits) + sum(credits)
      from ledger_flow group by grouping sets ((team_id, day, code), (day, code))`.execute(db);
    await sql`update ledger_watermark set closed_until = ${CLOSED}::date`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const busy = await waitForIdle(60);
    const rows: Row[] = [];
    const measure = async (figure: string, samples: number, target = 'p99 ≤ 100 ms') => {
      const times: number[] = [];
      for (let sample = 0; sample < samples + 3; sample += 1) {
        const begun = performance.now();
        await Promise.all([
          flowsBetween(db, { from: FIRST, to: TODAY, teams: null }, 'all'),
          trialBalance(db, TODAY, 0),
          flowsBetween(db, { from: FIRST, to: TODAY, teams: null }, 'day'),
          channelBalances(db, null),
        ]);
        if (sample >= 3) times.push(performance.now() - begun);
      }
      const measured = `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
      rows.push({ figure, target, measured });
    };
    await measure('figures page, nothing counted', 10, '—');
    const begun = performance.now();
    await countOpenDays({ db, clock, ids: createIds({ clock, node: 0 }) });
    const first = performance.now() - begun;
    await sql`vacuum analyze ledger_open_flow, ledger_open_total`.execute(db);
    const { left } = await db
      .selectFrom('ledger_txn')
      .where('id', '>=', db.selectFrom('ledger_counted').select('until_id'))
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow();
    await measure('figures page, counted', SAMPLES);
    rows.push({ figure: 'first count of all open days', target: '—', measured: `${(first / 1_000).toFixed(1)} s` });
    printTable(
      'npm run bench figures',
      [
        `${POSTINGS.toLocaleString('en')} postings on four open days and 26 closed days at ${STATIONS.toLocaleString('en')} stations; ${left} transactions of the last quarter of an hour are not counted yet. Others kept ${(busy * 100).toFixed(0)} % of the machine busy.`,
      ],
      rows,
    );
  } finally {
    await database.close();
  }
}
void main().then(() => process.exit(0));
