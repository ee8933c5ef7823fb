import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { BANNER } from '../../../contract/information.fields';
import type { BannerPositionKey, BannerState } from '../../../contract/information.states';
import { changeLocked } from '../../core/database/change-locked';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import type { Span } from './overlap';
import { ofTeams } from './scope';

/** SQL queries for banners and their counters. */

type Db = Kysely<Database>;

export interface BannerFilter extends Omit<ListFilter<typeof BANNER>, 'teamIds'> {
  readonly seen: readonly number[] | null;
  readonly teamIds: readonly number[] | null;
  readonly now: Date;
}

const COLUMNS = {
  id: 'banner.id',
  version: 'banner.version',
  title: 'banner.title',
  imageId: 'banner.image_id',
  position: 'banner.position',
  state: 'banner.state',
  jumpType: 'banner.jump_type',
  jumpValue: 'banner.jump_value',
  teamIds: 'banner.team_ids',
  startAt: 'banner.start_at',
  endAt: 'banner.end_at',
  frequency: 'banner.frequency',
  sort: 'banner.sort',
  exposures: 'banner.exposures',
  clicks: 'banner.clicks',
  updatedAt: 'banner.updated_at',
  updatedBy: 'banner.updated_by',
} as const;
const conditionsOf = conditions(BANNER, COLUMNS);

const present = (db: Db) => db.selectFrom('banner').where('banner.deleted_at', 'is', null);
const banners = (db: Db) => present(db).select(selection(COLUMNS));
export type BannerRecord = Awaited<ReturnType<ReturnType<typeof banners>['executeTakeFirstOrThrow']>>;
export type BannerSort = 'startAt' | 'endAt' | 'exposures' | 'clicks' | 'updatedAt';

/** Conditions by state. The times of a published banner determine whether it is scheduled, running or ended. */
const STATE_AT: Readonly<Record<BannerState, (now: Date) => RawBuilder<SqlBool>>> = {
  draft: () => sql<SqlBool>`banner.state = 'draft'`,
  withdrawn: () => sql<SqlBool>`banner.state = 'withdrawn'`,
  scheduled: (now) => sql<SqlBool>`(banner.state = 'published' and banner.start_at > ${now})`,
  running: (now) => sql<SqlBool>`(banner.state = 'published' and banner.start_at <= ${now} and banner.end_at > ${now})`,
  ended: (now) => sql<SqlBool>`(banner.state = 'published' and banner.end_at <= ${now})`,
};

function filtered(db: Db, { seen, now, ...filter }: BannerFilter) {
  const found = conditionsOf(filter, {
    state: (states) =>
      sql<SqlBool>`(${sql.join(
        states.map((state) => STATE_AT[state](now)),
        sql` or `,
      )})`,
    teamIds: (ids) => ofTeams('banner.team_ids', ids),
  });
  return withConditions(present(db), seen === null ? found : [...found, ofTeams('banner.team_ids', seen)]);
}

const bannerRows = (db: Db, filter: BannerFilter) => filtered(db, filter).select(selection(COLUMNS));
/** Selects banners for an export. Their states refer to the time of the request. */
export const exportedBanners = (db: Db, filter: BannerFilter) =>
  bannerRows(db, filter).select(sql<Date>`${filter.now}::timestamptz`.as('asOf'));

export function bannerPage(
  db: Db,
  filter: BannerFilter,
  sort: { readonly field: BannerSort; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  return readPage(db, inOrder(bannerRows(db, filter), COLUMNS, [sort.field, 'id'], sort.order), page);
}

export const bannerTotals = (db: Db, filter: BannerFilter) =>
  filtered(db, filter)
    .select([
      sql<number>`count(*) filter (where ${STATE_AT.running(filter.now)})`.as('running'),
      sql<number>`count(*) filter (where ${STATE_AT.scheduled(filter.now)})`.as('scheduled'),
      sql<number>`coalesce(sum(banner.exposures), 0)::bigint`.as('exposures'),
      sql<number>`coalesce(sum(banner.clicks), 0)::bigint`.as('clicks'),
    ])
    .executeTakeFirstOrThrow();

export const findBanner = (db: Db, id: number) => banners(db).where('banner.id', '=', id).executeTakeFirst();
export const lockBanner = (db: Db, id: number) =>
  banners(db).where('banner.id', '=', id).forUpdate().executeTakeFirst();

/** Reads start and end of the published banners of a position that have not ended. @param besides id of a banner to leave out */
export const publishedSpans = (db: Db, position: BannerPositionKey, now: Date, besides: number): Promise<Span[]> =>
  present(db)
    .where('position', '=', position)
    .where('state', '=', 'published')
    .where('end_at', '>', now)
    .where('id', '<>', besides)
    .select(['start_at as startAt', 'end_at as endAt'])
    .execute();

type Row = Insertable<Database['banner']>;
export async function insertBanner(db: Db, row: Row): Promise<void> {
  await db.insertInto('banner').values(row).execute();
}
export async function changeBanner(
  db: Db,
  record: Pick<BannerRecord, 'id' | 'version'>,
  change: Partial<Omit<Row, 'id' | 'version'>>,
  by: { readonly at: Date; readonly accountId: number },
): Promise<void> {
  await changeLocked(db, 'banner', record, { ...change, updated_at: by.at, updated_by: by.accountId });
}

/** Reads the daily counters of a banner since a day. */
export const bannerDays = (db: Db, id: number, sinceDay: string) =>
  db
    .selectFrom('content_stat')
    .where('kind', '=', 'banner')
    .where('object_id', '=', id)
    .where('day', '>=', sinceDay)
    .orderBy('day', 'desc')
    .select(['day', 'views as exposures', 'clicks'])
    .execute();
