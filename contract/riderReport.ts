import { z } from 'zod';
import { id, time, write } from './endpoint';
import { MOBILE } from './limits';
import { pushedData, signedInDevice } from './pushed';
import { COURSES, RIDER, RIDER_TYPES, riderCase, VEHICLES } from './riderWork.states';
import { text } from './text';

/**
 * This file declares the endpoint for reports from the riders' app: applications, profiles, sign-ins, work, face checks and exams. The
 * app's server signs each request (docs/orders.md).
 */

const about = { riderId: id(), at: time() };
const working = z.strictObject({ event: z.enum(['online', 'working', 'offline']), ...about });
const confirmed = z.strictObject({ event: z.literal('longDayConfirmed'), ...about });
const face = z.strictObject({ event: z.literal('faceChecked'), ...about, passed: z.boolean() });
const exam = z.strictObject({
  event: z.literal('examTaken'),
  ...about,
  course: z.enum(COURSES),
  score: z.int().min(0).max(100),
  /** End of the training's validity. If it is absent, the training remains valid. */
  expireAt: time().nullish(),
});
const signedIn = z.strictObject({ event: z.literal('signedIn'), ...about, ...signedInDevice });

const profile = {
  name: z.string().trim().min(RIDER.holder.min).max(RIDER.holder.max),
  tel: z.string().regex(MOBILE),
  vehicleType: z.enum(VEHICLES),
  plateNo: z.string().trim().min(1).max(10).nullish(),
};
/**
 * Schema of an identity card number. It checks only the length. The server checks the number later (42292), so that one wrong number does
 * not cause the refusal of the whole batch.
 */
const idCard = () => z.string().trim().min(1).max(18);
/** A person applied as a rider. Staff review the identity. */
const applied = z.strictObject({
  event: z.literal('applied'),
  ...about,
  riderNo: z.string().regex(/^[A-Z0-9-]{2,12}$/),
  ...profile,
  idCard: idCard(),
  teamId: id(),
  riderType: z.enum(RIDER_TYPES),
});
/** The event contains the whole profile, so only the latest event counts. Staff review a new name or identity card of an admitted rider. */
const changed = z.strictObject({
  event: z.literal('changed'),
  ...about,
  ...profile,
  /** New identity card number. If it is absent, the number does not change. */
  idCard: idCard().nullish(),
  /** Rating in hundredths of a star. */
  ratingX100: z.int().min(0).max(500),
});

export const riderReport = z.discriminatedUnion('event', [working, confirmed, face, exam, signedIn, applied, changed]);
export type RiderReport = z.output<typeof riderReport>;

export const riderReportEndpoints = {
  'safety.RiderReport/push': write({
    summary:
      'Riders applying, changing their profile, signing in, going online and offline, face checks and exams, in their order. Each counts once, even when repeated.',
    access: 'signed',
    input: z.object({ reports: z.array(riderReport).min(1).max(RIDER.reportBatch) }),
    data: pushedData({
      riderId: id(),
      /**
       * Whether the rider may work after all reports of the call. `why` contains the reasons if the rider may not work. Refused reports
       * have neither field.
       */
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
