import type { announcementEndpoints } from '../../../contract/announcement';
import { ANNOUNCE, blocksConsole, LEVEL_TEXT, wrongAnswers } from '../../../contract/announcement.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { type Text, text } from '../../../contract/text';
import type { ActorContext, CallContext } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { invalid, refuse } from '../../core/http/refusal';
import { inLanguage, plainText } from '../information';
import { countInboxes, touchInboxes } from '../notice';
import { readSetting } from '../site';
import { attachmentsOf, shownQuiz } from './answers';
import { type Received, receivedOf } from './inbox-store';
import { noteReceipt } from './receipt-store';
import { receiverOf } from './receivers';
import { type AnnouncementRecord, countWaiting, lockAnnouncement } from './store';

/** Shows announcements to console users and records what they have read and confirmed. */

type In<A extends keyof typeof announcementEndpoints> = ParsedOf<(typeof announcementEndpoints)[A]>;

const EXCERPT = 160;
const DEVICE = 60;

export const WORDS = {
  wrong: text(
    '第 {n} 题答案不正确，请重新阅读后作答',
    'The answer to question {n} is not right. Read the text again.',
    'A resposta da pergunta {n} não está certa. Leia o texto novamente.',
    '第 {n} 題答案不正確，請重新閱讀後作答',
  ),
  noConfirmation: text('无需确认', 'Nothing to confirm', 'Nada a confirmar', '無需確認'),
} as const satisfies Record<string, Text>;

/** Checks that all answers of the quiz are correct. Only then may a reader confirm. @throws Refusal 40001 naming the questions */
export function assertRight(
  ctx: Pick<CallContext, 't'>,
  { quiz }: Pick<AnnouncementRecord, 'quiz'>,
  answers: readonly number[],
): void {
  const errors = wrongAnswers(quiz, answers).map((at) => ({
    field: `answers.${at}`,
    rule: 'choice' as const,
    message: ctx.t(WORDS.wrong, { n: at + 1 }),
  }));
  if (errors.length > 0) throw invalid(errors);
}

function rowOf(ctx: ActorContext, one: Received, fallback: keyof Text) {
  const content = inLanguage(one.content, ctx.locale, fallback);
  return {
    id: one.id,
    title: inLanguage(one.title, ctx.locale, fallback),
    level: one.level,
    levelText: ctx.t(LEVEL_TEXT[one.level]),
    excerpt: plainText(content).slice(0, EXCERPT),
    publishAt: one.publishAt.toISOString(),
    pinned: one.pinned,
    isRead: one.readAt !== null,
    isConfirmed: one.mustConfirm ? one.confirmedAt !== null : null,
  };
}

async function wholeOf(ctx: ActorContext, list: readonly Received[]) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const files = await attachmentsOf(ctx, list);
  return list.map((one) => ({
    ...rowOf(ctx, one, defaultLocale),
    content: inLanguage(one.content, ctx.locale, defaultLocale),
    popup: one.popup,
    confirmText: one.confirmText,
    quiz: shownQuiz(one.quiz, ctx.locale, defaultLocale),
    attachments: files(one),
    isRevision: one.revisionOf !== null,
    isBlocking: blocksConsole(one) && one.confirmedAt === null,
  }));
}

/** Lists the latest announcements of a reader. */
export async function inboxRows(ctx: ActorContext, limit: number) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const list = await receivedOf(ctx.db, receiverOf(ctx.actor), { limit, now: ctx.clock.now() });
  return list.map((one) => rowOf(ctx, one, defaultLocale));
}

/** Counts the announcements that the caller must still confirm, and the unread urgent ones that need no confirmation. */
export const inboxWaiting = (ctx: ActorContext) => countWaiting(ctx.db, receiverOf(ctx.actor), ctx.clock.now());

export async function inboxList(ctx: ActorContext) {
  const counts = await countInboxes(ctx.db, [ctx.actor.accountId]);
  const unread = counts.get(ctx.actor.accountId)?.announcements.unread ?? 0;
  return { list: await inboxRows(ctx, ANNOUNCE.inbox), unread, asOf: ctx.clock.now().toISOString() };
}

/** Reads an announcement for the caller. @throws Refusal 40401 when the caller did not receive it or it is no longer published */
export async function inboxOne(ctx: ActorContext, { id }: In<'announcement.Inbox/getOne'>) {
  const found = await receivedOf(ctx.db, receiverOf(ctx.actor), { limit: 1, now: ctx.clock.now(), id });
  const [one] = await wholeOf(ctx, found);
  if (!one) throw refuse(40401);
  return one;
}

/**
 * Lists the pop-ups that a reader must still read or confirm. Blocking pop-ups are first. Within both groups, the oldest pop-up is first,
 * and pinned pop-ups are last.
 */
export async function popups(ctx: ActorContext) {
  const found = await receivedOf(ctx.db, receiverOf(ctx.actor), {
    limit: ANNOUNCE.inbox,
    now: ctx.clock.now(),
    popups: true,
  });
  const list = await wholeOf(ctx, [...found].reverse());
  return { list: [...list.filter((one) => one.isBlocking), ...list.filter((one) => !one.isBlocking)] };
}

async function note(ctx: ActorContext, id: number, answers: readonly number[] | null) {
  const record = await lockAnnouncement(ctx.db, id);
  if (record?.state !== 'published') throw refuse(40401);
  if (answers !== null) {
    if (!record.mustConfirm) throw refuse(42201, { state: WORDS.noConfirmation });
    assertRight(ctx, record, answers);
  }
  const at = ctx.clock.now();
  const device = deviceOf(ctx.userAgent).label.slice(0, DEVICE);
  const seen = await noteReceipt(ctx.db, id, receiverOf(ctx.actor), { at, device, answers });
  if (!seen) throw refuse(40401);
  const { accountId } = ctx.actor;
  if (seen.isFirstRead || seen.isFirstConfirmed) await touchInboxes(ctx.db, [accountId]);
  ctx.audit({
    objectId: id,
    objectNo: inLanguage(record.title, ctx.locale, 'zh-CN'),
    after: { read: true, ...(answers !== null && { confirmed: true, answers }) },
  });
  const counts = (await countInboxes(ctx.db, [accountId])).get(accountId);
  if (!counts) throw new Error('an inbox was not counted');
  return {
    id,
    readAt: seen.readAt.toISOString(),
    confirmedAt: seen.confirmedAt?.toISOString() ?? null,
    counts,
  };
}

/** Records that the caller has read an announcement. @throws Refusal 40401 (not received or not published) */
export const noteRead = (ctx: ActorContext, { id }: In<'announcement.Inbox/read'>) => note(ctx, id, null);
/**
 * Records that the caller has confirmed an announcement.
 *
 * @throws Refusal 40001 (wrong answers), 40401 (not received or not published), 42201 (nothing to confirm)
 */
export const confirmOne = (ctx: ActorContext, { id, answers }: In<'announcement.Inbox/confirm'>) =>
  note(ctx, id, answers);
