import type { Kysely } from 'kysely';
import { MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { type Job, tryEach } from '../../core/jobs';
import { lapseCertificates } from '../riderCertificate';
import { policyIn } from '../riderGate';
import { presentOf, readSetting } from '../site';
import { countRecentOrders, countRiderFigures } from './figures';
import { suspendBySystem } from './kind';
import { endedCertificates, lockRider } from './store';

/**
 * Marks ended certificates as expired. Suspends active riders with an ended certificate if their province requires a certificate. A
 * repeated call changes nothing.
 */
export async function watchRiders(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const { day } = await presentOf({ db, clock });
  const settings = await readSetting(db, 'business');
  await inTransaction({ db, clock, ids }, (tools) => lapseCertificates(tools, day));
  const ended = await endedCertificates(db, day);
  const required = ended.filter(({ provinceCode }) => policyIn(settings, provinceCode) === 'required');
  await tryEach(required, ({ id }) =>
    inTransaction({ db, clock, ids }, async (tools) => {
      const row = await lockRider(tools.db, id);
      // Check again after the lock: another certificate may have been approved meanwhile.
      if (row?.health_valid_to && row.health_valid_to < day) await suspendBySystem(tools, row, 'certificate');
    }),
  );
}

/** Updates the counts that the list of riders shows. */
async function countForList(db: Kysely<Database>, clock: Clock): Promise<void> {
  const { at: now, day: today, timeZone } = await presentOf({ db, clock });
  await countRecentOrders({ db, clock }, today);
  await countRiderFigures(db, { now, today, timeZone });
}

export const riderWorkJobs: readonly Job[] = [
  { name: 'riders', everyMs: 5 * MINUTE_MS, run: watchRiders },
  { name: 'figures of riders', everyMs: 2 * MINUTE_MS, run: countForList },
];
