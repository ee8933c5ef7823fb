import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { connect } from '../../server/core/database/connect';
import { reachCluster } from '../../server/core/database/supervisor';
import { findOffences } from '../../server/modules/ledger';
import { programArguments } from '../../server/testing-programs';
import { mustStart, newDataFolder } from './processes';

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

test('a simulated city sends orders, late deliveries, cancellations and refunds at any speed, and the books balance', async () => {
  const server = await mustStart({ DATA_DIR: folder.path, SEED: 'small' }, 'tests/crash/export-server.ts');
  const cluster = await reachCluster(folder.path);
  assert.ok(cluster);
  const { db, close } = connect(cluster.url, { max: 1, statementTimeoutMs: 60_000 });
  try {
    // At real speed the time of day decides whether orders arrive. At speed 14400 six seconds cover a day, so at least 100 events arrive.
    for (const [SPEED, taken] of [
      ['1', /\d+ events taken, 0 refused/],
      ['14400', /[1-9]\d\d+ events taken, 0 refused/],
    ] as const) {
      const env = {
        ...process.env,
        ...{
          DATA_DIR: folder.path,
          DATABASE_URL: '',
          SERVER: server.address,
          SECONDS: '6',
          SPEED,
          ORDERS_PER_DAY: '600',
        },
      };
      const child = spawn(process.execPath, programArguments('server/demo/simulate.ts'), { env });
      let told = '';
      child.stdout.on('data', (part: Buffer) => (told += part.toString()));
      child.stderr.on('data', (part: Buffer) => (told += part.toString()));
      assert.equal(await new Promise((settle) => child.once('close', settle)), 0, told);
      assert.match(told, taken);
    }
    const { orders, ended, refunded, cancelled, late } = await db
      .selectFrom('customer_order')
      .where('order_no', 'like', 'SM%')
      .select(({ fn, eb }) => [
        fn.countAll<number>().as('orders'),
        fn.count<number>('id').filterWhere('status', 'in', ['delivered', 'cancelled']).as('ended'),
        fn.count<number>('id').filterWhere('refund_fen', '>', 0).as('refunded'),
        fn.count<number>('id').filterWhere('status', '=', 'cancelled').as('cancelled'),
        fn
          .count<number>('id')
          .filterWhere(eb('delivered_at', '>', eb.ref('promised_at')))
          .as('late'),
      ])
      .executeTakeFirstOrThrow();
    assert.equal(ended, orders, 'what was paid comes to its end');
    assert.ok(
      orders > 30 && refunded > 0 && cancelled > 0 && late > 0,
      JSON.stringify({ orders, refunded, cancelled, late }),
    );
    assert.deepEqual(await findOffences(db), []);
  } finally {
    await close();
    cluster.release();
    server.child.kill('SIGTERM');
    await server.ended;
  }
});
