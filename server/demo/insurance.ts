import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { INSURE, type InsureSums } from '../../contract/insure.states';
import { CLAIM_KIND_KEYS, type ClaimState, limitOf } from '../../contract/insureClaim.states';
import { HOUR_MS, MINUTE_MS } from '../../contract/units';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { insurerColumn } from '../modules/insurance';
import { balancesOf, type Entry, insurePremium, postAll } from '../modules/ledger';
import { INSURER_AGREEMENT } from '../simulators/insurer';
import { peopleWith } from './fundAudits';
import { insertRows } from './insert';
import { hash, random } from './random';
import { DAY_MS, daysAgo, type Making, ZONE } from './world';

/** Creates the demo's insurance: products, a policy for each day that a rider worked, and claims. Premiums are posted day by day. */

type Product = Selectable<Database['insure_product']>;
type Policy = Insertable<Database['insure_policy']>;
type Step = Insertable<Database['case_step']>;
type Order = Pick<Insertable<Database['customer_order']>, 'team_id' | 'rider_id' | 'order_no' | 'accepted_at'>;

const SECRET = 'demo-insurer-secret-0001';
const SUMS: InsureSums = {
  ...{ medical: 5_000_000, disability: 60_000_000, death: 60_000_000 },
  ...{ thirdPerson: 30_000_000, thirdProperty: 3_000_000 },
};
/** Only policies of the last 14 days have a history. */
const STEP_DAYS = 14;
/** One policy in a hundred is refused. */
const REFUSED_OF = 100;
const CLAIM_STATES: readonly ClaimState[] = [
  'paid',
  'closed',
  'submitted',
  'material',
  'insurerReview',
  'refused',
  'reported',
  'approved',
];

/** Creates the products. In the small data set the platform pays per order, because tests rely on the stations' balances. */
async function makeProducts({
  db,
  ids,
  now,
  secrets,
  size,
}: Making): Promise<{ daily: Product; occupational: Product }> {
  const isSmall = size.orders <= 10_000;
  const insurers = [
    { id: ids.next(), created_at: daysAgo(now, 130), name: '示例财产保险' },
    { id: ids.next(), created_at: daysAgo(now, 130), name: '示例人寿保险' },
  ] as const;
  await insertRows(db, 'insurer', [...insurers]);
  const pilots = await db
    .selectFrom('team')
    .select('team.id')
    .where('team.status', '=', 'operating')
    .orderBy('team.id')
    .limit(isSmall ? 0 : 4)
    .execute();
  const make = (parts: Partial<Product>): Product => {
    const id = ids.next();
    return {
      ...{ id, version: 1, created_at: daysAgo(now, 125), updated_at: daysAgo(now, 125), updated_by_name: '' },
      ...{ name: '', insurer_id: insurers[0].id, kind: 'daily', plan_code: '', agreement_no: 'AG-DEMO-01' },
      ...{ premium_fen: 250, premium_unit: 'day', payer: 'team', cover_end: INSURE.coverEnd.initial, sums: SUMS },
      ...{ min_age: 18, max_age: 60, team_ids: [], api_mode: 'api', is_on: true },
      api_secret: secrets.seal(SECRET, insurerColumn.place({ id })),
      ...parts,
    } as Product;
  };
  const daily = make({ name: '骑手日单险', plan_code: 'RD-2026-A', is_on: !isSmall });
  const occupational = make({
    ...{ name: '职业伤害保障', kind: 'occupational', plan_code: 'OI-PILOT', premium_fen: 6, premium_unit: 'order' },
    ...{
      payer: 'platform',
      team_ids: pilots.map(({ id }) => id),
      insurer_id: insurers[1].id,
      agreement_no: 'AG-DEMO-02',
    },
  });
  const accident = make({
    ...{ name: '月度意外险', kind: 'accident', plan_code: 'PA-M-30', premium_fen: 3_000, premium_unit: 'month' },
    ...{ payer: 'rider', insurer_id: insurers[1].id, agreement_no: 'AG-DEMO-03', api_mode: 'manual', is_on: false },
    api_secret: null,
  });
  const stored = [daily, occupational, accident].map((product) => ({
    ...product,
    sums: JSON.stringify(product.sums),
    team_ids: JSON.stringify(product.team_ids),
  }));
  await db.insertInto('insure_product').values(stored).execute();
  // The simulator's record of issued secrets. Its date depends only on `now`, so that the data is reproducible.
  const known = ['AG-DEMO-01', 'AG-DEMO-02'].map((key) => ({
    ...{ platform: 'insurer', kind: INSURER_AGREEMENT, key, updated_at: daysAgo(now, 125) },
    content: JSON.stringify({ secret: SECRET }),
  }));
  await insertRows(db, 'simulated_value', known);
  return { daily, occupational };
}

