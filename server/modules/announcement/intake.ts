import { announcementIntakeEndpoints, type ReceiptEvent } from '../../../contract/announcement.intake';
import { ANNOUNCE } from '../../../contract/announcement.states';
import type { DataOf } from '../../../contract/endpoint';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, requireNotAhead, takeAlone, takenReport } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';
import { inLanguage } from '../information';
import { readSetting } from '../site';
import { attachmentsOf, shownQuiz } from './answers';
import { assertRight, WORDS } from './inbox';
import { receivedOf } from './inbox-store';
import { noteReceipt } from './receipt-store';
import { lockAnnouncement, lockAnnouncements } from './store';

/** Stores receipts that the apps of riders and merchants report, and lists announcements for these apps. */

type Rows = DataOf<(typeof announcementIntakeEndpoints)['announcement.Receipt/push']>['rows'];

/**
 * Stores one receipt. A receipt from before the withdrawal or the expiry of an announcement is accepted, even if the app reports it later.
 *
 * @throws Refusal 40001 (wrong answers), 40006 (time in the future), 40401 (not published, not sent to this person, or withdrawn or expired
 *   at that time), 42201 (nothing to confirm)
 */
async function take(ctx: CallContext, event: ReceiptEvent) {
  const at = new Date(event.at);
  requireNotAhead(at, ctx.clock.now());
  const record = await lockAnnouncement(ctx.db, event.announcementId);
  if (!record || record.state === 'draft' || record.state === 'scheduled') throw refuse(40401);
  const answers = event.event === 'confirmed' ? event.answers : null;
  if (answers !== null) {
    if (!record.mustConfirm) throw refuse(42201, { state: WORDS.noConfirmation });
    assertRight(ctx, record, answers);
  }
  const isOver = [record.withdrawnAt, record.expireAt].some((end) => end !== null && at > end);
  if (isOver) throw refuse(40401);
  const told = { at, device: event.device || null, answers };
  const seen = await noteReceipt(ctx.db, record.id, event, told);
  if (!seen) throw refuse(40401);
  const isNew = answers === null ? seen.isFirstRead : seen.isFirstConfirmed;
  return { state: isNew ? ('done' as const) : ('repeated' as const) };
}

export const announcementIntakeHandlers = handlers(announcementIntakeEndpoints, {
  'announcement.Receipt/push': async (ctx, { events }) => {
    // We lock in the order of ids, so that two concurrent batches cannot deadlock.
    await lockAnnouncements(ctx.db, [...new Set(events.map(({ announcementId }) => announcementId))]);
    const rows: Rows = [];
    for (const [index, event] of events.entries()) {
      const { personType, personId, announcementId } = event;
      const of = { index, event: event.event, personType, personId, announcementId };
      const taken = await takeAlone(ctx, (own) => take(own, event));
      rows.push({ ...of, ...takenReport(taken, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },

  'announcement.Receipt/getInbox': async (ctx, { personType, personId, locale }) => {
    const { defaultLocale } = await readSetting(ctx.db, 'locale');
    const limit = ANNOUNCE.inbox;
    const found = await receivedOf(ctx.db, { personType, personId }, { limit, now: ctx.clock.now() });
    const files = await attachmentsOf(ctx, found);
    const words = (text: (typeof found)[number]['title']) => inLanguage(text, locale ?? defaultLocale, defaultLocale);
    const list = found.map((one) => ({
      id: one.id,
      title: words(one.title),
      level: one.level,
      content: words(one.content),
      publishAt: one.publishAt.toISOString(),
      expireAt: one.expireAt?.toISOString() ?? null,
      pinned: one.pinned,
      popup: one.popup,
      mustConfirm: one.mustConfirm,
      confirmText: one.confirmText,
      quiz: shownQuiz(one.quiz, locale ?? defaultLocale, defaultLocale),
      attachments: files(one),
      readAt: one.readAt?.toISOString() ?? null,
      confirmedAt: one.confirmedAt?.toISOString() ?? null,
      remindedAt: one.remindedAt?.toISOString() ?? null,
    }));
    return { list, unread: list.filter(({ readAt }) => readAt === null).length };
  },
});
