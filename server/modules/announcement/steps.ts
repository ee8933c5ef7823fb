import type { announcementEndpoints } from '../../../contract/announcement';
import { ANNOUNCE, announcementLifecycle, CONSOLE_PEOPLE } from '../../../contract/announcement.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { type Text, text } from '../../../contract/text';
import { holdLock } from '../../core/database/locks';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { contentErrors, STEP_WORDS } from '../information';
import { notify } from '../notice';
import { readSetting } from '../site';
import { nextReminder, openCount } from './answers';
import { PUSHED, tellOutside, titleIn } from './fill';
import { countPeople } from './people';
import { touchReceivers } from './receipt-store';
import { noteReminder, openReceivers } from './reminders';
import {
  actionAnswer,
  assertTimes,
  editedBy,
  nameOf,
  presentAudience,
  sensitiveWordsOf,
  stateRefusal,
  writableAnnouncement,
} from './save';
import { type AnnouncementRecord, changeAnnouncement, countPinned, findAnnouncement, lockAnnouncements } from './store';

/**
 * Steps of announcements, such as publishing, withdrawing and reminding. Each step locks its announcement, so that two concurrent steps
 * cannot both succeed.
 */

type In<A extends keyof typeof announcementEndpoints> = ParsedOf<(typeof announcementEndpoints)[A]>;
type Step = Parameters<typeof announcementLifecycle.transition>[0];
interface Target {
  readonly id: number;
  readonly version?: number | undefined;
}

const WORDS = {
  published: text(
    '“{name}”已发布，将送达约 {n} 人',
    '{name} published to about {n} people',
    '{name} publicado para cerca de {n} pessoas',
    '「{name}」已發布，將送達約 {n} 人',
  ),
  ...STEP_WORDS,
  reminded: text('已提醒 {n} 人', 'People reminded: {n}', 'Lembrados: {n}', '已提醒 {n} 人'),
  mostPinned: text(
    '最多置顶 {n} 条公告',
    'At most {n} pinned announcements',
    'No máximo {n} comunicados fixados',
    '最多置頂 {n} 則公告',
  ),
  bell: text('请阅读公告：{name}', 'Please read: {name}', 'Leia: {name}', '請閱讀公告：{name}'),
} as const satisfies Record<string, Text>;

/** Finds and locks an announcement for a step. @throws Refusal those of {@link writableAnnouncement}, 42201 (wrong state) */
async function announcementFor(ctx: ActorContext, target: Target, step: Step): Promise<AnnouncementRecord> {
  const record = await writableAnnouncement(ctx, target);
  if (!announcementLifecycle.allowed(record.state, step)) throw stateRefusal(record);
  return record;
}

function recorded(ctx: ActorContext, record: AnnouncementRecord, after: object, reason?: string): void {
  ctx.audit({
    objectId: record.id,
    objectNo: nameOf(record, ctx),
    before: { state: record.state },
    after,
    ...(reason !== undefined && { reason }),
  });
}

/**
 * Checks that the caller may send text messages to this many people. Above `ANNOUNCE.smsOwnerAbove` people, only an owner may.
 *
 * @throws Refusal 40304 (too many text messages)
 */
function assertMaySend(ctx: ActorContext, { channels }: AnnouncementRecord, people: number): void {
  const isMany = channels.includes('sms') && people > ANNOUNCE.smsOwnerAbove;
  if (isMany && ctx.actor.accountType !== 'owner') throw refuse(40304);
}

/**
 * Checks that an announcement may be published: a text in the default language, no sensitive word, an audience that is not empty, and not
 * too many text messages.
 *
 * @returns the number of receivers
 * @throws Refusal 40001 (text missing), 40304 (too many text messages), 42352 (sensitive words), 42362 (empty audience)
 */
async function assertPublishable(ctx: ActorContext, record: AnnouncementRecord): Promise<number> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const errors = contentErrors(ctx, record.content, defaultLocale);
  if (errors.length > 0) throw invalid(errors);
  const words = await sensitiveWordsOf(ctx, record);
  if (words.length > 0) throw refuse(42352, { word: words.join(', ') }, { words });
  const count = await countPeople(ctx.db, record);
  if (count === 0) throw refuse(42362);
  assertMaySend(ctx, record, count);
  return count;
}

