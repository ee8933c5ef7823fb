import { sql } from 'kysely';
import { createTestDatabase } from '../../server/core/database/testing';
import {
  dueOf,
  flowPage,
  flowSums,
  movementPage,
  movementSums,
  stationAccounts,
  stationTotals,
} from '../../server/modules/ledger';
import { fundPage, fundSums } from '../../server/modules/teamFund/store';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures station funds: one request for the list of 5,000 stations, and one year of one station's available balance. That station
 * has `POSTINGS` postings (default 200,000). All days except the last three are closed.
 */
const TEAMS = 5_000;
const OTHERS = 100_000;
const POSTINGS = Number(process.env.POSTINGS ?? 200_000);
const DAYS = 365;
const OPEN = 3;
const SAMPLES = 60;
const LAST_DAY = '2026-02-28';
const ALL = { kind: 'all' } as const;

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    await sql`set synchronous_commit = off`.execute(db);
    await sql`
      insert into team (id, code, name, status, lng, lat, created_at, updated_at)
      select n, 'S' || n, 'Station ' || n, 'operating', 104, 30, now() - n * interval '1 minute', now()
      from generate_series(1, ${TEAMS}::int) n`.execute(db);
    await sql`
      insert into ledger_account (id, code, owner_id, side, balance_fen, last_seq, opened_at)
      select n * 5 + c.i, c.code, n, 'L', n * 7919 % 900000, 0, now()
      from generate_series(1, ${TEAMS}::int) n
      cross join (values (0, 'TEAM_PENDING'), (1, 'TEAM_AVAILABLE'), (2, 'TEAM_FROZEN'), (3, 'TEAM_HELD'), (4, 'TEAM_DEPOSIT')) c (i, code)`.execute(
      db,
    );
    await sql`
      insert into ledger_account (id, code, owner_id, side, balance_fen, last_seq, opened_at)
      select 1000000 + n, 'USER_BALANCE', n, 'L', n, 0, now() from generate_series(1, ${OTHERS}::int) n`.execute(db);
    await sql`
      insert into fund_total (account_id, team_id, seq, income_fen, withdrawn_fen, fees_fen)
      select id, owner_id, 0, 100, 50, 5 from ledger_account where code like 'TEAM%' and code <> 'TEAM_HELD'`.execute(
      db,
    );
    const day = sql`(${LAST_DAY}::date - ((${POSTINGS} - n)::float8 / ${POSTINGS} * ${DAYS})::int)`;
    await sql`
      insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
      select n, 7, 'TX' || n, case when n % 9 = 0 then 'SMS_FEE' else 'TEAM_RELEASE' end, 'O' || n, ${day},
        ${day} + interval '9 hours' + (n % 1000) * interval '1 second', '', ${day}
      from generate_series(1, ${POSTINGS}::int) n`.execute(db);
    await sql`
      insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
      select a.id, t.id, 7, t.id, t.day, t.at, case t.biz_type when 'SMS_FEE' then 'D' else 'C' end, 5, 0
      from ledger_txn t join ledger_account a on a.code = 'TEAM_AVAILABLE' and a.owner_id = 7`.execute(db);
    await sql`
      insert into day_close (day, debit_fen, credit_fen, diff_fen, state)
      select distinct day, 0, 0, 0, case when day > ${LAST_DAY}::date - ${OPEN}::int then 'open' else 'closed' end
      from ledger_txn`.execute(db);
    await sql`update ledger_watermark set closed_until = (select max(day) from day_close where state = 'closed')`.execute(
      db,
    );
    await sql`
      insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
      select 7, p.day, 'TEAM_AVAILABLE', sum(p.amount_fen) filter (where p.dc = 'D'), sum(p.amount_fen) filter (where p.dc = 'C'), count(*)
      from ledger_posting p join day_close c on c.day = p.day and c.state = 'closed' group by p.day`.execute(db);
    await sql`
      insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
      select 7, p.day, t.biz_type, 'TEAM_AVAILABLE', coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0),
        coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0), count(*) filter (where p.dc = 'D'), count(*) filter (where p.dc = 'C')
      from ledger_posting p join day_close c on c.day = p.day and c.state = 'closed'
      join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id group by p.day, t.biz_type`.execute(db);
    for (const table of ['team', 'ledger_account', 'ledger_posting', 'ledger_txn', 'fund_total', 'ledger_day']) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    }
    const busy = await waitForIdle(60);
    const rows: Row[] = [];
    const measure = async (figure: string, target: string, work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let sample = 0; sample < SAMPLES + 5; sample += 1) {
        const begun = performance.now();
        await work();
        if (sample >= 5) times.push(performance.now() - begun);
      }
      const measured = `best ${Math.min(...times).toFixed(1)} ms, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
      rows.push({ figure, target, measured });
    };
    const page = { sortField: 'createdAt', sortOrder: 'desc', offset: 0, limit: 20 } as const;
    const list =
      (filter: Parameters<typeof fundSums>[2], more: Partial<Parameters<typeof fundPage>[3]> = {}) =>
      async () => {
        const [stored] = await Promise.all([
          fundPage(db, ALL, filter, { ...page, ...more }),
          fundSums(db, ALL, filter),
        ]);
        const ids = stored.map(({ id }) => id);
        await Promise.all([stationTotals(db, ids), dueOf(db, ids, new Date())]);
      };
    const limit = 'p99 ≤ 50 ms';
    await measure('list of stations, first page', limit, list({}));
    await measure('list of stations, row 4,980', limit, list({}, { offset: 4_980 }));
    await measure('list of stations, by available', limit, list({}, { sortField: 'available' }));
    await measure('list of stations, available ≥ ¥1,000', limit, list({ availableFenMin: 100_000 }));
    await measure('list of stations, by income', limit, list({}, { sortField: 'incomeTotal' }));
    await measure('list of stations, by name', limit, list({ keyword: 'Station 49' }));
    const accounts = await stationAccounts(db, 7, ['TEAM_AVAILABLE']);
    const ids = accounts.map(({ id }) => id);
    const year = { from: '2025-03-01', to: LAST_DAY };
    await measure('flow of a station, one year, first page', limit, () =>
      flowPage(db, 7, ids, year, { after: null, limit: 51, order: 'desc' }),
    );
    await measure('— its sums', limit, () => flowSums(db, 7, accounts, year));
    await measure('— of one type', limit, () => flowSums(db, 7, accounts, { ...year, type: ['SMS_FEE'] }));
    const quarter = { codes: ['TEAM_AVAILABLE'], types: null, teams: null, from: '2025-11-29', to: LAST_DAY } as const;
    await measure('movements of an account, 92 days', limit, async () => {
      const sums = await movementSums(db, quarter);
      await movementPage(db, quarter, { order: 'desc', offset: 0, limit: 20 }, sums);
    });
    printTable(
      'npm run bench funds',
      [`Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`],
      rows,
    );
  } finally {
    await database.close();
  }
}

void main();
