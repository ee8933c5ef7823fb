import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../server/core/clock';
import { createIds } from '../../server/core/ids';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

/** Number of recipients. `npm run crash` runs the test at full scale: 100,000 recipients and ten kills. */
const RECIPIENTS = Number(process.env.NOTICE_RECIPIENTS || 2_000);
const KILLS = Number(process.env.NOTICE_KILLS || 2);
const SCRIPT = 'tests/crash/mini-code-server.ts';
const TAKEN_MS = 60_000;

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

const CONTENT = { upstreamId: 'SMS_1', signName: '示例', title: null, body: 'Hello', fields: [], jumpPath: null };

/** Creates users with a phone number, and a task that sends each user an SMS. */
async function order(): Promise<number> {
  return withDatabase(folder.path, async (db) => {
    const ids = createIds({ clock: systemClock, node: 15 });
    const now = systemClock.now();
    await sql`
      insert into app_user (id, tel, nickname, source, status, first_login_at, created_at, updated_at)
      select n, '13' || lpad(n::text, 9, '0'), 'x', 'app', 'normal', ${now}, ${now}, ${now}
      from generate_series(1, ${RECIPIENTS}) n`.execute(db);
    const id = ids.next();
    await db
      .insertInto('service_notice_task')
      .values({
        ...{ id, created_at: now, no: `NT${id}`.slice(0, 22), title: 'Hello', template_id: 1, template_name: 'Hello' },
        ...{ channel: 'sms', content: JSON.stringify(CONTENT), daily_cap: 3, quiet_hours: null, unit_fen: 5 },
        ...{ variables: '{}', audience: JSON.stringify({ kind: 'all' }), exclude_blacklist: true },
        ...{ scope_team_ids: null, state: 'scheduled', send_at: now, by_id: 1, by_name: 'Lin', by_is_owner: true },
      })
      .execute();
    return id;
  });
}

const received = () =>
  withDatabase(folder.path, async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sms_outbox where no is not null`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  });

test(`with ${KILLS} kill -9 each of ${RECIPIENTS} recipients gets a notice exactly once by the simulator's count`, {
  timeout: 30 * TAKEN_MS,
}, async () => {
  let server = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
  const id = await order();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const wanted = Math.floor((RECIPIENTS * kill) / (KILLS + 1));
    assert.ok(await until(async () => (await received()) >= wanted, 10 * TAKEN_MS), `no ${wanted} messages came`);
    server.child.kill('SIGKILL');
    assert.equal(await server.ended, 'SIGKILL');
    assert.ok(await until(() => postgresOn(folder.path).length === 0, TAKEN_MS));
    server = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
    const now = await received();
    assert.ok(now < RECIPIENTS, `all ${now} were sent before kill ${kill}`);
  }
  const task = () =>
    withDatabase(folder.path, (db) =>
      db.selectFrom('service_notice_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
  assert.ok(await until(async () => (await task()).state === 'finished', 10 * TAKEN_MS), (await task()).state);
  const { total, sent, failed, skipped, cost_fen } = await task();
  assert.deepEqual([total, sent, failed, skipped, cost_fen], [RECIPIENTS, RECIPIENTS, 0, 0, RECIPIENTS * 5]);
  const counted = await withDatabase(folder.path, (db) =>
    sql<{ messages: number; phones: number; again: number }>`
      select count(*)::int as messages, count(distinct tel)::int as phones, (sum(calls) - count(*))::int as again
      from sms_outbox where no is not null`.execute(db),
  );
  const { messages, phones, again } = counted.rows[0] ?? { messages: 0, phones: 0, again: 0 };
  assert.deepEqual([messages, phones], [RECIPIENTS, RECIPIENTS]);
  console.log(`${again} messages were handed over a second time with their number`);
  server.child.kill('SIGTERM');
  await server.ended;
});
