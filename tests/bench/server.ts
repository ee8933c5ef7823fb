import { type Console, startConsole } from '../support/console';
import { Client, SECRET_KEY } from './client';
import { reconnectStorm } from './listeners';
import { printTable, quantile, type Row, waitForIdle } from './report';
import { loadSessions, openLargeData, SESSIONS, sessionRows, TARGETS } from './session-load';
import { startSessions } from './sessions';
import { residentMB } from './usage';

/**
 * Measures the API on 5,000 stations and 1,000,000 orders, over HTTP on loopback. First it measures lists and calls of the workbench, one
 * call at a time. Then 50 concurrent users make calls, and every fifth call writes. At the end the event streams of 500 windows break and
 * reconnect, three times.
 */
const SAMPLES = 300;
const WARM_UP = 20;
const LOAD_SECONDS = 30;
/** Open windows per user: 500 in total. */
const WINDOWS = 10;
const STORMS = 3;

/**
 * Lists with a filter and their last page (20 rows per page). The last page results from 5,000 stations, or from the limit of
 * 10,000 rows per list.
 */
const LISTS: readonly { address: string; lastPage: number; filter: string }[] = [
  {
    address: 'team.Team/getList',
    lastPage: 250,
    filter: 'status=operating&keyword=1&sortField=ordersToday&sortOrder=desc',
  },
  { address: 'team.Operation/getMatrix', lastPage: 250, filter: 'status=operating&key=busyMode&on=false' },
  { address: 'team.Operation/getLogs', lastPage: 500, filter: 'key=acceptOrders' },
];
const OTHERS: readonly { address: string; query: string }[] = [
  { address: 'dashboard.Index/getOverview', query: '' },
  { address: 'dashboard.Index/getTrend', query: 'metric=orderCount&period=30' },
  { address: 'dashboard.Index/getRanking', query: 'kind=team&metric=gmvFen&dir=top' },
  { address: 'dashboard.Index/getTodo', query: '' },
];

interface Sample {
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
}

async function sample(client: Client, address: string, query: string): Promise<Sample> {
  const times: number[] = [];
  let refused = 0;
  for (let index = 0; index < WARM_UP + SAMPLES; index++) {
    const answer = await client.get(address, query);
    if (answer.code !== 100) refused += 1;
    if (index >= WARM_UP) times.push(answer.milliseconds);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), refused };
}

async function main(): Promise<void> {
  const { cluster } = await openLargeData();
  try {
    const server = await startConsole({ data: { url: cluster.url }, seed: 'none', env: { SECRET_KEY } });
    try {
      await measure(server, await server.query((db) => startSessions(db, SESSIONS, 'operations')));
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function measure(server: Console, tokens: readonly string[]): Promise<void> {
  const clients = tokens.map((token) => new Client(server.baseURL, token));
  const [first] = clients;
  if (!first) return;
  const busy = await waitForIdle(120);
  const rows: Row[] = [];
  const milliseconds = ({ p50, p99, refused }: Sample) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${refused > 0 ? `, ${refused} refused` : ''}`;
  for (const { address, lastPage, filter } of LISTS) {
    const cases: Record<string, string> = {
      'first page': 'limit=20',
      [`row ${(lastPage * 20).toLocaleString('en')}`]: `page=${lastPage}&limit=20`,
      filtered: `limit=20&${filter}`,
    };
    for (const [name, query] of Object.entries(cases)) {
      rows.push({
        figure: `${address}, ${name}`,
        target: 'p99 ≤ 50 ms',
        measured: milliseconds(await sample(first, address, query)),
      });
    }
  }
  for (const { address, query } of OTHERS) {
    rows.push({ figure: address, target: '', measured: milliseconds(await sample(first, address, query)) });
  }
  const memoryBefore = residentMB(server.pid());
  const load = await loadSessions(clients, LOAD_SECONDS);
  rows.push(...sessionRows(`${clients.length} sessions, 80/20 read/write`, load, TARGETS), {
    figure: 'memory of the server before / after',
    target: '< 1 GB',
    measured: `${memoryBefore.toFixed(0)} / ${residentMB(server.pid()).toFixed(0)} MB`,
  });
  const storm = await reconnectStorm(server.baseURL, tokens, WINDOWS, STORMS);
  rows.push({
    figure: `${storm.listeners} listeners whose lines break at once, until the last one is back`,
    target: '≤ 30 s',
    measured: `${(storm.all / 1000).toFixed(2)} s (95 of 100: ${(storm.p95 / 1000).toFixed(2)} s), the worst of ${STORMS}`,
  });
  printTable(
    'npm run bench server',
    [
      `${SAMPLES} calls each over one kept connection; load for ${LOAD_SECONDS} s, clients on the same machine, rate limits off. ` +
        `Others kept ${Math.round(busy * 100)} % of the machine busy before.`,
    ],
    rows,
  );
  for (const client of clients) client.close();
}

void main();
