import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { ExportFormat } from '../../contract/export.modules';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import type { Database } from '../../server/core/database/schema';
import { prepareFolder, startCluster } from '../../server/core/database/supervisor';
import { createIds } from '../../server/core/ids';
import { startSession } from '../../server/core/session';
import { migrations } from '../../server/migrations';
import { createOwner } from '../../server/modules/account';
import { exportById, insertExport, nextExportNo } from '../../server/modules/exportTask';
import { type Console, startConsole } from '../support/console';
import { Client, USER_AGENT } from './client';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Figures of exports: `ROWS` operation records (default 1,000,000) as CSV and 200,000 as XLSX by the built server, beside what
 * PostgreSQL's own COPY makes of the same columns in the same run; and what other requests notice of it.
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000);
const XLSX_ROWS = Math.min(ROWS, 200_000);
const SAMPLE_MS = 4_000;
const SECRET_KEY = '00'.repeat(32);
const CHUNK = 100_000;
/** What the list shows of a record, as the database has it. */
const COPIED = `at, account, identity_name, module, action, object_type, object_no, result_code, before, after, reason, ip, ua,
  request_id, cost_ms, money, reveals, out_of_hours`;
const COLUMNS = [
  ...['at', 'person', 'account', 'identity', 'module', 'action', 'object', 'objectNo', 'result', 'code', 'changes'],
  ...['reason', 'ip', 'device', 'requestId', 'cost', 'money', 'reveals', 'outOfHours'],
];

type Db = Kysely<Database>;
const ids = createIds({ clock: systemClock, node: 15 });

async function fill(db: Db, from: Date): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from operation_record`.execute(db);
  for (let done = rows[0]?.count ?? 0; done < ROWS; done += CHUNK) {
    await sql`insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type,
        object_id, object_no, result_code, before, after, detail, reason, ip, ua, request_id, cost_ms)
      select n, ${from}::timestamptz - make_interval(secs => n), 0, 'lin', '运营', 'team', 'update', 'team', n % 5000,
        'CD' || n % 5000, 100, '{"name":"Old","promiseMin":45}', '{"name":"New","promiseMin":50}', null, null,
        '203.0.113.9', 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0', to_hex(n), 12
      from generate_series(${done + 1}::int, ${Math.min(done + CHUNK, ROWS)}::int) n`.execute(db);
  }
}

/** Rows a second of COPY to nowhere. */
async function copied(db: Db, rows: number): Promise<number> {
  const begun = performance.now();
  await sql`copy (select ${sql.raw(COPIED)} from operation_record order by at desc, id desc limit ${sql.lit(rows)})
    to '/dev/null' with (format csv, header)`.execute(db);
  return rows / ((performance.now() - begun) / 1_000);
}

async function wish(db: Db, ownerId: number, format: ExportFormat, from: Date, rows: number): Promise<number> {
  const id = ids.next();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const first = new Date(from.getTime() - rows * 1_000);
  await insertExport(db, {
    id,
    no: await nextExportNo(db, day(from)),
    module: 'rights.record',
    filter: { atFrom: day(first), atTo: day(new Date(from.getTime() + 86_400_000)) },
    hash: String(id).padStart(64, '0'),
    filterText: [],
    rowIds: null,
    columns: COLUMNS,
    format,
    unmasked: false,
    locale: 'en-US',
    requesterId: ownerId,
    at: systemClock.now(),
  });
  return id;
}

function residentMB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;
}

/** How long a call of an ordinary page takes, while `goesOn`. */
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

async function main(): Promise<void> {
  const dataDir = resolve(/--data[= ](\S+)/.exec(process.argv.join(' '))?.[1] ?? 'build/bench-export');
  await prepareFolder(dataDir);
  const cluster = await startCluster({ dataDir, root: process.cwd() });
  const connection = connect(cluster.url, { max: 2, statementTimeoutMs: 0 });
  const { db } = connection;
  try {
    await migrate(db, migrations);
    // COPY to a file is the administrator's; the console's own role may not.
    const administrator = new URL(cluster.adminUrl);
    administrator.pathname = new URL(cluster.url).pathname;
    const admin = connect(administrator.href, { max: 1, statementTimeoutMs: 0 });
    const from = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
    await fill(db, from);
    await sql`vacuum analyze operation_record`.execute(db);
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
      const wanted = [
        { format: 'csv', count: ROWS },
        { format: 'xlsx', count: XLSX_ROWS - 120_000 },
      ] as const;
      for (const { format, count } of wanted) {
        const perSecond = await copied(admin.db, count);
        const done = await exported(db, server, client, await wish(db, id, format, from, count));
        const own = done.rows / done.seconds;
        const name = `${done.rows.toLocaleString('en')} rows as ${format.toUpperCase()}`;
        rows.push(
          {
            figure: `COPY of ${count.toLocaleString('en')} rows`,
            target: '',
            measured: `${perSecond.toFixed(0)} rows/s`,
          },
          {
            figure: name,
            target: format === 'csv' ? '≥ 0.5 × COPY' : '',
            measured: `${own.toFixed(0)} rows/s, ${(own / perSecond).toFixed(2)} × COPY, ${(done.size / 2 ** 20).toFixed(0)} MB`,
          },
          { figure: '— memory of the server', target: '+ < 64 MB', measured: `+ ${done.grown.toFixed(0)} MB` },
          {
            figure: '— the other page meanwhile',
            target: 'p95 < 2 × idle',
            measured: `p95 ${p95(done.times).toFixed(1)} ms, ${(p95(done.times) / p95(idle)).toFixed(1)} × idle`,
          },
        );
      }
      client.close();
      printTable(
        'npm run bench export',
        [
          `${COLUMNS.length} columns in words; COPY writes ${COPIED.split(',').length} as they are stored, to /dev/null. Others kept ${Math.round(busy * 100)} % of the machine busy before.`,
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
