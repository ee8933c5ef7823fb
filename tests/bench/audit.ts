import { type Kysely, sql } from 'kysely';
import { LIST_LIMITS } from '../../contract/limits';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { holdLock } from '../../server/core/database/locks';
import { migrate } from '../../server/core/database/migrate';
import { preparePartitions } from '../../server/core/database/partitions';
import type { Database } from '../../server/core/database/schema';
import { tamper } from '../../server/core/database/testing';
import { createIds } from '../../server/core/ids';
import { migrations } from '../../server/migrations';
import { chainHead, linkRecords, verifyChain } from '../../server/modules/record';
import { linkAfter } from '../../server/modules/record/rules';
import { type RecordFilter, recordCount, recordPage } from '../../server/modules/record/store';
import { startOwnCluster } from './own-cluster';
import { printTable, quantile, type Row, sleep } from './report';

/**
 * Measures how much the hash chain of operation records slows down writers (docs/decisions/0009). The variants are: no chain, a chain at
 * each commit, a chain by a job. Also measures the verification of the chain, and the first and last page of the list with `RECORDS`
 * records (default 5,000,000) of three years.
 */
const RECORDS = Number(process.env.RECORDS ?? 5_000_000);
const LINKED = 100_000;
const WRITERS = 8;
const WRITE_SECONDS = 6;
const SAMPLES = 200;
const DAY_MS = 86_400_000;
const DAYS = 1_095;
const CHUNK = 250_000;
/** Ids contain the milliseconds since this time, multiplied by 4,096. */
const EPOCH = Date.UTC(2026, 0, 1);

type Db = Kysely<Database>;
const ids = createIds({ clock: systemClock, node: 0 });

function record(id: number) {
  return {
    id,
    at: new Date(),
    account_id: id % 400,
    account: 'lin',
    identity_name: '运营',
    module: 'team',
    action: 'update',
    object_type: 'team',
    object_id: id % 5_000,
    object_no: `CD${id % 5_000}`,
    result_code: 100,
    before: JSON.stringify({ name: 'Old', promiseMin: 45 }),
    after: JSON.stringify({ name: 'New', promiseMin: 50 }),
    detail: null,
    reason: null,
    ip: '203.0.113.9',
    ua: 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0',
    request_id: id.toString(16),
    cost_ms: 12,
  };
}

/**
 * Changes business data and writes its operation record in one transaction, like an API call. With `chainAtCommit` also chains the
 * record.
 */
async function change(db: Db, chainAtCommit: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`update throttle set hits = hits + 1 where key = ${`bench${ids.next() % WRITERS}`}`.execute(transaction);
    const made = record(ids.next());
    await transaction.insertInto('operation_record').values(made).execute();
    if (!chainAtCommit) return;
    await holdLock(transaction, 'auditChain');
    const next = linkAfter(await chainHead(transaction), JSON.stringify(made));
    await transaction
      .insertInto('audit_link')
      .values({ position: next.position, record_id: made.id, hash: next.hash, chained_at: made.at })
      .execute();
  });
}

async function writesPerSecond(db: Db, way: 'none' | 'atCommit' | 'job') {
  const end = performance.now() + WRITE_SECONDS * 1_000;
  const times: number[] = [];
  const writer = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await change(db, way === 'atCommit');
      times.push(performance.now() - begun);
    }
  };
  const job = async () => {
    while (way === 'job' && performance.now() < end) {
      await linkRecords(db, systemClock, false);
      await sleep(1_000);
    }
  };
  await Promise.all([job(), ...Array.from({ length: WRITERS }, writer)]);
  return { perSecond: times.length / WRITE_SECONDS, p99: quantile(times, 0.99) };
}

async function fill(db: Db, count: number): Promise<void> {
  const first = Date.now() - DAYS * DAY_MS;
  for (let done = 0; done < count; done += CHUNK) {
    const size = Math.min(CHUNK, count - done);
    await sql`
      insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type, object_id,
        object_no, result_code, before, after, reason, ip, ua, request_id, cost_ms, money, reveals, out_of_hours)
      select greatest(n, (${first - EPOCH} + n * ${DAYS * DAY_MS} / ${count}) * 4096 + n % 4096),
        to_timestamp((${first} + n::float8 * ${DAYS * DAY_MS} / ${count}) / 1000), (random() * random() * 400)::int + 1,
        'staff', '运营', 'module' || (n * 7919 % 12), 'action' || (n * 104729 % 9), 'team', n * 31 % 5000,
        'CD' || lpad((n * 31 % 5000)::text, 6, '0'),
        case when random() < 0.05 then 42201 when random() < 0.001 then 50001 else 100 end,
        '{"name": "Old", "promiseMin": 45}', '{"name": "New", "promiseMin": 50}', 'because',
        '203.0.' || (n * 17 % 13) || '.' || (n * 13 % 250), 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0', 'b' || n, 12,
        random() < 0.03, random() < 0.01, random() < 0.08
      from generate_series(${done + 1}::bigint, ${done + size}::bigint) n`.execute(db);
    process.stderr.write(`\r${done + size} records`);
  }
  process.stderr.write('\n');
  await sql`vacuum analyze operation_record`.execute(db);
}

