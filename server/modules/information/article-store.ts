import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { ARTICLE } from '../../../contract/information.fields';
import { changeLocked } from '../../core/database/change-locked';
import { anyTextHas } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { ArticleBody } from '../../core/database/tables/information';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { ofTeams } from './scope';

/** SQL queries for articles and their published versions. */

type Db = Kysely<Database>;

export interface ArticleFilter extends Omit<ListFilter<typeof ARTICLE>, 'teamIds'> {
  /** Stations in the caller's data scope. `null` includes all stations. */
  readonly seen: readonly number[] | null;
  /** Stations that the user selected. `null` includes all stations. */
  readonly teamIds: readonly number[] | null;
}

const COLUMNS = {
  id: 'article.id',
  version: 'article.version',
  kind: 'article.kind',
  code: 'article.code',
  categoryId: 'article.category_id',
  title: 'article.title',
  summary: 'article.summary',
  content: 'article.content',
  coverId: 'article.cover_id',
  linkUrl: 'article.link_url',
  audience: 'article.audience',
  teamIds: 'article.team_ids',
  tags: 'article.tags',
  sort: 'article.sort',
  allowComment: 'article.allow_comment',
  pinned: 'article.pinned',
  publishAt: 'article.publish_at',
  offlineAt: 'article.offline_at',
  state: 'article.state',
  liveNo: 'article.live_no',
  changed: 'article.changed',
  views: 'article.views',
  authorName: 'article.author_name',
  updatedAt: 'article.updated_at',
  updatedBy: 'article.updated_by',
} as const;
const conditionsOf = conditions(ARTICLE, COLUMNS);

const present = (db: Db) => db.selectFrom('article').where('article.deleted_at', 'is', null);
const articles = (db: Db) => present(db).select(selection(COLUMNS));
export type ArticleRecord = Awaited<ReturnType<ReturnType<typeof articles>['executeTakeFirstOrThrow']>>;
export type ArticleSort = 'views' | 'publishAt' | 'updatedAt';

