import type { Kysely } from 'kysely';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import type { Latency } from '../../core/http/latency';
import type { Job } from '../../core/jobs';
import { addDays, wallTime } from '../../core/money/days';
import type { FilePort } from '../../core/platforms/ports';
import { hasOwner } from '../account';
import { newestFiles, storedKey } from '../file';
import { lastCheck } from '../ledger';
import { rollUpState } from '../order';
import { headText, verifyNightly } from '../record';
import { readSetting } from '../site';
import { addLatencies, forgetLatencies, forgetPages, readResult, writeResult } from './store';

/** Length of the time slots over which call durations are added up. */
const SLOT_MS = 5 * MINUTE_MS;
/** Time for which call durations are stored, to analyse incidents. The page shows only one hour. */
const LATENCIES_KEPT_MS = 24 * HOUR_MS;
/** Minimum interval between verifications of the audit chain. Restarts of the server do not shorten it. */
const VERIFIED_EVERY_MS = 20 * HOUR_MS;
const PAGES_KEPT_DAYS = 92;
const FILES_LOOKED_AT = 50;
const ROLL_UP_LATE_MS = 15 * MINUTE_MS;

interface Tools {
  readonly db: Kysely<Database>;
  readonly now: Date;
  readonly files: FilePort;
}

/**
 * Invariants. Each function returns the number of its violations; 0 means none. A module with further invariants adds them here and their
 * texts in `texts.ts`.
 */
export const INVARIANTS = {
  owner: async ({ db }: Tools) => ((await hasOwner(db)) ? 0 : 1),
  books: async ({ db }: Tools) => {
    const check = await lastCheck(db);
    return check && !check.passed ? check.offences.length : 0;
  },
  rollUp: async ({ db, now }: Tools) => {
    const state = await rollUpState(db);
    return state && now.getTime() - state.asOf.getTime() > ROLL_UP_LATE_MS ? 1 : 0;
  },
  files: async ({ db, files }: Tools) => {
    let lost = 0;
    for (const file of await newestFiles(db, FILES_LOOKED_AT)) {
      // Read only the size, which is `null` for a missing file. Reading videos of up to 100 MB would take too long.
      // A file that cannot be read counts as lost too, so that the other checks are not aborted.
      if ((await files.size(storedKey(file)).catch(() => null)) === null) lost += 1;
    }
    return lost;
  },
} as const satisfies Record<string, (tools: Tools) => Promise<number>>;

/** Result of the last verification of the audit chain. */
export interface Verified {
  readonly head: string;
  readonly breach: { readonly kind: string; readonly position: number | null } | null;
}

export const RESULTS = { invariants: 'invariants', records: 'records' } as const;

/** Counts the violations of each invariant and stores the counts. */
export async function checkInvariants(tools: Tools): Promise<void> {
  const begun = performance.now();
  const found: Record<string, number> = {};
  for (const [key, check] of Object.entries(INVARIANTS)) found[key] = await check(tools);
  await writeResult(tools.db, RESULTS.invariants, tools.now, performance.now() - begun, found);
}

/** Verifies new audit records and a portion of the older ones, and stores the result. */
export async function verifyRecords(db: Kysely<Database>, now: Date): Promise<void> {
  const begun = performance.now();
  const { breach, head } = await verifyNightly(db);
  const content: Verified = {
    head: headText(head),
    breach: breach && { kind: breach.kind, position: breach.position },
  };
  await writeResult(db, RESULTS.records, now, performance.now() - begun, content);
}

export function healthJobs(tools: { latency: Latency; files: FilePort }): readonly Job[] {
  return [
    {
      name: 'latency-flush',
      everyMs: 15 * SECOND_MS,
      async run(db, clock) {
        const now = clock.now().getTime();
        await addLatencies(db, new Date(Math.floor(now / SLOT_MS) * SLOT_MS), tools.latency.take());
        await forgetLatencies(db, new Date(now - LATENCIES_KEPT_MS));
      },
    },
    {
      name: 'health-checks',
      everyMs: 10 * MINUTE_MS,
      run: (db, clock) => checkInvariants({ db, now: clock.now(), files: tools.files }),
    },
    {
      name: 'records-verify',
      everyMs: HOUR_MS,
      async run(db, clock) {
        const now = clock.now();
        const last = await readResult(db, RESULTS.records);
        if (last && now.getTime() - last.at.getTime() < VERIFIED_EVERY_MS) return;
        await verifyRecords(db, now);
      },
    },
    {
      name: 'pages-forget',
      everyMs: 6 * HOUR_MS,
      async run(db, clock) {
        const { timeZone } = await readSetting(db, 'locale');
        await forgetPages(db, addDays(wallTime(clock.now(), timeZone).day, 1 - PAGES_KEPT_DAYS));
      },
    },
  ];
}
