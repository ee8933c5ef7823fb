import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { readSetting } from '../site';
import { feeRules } from './decide';
import { chargePeriods } from './periods';
import { expireRules } from './rule-store';
import { runWhatIfs } from './what-if';

export const costJobs: readonly Job[] = [
  {
    name: 'fee rules',
    everyMs: 10 * MINUTE_MS,
    run: async (db, clock, ids) => {
      for (const id of await expireRules(db, clock.now())) await feeRules.addStep({ db, clock, ids }, id, 'end');
      await chargePeriods({ db, clock, ids }, (await readSetting(db, 'locale')).timeZone);
    },
  },
  {
    name: 'what-ifs of fee rules',
    everyMs: SECOND_MS,
    run: async (db, clock) => {
      await runWhatIfs({ db, clock }, (await readSetting(db, 'locale')).timeZone);
    },
  },
];
