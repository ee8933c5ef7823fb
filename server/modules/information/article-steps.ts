import type { ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import { ARTICLE_LIMITS, articleLifecycle, articleStateAt } from '../../../contract/information.states';
import { holdLock } from '../../core/database/locks';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { readSetting } from '../site';
import {
  articleAnswer,
  assertEditable,
  assertTimes,
  editedBy,
  nameOf,
  sensitiveWordsOf,
  stateRefusal,
  WORDS,
  writableArticle,
} from './article-save';
import {
  type ArticleRecord,
  addVersion,
  changeArticle,
  countPinned,
  dropWaitingVersions,
  findArticle,
  findVersion,
  newestVersion,
} from './article-store';
import { holdCategory } from './category-store';
import { contentErrors } from './written';

/** Steps of articles, such as publishing. Each step locks its article, so that only one of two concurrent steps succeeds. */

type In<A extends keyof typeof informationEndpoints> = ParsedOf<(typeof informationEndpoints)[A]>;
type Step = Parameters<typeof articleLifecycle.transition>[0];
interface Target {
  readonly id: number;
  readonly version?: number | undefined;
}

/**
 * Finds and locks an article, and checks that its state allows the step.
 *
 * @throws Refusal 42201 (wrong state), and the codes of {@link writableArticle}
 */
async function articleFor(ctx: ActorContext, target: Target, step: Step): Promise<ArticleRecord> {
  const record = await writableArticle(ctx, target);
  const now = ctx.clock.now();
  if (!articleLifecycle.allowed(articleStateAt(record, now), step)) throw stateRefusal(record, now);
  return record;
}

/**
 * Checks that the default language has a text and that no text contains a sensitive word. Articles with an external link need no text.
 *
 * @throws Refusal 40001 (the text is missing), 42352 (sensitive words)
 */
async function assertPublishable(ctx: ActorContext, record: ArticleRecord): Promise<void> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  if (record.linkUrl === null) {
    const errors = contentErrors(ctx, record.content, defaultLocale);
    if (errors.length > 0) throw invalid(errors);
  }
  const words = await sensitiveWordsOf(ctx, record);
  if (words.length > 0) throw refuse(42352, { word: words.join(', ') }, { words });
}

function recorded(ctx: ActorContext, record: ArticleRecord, after: object, reason?: string): void {
  ctx.audit({
    objectId: record.id,
    objectNo: nameOf(record, ctx.locale),
    before: { state: record.state },
    after,
    ...(reason !== undefined && { reason }),
  });
}

/**
 * Publishes an article.
 *
 * @throws Refusal 40001 (the text is missing), 42352 (sensitive words), 42354 (the end is in the past), and the codes of {@link articleFor}
 */
export async function publishArticle(ctx: ActorContext, target: Target) {
  const record = await articleFor(ctx, target, 'publish');
  const by = editedBy(ctx);
  const state = articleStateAt(record, by.at);
  if (state === 'published' && !record.changed) throw stateRefusal(record, by.at);
  // The version of a scheduled article was checked when it was scheduled.
  if (state !== 'scheduled') await assertPublishable(ctx, record);
  assertTimes(by.at, record.offlineAt);
  const author = { at: by.at, id: by.accountId, name: ctx.actor.name };
  const liveNo =
    state === 'scheduled' ? await newestVersion(ctx.db, record.id) : await addVersion(ctx.db, record, author);
  const publishAt = state === 'published' ? record.publishAt : by.at;
  const change = { state: 'published', live_no: liveNo, changed: false, publish_at: publishAt } as const;
  await changeArticle(ctx.db, record, change, by);
  recorded(ctx, record, { state: 'published', version: liveNo });
  return articleAnswer(ctx, record, { state: 'published', version: record.version + 1 }, WORDS.published);
}

/**
 * Schedules an article.
 *
 * @throws Refusal 40001 (time in the past, or the text is missing), 42352 (sensitive words), 42354 (the end is not after the start), and
 *   the codes of {@link articleFor}
 */
export async function scheduleArticle(ctx: ActorContext, input: In<'information.Article/schedule'>) {
  const record = await articleFor(ctx, input, 'schedule');
  const by = editedBy(ctx);
  const publishAt = new Date(input.publishAt);
  const offlineAt = input.offlineAt === null ? null : new Date(input.offlineAt);
  if (publishAt <= by.at) throw invalid([{ field: 'publishAt', rule: 'min', message: ctx.t(WORDS.past) }]);
  assertTimes(publishAt, offlineAt);
  await assertPublishable(ctx, record);
  // Store the checked version immediately, so that later edits do not change the version to be published.
  const no = await addVersion(ctx.db, record, { at: by.at, id: by.accountId, name: ctx.actor.name });
  const change = { state: 'scheduled', publish_at: publishAt, offline_at: offlineAt } as const;
  await changeArticle(ctx.db, record, change, by);
  recorded(ctx, record, { state: 'scheduled', version: no, publishAt: input.publishAt, offlineAt: input.offlineAt });
  return articleAnswer(ctx, record, { state: 'scheduled', version: record.version + 1 }, WORDS.scheduled);
}

/** Cancels the schedule of an article. @throws Refusal with the codes of {@link articleFor} */
export async function cancelSchedule(ctx: ActorContext, target: Target) {
  const record = await articleFor(ctx, target, 'cancelSchedule');
  await dropWaitingVersions(ctx.db, record);
  await changeArticle(ctx.db, record, { state: 'draft', publish_at: null }, editedBy(ctx));
  recorded(ctx, record, { state: 'draft' });
  return articleAnswer(ctx, record, { state: 'draft', version: record.version + 1 }, WORDS.unscheduled);
}

