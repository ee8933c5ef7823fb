import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../contract/units';
import { blacklistCase } from '../../contract/userBlacklist.states';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { postAll, walletPay, walletTopUp } from '../modules/ledger';
import { insertRows } from './insert';
import { type Random, random } from './random';
import { caseLine } from './riderWork';
import { daysAgo, type Making } from './world';

/**
 * Creates customer service data of the demo's users (DOMAIN §7): coupons, wallets, addresses, devices, remarks, tags, the blacklist, and
 * users who are leaving. The large data set has only the blacklist, because that data set is for measurements.
 */

type Db = Kysely<Database>;
interface Person {
  readonly id: number;
  readonly teamId: number | null;
  readonly nickname: string;
  readonly status: string;
  readonly orders: number;
  readonly paidFen: number;
  readonly firstAt: Date;
  readonly lastAt: Date | null;
}

const TEMPLATES = [
  ['新人立减券', 500, 2_000, 5_000],
  ['周末满减券', 300, 2_500, 20_000],
  ['雨天关怀券', 200, 0, 3_000],
  ['老用户回馈券', 1_000, 5_000, 200],
  ['夜宵券', 400, 3_000, 0],
] as const;
const MODELS = [
  ['ios', 'iPhone 15'],
  ['android', 'Mate 60'],
  ['android', 'Redmi Note 13'],
  ['miniProgram', 'Xiaomi 14'],
] as const;
const TAGS = ['高频', '写字楼', '学生', '团购', '易投诉', '夜宵', '企业'] as const;
const STREETS = ['示例路', '演示大道', '样板街', '模拟巷'] as const;
const REMARKS = [
  '用户希望骑手到达前致电。',
  '反映餐品洒漏，已解释处理流程。',
  '常用地址在园区内，需从东门进入。',
  '咨询发票开具，已转财务。',
] as const;
/** Maximum number of users who have tags, coupons, addresses, devices, remarks and wallets. */
const MOST = 2_400;

export async function makeUserLives(making: Making): Promise<void> {
  const { db, size } = making;
  // Every data set needs the entries of the blacklist, because removing a user from the blacklist is a decision about the user's entry.
  await makeBlackRecords(making);
  if (size.users > 50_000) return;
  const people: Person[] = await db
    .selectFrom('app_user')
    .select([
      ...(['id', 'home_team_id as teamId', 'nickname', 'status', 'order_count as orders'] as const),
      ...(['paid_fen as paidFen', 'first_login_at as firstAt', 'last_active_at as lastAt'] as const),
    ])
    .orderBy('order_count', 'desc')
    .orderBy('id')
    .execute();
  const chance = random('user lives');
  const some = people
    .filter(({ status }) => status === 'normal')
    .slice(0, Math.min(MOST, Math.ceil(people.length * 0.5)));
  await makeTags(db, some, chance);
  await makeCoupons(making, some, chance);
  await makeAddresses(making, some, chance);
  await makeDevices(making, some, chance);
  await makeRemarks(making, some, chance);
  await makeWallets(making, some, chance);
  await makeLeaving(making, people);
}

async function makeTags(db: Db, people: readonly Person[], chance: Random): Promise<void> {
  const rows = people.flatMap(({ id, paidFen }) => {
    const tags = chance.chance(0.3) ? chance.shuffled(TAGS).slice(0, chance.int(1, 3)) : [];
    return [{ id, tags, points: Math.floor(paidFen / 100) }];
  });
  await sql`
    update app_user u set tags = r.tags, points = r.points
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, tags jsonb, points int) where u.id = r.id`.execute(
    db,
  );
}

async function makeCoupons({ db, ids, now }: Making, people: readonly Person[], chance: Random): Promise<void> {
  const templates = TEMPLATES.map(([name, faceFen, thresholdFen, stock]) => ({
    ...{ id: ids.next(), created_at: daysAgo(now, 60), name, face_fen: faceFen, threshold_fen: thresholdFen },
    ...{ stock, enabled: true },
  }));
  await insertRows(db, 'user_coupon_template', templates);
  const coupons = people.flatMap(({ id }) =>
    Array.from({ length: chance.chance(0.4) ? chance.int(1, 3) : 0 }, () => {
      const template = chance.pick(templates);
      const from = daysAgo(now, chance.int(0, 50));
      const to = new Date(from.getTime() + 30 * DAY_MS);
      const isOver = to <= now;
      const used = chance.chance(0.3);
      const status = used ? ('used' as const) : isOver ? ('expired' as const) : ('unused' as const);
      return {
        ...{ id: ids.next(), created_at: from, user_id: id, template_id: template.id, name: template.name },
        ...{ face_fen: template.face_fen, threshold_fen: template.threshold_fen, valid_from: from, valid_to: to },
        ...{ status, used_at: used ? from : null, sent_by_id: 0, sent_by_name: '' },
      };
    }),
  );
  await insertRows(db, 'user_coupon', coupons);
  await sql`
    update user_coupon_template t set issued = c.n
    from (select template_id, count(*)::int as n from user_coupon group by 1) c where c.template_id = t.id`.execute(db);
  await sql`
    update app_user u set coupon_count = c.n
    from (select user_id, count(*)::int as n from user_coupon where status = 'unused' group by 1) c where c.user_id = u.id`.execute(
    db,
  );
}

