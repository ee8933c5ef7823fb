import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { ExportFormat } from '../../contract/export.modules';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { prepareFolder } from '../../server/core/database/cluster-folder';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import type { Database } from '../../server/core/database/schema';
import { startCluster } from '../../server/core/database/supervisor';
import { createIds } from '../../server/core/ids';
import { migrations } from '../../server/migrations';
import { createOwner } from '../../server/modules/account';
import { exportById, insertExport, nextExportNo } from '../../server/modules/exportTask';
import { type Console, startConsole } from '../support/console';
import { Client, SECRET_KEY, USER_AGENT } from './client';
import { type BenchTable, bills, flow, records } from './export-data';
import { median, printTable, quantile, type Row, sleep, waitForIdle } from './report';
import { residentMB } from './usage';

/**
 * Measures exports by the built server:
 * - as CSV: `ROWS` operation records and bills (default 1,000,000), and `FLOW_ROWS` movements of one station (default 200,000);
 * - as XLSX: 80,000 operation records.
 *
 * Compares them with PostgreSQL's COPY of the same columns in the same run. Also measures the delay of other requests during each export.
 * `TABLES=bill,flow` measures only these tables. `TIMES` is the number of runs of each CSV export (default 1).
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000);
const FLOW_ROWS = Math.min(ROWS, Number(process.env.FLOW_ROWS ?? 200_000));
const XLSX_ROWS = Math.min(ROWS, 80_000);
const TIMES = Number(process.env.TIMES ?? 1);
const TABLES = { record: records, bill: bills, flow };
const CHOSEN = (process.env.TABLES ?? 'record,bill,flow').split(',') as (keyof typeof TABLES)[];
const SAMPLE_MS = 4_000;

type Db = Kysely<Database>;
const ids = createIds({ clock: systemClock, node: 15 });

/** Measures COPY to /dev/null, in rows per second. */
async function copied(db: Db, table: BenchTable, rows: number): Promise<number> {
  const begun = performance.now();
  await sql`copy (${sql.raw(table.copied(rows))}) to '/dev/null' with (format csv, header)`.execute(db);
  return rows / ((performance.now() - begun) / 1_000);
}

interface Wish {
  readonly table: BenchTable;
  readonly format: ExportFormat;
  readonly rows: number;
}

async function wish(db: Db, ownerId: number, { table, format, rows }: Wish, from: Date): Promise<number> {
  const id = ids.next();
  await insertExport(db, {
    id,
    no: await nextExportNo(db, from.toISOString().slice(0, 10)),
    module: table.module,
    filter: table.filter(rows, from),
    hash: String(id).padStart(64, '0'),
    filterText: [],
    rowIds: null,
    columns: [...table.columns],
    format,
    unmasked: false,
    locale: 'en-US',
    requesterId: ownerId,
    at: systemClock.now(),
  });
  return id;
}

/** Reads a small list repeatedly while `goesOn` returns true. @returns the milliseconds of each call */
async function calls(client: Client, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn()) {
    times.push((await client.get('dashboard.AccountManage/getList', 'page=1&limit=20')).milliseconds);
    await sleep(20);
  }
  return times;
}

async function exported(db: Db, server: Console, client: Client, task: number) {
  let isRunning = true;
  let most = residentMB(server.pid());
  const least = most;
  const others = calls(client, () => isRunning);
  for (;;) {
    const now = await exportById(db, task);
    most = Math.max(most, residentMB(server.pid()));
    if (now && !['queued', 'running'].includes(now.state)) {
      isRunning = false;
      if (now.state !== 'done') throw new Error(`the export ended as ${now.state}: ${now.reason?.['en-US']}`);
      const seconds = ((now.finishedAt?.getTime() ?? 0) - (now.startedAt?.getTime() ?? 0)) / 1_000;
      return { rows: now.rowsTotal ?? 0, seconds, size: now.size ?? 0, grown: most - least, times: await others };
    }
    await sleep(200);
  }
}

/** Reads the reference time of the rows from a file, so that each run measures the same rows. The first run writes the file. */
function newestOf(dataDir: string): Date {
  const note = join(dataDir, 'newest.txt');
  if (!existsSync(note)) writeFileSync(note, new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000).toISOString());
  return new Date(readFileSync(note, 'utf8'));
}

