import { sql } from 'kysely';
import { INITIAL_TERMS } from '../../contract/cost.states';
import { createSecretBox } from '../../server/core/access/secrets';
import { systemClock } from '../../server/core/clock';
import { createTestDatabase } from '../../server/core/database/testing';
import { createIds, idAt } from '../../server/core/ids';
import { addDays, wallTime } from '../../server/core/money/days';
import { seedDatabase } from '../../server/demo';
import { runWhatIfs } from '../../server/modules/cost/what-if';
import { printTable, type Row } from './report';

/**
 * Measures a what-if over `ORDERS` (default 1,000,000) orders of 30 days. The first rule computes the same charges as before. The
 * second rule has another rate, which changes the charges.
 */
const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const DAYS = 30;
const CHUNK = 100_000;
const ZONE = 'Asia/Shanghai';

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  const ids = createIds({ clock: systemClock, node: 3 });
  try {
    const now = systemClock.now();
    const secrets = createSecretBox([systemClock.randomBytes(32)], systemClock);
    await seedDatabase(db, { size: 'small', now, secrets, ids });
    const { day: today } = wallTime(now, ZONE);
    const from = addDays(today, -DAYS);
    await sql`truncate customer_order, order_key cascade`.execute(db);
    await sql`update team set platform_rate_bp = 500, fee_plan_id = null`.execute(db);
    for (let start = 0; start < ORDERS; start += CHUNK) await insertOrders(start, from);
    await sql`analyze customer_order`.execute(db);
    const rows: Row[] = [await measured('unchanged rate', 500), await measured('another rate', 600)];
    const note = `${ORDERS.toLocaleString('en')} orders of ${DAYS} days`;
    printTable('npm run bench whatif', [note], rows);

    async function insertOrders(start: number, firstDay: string): Promise<void> {
      await sql`
        insert into customer_order (id, team_id, order_no, app_user_id, rider_id, merchant_id, type, source, status, goods_fen,
          delivery_fen, paid_fen, distance_m, lng, lat, paid_at, promised_at, cost_snapshot)
        select ${idAt(now)}::bigint + n, t.ids[1 + n % cardinality(t.ids)], 'BW' || n, 1, 1 + n % 40, 1 + n % 30, 'food', 'app', 'delivered',
          1000 + n::bigint * 7919 % 9000, 300 + n % 900, 1300 + n::bigint * 7919 % 9000 + n % 900, n % 9000, 104, 30,
          ${firstDay}::timestamptz + (n % ${DAYS} || ' days')::interval + (n % 86000 || ' seconds')::interval, now(),
          jsonb_build_object('settlementMode', 'balance', 'settleCycle', 'T1', 'feePlanId', null, 'planName', null, 'planFrom', null,
            'rateBp', 500, 'fixedFen', 0, 'merchantFeeFen', 0, 'promotionFeeFen', 0, 'riderIncomeFen', 200, 'franchiseeId', null,
            'shareRateBp', 0, 'technicalFeeFen', ((1300 + n::bigint * 7919 % 9000 + n % 900) * 500::bigint + 5000) / 10000)
        from generate_series(${start}::int, ${Math.min(start + CHUNK, ORDERS) - 1}::int) n,
          (select array_agg(id) as ids from team where status = 'operating') t`.execute(db);
    }

    async function measured(name: string, rateBp: number): Promise<Row> {
      const id = ids.next();
      const rule = {
        ...{ id, ruleNo: `CR${id}`, revision: 1, name, kind: 'technical', target: 'team', scopeType: 'team' },
        ...{ scopeIds: await teamIds(), serviceTypes: [], terms: { ...INITIAL_TERMS, rateBp }, priority: 1 },
      };
      await db
        .insertInto('cost_what_if')
        .values({
          ...{
            id,
            created_at: systemClock.now(),
            rule_id: id,
            rule: JSON.stringify(rule),
            from_day: from,
            to_day: today,
          },
          ...{ state: 'waiting', scope: '{"teamIds":null}', created_by: 1, created_by_name: 'bench' },
        })
        .execute();
      const begun = performance.now();
      await runWhatIfs({ db, clock: systemClock }, ZONE);
      const seconds = (performance.now() - begun) / 1_000;
      const { result } = await db
        .selectFrom('cost_what_if')
        .select('result')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { orders, changed, platformFen } = result as { orders: number; changed: number; platformFen: number };
      const measured = `${seconds.toFixed(1)} s; ${changed} of ${orders} changed, platform ${(platformFen / 100).toFixed(2)} yuan`;
      return { figure: name, target: '≤ 60 s', measured };
    }

    async function teamIds(): Promise<string[]> {
      const teams = await db.selectFrom('team').select('team.id').execute();
      return teams.map((team) => String(team.id));
    }
  } finally {
    await database.close();
  }
}

void main();