async function makeAddresses({ db, now }: Making, people: readonly Person[], chance: Random): Promise<void> {
  const rows = people.flatMap(({ id, nickname }) =>
    Array.from({ length: chance.int(0, 2) }, (_, index) => ({
      ...{ user_id: id, address_no: `A${index + 1}`, contact_name: nickname.slice(0, 4) },
      ...{ tel: `1990000${String(chance.int(0, 9_999)).padStart(4, '0')}`, region: '示例省示例市' },
      detail: `${chance.pick(STREETS)}${chance.int(1, 300)} 号 ${chance.int(1, 30)} 层`,
      lng: 104 + Math.round(chance.next() * 100_000) / 1_000_000,
      lat: 30 + Math.round(chance.next() * 100_000) / 1_000_000,
      ...{ is_default: index === 0, updated_at: daysAgo(now, chance.int(1, 200)) },
    })),
  );
  await insertRows(db, 'user_address', rows);
}

async function makeDevices({ db, now }: Making, people: readonly Person[], chance: Random): Promise<void> {
  const rows = people.map(({ id, firstAt, lastAt, orders }, index) => {
    const [platform, model] = chance.pick(MODELS);
    // Every hundredth user shares a device with the previous user.
    const key = index % 100 === 99 ? index - 1 : index;
    return {
      ...{ user_id: id, device_key: `demo-device-${key}`, platform, model, app_version: `3.${chance.int(1, 9)}.0` },
      ...{ first_at: firstAt, last_at: lastAt ?? now, last_ip: `192.0.2.${chance.int(1, 254)}`, logins: orders + 1 },
    };
  });
  await insertRows(db, 'user_device', rows);
  // Some users have switched push off. Users of mini programs have no push.
  const apps = rows.filter(({ platform }) => platform !== 'miniProgram');
  await insertRows(
    db,
    'user_push_device',
    apps.map(({ user_id, last_at }, index) => ({
      registration_id: `18071adc03${index.toString(16).padStart(9, '0')}`,
      ...{ user_id, is_bound: index % 7 !== 3, updated_at: last_at },
    })),
  );
}

async function makeRemarks({ db, ids, now }: Making, people: readonly Person[], chance: Random): Promise<void> {
  const rows = people
    .filter((_, index) => index % 25 === 0)
    .map(({ id }) => {
      const at = daysAgo(now, chance.int(1, 90));
      const content = chance.pick(REMARKS);
      return {
        ...{ id: ids.next(), created_at: at, updated_at: at, user_id: id, content },
        ...{ author_id: 0, author_name: '示例客服' },
      };
    });
  await insertRows(db, 'user_remark', rows);
}

const BLACK_REASONS = [
  ['refundAbuse', '多次收货后申请退款，经核实不属实。'],
  ['abuse', '多次辱骂骑手。'],
  ['fraud', '使用虚假地址骗取优惠。'],
] as const;

async function makeBlackRecords(making: Making): Promise<void> {
  const { db, ids, now } = making;
  const chance = random('blacklist');
  const people = await db
    .selectFrom('app_user')
    .where('status', '=', 'blacklisted')
    .select(['id', 'home_team_id as teamId', 'black_until as until'])
    .orderBy('id')
    .execute();
  const rows = people.map(({ id, teamId, until }) => {
    const [reasonType, reason] = chance.pick(BLACK_REASONS);
    return {
      ...{ id: ids.next(), created_at: daysAgo(now, chance.int(1, 40)), user_id: id, scope: 'all' as const },
      ...{ team_id: teamId, team_ids: '[]', reason_type: reasonType, reason, until, evidence: '[]' },
      ...{ state: 'open' as const, maker_id: 0, maker_name: '' },
    };
  });
  await insertRows(db, 'user_black_record', rows);
  await insertRows(
    db,
    'case_step',
    rows.map(({ id, created_at: at, reason: note }) =>
      caseLine(making, { type: blacklistCase.key, id }, 'submit', { at, note }),
    ),
  );
}

/** Tops up wallets today through the product's own postings. Some users also pay for a membership. */
async function makeWallets(making: Making, people: readonly Person[], chance: Random): Promise<void> {
  const { db, ids, now, today } = making;
  const number = await db
    .selectFrom('merchant_number')
    .where('channel', '=', 'wechat')
    .where('enabled', '=', true)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!number) return;
  const entries = people
    .filter((_, index) => index % 6 === 0)
    .flatMap(({ id, teamId }, index) => {
      const at = new Date(now.getTime() - chance.int(10, 60) * 60_000);
      const on = { teamId: teamId ?? 0, at, day: today };
      const amountFen = chance.pick([5_000, 10_000, 20_000, 50_000]);
      const moved = { userId: id, amountFen, giftFen: amountFen >= 20_000 ? 1_000 : 0, merchantNumberId: number.id };
      const bill = { counterType: 'user' as const, counterId: id, channel: 'wechat', tradeNo: `DEMOTOP${id}` };
      const topUp = walletTopUp({ ...on, bizNo: `DT${id}` }, moved, bill);
      return index % 4 === 0 ? [topUp, walletPay({ ...on, bizNo: `DM${id}`, remark: '会员月卡' }, id, 1_500)] : [topUp];
    });
  await postAll({ db, ids, clock: fixedClock(now.toISOString()), isHistory: true }, entries);
}

/** Lets at most three users without money and orders request to leave. */
async function makeLeaving({ db, now }: Making, people: readonly Person[]): Promise<void> {
  const ids = people.filter(({ orders, status }) => orders === 0 && status === 'normal').map(({ id }) => id);
  const cancelAt = new Date(now.getTime() + 9 * DAY_MS);
  await sql`
    update app_user set status = 'cancelling', cancel_at = ${cancelAt}
    where id = any(${sql.val(ids.slice(0, 3))}::bigint[]) and balance_fen = 0`.execute(db);
}
