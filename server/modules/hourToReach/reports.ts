import { type Kysely, type SqlBool, sql } from 'kysely';
import { CANCEL_REASONS, REPORT_RETRY_MIN, type ReportStatus } from '../../../contract/hourToReach.states';
import { MINUTE_MS } from '../../../contract/units';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { DeliveryReport } from '../../core/platforms/doudian/adapter';
import { ridersById } from '../people';
import { configuredPlatform, enabledSettings, type HourPlatform, type PlatformTools } from './platform';
import { asShop, type HourTools, isUpstream } from './shops';
import { findShopByNo } from './store';

/** Reports of delivery states to the platform (DOMAIN §3.10). Each state is reported once per order. Failed reports are retried. */

type Db = Kysely<Database>;

/** A delivery state that an order has reached. */
export interface DeliveryStep {
  readonly orderNo: string;
  /** `null` means the station of the order's enquiry. */
  readonly teamId: number | null;
  readonly status: ReportStatus;
  readonly at: Date;
  readonly riderId?: number | null;
  readonly reason?: keyof typeof CANCEL_REASONS;
}

/**
 * Creates reports for orders that were placed on enquiries of known shops: shops that were authorised at least once. Other orders,
 * repeated states, and states after a cancellation get no report.
 */
export async function addReports(
  { db, ids, now }: { readonly db: Db; readonly ids: Ids; readonly now: Date },
  steps: readonly DeliveryStep[],
): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map(({ orderNo, teamId, status, at, riderId = null, reason = null }) => ({
    ...{ id: ids.next(), orderNo, teamId, status, at: at.toISOString(), riderId, reason },
  }));
  await sql`
    insert into hour_report (id, created_at, order_no, status, shop_id, team_id, rider_id, reason, happened_at, next_at)
    select s.id, ${now}, s."orderNo", s.status, enquiry.shop_id, enquiry.team_id, s."riderId", s.reason, s.at, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as s(id bigint, "orderNo" varchar, "teamId" bigint, status varchar, at timestamptz, "riderId" bigint, reason varchar)
    join enquiry on enquiry.order_no = s."orderNo" and enquiry.team_id = coalesce(s."teamId", enquiry.team_id)
    join hour_shop on hour_shop.shop_id = enquiry.shop_id
    where not exists (
      select from hour_report former where former.order_no = s."orderNo" and former.status = 'cancelled')
    on conflict (order_no, status) do nothing`.execute(db);
}

/* ---- sending ---- */

const BATCH = 20;
/** Time in milliseconds for which a report is reserved for the process that sends it. */
const HELD_MS = 2 * MINUTE_MS;