/** Withdraws a published article. @throws Refusal with the codes of {@link articleFor} */
export async function withdrawArticle(ctx: ActorContext, { reason, ...target }: Target & { readonly reason: string }) {
  const record = await articleFor(ctx, target, 'withdraw');
  await changeArticle(ctx.db, record, { state: 'withdrawn', pinned: false }, editedBy(ctx));
  recorded(ctx, record, { state: 'withdrawn' }, reason);
  return articleAnswer(ctx, record, { state: 'withdrawn', version: record.version + 1 }, WORDS.withdrawn);
}

/**
 * Pins or unpins an article.
 *
 * @throws Refusal 40001 (too many articles are pinned), 42201 (not published), and the codes of {@link writableArticle}
 */
export async function pinArticle(ctx: ActorContext, { pinned, ...target }: In<'information.Article/pin'>) {
  const record = await writableArticle(ctx, target);
  const by = editedBy(ctx);
  const state = articleStateAt(record, by.at);
  if (state !== 'published') throw stateRefusal(record, by.at);
  if (pinned) {
    // Take a lock, because two users could otherwise exceed the maximum number of pinned articles together.
    await holdLock(ctx.db, 'information');
    const most = ARTICLE_LIMITS.pinned;
    if ((await countPinned(ctx.db, record.categoryId, record.id)) >= most) {
      throw invalid([{ field: 'pinned', rule: 'max', message: ctx.t(WORDS.mostPinned, { n: most }) }]);
    }
  }
  await changeArticle(ctx.db, record, { pinned }, by);
  ctx.audit({
    objectId: record.id,
    objectNo: nameOf(record, ctx.locale),
    before: { pinned: record.pinned },
    after: { pinned },
  });
  const message = pinned ? WORDS.pinned : WORDS.unpinned;
  return articleAnswer(ctx, record, { state, version: record.version + 1 }, message);
}

/**
 * Copies a former version into the article's form.
 *
 * @throws Refusal 40401 (unknown version), 42201 (the article is scheduled), and the codes of {@link writableArticle}
 */
export async function restoreVersion(ctx: ActorContext, { no, ...target }: In<'information.Article/restore'>) {
  const record = await writableArticle(ctx, target);
  const by = editedBy(ctx);
  assertEditable(record, by.at);
  const found = await findVersion(ctx.db, record.id, no);
  if (!found) throw refuse(40401);
  const { body } = found;
  const change = {
    title: JSON.stringify(body.title),
    summary: JSON.stringify(body.summary),
    content: JSON.stringify(body.content),
    cover_id: body.coverId,
    link_url: body.linkUrl,
    tags: JSON.stringify(body.tags),
    changed: true,
  };
  await changeArticle(ctx.db, record, change, by);
  ctx.audit({ objectId: record.id, objectNo: nameOf(record, ctx.locale), after: { restored: no } });
  const state = articleStateAt(record, by.at);
  return articleAnswer(ctx, record, { state, version: record.version + 1 }, WORDS.restored, { no });
}

/** Deletes an article. @throws Refusal 42201 (neither draft nor withdrawn), and the codes of {@link writableArticle} */
export async function removeArticle(ctx: ActorContext, target: Target) {
  const record = await writableArticle(ctx, target);
  const by = editedBy(ctx);
  if (record.state !== 'draft' && record.state !== 'withdrawn') throw stateRefusal(record, by.at);
  await changeArticle(ctx.db, record, { deleted_at: by.at }, by);
  ctx.audit({ objectId: record.id, objectNo: nameOf(record, ctx.locale), before: { state: record.state } });
  return articleAnswer(ctx, record, { state: record.state, version: record.version + 1 }, WORDS.removed);
}

/** Moves an article to another category. @throws Refusal 42201 (the article is scheduled), and the codes of {@link writableArticle} */
async function moveArticle(ctx: ActorContext, target: Target, categoryId: number) {
  const record = await writableArticle(ctx, target);
  const by = editedBy(ctx);
  assertEditable(record, by.at);
  // An article is pinned within its category, so the move unpins it.
  await changeArticle(ctx.db, record, { category_id: categoryId, pinned: false }, by);
  return articleAnswer(ctx, record, { state: record.state, version: record.version + 1 }, WORDS.moved);
}

async function each(
  ctx: ActorContext,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  more: { readonly reason?: string; readonly after?: object } = {},
) {
  // Sort the ids so that parallel calls lock articles in the same order and cannot deadlock.
  const inOrder = [...new Set(ids)].sort((one, other) => one - other);
  const named = async (id: number) => {
    const record = await findArticle(ctx.db, id);
    return record ? nameOf(record, ctx.locale) : String(id);
  };
  const { answer, done, detail } = await forEachRecord(ctx, inOrder, work, named);
  ctx.audit({ ...more, detail: { ids: done, ...detail } });
  return answer;
}

export const publishEach = (ctx: ActorContext, { ids }: In<'information.Article/bulkPublish'>) =>
  each(ctx, ids, (id) => publishArticle(ctx, { id }));
export const withdrawEach = (ctx: ActorContext, { ids, reason }: In<'information.Article/bulkWithdraw'>) =>
  each(ctx, ids, (id) => withdrawArticle(ctx, { id, reason }), { reason });
/** Moves several articles. @throws Refusal 40401 the category does not exist */
export async function moveEach(ctx: ActorContext, { ids, categoryId }: In<'information.Article/bulkMove'>) {
  if (!(await holdCategory(ctx.db, categoryId))) throw refuse(40401);
  return each(ctx, ids, (id) => moveArticle(ctx, { id }, categoryId), { after: { categoryId } });
}
