import { type CostTerms, INITIAL_TERMS } from '../../contract/cost.states';
import { fixedClock } from '../core/clock';
import { wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { chargePeriods } from '../modules/cost';
import { insertRows } from './insert';
import { DAY_MS, daysAgo, type Making, ZONE } from './world';

/** Creates the demo's fee rules (费用规则, DOMAIN §7): rules for every type of calculation, a future version and an expired version. */

interface DemoRule {
  readonly name: string;
  readonly kind: 'technical' | 'delivery' | 'promotion' | 'software' | 'other';
  readonly target?: 'team' | 'merchant' | 'rider';
  readonly scope?: 'team' | 'plan' | 'region' | 'all';
  readonly scopeIds?: readonly string[];
  readonly terms: Partial<CostTerms>;
  readonly state: 'draft' | 'pendingApproval' | 'published' | 'disabled' | 'expired';
  /**
   * Start of the version, as a number of days before today. A negative number means days after today. A draft or pending version with a
   * positive number starts in ten days.
   */
  readonly from: number;
  readonly to?: number;
  readonly remark?: string;
  /** This rule is the next version of the preceding rule in the list. */
  readonly isNext?: true;
}

const TIERS = [
  { from: 0, to: 5_000, fixedFen: 0, rateBp: 600 },
  { from: 5_000, to: 20_000, fixedFen: 0, rateBp: 500 },
  { from: 20_000, to: null, fixedFen: 100, rateBp: 400 },
];
const SCOPE_STATIONS = 4;

/**
 * Creates the fee rules. In the small data set no rule charges orders, because tests rely on the stations' own rates. In the other data
 * sets, rules charge some stations.
 */
export async function makeCostRules(making: Making): Promise<void> {
  const { db, ids, now, size } = making;
  const inForce = size.orders > 10_000;
  const rows = await db
    .selectFrom('team')
    .where('team.status', '=', 'operating')
    .select(['team.id', 'team.city_code as city'])
    .orderBy('team.id')
    .execute();
  const stations = rows.slice(0, SCOPE_STATIONS).map(({ id }) => String(id));
  const city = rows.at(-1)?.city ?? '110100';
  const active = inForce ? 'published' : 'draft';
  const rules: readonly DemoRule[] = [
    {
      ...{ name: '示范站点配送服务费', kind: 'delivery', scope: 'team', scopeIds: stations, state: active, from: 100 },
      terms: { calcType: 'distance', distance: { baseM: 3_000, baseFen: 30, stepM: 1_000, stepFen: 10, nightFen: 20 } },
      remark: '按距离收取的调度与客服费用',
    },
    {
      ...{ name: '商家推广服务费', kind: 'promotion', target: 'merchant', scope: 'region', scopeIds: [city] },
      terms: { calcType: 'rate', base: 'goods', rateBp: 150, capMaxFen: 500 },
      ...{ state: inForce ? 'published' : 'pendingApproval', from: 90 },
    },
    {
      ...{ name: '骑手装备服务费', kind: 'delivery', target: 'rider', scope: 'team', scopeIds: stations.slice(0, 2) },
      terms: { calcType: 'perOrder', fixedFen: 20 },
      ...{ state: active, from: 60 },
    },
    {
      ...{ name: '大单阶梯技术服务费', kind: 'technical', scope: 'plan', state: 'published', from: 30 },
      terms: { calcType: 'tierAmount', tiers: TIERS, residualParty: 'platform' },
    },
    {
      ...{ name: '系统软件月费', kind: 'software', scope: 'all', state: 'published', from: 40 },
      terms: { calcType: 'period', period: 'month', fixedFen: 20_000 },
    },
    {
      ...{ name: '系统软件月费', kind: 'software', scope: 'all', state: 'published', from: -25, isNext: true },
      terms: { calcType: 'period', period: 'month', fixedFen: 22_000 },
    },
    {
      ...{ name: '春节推广服务费', kind: 'promotion', target: 'merchant', scope: 'all', state: 'expired' },
      terms: { calcType: 'rate', base: 'goods', rateBp: 200 },
      ...{ from: 400, to: 380 },
    },
    {
      ...{ name: '旧版技术服务费', kind: 'technical', scope: 'all', state: 'disabled', from: 500, to: 450 },
      terms: { calcType: 'rate', rateBp: 700 },
    },
    ...furtherRules({
      stations: rows.map(({ id }) => String(id)),
      cities: [...new Set(rows.flatMap(({ city: code }) => code ?? []))],
      inForce,
    }),
    {
      ...{ name: '夜间配送服务费试行', kind: 'delivery', scope: 'region', scopeIds: [city], state: 'draft', from: -10 },
      terms: { calcType: 'distance', distance: { baseM: 5_000, baseFen: 0, stepM: 1_000, stepFen: 0, nightFen: 50 } },
    },
  ];
  let before: { no: string; revision: number } | null = null;
  const made = rules.map((rule) => {
    const id = ids.next();
    const created = daysAgo(now, Math.max(rule.from + 3, 2));
    const own: { no: string; revision: number } =
      rule.isNext && before
        ? { no: before.no, revision: before.revision + 1 }
        : { no: businessNo('CR', wallTime(created, ZONE).day, id), revision: 1 };
    before = own;
    return rowOf(rule, { id, now, created, ...own });
  });
  await insertRows(db, 'cost_rule', endedByNext(made));
}

/** Returns further fee rules for cities and stations, so that the list can be filtered. The small data set has none of them. */
function furtherRules(world: {
  readonly stations: readonly string[];
  readonly cities: readonly string[];
  readonly inForce: boolean;
}): readonly DemoRule[] {
  if (!world.inForce) return [];
  const station = (...at: number[]) => at.flatMap((index) => world.stations[index] ?? []);
  const city = (index: number) => [world.cities[index % Math.max(world.cities.length, 1)] ?? '110100'];
  const night = { baseM: 30_000, baseFen: 0, stepM: 1_000, stepFen: 0, nightFen: 100 };
  return [
    {
      ...{
        name: '夜间配送附加费',
        kind: 'delivery',
        scope: 'team',
        scopeIds: station(5, 6, 7),
        state: 'published',
        from: 75,
      },
      terms: { calcType: 'distance', distance: night },
      remark: '22:00–06:00 每单加收 1 元',
    },
    {
      ...{
        name: '远距离调度服务费',
        kind: 'delivery',
        scope: 'team',
        scopeIds: station(8, 9),
        state: 'published',
        from: 70,
      },
      terms: { calcType: 'distance', distance: { ...night, baseM: 5_000, stepFen: 20, nightFen: 0 } },
    },
    {
      ...{
        name: '核心商圈技术服务费',
        kind: 'technical',
        scope: 'team',
        scopeIds: station(10, 11),
        state: 'published',
        from: 65,
      },
      terms: { calcType: 'rate', rateBp: 650, capMaxFen: 800 },
    },
    {
      ...{ name: '商家技术服务费', kind: 'technical', target: 'merchant', scope: 'region', scopeIds: city(1) },
      terms: { calcType: 'rate', base: 'goods', rateBp: 100, capMaxFen: 300 },
      ...{ state: 'published', from: 55 },
    },
    {
      ...{ name: '新店推广服务费', kind: 'promotion', target: 'merchant', scope: 'region', scopeIds: city(2) },
      terms: { calcType: 'perOrder', fixedFen: 50 },
      ...{ state: 'published', from: 50 },
    },
    {
      ...{
        name: '站点推广服务费',
        kind: 'promotion',
        scope: 'team',
        scopeIds: station(12, 13),
        state: 'published',
        from: 45,
      },
      terms: { calcType: 'rate', base: 'paid', rateBp: 80, capMaxFen: 200 },
    },
    {
      ...{ name: '骑手保温箱使用费', kind: 'delivery', target: 'rider', scope: 'team', scopeIds: station(14) },
      terms: { calcType: 'perOrder', fixedFen: 10 },
      ...{ state: 'published', from: 42 },
    },
    {
      ...{
        name: '数据看板月费',
        kind: 'software',
        scope: 'team',
        scopeIds: station(0, 1, 2),
        state: 'published',
        from: 38,
      },
      terms: { calcType: 'period', period: 'month', fixedFen: 9_900 },
    },
    {
      ...{ name: '培训服务费', kind: 'other', scope: 'team', scopeIds: station(3, 4), state: 'published', from: 35 },
      terms: { calcType: 'period', period: 'month', fixedFen: 15_000 },
    },
    {
      ...{
        name: '客服外包服务费',
        kind: 'other',
        scope: 'region',
        scopeIds: city(3),
        state: 'disabled',
        from: 200,
        to: 120,
      },
      terms: { calcType: 'period', period: 'month', fixedFen: 30_000 },
    },
    {
      ...{ name: '春节运力保障服务费', kind: 'delivery', scope: 'all', state: 'expired', from: 45, to: 25 },
      terms: { calcType: 'perOrder', fixedFen: 30 },
    },
    {
      ...{
        name: '大额订单推广服务费',
        kind: 'promotion',
        target: 'merchant',
        scope: 'all',
        state: 'pendingApproval',
        from: -15,
      },
      terms: { calcType: 'tierAmount', base: 'goods', tiers: TIERS },
    },
    {
      ...{ name: '雨天调度服务费', kind: 'delivery', scope: 'region', scopeIds: city(4), state: 'draft', from: -12 },
      terms: { calcType: 'perOrder', fixedFen: 80 },
    },
    {
      ...{
        name: '骑手服装费',
        kind: 'delivery',
        target: 'rider',
        scope: 'region',
        scopeIds: city(5),
        state: 'draft',
        from: -8,
      },
      terms: { calcType: 'perOrder', fixedFen: 5 },
    },
    {
      ...{
        name: '季度站点技术服务费',
        kind: 'technical',
        scope: 'region',
        scopeIds: city(6),
        state: 'pendingApproval',
        from: -20,
      },
      terms: { calcType: 'rate', rateBp: 750 },
    },
  ];
}

/** Sets the end of each version to the start of the rule's next version. */
function endedByNext(rows: ReturnType<typeof rowOf>[]): ReturnType<typeof rowOf>[] {
  return rows.map((row, at) => {
    const next = rows[at + 1];
    return next && next.rule_no === row.rule_no ? { ...row, effective_to: next.effective_from } : row;
  });
}

function rowOf(
  rule: DemoRule,
  on: {
    readonly id: number;
    readonly now: Date;
    readonly created: Date;
    readonly no: string;
    readonly revision: number;
  },
) {
  const isDecided = rule.state !== 'draft' && rule.state !== 'pendingApproval';
  const from = daysAgo(on.now, isDecided || rule.from < 0 ? rule.from : -10);
  return {
    id: on.id,
    version: isDecided ? 3 : 1,
    created_at: on.created,
    rule_no: on.no,
    revision: on.revision,
    name: rule.name,
    kind: rule.kind,
    target: rule.target ?? ('team' as const),
    scope_type: rule.scope ?? ('all' as const),
    scope_ids: JSON.stringify(rule.scopeIds ?? []),
    service_types: '[]',
    terms: JSON.stringify({ ...INITIAL_TERMS, ...rule.terms }),
    priority: 100,
    effective_from: from,
    effective_to: rule.to === undefined ? null : daysAgo(on.now, rule.to),
    state: rule.state,
    remark: rule.remark ?? '',
    team_id: null,
    maker_id: 0,
    maker_name: '财务主管',
    checker_id: isDecided ? 1 : null,
    checker_name: isDecided ? '财务总监' : null,
    decided_at: isDecided ? new Date(on.created.getTime() + DAY_MS) : null,
    note: null,
    updated_at: on.created,
    updated_by: 0,
    updated_by_name: '财务主管',
  };
}

/** Charges the periodic fees that are due at `now` with the function that the product's job calls. */
export async function chargeDemoPeriods({ db, ids, now }: Making): Promise<void> {
  await chargePeriods({ db, ids, clock: fixedClock(now.toISOString()) }, ZONE);
}
