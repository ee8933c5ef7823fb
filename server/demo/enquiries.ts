import type { Insertable } from 'kysely';
import {
  type EnquiryState,
  INITIAL_TARIFF,
  type RefuseReason,
  type RuleScope,
  type Tariff,
} from '../../contract/enquiry.states';
import type { OrderEvent } from '../../contract/order';
import type { Clock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { cancelEnquiry, convertEnquiry, quote, receiveEnquiry, streetOf } from '../modules/enquiry';
import { insertRows } from './insert';
import { type Random, random } from './random';
import type { StationPlan } from './stations';
import { DAY_MS, daysAgo, type Making, ZONE } from './world';

/**
 * Creates the demo's price enquiries (DOMAIN §7). 74 % are quoted, and 38 % of these become hour-to-reach orders of the demo. Other quotes
 * expire or are cancelled. The other enquiries are refused or need a quote by hand. The product's own function computes the quotes.
 */

type Row = Insertable<Database['enquiry']>;
type RuleRow = Insertable<Database['enquiry_rule']>;
interface Order {
  readonly teamId: number;
  readonly orderNo: string;
  readonly paidAt: Date;
  readonly goodsFen: number;
  readonly distanceM: number;
  readonly lng: number;
  readonly lat: number;
}
interface Rule {
  readonly id: number;
  readonly tariff: Tariff;
}
/** The result of an enquiry: its last state, or the reason of a refusal. */
type Fate = Exclude<EnquiryState, 'received' | 'refused'> | RefuseReason;

const MINUTE = 60_000;
const SHOPS = [
  ['7340012801', '示例鲜花速递'],
  ['7340012802', '示例生活超市'],
  ['7340012803', '示例药房'],
  ['7340012804', '示例水果店'],
  ['7340012805', '示例数码配件'],
  ['7340012806', '示例烘焙坊'],
  ['7340012807', '示例宠物用品'],
] as const;
const LONGEST_SHOP = '示例城市生活精选连锁便利超市（含生鲜、日用、医药与宠物用品综合门店）中心广场旗舰店';
const STREETS = [
  '人民南路',
  '天府大道中段',
  '科华北路',
  '建设路',
  '滨江东路',
  '青年街',
  '解放大道',
  '中山一路',
  '湖滨路',
  '新华街',
];
/** Results of 1,000 enquiries. Of the refused enquiries, 40 % are refused by area, 20 % by hours, 8 % by weight and 32 % by capacity. */
const FATES: readonly (readonly [Fate, number])[] = [
  ['converted', 281],
  ['expired', 420],
  ['cancelled', 39],
  ['outOfArea', 92],
  ['closed', 46],
  ['overWeight', 18],
  ['noCapacity', 74],
  ['manual', 30],
];
const RULE_DAYS = 150;

export async function makeEnquiries(making: Making, plans: readonly StationPlan[]): Promise<void> {
  const { db, size } = making;
  if (size.enquiries === 0) return;
  await openStations(making, plans);
  const rules = await makeRules(making, plans);
  const orders: Order[] = await db
    .selectFrom('customer_order')
    .where('source', '=', 'hourToReach')
    .where('status', '<>', 'cancelled')
    .select([
      'team_id as teamId',
      'order_no as orderNo',
      'paid_at as paidAt',
      'goods_fen as goodsFen',
      'distance_m as distanceM',
      'lng',
      'lat',
    ])
    .orderBy('paid_at', 'desc')
    .limit(Math.round((size.enquiries * 281) / 1_000))
    .execute();
  if (orders.length === 0) return;
  await insertRows(db, 'enquiry', enquiriesOf(making, orders, rules));
}

/** Maximum number of recent events for which a run of the demo's job simulates enquiries. After a long stop there are more events. */
const MOST_ASKED = 20;

type PaidEvent = Extract<OrderEvent, { event: 'paid' }>;
interface Asking {
  readonly db: Making['db'];
  readonly clock: Clock;
  readonly ids: Making['ids'];
}

/** Sends the platform's enquiry for an order to the product. */
async function askFor(tools: Asking, order: PaidEvent, externalNo: string, chance: Random) {
  const [shopId, shopName] = chance.pick(SHOPS);
  const { teamId, goodsFen, distanceM, lng, lat } = order;
  return receiveEnquiry(tools, {
    externalNo,
    shopId,
    shopName,
    storeId: `${shopId}01`,
    teamId,
    from: { lng: lng + chance.normal() * 0.008, lat: lat + chance.normal() * 0.006 },
    to: { lng, lat },
    fromAddress: chance.pick(STREETS),
    toAddress: chance.pick(STREETS),
    distanceM,
    weightG: chance.int(3, 140) * 100,
    goodsFen,
    wantAt: null,
  });
}

/**
 * Simulates the enquiries that precede the platform's orders, for the orders among the last `MOST_ASKED` events. The product itself answers
 * them, and a quoted enquiry is converted. Each order also has a second enquiry, whose quote expires or is cancelled.
 */
export async function askForOrders(tools: Asking, events: readonly OrderEvent[]): Promise<void> {
  for (const event of events.slice(-MOST_ASKED)) {
    if (event.event !== 'paid' || event.source !== 'hourToReach') continue;
    const { orderNo } = event;
    const chance = random(`enquiry ${orderNo}`);
    const { externalNo, state } = await askFor(tools, event, `DY${orderNo}`, chance);
    if (state === 'quoted') await convertEnquiry(tools, { externalNo, orderNo });
    const other = await askFor(tools, event, `DY${orderNo}B`, chance);
    if (other.state === 'quoted' && chance.chance(0.1)) await cancelEnquiry(tools, other);
  }
}

/** Switches on hour-to-reach for about two thirds of the operating stations. Only these stations answer enquiries. */
async function openStations({ db, ids, now }: Making, plans: readonly StationPlan[]): Promise<void> {
  const at = daysAgo(now, RULE_DAYS);
  const rows = plans
    .filter(({ status }, index) => status === 'operating' && index % 3 !== 2)
    .map(
      ({ id }): Insertable<Database['team_switch']> => ({
        id: ids.next(),
        team_id: id,
        key: 'hourToReach',
        on: true,
        params: '{}',
        until: null,
        reason: null,
        version: 1,
        created_at: at,
        updated_at: at,
        created_by: 0,
        updated_by: 0,
        updated_by_name: '',
      }),
    );
  await insertRows(db, 'team_switch', rows);
}

/**
 * Creates the rules: a rule for all stations with an earlier version and a draft, a rule for one station, and a disabled rule for a
 * province.
 *
 * @returns a function that finds the rule of a station
 */
async function makeRules(making: Making, plans: readonly StationPlan[]): Promise<(teamId: number) => Rule> {
  const { ids, now, db } = making;
  const first = plans.find(({ status }) => status === 'operating')?.id ?? 0;
  const periods = [
    { from: '11:00', to: '13:00', factorBp: 11_500 },
    { from: '22:00', to: '06:00', factorBp: 13_000 },
  ];
  const standard: Tariff = { ...INITIAL_TARIFF, periods, manualWindowSec: 180, maxDistanceM: 8_000 };
  const own: Tariff = { ...standard, baseFen: 620, stepFen: 120 };
  const rows: RuleRow[] = [];
  const add = (
    name: string,
    tariff: Tariff,
    more: Partial<RuleRow> & {
      readonly from: number;
      readonly to?: number;
      readonly scope?: readonly [RuleScope, string[]];
    },
  ): Rule => {
    const { from, to, scope = ['all', []], ...rest } = more;
    const id = ids.next();
    const at = daysAgo(now, Math.max(0, from));
    const { day } = wallTime(at, ZONE);
    const row: RuleRow = {
      id,
      version: 1,
      created_at: at,
      updated_at: at,
      updated_by: 0,
      updated_by_name: '系统',
      rule_no: businessNo('ER', day, id),
      revision: 1,
      name,
      scope_type: scope[0],
      scope_ids: JSON.stringify(scope[1]),
      priority: 100,
      effective_from: at,
      effective_to: to === undefined ? null : daysAgo(now, to),
      status: 'published',
      tariff: JSON.stringify(tariff),
      remark: '',
      published_by_name: '系统',
      published_at: at,
      ...rest,
    };
    rows.push(row);
    return { id, tariff };
  };
  add('全国标准价', { ...standard, baseFen: 450 }, { from: RULE_DAYS, to: 60 });
  const ruleNo = rows[0]?.rule_no ?? '';
  const present = add('全国标准价', standard, { from: 60, rule_no: ruleNo, revision: 2 });
  const station = add('示范站专属价', own, { from: 45, scope: ['team', [String(first)]] });
  add(
    '省内远距离价',
    { ...standard, maxDistanceM: 15_000 },
    { from: 90, status: 'disabled', scope: ['region', ['510000']] },
  );
  const draft = { status: 'draft' as const, published_at: null, published_by_name: '', effective_from: null };
  add('全国标准价', { ...standard, baseFen: 550 }, { from: 2, rule_no: ruleNo, revision: 3, ...draft });
  await insertRows(db, 'enquiry_rule', rows);
  return (teamId) => (teamId === first ? station : present);
}

function enquiriesOf(making: Making, orders: readonly Order[], ruleOf: (teamId: number) => Rule): Row[] {
  const { now, size } = making;
  const chance = random('enquiries');
  const rows: Row[] = [];
  let converted = 0;
  while (rows.length < size.enquiries) {
    const wanted = FATES[chance.weighted(FATES.map(([, weight]) => weight))]?.[0] ?? 'expired';
    const next = wanted === 'converted' ? orders[converted] : undefined;
    if (wanted === 'converted') converted += 1;
    // When the demo has no further hour-to-reach order, the quote expires.
    const fate = wanted === 'converted' && !next ? 'expired' : wanted;
    rows.push(enquiryOf(making, chance, next ?? chance.pick(orders), fate, ruleOf, rows.length));
  }
  rows.push(...waitingNow(making, chance, orders, ruleOf, rows.length));
  const isPast = ({ created_at: at, state, expire_at: end }: Row) =>
    at <= now && (state !== 'expired' || (end ?? at) <= now);
  return rows.filter(isPast).sort((one, other) => Number(one.created_at) - Number(other.created_at));
}

/** Creates two enquiries that await a quote by hand, and three with a valid quote. */
function waitingNow(
  making: Making,
  chance: Random,
  orders: readonly Order[],
  ruleOf: (teamId: number) => Rule,
  from: number,
): Row[] {
  const fates: readonly Fate[] = ['manual', 'manual', 'quoted', 'quoted', 'quoted'];
  return fates.map((fate, index) => {
    const order = chance.pick(orders);
    const at = new Date(making.now.getTime() - (index + 1) * 20_000);
    const row = enquiryOf(
      making,
      chance,
      { ...order, paidAt: new Date(at.getTime() + 4 * MINUTE) },
      fate,
      ruleOf,
      from + index,
    );
    const expireAt = new Date(making.now.getTime() + (fate === 'manual' ? 2 : 8) * MINUTE);
    return { ...row, state: fate === 'manual' ? 'manual' : 'quoted', created_at: at, expire_at: expireAt };
  });
}

const followUp = (at: Date, isFollowed: boolean) => ({
  follow_note: isFollowed ? '已与店铺沟通，待扩大服务区域' : null,
  followed_by_name: isFollowed ? '示例运营' : '',
  followed_at: isFollowed ? new Date(at.getTime() + 30 * MINUTE) : null,
});

const REASONS = new Set<string>(['outOfArea', 'closed', 'overWeight', 'noCapacity']);

function enquiryOf(
  { ids }: Making,
  chance: Random,
  order: Order,
  fate: Fate,
  ruleOf: (teamId: number) => Rule,
  serial: number,
): Row {
  const isRefused = REASONS.has(fate);
  const isManual = fate === 'manual';
  const minutesBefore = fate === 'converted' || fate === 'quoted' ? 4 : chance.int(1, 900);
  const asked = new Date(order.paidAt.getTime() - minutesBefore * MINUTE);
  // We move the enquiry to the early morning hours, when stations are closed.
  const at = fate === 'closed' ? new Date(asked.getTime() - (asked.getTime() % DAY_MS) + 19 * 60 * MINUTE) : asked;
  const rule = ruleOf(order.teamId);
  const distanceM = isManual ? chance.int(8_100, 9_800) : order.distanceM;
  const weightG = fate === 'overWeight' ? chance.int(21_000, 45_000) : chance.int(3, 140) * 100;
  const far = fate === 'outOfArea' ? 0.09 : 0;
  const goodsFen = serial === 0 ? 0 : order.goodsFen;
  const { minutes } = wallTime(at, ZONE);
  const facts = {
    distanceM,
    weightG,
    goodsFen,
    minutes,
    badWeather: false,
    surchargeFen: 0,
    subsidyFen: 0,
    nightFeeFen: 0,
    addMin: 0,
  };
  const priced = isRefused ? null : quote(rule.tariff, facts);
  const isQuoted = priced !== null && !isManual;
  const state: EnquiryState = isRefused ? 'refused' : isManual ? 'expired' : (fate as EnquiryState);
  const id = ids.next();
  const no = businessNo('EQ', wallTime(at, ZONE).day, id);
  const externalNo = `DYEQ${id}`;
  const [shopId, shopName] = chance.pick(SHOPS);
  const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  const to = { lng: round(order.lng + far), lat: round(order.lat + far) };
  const from = { lng: round(order.lng + chance.normal() * 0.008), lat: round(order.lat + chance.normal() * 0.006) };
  const expireAt = isRefused ? null : new Date(at.getTime() + (isManual ? 3 : rule.tariff.validMinutes) * MINUTE);
  const streets = { fromStreet: streetOf(chance.pick(STREETS)), toStreet: streetOf(chance.pick(STREETS)) };
  const quoteFen = isQuoted ? priced.quoteFen : null;
  const etaMin = isQuoted ? priced.etaMin : null;
  const reason = isRefused ? (fate as RefuseReason) : null;
  return {
    id,
    version: 1,
    created_at: at,
    no,
    external_no: externalNo,
    shop_id: shopId,
    shop_name: serial === 1 ? LONGEST_SHOP : shopName,
    store_id: `${shopId}01`,
    team_id: order.teamId,
    from_lng: from.lng,
    from_lat: from.lat,
    to_lng: to.lng,
    to_lat: to.lat,
    from_street: streets.fromStreet,
    to_street: streets.toStreet,
    distance_m: distanceM,
    weight_g: weightG,
    goods_fen: goodsFen,
    want_at: chance.chance(0.1) ? new Date(at.getTime() + 60 * MINUTE) : null,
    state,
    refuse_reason: reason,
    rule_id: rule.id,
    quote_fen: quoteFen,
    cost_fen: priced?.costFen ?? null,
    eta_min: etaMin,
    steps: JSON.stringify(priced?.steps ?? []),
    answer_ms: Math.max(1, Math.round(Math.exp(2.2 + chance.normal() * 0.7))),
    expire_at: expireAt,
    order_no: state === 'converted' ? order.orderNo : null,
    request: JSON.stringify({
      externalNo,
      shopId,
      teamId: order.teamId,
      from,
      to,
      ...streets,
      distanceM,
      weightG,
      goodsFen,
    }),
    answer: JSON.stringify({
      no,
      externalNo,
      state: isRefused ? 'refused' : isManual ? 'manual' : 'quoted',
      reason,
      quoteFen,
      etaMin,
      expireAt,
    }),
    ...followUp(at, isRefused && chance.chance(0.06)),
  };
}
