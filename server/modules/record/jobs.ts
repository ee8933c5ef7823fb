import { DAY_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { type HeadFile, keepDaily } from './auditors';
import { chainHead, linkRecords } from './chain';
import { headText } from './rules';

/** Linking interval. Only the triggers protect records that are not linked yet. */
const EVERY_MS = 1_000;

/** Interval of the search for late records. */
const THOROUGH_EVERY_MS = 60_000;

/** Interval of heads in the server log, which a database administrator cannot change. */
const HEAD_EVERY_MS = 60 * 60_000;

/**
 * @param noteHead receives the head of the chain once an hour, `42:9f3c…`
 * @param heads the heads kept outside the database: compared and continued each day
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
