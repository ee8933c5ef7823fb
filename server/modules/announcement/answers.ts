import { ANNOUNCEMENT } from '../../../contract/announcement.fields';
import { ANNOUNCERS } from '../../../contract/announcement.rules';
import {
  ANNOUNCE,
  ANNOUNCE_CHANNEL_TEXT,
  type AnnounceChannel,
  announcementLifecycle,
  type QuizQuestion,
} from '../../../contract/announcement.states';
import { RULE } from '../../../contract/rule-ids';
import { LOCALES, type Locale, type Text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { filesOf, fileUrl } from '../file';
import { inLanguage } from '../information';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { audienceWords } from './audience-words';
import { receiverOf } from './receivers';
import { type AnnouncementRecord, findAnnouncement, isSeen, type Reach, revisionOf } from './store';

/** Builds announcements in the API's format, with the actions that the caller may run. */

const separator = (ctx: Pick<ActorContext, 't'>) => ctx.t(messageText('list.separator'));
/** The confirmation text of announcements that have no confirmation text of their own. */
const CONFIRM = messageText('announcementInbox.confirmDefault');
const isAnnouncer = (ctx: ActorContext): boolean => ANNOUNCERS.some((rule) => ctx.can(rule));

export async function reachOf(ctx: ActorContext): Promise<Reach> {
  return {
    ...receiverOf(ctx.actor),
    isAnnouncer: isAnnouncer(ctx),
    teamIds: await scopedTeamIds(ctx, undefined),
  };
}

/**
 * Checks whether the caller may change an announcement. The caller must be an announcer. A caller with a limited scope may change only
 * their own announcements and those whose author's scope contains no station outside the caller's scope.
 */
export function isWritable(record: AnnouncementRecord, { personId, teamIds, isAnnouncer: may }: Reach): boolean {
  if (!may) return false;
  if (teamIds === null || record.authorId === personId) return true;
  return record.scopeTeamIds?.every((id) => teamIds.includes(id)) ?? false;
}

/** Returns the time from which people can be reminded again. @returns `null` when they can be reminded now */
export function nextReminder({ remindedAt }: Pick<AnnouncementRecord, 'remindedAt'>, now: Date): Date | null {
  if (remindedAt === null) return null;
  const next = new Date(remindedAt.getTime() + ANNOUNCE.remindGapHours * HOUR_MS);
  return next > now ? next : null;
}

/** Counts the receivers who have not confirmed the announcement or, if it needs no confirmation, have not read it. */
export const openCount = (record: AnnouncementRecord): number =>
  record.targetCount - (record.mustConfirm ? record.confirmedCount : record.readCount);

function actionsFor(ctx: ActorContext, record: AnnouncementRecord, reach: Reach): string[] {
  const { state, publishMode, lockedAt, pinned } = record;
  const mayRead = state === 'published' ? ['read'] : [];
  if (!reach.isAnnouncer) return mayRead;
  const may = (rule: number) => ctx.can(rule);
  const copy = may(RULE['announcement.create']) ? ['copy'] : [];
  const isPublic = state !== 'draft' && state !== 'scheduled';
  const receipts = isPublic ? ['receipts'] : [];
  if (!isWritable(record, reach)) return [...receipts, ...mayRead, ...copy];
  // Readers immediately see a change of a published announcement, so the change needs the permission for publishing.
  const isOpen = state === 'draft' || (state === 'published' && lockedAt === null && may(RULE['announcement.publish']));
  const steps = announcementLifecycle
    .actionsFrom(state, ctx.actor.rules, ctx.actor.accountType === 'owner')
    .filter((action) => state !== 'draft' || action !== (publishMode === 'at' ? 'publish' : 'schedule'));
  const canRemind = state === 'published' && openCount(record) > 0 && nextReminder(record, ctx.clock.now()) === null;
  return [
    ...(isOpen && may(RULE['announcement.edit']) ? ['edit'] : []),
    ...steps.filter((action) => action !== 'withdraw'),
    ...receipts,
    ...(canRemind && may(RULE['announcement.publish']) ? ['remind'] : []),
    ...mayRead,
    ...(state === 'published' && may(RULE['announcement.publish']) ? [pinned ? 'unpin' : 'pin'] : []),
    ...copy,
    ...((state === 'withdrawn' || state === 'expired') && may(RULE['announcement.create']) ? ['revise'] : []),
    ...steps.filter((action) => action === 'withdraw'),
    ...(state === 'draft' && may(RULE['announcement.delete']) ? ['remove'] : []),
  ];
}

export const channelsText = (ctx: Pick<ActorContext, 't'>, channels: readonly AnnounceChannel[]) =>
  channels.map((channel) => ctx.t(ANNOUNCE_CHANNEL_TEXT[channel])).join(separator(ctx));

/** Returns the number of receivers. Before publication, this is the size of the audience when the audience was last counted. */
export const targetsOf = ({ state, plannedCount, targetCount }: AnnouncementRecord): number =>
  state === 'draft' || state === 'scheduled' ? plannedCount : targetCount;

export async function announcementAnswers(ctx: ActorContext, records: readonly AnnouncementRecord[], reach: Reach) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const wordsOf = await audienceWords(ctx, records);
  return records.map((record) => {
    const { title, channels, content: _content, ...shown } = record;
    return {
      ...answerRow(
        ctx,
        ANNOUNCEMENT,
        { ...shown, channels: 'inSite' as const },
        {
          title: inLanguage(title, ctx.locale, defaultLocale),
          audience: wordsOf(record),
          targets: targetsOf(record),
        },
      ),
      channels: [...channels],
      channelsText: channelsText(ctx, channels),
      id: record.id,
      version: record.version,
      actions: actionsFor(ctx, record, reach),
    };
  });
}