/** Claims due reports and increments their attempts. For each order it claims only the earliest unsent report. */
async function claimDue(db: Db, now: Date) {
  const due = db
    .selectFrom('hour_report')
    .select('id')
    .where('state', 'in', ['pending', 'failed'])
    .where('next_at', '<=', now)
    .where(sql<SqlBool>`not exists (select from hour_report earlier where earlier.order_no = hour_report.order_no
      and earlier.state in ('pending', 'failed')
      and (earlier.happened_at, earlier.id) < (hour_report.happened_at, hour_report.id))`)
    .orderBy('next_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('hour_report')
    .set((eb) => ({ next_at: new Date(now.getTime() + HELD_MS), tries: eb('tries', '+', 1) }))
    .where('id', 'in', due)
    .returning([
      'id',
      'tries',
      'order_no as orderNo',
      'status',
      'shop_id as shopId',
      'rider_id as riderId',
      'reason',
      'happened_at as at',
    ])
    .execute();
}
type Claimed = Awaited<ReturnType<typeof claimDue>>[number];

/** Stores the outcome of an attempt, unless a user restarted the report in the meantime. */
async function endTry(
  db: Db,
  { id, tries }: Claimed,
  end: { readonly error: string | null; readonly now: Date },
): Promise<void> {
  const wait = REPORT_RETRY_MIN[tries - 1];
  const failed =
    wait === undefined
      ? { state: 'dead' as const, next_at: null }
      : { state: 'failed' as const, next_at: new Date(end.now.getTime() + wait * MINUTE_MS) };
  await db
    .updateTable('hour_report')
    .set((eb) => ({
      ...(end.error === null ? { state: 'sent' as const, next_at: null, sent_at: end.now } : failed),
      last_error: end.error?.slice(0, 300) ?? null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', 'in', ['pending', 'failed'])
    .execute();
}

/** Reads the start and the end of an order's route as `lng,lat`. */
async function placesOf(db: Db, orderNo: string) {
  const row = await db
    .selectFrom('enquiry')
    .select(['from_lng', 'from_lat', 'to_lng', 'to_lat'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  const place = (lng: number | null | undefined, lat: number | null | undefined) =>
    `${(lng ?? 0).toFixed(6)},${(lat ?? 0).toFixed(6)}`;
  return { from: place(row?.from_lng, row?.from_lat), to: place(row?.to_lng, row?.to_lat) };
}

const NEEDS_RIDER: ReadonlySet<ReportStatus> = new Set(['accepted', 'arrived', 'picked', 'delivered']);

async function bodyOf(db: Db, { values }: HourPlatform, claimed: Claimed): Promise<DeliveryReport> {
  const { orderNo, status, at, riderId, reason } = claimed;
  const [rider] = riderId !== null && NEEDS_RIDER.has(status) ? await ridersById(db, [riderId]) : [];
  const { from, to } = await placesOf(db, orderNo);
  const why = reason ?? 'orderCancelled';
  const code = Number(values.cancelCodeMap[why] ?? CANCEL_REASONS[why].code);
  return {
    orderId: orderNo,
    distributionCode: values.distributionCode || 'MERCHANT',
    deliveryNo: values.distributionCode === '' ? '' : orderNo,
    state: status,
    at,
    rider: rider
      ? {
          name: rider.name,
          phone: rider.tel,
          phoneType: values.riderPhoneType === 'privacy' ? 1 : 0,
          // Positions of riders are unknown. Send the store's position until the delivery, then the customer's.
          center: status === 'delivered' ? to : from,
          locatedAt: at,
        }
      : null,
    cancel: status === 'cancelled' ? { code, reason: CANCEL_REASONS[why].text['zh-CN'] } : null,
  };
}

async function sendOne(tools: HourTools, platform: HourPlatform, claimed: Claimed): Promise<void> {
  const { db, clock } = tools;
  const shop = await findShopByNo(db, claimed.shopId);
  let error: string | null = null;
  try {
    const body = await bodyOf(db, platform, claimed);
    if (!shop) throw new Error(`shop ${claimed.shopId} is gone`);
    await asShop(tools, platform, shop, (token) => platform.adapter.reportStatus(token, body));
  } catch (thrown) {
    if (!isUpstream(thrown)) {
      await endTry(db, claimed, { error: 'a fault of ours', now: clock.now() });
      throw thrown;
    }
    error = thrown.message;
  }
  await endTry(db, claimed, { error, now: clock.now() });
}

/** Sends due reports if hour-to-reach is enabled. @param tools.db connection without a transaction @returns the number of attempts */
export async function sendReports(tools: HourTools): Promise<number> {
  if (!(await enabledSettings(tools))) return 0;
  const claimed = await claimDue(tools.db, tools.clock.now());
  if (claimed.length === 0) return 0;
  const orders = claimed.map(({ shopId, orderNo }) => ({ shopId, orderId: orderNo }));
  const platform = await configuredPlatform(tools, { orders });
  for (const report of claimed) await sendOne(tools, platform, report);
  return claimed.length;
}

/** Resets a report to its first attempt, so that it is sent again. */
export async function replayReport(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('hour_report')
    .set((eb) => ({ state: 'pending', tries: 0, next_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/* ---- orders that no rider accepts ---- */

/**
 * Reports orders of the last 24 hours as cancelled if no rider accepted them within the configured time. Does nothing if hour-to-reach is
 * disabled or accepts orders automatically.
 */
export async function giveBackLate({ db, clock, ids, ports }: PlatformTools & { readonly ids: Ids }): Promise<void> {
  const settings = await enabledSettings({ db, ports });
  if (!settings || settings.values.autoAccept) return;
  const now = clock.now();
  const before = new Date(now.getTime() - settings.values.acceptTimeoutSec * 1_000);
  const since = new Date(now.getTime() - 24 * 60 * MINUTE_MS);
  const late = await db
    .selectFrom('customer_order')
    .innerJoin('enquiry', 'enquiry.order_no', 'customer_order.order_no')
    .select(['customer_order.order_no as orderNo', 'customer_order.team_id as teamId'])
    .where('customer_order.source', '=', 'hourToReach')
    .where('customer_order.status', '=', 'paid')
    .where('customer_order.paid_at', '<', before)
    .where('customer_order.paid_at', '>', since)
    .where('customer_order.id', '>', idFloor(since))
    .execute();
  const steps = late.map((order) => ({ ...order, status: 'cancelled', at: now, reason: 'noRider' }) as const);
  await addReports({ db, ids, now }, steps);
}
