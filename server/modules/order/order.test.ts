import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../core/database/testing';
import {
  capacityToday,
  dailyFigures,
  type Figures,
  gmvSince,
  hourlyFigures,
  medianMinutes,
  ordersToday,
  periodFigures,
  periodMinutes,
  refreshRollUps,
  riderSums,
  rollUp,
  rollUpState,
  runningOrders,
  shareBp,
  teamSums,
} from '.';

const ZONE = 'Asia/Shanghai';
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  for (const table of [
    'customer_order',
    'order_event',
    'app_user',
    'app_user_day',
    'order_hour',
    'order_day',
    'order_minutes',
    'rider_day',
    'order_team',
    'order_roll_up',
  ]) {
    await database.pool.query(`delete from ${table}`);
  }
});

/** Parses `12-31 09:30` as a time in Shanghai. The year is 2026 for January and 2025 for other months. */
const at = (text: string) => new Date(`${text.startsWith('01') ? 2026 : 2025}-${text.replace(' ', 'T')}:00+08:00`);

interface Order {
  team?: number;
  paid: string;
  accepted?: string;
  promised?: string;
  delivered?: string;
  cancelled?: string;
  refunded?: string;
  fen?: number;
  rider?: number;
  source?: 'miniProgram' | 'app';
}

let last = 0;
async function order(given: Order): Promise<void> {
  last += 1;
  const { team = 1, fen = 1_000, rider = 7, source = 'miniProgram' } = given;
  await database.db
    .insertInto('customer_order')
    .values({
      id: last,
      team_id: team,
      order_no: `O${last}`,
      app_user_id: 1,
      rider_id: given.accepted ? rider : null,
      merchant_id: null,
      type: 'food',
      source,
      status: given.cancelled ? 'cancelled' : given.delivered ? 'delivered' : given.accepted ? 'accepted' : 'paid',
      goods_fen: fen,
      delivery_fen: 0,
      paid_fen: fen,
      refund_fen: given.refunded ? fen : 0,
      distance_m: 1_000,
      lng: 104,
      lat: 30,
      paid_at: at(given.paid),
      accepted_at: given.accepted ? at(given.accepted) : null,
      promised_at: at(given.promised ?? given.paid.replace(/:..$/, ':59')),
      delivered_at: given.delivered ? at(given.delivered) : null,
      cancelled_at: given.cancelled ? at(given.cancelled) : null,
      refunded_at: given.refunded ? at(given.refunded) : null,
    })
    .execute();
}

async function user(id: number, home: number | null, first: string, ...sessions: string[]): Promise<void> {
  await database.db
    .insertInto('app_user')
    .values({
      id,
      nickname: `u${id}`,
      source: 'wx',
      home_team_id: home,
      status: 'normal',
      tel: null,
      first_login_at: at(first),
      created_at: at(first),
      updated_at: at(first),
    })
    .execute();
  for (const session of sessions) {
    const moment = at(session);
    const day = new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    await database.db
      .insertInto('app_user_day')
      .values({ day, app_user_id: id, home_team_id: home, first_at: moment })
      .execute();
  }
}

const NONE: Figures = {
  orders: 0,
  gmvFen: 0,
  delivered: 0,
  onTime: 0,
  cancelled: 0,
  refunds: 0,
  refundFen: 0,
  exceptions: 0,
  newUsers: 0,
  activeUsers: 0,
  sources: { miniProgram: 0, app: 0, officialAccount: 0, hourToReach: 0, stationEntry: 0 },
};

async function handmade(): Promise<void> {
  // Yesterday, the last day of the year: one order on time, one order 31 minutes late, one order without a rider for 11 minutes.
  await order({
    paid: '12-31 09:10',
    accepted: '12-31 09:15',
    promised: '12-31 09:55',
    delivered: '12-31 09:45',
    fen: 2_500,
  });
  await order({
    paid: '12-31 11:00',
    accepted: '12-31 11:05',
    promised: '12-31 11:45',
    delivered: '12-31 12:16',
    fen: 3_000,
    source: 'app',
  });
  await order({
    paid: '12-31 23:50',
    accepted: '01-01 00:01',
    promised: '01-01 00:35',
    delivered: '01-01 00:20',
    fen: 4_000,
  });
  // Today, at another station: one running order, one cancelled and refunded order.
  await order({ team: 2, paid: '01-01 10:00', accepted: '01-01 10:02', promised: '01-01 10:45', fen: 9_900 });
  await order({
    team: 2,
    paid: '01-01 10:30',
    cancelled: '01-01 10:35',
    refunded: '01-01 10:40',
    promised: '01-01 11:15',
    fen: 5_000,
  });
  await user(1, 1, '12-31 09:00', '12-31 09:00', '01-01 08:00');
  await user(2, null, '01-01 09:00', '01-01 09:00');
}

