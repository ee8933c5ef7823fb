import { ARTICLE } from '../../../contract/information.fields';
import { ARTICLE_LIMITS, AUDIENCE_TEXT, articleLifecycle, articleStateAt } from '../../../contract/information.states';
import { RULE } from '../../../contract/rule-ids';
import { LANGUAGE_NAMES, LOCALES } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { type ArticleRecord, findArticle, versionsOf } from './article-store';
import { categoryNames } from './category-store';
import { pictureSrc } from './pictures';
import { isReadable, isWritable } from './scope';
import { inLanguage } from './texts';

/** Articles in the form of the API, with the actions that the caller may take. */

export const separator = (ctx: Pick<ActorContext, 't'>) => ctx.t(messageText('list.separator'));

function actionsFor(ctx: ActorContext, record: ArticleRecord, seen: readonly number[] | null): string[] {
  const copy = ctx.can(RULE['information.create']) ? ['copy'] : [];
  if (!isWritable(record.teamIds, seen)) return ['preview', ...copy];
  const state = articleStateAt(record, ctx.clock.now());
  const isUnchanged = state === 'published' && !record.changed;
  const steps = articleLifecycle
    .actionsFrom(state, ctx.actor.rules, ctx.actor.accountType === 'owner')
    .filter((action) => !(action === 'publish' && isUnchanged));
  const pin = record.pinned ? 'unpin' : 'pin';
  return [
    ...(state !== 'scheduled' && ctx.can(RULE['information.edit']) ? ['edit', 'move'] : []),
    'preview',
    ...steps,
    ...(state === 'published' && ctx.can(RULE['information.publish']) ? [pin] : []),
    ...copy,
    ...((state === 'draft' || state === 'withdrawn') && ctx.can(RULE['information.delete']) ? ['remove'] : []),
  ];
}

export async function articleAnswers(ctx: ActorContext, records: readonly ArticleRecord[]) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const seen = await scopedTeamIds(ctx, undefined);
  const teams = await teamNames(ctx.db, [...new Set(records.flatMap(({ teamIds }) => teamIds))]);
  const categories = await categoryNames(ctx.db, ctx.locale, defaultLocale);
  const now = ctx.clock.now();
  return records.map((record) => {
    // Leave out the names of stations outside the caller's data scope.
    const named = record.teamIds.filter((id) => seen === null || seen.includes(id));
    const languages = LOCALES.filter((locale) => record.title[locale]);
    const { audience, title, tags, summary: _summary, content: _content, ...shown } = record;
    const row = answerRow(
      ctx,
      ARTICLE,
      { ...shown, state: articleStateAt(record, now), audience: audience[0] ?? 'userApp' },
      {
        title: inLanguage(title, ctx.locale, defaultLocale),
        categoryName: record.categoryId === null ? null : (categories.get(record.categoryId) ?? ''),
        teamIds: named,
        teamNames: named.map((id) => teams.get(id) ?? ''),
        languages: languages.map((locale) => LANGUAGE_NAMES[locale]).join(separator(ctx)),
        tags: tags.join(separator(ctx)),
      },
    );
    return {
      ...row,
      audience: [...audience],
      audienceText: audience.map((one) => ctx.t(AUDIENCE_TEXT[one])).join(separator(ctx)),
      id: record.id,
      version: record.version,
      coverUrl: record.coverId === null ? null : pictureSrc(ctx.ports.secrets, record.coverId),
      actions: actionsFor(ctx, record, seen),
    };
  });
}

export const articleForm = (record: ArticleRecord) => ({
  kind: record.kind,
  code: record.code,
  categoryId: record.categoryId,
  title: { ...record.title },
  summary: { ...record.summary },
  content: { ...record.content },
  coverId: record.coverId,
  linkUrl: record.linkUrl,
  audience: [...record.audience],
  teamIds: [...record.teamIds],
  tags: [...record.tags],
  sort: record.sort,
  offlineAt: record.offlineAt?.toISOString() ?? null,
  allowComment: record.allowComment,
});

/** Finds an article that the caller may read. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function readableArticle(ctx: ActorContext, id: number): Promise<ArticleRecord> {
  const record = await findArticle(ctx.db, id);
  const seen = await scopedTeamIds(ctx, undefined);
  if (!record) throw refuse(seen === null ? 40401 : 40302);
  if (!isReadable(record.teamIds, seen)) throw refuse(40302);
  return record;
}

const absolute = ({ deployment, origin }: Pick<ActorContext, 'deployment' | 'origin'>, path: string): string =>
  new URL(path, deployment.publicOrigin ?? origin).href;

/** Returns the text that is signed in a preview link. @param until the moment at which the link expires, in seconds since 1970 */
export const previewText = (id: number, until: number): string => `content-preview:${id}:${until}`;

function previewUrl(ctx: ActorContext, id: number): string {
  const until = Math.ceil(ctx.clock.now().getTime() / 60_000) * 60 + ARTICLE_LIMITS.previewSeconds;
  const signed = ctx.ports.secrets.sign(previewText(id, until));
  return absolute(ctx, `/api/content/preview/${id}?e=${until}&s=${signed}&locale=${ctx.locale}`);
}

/** Reads an article with its versions. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function articleDetail(ctx: ActorContext, { id }: { readonly id: number }) {
  const record = await readableArticle(ctx, id);
  const [row] = await articleAnswers(ctx, [record]);
  if (!row) throw refuse(40401);
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const versions = await versionsOf(ctx.db, id);
  const isLive = articleStateAt(record, ctx.clock.now()) === 'published';
  return {
    ...row,
    form: articleForm(record),
    previewUrl: record.linkUrl === null ? previewUrl(ctx, id) : null,
    publicUrl: isLive && record.linkUrl === null ? absolute(ctx, `/api/content/page/${id}?locale=${ctx.locale}`) : null,
    versions: versions.map(({ no, at, byName, body }) => ({
      no,
      at: at.toISOString(),
      byName,
      title: inLanguage(body.title, ctx.locale, defaultLocale),
      isLive: isLive && no === record.liveNo,
    })),
  };
}
