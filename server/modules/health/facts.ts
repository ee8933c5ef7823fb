import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { diskRoom } from '../../core/files/disk';
import { outboxState } from '../noticeManage';
import type { ConsoleFacts } from './checks';
import { jobText } from './job-texts';
import { RESULTS, type Verified } from './jobs';
import { openProblems } from './problems';
import { databaseState, jobRows, lastBackup, readResult } from './store';

/** Jobs that did not start within this time are not shown: this installation no longer runs them. */
const JOBS_SHOWN_MS = 7 * DAY_MS;

/** Reads the console's state for its health page and for monitoring. @param dataDir folder whose disk is checked */
export async function readFacts(db: Kysely<Database>, now: Date, dataDir: string): Promise<ConsoleFacts> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  const records = await readResult(db, RESULTS.records);
  const invariants = await readResult(db, RESULTS.invariants);
  return {
    now,
    // A job that an earlier version ran has no label. It must not count as late after the upgrade.
    jobs: (await jobRows(db, since(JOBS_SHOWN_MS))).filter(({ name }) => jobText(name) !== null),
    backup: await lastBackup(db, 'backup'),
    drill: await lastBackup(db, 'drill'),
    records: records && { at: records.at, content: records.content as Verified },
    invariants: (invariants?.content ?? {}) as Record<string, number>,
    messages: await outboxState(db, since(DAY_MS)),
    database: await databaseState(db),
    disk: await diskRoom(dataDir),
    openProblems: await openProblems(db),
  };
}
