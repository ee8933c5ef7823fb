import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ArticleKind, Audience, BannerPositionKey } from '../../../contract/information.states';
import type { Database } from '../../core/database/schema';
import { ofTeams } from './scope';

/**
 * SQL queries for the app feed. The queries compare the end of articles and the times of banners with the current time. The feed is
 * therefore correct even if the job that ends articles is late.
 */

type Db = Kysely<Database>;

export interface FeedFilter {
  readonly audience: Audience;
  readonly teamId: number | null;
  readonly now: Date;
}

const shown = (db: Db, now: Date) =>
  db
    .selectFrom('article')
    .innerJoin('article_version as live', (join) =>
      join.onRef('live.article_id', '=', 'article.id').onRef('live.no', '=', 'article.live_no'),
    )
    .leftJoin('article_category as category', 'category.id', 'article.category_id')
    .leftJoin('article_category as parent', 'parent.id', 'category.parent_id')
    .where('article.deleted_at', 'is', null)
    .where('article.state', '=', 'published')
    .where((eb) => eb.or([eb('article.offline_at', 'is', null), eb('article.offline_at', '>', now)]))
    .where((eb) => eb.or([eb('article.category_id', 'is', null), eb('category.visible', '=', true)]))
    // A hidden category also hides its subcategories.
    .where((eb) => eb.or([eb('category.parent_id', 'is', null), eb('parent.visible', '=', true)]))
    .select([
      'article.id',
      'live.kind',
      'live.code',
      'article.pinned',
      'article.publish_at as publishAt',
      'live.no',
      'live.created_at as versionAt',
      'live.body',
      'category.code as categoryCode',
    ]);
export type ShownArticle = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

/** Station ids of the published version. The edited version may have other station ids. */
const LIVE_TEAMS = sql`live.body->'teamIds'`;

/** Builds the conditions for an audience and a station. Without a station, only articles for all stations match. */
const forReader = ({ audience, teamId }: FeedFilter): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`live.body->'audience' ? ${audience}`,
  teamId === null ? sql<SqlBool>`${LIVE_TEAMS} = '[]'::jsonb` : ofTeams(LIVE_TEAMS, [teamId]),
];

export async function shownArticles(
  db: Db,
  filter: FeedFilter & {
    readonly kind: ArticleKind;
    readonly category: string | null;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<ShownArticle[]> {
  const [audience, team] = forReader(filter);
  let query = shown(db, filter.now).where('live.kind', '=', filter.kind);
  for (const condition of [audience, team]) if (condition) query = query.where(condition);
  if (filter.category !== null) {
    const { category } = filter;
    // A category includes its subcategories.
    query = query.where(
      sql<SqlBool>`(category.code = ${category} or category.parent_id in
        (select id from article_category upper where upper.code = ${category} and upper.deleted_at is null))`,
    );
  }
  return query
    .orderBy('article.pinned', 'desc')
    .orderBy('article.sort')
    .orderBy('article.publish_at', 'desc')
    .orderBy('article.id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
}

export const shownArticle = (db: Db, id: number, now: Date) =>
  shown(db, now).where('article.id', '=', id).executeTakeFirst();
export const shownAgreement = (db: Db, code: string, now: Date) =>
  shown(db, now).where('live.kind', '=', 'agreement').where('live.code', '=', code).executeTakeFirst();

/** Finds the edited version of an article for its preview. */
export const editedArticle = (db: Db, id: number) =>
  db
    .selectFrom('article')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['title', 'summary', 'content', 'publish_at as publishAt'])
    .executeTakeFirst();

const runningBanners = (db: Db, position: BannerPositionKey, teamId: number | null, now: Date) =>
  db
    .selectFrom('banner')
    .where('deleted_at', 'is', null)
    .where('state', '=', 'published')
    .where('position', '=', position)
    .where('start_at', '<=', now)
    .where('end_at', '>', now)
    .where(teamId === null ? sql<SqlBool>`banner.team_ids = '[]'::jsonb` : ofTeams('banner.team_ids', [teamId]))
    .orderBy('sort')
    .orderBy('id', 'desc')
    .select([
      'id',
      'title',
      'image_id as imageId',
      'jump_type as jumpType',
      'jump_value as jumpValue',
      'frequency',
      'end_at as endAt',
    ])
    .execute();

/** Finds the running banners of a position. If a banner's article is not published, the banner is shown without a link. */
export async function shownBanners(db: Db, position: BannerPositionKey, teamId: number | null, now: Date) {
  const banners = await runningBanners(db, position, teamId, now);
  const linked = banners.filter(({ jumpType }) => jumpType === 'article').map(({ jumpValue }) => Number(jumpValue));
  if (linked.length === 0) return banners;
  const articles = await shown(db, now).where('article.id', 'in', linked).execute();
  const ids = new Set(articles.map(({ id }) => String(id)));
  return banners.map((banner) =>
    banner.jumpType === 'article' && !ids.has(banner.jumpValue ?? '')
      ? { ...banner, jumpType: 'none' as const, jumpValue: null }
      : banner,
  );
}

/** Counts a view or a click. @returns `false` if the content is not shown, so it cannot have been viewed */
export async function countShown(
  db: Db,
  what: { readonly kind: 'article' | 'banner'; readonly id: number; readonly click: boolean },
  at: { readonly now: Date; readonly day: string },
): Promise<boolean> {
  const { kind, id, click } = what;
  const counted =
    kind === 'article'
      ? await db
          .updateTable('article')
          .set({ views: sql`views + ${click ? 0 : 1}` })
          .where('id', '=', id)
          .where(({ exists }) => exists(shown(db, at.now).where('article.id', '=', id)))
          .executeTakeFirst()
      : await db
          .updateTable('banner')
          .set(click ? { clicks: sql`clicks + 1` } : { exposures: sql`exposures + 1` })
          .where('id', '=', id)
          .where('state', '=', 'published')
          .where('start_at', '<=', at.now)
          .where('end_at', '>', at.now)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) return false;
  const [views, clicks] = click ? [0, 1] : [1, 0];
  await db
    .insertInto('content_stat')
    .values({ kind, object_id: id, day: at.day, views, clicks })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'object_id', 'day'])
        .doUpdateSet({ views: sql`content_stat.views + ${views}`, clicks: sql`content_stat.clicks + ${clicks}` }),
    )
    .execute();
  return true;
}
