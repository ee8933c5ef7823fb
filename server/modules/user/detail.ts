import { type Kysely, sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import type { userEndpoints } from '../../../contract/user';
import { BLACK_REASON_TEXT, BLACK_SCOPE_TEXT, COUPON_STATES, USER } from '../../../contract/user.states';
import { blacklistCase } from '../../../contract/userBlacklist.states';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import type { Database } from '../../core/database/schema';
import { deviceAnswer } from '../../core/devices';
import type { ActorContext } from '../../core/http/context';
import { momentOf, wallTime } from '../../core/money/days';
import { optionalDays } from '../../core/money/period';
import { accountNames } from '../account';
import { walletMovements } from '../ledger';
import {
  complaintsOf,
  habitsOf,
  monthsOf,
  orderLine,
  orderNosSeen,
  ordersElsewhere,
  ordersOf,
  runningOrdersOf,
} from '../order';
import { riderNames } from '../people';
import { readSetting } from '../site';
import { teamNames } from '../team';
import { evidenceLinks } from '../teamFund';
import { userAnswers } from './answers';
import { blackRecords } from './black-store';
import { couponStatusAt, couponsOf } from './coupon-store';
import { shownTeams, sightOf } from './elsewhere';
import { userInScope } from './filter';
import { mayEditRemark } from './notes';
import { bpOf, lastMonths, maskAddress, maskName, riskScore } from './rules';
import { usersById } from './store';

/**
 * This module builds the tabs of a user's page (用户详情, DOMAIN §3.4). Each tab has its own request, so each request checks the scope. The
 * user may have ordered at stations that the reader may not see. Those orders and station names are not returned (docs/decisions/0058).
 */

type Db = Kysely<Database>;
type In<A extends keyof typeof userEndpoints> = ParsedOf<(typeof userEndpoints)[A]>;

const SENT = text('{name} 发放', 'Sent by {name}', 'Enviado por {name}', '{name} 發放');
const ROWS = USER.tabRows;
/** One extra row is read to find out whether there are more rows. */
const ASKED = ROWS + 1;

function tabOf<R>(ctx: ActorContext, rows: readonly R[]) {
  return { list: rows.slice(0, ROWS), more: rows.length > ROWS, asOf: ctx.clock.now().toISOString() };
}

/** Counts how many other users have each device of a user. Devices without other users are absent from the result. */
async function sharing(db: Db, userId: number) {
  const { rows } = await sql<{ deviceKey: string; others: number }>`
    select mine.device_key as "deviceKey", count(other.user_id)::int as others
    from user_device mine join user_device other on other.device_key = mine.device_key and other.user_id <> mine.user_id
    where mine.user_id = ${userId} group by 1`.execute(db);
  return new Map(rows.map(({ deviceKey, others }) => [deviceKey, others]));
}

/** Counts the other users of all devices of a user. A user who shares several devices counts once. */
async function otherUsers(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(distinct other.user_id)::int as others
    from user_device mine join user_device other on other.device_key = mine.device_key and other.user_id <> mine.user_id
    where mine.user_id = ${userId}`.execute(db);
  return rows[0]?.others ?? 0;
}

export async function userDetail(ctx: ActorContext, { id }: In<'user.User/getDetail'>) {
  const user = await userInScope(ctx, id);
  const [answer] = await userAnswers(ctx, await usersById(ctx.db, [id]));
  if (!answer) throw new Error(`user ${id} is gone though it was found`);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const months = lastMonths(wallTime(ctx.clock.now(), timeZone).day, USER.trendMonths);
  const from = momentOf(`${months[0]}-01`, 0, timeZone);
  const [counted, habits, running, complaints, sharedDevices] = await Promise.all([
    monthsOf(ctx.db, id, from, timeZone),
    habitsOf(ctx.db, id, from, timeZone),
    runningOrdersOf(ctx.db, id),
    complaintsOf(ctx.db, id),
    otherUsers(ctx.db, id),
  ]);
  const byMonth = new Map(counted.map((row) => [row.month, row]));
  const cancelBp = bpOf(user.cancelled_count, user.order_count);
  const signs = { refundBp: user.refund_bp, cancelBp, sharedDevices };
  const favourite = habits.teamId === null ? [] : [habits.teamId];
  return {
    ...answer,
    asOf: ctx.clock.now().toISOString(),
    cancelAt: user.cancel_at?.toISOString() ?? null,
    risk: { score: riskScore(signs), ...signs },
    runningOrders: running,
    complaints,
    favouriteTeamName: (await shownTeams(ctx, favourite))(favourite)[0] ?? null,
    favouriteHour: habits.hour,
    trend: months.map((month) => byMonth.get(month) ?? { month, orders: 0, paidFen: 0 }),
  };
}

/** Returns the offset and limit of a tab's page. The limit includes one extra row, which shows whether another page follows. */
const rowsOf = (page: number) => ({ offset: (page - 1) * ROWS, limit: ASKED });

/** Returns the range of days, the offset and the limit of a request. @throws Refusal 40006 when the first day is after the last */
async function partOf(
  ctx: ActorContext,
  { page, from, to }: { page: number; from?: string | undefined; to?: string | undefined },
) {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return { range: optionalDays(from, to, timeZone), ...rowsOf(page) };
}

export async function userOrders(ctx: ActorContext, { userId, status, ...part }: In<'user.User/getOrders'>) {
  await userInScope(ctx, userId);
  const { teamIds } = await sightOf(ctx);
  const which = { status, ...(await partOf(ctx, part)) };
  const orders = await ordersOf(ctx.db, { userId, teamIds }, which);
  const teams = await teamNames(
    ctx.db,
    orders.map(({ teamId }) => teamId),
  );
  const riders = await riderNames(
    ctx.db,
    orders.flatMap(({ riderId }) => riderId ?? []),
  );
  const riderName = new Map(riders.map(({ id, name }) => [id, name]));
  const rows = orders.map((order) => ({
    ...orderLine(ctx, order),
    teamName: teams.get(order.teamId) ?? '',
    riderName: order.riderId === null ? null : (riderName.get(order.riderId) ?? null),
  }));
  return { ...tabOf(ctx, rows), elsewhere: await ordersElsewhere(ctx.db, userId, teamIds, which) };
}

/** Reads the reasons of the wallet adjustments with these transaction numbers. */
const adjustsOf = (db: Db, txNos: readonly string[]) =>
  db
    .selectFrom('user_adjust')
    .where(sql<boolean>`tx_no = any(${sql.val([...txNos])}::text[])`)
    .select(['tx_no as txNo', 'reason'])
    .execute();

export async function userBalanceLog(ctx: ActorContext, { userId, ...part }: In<'user.User/getBalanceLog'>) {
  await userInScope(ctx, userId);
  const moves = await walletMovements(ctx.db, userId, await partOf(ctx, part));
  const operators = await accountNames(
    ctx.db,
    moves.flatMap(({ operatorId }) => (operatorId > 0 ? [operatorId] : [])),
  );
  const reasons = new Map(
    (
      await adjustsOf(
        ctx.db,
        moves.map(({ txNo }) => txNo),
      )
    ).map(({ txNo, reason }) => [txNo, reason]),
  );
  const { sees } = await sightOf(ctx);
  // Do not leave out any movement: each balance must follow from the movement before it.
  const rows = moves.map(({ dc, type, operatorId, teamId, relatedNo, remark, ...move }) => ({
    ...move,
    relatedNo: sees(teamId) ? relatedNo : null,
    remark: sees(teamId) ? (reasons.get(move.txNo) ?? remark) : null,
    at: move.at.toISOString(),
    typeText: ctx.t(ENTRY_TYPES[type].text),
    direction: dc === 'C' ? ('in' as const) : ('out' as const),
    operatorName: operatorId > 0 ? (operators.get(operatorId) ?? '') : ctx.t(WORD.system),
  }));
  return tabOf(ctx, rows);
}

export async function userCoupons(ctx: ActorContext, { userId, page }: In<'user.User/getCoupons'>) {
  await userInScope(ctx, userId);
  const now = ctx.clock.now();
  const mayRevoke = ctx.can(RULE['user.list.coupon']);
  const coupons = await couponsOf(ctx.db, userId, rowsOf(page));
  const { teamIds } = await sightOf(ctx);
  const orderNos = coupons.flatMap(({ order_no }) => order_no ?? []);
  const seen = teamIds && (await orderNosSeen(ctx.db, { userId, teamIds }, orderNos));
  const rows = coupons.map((coupon) => {
    const status = couponStatusAt(coupon, now);
    return {
      id: coupon.id,
      version: coupon.version,
      name: coupon.name,
      faceFen: coupon.face_fen,
      thresholdFen: coupon.threshold_fen,
      sourceText: ctx.t(SENT, { name: coupon.sent_by_name || ctx.t(WORD.system) }),
      validFrom: coupon.valid_from.toISOString(),
      validTo: coupon.valid_to.toISOString(),
      status,
      statusText: ctx.t(COUPON_STATES[status].text),
      orderNo: coupon.order_no !== null && (seen?.has(coupon.order_no) ?? true) ? coupon.order_no : null,
      revokeReason: coupon.revoke_reason,
      mayRevoke: mayRevoke && status === 'unused',
    };
  });
  return tabOf(ctx, rows);
}

export async function userAddresses(ctx: ActorContext, { userId, page }: In<'user.User/getAddresses'>) {
  await userInScope(ctx, userId);
  const found = await ctx.db
    .selectFrom('user_address')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('is_default', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('address_no')
    .limit(ASKED)
    .offset(rowsOf(page).offset)
    .execute();
  const rows = found.map((address) => ({
    addressNo: address.address_no,
    contact: maskName(address.contact_name),
    tel: maskTel(address.tel),
    address: `${address.region}${maskAddress(address.detail)}`,
    lng: address.lng,
    lat: address.lat,
    isDefault: address.is_default,
    updatedAt: address.updated_at.toISOString(),
  }));
  return tabOf(ctx, rows);
}

export async function userBlackRecords(ctx: ActorContext, { userId, page }: In<'user.User/getBlackRecords'>) {
  await userInScope(ctx, userId);
  const records = await blackRecords(ctx.db, userId, rowsOf(page));
  const [names, links] = await Promise.all([
    shownTeams(
      ctx,
      records.flatMap(({ team_ids }) => team_ids),
    ),
    evidenceLinks(
      ctx,
      records.flatMap(({ evidence }) => evidence),
    ),
  ]);
  const rows = records.map((record) => ({
    id: record.id,
    at: record.created_at.toISOString(),
    scopeText: ctx.t(BLACK_SCOPE_TEXT[record.scope]),
    teamNames: names(record.team_ids),
    reasonTypeText: ctx.t(BLACK_REASON_TEXT[record.reason_type]),
    reason: record.reason,
    until: record.until?.toISOString() ?? null,
    evidence: record.evidence.flatMap((fileId) => links.get(fileId) ?? []),
    byName: record.maker_name || ctx.t(WORD.system),
    state: record.state,
    stateText: blacklistCase.stateText(record.state, ctx.locale),
    liftedAt: record.decided_at?.toISOString() ?? null,
    liftedByName: record.decided_at === null ? null : record.checker_name || ctx.t(WORD.system),
    liftReason: record.note,
  }));
  return tabOf(ctx, rows);
}

export async function userDevices(ctx: ActorContext, { userId, page }: In<'user.User/getDevices'>) {
  await userInScope(ctx, userId);
  const shared = await sharing(ctx.db, userId);
  const devices = await ctx.db
    .selectFrom('user_device')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('device_key')
    .limit(ASKED)
    .offset(rowsOf(page).offset)
    .execute();
  const rows = devices.map((device) => deviceAnswer(device, shared.get(device.device_key) ?? 0));
  return tabOf(ctx, rows);
}

export async function userRemarks(ctx: ActorContext, { userId, page }: In<'user.User/getRemarks'>) {
  await userInScope(ctx, userId);
  const remarks = await ctx.db
    .selectFrom('user_remark')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ASKED)
    .offset(rowsOf(page).offset)
    .execute();
  const reader = { accountId: ctx.actor.accountId, now: ctx.clock.now() };
  const mayEdit = ctx.can(RULE['user.detail.edit']);
  const rows = remarks.map((remark) => ({
    id: remark.id,
    version: remark.version,
    content: remark.content,
    authorName: remark.author_name,
    createdAt: remark.created_at.toISOString(),
    updatedAt: remark.updated_at.toISOString(),
    mayEdit: mayEdit && mayEditRemark(remark, reader),
  }));
  return tabOf(ctx, rows);
}
