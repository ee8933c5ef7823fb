import { HOUR } from '../../contract/hourToReach.settings';
import { fixedClock } from '../core/clock';
import { shopColumn } from '../modules/hourToReach';
import { databaseStore } from '../simulators/database-store';
import { issuePair, registerDoudianApp, registerDoudianShop } from '../simulators/doudian/world';
import { insertRows } from './insert';
import type { StationPlan } from './stations';
import { daysAgo, type Making } from './world';

/**
 * Creates the demo's hour-to-reach data: a tested and enabled app and a shop at the simulated platform, stores, and reports about orders.
 * All stores but one are bound to stations.
 */

const GROUP = HOUR.groups.hourToReach;
const APP = {
  appType: 'self',
  appKey: '7340012800000000001',
  appSecret: '5d2f9c1e-7a40-4b66-9a51-0c3e8f2b7d14',
} as const;
const SHOP = { shopId: 7_340_012_801, name: '示例鲜花速递' } as const;
const SET_UP_DAYS = 60;
const STORES = 4;
const REPORTED = 12;
/** Number of orders with a report of every step. Other orders have only the report of the delivery. */
const WHOLE_WAYS = 3;
/** Steps, each at its share of the time from acceptance to delivery. */
const STEPS = [
  ['accepted', 0],
  ['arrived', 0.35],
  ['picked', 0.5],
] as const;

async function makeSettings({ db, ids, now, secrets }: Making): Promise<void> {
  const at = daysAgo(now, SET_UP_DAYS);
  const { appSecret, ...typed } = APP;
  const content = JSON.stringify({ ...GROUP.initial, ...typed });
  const changed = JSON.stringify(['appKey', 'appSecret']);
  await db
    .insertInto('site_setting')
    .values({
      ...{ id: ids.next(), group_key: GROUP.key, version: 1, content, changed },
      ...{ secrets: JSON.stringify(['appSecret']), restored_from: null, created_at: at, created_by: 0 },
    })
    .execute();
  const place = `site_setting/${GROUP.key}/appSecret`;
  const sealed = secrets.seal(appSecret, place);
  await db.insertInto('secret_value').values({ place, sealed, updated_at: at, updated_by: 0 }).execute();
  const checks = [{ name: `店铺 ${SHOP.shopId} 的授权`, ok: true, detail: String(SHOP.shopId) }];
  await db
    .insertInto('config_state')
    .values({
      ...{ group_key: GROUP.key, enabled: true, changed_at: at, changed_by: 0, version: 2 },
      ...{ tested_at: at, test_version: 1, test_result: JSON.stringify({ ok: true, checks }) },
    })
    .execute();
}

/** Creates the app, the shop and its stores at the simulated platform. @returns the shop's tokens */
async function openWorld({ db, now }: Making, stores: readonly { id: number; name: string; center: string }[]) {
  const store = databaseStore(db, 'doudian');
  const [message, enquiry] = GROUP.platform?.callbacks ?? [];
  await registerDoudianApp(store, { ...APP, messageUrl: message?.path ?? null, enquiryUrl: enquiry?.path ?? null });
  await registerDoudianShop(store, {
    ...SHOP,
    appKey: APP.appKey,
    authorisation: 'granted',
    stores: stores.map(({ id, name, center }) => ({ storeId: id, name, address: '', center, isOpen: true })),
  });
  // The tokens work only with this simulator. The fixed clock makes the demo reproducible.
  const clock = fixedClock(now.toISOString());
  const parts = { store, clock, callBack: async () => undefined };
  const pair = await issuePair(parts, { appKey: APP.appKey, shopId: SHOP.shopId });
  await db.updateTable('simulated_value').set({ updated_at: now }).where('platform', '=', 'doudian').execute();
  return pair;
}

/** Builds the reports of an order's steps before its delivery. Each report was sent at the time of its step. */
function stepsOf(
  { ids }: Making,
  order: { orderNo: string; teamId: number; riderId: number | null; acceptedAt: Date | null; at: Date | null },
) {
  const { orderNo, teamId, riderId, acceptedAt, at } = order;
  if (!acceptedAt || !at) return [];
  return STEPS.map(([status, share]) => {
    const happened = new Date(acceptedAt.getTime() + (at.getTime() - acceptedAt.getTime()) * share);
    return {
      ...{ id: ids.next(), created_at: happened, order_no: orderNo, status, shop_id: String(SHOP.shopId) },
      ...{ team_id: teamId, rider_id: riderId, happened_at: happened, tries: 1, state: 'sent' as const },
      ...{ last_error: null, next_at: null, sent_at: happened },
    };
  });
}

