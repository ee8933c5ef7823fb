import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { isCreditCode } from '../../contract/credit-code';
import { FUND_AUDIT } from '../../contract/fundAudit.states';
import { createSecretBox } from '../core/access/secrets';
import { fixedClock } from '../core/clock';
import { connect } from '../core/database/connect';
import { createTestDatabase, type TestDatabase } from '../core/database/testing';
import { createIds } from '../core/ids';
import { runJob } from '../core/jobs';
import { wallTime } from '../core/money/days';
import { type CostSnapshot, compactAccounts, findOffences, snapshotOf } from '../modules/ledger';
import { rollUp } from '../modules/order';
import { stationTerms } from '../modules/team';
import { areaProblems, overlapKm2 } from '../modules/team/geometry';
import { teamFundHandlers } from '../modules/teamFund';
import { demoJobs, seedDatabase } from '.';
import { act } from './acting';
import { wishes } from './exports';
import { withoutIndexes } from './insert';
import { creditCode, idCard } from './names';
import { eventsOf, fateOf, momentsOfDays, shareOfDay } from './orders';
import { random } from './random';
import { DEMO_DAYS, SIZES } from './world';

const NOW = '2026-03-01T11:40:00+08:00';
const TABLES: readonly (readonly [table: string, rows: number])[] = [
  ['team', 6],
  ['franchisee', 3],
  ['rider', 40],
  ['app_user', 200],
  ['merchant', 30],
  ['customer_order', 1_500],
  ['announcement', 5],
  ['article', 8],
  ['banner', 4],
  ['rider_fund_audit', 30],
  ['operation_record', 400],
  ['identity', 10],
  // The eighth account is the owner's. `createOwner` creates it, and this test does not call `createOwner`.
  ['account', 7],
];

async function fill(db: TestDatabase['db'], now = NOW, lanes = 1): Promise<void> {
  const clock = fixedClock(now);
  await seedDatabase(db, {
    size: 'small',
    lanes,
    now: clock.now(),
    secrets: createSecretBox([Buffer.alloc(32, 1)], clock),
    ids: createIds({ clock, node: 3 }),
  });
}

/** Creates a database and fills it with the generator. */
async function seeded(now?: string, lanes?: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await fill(database.db, now, lanes);
  return database;
}

/** Creates a copy of a database that the generator filled once for this file. */
const copied = (): Promise<TestDatabase> =>
  createTestDatabase({
    name: 'generated',
    async fill(url) {
      const { db, close } = connect(url);
      await fill(db);
      await close();
    },
  });

async function rowsOf<R>(database: TestDatabase, query: string): Promise<R[]> {
  return (await database.pool.query(query)).rows as R[];
}

/**
 * Computes a checksum of each table except those of the migrations and the process nodes. It leaves out the encrypted numbers of
 * identity cards, because their nonces differ in each run.
 */
