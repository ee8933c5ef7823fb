import { DAY_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { type HeadFile, keepDaily } from './auditors';
import { chainHead, linkRecords } from './chain';
import { headText } from './rules';

/** Interval of linking. Until a record is linked, only triggers protect it. */
const EVERY_MS = 1_000;

/** Interval of the search for late records. */
const THOROUGH_EVERY_MS = 60_000;

/** Interval of writing the head to the server log. A database administrator cannot change this log. */
const HEAD_EVERY_MS = 60 * 60_000;

/**
 * Lists the jobs of operation records.
 *
 * @param noteHead receives the head of the chain once an hour, such as `42:9f3c…`
 * @param heads the file of heads; each day it is compared with the chain and extended
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