/**
 * Publishes an announcement now, or schedules it.
 *
 * @throws Refusal 40001 (text or time invalid), 40302 (not in scope), 40304 (too many text messages), 40401 (unknown id), 40901 (changed
 *   meanwhile), 42201 (wrong state), 42352 (sensitive words), 42354 (end not after the start), 42362 (empty audience)
 */
export async function publishAnnouncement(ctx: ActorContext, input: In<'announcement.Announcement/publish'>) {
  const isPlanned = (record: AnnouncementRecord) =>
    record.state === 'draft' && record.publishMode === 'at' && !input.now;
  const stored = await writableAnnouncement(ctx, input);
  const record = { ...stored, ...(await presentAudience(ctx, stored)) };
  const step = isPlanned(record) ? 'schedule' : 'publish';
  if (!announcementLifecycle.allowed(record.state, step)) throw stateRefusal(record);
  const publishMode = step === 'schedule' ? ('at' as const) : ('now' as const);
  assertTimes(ctx, { publishMode, publishAt: record.publishAt, expireAt: record.expireAt });
  const count = await assertPublishable(ctx, record);
  const by = editedBy(ctx);
  const reach = { planned_count: count, scope_team_ids: record.scopeTeamIds && JSON.stringify(record.scopeTeamIds) };
  if (step === 'schedule') {
    await changeAnnouncement(ctx.db, record, { ...reach, state: 'scheduled' }, by);
    recorded(ctx, record, { state: 'scheduled', publishAt: record.publishAt, count });
    return actionAnswer(ctx, record, { state: 'scheduled', version: record.version + 1 }, WORDS.scheduled);
  }
  await changeAnnouncement(ctx.db, record, { ...reach, state: 'published', publish_at: by.at }, by);
  recorded(ctx, record, { state: 'published', count });
  return actionAnswer(ctx, record, { state: 'published', version: record.version + 1 }, WORDS.published, { n: count });
}

/** Cancels a scheduled publication, so that the announcement is a draft again. @throws Refusal as {@link announcementFor} */
export async function cancelSchedule(ctx: ActorContext, target: Target) {
  const record = await announcementFor(ctx, target, 'cancelSchedule');
  await changeAnnouncement(ctx.db, record, { state: 'draft' }, editedBy(ctx));
  recorded(ctx, record, { state: 'draft' });
  return actionAnswer(ctx, record, { state: 'draft', version: record.version + 1 }, WORDS.unscheduled);
}

/** Withdraws a published announcement. @throws Refusal as {@link announcementFor} */
export async function withdrawAnnouncement(
  ctx: ActorContext,
  { reason, ...target }: Target & { readonly reason: string },
) {
  const record = await announcementFor(ctx, target, 'withdraw');
  const by = editedBy(ctx);
  const change = { state: 'withdrawn', pinned: false, withdrawn_at: by.at, withdraw_reason: reason } as const;
  await changeAnnouncement(ctx.db, record, change, by);
  await touchReceivers(ctx.db, record.id);
  recorded(ctx, record, { state: 'withdrawn' }, reason);
  return actionAnswer(ctx, record, { state: 'withdrawn', version: record.version + 1 }, WORDS.withdrawn);
}

/**
 * Pins or unpins an announcement.
 *
 * @throws Refusal those of {@link writableAnnouncement}, 40001 (too many pinned announcements), 42201 (not published)
 */
export async function pinAnnouncement(ctx: ActorContext, { pinned, ...target }: Target & { readonly pinned: boolean }) {
  const record = await writableAnnouncement(ctx, target);
  if (record.state !== 'published') throw stateRefusal(record);
  if (pinned) {
    // Without the lock, two users who pin announcements at the same time could exceed the maximum number.
    await holdLock(ctx.db, 'announcements');
    const most = ANNOUNCE.pinned;
    if ((await countPinned(ctx.db, record.id)) >= most) {
      throw invalid([{ field: 'pinned', rule: 'max', message: ctx.t(WORDS.mostPinned, { n: most }) }]);
    }
  }
  await changeAnnouncement(ctx.db, record, { pinned }, editedBy(ctx));
  ctx.audit({
    objectId: record.id,
    objectNo: nameOf(record, ctx),
    before: { pinned: record.pinned },
    after: { pinned },
  });
  const after = { state: record.state, version: record.version + 1 };
  return actionAnswer(ctx, record, after, pinned ? WORDS.pinned : WORDS.unpinned);
}

