import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { createIds } from '../../server/core/ids';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

/** Number of recipients. `npm run crash` runs the test at full scale: 100,000 people and ten kills. */
const PEOPLE = Number(process.env.ANNOUNCE_PEOPLE || 15_000);
const KILLS = Number(process.env.ANNOUNCE_KILLS || 2);
/** Number of accounts that read and confirm the announcement during the kills. They are spread over all recipients. */
const READERS = Number(process.env.ANNOUNCE_READERS || 100);
/** Number of concurrent calls. */
const AT_ONCE = 20;
/** Milliseconds before a call that was refused or lost its connection is repeated. */
const RETRY_MS = 100;
const SCRIPT = 'tests/crash/mini-code-server.ts';
const TAKEN_MS = 60_000;

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

/** Creates station accounts and publishes an announcement to them, also by SMS. */
async function announce(): Promise<number> {
  return withDatabase(folder.path, async (db) => {
    const ids = createIds({ clock: systemClock, node: 15 });
    const now = systemClock.now();
    await sql`
      insert into account (id, created_at, updated_at, account_type, account, tel, name, status)
      select 1000000 + n, ${now}, ${now}, 'station', 'station' || n, '13' || lpad(n::text, 9, '0'), 'x', 'active'
      from generate_series(1, ${PEOPLE}) n`.execute(db);
    const id = ids.next();
    await db
      .insertInto('announcement')
      .values({
        ...{ id, created_at: now, updated_at: now, publish_at: now, expire_at: null, state: 'published' },
        ...{ title: '{"zh-CN":"Hello"}', content: '{"zh-CN":"<p>Hello</p>"}', level: 'normal' },
        ...{ audience_type: 'stations', channels: '["inSite","sms"]', must_confirm: true },
      })
      .execute();
    return id;
  });
}

/** Signs readers in. @returns their tokens, in the order in which the server writes the receipts */
const signInReaders = () =>
  withDatabase(folder.path, async (db) => {
    const tools = { db, clock: systemClock, ids: createIds({ clock: systemClock, node: 14 }) };
    const tokens: string[] = [];
    for (let at = 1; at <= READERS; at += 1) {
      const accountId = 1_000_000 + Math.ceil((PEOPLE * at) / READERS);
      const session = { accountId, ip: '127.0.0.1', userAgent: 'node', remember: true, most: 100 };
      tokens.push((await startSession(tools, session)).token);
    }
    return tokens;
  });

/** Calls the inbox once. @returns `true` when the server answered with success, `false` in all other cases */
async function callInbox(address: string, action: 'read' | 'confirm', token: string, id: number): Promise<boolean> {
  const body = JSON.stringify({ id, ...(action === 'confirm' && { answers: [] }) });
  const headers = { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() };
  try {
    const response = await fetch(`${address}/api/announcement.Inbox/${action}`, { method: 'POST', headers, body });
    return ((await response.json()) as { code: number }).code === 100;
  } catch {
    return false;
  }
}

/**
 * Reads and confirms the announcement as each reader. Repeats every call until the server answers with success, because a killed server
 * may have done the work without answering.
 *
 * @param signal aborted at the end of the test, so that no calls continue after a failure
 * @returns the number of repeated calls
 */
async function readAll(
  id: number,
  tokens: readonly string[],
  { addressOf, signal }: { readonly addressOf: () => string; readonly signal: AbortSignal },
): Promise<number> {
  const left = [...tokens];
  let repeated = 0;
  const reader = async () => {
    for (let token = left.shift(); token !== undefined; token = left.shift()) {
      for (const action of ['read', 'confirm'] as const) {
        while (!(signal.aborted || (await callInbox(addressOf(), action, token, id)))) {
          repeated += 1;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return repeated;
}

/** Reads how many recipients have read and confirmed the announcement: from the counters, and from the stored receipts. */
const readings = (id: number) =>
  withDatabase(folder.path, async (db) => {
    const { rows } = await sql<{ counted: [number, number]; stored: [number, number] }>`
      select array[a.read_count, a.confirmed_count] as counted,
        (select array[count(read_at)::int, count(confirmed_at)::int] from announcement_receipt r
          where r.announcement_id = a.id) as stored
      from announcement a where a.id = ${id}`.execute(db);
    return rows[0] ?? { counted: [0, 0], stored: [-1, -1] };
  });

const figures = (id: number) =>
  withDatabase(folder.path, async (db) => {
    const { rows } = await sql<{
      counted: number;
      receipts: number;
      people: number;
      messages: number;
      filled: boolean;
    }>`
      select a.target_count as counted, a.is_filled as filled,
        (select count(*)::int from announcement_receipt r where r.announcement_id = a.id) as receipts,
        (select count(distinct person_id)::int from announcement_receipt r where r.announcement_id = a.id) as people,
        (select count(*)::int from notice_sms) as messages
      from announcement a where a.id = ${id}`.execute(db);
    return rows[0] ?? { counted: 0, receipts: 0, people: 0, messages: 0, filled: false };
  });

test(`with ${KILLS} kill -9 an announcement to ${PEOPLE} accounts creates one receipt each, and all figures are exact while it is read`, {
  timeout: 30 * TAKEN_MS,
}, async ({ signal }) => {
  let server = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
  const id = await announce();
  const tokens = await signInReaders();
  const reading = readAll(id, tokens, { addressOf: () => server.address, signal });
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const wanted = Math.floor((PEOPLE * kill) / (KILLS + 2));
    assert.ok(await until(async () => (await figures(id)).receipts >= wanted, 10 * TAKEN_MS), `no ${wanted} receipts`);
    server.child.kill('SIGKILL');
    assert.equal(await server.ended, 'SIGKILL');
    assert.ok(await until(() => postgresOn(folder.path).length === 0, TAKEN_MS));
    server = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
    const now = await figures(id);
    assert.deepEqual([now.counted, now.people, now.messages], [now.receipts, now.receipts, now.receipts]);
    const { counted, stored } = await readings(id);
    assert.deepEqual(counted, stored);
    if (!now.filled) killed += 1;
  }
  assert.ok(await until(async () => (await figures(id)).filled, 10 * TAKEN_MS));
  assert.deepEqual(await figures(id), {
    ...{ counted: PEOPLE, receipts: PEOPLE, people: PEOPLE, messages: PEOPLE, filled: true },
  });
  const repeated = await reading;
  assert.deepEqual(await readings(id), { counted: [READERS, READERS], stored: [READERS, READERS] });
  console.log(`${repeated} calls of ${READERS} readers were repeated`);
  console.log(`${killed} of ${KILLS} kills came while receipts were being written`);
  server.child.kill('SIGTERM');
  await server.ended;
});
