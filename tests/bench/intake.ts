import { INTAKE } from '../../contract/limits';
import { systemClock } from '../../server/core/clock';
import { escrowOffences, verifyBooks } from '../../server/modules/ledger';
import type { Console } from '../support/console';
import type { Town } from '../support/orders';
import { Client } from './client';
import { type Intake, paidBatch, sendOrders, settledBatch, type Work, withIntake } from './order-load';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';
import { startSessions } from './sessions';
import { residentMB, startUsage } from './usage';

/**
 * Measures sustained order intake while a user has the figures page open. `SENDERS` (default 1) senders send batches of 1,000 signed
 * events over HTTP on loopback. For `SECONDS` (default 600) the events pay new orders. For the next `SECONDS` the events pay and
 * settle orders. `RUNS=paid` or `RUNS=settled` measures only one of the two runs. The second run starts with the rows of the first run.
 *
 * The database writes each commit to the disk before it returns. An order needs about 8 kB: both runs need up to 25 GB in `TMPDIR`.
 */
const SECONDS = Number(process.env.SECONDS ?? 600);
const SENDERS = Number(process.env.SENDERS ?? 1);
const RUNS: Readonly<Record<string, { figure: string; target: string; next: (town: Town, size: number) => Work }>> = {
  paid: { figure: 'orders paid', target: '≥ 3,000 orders/s', next: paidBatch },
  settled: { figure: 'orders paid and settled', target: '', next: settledBatch },
};
const CHOSEN = (process.env.RUNS ?? 'paid,settled').split(',');
/** Length of the windows in seconds. The bench reports the rate of the slowest window. */
const WORST_SECONDS = 10;
const READ_EVERY_MS = 1_000;
/** First requests of the figures page's sections, for the last 30 days of all stations. */
const READS: readonly (readonly [string, string])[] = [
  ['finance.Information/getSummary', ''],
  ['finance.Information/getByTeam', 'page=1&limit=20'],
  ['finance.Information/getMovements', 'page=1&limit=20'],
  ['finance.Information/getTrialBalance', ''],
  ['finance.Information/getDays', 'page=1&limit=20'],
];

interface Watched {
  /** Milliseconds of each call, by API path. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly refused: number;
  /** Highest resident memory of the server, in megabytes. */
  readonly mostMB: number;
}

/** Reads the figures page at most once a second, one call after the other, until `work` is done. */
async function watchFigures(server: Console, reader: Client, work: Promise<unknown>): Promise<Watched> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const times = new Map<string, number[]>(READS.map(([address]) => [address, []]));
  let refused = 0;
  let mostMB = residentMB(server.pid());
  while (!isOver) {
    const begun = performance.now();
    for (const [address, query] of READS) {
      const { code, milliseconds } = await reader.get(address, query);
      times.get(address)?.push(milliseconds);
      if (code !== 100) refused += 1;
    }
    mostMB = Math.max(mostMB, residentMB(server.pid()));
    await sleep(Math.max(0, begun + READ_EVERY_MS - performance.now()));
  }
  return { times, refused, mostMB };
}

/** Computes the average orders per second in windows of `length` seconds. A window begins every `step` seconds. */
function ratesOf(bySecond: readonly number[], length: number, step: number): number[] {
  const rates: number[] = [];
  for (let from = 0; from + length <= bySecond.length; from += step) {
    rates.push(bySecond.slice(from, from + length).reduce((sum, orders) => sum + orders, 0) / length);
  }
  return rates;
}

/** Formats rates in orders per second. The list is empty if the run is shorter than one window. */
const formatRates = (rates: readonly number[]): string =>
  rates.length > 0 ? `${rates.map((rate) => rate.toFixed(0)).join(', ')} orders/s` : 'the run was shorter';

const formatTimes = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;