interface Work {
  readonly riderId: number;
  readonly teamId: number;
  readonly firstOrderNo: string;
  readonly at: Date;
  orders: number;
}

/** Groups accepted orders by rider and day. An order after midnight belongs to the previous day until the cover of that day ends. */
function workByDay(orders: readonly Order[], now: Date): Map<string, Map<number, Work>> {
  const days = new Map<string, Map<number, Work>>();
  for (const { rider_id: riderId, team_id: teamId, order_no: firstOrderNo, accepted_at: acceptedAt } of orders) {
    if (!riderId || !acceptedAt) continue;
    const at = new Date(acceptedAt);
    if (at > now) continue;
    const wall = wallTime(at, ZONE);
    const day = wall.minutes < INSURE.coverEnd.initial ? addDays(wall.day, -1) : wall.day;
    const riders = days.get(day) ?? new Map<number, Work>();
    days.set(day, riders);
    const known = riders.get(riderId);
    if (known && known.at <= at) known.orders += 1;
    else riders.set(riderId, { riderId, teamId, firstOrderNo, at, orders: (known?.orders ?? 0) + 1 });
  }
  return days;
}

/** A policy and its product. */
interface Made {
  readonly row: Policy;
  readonly product: Product;
}

/**
 * Plans the policies of the days on which riders work.
 *
 * @param orders the orders that are posted to the ledger
 * @returns two functions. `day` must be called before the orders of a day are processed. It plans the policies of this day, posts the
 *   premiums that are due and stores the policies of the previous day. `finish` stores the policies of the last day, and creates the
 *   claims and one record per insurer and month.
 */
export async function planInsurance(making: Making, orders: readonly Order[]) {
  const { db, ids, now, size } = making;
  const products = await makeProducts(making);
  const work = workByDay(orders, now);
  const made: Made[] = [];
  let last: readonly Made[] = [];
  const firstStep = addDays(making.today, -STEP_DAYS);
  const chosen = size.orders <= 10_000 ? [products.occupational] : [products.daily, products.occupational];
  return {
    async day(day: string): Promise<void> {
      const ended = last;
      last = [...(work.get(day)?.values() ?? [])].flatMap((of) =>
        chosen
          .filter(({ team_ids: teamIds }) => teamIds.length === 0 || teamIds.includes(of.teamId))
          .map((product) => ({ product, row: policyOf(making, product, of, day) })),
      );
      made.push(...last);
      const over = ended.filter(({ row }) => row.premium_unit === 'order' && row.state !== 'failed');
      const begun = last.filter(({ row }) => row.premium_unit === 'day' && row.state !== 'failed');
      await postPremiums(making, [...over, ...begun], day);
      await insertRows(
        db,
        'insure_policy',
        ended.map(({ row }) => row),
      );
      if (day >= firstStep)
        await insertRows(
          db,
          'case_step',
          last.flatMap(({ row }) => stepsOf(making, row)),
        );
    },
    async finish(): Promise<void> {
      await insertRows(
        db,
        'insure_policy',
        last.map(({ row }) => row),
      );
      const { rows } = await sql<{ insurerId: number; month: string }>`
        select distinct insurer_id as "insurerId", to_char(cover_date, 'YYYY-MM') as month from insure_policy
        where tx_no is not null order by 2, 1`.execute(db);
      await insertRows(
        db,
        'insure_month',
        rows.map(({ insurerId, month }) => ({ id: ids.next(), version: 1, insurer_id: insurerId, month })),
      );
      await makeClaims(making, made);
    },
  };
}

