import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { preparePartitions } from '../../server/core/database/partitions';
import type { Database } from '../../server/core/database/schema';
import { createIds } from '../../server/core/ids';
import { addDays } from '../../server/core/money/days';
import { migrations } from '../../server/migrations';
import type { Tools } from '../../server/modules/ledger/accounts';
import { trialBalance } from '../../server/modules/ledger/closing';
import type { CostSnapshot } from '../../server/modules/ledger/cost-snapshot';
import { orderPay, orderSettle } from '../../server/modules/ledger/entries-order';
import type { Entry } from '../../server/modules/ledger/rules';
import { postAll } from '../../server/modules/ledger/store';
import { startOwnCluster } from './own-cluster';
import { printTable, quantile, type Row } from './report';

/**
 * Measures transactions and postings per second through the ledger's rules: first all at one station, then at many stations
 * (docs/decisions/0017). The same run measures bare transfers between two rows, and the table shows the ratio.
 * Then the bench measures the trial balance over `POSTINGS` postings (default 10,000,000).
 */
const POSTINGS = Number(process.env.POSTINGS ?? 10_000_000);
const SECONDS = Number(process.env.SECONDS ?? 5);
const STATIONS = 5_000;
const CLIENTS = [1, 32];
const SAMPLES = 30;
const DAYS = 365;
const LAST_DAY = '2026-10-31';
const CHUNK = 250_000;

type Db = Kysely<Database>;
const ids = createIds({ clock: systemClock, node: 0 });

const cost: CostSnapshot = {
  settlementMode: 'balance',
  settleCycle: 'T1',
  feePlanId: null,
  planName: null,
  planFrom: null,
  rateBp: 500,
  fixedFen: 0,
  technicalFeeFen: 150,
  merchantFeeFen: 0,
  promotionFeeFen: 0,
  riderIncomeFen: 600,
  franchiseeId: null,
  shareRateBp: 0,
};

let serial = 0;

/** Builds the transactions of an order: payment, then settlement. */
function orderEntries(station: number): Entry[] {
  serial += 1;
  const at = systemClock.now();
  const on = { bizNo: `B${serial}`, teamId: station, at, day: at.toISOString().slice(0, 10) };
  const payment = { channelFen: 2_800, merchantNumberId: 1, balanceFen: 0, userId: 5, subsidyFen: 200 };
  const order = {
    goodsFen: 2_000,
    payment,
    refundedFen: 0,
    merchantId: station * 10 + 1,
    riderId: station * 10 + (serial % 8) + 2,
    cost,
  };
  const paid = orderPay(on, payment, { orderNo: on.bizNo, channel: 'wechat' });
  return [...(paid ? [paid] : []), ...orderSettle(on, order, false).entries];
}

/** Number of transactions and postings, in one operation or per second. A bare transfer changes two rows: it counts as two postings. */
interface Moved {
  readonly transactions: number;
  readonly postings: number;
}

const movedBy = (entries: readonly Entry[]): Moved => ({
  transactions: entries.length,
  postings: entries.reduce((sum, { lines }) => sum + lines.filter(({ amountFen }) => amountFen > 0).length, 0),
});

async function perSecond(clients: number, work: () => Promise<Moved>) {
  const end = performance.now() + SECONDS * 1_000;
  const times: number[] = [];
  let transactions = 0;
  let postings = 0;
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      // `+= (await …)` would read the old value before the await, and would lose the additions of concurrent clients.
      const more = await work();
      transactions += more.transactions;
      postings += more.postings;
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { transactions: transactions / SECONDS, postings: postings / SECONDS, p99: quantile(times, 0.99) };
}

/** Changes two rows in one transaction that is on disk when the call returns: a transfer without ledger rules, for comparison. */
async function bareTransfer(db: Db, from: number, to: number): Promise<Moved> {
  const [low, high] = from < to ? [from, to] : [to, from];
  await db.transaction().execute(async (transaction) => {
    await sql`update bench_balance set fen = fen - 1 where id = ${low}`.execute(transaction);
    await sql`update bench_balance set fen = fen + 1 where id = ${high}`.execute(transaction);
  });
  return { transactions: 1, postings: 2 };
}

