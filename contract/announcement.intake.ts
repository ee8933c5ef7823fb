import { z } from 'zod';
import { quizShown } from './announcement';
import { ANNOUNCE, LEVEL_TEXT } from './announcement.states';
import { id, keysOf, time, write } from './endpoint';
import { INTAKE } from './limits';
import { pushedData } from './pushed';
import { text } from './text';

/**
 * This file declares the endpoints through which riders and merchants read announcements in their apps. The apps' servers sign each
 * request (docs/orders.md).
 */

const person = { personType: z.enum(['rider', 'merchant']), personId: id() };
const about = { ...person, announcementId: id(), at: time(), device: z.string().trim().max(60).optional() };

export const receiptEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('read'), ...about }),
  z.strictObject({
    event: z.literal('confirmed'),
    ...about,
    answers: z.array(z.int().min(0).max(9)).max(ANNOUNCE.quiz).default([]),
  }),
]);
export type ReceiptEvent = z.output<typeof receiptEvent>;

export const announcementIntakeEndpoints = {
  'announcement.Receipt/push': write({
    summary: 'What riders and merchants have read and confirmed. Each counts once, even when repeated.',
    access: 'signed',
    input: z.object({ events: z.array(receiptEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ ...person, announcementId: id() }),
    errors: [],
    audit: {
      module: 'announcement',
      action: 'push',
      object: 'announcement',
      text: text('接收公告回执', 'Receipts received', 'Recibos recebidos', '接收公告回執'),
    },
  }),
  'announcement.Receipt/getInbox': write({
    summary: "A rider's or merchant's published announcements: pinned ones first, then the newest.",
    access: 'signed',
    input: z.object({ ...person, locale: z.enum(['zh-CN', 'zh-TW', 'en-US', 'pt-BR']).optional() }),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          title: z.string(),
          level: z.enum(keysOf(LEVEL_TEXT)),
          content: z.string(),
          publishAt: time(),
          expireAt: time().nullable(),
          pinned: z.boolean(),
          popup: z.string(),
          mustConfirm: z.boolean(),
          confirmText: z.string().nullable(),
          quiz: z.array(quizShown),
          attachments: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
          readAt: time().nullable(),
          confirmedAt: time().nullable(),
          /** Time at which this person was last reminded of the announcement. `null` means that there was no reminder. */
          remindedAt: time().nullable(),
        }),
      ),
      unread: z.int(),
    }),
    errors: [],
    audit: null,
  }),
} as const;
