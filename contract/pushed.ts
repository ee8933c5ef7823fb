import { z } from 'zod';
import { time } from './endpoint';

/** Batches of reports that another server signs and sends: each report counts once, and what is refused does not stop the others. */

export const PUSHED_STATES = ['done', 'repeated', 'refused'] as const;

/** Clocks of other servers may be so far ahead of ours: minutes. */
export const PUSHED_AHEAD_MINUTES = 5;

/** The device that a person signed in with. */
export const signedInDevice = {
  deviceKey: z.string().min(8).max(64),
  platform: z.string().min(1).max(16),
  model: z.string().max(40),
  appVersion: z.string().max(20),
  ip: z.string().max(45),
};
/** The same as it is answered to a page. */
export const shownDevice = {
  deviceKey: z.string(),
  platform: z.string(),
  model: z.string(),
  appVersion: z.string(),
  firstAt: time(),
  lastAt: time(),
  lastIp: z.string(),
  logins: z.int(),
  /** Others on the same device. */
  sharedWith: z.int(),
};

/**
 * The answer to such a batch: how many reports there were of each state, and a row for each, in their order.
 *
 * @param row what names a report, and the further fields of its row
 */
export const pushedData = <S extends z.ZodRawShape>(row: S) =>
  z.object({
    done: z.int(),
    repeated: z.int(),
    refused: z.int(),
    rows: z.array(
      z.object({
        index: z.int(),
        event: z.string(),
        state: z.enum(PUSHED_STATES),
        /** Why it was refused; the others of the batch went on. */
        code: z.int().optional(),
        msg: z.string().optional(),
        /** The field of the report that was refused. */
        field: z.string().optional(),
        ...row,
      }),
    ),
  });