describe('figures', () => {
  it('counts every event at its own time, before and after midnight', async () => {
    await handmade();
    const asOf = at('01-01 11:40');
    await rollUp(database.db, '2025-12-31', '2026-01-01', { asOf, timeZone: ZONE });
    const days = await dailyFigures(database.db, null, '2025-12-31', '2026-01-01');
    assert.deepEqual(days.get('2025-12-31'), {
      ...NONE,
      orders: 3,
      gmvFen: 9_500,
      delivered: 2,
      onTime: 1,
      exceptions: 1,
      newUsers: 1,
      activeUsers: 1,
      sources: { ...NONE.sources, miniProgram: 2, app: 1 },
    });
    assert.deepEqual(days.get('2026-01-01'), {
      ...NONE,
      orders: 2,
      gmvFen: 14_900,
      delivered: 1,
      onTime: 1,
      cancelled: 1,
      refunds: 1,
      refundFen: 5_000,
      // The order paid at 23:50 became an exception at 00:00. The running order became an exception at 11:15, when it was 30 minutes late.
      exceptions: 2,
      newUsers: 1,
      activeUsers: 2,
      sources: { ...NONE.sources, miniProgram: 2 },
    });
  });

  it('counts each refund on its own day, ignores reversed refunds, and counts the sum of orders without single refunds', async () => {
    await order({ paid: '12-30 10:00', refunded: '01-01 10:00', fen: 5_000 });
    const whole = `O${last}`;
    await order({ team: 2, paid: '12-30 10:00', refunded: '01-01 09:00', fen: 700 });
    const refund = (no: string, amount_fen: number, moment: string, undone_at: Date | null = null) =>
      database.db
        .insertInto('order_event')
        .values({
          team_id: 1,
          order_no: whole,
          event: 'refunded',
          no,
          content: '',
          amount_fen,
          at: at(moment),
          received_at: at(moment),
          undone_at,
        })
        .execute();
    await refund('R1', 2_000, '12-31 10:00');
    await refund('R2', 3_000, '01-01 10:00');
    await refund('R3', 900, '01-01 10:30', at('01-01 10:40'));
    await rollUp(database.db, '2025-12-30', '2026-01-01', { asOf: at('01-01 11:40'), timeZone: ZONE });
    const days = await dailyFigures(database.db, null, '2025-12-30', '2026-01-01');
    const told = (day: string) => [days.get(day)?.refunds, days.get(day)?.refundFen];
    assert.deepEqual(told('2025-12-30'), [0, 0]);
    assert.deepEqual(told('2025-12-31'), [1, 2_000]);
    assert.deepEqual(told('2026-01-01'), [2, 3_700]);
    const own = await dailyFigures(database.db, [1], '2026-01-01', '2026-01-01');
    assert.equal(own.get('2026-01-01')?.refundFen, 3_000);
  });

  it('counts users without a station only in the figures of all stations', async () => {
    await handmade();
    await rollUp(database.db, '2025-12-31', '2026-01-01', { asOf: at('01-01 11:40'), timeZone: ZONE });
    const own = await dailyFigures(database.db, [1, 2], '2026-01-01', '2026-01-01');
    assert.equal(own.get('2026-01-01')?.newUsers, 0);
    assert.equal(own.get('2026-01-01')?.activeUsers, 1);
    assert.equal(own.get('2026-01-01')?.orders, 2);
  });

  it('counts a period that ends within an hour exactly, for any stations', async () => {
    await handmade();
    const state = { asOf: at('01-01 11:40'), timeZone: ZONE };
    await rollUp(database.db, '2025-12-31', '2026-01-01', state);
    for (const teams of [null, [1], [1, 2]]) {
      const until = (text: string) => periodFigures(database.db, teams, { fromDay: '2025-12-31', to: at(text) }, state);
      assert.equal((await until('12-31 09:10')).orders, 0, 'the end does not count');
      assert.equal((await until('12-31 09:11')).orders, 1);
      assert.equal((await until('12-31 09:46')).delivered, 1);
      assert.equal((await until('12-31 11:40')).orders, 2);
      assert.equal((await until('12-31 12:15')).exceptions, 0);
      assert.equal((await until('12-31 12:16')).exceptions, 1, 'late since 12:15');
      assert.equal((await until('01-01 00:00')).orders, 3);
      assert.equal((await until('01-01 00:00')).exceptions, 1);
      assert.equal((await until('01-01 00:01')).exceptions, 2);
    }
    assert.equal((await periodFigures(database.db, null, { fromDay: '2026-01-01', to: state.asOf }, state)).orders, 2);
    assert.equal((await periodFigures(database.db, [1], { fromDay: '2026-01-01', to: state.asOf }, state)).orders, 0);
  });

  it('takes the median over the deliveries of the period', async () => {
    await handmade();
    const state = { asOf: at('01-01 11:40'), timeZone: ZONE };
    await rollUp(database.db, '2025-12-31', '2026-01-01', state);
    const median = async (fromDay: string, to: Date, teams: number[] | null = null) =>
      medianMinutes(await periodMinutes(database.db, teams, { fromDay, to }, state));
    assert.equal(await median('2025-12-31', at('12-31 12:00')), 30);
    assert.equal(await median('2025-12-31', at('12-31 12:17')), 50.5);
    assert.equal(await median('2025-12-31', state.asOf), 30);
    assert.equal(await median('2026-01-01', state.asOf, [1]), 19);
    assert.equal(await median('2026-01-01', state.asOf, [2]), null);
  });

  it('returns the figures that the stations module shows', async () => {
    await handmade();
    const now = at('01-01 11:40');
    await rollUp(database.db, '2025-12-31', '2026-01-01', { asOf: now, timeZone: ZONE });
    const { db } = database;
    assert.deepEqual(
      [...(await ordersToday(db, [1, 2, 3], at('01-01 00:00'), now))],
      [
        [1, 0],
        [2, 2],
        [3, 0],
      ],
    );
    assert.deepEqual(
      [...(await gmvSince(db, [1, 2], '2025-12-03'))],
      [
        [1, 9_500],
        [2, 14_900],
      ],
    );
    assert.deepEqual(
      [...(await runningOrders(db, [1, 2]))],
      [
        [1, 0],
        [2, 1],
      ],
    );
    assert.deepEqual(await capacityToday(db, 2, at('01-01 00:00'), now), {
      ordersToday: 2,
      averageWaitMin: 2,
      ordersUnassigned: 0,
    });
  });

  it('ranks stations and riders by their figures', async () => {
    await handmade();
    await rollUp(database.db, '2025-12-31', '2026-01-01', { asOf: at('01-01 11:40'), timeZone: ZONE });
    const teams = await teamSums(database.db, null, '2025-12-31', '2026-01-01');
    assert.deepEqual(
      teams.sort((a, b) => a.teamId - b.teamId),
      [
        { teamId: 1, orders: 3, gmvFen: 9_500, delivered: 3, onTime: 2 },
        { teamId: 2, orders: 2, gmvFen: 14_900, delivered: 0, onTime: 0 },
      ],
    );
    const riders = await riderSums(
      database.db,
      [1],
      { fromDay: '2025-12-31', toDay: '2026-01-01' },
      { by: 'onTimeRate', direction: 'top', limit: 5 },
    );
    assert.deepEqual(riders, [{ riderId: 7, delivered: 3, onTime: 2, gmvFen: 9_500 }]);
  });
});

