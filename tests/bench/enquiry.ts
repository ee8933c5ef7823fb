import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { buildApp } from '../../server/app';
import { createSecretBox } from '../../server/core/access/secrets';
import { systemClock } from '../../server/core/clock';
import { createTestDatabase, type TestDatabase } from '../../server/core/database/testing';
import { createIds, type Ids } from '../../server/core/ids';
import { listDays } from '../../server/core/money/period';
import type { FilePort, SecretBox } from '../../server/core/platforms/ports';
import { seedDatabase } from '../../server/demo';
import { type EnquiryInput, receiveEnquiry, rollUpEnquiries } from '../../server/modules/enquiry';
import { enquiryGroups, enquirySums } from '../../server/modules/enquiry/figures';
import { enquiryPage } from '../../server/modules/enquiry/store';
import { makePorts } from '../../server/ports';
import { readSettings } from '../../server/settings';
import { databaseStore } from '../../server/simulators/database-store';
import { type SimulatedDoudianApp, type SimulatedShop, signEnquiries } from '../../server/simulators/doudian/world';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures enquiries with the demo's stations and rules:
 * - Enquiries at a constant `RATE` per second (default 50), for `SECONDS` (default 20).
 * - The highest rate of `WORKERS` (default 16) sequential callers. The measured time is that of `receiveEnquiry`, including the
 *   write.
 * - The list, the figures and the charts of `ENQUIRIES` (default 1,000,000) enquiries of 30 days.
 * - The whole inbound call over HTTP on loopback, from the simulated platform's signed request to the end of the response. The
 *   sender runs in the same process.
 */
const SECONDS = Number(process.env.SECONDS ?? 20);
const RATE = Number(process.env.RATE ?? 50);
const WORKERS = Number(process.env.WORKERS ?? 16);
const ENQUIRIES = Number(process.env.ENQUIRIES ?? 1_000_000);
const CHUNK = 100_000;
const ZONE = 'Asia/Shanghai';
const SAMPLES = 40;
const DAY_MS = 86_400_000;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const summary = (times: readonly number[]): string =>
  `p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, max ${ms(quantile(times, 1))}`;

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  const ids = createIds({ clock: systemClock, node: 3 });
  const tools = { db, clock: systemClock, ids };
  try {
    const stored = new Map<string, Uint8Array>();
    const files: FilePort = {
      put: async (key, bytes) => void stored.set(key, bytes),
      get: async (key) => stored.get(key) ?? new Uint8Array(),
      remove: async (key) => void stored.delete(key),
      // Empty implementations, because the demo does not use these methods.
      replace: async () => undefined,
      adopt: async () => undefined,
      size: async () => null,
      part: () => Readable.from([]),
    };
    const secrets = createSecretBox([systemClock.randomBytes(32)], systemClock);
    await seedDatabase(db, { size: 'demo', now: systemClock.now(), secrets, ids, files });
    // A rider counts as online for two minutes after the last heartbeat. The demo's heartbeats are older, so we set them to the future.
    await sql`update rider set heartbeat_at = now() + interval '1 day' where heartbeat_at is not null`.execute(db);
    const known = await db
      .selectFrom('enquiry')
      .where('state', '=', 'converted')
      .select(['team_id', 'to_lng', 'to_lat', 'from_lng', 'from_lat', 'distance_m', 'weight_g', 'goods_fen'])
      .limit(2_000)
      .execute();
    let serial = 0;
    const next = (): EnquiryInput => {
      serial += 1;
      const row = known[serial % known.length];
      if (!row) throw new Error('the demo has converted enquiries');
      return {
        externalNo: `BENCH${serial}`,
        shopId: '7340012801',
        shopName: '示例鲜花速递',
        storeId: '1',
        teamId: row.team_id,
        from: { lng: row.from_lng ?? 0, lat: row.from_lat ?? 0 },
        to: { lng: row.to_lng ?? 0, lat: row.to_lat ?? 0 },
        fromAddress: '人民南路 12 号',
        toAddress: '科华北路 65 号 3 栋',
        distanceM: row.distance_m,
        weightG: row.weight_g,
        goodsFen: row.goods_fen,
        wantAt: null,
      };
    };
    const ask = async (): Promise<number> => {
      const begun = performance.now();
      await receiveEnquiry(tools, next());
      return performance.now() - begun;
    };
    for (let warm = 0; warm < 200; warm += 1) await ask();
    const busy = await waitForIdle(60);

    // Each enquiry is sent at its scheduled time, even if earlier enquiries are pending.
    const asked: Promise<number>[] = [];
    const start = performance.now();
    for (let sent = 0; sent < SECONDS * RATE; sent += 1) {
      const wait = start + (sent * 1_000) / RATE - performance.now();
      if (wait > 0) await sleep(wait);
      asked.push(ask());
    }
    const paced = await Promise.all(asked);

    const flood: number[] = [];
    const end = performance.now() + 10_000;
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        while (performance.now() < end) flood.push(await ask());
      }),
    );
    const inbound = await inboundFigures(database, secrets, ids);
    const outcomes = await db
      .selectFrom('enquiry')
      .where('external_no', 'like', 'BENCH%')
      .groupBy('state')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .execute();
    const rows: Row[] = [
      { figure: `answer at ${RATE} a second, ${SECONDS} s`, target: 'p99 < 200 ms', measured: summary(paced) },
      {
        figure: `highest rate, ${WORKERS} callers`,
        target: '≥ 50 a second',
        measured: `${Math.round(flood.length / 10)} a second, ${summary(flood)}`,
      },
    ];
    rows.push(...inbound);
    if (ENQUIRIES > 0) rows.push(...(await listFigures(db)));
    printTable(
      'npm run bench enquiry',
      [
        `Others kept ${Math.round(busy * 100)} % of the machine busy as it began. Answers by state: ${outcomes
          .map(({ state, count }) => `${state} ${count}`)
          .join(', ')}.`,
      ],
      rows,
    );
  } finally {
    await database.close();
  }
}

