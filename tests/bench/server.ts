import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { prepareFolder } from '../../server/core/database/cluster-folder';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { leaseIds } from '../../server/core/database/nodes';
import { startCluster } from '../../server/core/database/supervisor';
import { migrations } from '../../server/migrations';
import { createAccount, seedIdentities } from '../../server/modules/account';
import { type Console, startConsole } from '../support/console';
import { Client, type Timed, USER_AGENT } from './client';
import { reconnectStorm } from './listeners';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures the API on 5,000 stations and 1,000,000 orders, over HTTP on loopback: each list alone, then 50 concurrent users whose
 * every fifth call writes. At last all event streams of 500 windows break and reconnect at once.
 */
const SAMPLES = 300;
const WARM_UP = 20;
const SESSIONS = 50;
const LOAD_SECONDS = 30;
/** Open windows per user: 500 in total. */
const WINDOWS = 10;
const STORMS = 3;
/** A dummy key. The generator and the measured server must use the same one. */
const SECRET_KEY = '00'.repeat(32);

/** Lists with their last page (of 5,000 stations, or of the at most 10,000 rows that a list shows) and a filter. */
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

/** Measures many concurrent users. Each user changes a different station. */
async function load(clients: readonly Client[], teamIds: readonly number[]) {
  const times: number[] = [];
  const failures = new Map<string, number>();
  const end = performance.now() + LOAD_SECONDS * 1000;
  const begun = performance.now();
  const work = async (client: Client, number: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const [name, answer] = await step(client, number, turn, teamIds);
      times.push(answer.milliseconds);
      if (answer.code !== 100) {
        const key = `${name} ${answer.code}`;
        failures.set(key, (failures.get(key) ?? 0) + 1);
      }
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - begun) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    failures,
  };
}

/** Makes the next call of a typical working day. Every fifth call writes, with an operation record where the contract demands one. */
async function step(
  client: Client,
  number: number,
  turn: number,
  teamIds: readonly number[],
): Promise<[string, Timed]> {
  const teamId = teamIds[number % teamIds.length] ?? 0;
  const send = async (address: string, body: object): Promise<[string, Timed]> => [
    address,
    await client.post(address, body),
  ];
  if (turn % 5 === 4) {
    const writes: readonly (() => Promise<[string, Timed]>)[] = [
      () => send('common.Preference/save', { key: 'bench.columns', value: [number, turn] }),
      () => send('dashboard.Index/saveQuickLinks', { paths: ['/teamList/index', '/teamList/teamOperation'] }),
      () => send('team.Team/saveDraft', { step: 1, values: { name: `负载草稿${number}-${turn}` } }),
      () => send('team.Operation/bulkSwitch', { ids: [teamId], key: 'selfPickup', on: (turn - 4) % 2 === 0 }),
    ];
    const write = writes[((turn - 4) / 5 + number) % writes.length];
    if (write) return write();
  }
  const page = 1 + ((number * 7 + turn) % 200);
  const reads: readonly (readonly [string, string])[] = [
    ['team.Team/getList', 'page=1&limit=20'],
    ['team.Team/getList', `page=${page}&limit=20&sortField=ordersToday&sortOrder=desc`],
    ['team.Team/getDetail', `id=${teamId}`],
    ['team.Operation/getMatrix', `page=${page}&limit=20`],
    ['site.Site/getSiteInfo', ''],
    ['team.Operation/getOne', `id=${teamId}`],
    ['dashboard.Index/getOverview', `teamIds=${teamId}`],
  ];
  const [address, query] = reads[(turn + number) % reads.length] ?? ['site.Site/getSiteInfo', ''];
  return [address, await client.get(address, query)];
}

/** Reads the resident memory of the server's process, in megabytes. */
function residentMB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

async function main(): Promise<void> {
  const root = process.cwd();
  const dataDir = resolve(/--data[= ](\S+)/.exec(process.argv.join(' '))?.[1] ?? 'build/bench-data');
  await prepareFolder(dataDir);
  // We start PostgreSQL here, not by the server, so that the bench can insert accounts and sessions.
  const cluster = await startCluster({ dataDir, root });
  try {
    if (await isEmpty(cluster.url)) {
      const env = { ...process.env, DATABASE_URL: cluster.url, DATA_DIR: dataDir, SECRET_KEY };
      const seeded = spawnSync(process.execPath, ['config/tasks/seed-large.mjs'], { env, stdio: 'inherit' });
      if (seeded.status !== 0) throw new Error('the large data could not be made');
    }
    const server = await startConsole({ data: { url: cluster.url }, seed: 'none', env: { SECRET_KEY } });
    try {
      await measure(server, await makeSessions(cluster.url));
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function isEmpty(url: string): Promise<boolean> {
  const { db, close } = connect(url, { max: 1 });
  try {
    await migrate(db, migrations);
    return (await db.selectFrom('team').select('id').limit(1).executeTakeFirst()) === undefined;
  } finally {
    await close();
  }
}

/** Creates the users' sessions, each with the rules of head-office operations. @returns their tokens */
async function makeSessions(url: string): Promise<string[]> {
  const { db, close } = connect(url, { max: 2 });
  const clock = systemClock;
  const ids = await leaseIds(db, clock);
  try {
    const identity = (await seedIdentities({ db, clock, ids })).get('operations') ?? 0;
    const tokens: string[] = [];
    const mark = Date.now() % 1_000_000_000;
    for (let number = 0; number < SESSIONS; number++) {
      const name = `bench${mark}_${number}`;
      const accountId = await createAccount(
        { db, clock, ids },
        {
          accountType: 'staff',
          account: name,
          name,
          tel: phone(mark, number),
          identityIds: [identity],
          status: 'active',
        },
      );
      const facts = { accountId, ip: '127.0.0.1', userAgent: USER_AGENT, remember: false, most: 1 };
      tokens.push((await startSession({ db, clock, ids }, facts)).token);
    }
    return tokens;
  } finally {
    await ids.release();
    await close();
  }
}

const phone = (mark: number, number: number) => `+999${String((mark + number) % 1_000_000_000).padStart(9, '0')}`;

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
  const list = (await first.get('team.Team/getList', 'limit=100&status=operating')).data as { list: { id: number }[] };
  const result = await load(
    clients,
    list.list.map(({ id }) => id),
  );
  rows.push(
    {
      figure: `${clients.length} sessions, 80/20 read/write`,
      target: '≥ 200 requests/s',
      measured: `${result.perSecond.toFixed(0)} requests/s`,
    },
    {
      figure: '— latency',
      target: 'p95 < 400 ms',
      measured: `p50 ${result.p50.toFixed(0)} ms, p95 ${result.p95.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms`,
    },
    {
      figure: '— answers other than success',
      target: '0',
      measured: [...result.failures].map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
    },
    {
      figure: 'memory of the server before / after',
      target: '< 1 GB',
      measured: `${memoryBefore.toFixed(0)} / ${residentMB(server.pid()).toFixed(0)} MB`,
    },
  );
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