async function main(): Promise<void> {
  const dataDir = resolve(/--data[= ](\S+)/.exec(process.argv.join(' '))?.[1] ?? 'build/bench-export');
  await prepareFolder(dataDir);
  const cluster = await startCluster({ dataDir, root: process.cwd() });
  const connection = connect(cluster.url, { max: 2, statementTimeoutMs: 0 });
  const { db } = connection;
  try {
    await migrate(db, migrations);
    // The console's role may not COPY to a file, so we connect as administrator.
    const administrator = new URL(cluster.adminUrl);
    administrator.pathname = new URL(cluster.url).pathname;
    const admin = connect(administrator.href, { max: 1, statementTimeoutMs: 0 });
    const from = newestOf(dataDir);
    for (const name of CHOSEN) await TABLES[name].fill(db, name === 'flow' ? FLOW_ROWS : ROWS, from);
    const server = await startConsole({ data: { url: cluster.url }, seed: 'none', env: { SECRET_KEY } });
    try {
      const owner = await db.selectFrom('account').select('id').where('account_type', '=', 'owner').executeTakeFirst();
      if (!owner) await createOwner({ db, clock: systemClock, ids });
      const { id } = await db
        .selectFrom('account')
        .select('id')
        .where('account_type', '=', 'owner')
        .executeTakeFirstOrThrow();
      await sql`update account set must_change_password = false`.execute(db);
      const facts = { accountId: id, ip: '127.0.0.1', userAgent: USER_AGENT, remember: false, most: 9 };
      const { token } = await startSession({ db, clock: systemClock, ids }, facts);
      const client = new Client(server.baseURL, token);
      const busy = await waitForIdle(120);
      const end = performance.now() + SAMPLE_MS;
      const idle = await calls(client, () => performance.now() < end);
      const rows: Row[] = [];
      const p95 = (times: readonly number[]) => quantile(times, 0.95);
      rows.push({ figure: 'a list of another page, idle', target: '', measured: `p95 ${p95(idle).toFixed(1)} ms` });
      const csv = CHOSEN.map(
        (name): Wish => ({ table: TABLES[name], format: 'csv', rows: name === 'flow' ? FLOW_ROWS : ROWS }),
      );
      const wanted = [
        ...csv,
        ...(CHOSEN.includes('record') ? [{ table: records, format: 'xlsx', rows: XLSX_ROWS } as const] : []),
      ];
      for (const one of wanted) {
        const { table, format, rows: count } = one;
        const runs: (Awaited<ReturnType<typeof exported>> & { readonly perSecond: number; readonly own: number })[] =
          [];
        for (let time = 0; time < (format === 'csv' ? TIMES : 1); time += 1) {
          const perSecond = await copied(admin.db, table, count);
          const done = await exported(db, server, client, await wish(db, id, one, from));
          runs.push({ ...done, perSecond, own: done.rows / done.seconds });
        }
        const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
        const ratios = runs.map(({ own, perSecond }) => (own / perSecond).toFixed(2)).join(', ');
        rows.push(
          {
            figure: `COPY of ${count.toLocaleString('en')} ${table.name}`,
            target: '',
            measured: `${of(({ perSecond }) => perSecond).toFixed(0)} rows/s`,
          },
          {
            figure: `${runs[0]?.rows.toLocaleString('en')} ${table.name} as ${format.toUpperCase()}`,
            target: format === 'csv' ? '≥ 0.5 × COPY' : '',
            measured: `${of(({ own }) => own).toFixed(0)} rows/s, ${ratios} × COPY, ${((runs[0]?.size ?? 0) / 2 ** 20).toFixed(0)} MB`,
          },
          {
            figure: '— memory of the server',
            target: '+ < 64 MB',
            measured: `+ ${of(({ grown }) => grown).toFixed(0)} MB`,
          },
          {
            figure: '— the other page meanwhile',
            target: 'p95 < 2 × idle',
            measured: `p95 ${of(({ times }) => p95(times)).toFixed(1)} ms, ${(of(({ times }) => p95(times)) / p95(idle)).toFixed(1)} × idle`,
          },
        );
      }
      client.close();
      printTable(
        'npm run bench export',
        [
          `The columns that are chosen at first, in words; COPY writes the same as they are stored, to /dev/null. Others kept ${Math.round(busy * 100)} % of the machine busy before.`,
        ],
        rows,
      );
    } finally {
      await server.stop();
      await admin.close();
    }
  } finally {
    await connection.close();
    await cluster.stop();
  }
}

void main();
