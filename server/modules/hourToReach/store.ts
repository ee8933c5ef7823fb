import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { HOUR_REPORT, HOUR_SHOP, HOUR_STORE } from '../../../contract/hourToReach.fields';
import { containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL queries for shops, stores and reports of hour-to-reach. */

type Db = Kysely<Database>;
type Order = 'asc' | 'desc';

/* ---- shops ---- */

const SHOP = {
  id: 'hour_shop.id',
  version: 'hour_shop.version',
  shopId: 'hour_shop.shop_id',
  name: 'hour_shop.name',
  state: 'hour_shop.state',
  expireAt: 'hour_shop.expire_at',
  syncedAt: 'hour_shop.synced_at',
  lastError: 'hour_shop.last_error',
  createdAt: 'hour_shop.created_at',
} as const;
const shopConditions = conditions(HOUR_SHOP, SHOP);

export async function shopPage(
  db: Db,
  filter: ListFilter<typeof HOUR_SHOP>,
  sort: { readonly field: 'expireAt' | 'createdAt'; readonly order: Order },
  page: Page,
) {
  const query = withConditions(db.selectFrom('hour_shop').select(selection(SHOP)), shopConditions(filter, {}));
  const { list, total } = await readPage(db, inOrder(query, SHOP, [sort.field, 'id'], sort.order), page);
  const counts = await db
    .selectFrom('hour_store_map')
    .where(sql<SqlBool>`shop_id = any(${sql.val(list.map(({ shopId }) => shopId))}::text[])`)
    .groupBy('shop_id')
    .select([
      'shop_id as shopId',
      (eb) => eb.fn.countAll<number>().as('all'),
      (eb) => eb.fn.count<number>('team_id').as('bound'),
    ])
    .execute();
  const byShop = new Map(counts.map((row) => [row.shopId, row]));
  return {
    list: list.map((row) => ({
      ...row,
      storeCount: Number(byShop.get(row.shopId)?.all ?? 0),
      boundCount: Number(byShop.get(row.shopId)?.bound ?? 0),
    })),
    total,
  };
}

const shops = (db: Db) =>
  db
    .selectFrom('hour_shop')
    .select([
      'id',
      'version',
      'shop_id as shopId',
      'name',
      'tokens',
      'expire_at as expireAt',
      'state',
      'refreshed_at as refreshedAt',
    ]);
export type ShopRecord = Awaited<ReturnType<ReturnType<typeof shops>['executeTakeFirstOrThrow']>>;

export const allShops = (db: Db) => shops(db).orderBy('id').execute();
export const findShop = (db: Db, id: number) => shops(db).where('id', '=', id).executeTakeFirst();
export const findShopByNo = (db: Db, shopId: string) => shops(db).where('shop_id', '=', shopId).executeTakeFirst();

export interface KeptTokens {
  readonly name: string;
  readonly tokens: Buffer;
  readonly expireAt: Date;
  readonly at: Date;
}

/** Adds a shop, or stores new tokens of an existing shop. @returns the shop's record */
export async function upsertShop(db: Db, id: number, shopId: string, kept: KeptTokens): Promise<ShopRecord> {
  const values = {
    name: kept.name,
    tokens: kept.tokens,
    expire_at: kept.expireAt,
    state: 'ok' as const,
    last_error: null,
    refreshed_at: kept.at,
    updated_at: kept.at,
  };
  await db
    .insertInto('hour_shop')
    .values({ id, shop_id: shopId, created_at: kept.at, ...values })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet({ ...values, version: sql`hour_shop.version + 1` }),
    )
    .execute();
  const shop = await findShopByNo(db, shopId);
  if (!shop) throw new Error(`shop ${shopId} was not stored`);
  return shop;
}

