import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { withTransaction } from '../../core/database/transaction';
import { type Job, tryEach } from '../../core/jobs';
import { wallTime } from '../../core/money/days';
import { readSetting } from '../site';
import { countBills } from './bill-days';
import { closeOldDays } from './closing';
import { releaseDue } from './lines';
import { sealMonths } from './months';
import { countOpenDays } from './open-days';
import { checkBooks, lastCheck } from './verify';

/** Interval of the jobs that update stored sums. Pages add newer rows to these sums, so a long interval would slow the pages. */
const COUNT_MS = 10 * SECOND_MS;
/** Start of the nightly check of the books in minutes since midnight: 02:00 (DOMAIN §4.5). */
const CHECK_AT = 120;

/**
 * The nightly check of the books. After the check, the job closes old days and seals closed months. If one of these steps fails, the next
 * run of this process repeats the steps, but not the check.
 */
function nightlyCheck(): Job {
  let mustRepeatSteps = false;
  return {
    name: 'nightly check of the books',
    everyMs: 5 * MINUTE_MS,
    async run(db, clock, ids) {
      const tools = { db, clock, ids };
      const { timeZone } = await readSetting(db, 'locale');
      const now = wallTime(clock.now(), timeZone);
      const last = await lastCheck(db);
      // The check runs once a night, and immediately if no check has run yet.
      const isChecked = last !== null && (wallTime(last.at, timeZone).day === now.day || now.minutes < CHECK_AT);
      if (isChecked && !mustRepeatSteps) return;
      if (!isChecked) await checkBooks(db, clock, ids, timeZone);
      mustRepeatSteps = true;
      await tryEach([() => closeOldDays(tools, timeZone), () => sealMonths(tools)], (step) => step());
      mustRepeatSteps = false;
    },
  };
}

/** Jobs of the ledger: releases of due lines, stored sums of open days and bills, and the nightly check of the books. */
export const ledgerJobs: readonly Job[] = [
  {
    name: 'release of settlements',
    everyMs: MINUTE_MS,
    async run(db, clock, ids) {
      const { timeZone } = await readSetting(db, 'locale');
      for (;;) {
        const released = await withTransaction(
          db,
          (transaction) => releaseDue({ db: transaction, clock, ids }, clock.now(), timeZone),
          clock,
        );
        if (released === 0) return;
      }
    },
  },
  {
    name: 'count of open days',
    everyMs: COUNT_MS,
    run: (db, clock, ids) => countOpenDays({ db, clock, ids }),
  },
  {
    name: 'count of bills',
    everyMs: COUNT_MS,
    run: async (db, clock, ids) => countBills({ db, clock, ids }, (await readSetting(db, 'locale')).timeZone),
  },
  nightlyCheck(),
];
