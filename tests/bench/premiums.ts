import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { startCluster } from '../../server/core/database/supervisor';
import { withTransaction } from '../../server/core/database/transaction';
import { createIds } from '../../server/core/ids';
import { migrations } from '../../server/migrations';
import { compareMonth, readPremiums } from '../../server/modules/insurance';
import { fillMonth, MONTH } from '../../server/modules/insurance/testing';
import { printTable } from './report';

/**
 * Measures the comparison of an insurer's file: `POLICIES` (default 300,000) of a month with as many lines, of which 500 differ. The memory of
 * this process is sampled ten times per second.
 */
const POLICIES = Number(process.env.POLICIES ?? 300_000);
const DIFFERENCES = 500;

/** A zipped CSV as insurers write it. */
function zipped(): Promise<Buffer> {
  const every = Math.ceil(POLICIES / DIFFERENCES);
  const lines = Array.from({ length: POLICIES }, (_, at) => {
    const fen = 300 + ((at + 1) % 100) + (at % every === 0 ? 1 : 0);
    return `PX${at + 1},IP${at + 1},${(fen / 100).toFixed(2)}`;
  });
  const file = new ZipFile();
  file.addBuffer(Buffer.from(['保单号,投保单号,保费', ...lines].join('\r\n')), 'premiums.csv');
  file.end();
  return buffer(file.outputStream);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-premiums-'));
  const cluster = await startCluster({ dataDir: folder, root: process.cwd() });
  const connection = connect(cluster.url, { statementTimeoutMs: 0 });
  const { db } = connection;
  try {
    await migrate(db, migrations);
    await fillMonth(db, POLICIES);
    await sql`analyze insure_policy`.execute(db);
    const ids = createIds({ clock: systemClock, node: 0 });
    const bytes = await zipped();
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 100);
    const begun = performance.now();
    const found = await withTransaction(db, (transaction) =>
      compareMonth({ db: transaction, ids }, MONTH, readPremiums(bytes)),
    );
    const seconds = (performance.now() - begun) / 1_000;
    clearInterval(sampling);
    const policies = POLICIES.toLocaleString('en');
    printTable(
      'npm run bench premiums',
      [`${policies} policies of a month and the insurer's zipped CSV of ${(bytes.length / 2 ** 20).toFixed(1)} MB.`],
      [
        { figure: `${policies} lines read and compared`, target: '≤ 25 s', measured: `${seconds.toFixed(1)} s` },
        {
          figure: 'memory grown meanwhile (RSS)',
          target: '≤ 128 MB',
          measured: `${((most - before) / 2 ** 20).toFixed(0)} MB`,
        },
        { figure: 'differences found', target: String(DIFFERENCES), measured: String(found.gaps) },
      ],
    );
  } finally {
    await connection.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