/** Stores the error and the state of a shop after a failed call. @param change.at time of the failed call */
export async function noteShop(
  db: Db,
  id: number,
  change: { readonly state: ShopRecord['state']; readonly error: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('hour_shop')
    .set((eb) => ({
      state: change.state,
      last_error: change.error.slice(0, 300),
      refreshed_at: change.at,
      updated_at: change.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Saves the time of the last synchronisation of a shop's stores, and clears the shop's last error. */
export async function noteSync(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('hour_shop')
    .set((eb) => ({ synced_at: at, last_error: null, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/* ---- stores ---- */

const STORE = {
  id: 'hour_store_map.id',
  version: 'hour_store_map.version',
  shopStoreId: 'hour_store_map.shop_store_id',
  name: 'hour_store_map.name',
  shopId: 'hour_store_map.shop_id',
  shopName: 'hour_shop.name',
  teamId: 'hour_store_map.team_id',
  isOpen: 'hour_store_map.is_open',
  address: 'hour_store_map.address',
  syncedAt: 'hour_store_map.synced_at',
} as const;
const storeConditions = conditions(HOUR_STORE, STORE);
const stores = (db: Db) =>
  db.selectFrom('hour_store_map').innerJoin('hour_shop', 'hour_shop.shop_id', 'hour_store_map.shop_id');
const filteredStores = (db: Db, filter: ListFilter<typeof HOUR_STORE>) =>
  withConditions(
    stores(db),
    storeConditions(filter, {
      keyword: (words) =>
        sql<SqlBool>`(hour_store_map.shop_store_id = ${words} or hour_store_map.name ilike ${containing(words)})`,
      isBound: (bound) =>
        bound ? sql<SqlBool>`hour_store_map.team_id is not null` : sql<SqlBool>`hour_store_map.team_id is null`,
    }),
  );

export function storePage(db: Db, filter: ListFilter<typeof HOUR_STORE>, order: Order, page: Page) {
  return readPage(
    db,
    inOrder(filteredStores(db, filter).select(selection(STORE)), STORE, ['syncedAt', 'id'], order),
    page,
  );
}
export async function countUnbound(db: Db, filter: ListFilter<typeof HOUR_STORE>): Promise<number> {
  const { n } = await filteredStores(db, filter)
    .where('hour_store_map.team_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const lockStore = (db: Db, id: number) =>
  db
    .selectFrom('hour_store_map')
    .select([
      'id',
      'version',
      'shop_store_id as shopStoreId',
      'shop_id as shopId',
      'name',
      'team_id as teamId',
      'is_open as isOpen',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Finds the station to which a shop's store is bound. Returns `null` if the store is unbound or unknown. */
export async function boundTeam(db: Db, shopId: string, storeId: string): Promise<number | null> {
  const row = await db
    .selectFrom('hour_store_map')
    .select('team_id as teamId')
    .where('shop_store_id', '=', storeId)
    .where('shop_id', '=', shopId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row?.teamId ?? null;
}

export async function bindStore(
  db: Db,
  id: number,
  change: { readonly teamId: number | null; readonly byName: string },
): Promise<void> {
  await db
    .updateTable('hour_store_map')
    .set((eb) => ({ team_id: change.teamId, updated_by_name: change.byName, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Adds and updates stores of a shop, and closes stores that the shop no longer has. Bindings to stations remain. */
export async function saveStores(
  db: Db,
  shopId: string,
  rows: readonly Omit<Insertable<Database['hour_store_map']>, 'shop_id' | 'created_at' | 'synced_at'>[],
  at: Date,
): Promise<void> {
  for (const row of rows) {
    const { name, address, center, is_open } = row;
    await db
      .insertInto('hour_store_map')
      .values({ ...row, shop_id: shopId, created_at: at, synced_at: at })
      .onConflict((conflict) =>
        conflict
          .column('shop_store_id')
          .doUpdateSet({ name, address, center, is_open, shop_id: shopId, synced_at: at }),
      )
      .execute();
  }
  await db
    .updateTable('hour_store_map')
    .set({ is_open: false, synced_at: at })
    .where('shop_id', '=', shopId)
    .where('synced_at', '<', at)
    .execute();
}

/* ---- reports: the list ---- */

const REPORT = {
  id: 'hour_report.id',
  version: 'hour_report.version',
  orderNo: 'hour_report.order_no',
  status: 'hour_report.status',
  state: 'hour_report.state',
  shopId: 'hour_report.shop_id',
  teamId: 'hour_report.team_id',
  happenedAt: 'hour_report.happened_at',
  tries: 'hour_report.tries',
  lastError: 'hour_report.last_error',
  nextAt: 'hour_report.next_at',
  sentAt: 'hour_report.sent_at',
} as const;
const reportConditions = conditions(HOUR_REPORT, REPORT);
export type ReportFilter = ListFilter<typeof HOUR_REPORT> & { readonly teamIds?: readonly number[] | null };
function filteredReports(db: Db, { teamIds, ...filter }: ReportFilter) {
  const query = withConditions(db.selectFrom('hour_report'), reportConditions(filter, {}));
  return teamIds ? query.where(sql<SqlBool>`hour_report.team_id = any(${sql.val([...teamIds])}::bigint[])`) : query;
}

export const reportPage = (db: Db, filter: ReportFilter, order: Order, page: Page) =>
  readPage(
    db,
    inOrder(filteredReports(db, filter).select(selection(REPORT)), REPORT, ['happenedAt', 'id'], order),
    page,
  );

export const reportSums = (db: Db, filter: ReportFilter) =>
  filteredReports(db, filter)
    .select([
      sql<number>`count(*) filter (where hour_report.state = 'failed')`.as('failed'),
      sql<number>`count(*) filter (where hour_report.state = 'dead')`.as('dead'),
    ])
    .executeTakeFirstOrThrow();

export const lockReport = (db: Db, id: number) =>
  db.selectFrom('hour_report').select(selection(REPORT)).where('id', '=', id).forUpdate().executeTakeFirst();

export async function findReportNo(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('hour_report').select('order_no as orderNo').where('id', '=', id).executeTakeFirst();
  return row?.orderNo;
}