/** Measures signed enquiries of the demo's shop. Each is posted at its scheduled time and answered in the platform's format. */
async function inboundFigures(database: TestDatabase, secrets: SecretBox, ids: Ids): Promise<Row[]> {
  const { db, pool, url } = database;
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: tmpdir(), SECRET_KEY: '00'.repeat(32) });
  const parts = { db, url, clock: systemClock, ids, settings };
  const ports = { ...(await makePorts(parts)), secrets };
  const { http } = await buildApp({
    ...{ ...parts, pool, ports, distDir: null },
    logger: pino({ level: 'error', base: null }),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  try {
    const address = await http.listen({ port: 0, host: '127.0.0.1' });
    const store = databaseStore(db, 'doudian');
    const [app] = await store.list<SimulatedDoudianApp>('app');
    const [shop] = await store.list<SimulatedShop>('shop');
    if (!app || !shop) throw new Error('the demo has a simulated shop');
    const plan = { app: app.value, shop: shop.value, spacingMs: 1_000 / RATE, start: systemClock.now() };
    const calls = [...signEnquiries({ ...plan, count: (SECONDS + 2) * RATE })];
    const times: number[] = [];
    const repeated: number[] = [];
    for (const [name, list] of [
      ['first', calls],
      ['again', calls.slice(-5 * RATE)],
    ] as const) {
      const begun = performance.now();
      const answers: Promise<number>[] = [];
      for (const [index, call] of list.entries()) {
        const wait = begun + (index * 1_000) / RATE - performance.now();
        if (wait > 0) await sleep(wait);
        answers.push(post(`${address}${call.url}`, call, agent));
      }
      const measured = await Promise.all(answers);
      // Ignore the first two seconds of the first round, in which connections are opened.
      if (name === 'first') times.push(...measured.slice(2 * RATE));
      else repeated.push(...measured);
    }
    return [
      {
        figure: `whole inbound call at ${RATE} a second, ${SECONDS} s`,
        target: 'each < 1 s',
        measured: summary(times),
      },
      { figure: `the same enquiries again, ${RATE} a second`, target: 'each < 1 s', measured: summary(repeated) },
    ];
  } finally {
    agent.destroy();
    await http.close();
    await ports.platforms.close();
  }
}

/** Posts an enquiry. @returns the milliseconds until the response arrived @throws Error when the response does not answer an enquiry */
function post(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  agent: Agent,
): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += String(part);
      });
      answer.once('end', () => {
        const isAnswer = answer.statusCode === 200 && (JSON.parse(text) as { code: number }).code === 0;
        if (isAnswer) resolve(performance.now() - begun);
        else reject(new Error(`answered ${answer.statusCode} ${text}`));
      });
    });
    sent.once('error', reject).end(body);
  });
}

