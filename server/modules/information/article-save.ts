import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import {
  ARTICLE_LIMITS,
  articleLifecycle,
  articleStateAt,
  COVER,
  fitsPlace,
} from '../../../contract/information.states';
import { RULE } from '../../../contract/rule-ids';
import { sensitiveIn } from '../../../contract/sensitive';
import { LOCALES, type Locale, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Words } from '../../core/database/tables/information';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { conflictBy } from '../account';
import { usableFiles } from '../file';
import { readSetting } from '../site';
import { articleForm, readableArticle } from './article-answers';
import { type ArticleRecord, bodyOf, changeArticle, insertArticle, isCodeTaken, lockArticle } from './article-store';
import { holdCategory } from './category-store';
import { pictureSize } from './pictures';
import { plainText } from './sanitise';
import { assertWritable } from './scope';
import { inLanguage } from './texts';
import { cleanedContent, STEP_WORDS, titleErrors } from './written';

/**
 * Saves and copies articles. The published version remains unchanged until the article is published again. Only changes of category, sort
 * order, pin and end time take effect immediately (docs/decisions/0064).
 */

type In<A extends keyof typeof informationEndpoints> = ParsedOf<(typeof informationEndpoints)[A]>;
type Form = Omit<In<'information.Article/save'>, 'id' | 'version'>;

export const WORDS = {
  saved: WORD.nameSaved,
  savedWith: text(
    '“{name}”已保存。发布前须删去敏感词：{words}',
    '{name} saved. Remove the sensitive words before publishing: {words}',
    '{name} salvo. Remova as palavras sensíveis antes de publicar: {words}',
    '「{name}」已儲存。發布前須刪去敏感詞：{words}',
  ),
  published: WORD.namePublished,
  ...STEP_WORDS,
  moved: text('“{name}”已移动', '{name} moved', '{name} movido', '「{name}」已移動'),
  restored: text(
    '第 {no} 版已放回编辑内容，发布后生效',
    'Version {no} is in the editor again; publish it to make it take effect',
    'A versão {no} voltou ao formulário; publique-a para mostrá-la',
    '第 {no} 版已放回編輯內容，發布後生效',
  ),
  cover: text(
    '封面须为 16:9，至少 {w}×{h} 像素',
    'The cover must be 16:9 and at least {w}×{h} pixels',
    'A capa deve ser 16:9 e ter no mínimo {w}×{h} pixels',
    '封面須為 16:9，至少 {w}×{h} 像素',
  ),
  foreignFile: WORD.uploadItAgain,
  mostPinned: text(
    '每个分类最多置顶 {n} 篇',
    'At most {n} pinned articles per category',
    'No máximo {n} artigos fixados por categoria',
    '每個分類最多置頂 {n} 篇',
  ),
  past: WORD.mustBeLaterThanNow,
  copyOf: WORD.nameCopy,
} as const satisfies Record<string, Text>;

export const nameOf = (record: Pick<ArticleRecord, 'title'>, locale: Locale): string =>
  inLanguage(record.title, locale, 'zh-CN');

/** Collects all texts of an article that readers see. They are checked for sensitive words. */
const readTexts = (form: Pick<Form, 'title' | 'summary' | 'content' | 'tags'>): string[] => [
  ...LOCALES.flatMap((locale) => [form.title[locale], form.summary[locale], plainText(form.content[locale])]),
  ...form.tags,
];
export async function sensitiveWordsOf(ctx: ActorContext, form: Pick<Form, 'title' | 'summary' | 'content' | 'tags'>) {
  const { sensitiveWords } = await readSetting(ctx.db, 'business');
  return sensitiveIn(readTexts(form), sensitiveWords);
}

const required = (ctx: ActorContext, field: string, rule: 'required' | 'requiredSelect' = 'required'): FieldError => ({
  field,
  rule,
  message: fieldMessage(rule, ctx.locale),
});

