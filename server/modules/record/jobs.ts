import { DAY_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { type HeadFile, keepDaily } from './auditors';
import { chainHead, linkRecords } from './chain';
import { headText } from './rules';

/** The chain follows the records this fast: what happened within it is guarded by the triggers alone. */
const EVERY_MS = 1_000;

/** Every so many seconds it looks for latecomers too. */
const THOROUGH_EVERY_MS = 60_000;

/** An administrator of the database cannot change a head in the log. */
const HEAD_EVERY_MS = 60 * 60_000;

/**
 * @param noteHead told the head of the chain once an hour, `42:9f3c…`
 * @param heads the heads that are kept outside the database: compared and continued each day
 */
export const recordJobs = (noteHead: (head: string) => void, heads: HeadFile): readonly Job[] => [
  {
    name: 'chain of the operation records',
    everyMs: EVERY_MS,
    async run(db, clock) {
      await linkRecords(db, clock, false);
    },
  },
  {
    name: 'latecomers of the chain',
    everyMs: THOROUGH_EVERY_MS,
    async run(db, clock) {
      await linkRecords(db, clock);
    },
  },
  {
    name: 'head of the chain',
    everyMs: HEAD_EVERY_MS,
    async run(db) {
      noteHead(headText(await chainHead(db)));
    },
  },
  {
    name: 'kept head of the chain',
    everyMs: DAY_MS,
    run: (db, clock, ids) => keepDaily({ db, clock, ids }, heads),
  },
];
