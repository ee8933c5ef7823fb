import { z } from 'zod';
import { time } from './endpoint';

/**
 * This file declares limits and schemas for signed batches of reports from another server, and for the devices in the reports. A repeated
 * report has no further effect. A refused report does not stop the others.
 */

export const PUSHED_STATES = ['done', 'repeated', 'refused'] as const;

/** Maximum number of minutes by which the time of a report may be ahead of our clock. */
export const PUSHED_AHEAD_MINUTES = 5;

/** Fields of the device that a person used to sign in. */
export const signedInDevice = {
  deviceKey: z.string().min(8).max(64),
  platform: z.string().min(1).max(16),
  model: z.string().max(40),
  appVersion: z.string().max(20),
  ip: z.string().max(45),
};
/** Fields of the device, as a page shows it. */
export const shownDevice = {
  deviceKey: z.string(),
  platform: z.string(),
  model: z.string(),
  appVersion: z.string(),
  firstAt: time(),
  lastAt: time(),
  lastIp: z.string(),
  logins: z.int(),
  /** Number of other people who use this device. */
  sharedWith: z.int(),
};

/**
 * Builds the schema of a batch response: the number of reports in each state, and one row per report, in the order of the request.
 *
 * @param row the field that identifies a report, such as `orderNo`, and further fields of its row
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
        /** Error code and message of a refused report. The server still handles the other reports of the batch. */
        code: z.int().optional(),
        msg: z.string().optional(),
        /** Name of the report's invalid field. */
        field: z.string().optional(),
        ...row,
      }),
    ),
  });
