import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { refreshRollUps } from '../order';
import { readSetting } from '../site';

/** Keeps the figures of the workbench and the station list at most a minute old. */
export const orderJobs = [
  {
    name: 'order-roll-up',
    everyMs: 60_000,
    run: async (db: Kysely<Database>, clock: Clock): Promise<void> => {
      const { timeZone } = await readSetting(db, 'locale');
      await refreshRollUps(db, clock.now(), timeZone);
    },
  },
] as const;
