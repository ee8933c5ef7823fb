import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../server/core/clock';
import { createIds } from '../../server/core/ids';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

/** `npm run crash` runs the test at full scale: 100,000 people and ten kills. */
const PEOPLE = Number(process.env.ANNOUNCE_PEOPLE || 30_000);
const KILLS = Number(process.env.ANNOUNCE_KILLS || 2);
const SCRIPT = 'tests/crash/mini-code-server.ts';
const TAKEN_MS = 60_000;

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

/** Creates station accounts, and publishes an announcement to them, also by SMS. */
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
        ...{ audience_type: 'stations', channels: '["inSite","sms"]' },
      })
      .execute();
    return id;
  });
}

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

test(`with ${KILLS} kill -9 an announcement to ${PEOPLE} accounts creates one receipt each, and the figures are exact`, {
  timeout: 30 * TAKEN_MS,
}, async () => {
  let server = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
  const id = await announce();
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
    if (!now.filled) killed += 1;
  }
  assert.ok(await until(async () => (await figures(id)).filled, 10 * TAKEN_MS));
  assert.deepEqual(await figures(id), {
    ...{ counted: PEOPLE, receipts: PEOPLE, people: PEOPLE, messages: PEOPLE, filled: true },
  });
  console.log(`${killed} of ${KILLS} kills came while receipts were being written`);
  server.child.kill('SIGTERM');
  await server.ended;
});