export const announcementForm = (record: AnnouncementRecord) => {
  const whole = (words: AnnouncementRecord['title']) => ({
    'zh-CN': '',
    'zh-TW': '',
    'en-US': '',
    'pt-BR': '',
    ...words,
  });
  return {
    title: whole(record.title),
    level: record.level,
    content: whole(record.content),
    attachments: [...record.attachments],
    audienceType: record.audienceType,
    target: {
      ...{ regions: [], teamIds: [], identityIds: [], riderTypes: [], franchiseeIds: [], excludeIds: [] },
      ...record.target,
    },
    channels: [...record.channels],
    popup: record.popup,
    mustConfirm: record.mustConfirm,
    confirmText: record.confirmText,
    quiz: record.quiz.map(({ question, answers, right }) => ({
      question: whole(question),
      answers: answers.map(whole),
      right,
    })),
    publishMode: record.publishMode,
    publishAt: record.publishMode === 'at' ? (record.publishAt?.toISOString() ?? null) : null,
    expireAt: record.expireAt?.toISOString() ?? null,
    dynamicTarget: record.dynamicTarget,
  };
};

/** Returns the quiz without marking the correct answers. */
export function shownQuiz(quiz: readonly QuizQuestion[], locale: Locale, fallback: Locale) {
  const words = (one: Text) => inLanguage(one, locale, fallback);
  return quiz.map(({ question, answers }) => ({ question: words(question), answers: answers.map(words) }));
}

/** Builds the preview of an announcement in each language that has a title. The default language is first. */
function previewsOf({ title, content, quiz, mustConfirm, confirmText }: AnnouncementRecord, fallback: Locale) {
  const others = LOCALES.filter((locale) => locale !== fallback);
  return [fallback, ...others]
    .filter((locale) => title[locale])
    .map((locale) => ({
      locale,
      title: inLanguage(title, locale, fallback),
      content: inLanguage(content, locale, fallback),
      quiz: shownQuiz(quiz, locale, fallback),
      confirmText: mustConfirm ? (confirmText ?? CONFIRM[locale]) : null,
    }));
}

/** Creates a function that lists an announcement's attachments with links. The links are valid for at least five minutes. */
export async function attachmentsOf(
  ctx: Pick<ActorContext, 'db' | 'clock' | 'ports'>,
  records: readonly Pick<AnnouncementRecord, 'id' | 'attachments'>[],
) {
  const files = await filesOf(ctx.db, [...new Set(records.flatMap(({ attachments }) => attachments))]);
  return (record: Pick<AnnouncementRecord, 'attachments'>) =>
    record.attachments.flatMap((fileId) => {
      const file = files.get(fileId);
      return file ? [{ fileId, name: file.name, url: fileUrl(ctx.ports.secrets, ctx.clock, fileId) }] : [];
    });
}

/**
 * Finds an announcement that the caller may see.
 *
 * @throws Refusal 40401 (unknown id) for announcers whose scope is all stations, otherwise 40302 (unknown id or not visible)
 */
export async function readableAnnouncement(ctx: ActorContext, id: number, reach: Reach): Promise<AnnouncementRecord> {
  const record = await findAnnouncement(ctx.db, id);
  if (record && (await isSeen(ctx.db, id, reach))) return record;
  throw refuse(reach.isAnnouncer && reach.teamIds === null ? 40401 : 40302);
}

/** Builds the detail of an announcement. @throws Refusal 40302 or 40401 as {@link readableAnnouncement} */
export async function announcementDetail(ctx: ActorContext, { id }: { readonly id: number }) {
  const reach = await reachOf(ctx);
  const record = await readableAnnouncement(ctx, id, reach);
  const [row] = await announcementAnswers(ctx, [record], reach);
  if (!row) throw refuse(40401);
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const linked = async (other: AnnouncementRecord | undefined) =>
    other && reach.isAnnouncer && (await isSeen(ctx.db, other.id, reach))
      ? {
          id: other.id,
          title: inLanguage(other.title, ctx.locale, defaultLocale),
          state: other.state,
          stateText: announcementLifecycle.stateText(other.state, ctx.locale),
        }
      : null;
  const before = record.revisionOf === null ? undefined : await findAnnouncement(ctx.db, record.revisionOf);
  return {
    ...row,
    previews: previewsOf(record, defaultLocale),
    attachmentFiles: (await attachmentsOf(ctx, [record]))(record),
    quizCount: record.quiz.length,
    confirmText: record.confirmText,
    withdrawReason: reach.isAnnouncer ? record.withdrawReason : null,
    withdrawnAt: record.withdrawnAt?.toISOString() ?? null,
    lockedAt: record.lockedAt?.toISOString() ?? null,
    remindedAt: record.remindedAt?.toISOString() ?? null,
    isFilling: record.state === 'published' && !record.isFilled,
    revisionOf: await linked(before),
    revision: await linked(await revisionOf(ctx.db, id)),
    // The form contains the correct answers of the quiz. Only users who may change the announcement see them.
    form: isWritable(record, reach) ? announcementForm(record) : null,
  };
}
