import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { prepareFolder } from '../../server/core/database/cluster-folder';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { type Cluster, startCluster } from '../../server/core/database/supervisor';
import { migrations } from '../../server/migrations';
import { type Client, SECRET_KEY, type Timed } from './client';
import { quantile, type Row } from './report';

/** Number of concurrent users in the API benches, which run on 5,000 stations and 1,000,000 orders. */

export const SESSIONS = 50;
/** Beginning of the names of the station drafts that {@link loadSessions} creates. */
const DRAFT = '负载草稿';
/** Targets of one process under {@link loadSessions} with {@link SESSIONS} users. */
export const TARGETS = { rate: '≥ 250 requests/s', latency: 'p95 < 350 ms' } as const;

/**
 * Starts a PostgreSQL in the folder of `--data` (default `build/bench-data`). Fills the database if it is empty.
 *
 * @returns the cluster, which the caller must stop, and its folder
 * @throws Error when the database cannot be filled
 */
export async function openLargeData(): Promise<{ readonly cluster: Cluster; readonly dataDir: string }> {
  const root = process.cwd();
  const dataDir = resolve(/--data[= ](\S+)/.exec(process.argv.join(' '))?.[1] ?? 'build/bench-data');
  await prepareFolder(dataDir);
  // We start PostgreSQL here, because several servers share it. PostgreSQL must outlive each of them.
  const cluster = await startCluster({ dataDir, root });
  try {
    if (await migrateAndClean(cluster.url)) {
      const env = { ...process.env, DATABASE_URL: cluster.url, DATA_DIR: dataDir, SECRET_KEY };
      const seeded = spawnSync(process.execPath, ['config/tasks/seed-large.mjs'], { env, stdio: 'inherit' });
      if (seeded.status !== 0) throw new Error('the large data could not be made');
    }
    return { cluster, dataDir };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Migrates the database and deletes the station drafts of earlier runs. Otherwise each run would measure longer lists than the run
 * before.
 *
 * @returns whether the database has no stations
 */
async function migrateAndClean(url: string): Promise<boolean> {
  const { db, pool, close } = connect(url, { max: 1 });
  try {
    await migrate(db, migrations);
    await db.deleteFrom('team').where('status', '=', 'draft').where('name', 'like', `${DRAFT}%`).execute();
    await pool.query('vacuum analyze team');
    return (await db.selectFrom('team').select('id').limit(1).executeTakeFirst()) === undefined;
  } finally {
    await close();
  }
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Median duration of the requests, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Number of unsuccessful responses, by API path and code. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Measures many concurrent users for `seconds` seconds. Each user changes a different station if there are enough stations. */
export async function loadSessions(clients: readonly Client[], seconds: number): Promise<Load> {
  const [first] = clients;
  if (!first) throw new Error('a load needs users');
  const { data } = await first.get('team.Team/getList', 'limit=100&status=operating');
  const teamIds = (data as { list: { id: number }[] }).list.map(({ id }) => id);
  const times: number[] = [];
  const failures = new Map<string, number>();
  const begun = performance.now();
  const work = async (client: Client, number: number) => {
    for (let turn = 0; performance.now() < begun + seconds * 1_000; turn++) {
      const [name, { code, milliseconds }] = await step(client, number, turn, teamIds);
      times.push(milliseconds);
      const key = `${name} ${code}`;
      if (code !== 100) failures.set(key, (failures.get(key) ?? 0) + 1);
    }
  };
  await Promise.all(clients.map(work));
  return {
    requests: times.length,
    seconds: (performance.now() - begun) / 1_000,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    failures,
  };
}

/** Makes the next call of a typical working day. Every fifth call writes, with an operation record if the contract requires one. */
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
      () => send('team.Team/saveDraft', { step: 1, values: { name: `${DRAFT}${number}-${turn}` } }),
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

/** Builds the table rows of a load: requests per second, latency, and unsuccessful responses. */
export function sessionRows(
  figure: string,
  { requests, seconds, p50, p95, p99, failures }: Load,
  targets: { readonly rate: string; readonly latency: string },
): Row[] {
  return [
    { figure, target: targets.rate, measured: `${(requests / seconds).toFixed(0)} requests/s` },
    {
      figure: '— latency',
      target: targets.latency,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    },
    {
      figure: '— answers other than success',
      target: '0',
      measured: [...failures].map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
    },
  ];
}