const any = (below: number) => systemClock.randomInt(0, below);
const FILTERS: readonly (readonly [name: string, filter: () => RecordFilter])[] = [
  ['no filter', () => ({})],
  ['account', () => ({ accountId: [any(400) + 1] })],
  ['module', () => ({ module: [`module${any(12)}`] })],
  ['action', () => ({ action: [`module${any(12)}.action${any(9)}`] })],
  ['object number', () => ({ objectNo: `CD${String(any(5_000)).padStart(6, '0')}` })],
  ['refused', () => ({ result: 'refused' })],
  ['failed', () => ({ result: 'failed' })],
  ['address', () => ({ ip: `203.0.${any(13)}.${any(250)}` })],
  ['only money', () => ({ money: true })],
  ['only reveals', () => ({ reveals: true })],
  ['only out of hours', () => ({ outOfHours: true })],
  ['account + refused', () => ({ accountId: [any(400) + 1], result: 'refused' })],
];

async function pages(db: Db, days: number, offset: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, filter] of FILTERS) {
    const times: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const to = new Date(Date.now() - any(DAYS - days) * DAY_MS);
      const wanted = { ...filter(), at: { from: new Date(to.getTime() - days * DAY_MS), to } };
      const begun = performance.now();
      await Promise.all([recordPage(db, wanted, { offset, limit: 20, order: 'desc' }), recordCount(db, wanted)]);
      times.push(performance.now() - begun);
    }
    const where = offset === 0 ? 'first page' : 'last page';
    rows.push({
      figure: `${where} of ${days} days, ${name}`,
      target: offset === 0 ? 'p99 ≤ 50 ms' : '—',
      measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const { cluster, end } = await startOwnCluster('audit');
  const connection = connect(cluster.url, { max: WRITERS + 2, statementTimeoutMs: 0 });
  const { db } = connection;
  // The console's role may not truncate these tables, so we connect as administrator.
  const administrator = new URL(cluster.adminUrl);
  administrator.pathname = new URL(cluster.url).pathname;
  const admin = connect(administrator.href, { max: 1, statementTimeoutMs: 0 });
  try {
    await migrate(db, migrations);
    await preparePartitions(db, systemClock.now());
    for (let key = 0; key < WRITERS; key++)
      await sql`insert into throttle values (${`bench${key}`}, now(), 0)`.execute(db);
    const empty = () => tamper(admin, 'truncate operation_record, audit_link');
    const rows: Row[] = [];
    for (const [way, name] of [
      ['none', 'without a chain'],
      ['job', 'linked by the job'],
      ['atCommit', 'linked at commit, under a lock'],
    ] as const) {
      const { perSecond, p99 } = await writesPerSecond(db, way);
      rows.push({
        figure: `changes with their record, ${WRITERS} writers, ${name}`,
        target: '—',
        measured: `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`,
      });
      await empty();
    }
    for (let done = 0; done < LINKED; done += 1_000) {
      await db
        .insertInto('operation_record')
        .values(Array.from({ length: 1_000 }, () => record(ids.next())))
        .execute();
    }
    let begun = performance.now();
    await linkRecords(db, systemClock);
    rows.push({
      figure: `links of ${LINKED.toLocaleString('en')} records`,
      target: '—',
      measured: `${(LINKED / ((performance.now() - begun) / 1000)).toFixed(0)}/s`,
    });
    begun = performance.now();
    const { breach } = await verifyChain(db);
    rows.push({
      figure: `chain of ${LINKED.toLocaleString('en')} records verified`,
      target: 'whole',
      measured: `${breach ? breach.kind : 'whole'} in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    });
    await empty();
    await fill(db, RECORDS);
    rows.push(...(await pages(db, LIST_LIMITS.defaultRangeDays, 0)));
    rows.push(...(await pages(db, LIST_LIMITS.rangeDays, 0)));
    rows.push(...(await pages(db, LIST_LIMITS.rangeDays, LIST_LIMITS.deepestRow - 20)));
    printTable(
      'npm run bench audit',
      [`${RECORDS.toLocaleString('en')} records of ${DAYS} days, page and count.`],
      rows,
    );
  } finally {
    await admin.close();
    await connection.close();
    await end();
  }
}

void main();
