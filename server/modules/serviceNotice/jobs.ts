import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { addDays, wallTime } from '../../core/money/days';
import type { Ports } from '../../core/platforms/ports';
import { readSetting } from '../site';
import { forgetLeft } from './reach-store';
import { sendDue } from './sending';

const wait = (milliseconds: number) => new Promise<void>((settle) => setTimeout(settle, milliseconds));

export const serviceNoticeJobs = (ports: Pick<Ports, 'sms' | 'platforms' | 'secrets'>): readonly Job[] => [
  {
    name: 'service notices',
    everyMs: SECOND_MS,
    run: (db, clock, ids) => sendDue({ db, clock, ids, ports, wait }),
  },
  {
    // The erasure of a user's data also erases OpenIDs, devices, inbox messages and list entries. This job deletes rows that another call
    // stored while the erasure ran.
    name: 'channels of users who left',
    everyMs: HOUR_MS,
    run: (db) => forgetLeft(db),
  },
  {
    name: 'daily limits of service notices',
    everyMs: DAY_MS / 4,
    async run(db, clock) {
      const { timeZone } = await readSetting(db, 'locale');
      const before = addDays(wallTime(clock.now(), timeZone).day, -1);
      await db.deleteFrom('service_notice_day').where('day', '<', before).execute();
    },
  },
];
