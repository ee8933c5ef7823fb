import { z } from 'zod';
import { fen, id, time, write } from './endpoint';
import { INTAKE, MOBILE } from './limits';
import { pushedData, signedInDevice } from './pushed';
import { text } from './text';
import { USER_LEVELS, USER_SOURCE_TEXT, type UserSource } from './user.states';

/** User events from the ordering system, which signs its calls to these endpoints (docs/orders.md). */

const about = {
  /** Number that identifies the event. An event whose number is already stored is a repetition and has no further effect. */
  no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  userId: id(),
  at: time(),
};
/** Largest value of a PostgreSQL `integer` column. */
const MOST_POINTS = 2_147_483_647;
const amount = () => fen().min(1);
const trade = {
  channel: z.string().min(1).max(16),
  mchNo: z.string().min(1).max(32),
  tradeNo: z.string().min(1).max(64),
};
const sources = Object.keys(USER_SOURCE_TEXT) as [UserSource, ...UserSource[]];

const profile = {
  tel: z.string().regex(MOBILE).nullish(),
  nickname: z.string().trim().min(1).max(30),
  level: z
    .int()
    .min(0)
    .max(USER_LEVELS.length - 1),
  points: z.int().min(0).max(MOST_POINTS),
  /** Id of the user's home station. */
  teamId: id().nullish(),
};

export const userEvent = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('registered'),
    ...about,
    ...profile,
    // These fields have no defaults: a default would change the digest, and a repetition of an older event would be refused (40902).
    level: profile.level.optional(),
    points: profile.points.optional(),
    source: z.enum(sources),
  }),
  /** An absent field stays unchanged. `null` clears a nullable field. For each field, the value with the latest `at` is stored. */
  z
    .strictObject({
      event: z.literal('profileChanged'),
      ...about,
      ...profile,
      nickname: profile.nickname.optional(),
      level: profile.level.optional(),
      points: profile.points.optional(),
    })
    .refine((event) => Object.keys(profile).some((field) => event[field as keyof typeof profile] !== undefined)),
  z.strictObject({
    event: z.literal('signedIn'),
    ...about,
    ...signedInDevice,
  }),
  z.strictObject({
    event: z.literal('addressSaved'),
    ...about,
    addressNo: z.string().min(1).max(32),
    contactName: z.string().min(1).max(30),
    tel: z.string().regex(/^[\d-]{7,20}$/),
    region: z.string().min(1).max(60),
    detail: z.string().min(1).max(120),
    lng: z.number().min(-180).max(180),
    lat: z.number().min(-85).max(85),
    isDefault: z.boolean(),
  }),
  z.strictObject({ event: z.literal('addressRemoved'), ...about, addressNo: z.string().min(1).max(32) }),
  /** A coupon template from which staff may send coupons. `addStock` is added to the remaining stock. */
  z.strictObject({
    event: z.literal('couponTemplate'),
    no: about.no,
    at: about.at,
    templateId: id(),
    name: z.string().trim().min(1).max(30),
    faceFen: amount(),
    thresholdFen: fen().min(0),
    addStock: z.int().min(0).max(10_000_000),
    enabled: z.boolean(),
  }),
  z.strictObject({
    event: z.literal('couponUsed'),
    ...about,
    couponId: id(),
    orderNo: z.string().regex(/^[A-Za-z0-9-]{6,22}$/),
  }),
  /** The user topped up the wallet. The platform pays the bonus `giftFen`. */
  z.strictObject({
    event: z.literal('toppedUp'),
    ...about,
    amountFen: amount(),
    giftFen: fen().min(0).optional(),
    ...trade,
  }),
  /** A wallet payment for a membership or a platform service, not for an order. */
  z.strictObject({
    event: z.literal('walletPaid'),
    ...about,
    amountFen: amount(),
    title: z.string().trim().min(1).max(50),
  }),
  /** The payment platform paid wallet money back to the user. */
  z.strictObject({ event: z.literal('paidOut'), ...about, amountFen: amount(), ...trade }),
  z.strictObject({ event: z.literal('leaving'), ...about }),
  z.strictObject({ event: z.literal('staying'), ...about }),
]);
export type UserEvent = z.output<typeof userEvent>;

export const userIntakeEndpoints = {
  'user.Intake/push': write({
    summary: 'What happened to users, in its order; each event counts once, even when repeated.',
    access: 'signed',
    input: z.object({ events: z.array(userEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ no: z.string() }),
    errors: [],
    audit: {
      module: 'user.list',
      action: 'push',
      object: 'user',
      money: true,
      text: text('接收用户动态', 'User events received', 'Eventos de usuários recebidos', '接收使用者動態'),
    },
  }),
  'user.Intake/getStanding': write({
    summary:
      'Which of these users may not order, and at which stations; the ordering side asks before it takes an order.',
    access: 'signed',
    input: z.object({ userIds: z.array(id()).min(1).max(200) }),
    data: z.object({
      blocked: z.array(
        z.object({
          userId: id(),
          reason: z.enum(['blacklisted', 'left']),
          /** `null` means all stations. */
          teamIds: z.array(id()).nullable(),
          until: time().nullable(),
        }),
      ),
    }),
    errors: [],
    audit: null,
  }),
} as const;
