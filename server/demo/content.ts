import type { Insertable } from 'kysely';
import type { Database } from '../core/database/schema';
import { insertRows } from './insert';
import { hash, random } from './random';
import type { StationPlan } from './stations';
import { daysAgo, type Making } from './world';

/**
 * Creates the stations' switches and their log. `busyMode`, `badWeather` and a switched-off `acceptOrders` end at a set time. The other
 * switches have no end.
 */
export async function makeSwitches(making: Making, plans: readonly StationPlan[]): Promise<void> {
  const { db, ids, now } = making;
  const operating = plans.filter(({ status }) => status === 'operating');
  const rows: Insertable<Database['team_switch']>[] = [];
  const set = (
    index: number,
    key: Insertable<Database['team_switch']>['key'],
    on: boolean,
    params: object,
    hours: number | null,
    reason: string | null,
  ) => {
    const plan = operating[index];
    if (!plan) return;
    const at = daysAgo(now, 0.02 + (index % 5) * 0.3);
    rows.push({
      id: ids.next(),
      team_id: plan.id,
      key,
      on,
      params: JSON.stringify(params),
      until: hours === null ? null : new Date(now.getTime() + hours * 3_600_000),
      reason,
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: 0,
      updated_by: 0,
      updated_by_name: '',
    });
  };
  set(1, 'busyMode', true, { addMin: 15, surchargeFen: 200 }, 2, null);
  set(6, 'busyMode', true, { addMin: 10, surchargeFen: 100 }, 1, null);
  set(4, 'badWeather', true, { addMin: 20, surchargeFen: 300, subsidyFen: 200 }, 5, null);
  set(9, 'acceptOrders', false, {}, 3, '骑手聚餐，暂停接单');
  for (let index = 0; index < operating.length; index += 1) {
    if (index % 2 === 0) set(index, 'autoDispatch', true, { radiusM: 3_000, maxCarry: 5 }, null, null);
    if (index % 3 === 0) set(index, 'grabOrder', true, { grabDelaySec: 15 }, null, null);
    if (index % 4 === 1) set(index, 'riderRecruit', true, { quota: 5 + (index % 90) }, null, null);
    if (index % 5 === 2) set(index, 'nightService', true, { nightFeeFen: 300 }, null, null);
    if (index % 6 === 3) set(index, 'codeOnDelivery', true, { mode: 'both' }, null, null);
  }
  await insertRows(db, 'team_switch', rows);
  await insertRows(
    db,
    'team_log',
    rows.map((row) => ({
      id: ids.next(),
      team_id: row.team_id,
      kind: 'switch' as const,
      subject: row.key,
      old_value: JSON.stringify({
        on: row.key === 'acceptOrders' || row.key === 'autoDispatch',
        params: {},
        until: null,
      }),
      new_value: JSON.stringify({
        on: row.on,
        params: JSON.parse(row.params),
        until: row.until instanceof Date ? row.until.toISOString() : null,
      }),
      reason: row.reason ?? null,
      by_id: 0,
      by_name: '',
      at: row.created_at,
    })),
  );
}

const DEEDS = [
  ['team', 'update', 'team'],
  ['team', 'pause', 'team'],
  ['team', 'resume', 'team'],
  ['team', 'saveDraft', 'team'],
  ['operation', 'setSwitch', 'team'],
  ['operation', 'bulkSwitch', 'team'],
  ['sensitive', 'unmask', 'team'],
  ['dashboard', 'saveQuickLinks', 'account'],
] as const;

/** Creates operation records (操作记录) of the last 180 days. Most recorded calls succeeded, and some were refused. */
export async function makeRecords(
  making: Making,
  staff: readonly { readonly id: number; readonly account: string; readonly identity: string }[],
  plans: readonly StationPlan[],
): Promise<void> {
  const { db, ids, now, size } = making;
  const chance = random('records');
  const at = Array.from(
    { length: size.records },
    () => now.getTime() - Math.floor(chance.next() ** 1.3 * 180 * 86_400_000),
  ).sort((one, other) => one - other);
  await insertRows(
    db,
    'operation_record',
    at.map((moment, index) => {
      const [module, action, object] = chance.pick(DEEDS);
      const person = chance.pick(staff);
      const plan = chance.pick(plans);
      return {
        id: ids.next(),
        at: new Date(moment),
        account_id: person.id,
        account: person.account,
        identity_name: person.identity,
        module,
        action,
        object_type: object,
        object_id: object === 'account' ? person.id : plan.id,
        object_no: object === 'account' ? person.account : plan.row.code,
        result_code: chance.chance(0.94) ? 100 : chance.pick([42201, 40901, 40302]),
        before: action === 'update' ? JSON.stringify({ promiseMin: 45 }) : null,
        after: action === 'update' ? JSON.stringify({ promiseMin: 50 }) : null,
        detail: null,
        reason: action === 'pause' ? '设备检修' : null,
        ip: `127.0.0.${chance.int(1, 250)}`,
        ua: 'Mozilla/5.0 (demo)',
        request_id: `demo${hash(`record ${index}`).toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`,
        cost_ms: chance.int(4, 180),
      };
    }),
  );
}