/** Opens the accounts of the orders in advance, so that the measured orders do not open accounts. */
async function openAccounts(db: Db): Promise<void> {
  const open = async (code: string, side: string, owner: string, part: string, from: string) =>
    sql`insert into ledger_account (id, code, owner_id, team_id, side, floor_fen, opened_at)
      select (select coalesce(max(id), 0) from ledger_account) + row_number() over (), ${code}, ${sql.raw(owner)}, ${sql.raw(part)}, ${side},
        null, now()
      from ${sql.raw(from)}`.execute(db);
  const stations = `generate_series(1, ${STATIONS}) s`;
  // For each of these codes there is one account per station. The account with `team_id` 0 is for entries without a station
  // (docs/decisions/0017).
  for (const code of ['CHANNEL', 'SUBSIDY', 'ORDER_ESCROW', 'COMMISSION']) {
    const side = code === 'CHANNEL' || code === 'SUBSIDY' ? 'A' : 'L';
    await open(code, side, code === 'CHANNEL' ? '1' : '0', 's', `generate_series(0, ${STATIONS}) s`);
  }
  await open('TEAM_PENDING', 'L', 's', '0', stations);
  await open('MERCHANT_PAYABLE', 'L', 's * 10 + 1', '0', stations);
  await open('RIDER_AVAILABLE', 'L', 's * 10 + n', '0', `${stations}, generate_series(2, 9) n`);
  await sql`vacuum analyze ledger_account`.execute(db);
}

/** Formats transactions per second and postings per second, each with its ratio to bare transfers. */
function rates(ledger: Moved, bare: Moved): string {
  const share = (part: number, whole: number) => `${(part / whole).toFixed(2)} × bare`;
  return (
    `${ledger.transactions.toFixed(0)} transactions/s = ${share(ledger.transactions, bare.transactions)}, ` +
    `${ledger.postings.toFixed(0)} postings/s = ${share(ledger.postings, bare.postings)}`
  );
}

async function throughput(tools: Tools): Promise<Row[]> {
  const rows: Row[] = [];
  await openAccounts(tools.db);
  await sql`create table bench_balance (id bigint primary key, fen bigint not null)`.execute(tools.db);
  await sql`insert into bench_balance select n, 0 from generate_series(1, ${STATIONS * 2}::int) n`.execute(tools.db);
  const any = (below: number) => 1 + systemClock.randomInt(0, below);
  for (const [where, station] of [
    ['one hot station', () => 1],
    [`${STATIONS.toLocaleString('en')} stations`, () => any(STATIONS)],
  ] as const) {
    for (const clients of CLIENTS) {
      // If all transfers belong to one station, they change the same row and wait for each other.
      const bare = await perSecond(clients, () => bareTransfer(tools.db, station(), STATIONS + any(STATIONS)));
      rows.push({
        figure: `bare transfers, ${where}, ${clients} clients`,
        target: '—',
        measured: `${bare.transactions.toFixed(0)} transactions/s, ${bare.postings.toFixed(0)} rows/s, p99 ${bare.p99.toFixed(1)} ms`,
      });
      const whole = await perSecond(clients, async () => {
        const entries = orderEntries(station());
        for (const entry of entries) await postAll(tools, [entry]);
        return movedBy(entries);
      });
      rows.push({
        figure: `orders, ${where}, ${clients} clients`,
        target: 'postings ≥ 0.4 × rows of bare transfers',
        measured: `${rates(whole, bare)}, p99 of an order ${whole.p99.toFixed(1)} ms`,
      });
    }
  }
  const single = await perSecond(1, () => bareTransfer(tools.db, any(STATIONS), STATIONS + any(STATIONS)));
  for (const size of [50, 500]) {
    const batch = await perSecond(1, async () => {
      const entries = Array.from({ length: size / 2 }, () => orderEntries(any(STATIONS))).flat();
      await postAll(tools, entries);
      return movedBy(entries);
    });
    rows.push({
      figure: `transactions in batches of ${size}, 1 client`,
      target: '—',
      measured: `${rates(batch, single)}, p99 of a batch ${batch.p99.toFixed(0)} ms`,
    });
  }
  return rows;
}

