import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { fixedClock, systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { createIds, idAt } from '../../server/core/ids';
import { migrations } from '../../server/migrations';
import { insertBatch, newBatch, runBatch } from '../../server/modules/recon';
import { type StatedEntry, wechatTradeParts } from '../../server/simulators/statement-files';
import { measured, startOwnCluster } from './own-cluster';
import { printTable } from './report';

/**
 * Measures the reconciliation. A statement of `LINES` payments (default 1,000,000) is read, stored and compared with the same
 * number of bills. Of these bills 500 differ. The memory of this process is sampled ten times per second.
 */
const LINES = Number(process.env.LINES ?? 1_000_000);
const DIFFERENCES = 500;
const DAY = '2026-03-01';
const NUMBER = '1999990001';
const MIDNIGHT = Date.parse(`${DAY}T00:20:00+08:00`);
const fee = (fen: number) => Math.floor((fen * 60 + 5_000) / 10_000);

function* entries(): Generator<StatedEntry> {
  for (let n = 0; n < LINES; n += 1) {
    const amountFen = 1_000 + (n % 5_000);
    const isOther = n % Math.ceil(LINES / DIFFERENCES) === 0;
    const at = new Date(MIDNIGHT + Math.floor((n * 84_000_000) / LINES));
    yield {
      kind: 'pay',
      tradeNo: `4200${String(n).padStart(24, '0')}`,
      outNo: `OD${n}`,
      amountFen: amountFen + (isOther ? 1 : 0),
      feeFen: fee(amountFen),
      at,
    };
  }
}

async function main(): Promise<void> {
  const { cluster, end } = await startOwnCluster('recon');
  const connection = connect(cluster.url, { statementTimeoutMs: 0 });
  const { db } = connection;
  try {
    await migrate(db, migrations);
    const clock = fixedClock('2026-03-02T11:00:00+08:00');
    const ids = createIds({ clock: systemClock, node: 0 });
    const tools = { db, clock, ids, ports: null, isQuiet: true };
    await db
      .insertInto('merchant_number')
      .values({ id: 1, channel: 'wechat', mch_no: NUMBER, name: 'bench', enabled: true, created_at: clock.now() })
      .execute();
    // In the product an id is created after the time of its row. The ids here are therefore newer than the rows.
    const first = idAt(clock.now());
    await sql`
      insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, order_no, amount_fen, fee_fen, net_fen,
        channel, merchant_number_id, channel_trade_no, status, recon_state, at)
      select n + ${first}::bigint, n % 500 + 1, 'BL' || n, n + ${first}::bigint, 'ORDER_PAY', 'in', 'user', 1, 'OD' || n, 1000 + n % 5000, 0, 1000 + n % 5000, 'wechat', 1,
        '4200' || lpad(n::text, 24, '0'), 'success', 'pending', to_timestamp((${MIDNIGHT}::bigint + n * 84000000 / ${LINES}::bigint) / 1000.0)
      from generate_series(0, ${LINES - 1}::bigint) n`.execute(db);
    await sql`analyze bill`.execute(db);
    const bytes = await buffer(Readable.from(wechatTradeParts(NUMBER, entries())).pipe(createGzip()));
    const row = newBatch(tools, { merchantNumberId: 1, day: DAY, kind: 'trade' });
    await insertBatch(db, row);
    const {
      result: fault,
      seconds,
      grownBytes,
    } = await measured(() => runBatch(tools, row.id, { bytes, name: null, sha1: null }));
    if (fault) throw new Error(JSON.stringify(fault));
    const batch = await db.selectFrom('recon_batch').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    const lines = LINES.toLocaleString('en');
    printTable(
      'npm run bench recon',
      [`${lines} payments of one day and their bills; the packed file has ${(bytes.length / 2 ** 20).toFixed(0)} MB.`],
      [
        { figure: `${lines} lines read, stored and compared`, target: '≤ 120 s', measured: `${seconds.toFixed(1)} s` },
        {
          figure: 'memory grown meanwhile (RSS)',
          target: '≤ 128 MB',
          measured: `${(grownBytes / 2 ** 20).toFixed(0)} MB`,
        },
        { figure: 'differences found', target: String(DIFFERENCES), measured: JSON.stringify(batch.diff_counts) },
        {
          figure: 'matched',
          target: (LINES - DIFFERENCES).toLocaleString('en'),
          measured: batch.matched.toLocaleString('en'),
        },
      ],
    );
  } finally {
    await connection.close();
    await end();
  }
}

void main();
