import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { withTransaction } from '../../server/core/database/transaction';
import { createIds } from '../../server/core/ids';
import { migrations } from '../../server/migrations';
import { compareMonth, readPremiums } from '../../server/modules/insurance';
import { fillMonth, MONTH } from '../../server/modules/insurance/testing';
import { measured, startOwnCluster } from './own-cluster';
import { printTable } from './report';

/**
 * Measures the comparison of an insurer's file. `POLICIES` (default 300,000) policies of a month are compared with the same number
 * of lines. Of these lines 500 differ. The memory of this process is sampled ten times per second.
 */
const POLICIES = Number(process.env.POLICIES ?? 300_000);
const DIFFERENCES = 500;

/** Builds a zipped CSV in the format of insurers. */
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
  const { cluster, end } = await startOwnCluster('premiums');
  const connection = connect(cluster.url, { statementTimeoutMs: 0 });
  const { db } = connection;
  try {
    await migrate(db, migrations);
    await fillMonth(db, POLICIES);
    await sql`analyze insure_policy`.execute(db);
    const ids = createIds({ clock: systemClock, node: 0 });
    const bytes = await zipped();
    const {
      result: found,
      seconds,
      grownBytes,
    } = await measured(() =>
      withTransaction(db, (transaction) => compareMonth({ db: transaction, ids }, MONTH, readPremiums(bytes))),
    );
    const policies = POLICIES.toLocaleString('en');
    printTable(
      'npm run bench premiums',
      [`${policies} policies of a month and the insurer's zipped CSV of ${(bytes.length / 2 ** 20).toFixed(1)} MB.`],
      [
        { figure: `${policies} lines read and compared`, target: '≤ 25 s', measured: `${seconds.toFixed(1)} s` },
        {
          figure: 'memory grown meanwhile (RSS)',
          target: '≤ 128 MB',
          measured: `${(grownBytes / 2 ** 20).toFixed(0)} MB`,
        },
        { figure: 'differences found', target: String(DIFFERENCES), measured: String(found.gaps) },
      ],
    );
  } finally {
    await connection.close();
    await end();
  }
}

void main();