describe('refreshRollUps', () => {
  it('updates the roll-ups after changes of orders, removes obsolete rows, and leaves other days unchanged', async () => {
    await handmade();
    await refreshRollUps(database.db, at('01-01 11:40'), ZONE);
    assert.deepEqual(await rollUpState(database.db), { asOf: at('01-01 11:40'), timeZone: ZONE });
    const hours = await hourlyFigures(database.db, null, '2026-01-01');
    assert.equal(hours.get(10)?.orders, 2);
    await database.pool.query("delete from customer_order where status = 'cancelled'");
    await order({ team: 2, paid: '01-01 11:41', fen: 100 });
    await refreshRollUps(database.db, at('01-01 11:42'), ZONE);
    const later = await hourlyFigures(database.db, [2], '2026-01-01');
    assert.equal(later.get(10)?.orders, 1);
    assert.equal(later.get(11)?.orders, 1);
    assert.equal((await dailyFigures(database.db, [1], '2025-12-31', '2025-12-31')).get('2025-12-31')?.orders, 3);
  });

  it('counts the remaining events of the former day after midnight', async () => {
    await order({ paid: '12-31 22:00' });
    await refreshRollUps(database.db, at('12-31 23:59'), ZONE);
    await database.pool.query('delete from customer_order');
    await order({ paid: '12-31 22:00' });
    await order({ paid: '12-31 23:59' });
    await order({ paid: '01-01 00:00' });
    await refreshRollUps(database.db, at('01-01 00:01'), ZONE);
    const days = await dailyFigures(database.db, null, '2025-12-31', '2026-01-01');
    assert.deepEqual([...days].map(([day, { orders }]) => [day, orders]).sort(), [
      ['2025-12-31', 2],
      ['2026-01-01', 1],
    ]);
  });

  it("recounts all days after a change of the platform's time zone", async () => {
    await order({ paid: '12-31 23:30' });
    await refreshRollUps(database.db, at('01-01 11:40'), ZONE);
    await refreshRollUps(database.db, at('01-01 11:41'), 'Asia/Tokyo');
    const days = await dailyFigures(database.db, null, '2025-12-01', '2026-01-31');
    assert.deepEqual([...days.keys()], ['2026-01-01']);
  });
});

describe('arithmetic', () => {
  it('returns no share of zero and rounds half up', () => {
    assert.equal(shareBp(0, 0), null);
    assert.equal(shareBp(1, 3), 3_333);
    assert.equal(shareBp(2, 3), 6_667);
    assert.equal(shareBp(1, 20_000), 1);
  });

  it('returns no median without deliveries', () => {
    assert.equal(medianMinutes([]), null);
    assert.equal(medianMinutes([{ minutes: 5, orders: 0 }]), null);
    assert.equal(
      medianMinutes([
        { minutes: 40, orders: 1 },
        { minutes: 10, orders: 2 },
      ]),
      10,
    );
    assert.equal(
      medianMinutes([
        { minutes: 40, orders: 1 },
        { minutes: 11, orders: 1 },
      ]),
      25.5,
    );
  });
});