/** Deletes a draft. @throws Refusal those of {@link writableAnnouncement}, 42201 (not a draft) */
export async function removeAnnouncement(ctx: ActorContext, target: Target) {
  const record = await writableAnnouncement(ctx, target);
  if (record.state !== 'draft') throw stateRefusal(record);
  const by = editedBy(ctx);
  await changeAnnouncement(ctx.db, record, { deleted_at: by.at }, by);
  ctx.audit({ objectId: record.id, objectNo: nameOf(record, ctx), before: { state: record.state } });
  return actionAnswer(ctx, record, { state: record.state, version: record.version + 1 }, WORDS.removed);
}

/**
 * Reminds the people who have not confirmed an announcement or, if it needs no confirmation, have not read it.
 *
 * @throws Refusal those of {@link writableAnnouncement}, 40304 (too many text messages), 42201 (not published), 42362 (no such people),
 *   42901 (the last reminder is too recent)
 */
export async function remindUnread(ctx: ActorContext, target: Target) {
  const record = await writableAnnouncement(ctx, target);
  if (record.state !== 'published') throw stateRefusal(record);
  const by = editedBy(ctx);
  const next = nextReminder(record, by.at);
  if (next) throw refuse(42901, {}, { retryAfter: Math.ceil((next.getTime() - by.at.getTime()) / 1_000) });
  if (openCount(record) === 0) throw refuse(42362);
  assertMaySend(ctx, record, openCount(record));
  const reminded = await noteReminder(ctx.db, record, by.at);
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const accountIds = reminded.flatMap(({ personType, personId }) =>
    (CONSOLE_PEOPLE as readonly string[]).includes(personType) ? [personId] : [],
  );
  const title = titleIn(record, defaultLocale);
  if (accountIds.length > 0) {
    await notify(ctx, {
      type: 'message',
      source: 'announcement',
      accountIds,
      title: named(WORDS.bell, title),
      content: PUSHED.again,
      link: `/announcementCenter/announcementCenter?announcement=${record.id}`,
    });
  }
  for (const { type, people } of await openReceivers(ctx.db, reminded)) {
    await tellOutside(ctx, record, { type, people, words: PUSHED.again });
  }
  await changeAnnouncement(ctx.db, record, { reminded_at: by.at }, by);
  ctx.audit({ objectId: record.id, objectNo: nameOf(record, ctx), after: { reminded: reminded.length } });
  const after = { state: record.state, version: record.version + 1 };
  return actionAnswer(ctx, record, after, WORDS.reminded, { n: reminded.length });
}

/** Inserts an announcement's title into a sentence in each language. */
const named = (sentence: Text, title: Text): Text => ({
  'zh-CN': sentence['zh-CN'].replace('{name}', () => title['zh-CN']),
  'zh-TW': sentence['zh-TW'].replace('{name}', () => title['zh-TW']),
  'en-US': sentence['en-US'].replace('{name}', () => title['en-US']),
  'pt-BR': sentence['pt-BR'].replace('{name}', () => title['pt-BR']),
});

async function each(
  ctx: ActorContext,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  reason?: string,
) {
  const inOrder = [...new Set(ids)].sort((one, other) => one - other);
  await lockAnnouncements(ctx.db, inOrder);
  const nameById = async (id: number) => {
    const record = await findAnnouncement(ctx.db, id);
    return record ? nameOf(record, ctx) : String(id);
  };
  const { answer, done, detail } = await forEachRecord(ctx, inOrder, work, nameById);
  ctx.audit({ ...(reason !== undefined && { reason }), detail: { ids: done, ...detail } });
  return answer;
}

export const withdrawEach = (ctx: ActorContext, { ids, reason }: In<'announcement.Announcement/bulkWithdraw'>) =>
  each(ctx, ids, (id) => withdrawAnnouncement(ctx, { id, reason }), reason);
export const pinEach = (ctx: ActorContext, { ids }: In<'announcement.Announcement/bulkPin'>) =>
  each(ctx, ids, (id) => pinAnnouncement(ctx, { id, pinned: true }));
