import { CITIES } from './cities';
import { insertRows } from './insert';
import { companyName, creditCode, demoTel, personName } from './names';
import { random } from './random';
import { DAY_MS, daysAgo, type Making } from './world';

const common = (at: Date) => ({ version: 1, created_at: at, updated_at: at, created_by: 0, updated_by: 0 });
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Creates fee plans (费用方案). One is the default, one has expired and one begins later.
 *
 * @returns the plans that are in force and have no end
 */
export async function makeFeePlans(making: Making): Promise<{ id: number; rateBp: number }[]> {
  const { db, ids, now } = making;
  const plans = [
    { name: '标准方案', rate: 800, fixed: 0, from: 700, to: null },
    { name: '新站扶持方案', rate: 300, fixed: 0, from: 500, to: null },
    { name: '核心城市方案', rate: 1_000, fixed: 20, from: 400, to: null },
    { name: '按单固定方案', rate: 0, fixed: 150, from: 300, to: null },
    { name: '去年促销方案', rate: 500, fixed: 0, from: 600, to: 240 },
    { name: '下季度方案', rate: 900, fixed: 0, from: -30, to: null },
  ].map((plan) => ({ ...plan, id: ids.next() }));
  await insertRows(
    db,
    'fee_plan',
    plans.map((plan, index) => ({
      id: plan.id,
      name: plan.name,
      platform_rate_bp: plan.rate,
      platform_fixed_fen: plan.fixed,
      is_default: index === 0,
      effective_from: daysAgo(now, plan.from),
      effective_to: plan.to === null ? null : daysAgo(now, plan.to),
      ...common(daysAgo(now, Math.max(plan.from, 5))),
    })),
  );
  return plans.filter(({ from, to }) => from > 0 && to === null).map(({ id, rate }) => ({ id, rateBp: rate }));
}

/**
 * Creates franchisees (加盟商). In data sets with at least ten franchisees, one contract is terminated, one has expired and one is
 * suspended. These three franchisees cannot have stations.
 *
 * @returns ids of the franchisees that can have stations
 */
export async function makeFranchisees(making: Making): Promise<number[]> {
  const { db, ids, now, size } = making;
  const chance = random('franchisees');
  const rows = Array.from({ length: size.franchisees }, (_, index) => {
    const fromEnd = size.franchisees - 1 - index;
    const small = size.franchisees < 10;
    const status = small
      ? ('active' as const)
      : ((['terminated', 'expired', 'suspended', 'expiring', 'expiring'] as const)[fromEnd] ?? ('active' as const));
    const start = daysAgo(now, 400 + chance.int(0, 300));
    const left = {
      terminated: -90,
      expired: -20,
      suspended: 300,
      expiring: 25 + fromEnd,
      active: 200 + chance.int(0, 700),
    }[status];
    const city = CITIES[index % size.cities];
    return {
      id: ids.next(),
      no: `FR${dayOf(start).replaceAll('-', '')}${String(index + 1).padStart(8, '0')}`,
      name: companyName(index + 1),
      credit_code: creditCode(100 + index),
      contact_name: personName(chance).name,
      contact_tel: demoTel(950 + index),
      territory: JSON.stringify([city?.cityCode]),
      level: chance.pick(['A', 'B', 'B', 'C']),
      share_rate_bp: chance.pick([1_000, 1_500, 2_000]),
      contract_from: dayOf(start),
      contract_to: dayOf(new Date(now.getTime() + left * DAY_MS)),
      status,
      ...common(start),
    };
  });
  await insertRows(db, 'franchisee', rows);
  return rows.filter(({ status }) => status === 'active' || status === 'expiring').map(({ id }) => id);
}
