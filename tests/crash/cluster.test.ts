import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { leaseIds } from '../../server/core/database/nodes';
import { createEmptyDatabase, type TestDatabase } from '../../server/core/database/testing';
import { verifyBooks } from '../../server/modules/ledger';
import { pushEvents } from '../../server/ordering';
import { Client, USER_AGENT } from '../bench/client';
import { type Balancer, freePort, startBalancer } from '../support/balancer';
import { type Console, startConsole } from '../support/console';
import { makeClient, newOrder, type OrderClient, readTown, type Town } from '../support/orders';
import { type Pooler, startPooler } from '../support/pooler';

/** Tests three processes behind a load balancer on one PostgreSQL. The end of one process affects only its own requests. */

const SECRET_KEY = '00'.repeat(32);
const PROCESSES = 3;
const SENDERS = 6;
/** Pause after each request in milliseconds. Without the pause the load would slow down processes that start. */
const PAUSE_MS = 25;
/** Milliseconds. The pauses between stops and starts of processes last a third or a sixth of this time. */
const LOAD_MS = Number(process.env.CLUSTER_LOAD_MS ?? 6_000);
/** Seconds for which a stopping process still answers. In this time the balancer must notice that the process is not ready. */
const DRAIN_SECONDS = 3;
/** Whether the processes connect to PostgreSQL through PgBouncer, which must be installed. */
const HAS_POOLER = process.env.CLUSTER_POOLER === 'pgbouncer';
const pause = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms));

let database: TestDatabase;
let pooler: Pooler | undefined;
let folder: string;
const servers: Console[] = [];
let balancer: Balancer;
let client: OrderClient;
let town: Town;
let token: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-cluster-'));
  database = await createEmptyDatabase();
  pooler = HAS_POOLER ? await startPooler(database.url) : undefined;
  const monitors = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const options = (monitor: number) =>
    ({
      data: { url: pooler?.url ?? database.url },
      seed: 'small',
      env: { DATA_DIR: folder, SECRET_KEY, METRICS_PORT: String(monitor), DRAIN_SECONDS: String(DRAIN_SECONDS) },
    }) as const;
  const [one = 0, ...others] = monitors;
  servers.push(await startConsole({ ...options(one), still: true }));
  servers.push(...(await Promise.all(others.map((monitor) => startConsole(options(monitor))))));
  balancer = await startBalancer(
    servers.map(({ baseURL }, index) => ({ address: baseURL, ready: `http://127.0.0.1:${monitors[index]}/ready` })),
  );
  const [first] = servers;
  assert.ok(first);
  client = await makeClient(first, SECRET_KEY, 'cluster');
  town = await readTown(first);
  token = await sessionOfOwner();
});
after(async () => {
  await balancer?.close();
  for (const server of servers) await server.stop();
  await pooler?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function sessionOfOwner(): Promise<string> {
  const { db } = database;
  const owner = await db
    .selectFrom('account')
    .select('id')
    .where('account_type', '=', 'owner')
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ must_change_password: false }).where('id', '=', owner.id).execute();
  const ids = await leaseIds(db, systemClock);
  try {
    const facts = { accountId: owner.id, ip: '127.0.0.1', userAgent: USER_AGENT, remember: false, most: 5 };
    return (await startSession({ db, clock: systemClock, ids }, facts)).token;
  } finally {
    await ids.release();
  }
}

/** Results of the sent orders. */
interface Sent {
  /** Numbers of the acknowledged orders. */
  readonly done: string[];
  /** Events whose request failed. The server may have received and stored them. */
  readonly unknown: Parameters<typeof pushEvents>[2][];
  /** Errors of orders and of the owner's calls. */
  readonly faults: string[];
}

