import { MINUTE_MS } from '../../../contract/units';
import { type Job, tryEach } from '../../core/jobs';
import { addDays, wallTime } from '../../core/money/days';
import type { Ports } from '../../core/platforms/ports';
import { LEFT_MS, newBatch } from './batches';
import { readyAt } from './compare';
import { STATEMENT_ZONE } from './match';
import { fetchableNumbers, type RunTools, runBatch, runComparison } from './run';
import { dueBatches, insertBatch } from './store';

/**
 * Automatic statements (DOMAIN §4.5): from 10:00 on, Beijing time, fetches yesterday's statements. A failed fetch is retried after an hour,
 * between 10:00 and 22:00, up to `RECON.retries` times.
 */

const EVERY_MS = 10 * MINUTE_MS;
const RUN = 50;

/** Creates and runs yesterday's missing batches of the merchant numbers with automatic fetching. */
async function beginDay(tools: RunTools): Promise<void> {
  const { db, clock } = tools;
  const now = clock.now();
  const day = addDays(wallTime(now, STATEMENT_ZONE).day, -1);
  if (now < readyAt(day)) return;
  const numbers = await db
    .selectFrom('merchant_number')
    .select(['id', 'channel', 'mch_no as mchNo'])
    .where('enabled', '=', true)
    .where('auto_fetch', '=', true)
    .where('channel', 'in', ['wechat', 'alipay'])
    .orderBy('id')
    .execute();
  if (numbers.length === 0) return;
  const fetchable = await fetchableNumbers(tools);
  const targets = numbers
    .filter(({ channel, mchNo }) => fetchable.has(`${channel} ${mchNo}`))
    .flatMap(({ id }) => (['trade', 'fund'] as const).map((kind) => ({ merchantNumberId: id, day, kind })));
  await tryEach(targets, async (target) => {
    const row = newBatch(tools, target);
    if (await insertBatch(db, row)) await runBatch(tools, row.id);
  });
}

/** Runs the batches that are due for a retry, or whose process has stopped. */
async function runDue(tools: RunTools): Promise<void> {
  const now = tools.clock.now();
  const due = await dueBatches(tools.db, now, new Date(now.getTime() - LEFT_MS), RUN);
  await tryEach(due, (batch) =>
    batch.state === 'comparing' ? runComparison(tools, batch) : runBatch(tools, batch.id),
  );
}

export const reconJobs = (ports: Ports): readonly Job[] => [
  {
    name: 'recon',
    everyMs: EVERY_MS,
    run: (db, clock, ids) => tryEach([beginDay, runDue], (step) => step({ db, clock, ids, ports })),
  },
];
