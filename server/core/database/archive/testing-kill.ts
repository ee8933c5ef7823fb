import { recordArchiveRule } from '../../../modules/record';
import { fixedClock } from '../../clock';
import { archiveMonths, restoreMonth } from '.';

/**
 * Archives the operation records before a month, or restores a month, in a process that tests start. The process kills itself with
 * SIGKILL before the given step. Steps are numbered from 1.
 */
const [url = '', dir = '', now = '', work = '', month = '', last = '0'] = process.argv.slice(2);
let steps = 0;
const wish = {
  ...{ url, dir, clock: fixedClock(now) },
  reached: () => {
    steps += 1;
    if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
};

async function main(): Promise<void> {
  const at = new Date(`${month}-01T00:00:00Z`);
  const rules = { operation_record: recordArchiveRule };
  if (work === 'archive') await archiveMonths({ ...wish, rules, tables: ['operation_record'], before: at });
  else await restoreMonth({ ...wish, table: 'operation_record', month: at });
}

void main();
