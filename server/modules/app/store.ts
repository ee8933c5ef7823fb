import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { APP_VERSIONS } from '../../../contract/appVersion.fields';
import type { AppKind, AppPlatform } from '../../../contract/appVersion.states';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'app_version.id',
  version: 'app_version.version',
  createdAt: 'app_version.created_at',
  createdByName: 'app_version.created_by_name',
  app: 'app_version.app',
  platform: 'app_version.platform',
  versionName: 'app_version.version_name',
  build: 'app_version.build',
  channel: 'app_version.channel',
  minSystem: 'app_version.min_system',
  address: 'app_version.address',
  packageName: 'app_version.package_name',
  packageSize: 'app_version.package_size',
  sha256: 'app_version.sha256',
  signSha256: 'app_version.sign_sha256',
  force: 'app_version.force',
  grayPercent: 'app_version.gray_percent',
  notes: 'app_version.notes',
  state: 'app_version.state',
  publishedAt: 'app_version.published_at',
  downloads: 'app_version.downloads',
} as const;
const conditionsOf = conditions(APP_VERSIONS, COLUMNS);

const versions = (db: Db) => db.selectFrom('app_version').select(selection(COLUMNS));
export type VersionRecord = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;
type SortField = 'build' | 'downloads' | 'publishedAt' | 'createdAt';

type Filter = ListFilter<typeof APP_VERSIONS>;

/** Selects the versions of a filter, unsorted. */
export function versionRows(db: Db, filter: Filter) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(app_version.version_name like ${beginning(words)}
      or app_version.package_name ilike ${containing(words)})`,
  });
  return withConditions(versions(db), found);
}

export function versionPage(
  db: Db,
  filter: Filter,
  sort: { readonly field: SortField; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const listed = versionRows(db, filter);
  return readPage(db, inOrder(listed, COLUMNS, [sort.field, 'id'], sort.order, ['publishedAt']), page);
}

/** Reads an app's published versions on a platform and channel with a higher build, the highest build first. */
export function publishedAbove(
  db: Db,
  {
    build,
    ...of
  }: { readonly app: AppKind; readonly platform: AppPlatform; readonly channel: string; readonly build: number },
): Promise<VersionRecord[]> {
  return versions(db)
    .where('app', '=', of.app)
    .where('platform', '=', of.platform)
    .where('channel', '=', of.channel)
    .where('build', '>', build)
    .where('state', '=', 'published')
    .orderBy('build', 'desc')
    .execute();
}

/** Reads an app's published versions, the highest build first. */
export const publishedVersions = (db: Db, app: AppKind): Promise<VersionRecord[]> =>
  versions(db).where('app', '=', app).where('state', '=', 'published').orderBy('build', 'desc').execute();

export const findVersion = (db: Db, id: number) => versions(db).where('id', '=', id).executeTakeFirst();
/** Finds a version and locks it until the transaction ends. */
export const lockVersion = (db: Db, id: number) => versions(db).where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Finds the build that a version must exceed, ignoring one record: the highest released build of its app, platform and channel, or its own
 * build when another draft has it. Higher builds of drafts do not count, because they may be released later. Returns 0 when there is none.
 */
export async function newestBuild(
  db: Db,
  of: { readonly app: AppKind; readonly platform: AppPlatform; readonly channel: string; readonly build: number },
  besides: number,
): Promise<number> {
  const { build } = await db
    .selectFrom('app_version')
    .where('app', '=', of.app)
    .where('platform', '=', of.platform)
    .where('channel', '=', of.channel)
    .where('id', '<>', besides)
    .where((eb) => eb.or([eb('state', '<>', 'draft'), eb('build', '=', of.build)]))
    .select((eb) => eb.fn.max('build').as('build'))
    .executeTakeFirstOrThrow();
  return build ?? 0;
}

type Row = Insertable<Database['app_version']>;
export async function insertVersion(db: Db, row: Row): Promise<void> {
  await db.insertInto('app_version').values(row).execute();
}

/** Changes a version that the caller has locked. */
export async function updateVersion(
  db: Db,
  { id, version }: Pick<VersionRecord, 'id' | 'version'>,
  change: Partial<Omit<Row, 'id' | 'version'>>,
): Promise<void> {
  await db
    .updateTable('app_version')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Counts a download. @returns the package's URL, or `undefined` when the version is not published */
export async function countDownload(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable('app_version')
    .set({ downloads: sql`downloads + 1` })
    .where('id', '=', id)
    .where('state', '=', 'published')
    .returning('address')
    .executeTakeFirst();
  return row?.address;
}