function policyOf({ ids, now }: Making, product: Product, of: Work, day: string): Policy {
  const id = ids.next();
  const no = businessNo('IP', day, id);
  const coverTo = momentOf(addDays(day, 1), product.cover_end, ZONE);
  const isFailed = hash(`policy ${of.riderId} ${day}`) % REFUSED_OF === 0;
  const state = isFailed ? 'failed' : coverTo <= now ? 'ended' : 'inForce';
  return {
    ...{ id, version: 1, created_at: of.at, no, product_id: product.id, insurer_id: product.insurer_id },
    ...{ rider_id: of.riderId, team_id: of.teamId, cover_date: day, cover_from: of.at, cover_to: coverTo },
    ...{ premium_unit: product.premium_unit, price_fen: product.premium_fen, payer: product.payer },
    ...{ sums: JSON.stringify(product.sums), orders: of.orders, premium_fen: 0, borne_fen: 0 },
    ...{ first_order_no: of.firstOrderNo, state, error: isFailed ? '风控未通过 (risk control)' : null },
    ...{ insurer_no: isFailed ? null : `PX${no.slice(2)}`, tx_no: null, maker_id: 0, maker_name: '' },
  } as Policy;
}

/** Posts the premiums of one day and stores the posted amounts in the rows. A station pays at most its balance. */
async function postPremiums({ db, ids, now }: Making, due: readonly Made[], day: string): Promise<void> {
  const payable = due.filter(({ row }) => row.premium_unit === 'day' || (row.orders ?? 0) > 0);
  if (payable.length === 0) return;
  const balances = await balancesOf(db, ['TEAM_AVAILABLE'], [...new Set(payable.map(({ row }) => row.team_id))]);
  const left = new Map([...balances].map(([key, fen]) => [Number(key.split(':')[1]), fen]));
  const entries = payable.map(({ row }): Entry => {
    const isOver = row.premium_unit === 'order';
    const premiumFen = isOver ? row.price_fen * (row.orders ?? 0) : row.price_fen;
    const has = Math.max(0, left.get(row.team_id) ?? 0);
    const borneFen = row.payer === 'team' ? Math.min(premiumFen, has) : premiumFen;
    if (row.payer === 'team') left.set(row.team_id, has - borneFen);
    Object.assign(row, { premium_fen: premiumFen, borne_fen: borneFen });
    const at = new Date(isOver ? row.cover_to : row.cover_from);
    return insurePremium(
      { bizNo: row.no, teamId: row.team_id, at, day },
      { payer: row.payer, riderId: row.rider_id, insurerId: row.insurer_id, amountFen: premiumFen, borneFen },
    );
  });
  const tools = { db, ids, clock: fixedClock(now.toISOString()), isHistory: true };
  const posted = await postAll(tools, entries);
  for (const [at, { row }] of payable.entries()) row.tx_no = posted[at]?.txNo ?? null;
}

const line = (
  { ids }: Making,
  type: string,
  caseId: number,
  step: string,
  at: Date,
  more: Partial<Step> = {},
): Step => ({
  ...{ case_type: type, case_id: caseId, id: ids.next(), step, at, by_id: 0, by_name: '', note: null },
  ...{ amount_fen: null, tx_no: null, ...more },
});

function stepsOf(making: Making, row: Policy): Step[] {
  const at = new Date(row.cover_from);
  const answered = new Date(at.getTime() + MINUTE_MS / 6);
  const of = (step: string, when: Date, more?: Partial<Step>) => line(making, 'insurePolicy', row.id, step, when, more);
  if (row.state === 'failed') return [of('submit', at), of('fail', answered, { note: row.error ?? null })];
  const paid = row.premium_unit === 'day' ? { amount_fen: row.premium_fen ?? null, tx_no: row.tx_no ?? null } : {};
  return [
    of('submit', at),
    of('confirm', answered, paid),
    of('begin', answered),
    ...(row.state === 'ended' ? [of('end', new Date(row.cover_to))] : []),
  ];
}

