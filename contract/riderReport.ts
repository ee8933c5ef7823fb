import { z } from 'zod';
import { id, time, write } from './endpoint';
import { pushedData, signedInDevice } from './pushed';
import { COURSES, RIDER, riderCase } from './riderWork.states';
import { text } from './text';

/** Work reports from the riders' app. Its server calls these endpoints with a signature (docs/orders.md). */

const about = { riderId: id(), at: time() };
const working = z.strictObject({ event: z.enum(['online', 'working', 'offline']), ...about });
const confirmed = z.strictObject({ event: z.literal('longDayConfirmed'), ...about });
const face = z.strictObject({ event: z.literal('faceChecked'), ...about, passed: z.boolean() });
const exam = z.strictObject({
  event: z.literal('examTaken'),
  ...about,
  course: z.enum(COURSES),
  score: z.int().min(0).max(100),
});
const signedIn = z.strictObject({ event: z.literal('signedIn'), ...about, ...signedInDevice });

export const riderReport = z.discriminatedUnion('event', [working, confirmed, face, exam, signedIn]);
export type RiderReport = z.output<typeof riderReport>;

export const riderReportEndpoints = {
  'safety.RiderReport/push': write({
    summary:
      'Riders signing in, going online and offline, face checks and exams, in their order. Each counts once, even when repeated.',
    access: 'signed',
    input: z.object({ reports: z.array(riderReport).min(1).max(RIDER.reportBatch) }),
    data: pushedData({
      riderId: id(),
      /** Whether the rider may work after this report, and the reason if not. */
      mayWork: z.boolean().optional(),
      why: z.string().optional(),
    }),
    errors: [],
    audit: {
      module: riderCase.module,
      action: 'push',
      object: riderCase.key,
      text: text('接收骑手报告', 'Rider reports received', 'Relatos de entregadores recebidos', '接收騎手報告'),
    },
  }),
} as const;