async function listFigures(db: Parameters<typeof enquirySums>[0]): Promise<Row[]> {
  const now = systemClock.now();
  const from = new Date(now.getTime() - 30 * DAY_MS);
  await sql`set synchronous_commit = off`.execute(db);
  for (let done = 0; done < ENQUIRIES; done += CHUNK) {
    const count = Math.min(CHUNK, ENQUIRIES - done);
    await sql`
      insert into enquiry (id, created_at, no, external_no, shop_id, shop_name, team_id, from_street, to_street, distance_m, weight_g,
        goods_fen, state, refuse_reason, quote_fen, cost_fen, eta_min, answer_ms, expire_at, request, answer)
      select ${done} + n, ${from}::timestamptz + (${done} + n)::float8 / ${ENQUIRIES} * interval '30 days', 'EQL' || (${done} + n),
        'L' || (${done} + n), 'S' || n % 500, '示例店铺', n % 48 + 1, '人民南路', '科华北路', n % 9000, n % 20000, n % 30000,
        case when n % 4 = 0 then 'refused' else 'expired' end, case when n % 4 = 0 then 'noCapacity' end,
        case when n % 4 > 0 then 500 + n % 2000 end, case when n % 4 > 0 then 400 end, case when n % 4 > 0 then 30 end,
        1 + n % 120, now(), '{}', '{}'
      from generate_series(1, ${count}::int) n`.execute(db);
    process.stderr.write(`\r${done + count} enquiries`);
  }
  process.stderr.write('\n');
  await sleep(2_000);
  await sql`vacuum analyze enquiry`.execute(db);
  const days = listDays({}, now, ZONE);
  const askedAt = { from: days.from, to: days.to };
  const asked = { filter: { askedAt }, days, timeZone: ZONE };
  const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
  const begun = performance.now();
  await rollUpEnquiries(db, now, ZONE);
  process.stderr.write(`counted in ${ms(performance.now() - begun)}\n`);
  const measure = async (work: () => Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let sample = 0; sample < SAMPLES + 3; sample += 1) {
      const begun = performance.now();
      await work();
      if (sample >= 3) times.push(performance.now() - begun);
    }
    return summary(times);
  };
  const page = { offset: 0, limit: 20 };
  const sort = { field: 'askedAt', order: 'desc' } as const;
  return [
    {
      figure: `page of ${ENQUIRIES.toLocaleString('en')} enquiries, 30 days`,
      target: 'p99 ≤ 50 ms',
      measured: await measure(() => enquiryPage(db, { askedAt }, sort, page)),
    },
    {
      figure: 'figures over all of them',
      target: 'p99 ≤ 100 ms',
      measured: await measure(() => enquirySums(db, asked)),
    },
    {
      figure: 'figures of 20 stations',
      target: 'p99 ≤ 100 ms',
      measured: await measure(() => enquirySums(db, { ...asked, filter: { ...asked.filter, teamIds: twenty } })),
    },
    {
      figure: 'charts over all of them',
      target: 'p99 ≤ 100 ms',
      measured: await measure(() => enquiryGroups(db, asked)),
    },
    {
      figure: 'page and figures, one day',
      target: 'p99 ≤ 50 ms',
      measured: await measure(() => {
        const day = { askedAt: { from: days.to, to: now } };
        return Promise.all([
          enquiryPage(db, day, sort, page),
          enquirySums(db, { filter: day, days: { ...days, fromDay: days.toDay, from: now }, timeZone: ZONE }),
        ]);
      }),
    },
  ];
}

void main();