/** Inserts the balanced postings of a year. All days except the last four are closed. */
async function fill(db: Db): Promise<void> {
  const accounts = 8;
  const first = addDays(LAST_DAY, 1 - DAYS);
  await sql`
    insert into ledger_account (id, code, owner_id, team_id, side, floor_fen, opened_at)
    select s * 10 + c, (array['CHANNEL', 'ORDER_ESCROW', 'TEAM_PENDING', 'TEAM_AVAILABLE', 'COMMISSION', 'CHANNEL_COST', 'SUBSIDY',
      'PROMOTION_FEE'])[c], case c when 3 then s when 4 then s when 1 then 9 else 0 end, case when c in (3, 4) then 0 else s end,
      case when c in (1, 6, 7) then 'A' else 'L' end, null, now()
    from generate_series(1000001, ${1_000_000 + STATIONS}::int) s, generate_series(1, ${accounts}::int) c`.execute(db);
  for (let done = 0; done < POSTINGS; done += CHUNK) {
    const size = Math.min(CHUNK, POSTINGS - done);
    await sql`
      insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
      select s * 10 + 1 + n % ${accounts}, n, s, n / 2, ${first}::date + (n::float8 / ${POSTINGS} * ${DAYS - 1})::int, now(),
        case when n % 2 = 0 then 'D' else 'C' end, 100 + n / 2 % 900, n
      from (select n, 1000001 + (n / ${accounts} % ${STATIONS})::int as s
        from generate_series(${done}::bigint, ${done + size - 1}::bigint) n) posting`.execute(db);
    process.stderr.write(`\r${done + size} postings`);
  }
  process.stderr.write('\n');
  await sql`
    insert into day_close (day, debit_fen, credit_fen, diff_fen, state)
    select n::date, 0, 0, 0, 'closed' from generate_series(${first}::date, ${addDays(LAST_DAY, -4)}::date, interval '1 day') n`.execute(
    db,
  );
  await sql`
    insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
    select coalesce(p.team_id, 0), p.day, a.code, coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0),
      coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0), count(*)
    from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.day <= ${addDays(LAST_DAY, -4)}::date
    group by grouping sets ((p.team_id, p.day, a.code), (p.day, a.code))`.execute(db);
  await sql`update ledger_watermark set closed_until = (select max(day) from day_close where state = 'closed')`.execute(
    db,
  );
  await sql`vacuum analyze ledger_posting, ledger_account, ledger_day, day_close`.execute(db);
}

async function trialBalances(db: Db): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, day, team] of [
    ['as of today, all stations', () => LAST_DAY, () => 0],
    ['as of any day, all stations', () => addDays(LAST_DAY, -systemClock.randomInt(5, DAYS)), () => 0],
    ['as of today, one station', () => LAST_DAY, () => 1_000_001 + systemClock.randomInt(0, STATIONS)],
  ] as const) {
    const times: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const begun = performance.now();
      await trialBalance(db, day(), team());
      times.push(performance.now() - begun);
    }
    rows.push({
      figure: `trial balance ${name}`,
      target: '≤ 300 ms',
      measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const { cluster, end } = await startOwnCluster('ledger');
  const connection = connect(cluster.url, { max: 34, statementTimeoutMs: 0 });
  try {
    await migrate(connection.db, migrations);
    await preparePartitions(connection.db, systemClock.now());
    const rows = await throughput({ db: connection.db, ids, clock: systemClock });
    await fill(connection.db);
    rows.push(...(await trialBalances(connection.db)));
    const notes = [
      'An order is two transactions with eight postings (one of them for its coupon) and one bill, each transaction committed to the disk by itself. "Bare" is a transfer: one transaction that changes two rows. Postings are set against the rows that bare transfers change.',
      `The trial balance is read over ${POSTINGS.toLocaleString('en')} postings of ${DAYS} days at ${STATIONS.toLocaleString('en')} stations; the last four days are open.`,
    ];
    printTable('npm run bench ledger', notes, rows);
  } finally {
    await connection.close();
    await end();
  }
}

void main();
