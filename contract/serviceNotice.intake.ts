import { z } from 'zod';
import { id, time, write } from './endpoint';
import { INTAKE, PUSH_DEVICE } from './limits';
import { pushedData } from './pushed';
import { SERVICE_CHANNELS } from './serviceNotice.states';
import { text } from './text';

/**
 * This file declares the endpoints for events of users' message channels (such as `bound` and `opened`), and for the inboxes of users,
 * riders and merchants. The ordering system and the apps' servers sign each request (docs/orders.md).
 */

const channel = z.enum(SERVICE_CHANNELS);
const person = { personType: z.enum(['rider', 'merchant']), personId: id() };
const inbox = z.object({
  list: z.array(
    z.object({
      no: z.string(),
      title: z.string(),
      body: z.string(),
      jumpPath: z.string().nullable(),
      at: time(),
      openedAt: time().nullable(),
    }),
  ),
  unread: z.int(),
});
const about = { userId: id(), at: time() };

export const reachEvent = z.discriminatedUnion('event', [
  /**
   * A user was bound to a channel. `address` is an OpenID. For Alipay it can also be a user id. For push it is the device's registration
   * id.
   */
  z
    .strictObject({ event: z.literal('bound'), ...about, channel, address: z.string().min(1).max(64) })
    .refine(({ channel: bound, address }) => bound !== 'appPush' || PUSH_DEVICE.test(address), { path: ['address'] }),
  /** The user signed out on a device, or switched off its notifications. */
  z.strictObject({
    event: z.literal('unbound'),
    ...about,
    channel: z.literal('appPush'),
    address: z.string().regex(PUSH_DEVICE),
  }),
  /** `leftTimes` is the number of one-time subscriptions that the user still has for the template. */
  z.strictObject({
    event: z.literal('subscribed'),
    ...about,
    channel,
    templateId: z.string().min(1).max(64),
    leftTimes: z.int().min(0).max(1_000),
  }),
  z.strictObject({ event: z.literal('unsubscribed'), ...about, channel }),
  z.strictObject({ event: z.literal('subscribedAgain'), ...about, channel }),
  /** A device received a push message. `no` is the number of the task. */
  z.strictObject({ event: z.literal('received'), ...about, no: z.string().min(3).max(48) }),
  /** The user opened a message. `no` is the number of the message in the inbox. For push messages it is the number of the task. */
  z.strictObject({ event: z.literal('opened'), ...about, no: z.string().min(3).max(48) }),
]);
export type ReachEvent = z.output<typeof reachEvent>;

/** A rider or merchant opened a message. `no` is the number of the message in the inbox. */
const personNoticeEvent = z.strictObject({
  event: z.literal('opened'),
  ...person,
  at: time(),
  no: z.string().min(3).max(48),
});

export const serviceNoticeIntakeEndpoints = {
  'user.Notice/push': write({
    summary:
      "What happened to users' channels; a later event of a channel replaces an earlier one, whatever their order.",
    access: 'signed',
    input: z.object({ events: z.array(reachEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ userId: id() }),
    errors: [],
    audit: {
      module: 'user.notice',
      action: 'push',
      object: 'user',
      text: text('接收渠道变更', 'Channel events received', 'Eventos de canais recebidos', '接收管道變更'),
    },
  }),
  'user.Notice/getInbox': write({
    summary: "A user's inbox in the app, newest first; withdrawn messages are left out.",
    access: 'signed',
    input: z.object({ userId: id(), before: time().nullish() }),
    data: inbox,
    errors: [],
    audit: null,
  }),
  'user.PersonNotice/push': write({
    summary: 'Messages that riders and merchants opened in their inbox. Each counts once, even when repeated.',
    access: 'signed',
    input: z.object({ events: z.array(personNoticeEvent).min(1).max(INTAKE.batch) }),
    data: pushedData(person),
    errors: [],
    audit: {
      module: 'user.notice',
      action: 'push',
      object: 'serviceNotice',
      text: text('接收站内信已读', 'Opened messages received', 'Leituras recebidas', '接收站內信已讀'),
    },
  }),
  'user.PersonNotice/getInbox': write({
    summary: "A rider's or merchant's inbox in the app, newest first; withdrawn messages are left out.",
    access: 'signed',
    input: z.object({ ...person, before: time().nullish() }),
    data: inbox,
    errors: [],
    audit: null,
  }),
} as const;