const PLACES = ['人民路与解放街路口', '商场北门非机动车道', '小区东门坡道', '地铁站 A 口', '学府路辅道'];
const WHATS = [
  '雨天路滑，转弯时车辆侧翻，左腕擦伤并就医检查。',
  '避让行人时与停放的小汽车剐蹭，对方右侧车门受损。',
  '电动车与骑行者发生碰撞，对方膝部受伤送医。',
];

async function makeClaims(making: Making, made: readonly Made[]): Promise<void> {
  const { db, ids, now, size } = making;
  const chance = random('claims');
  const [maker, handler] = await peopleWith(db, 'safetyOfficer').then((people) => [people[0], people[1] ?? people[0]]);
  const held = made.filter(({ row }) => row.state === 'ended');
  const wanted = Math.min(held.length, size.orders <= 10_000 ? 5 : 64);
  const rows: Insertable<Database['insure_claim']>[] = [];
  const steps: Step[] = [];
  for (let n = 0; n < wanted; n += 1) {
    const policy = held[Math.floor(((n + 0.5) * held.length) / wanted)]?.row;
    if (!policy) continue;
    const id = ids.next();
    const happened = new Date(new Date(policy.cover_from).getTime() + chance.int(10, 200) * MINUTE_MS);
    const reported = new Date(happened.getTime() + chance.int(1, 20) * HOUR_MS);
    const isOld = now.getTime() - reported.getTime() > 12 * DAY_MS;
    const state =
      isOld && n % 3 > 0 ? (n % 2 === 0 ? 'paid' : 'closed') : (CLAIM_STATES[n % CLAIM_STATES.length] ?? 'reported');
    const kind = CLAIM_KIND_KEYS[n % 3] ?? 'selfInjury';
    const claimed = chance.int(20, 120) * 100;
    const isPaid = state === 'paid' || state === 'closed';
    const at = new Date(Math.min(now.getTime(), reported.getTime() + 6 * DAY_MS));
    const touched = state !== 'reported';
    const paidFen = state === 'approved' || isPaid ? Math.min(limitOf(kind, SUMS), Math.round(claimed * 0.8)) : null;
    rows.push({
      ...{ id, version: touched ? 2 : 1, created_at: reported, no: businessNo('IC', wallTime(reported, ZONE).day, id) },
      ...{ policy_id: policy.id, rider_id: policy.rider_id, team_id: policy.team_id, kind, happened_at: happened },
      ...{ place: chance.pick(PLACES), order_no: policy.first_order_no ?? null, description: chance.pick(WHATS) },
      ...{ claimed_fen: claimed, paid_fen: paidFen, paid_at: isPaid ? at : null, files: '{}', disputes: 0 },
      insurer_case_no: ['insurerReview', 'approved', 'paid', 'closed', 'refused'].includes(state)
        ? `BA${id % 10 ** 8}`
        : null,
      ...{ state, maker_id: maker?.id ?? 0, maker_name: maker?.name ?? '' },
      ...{ checker_id: touched ? (handler?.id ?? 0) : null, checker_name: touched ? (handler?.name ?? '') : null },
      ...{ decided_at: touched ? at : null, note: state === 'material' ? '请补齐诊断证明与费用票据' : null },
    });
    const by = (person: typeof maker) => ({ by_id: person?.id ?? 0, by_name: person?.name ?? '' });
    steps.push(line(making, 'insureClaim', id, 'submit', reported, { ...by(maker), amount_fen: claimed }));
    const step = STEP_TO[state];
    if (step) steps.push(line(making, 'insureClaim', id, step, at, { ...by(handler), amount_fen: paidFen }));
  }
  await insertRows(db, 'insure_claim', rows);
  await insertRows(db, 'case_step', steps);
}

/** The step that leads to each claim state after `reported`. */
const STEP_TO: Readonly<Partial<Record<ClaimState, string>>> = {
  material: 'askMaterial',
  submitted: 'submitClaim',
  insurerReview: 'acceptClaim',
  approved: 'approveClaim',
  paid: 'payClaim',
  refused: 'refuseClaim',
  closed: 'closeClaim',
};