/** Measures one run of {@link RUNS}. @returns its table rows, and the number of acknowledged orders */
async function measure(intake: Intake, reader: Client, name: string): Promise<{ rows: Row[]; orders: number }> {
  const run = RUNS[name];
  if (!run) throw new Error(`RUNS has "${name}". There are: ${Object.keys(RUNS).join(', ')}`);
  const { server, dataDir, town } = intake;
  const beforeMB = residentMB(server.pid());
  const options = { senders: SENDERS, seconds: SECONDS, outcome: 'done' } as const;
  const endUsage = startUsage([server.pid()], dataDir);
  const sending = sendOrders(intake, options, () => run.next(town, INTAKE.batch));
  const [sent, { times, refused, mostMB }] = await Promise.all([sending, watchFigures(server, reader, sending)]);
  const used = endUsage();
  const perThousand = (seconds = Number.NaN) => `${((seconds / sent.orders) * 1_000).toFixed(2)} s`;
  const windows = ratesOf(sent.bySecond, WORST_SECONDS, 1);
  const megabytes = [beforeMB, mostMB, residentMB(server.pid())].map((value) => value.toFixed(0));
  return {
    orders: sent.orders,
    rows: [
      {
        figure: `${run.figure}, ${Math.round(sent.seconds)} s`,
        target: run.target,
        measured: `${(sent.orders / sent.seconds).toFixed(0)} orders/s, ${sent.orders.toLocaleString('en')} orders`,
      },
      {
        figure: `— worst ${WORST_SECONDS} seconds`,
        target: '',
        measured: formatRates(windows.toSorted((a, b) => a - b).slice(0, 1)),
      },
      // Falling rates show a cost that grows with the stored rows.
      { figure: '— each minute', target: '', measured: formatRates(ratesOf(sent.bySecond, 60, 60)) },
      {
        figure: `— batch of ${INTAKE.batch.toLocaleString('en')} events`,
        target: '',
        measured: formatTimes(sent.times),
      },
      ...[...times].map(([address, own]) => ({ figure: `— ${address}`, target: '', measured: formatTimes(own) })),
      { figure: '— reads refused', target: '0', measured: `${refused}` },
      {
        figure: '— processor of 1,000 orders with the reads: server; PostgreSQL; senders and reader',
        target: '',
        measured: `${perThousand(used.servers[0])}; ${perThousand(used.postgres)}; ${perThousand(used.clients)}`,
      },
      {
        figure: '— memory of the server before / highest / after',
        target: '',
        measured: `${megabytes.join(' / ')} MB`,
      },
    ],
  };
}

const countOrders = ({ query }: Console): Promise<number> =>
  query(async (db) => {
    const { all } = await db
      .selectFrom('customer_order')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow();
    return Number(all);
  });

/** Checks the books as `npm run ledger:verify` does. */
async function checkBooks({ query }: Console): Promise<Row> {
  const begun = performance.now();
  const offences = await query(async (db) => [
    ...(await verifyBooks(db)),
    ...(await escrowOffences(db, systemClock.now())),
  ]);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const [first] = offences;
  const found = first ? `${offences.length} offences, first ${first.where}: ${first.text}` : 'balanced';
  return { figure: 'books at the end', target: 'balanced', measured: `${found}, checked in ${seconds} s` };
}

async function main(): Promise<void> {
  // The demo creates no orders meanwhile, so all new orders are those of the senders.
  await withIntake({ still: true }, async (intake) => {
    const { server } = intake;
    const [token = ''] = await server.query((db) => startSessions(db, 1, 'owner'));
    const reader = new Client(server.baseURL, token);
    const busy = await waitForIdle(60);
    const before = await countOrders(server);
    const rows: Row[] = [];
    let acknowledged = 0;
    for (const name of CHOSEN) {
      process.stderr.write(`${name}, ${SECONDS} s\n`);
      const run = await measure(intake, reader, name);
      rows.push(...run.rows);
      acknowledged += run.orders;
    }
    reader.close();
    const stored = (await countOrders(server)) - before;
    rows.push({
      figure: 'orders stored at the end',
      target: 'those acknowledged',
      measured: `${stored.toLocaleString('en')} of ${acknowledged.toLocaleString('en')}`,
    });
    rows.push(await checkBooks(server));
    printTable(
      'npm run bench intake',
      [
        `${SENDERS} sender${SENDERS === 1 ? '' : 's'}, signed requests; a batch of orders paid and settled has ${INTAKE.batch / 2} orders. ` +
          `A reader asks each endpoint of the figures page once a second. Rate limits off. Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`,
      ],
      rows,
    );
  });
}

void main();