async function formErrors(ctx: ActorContext, form: Form, before: ArticleRecord | undefined): Promise<FieldError[]> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const errors = titleErrors(ctx, form.title, defaultLocale, ARTICLE_LIMITS.title);
  if (form.kind === 'agreement' && form.code === null) errors.push(required(ctx, 'code'));
  if (form.kind === 'article' && form.categoryId === null) errors.push(required(ctx, 'categoryId', 'requiredSelect'));
  if (form.categoryId !== null && !(await holdCategory(ctx.db, form.categoryId))) {
    errors.push({ field: 'categoryId', rule: 'choice', message: fieldMessage('choice', ctx.locale) });
  }
  if (form.coverId !== null && form.coverId !== before?.coverId) {
    const usable = await usableFiles(ctx, { scene: 'articleCover', ids: [form.coverId] });
    const fits = fitsPlace(await pictureSize(ctx.db, form.coverId), COVER);
    if (!usable.has(form.coverId)) {
      errors.push({ field: 'coverId', rule: 'requiredUpload', message: ctx.t(WORDS.foreignFile) });
    } else if (!fits) {
      const message = ctx.t(WORDS.cover, { w: COVER.width, h: COVER.height });
      errors.push({ field: 'coverId', rule: 'pattern', message });
    }
  }
  return errors;
}

/** Checks the times of an article. @throws Refusal 42354 the end is not after the start */
export function assertTimes(publishAt: Date | null, offlineAt: Date | null, field = 'offlineAt'): void {
  if (publishAt === null || offlineAt === null || offlineAt > publishAt) return;
  throw refuse(42354, {}, { errors: [{ field, rule: 'min' }] });
}

const rowOf = (form: Form, content: Words) => ({
  kind: form.kind,
  code: form.kind === 'agreement' ? form.code : null,
  category_id: form.categoryId,
  title: JSON.stringify(form.title),
  summary: JSON.stringify(form.summary),
  content: JSON.stringify(content),
  cover_id: form.coverId,
  link_url: form.kind === 'agreement' ? null : form.linkUrl,
  audience: JSON.stringify([...new Set(form.audience)]),
  team_ids: JSON.stringify([...new Set(form.teamIds)]),
  tags: JSON.stringify([...new Set(form.tags)]),
  sort: form.sort,
  allow_comment: form.allowComment,
  offline_at: form.offlineAt === null ? null : new Date(form.offlineAt),
});

/**
 * Finds and locks an article, and checks that the caller may change it and has read its current version.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 40901 (changed meanwhile)
 */
export async function writableArticle(
  ctx: ActorContext,
  { id, version }: { readonly id: number; readonly version?: number | undefined },
): Promise<ArticleRecord> {
  const record = await lockArticle(ctx.db, id);
  if (!record) throw refuse(ctx.actor.scope.kind === 'all' ? 40401 : 40302);
  await assertWritable(ctx, record.teamIds);
  if (version !== undefined && version !== record.version) {
    throw await conflictBy(ctx, articleForm(record), { by: record.updatedBy, at: record.updatedAt });
  }
  return record;
}

export const stateRefusal = (record: ArticleRecord, now: Date) =>
  refuse(42201, { state: articleLifecycle.states[articleStateAt(record, now)].text });

/**
 * Checks that an article is not scheduled. The scheduled version must stay unchanged, because it is approved.
 *
 * @throws Refusal 42201 (the article is scheduled)
 */
export function assertEditable(record: ArticleRecord, now: Date): void {
  if (record.state === 'scheduled') throw stateRefusal(record, now);
}

/**
 * Requires the permission to publish if the end of a published article changes, because the new end may take the article offline earlier.
 *
 * @throws Refusal 40301 (no permission to publish)
 */
function assertMayEnd(ctx: ActorContext, before: ArticleRecord, offlineAt: Date | null): void {
  if (before.state !== 'published' || before.offlineAt?.getTime() === offlineAt?.getTime()) return;
  if (!ctx.can(RULE['information.publish'])) throw refuse(40301);
}

export const editedBy = (ctx: ActorContext) => ({ at: ctx.clock.now(), accountId: ctx.actor.accountId });

export function articleAnswer(
  ctx: ActorContext,
  record: Pick<ArticleRecord, 'id' | 'title'>,
  after: { readonly state: ArticleRecord['state']; readonly version: number },
  message: Text,
  params: Readonly<Record<string, string | number>> = {},
) {
  const name = nameOf(record, ctx.locale);
  return {
    id: record.id,
    no: name,
    state: after.state,
    stateText: articleLifecycle.stateText(after.state, ctx.locale),
    version: after.version,
    message: ctx.t(message, { name, ...params }),
  };
}

/**
 * Saves an article.
 *
 * @throws Refusal 40001 (invalid values), 40301 (a new end requires the permission to publish), 40903 (the code is already used),
 *   42201 (scheduled), 42354 (the end is not after the start), and the codes of {@link writableArticle}
 */