async function checksum(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not like 'kysely%' and table_name <> 'process_node' order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ sum: string }>(
      database,
      `select md5(coalesce(string_agg(line, '' order by line), '')) as sum
       from (select (to_jsonb(t) - 'id_card')::text as line from ${name} t) lines`,
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

/** SQL that finds days whose roll-ups differ from a plain count of the orders. This SQL is independent of the product's SQL. */
const DIFFERENCES = `
  with raw as (
    select team_id, (paid_at at time zone 'Asia/Shanghai')::date as day, count(*) as orders, sum(paid_fen) as gmv
    from customer_order where paid_at < $1 group by 1, 2
  ), done as (
    select team_id, (delivered_at at time zone 'Asia/Shanghai')::date as day, count(*) as delivered,
      count(*) filter (where delivered_at <= promised_at) as on_time
    from customer_order where delivered_at < $1 group by 1, 2
  )
  select coalesce(r.team_id, raw.team_id, done.team_id) as team, coalesce(r.day, raw.day, done.day) as day
  from (select * from order_day where team_id > 0) r
  full join raw on raw.team_id = r.team_id and raw.day = r.day
  full join done on done.team_id = coalesce(r.team_id, raw.team_id) and done.day = coalesce(r.day, raw.day)
  where coalesce(r.orders, 0) <> coalesce(raw.orders, 0) or coalesce(r.gmv_fen, 0) <> coalesce(raw.gmv, 0)
    or coalesce(r.delivered, 0) <> coalesce(done.delivered, 0) or coalesce(r.on_time, 0) <> coalesce(done.on_time, 0)`;

describe('seedDatabase', () => {
  let database: TestDatabase;
  before(async () => {
    database = await copied();
  });
  after(() => database.close());

  it('writes the same data for the same moment', async () => {
    const again = await seeded();
    try {
      assert.deepEqual(await checksum(again), await checksum(database));
    } finally {
      await again.close();
    }
  });

  it('writes the documented number of rows', async () => {
    for (const [table, rows] of TABLES) {
      const [row] = await rowsOf<{ count: number }>(database, `select count(*) as count from ${table}`);
      assert.equal(row?.count, rows, table);
    }
  });

  it('refuses a database that has stations', async () => {
    const clock = fixedClock(NOW);
    const secrets = createSecretBox([Buffer.alloc(32, 1)], clock);
    await assert.rejects(
      seedDatabase(database.db, { size: 'small', now: clock.now(), secrets, ids: createIds({ clock, node: 4 }) }),
      /empty database/,
    );
  });

  it('keeps the roll-ups equal to the orders', async () => {
    const { rows } = await database.pool.query(DIFFERENCES, [new Date(NOW)]);
    assert.deepEqual(rows, []);
    const totals = await rowsOf<{ all: number; each: number }>(
      database,
      `select (select sum(orders + 2 * delivered + 3 * cancelled + 5 * refunds + 7 * exceptions) from order_day where team_id = 0) as all,
        (select sum(orders + 2 * delivered + 3 * cancelled + 5 * refunds + 7 * exceptions) from order_hour where team_id > 0) as each`,
    );
    assert.equal(totals[0]?.all, totals[0]?.each);
  });

  it('contains no events of the future', async () => {
    const later = await rowsOf(
      database,
      `select id from customer_order where greatest(paid_at, accepted_at, delivered_at, cancelled_at, refunded_at) >= '${NOW}'`,
    );
    assert.deepEqual(later, []);
  });

  it('gives every order a possible sequence of events', async () => {
    const wrong = await rowsOf(
      database,
      `select id from customer_order where accepted_at < paid_at or delivered_at < accepted_at
        or (status = 'delivered') <> (delivered_at is not null) or (status = 'cancelled') <> (cancelled_at is not null)
        or (accepted_at is null) <> (rider_id is null) or refund_fen > paid_fen or (refund_fen > 0) <> (refunded_at is not null)
        or paid_fen > goods_fen + delivery_fen`,
    );
    assert.deepEqual(wrong, []);
  });

  it('has orders to handle at any hour, a free order and a very expensive one', async () => {
    const night = await seeded('2026-03-02T04:10:00+08:00');
    try {
      for (const place of [database, night]) {
        const [row] = await rowsOf<{ unassigned: number; late: number; free: number; dear: number }>(
          place,
          `select count(*) filter (where o.status = 'paid' and o.paid_at < p.at - interval '10 minutes') as unassigned,
            count(*) filter (where o.status = 'accepted' and o.promised_at < p.at - interval '30 minutes') as late,
            count(*) filter (where paid_fen = 0) as free, count(*) filter (where paid_fen = 999999) as dear
           from customer_order o, demo_pulse p`,
        );
        assert.ok(row && row.unassigned > 0 && row.late > 0 && row.free === 1 && row.dear === 1, JSON.stringify(row));
      }
    } finally {
      await night.close();
    }
  });

  it('draws valid areas, one pair of which overlaps', async () => {
    const areas = await rowsOf<{ lng: number; lat: number; polygon: { lng: number; lat: number }[] }>(
      database,
      `select team.lng, team.lat, team_area.polygon from team_area join team on team.id = team_area.team_id`,
    );
    assert.equal(areas.length, 5);
    for (const { polygon, lng, lat } of areas) assert.deepEqual(areaProblems(polygon, { lng, lat }), []);
    const pairs = areas.flatMap((one, index) =>
      areas.slice(index + 1).filter((other) => overlapKm2(one.polygon, other.polygon) > 0),
    );
    assert.equal(pairs.length, 1);
  });

  it('has rider fund audit entries in every state, mostly rewards, all consistent with the ledger', async () => {
    const [row] = await rowsOf<{ states: number; owing: number; share: number; unlike: number }>(
      database,
      `select count(distinct state) as states, count(*) filter (where state = 'owing') as owing,
        round(100.0 * count(*) filter (where direction = 'in') / count(*))::int as share,
        count(*) filter (where (select coalesce(sum(p.amount_fen), 0) from ledger_txn t
          join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
          join ledger_account a on a.id = p.account_id and a.code = 'RIDER_AVAILABLE' and a.owner_id = e.rider_id
          where t.team_id = e.team_id and t.biz_no = e.no)
          <> case when e.direction = 'out' then e.collected_fen when e.state = 'effective' then e.amount_fen else 0 end) as unlike
       from rider_fund_audit e`,
    );
    assert.ok(row && row.states === 8 && row.owing === 3 && row.share >= 60 && row.unlike === 0, JSON.stringify(row));
  });

  it('distributes riders, users and orders as DOMAIN defines', async () => {
    const near = (found: number | undefined, wanted: number, within: number, what: string) =>
      assert.ok(found !== undefined && Math.abs(found - wanted) <= within, `${what}: ${found}`);
    const [riders] = await rowsOf<{ part: number; expired: number; expiring: number; applying: number }>(
      database,
      `select count(*) filter (where rider_type = 'part') as part,
        count(*) filter (where health_state = 'expired' and health_valid_to < '2026-03-01') as expired,
        count(*) filter (where health_valid_to between '2026-03-02' and '2026-03-31') as expiring,
        count(*) filter (where status = 'applying') as applying from rider`,
    );
    near(riders?.part, 40 * 0.55, 1, 'riders part-time');
    near(riders?.expired, 40 * 0.04, 1, 'certificates expired');
    near(riders?.expiring, 40 * 0.08, 1, 'certificates that expire');
    near(riders?.applying, 40 * 0.05, 1, 'riders who apply');
    const users = await rowsOf<{ source: string; count: number }>(
      database,
      'select source, count(*) as count from app_user group by 1 order by 2 desc',
    );
    assert.deepEqual(
      users.map(({ source, count }) => [source, count]),
      [
        ['wx', 124],
        ['ali', 28],
        ['dy', 24],
        ['app', 18],
        ['h5', 6],
      ],
    );
    const [orders] = await rowsOf<Record<'peaks' | 'cancelled' | 'late' | 'refunded' | 'days', number>>(
      database,
      `select 100.0 * count(*) filter (where hour between 11 and 12 or hour between 17 and 19) / count(*) as peaks,
        100.0 * count(*) filter (where status = 'cancelled') / count(*) as cancelled,
        100.0 * count(*) filter (where delivered_at > promised_at) / count(delivered_at) as late,
        100.0 * count(*) filter (where status = 'delivered' and refund_fen > 0) / count(*) as refunded,
        count(distinct day) as days
       from (select *, extract(hour from paid_at at time zone 'Asia/Shanghai') as hour,
         (paid_at at time zone 'Asia/Shanghai')::date as day from customer_order) o`,
    );
    // The five peak hours have more than half of the orders.
    assert.ok(Number(orders?.peaks) > 50, `${orders?.peaks} % at the peaks`);
    near(Number(orders?.cancelled), 6, 2, '% cancelled');
    near(Number(orders?.late), 7, 2, '% late');
    near(Number(orders?.refunded), 2.5, 1, '% refunded');
    assert.equal(orders?.days, DEMO_DAYS);
    // A few users order often, and most users hardly ever order.
    const [zipf] = await rowsOf<{ share: number }>(
      database,
      `select sum(order_count) filter (where place <= 20) / sum(order_count)::float as share
       from (select order_count, row_number() over (order by order_count desc) as place from app_user) u`,
    );
    assert.ok((zipf?.share ?? 0) > 0.3, `the first tenth of the users have ${zipf?.share} of the orders`);
  });

  it("has a very long name, a zero amount and a maximum amount in lists, and rows outside one station's scope", async () => {
    const [row] = await rowsOf<Record<'team' | 'rider' | 'user' | 'reason' | 'zero' | 'most' | 'dearest', number>>(
      database,
      `select (select max(length(name)) from team) as team, (select max(length(name)) from rider) as rider,
        (select max(length(nickname)) from app_user) as user, (select max(length(reason)) from rider_fund_audit) as reason,
        (select min(paid_fen) from customer_order) as zero, (select max(paid_fen) from customer_order) as most,
        (select max(amount_fen) from rider_fund_audit) as dearest`,
    );
    assert.ok(row && row.team > 25 && row.rider > 12 && row.user > 20 && row.reason > 60, JSON.stringify(row));
    assert.deepEqual([row.zero, row.most, row.dearest], [0, 999_999, FUND_AUDIT.singleMaxFen.initial]);
    for (const table of ['rider', 'customer_order', 'ledger_txn', 'bill', 'settle_line', 'rider_fund_audit']) {
      const [{ teams } = { teams: 0 }] = await rowsOf<{ teams: number }>(
        database,
        `select count(distinct team_id) as teams from ${table} where team_id > 0`,
      );
      assert.ok(teams > 1, table);
    }
  });

  it("posts the orders of the last 35 days, and replaying an order's rules gives the same postings", async () => {
    assert.deepEqual(await findOffences(database.db), []);
    const orders = await database.db
      .selectFrom('customer_order')
      .where('cost_snapshot', 'is not', null)
      .selectAll()
      .orderBy('paid_at')
      .execute();
    const first = orders[0]?.paid_at ?? new Date(0);
    assert.ok(orders.length > 300 && first >= new Date('2026-01-26T00:00:00+08:00'), `${orders.length}`);
    const teamIds = [...new Set(orders.map(({ team_id }) => team_id))];
    const termsAt = await stationTerms(database.db, teamIds, first);
    let differenceFen = 0;
    for (const order of orders) {
      const terms = termsAt(order.team_id, order.paid_at);
      assert.ok(terms);
      const told = order.cost_snapshot as unknown as CostSnapshot;
      const again = snapshotOf(terms, {
        goodsFen: order.goods_fen,
        deliveryFen: order.delivery_fen,
        merchantFeeFen: told.merchantFeeFen,
        promotionFeeFen: told.promotionFeeFen,
      });
      differenceFen += Math.abs(again.technicalFeeFen - told.technicalFeeFen);
      differenceFen += Math.abs(again.riderIncomeFen - told.riderIncomeFen);
    }
    assert.equal(differenceFen, 0);
    const [settled] = await rowsOf<{ unlike: number; count: number }>(
      database,
      `select count(*) as count, count(*) filter (where t.n is distinct from 1) as unlike from customer_order o
       left join lateral (select count(*) as n from ledger_txn t
         where t.team_id = o.team_id and t.biz_no = o.order_no and t.biz_type = 'ORDER_SETTLE') t on true
       where o.settled_at is not null`,
    );
    assert.ok(settled && settled.count > 250 && settled.unlike <= 1, JSON.stringify(settled));
  });

  it('uses no phone number that could be real', async () => {
    const foreign = await rowsOf(
      database,
      `select tel from (select tel from account union all select tel from rider union all select tel from app_user
        union all select tel from merchant union all select contact_tel from team where status <> 'draft'
        union all select contact_tel from franchisee) tels where tel !~ '^1990000[0-9]{4}$'`,
    );
    assert.deepEqual(foreign, []);
  });

  it('assigns every built-in identity except the owner, and has a locked, an expired and an invited account', async () => {
    const without = await rowsOf<{ key: string }>(
      database,
      `select builtin_key as key from identity where not exists (select 1 from account_identity where identity_id = identity.id)`,
    );
    assert.deepEqual(without, [{ key: 'owner' }]);
    const [row] = await rowsOf<{ locked: number; expired: number; invited: number }>(
      database,
      `select count(*) filter (where status = 'locked') as locked, count(*) filter (where expire_at < '2026-03-01') as expired,
        count(*) filter (where status = 'invited') as invited from account`,
    );
    assert.deepEqual(row, { locked: 1, expired: 1, invited: 1 });
  });
});

describe('the demo', () => {
  it('has the sizes that DOMAIN defines', () => {
    const { teams, ...size } = SIZES.demo;
    assert.deepEqual(teams, { operating: 30, preparing: 5, paused: 4, frozen: 2, draft: 5, closed: 2 });
    assert.deepEqual(
      [size.franchiseTeams / 48 > 0.59, size.cities, size.franchisees, size.accounts, size.riders, size.users],
      [true, 12, 26, 70, 900, 12_000],
    );
    assert.deepEqual(
      [
        size.merchants,
        size.orders,
        size.moneyDays,
        size.fundAudits,
        size.foodLosses,
        size.owingRiders,
        size.announcements,
        size.records,
      ],
      [1_200, 60_000, 120, 700, 520, 12, 40, 18_000],
    );
  });

  it('has requested 38 exports at every hour, some of which have expired', () => {
    for (let hour = 0; hour < 24 * 8; hour += 1) {
      const now = new Date(Date.parse('2026-03-01T00:30:00+08:00') + hour * 3_600_000);
      const asked = wishes(wallTime(now).day, now);
      assert.equal(asked.length, 38);
      assert.ok(asked.every(({ at }) => at < now));
      assert.deepEqual(
        asked,
        asked.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
      );
      // Files are stored for a week, so some have expired and some are available.
      const week = now.getTime() - 7 * 86_400_000;
      assert.ok(asked.some(({ at }) => at.getTime() < week) && asked.some(({ at }) => at.getTime() > week));
    }
  });
});

describe('speed-ups of the fill', () => {
  let database: TestDatabase;
  before(async () => {
    database = await copied();
  });
  after(() => database.close());

  it('processes the orders in two concurrent lanes with the same final balances as in one', async () => {
    const both = await seeded(NOW, 2);
    const accounts = `select code, owner_id, team_id, balance_fen, last_seq from ledger_account order by 1, 2, 3`;
    try {
      assert.deepEqual(await rowsOf(both, accounts), await rowsOf(database, accounts));
      assert.deepEqual(await findOffences(both.db), []);
    } finally {
      await both.close();
    }
  });

  it('rewrites the accounts without changing any', async () => {
    const accounts = () => rowsOf(database, 'select * from ledger_account order by id');
    const earlier = await accounts();
    await database.db.transaction().execute((transaction) => compactAccounts(transaction));
    assert.deepEqual(await accounts(), earlier);
    assert.ok(earlier.length > 0);
  });

  it('recreates the dropped indexes, and keeps the needed ones', async () => {
    const indexes = () => rowsOf<{ indexdef: string }>(database, 'select indexdef from pg_indexes order by indexdef');
    const earlier = await indexes();
    const again = await withoutIndexes(database.db, ['bill', 'ledger_posting'], ['bill_merchant_number']);
    const between = await indexes();
    assert.ok(
      between.length < earlier.length && between.some(({ indexdef }) => / bill_merchant_number /.test(indexdef)),
    );
    await again();
    assert.deepEqual(await indexes(), earlier);
  });
});

describe('act', () => {
  it('lets an account act as on the page, with their permissions and an operation record', async () => {
    const database = await copied();
    try {
      const clock = fixedClock(NOW);
      const stage = { db: database.db, ids: createIds({ clock, node: 6 }), ports: {} };
      const who = async (account: string) =>
        (await rowsOf<{ id: number }>(database, `select id from account where account = '${account}'`))[0]?.id ?? 0;
      const [team] = await rowsOf<{ id: number }>(
        database,
        `select id from team where status = 'operating' order by id`,
      );
      const at = new Date('2026-02-27T15:00:00+08:00');
      const input = {
        ...{ teamId: team?.id ?? 0, account: 'available' as const, direction: 'in' as const, amountFen: 5_000 },
        ...{ category: 'subsidy' as const, reason: '新站点开业补贴', evidence: [] },
      };
      const call = { who: await who('finance'), at, input };
      const { no } = await act(stage, teamFundHandlers, 'finance.TeamFund/submitAdjust', call);
      const [row] = await rowsOf(
        database,
        `select r.object_no as no, r.at, r.result_code as code, a.state from operation_record r
         join fund_adjust a on a.no = r.object_no where r.action = 'submitAdjust'`,
      );
      assert.deepEqual(row, { no, at, code: 100, state: 'pending' });
      const stranger = { ...call, who: await who('operations') };
      await assert.rejects(act(stage, teamFundHandlers, 'finance.TeamFund/submitAdjust', stranger), /may not call/);
    } finally {
      await database.close();
    }
  });
});

describe('demoJobs', () => {
  it('advances the demo: orders arrive and end, riders stay online, roll-ups stay correct', async () => {
    const database = await copied();
    try {
      const clock = fixedClock(NOW);
      clock.advance(26 * 3_600_000);
      const on = { db: database.db, clock, ids: createIds({ clock, node: 5 }) };
      for (const job of demoJobs) assert.equal(await runJob(job, on), true);
      const [row] = await rowsOf<{ orders: number; fresh: number; open: number; online: number }>(
        database,
        `select count(*) as orders, count(*) filter (where paid_at >= '${NOW}') as fresh,
          count(*) filter (where status in ('paid', 'accepted') and paid_at < '2026-03-02T10:00:00+08:00') as open,
          (select count(*) from rider where heartbeat_at > '2026-03-02T13:38:00+08:00') as online
         from customer_order`,
      );
      assert.ok(row && row.fresh >= 5 && row.orders === 1_500 + row.fresh, JSON.stringify(row));
      assert.equal(row.open, 0);
      assert.ok(row.online > 0);
      const options = { asOf: clock.now(), timeZone: 'Asia/Shanghai' };
      await rollUp(database.db, '2026-02-20', '2026-03-02', options);
      assert.deepEqual((await database.pool.query(DIFFERENCES, [clock.now()])).rows, []);
      // A second run at the same moment changes nothing.
      const before = await checksum(database);
      for (const job of demoJobs) await runJob(job, on);
      assert.deepEqual(await checksum(database), before);
    } finally {
      await database.close();
    }
  });

  it('does not change a database that the generator has not filled', async () => {
    const database = await createTestDatabase();
    try {
      const clock = fixedClock(NOW);
      for (const job of demoJobs) await runJob(job, { db: database.db, clock, ids: createIds({ clock, node: 5 }) });
      assert.deepEqual(await rowsOf(database, 'select id from customer_order'), []);
    } finally {
      await database.close();
    }
  });
});

describe('generated values', () => {
  it('creates credit codes that the station rules accept', () => {
    fc.assert(fc.property(fc.nat(10 ** 9), (number) => isCreditCode(creditCode(number))));
  });

  it('creates identity cards with a valid check character', () => {
    // By MOD 11-2, the weighted sum of all 18 characters leaves the remainder 1.
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1_960, max: 2_006 }), (serial, year) => {
        const card = idCard(`${year}-07-15`, serial);
        const sum = [...card].reduce(
          (all, digit, index) => all + (digit === 'X' ? 10 : Number(digit)) * (weights[index] ?? 0),
          0,
        );
        return card.length === 18 && sum % 11 === 1;
      }),
    );
  });

  it('distributes exactly the requested number of orders, none in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 300, max: 4_000 }), (minute, total) => {
        const now = new Date(Date.parse('2026-03-01T00:00:00+08:00') + minute * 60_000);
        const { perDay } = momentsOfDays(now, 30, total);
        const moments = perDay.flatMap((day) => day.moments);
        return moments.length === total && moments.every((at) => at < now) && perDay.length === 30;
      }),
      { numRuns: 20 },
    );
  });

  it('cancels six percent of the orders and delivers seven percent late', () => {
    const fates = Array.from({ length: 20_000 }, (_, index) => fateOf(`OD${index}`, 45));
    const share = (count: number) => (count / fates.length) * 100;
    const cancelled = share(fates.filter(({ cancelMin }) => cancelMin !== null).length);
    const late = share(fates.filter(({ waitMin, rideMin }) => waitMin + rideMin > 45).length);
    const refunded = share(fates.filter(({ cancelMin, refundBp }) => cancelMin === null && refundBp > 0).length);
    assert.ok(Math.abs(cancelled - 6) < 0.6, `${cancelled} % cancelled`);
    assert.ok(Math.abs(late - 7) < 1, `${late} % late`);
    assert.ok(Math.abs(refunded - 2.5) < 0.4, `${refunded} % refunded`);
  });

  it('adds later events of an order without changing earlier ones', () => {
    const paidAt = new Date(NOW);
    const riders = [{ id: 1, teamId: 1 }];
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(600), fc.nat(600), (number, one, more) => {
        const order = { orderNo: `OD${number}`, paidAt, paidFen: 2_000, promiseMin: 45 };
        const early = eventsOf(order, riders, new Date(paidAt.getTime() + one * 60_000));
        const later = eventsOf(order, riders, new Date(paidAt.getTime() + (one + more) * 60_000));
        for (const event of ['acceptedAt', 'deliveredAt', 'cancelledAt', 'refundedAt'] as const) {
          if (early[event]) assert.deepEqual(later[event], early[event]);
        }
      }),
    );
  });

  it('draws the same numbers for the same name, and others for another name', () => {
    const draw = (name: string) => Array.from({ length: 5 }, (_, index) => random(`${name}${index % 1}`).int(0, 1e9));
    assert.deepEqual(draw('one'), draw('one'));
    assert.notDeepEqual(draw('one'), draw('two'));
  });

  it('has no orders at the beginning of a day and all of them at its end', () => {
    assert.equal(shareOfDay(new Date('2026-03-01T00:00:00+08:00')), 0);
    assert.ok(shareOfDay(new Date('2026-03-01T23:59:00+08:00')) > 0.999);
  });
});