function filtered(db: Db, { seen, ...filter }: ArticleFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(${anyTextHas('article.title', words)}
      or ${anyTextHas('article.tags', words)} or article.code = ${words})`,
    audience: (audience) => sql<SqlBool>`article.audience ?| ${sql.val([...audience])}::text[]`,
    teamIds: (ids) => ofTeams('article.team_ids', ids),
  });
  return withConditions(present(db), seen === null ? found : [...found, ofTeams('article.team_ids', seen)]);
}

export const articleRows = (db: Db, filter: ArticleFilter) => filtered(db, filter).select(selection(COLUMNS));

export function articlePage(
  db: Db,
  filter: ArticleFilter,
  sort: { readonly field: ArticleSort; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const listed = articleRows(db, filter).orderBy('article.pinned', 'desc');
  return readPage(db, inOrder(listed, COLUMNS, [sort.field, 'id'], sort.order, ['publishAt']), page);
}

/**
 * Computes the figures of the list.
 *
 * @param since `expiring` is the end of the period in which articles count as expiring soon. `day` is the first day of the counted views.
 */
export async function articleTotals(
  db: Db,
  filter: ArticleFilter,
  since: { readonly now: Date; readonly expiring: Date; readonly day: string },
) {
  const counted = await filtered(db, filter)
    .select([
      sql<number>`count(*) filter (where article.state = 'published')`.as('published'),
      sql<number>`count(*) filter (where article.state = 'scheduled')`.as('scheduled'),
      sql<number>`count(*) filter (where article.state = 'published' and article.offline_at > ${since.now}
        and article.offline_at <= ${since.expiring})`.as('expiring'),
    ])
    .executeTakeFirstOrThrow();
  const { views7d } = await db
    .selectFrom('content_stat')
    .where('kind', '=', 'article')
    .where('day', '>=', since.day)
    .where('object_id', 'in', filtered(db, filter).select('article.id'))
    .select(sql<number>`coalesce(sum(views), 0)::bigint`.as('views7d'))
    .executeTakeFirstOrThrow();
  const { runningBanners } = await db
    .selectFrom('banner')
    .where('deleted_at', 'is', null)
    .where('state', '=', 'published')
    .where('start_at', '<=', since.now)
    .where('end_at', '>', since.now)
    .$if(filter.seen !== null, (query) => query.where(ofTeams('banner.team_ids', filter.seen ?? [])))
    .select(sql<number>`count(*)`.as('runningBanners'))
    .executeTakeFirstOrThrow();
  return { ...counted, views7d, runningBanners };
}

export const findArticle = (db: Db, id: number) => articles(db).where('article.id', '=', id).executeTakeFirst();
/** Finds an article and locks it until the transaction ends. */
export const lockArticle = (db: Db, id: number) =>
  articles(db).where('article.id', '=', id).forUpdate().executeTakeFirst();

type Row = Insertable<Database['article']>;
export async function insertArticle(db: Db, row: Row): Promise<void> {
  await db.insertInto('article').values(row).execute();
}

export async function changeArticle(
  db: Db,
  record: Pick<ArticleRecord, 'id' | 'version'>,
  change: Partial<Omit<Row, 'id' | 'version'>>,
  by: { readonly at: Date; readonly accountId: number },
): Promise<void> {
  await changeLocked(db, 'article', record, { ...change, updated_at: by.at, updated_by: by.accountId });
}

/** Checks whether another article has this code, in its form or in its published version. */
export async function isCodeTaken(db: Db, code: string, besides: number): Promise<boolean> {
  const other = await present(db)
    .leftJoin('article_version as live', (join) =>
      join.onRef('live.article_id', '=', 'article.id').onRef('live.no', '=', 'article.live_no'),
    )
    .where('article.id', '<>', besides)
    .where((eb) =>
      eb.or([
        eb('article.code', '=', code),
        eb.and([eb('article.state', '=', 'published'), eb('live.code', '=', code)]),
      ]),
    )
    .select('article.id')
    .executeTakeFirst();
  return other !== undefined;
}

/** Counts the pinned articles of a category. @param besides id of an article that is not counted */
export async function countPinned(db: Db, categoryId: number | null, besides: number): Promise<number> {
  const { n } = await present(db)
    .where('pinned', '=', true)
    .where(sql<SqlBool>`category_id is not distinct from ${categoryId}::bigint`)
    .where('id', '<>', besides)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/* ---- versions ---- */

/** Returns the part of an article that its versions store. */
export const bodyOf = (record: ArticleRecord): ArticleBody => ({
  title: record.title,
  summary: record.summary,
  content: record.content,
  coverId: record.coverId,
  linkUrl: record.linkUrl,
  audience: record.audience,
  teamIds: record.teamIds,
  tags: record.tags,
  allowComment: record.allowComment,
});

export const versionsOf = (db: Db, articleId: number) =>
  db
    .selectFrom('article_version')
    .select(['no', 'created_at as at', 'by_name as byName', 'body'])
    .where('article_id', '=', articleId)
    .orderBy('no', 'desc')
    .limit(50)
    .execute();

export const findVersion = (db: Db, articleId: number, no: number) =>
  db
    .selectFrom('article_version')
    .select(['no', 'body'])
    .where('article_id', '=', articleId)
    .where('no', '=', no)
    .executeTakeFirst();

/** Stores the edited article as the next version. @returns the version number */
export async function addVersion(
  db: Db,
  record: ArticleRecord,
  by: { readonly at: Date; readonly id: number; readonly name: string },
): Promise<number> {
  const { last } = await db
    .selectFrom('article_version')
    .where('article_id', '=', record.id)
    .select(sql<number>`coalesce(max(no), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  const no = last + 1;
  await db
    .insertInto('article_version')
    .values({
      article_id: record.id,
      no,
      created_at: by.at,
      by_id: by.id,
      by_name: by.name,
      kind: record.kind,
      code: record.code,
      body: JSON.stringify(bodyOf(record)),
    })
    .execute();
  return no;
}

/** Deletes the unpublished version of a cancelled schedule. */
export async function dropWaitingVersions(db: Db, { id, liveNo }: Pick<ArticleRecord, 'id' | 'liveNo'>): Promise<void> {
  await db
    .deleteFrom('article_version')
    .where('article_id', '=', id)
    .where('no', '>', liveNo ?? 0)
    .execute();
}

export async function newestVersion(db: Db, articleId: number): Promise<number> {
  const { no } = await db
    .selectFrom('article_version')
    .where('article_id', '=', articleId)
    .select(sql<number>`max(no)`.as('no'))
    .executeTakeFirstOrThrow();
  return no;
}

/* ---- scheduled steps ---- */

/**
 * Publishes due articles in one statement. An article that a user changes at the same time is published before the change or not at all.
 */
export function publishDue(db: Db, now: Date) {
  return db
    .updateTable('article')
    .set({
      state: 'published',
      live_no: sql<number>`(select max(no) from article_version v where v.article_id = article.id)`,
      changed: false,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .where('deleted_at', 'is', null)
    .returning(['id', 'title', 'updated_by as updatedBy'])
    .execute();
}

export function expireEnded(db: Db, now: Date) {
  return db
    .updateTable('article')
    .set({ state: 'expired', pinned: false, version: sql<number>`version + 1`, updated_at: now })
    .where('state', '=', 'published')
    .where('offline_at', '<=', now)
    .where('deleted_at', 'is', null)
    .returning(['id', 'title', 'updated_by as updatedBy'])
    .execute();
}
