import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { OrderEvent } from '../../contract/order';
import { createSecretBox, loadSecretKeys } from '../../server/core/access/secrets';
import { systemClock } from '../../server/core/clock';
import type { connect } from '../../server/core/database/connect';
import { issueClient } from '../../server/core/http/signed';
import { createIds } from '../../server/core/ids';
import { findOffences } from '../../server/modules/ledger';
import { pushEvents } from '../../server/ordering';
import { paidEvent } from '../../server/testing-orders';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

/** Tests a server that is killed during money transfers (QUALITY C.3 28). Unacknowledged calls are repeated, and each has one effect. */

const CYCLES = Number(process.env.CRASH_CYCLES ?? 2);
const SCRIPT = 'tests/crash/export-server.ts';
const WRITERS = 3;
/** Orders per request. */
const BATCH = 8;

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

type Db = ReturnType<typeof connect>['db'];

interface City {
  readonly client: { readonly key: string; readonly secret: string };
  readonly teamIds: readonly number[];
  readonly people: { readonly userId: number; readonly merchantId: number };
  readonly riderId: number;
}

async function cityOf(db: Db): Promise<City> {
  const secrets = createSecretBox(await loadSecretKeys([], folder.path, systemClock), systemClock);
  const ids = createIds({ clock: systemClock, node: 15 });
  const client = await issueClient({ db, clock: systemClock, ids, secrets }, 'crash');
  const teams = await db.selectFrom('team').select('id').where('status', '=', 'operating').execute();
  const first = async (table: 'app_user' | 'merchant' | 'rider') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id;
  return {
    client,
    teamIds: teams.map(({ id }) => id),
    people: { userId: await first('app_user'), merchantId: await first('merchant') },
    riderId: await first('rider'),
  };
}

let serial = 0;
/** Builds a batch of paid and delivered orders. Every fourth order has a partial refund. */
function someOrders({ teamIds, people, riderId }: City): OrderEvent[] {
  return Array.from({ length: BATCH }, () => {
    serial += 1;
    const key = { orderNo: `KL${String(serial).padStart(8, '0')}`, teamId: teamIds[serial % teamIds.length] ?? 0 };
    const place = { ...key, at: systemClock.now().toISOString() };
    const events: OrderEvent[] = [paidEvent(place, people), { event: 'delivered', ...place, riderId }];
    if (serial % 4 === 0) events.push({ event: 'refunded', ...place, refundNo: 'R1', amountFen: 700 });
    return events;
  }).flat();
}

test(`after kill -9 acknowledged orders are in the books, and repeated ones are posted only once (${CYCLES} cycles)`, {
  timeout: 400_000 + CYCLES * 30_000,
}, async () => {
  const acknowledged: OrderEvent[][] = [];
  let unsure: OrderEvent[][] = [];
  let city: City | null = null;
  let met = 0;
  for (let cycle = 1; cycle <= CYCLES + 1; cycle += 1) {
    const server = await mustStart({ DATA_DIR: folder.path, SEED: 'small' }, SCRIPT);
    const present: City = city ?? (await withDatabase(folder.path, cityOf));
    city = present;
    const { client } = present;
    for (const events of unsure) {
      const { done, repeated, refused } = await pushEvents(server.address, client, events);
      assert.equal(refused, 0);
      // The server accepts a request completely or not at all.
      assert.ok(done === 0 || repeated === 0, `${done} of ${events.length} events were not there`);
      if (repeated > 0) met += 1;
      acknowledged.push(events);
    }
    unsure = [];
    const last = acknowledged.at(-1);
    if (last) assert.equal((await pushEvents(server.address, client, last)).repeated, last.length);
    if (cycle > CYCLES) {
      assert.deepEqual(await withDatabase(folder.path, (db) => findOffences(db)), []);
      assert.deepEqual(await withDatabase(folder.path, postedOf), expected(acknowledged));
      server.child.kill('SIGTERM');
      await server.ended;
      break;
    }
    const before = acknowledged.length;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (;;) {
          const events = someOrders(present);
          try {
            await pushEvents(server.address, client, events);
            acknowledged.push(events);
          } catch {
            unsure.push(events);
            return;
          }
        }
      }),
    );
    assert.ok(await until(() => acknowledged.length >= before + 5 + cycle, 60_000), 'there was no traffic');
    server.child.kill('SIGKILL');
    await Promise.all([server.ended, writing]);
    assert.equal(unsure.length, WRITERS);
    if (cycle % 2 === 0) assert.ok(await until(() => postgresOn(folder.path).length === 0, 60_000));
  }
  console.log(`of ${CYCLES * WRITERS} requests without an answer ${met} had been taken`);
});

test('the server’s database role cannot change or delete postings, even without the protecting trigger', async () => {
  const server = await mustStart({ DATA_DIR: folder.path, SEED: 'small' }, SCRIPT);
  const undone = new Error('undone');
  await withDatabase(folder.path, async (db) => {
    for (const table of ['ledger_txn', 'ledger_posting']) {
      for (const statement of [`update ${table} set day = day`, `delete from ${table}`, `truncate ${table}`]) {
        await assert.rejects(sql.raw(statement).execute(db), /append-only|permission denied/, statement);
        // The role owns the table, so it can disable the trigger. It still lacks the privileges for update and delete.
        const work = db.transaction().execute(async (transaction) => {
          await sql.raw(`alter table ${table} disable trigger user`).execute(transaction);
          await assert.rejects(sql.raw(statement).execute(transaction), /permission denied/, statement);
          throw undone;
        });
        await assert.rejects(work, undone);
      }
    }
  });
  server.child.kill('SIGTERM');
  await server.ended;
});

/** Counts the transactions of the test's orders by entry type: payment, settlement, and refund after settlement. */
async function postedOf(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_txn')
    .where('biz_no', 'like', 'KL%')
    .where('biz_type', 'in', ['ORDER_PAY', 'ORDER_SETTLE', 'REFUND_AFTER_SETTLE'])
    .groupBy('biz_type')
    .select(({ fn }) => ['biz_type as type', fn.countAll<number>().as('n')])
    .execute();
  return Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]));
}

function expected(told: readonly OrderEvent[][]): Record<string, number> {
  const count = (event: OrderEvent['event']) => told.flat().filter((one) => one.event === event).length;
  return { ORDER_PAY: count('paid'), ORDER_SETTLE: count('delivered'), REFUND_AFTER_SETTLE: count('refunded') };
}