/** Creates reports for the newest orders. One report awaits its retry, and one was abandoned. */
async function makeReports(making: Making): Promise<void> {
  const { db, ids, now } = making;
  const orders = await db
    .selectFrom('enquiry')
    .innerJoin('customer_order', (join) =>
      join
        .onRef('customer_order.order_no', '=', 'enquiry.order_no')
        .onRef('customer_order.team_id', '=', 'enquiry.team_id'),
    )
    .where('enquiry.shop_id', '=', String(SHOP.shopId))
    .where('customer_order.delivered_at', 'is not', null)
    .select([
      'customer_order.order_no as orderNo',
      'customer_order.team_id as teamId',
      'customer_order.rider_id as riderId',
      'customer_order.accepted_at as acceptedAt',
      'customer_order.delivered_at as at',
    ])
    .orderBy('customer_order.paid_at', 'desc')
    .limit(REPORTED)
    .execute();
  const rows = orders.map(({ orderNo, teamId, riderId, at }, index) => {
    const happened = new Date(at ?? now);
    const isDead = index === 3;
    const isFailed = index === 1;
    const isSent = !isDead && !isFailed;
    return {
      ...{ id: ids.next(), created_at: happened, order_no: orderNo, status: 'delivered' as const },
      ...{ shop_id: String(SHOP.shopId), team_id: teamId, rider_id: riderId ?? null, happened_at: happened },
      tries: isDead ? 6 : 1,
      state: isDead ? ('dead' as const) : isFailed ? ('failed' as const) : ('sent' as const),
      last_error: isSent ? null : '触发限流，请稍后重试',
      next_at: isFailed ? new Date(now.getTime() + 60_000) : null,
      sent_at: isSent ? happened : null,
    };
  });
  const steps = orders.slice(0, WHOLE_WAYS).flatMap((order) => stepsOf(making, order));
  await insertRows(db, 'hour_report', [...rows, ...steps]);
}

export async function makeHourToReach(making: Making, plans: readonly StationPlan[]): Promise<void> {
  const { db, ids, now, size, secrets } = making;
  if (size.enquiries === 0) return;
  await makeSettings(making);
  const chosen = plans.filter(({ status }, index) => status === 'operating' && index % 3 !== 2).slice(0, STORES);
  const places = await db
    .selectFrom('team')
    .where('id', 'in', [0, ...chosen.map(({ id }) => id)])
    .select(['id', 'name', 'lng', 'lat'])
    .orderBy('id')
    .execute();
  const stores = places.map(({ id, name, lng, lat }, index) => ({
    ...{ id: 734_001_001 + index, teamId: id, name: `${SHOP.name}（${name}）` },
    center: `${(lng ?? 0).toFixed(6)},${(lat ?? 0).toFixed(6)}`,
  }));
  const { accessToken, refreshToken, accessUntil } = await openWorld(making, stores);
  const shopId = String(SHOP.shopId);
  await insertRows(db, 'hour_shop', [
    {
      ...{ id: ids.next(), created_at: daysAgo(now, SET_UP_DAYS), updated_at: now, shop_id: shopId, name: SHOP.name },
      tokens: secrets.seal(JSON.stringify({ accessToken, refreshToken }), shopColumn.place({ shop_id: shopId })),
      ...{ expire_at: new Date(accessUntil), state: 'ok' as const, refreshed_at: now, synced_at: now },
    },
  ]);
  await insertRows(
    db,
    'hour_store_map',
    // The last store is not bound yet.
    stores.map(({ id, name, center, teamId }, index) => ({
      ...{ id: ids.next(), created_at: now, shop_store_id: String(id), shop_id: shopId, name, address: '', center },
      ...{ is_open: true, synced_at: now, team_id: index === STORES - 1 ? null : teamId },
    })),
  );
  await makeReports(making);
}
