import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/core/database/connect';
import { freePort, startBalancer } from '../support/balancer';
import { type Console, startConsole } from '../support/console';
import { Client, SECRET_KEY } from './client';
import { printTable, type Row, waitForIdle } from './report';
import { type Load, loadSessions, openLargeData, SESSIONS, sessionRows, TARGETS } from './session-load';
import { startSessions } from './sessions';
import { startUsage, type Usage } from './usage';

/**
 * Measures 1, 2 and 3 server processes behind a load balancer on one PostgreSQL with 5,000 stations and 1,000,000 orders. 50
 * concurrent users make calls for `SECONDS` (default 60) per number of processes. Every fifth call writes.
 *
 * Servers, PostgreSQL, balancer and users share the cores. When all cores are busy, requests per second stop growing.
 * In that case compare the requests per processor-second of the servers. If they are equal, more cores increase the rate.
 * Users and balancer share one thread. If they use a whole core, they are the limit.
 */
const SECONDS = Number(process.env.SECONDS ?? 60);
/** V8 optimizes the code of the new processes during this time. The time is not measured. */
const WARM_UP_SECONDS = Number(process.env.WARM_UP ?? 10);
const PROCESSES = [1, 2, 3] as const;

interface Measured {
  readonly load: Load;
  readonly used: Usage;
  /** Share of the CPU time (0–1) that other programs used before the load. */
  readonly busy: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Measures the load of all users through a balancer in front of these servers. */
async function measure(
  servers: readonly { readonly server: Console; readonly ready: string }[],
  dataDir: string,
  tokens: readonly string[],
): Promise<Measured> {
  const balancer = await startBalancer(servers.map(({ server, ready }) => ({ address: server.baseURL, ready })));
  const clients = tokens.map((token) => new Client(balancer.address, token));
  try {
    const busy = await waitForIdle(60);
    await loadSessions(clients, WARM_UP_SECONDS);
    const endUsage = startUsage(
      servers.map(({ server }) => server.pid()),
      dataDir,
    );
    const load = await loadSessions(clients, SECONDS);
    const used = endUsage();
    return { load, used, busy };
  } finally {
    for (const client of clients) client.close();
    await balancer.close();
  }
}

/** Starts `count` servers on one database and one data folder, as behind a load balancer, and measures them. */
async function measureProcesses(
  count: number,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  tokens: readonly string[],
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-bench-cluster-'));
  const servers: { server: Console; ready: string }[] = [];
  try {
    for (let number = 0; number < count; number += 1) {
      const monitor = await freePort();
      const env = { DATA_DIR: folder, SECRET_KEY, METRICS_PORT: String(monitor) };
      const server = await startConsole({ data: { url }, seed: 'none', env });
      servers.push({ server, ready: `http://127.0.0.1:${monitor}/ready` });
    }
    return await measure(servers, dataDir, tokens);
  } finally {
    for (const { server } of servers) await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const requestsPerServerSecond = ({ load, used }: Measured): number => load.requests / sum(used.servers);

/** Builds the table rows of one number of processes. @param one the figures of one process, for comparison */
function rowsOf(count: number, measured: Measured, one: Measured): Row[] {
  const { load, used } = measured;
  const perRequest = (seconds: number) => `${((seconds / load.requests) * 1_000).toFixed(1)} ms`;
  const cores = (seconds: number) => (seconds / load.seconds).toFixed(2);
  const rate = requestsPerServerSecond(measured);
  const ratio = rate / requestsPerServerSecond(one);
  return [
    ...sessionRows(
      `${count} ${count === 1 ? 'process' : 'processes'}, ${SESSIONS} sessions, 80/20 read/write`,
      load,
      count === 1 ? TARGETS : { rate: '', latency: '' },
    ),
    {
      figure: '— processor of a request: servers; PostgreSQL; users and balancer',
      target: '',
      measured: `${perRequest(sum(used.servers))}; ${perRequest(used.postgres)}; ${perRequest(used.clients)}`,
    },
    {
      // The balancer gives each process the same number of requests, so a process has handled 1/`count` of them.
      figure: '— of each server for its own requests',
      target: '',
      measured: used.servers.map((seconds) => perRequest(seconds * count)).join('; '),
    },
    {
      figure: '— requests per processor-second of the servers',
      target: count === 1 ? '' : 'as one process',
      measured: `${rate.toFixed(0)}${count === 1 ? '' : `, ${ratio.toFixed(2)} × one process`}`,
    },
    {
      figure: '— cores in use: servers; PostgreSQL; users and balancer',
      target: '',
      measured: `${cores(sum(used.servers))}; ${cores(used.postgres)}; ${cores(used.clients)} of ${cpus().length}`,
    },
  ];
}

async function main(): Promise<void> {
  const { cluster, dataDir } = await openLargeData();
  try {
    const { db, close } = connect(cluster.url, { max: 2 });
    const tokens = await startSessions(db, SESSIONS, 'operations').finally(close);
    const rows: Row[] = [];
    const busy: string[] = [];
    let one: Measured | undefined;
    for (const count of PROCESSES) {
      process.stderr.write(`${count} of ${PROCESSES.length} processes\n`);
      const measured = await measureProcesses(count, { url: cluster.url, dataDir }, tokens);
      one ??= measured;
      rows.push(...rowsOf(count, measured, one));
      busy.push((measured.busy * 100).toFixed(0));
    }
    printTable(
      'npm run bench cluster',
      [
        `Load for ${SECONDS} s each, after ${WARM_UP_SECONDS} s that are not measured; users and balancer in one process on the same machine, ` +
          `each request over a new connection to a server, rate limits off. Others kept ${busy.join(', ')} % of the machine busy before.`,
      ],
      rows,
    );
  } finally {
    await cluster.stop();
  }
}

void main();