/** Sends orders and reads a list through the balancer until the work is done. */
async function underLoad(work: () => Promise<void>): Promise<Sent> {
  const sent: Sent = { done: [], unknown: [], faults: [] };
  let isOver = false;
  const sender = async () => {
    while (!isOver) {
      const events = newOrder(town);
      try {
        const { done } = await pushEvents(balancer.address, client, events);
        if (done === events.length) sent.done.push(events[0].orderNo);
      } catch (error) {
        sent.unknown.push(events);
        sent.faults.push(String(error));
      }
      await pause(PAUSE_MS);
    }
  };
  const reader = async () => {
    const person = new Client(balancer.address, token);
    while (!isOver) {
      const { code } = await person.get('team.Team/getList', 'limit=20').catch(() => ({ code: 0 }));
      if (code !== 100) sent.faults.push(`team.Team/getList ${code}`);
      await pause(PAUSE_MS);
    }
    person.close();
  };
  const load = Promise.all([...Array.from({ length: SENDERS }, sender), reader()]);
  try {
    await work();
  } finally {
    isOver = true;
  }
  await load;
  return sent;
}

/** Repeats the failed requests, and asserts that every order exists once. */
async function assertAllArrive(sent: Sent): Promise<void> {
  for (const events of sent.unknown) {
    const { done, repeated } = await pushEvents(balancer.address, client, events);
    assert.equal(done + repeated, events.length);
  }
  await assertWhole([...sent.done, ...sent.unknown.map(([paid]) => paid?.orderNo ?? '')]);
}

/** Asserts that every order exists once and is delivered, and that the books balance. */
async function assertWhole(orderNos: readonly string[]): Promise<void> {
  const { db } = database;
  const rows = await db
    .selectFrom('customer_order')
    .select(['order_no as orderNo', 'status'])
    .where('order_no', 'in', [...orderNos])
    .execute();
  assert.deepEqual(rows.map(({ orderNo }) => orderNo).sort(), [...orderNos].sort());
  assert.ok(rows.every(({ status }) => status === 'delivered'));
  assert.deepEqual(await verifyBooks(db), []);
}

/** Reads an event stream until it contains the words. @param isOpen called when the stream is open */
async function heard(server: Console, words: string, isOpen: () => void): Promise<void> {
  const headers = { accept: 'text/event-stream', authorization: token, 'user-agent': USER_AGENT };
  const end = new AbortController();
  const answer = await fetch(`${server.baseURL}/api/dashboard.Notice/stream`, { headers, signal: end.signal });
  assert.equal(answer.status, 200);
  isOpen();
  let text = '';
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes(words)) break;
  }
  end.abort();
  assert.ok(text.includes(words), text);
}

test('a session of one process is valid at all processes, and an event at one process reaches the streams of all', async () => {
  const words = 'The map stays empty';
  let open = 0;
  const streams = servers.map((server) => heard(server, words, () => (open += 1)));
  while (open < servers.length) await pause(20);
  const reporter = new Client(servers[0]?.baseURL ?? '', token);
  const { code } = await reporter.post('site.Monitor/reportProblem', {
    content: words,
    page: '/teamList/index',
    contract: '0',
    browser: 'a test',
    screen: '1440×900',
    fileId: null,
    calls: [],
  });
  assert.equal(code, 100);
  await Promise.all(streams);
  reporter.close();
});

test('kill -9 of a process under load fails only its own requests, and repeating them creates each order once', async () => {
  const [first] = servers;
  assert.ok(first);
  const sent = await underLoad(async () => {
    await pause(LOAD_MS / 3);
    process.kill(first.pid(), 'SIGKILL');
    await pause(LOAD_MS / 3);
    await first.restart();
    await pause(LOAD_MS / 3);
  });
  assert.ok(sent.done.length > 50, `only ${sent.done.length} orders were sent`);
  // Each sender and the reader had at most one request at the killed process. There can be no more faults than these requests.
  assert.ok(sent.faults.length <= SENDERS + 1, sent.faults.join('\n'));
  await assertAllArrive(sent);
});

test('while each process is replaced in turn, no read and no order fails', async () => {
  const sent = await underLoad(async () => {
    for (const server of servers) {
      await server.restart();
      await pause(LOAD_MS / 6);
    }
  });
  assert.deepEqual(sent.faults, []);
  assert.ok(sent.done.length > 50, `only ${sent.done.length} orders were sent`);
  await assertAllArrive(sent);
});