export async function saveArticle(ctx: ActorContext, { id, version, ...form }: In<'information.Article/save'>) {
  const before = id === undefined ? undefined : await writableArticle(ctx, { id, version });
  if (before) assertEditable(before, ctx.clock.now());
  await assertWritable(ctx, form.teamIds);
  const errors = await formErrors(ctx, form, before);
  if (errors.length > 0) throw invalid(errors);
  const row = rowOf(form, cleanedContent(ctx, form.content));
  assertTimes(before?.publishAt ?? null, row.offline_at);
  if (before) assertMayEnd(ctx, before, row.offline_at);
  if (row.code !== null && (await isCodeTaken(ctx.db, row.code, before?.id ?? 0))) {
    throw refuse(40903, {}, { errors: [{ field: 'code', rule: 'unique' }] });
  }
  const saved = before?.id ?? ctx.ids.next();
  const { at, accountId } = editedBy(ctx);
  if (before) {
    // An article is pinned within its category, so a change of category unpins it.
    const pinned = before.pinned && before.categoryId === form.categoryId;
    await changeArticle(ctx.db, before, { ...row, pinned, changed: before.liveNo !== null }, { at, accountId });
  } else {
    const made = { id: saved, created_at: at, updated_at: at, updated_by: accountId, publish_at: null };
    const author = { author_id: accountId, author_name: ctx.actor.name };
    await insertArticle(ctx.db, { ...row, ...made, ...author, state: 'draft' });
  }
  const after = { title: form.title, categoryId: form.categoryId, audience: form.audience, teamIds: form.teamIds };
  ctx.audit({
    objectId: saved,
    objectNo: nameOf(form, ctx.locale),
    ...(before && {
      before: {
        title: before.title,
        categoryId: before.categoryId,
        audience: before.audience,
        teamIds: before.teamIds,
      },
    }),
    after,
  });
  const sensitiveWords = await sensitiveWordsOf(ctx, form);
  const state = before ? articleStateAt(before, at) : 'draft';
  const words = sensitiveWords.join(', ');
  const message = sensitiveWords.length > 0 ? WORDS.savedWith : WORDS.saved;
  const answer = articleAnswer(
    ctx,
    { id: saved, title: form.title },
    { state, version: (before?.version ?? 0) + 1 },
    message,
    { words },
  );
  return { ...answer, sensitiveWords };
}

/** Copies an article as a draft. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function copyArticle(ctx: ActorContext, { id }: In<'information.Article/copy'>) {
  const record = await readableArticle(ctx, id);
  const { kind: scope } = ctx.actor.scope;
  // A caller without the data scope of all stations may copy only articles of their own stations.
  if (scope !== 'all') await assertWritable(ctx, record.teamIds);
  const copied = ctx.ids.next();
  const { at, accountId } = editedBy(ctx);
  const title = Object.fromEntries(
    LOCALES.map((locale) => {
      const name = record.title[locale];
      return [
        locale,
        name && [...WORDS.copyOf[locale].replace('{name}', name)].slice(0, ARTICLE_LIMITS.title.max).join(''),
      ];
    }),
  ) as unknown as Words;
  const body = bodyOf(record);
  await insertArticle(ctx.db, {
    id: copied,
    created_at: at,
    updated_at: at,
    updated_by: accountId,
    author_id: accountId,
    author_name: ctx.actor.name,
    // An agreement's code must be unique, so the copy is a help article without a code until it is edited.
    kind: record.kind === 'agreement' ? 'help' : record.kind,
    code: null,
    category_id: record.categoryId,
    title: JSON.stringify(title),
    summary: JSON.stringify(body.summary),
    content: JSON.stringify(body.content),
    cover_id: body.coverId,
    link_url: body.linkUrl,
    audience: JSON.stringify(body.audience),
    team_ids: JSON.stringify(body.teamIds),
    tags: JSON.stringify(body.tags),
    sort: record.sort,
    allow_comment: body.allowComment,
    publish_at: null,
    offline_at: null,
    state: 'draft',
  });
  ctx.audit({ objectId: copied, objectNo: nameOf({ title }, ctx.locale), after: { copiedFrom: record.id } });
  return articleAnswer(ctx, { id: copied, title }, { state: 'draft', version: 1 }, WORDS.saved);
}
