import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { OrderEvent } from '../../../contract/order';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { balancesOf, findOffences, releaseLine } from '../ledger';
import { formerContentOf } from './rules';

/**
 * Tests the strict validation of events and the limits of what parties bear. Also tests that numbers of the payment platform are unique
 * (DOMAIN §9 decisions 18, 19, 22).
 */

let t: TestApp;
let teamId: number;
let franchiseeId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  teamId = (await team.executeTakeFirstOrThrow()).id;
  // The station belongs to a franchisee that gets 20 % of the commission. The commission is 5 %.
  desk = await orderDesk(t, teamId);
  const franchisee = t.db.selectFrom('franchisee').select('id').orderBy('id').limit(1);
  franchiseeId = (await franchisee.executeTakeFirstOrThrow()).id;
  await t.db.updateTable('franchisee').set({ share_rate_bp: 2_000 }).where('id', '=', franchiseeId).execute();
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  await t.close();
});

const raw = (events: readonly object[]) => t.raw('order.Intake/push', { events }, { signed: true, locale: 'en-US' });
async function push(...events: OrderEvent[]) {
  const answer = await t.call('order.Intake/push', { events }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.rows.map(({ state, code, msg }) => [state, code, msg].filter(Boolean).join(' '));
}

test('an unknown field or another currency is refused by name, and no event of the batch is applied', async () => {
  const [one, two] = [desk.newKey(), desk.newKey()];
  const fieldsOf = async (events: readonly object[]) => {
    const { code, data } = await raw(events);
    assert.equal(code, 40001);
    return (data as { errors: { field: string; rule: string }[] }).errors.map(({ field, rule }) => `${field} ${rule}`);
  };
  assert.deepEqual(await fieldsOf([desk.paid(one), { ...desk.paid(two), riderIncomFen: 5, extra: 1 }]), [
    'events.1.riderIncomFen unknown',
    'events.1.extra unknown',
  ]);
  assert.deepEqual(await fieldsOf([{ ...desk.paid(one), currency: 'USD' }]), ['events.0.currency choice']);
  const bearers = [{ party: 'team', amountFen: 1, share: 5 }];
  assert.deepEqual(await fieldsOf([{ ...desk.refunded(one, 'R1', 5), bearers }]), ['events.0.bearers.0.share unknown']);
  const known = await t.db
    .selectFrom('order_event')
    .select('order_no')
    .where('order_no', 'in', [one.orderNo, two.orderNo])
    .execute();
  assert.deepEqual(known, []);
});

test('an event with another time notation or an explicit tenant currency is recognised as a repetition', async () => {
  const key = desk.newKey();
  const moment = t.clock.now();
  const local = `${new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
  const paid = desk.paid(key, { at: moment.toISOString(), promisedAt: moment.toISOString() });
  assert.deepEqual(await push(paid), ['done']);
  assert.deepEqual(await push({ ...paid, at: local, promisedAt: local } as OrderEvent), ['repeated']);
  assert.deepEqual(await push({ ...paid, currency: 'CNY' } as OrderEvent), ['repeated']);
  const later = { ...paid, at: new Date(moment.getTime() + 1).toISOString() } as OrderEvent;
  assert.match((await push(later)).join(), /^refused 40902/);
});

test('an event that was stored with its original time notation is still recognised as a repetition', async () => {
  const key = desk.newKey();
  const paid = { ...desk.paid(key), at: '2026-03-01T10:00:00+08:00' } as OrderEvent;
  assert.deepEqual(await push(paid), ['done']);
  await t.db
    .updateTable('order_event')
    .set({ content: formerContentOf(paid) })
    .where('order_no', '=', key.orderNo)
    .execute();
  assert.deepEqual(await push(paid), ['repeated']);
});

const CODES = [
  'COMMISSION',
  'FRANCHISEE_AVAILABLE',
  'COMPENSATION',
  'TEAM_AVAILABLE',
  'MERCHANT_PAYABLE',
  'RIDER_AVAILABLE',
  'RECEIVABLE',
  'ADJUSTMENT',
] as const;
async function changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const owners = [0, franchiseeId, teamId, desk.merchantId, desk.riderId];
  const before = await balancesOf(t.db, [...CODES], owners);
  await work();
  const after = await balancesOf(t.db, [...CODES], owners);
  return Object.fromEntries(
    [...after]
      .map(([key, fen]) => [key.split(':')[0] as string, fen - (before.get(key) ?? 0)] as const)
      .filter(([, fen]) => fen !== 0),
  );
}
const bearing = (key: { teamId: number; orderNo: string }, no: string, amountFen: number, bearers: object[]) =>
  ({ ...desk.refunded(key, no, amountFen), bearers }) as OrderEvent;

test('a party bears at most its income from the order over all refunds, and the platform bears the rest', async () => {
  const key = desk.newKey();
  // Of 3,000 fen the merchant gets 2,000, the rider 600 and the station 250. The commission is 150 fen, of which the franchisee gets 30.
  assert.deepEqual(await push(desk.paid(key), desk.delivered(key)), ['done', 'done']);
  assert.deepEqual(await changes(() => push(bearing(key, 'R1', 1_000, [{ party: 'rider', amountFen: 1_000 }]))), {
    RIDER_AVAILABLE: -600,
    COMPENSATION: 400,
  });
  assert.deepEqual(
    await changes(() =>
      push(
        bearing(key, 'R2', 500, [
          { party: 'rider', amountFen: 100 },
          { party: 'merchant', amountFen: 400 },
        ]),
      ),
    ),
    { MERCHANT_PAYABLE: -400, COMPENSATION: 100 },
  );
});

test('the franchisee returns its share of a refunded commission in proportion, and not a fen more', async () => {
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key), desk.delivered(key)), ['done', 'done']);
  const back = (no: string, amountFen: number) =>
    changes(() => push(bearing(key, no, amountFen, [{ party: 'commission', amountFen }])));
  // The franchisee's share is 30 of 150 fen. A refund of 77 returns 15.4 (rounded 15); a refund of 150 returns all 30.
  assert.deepEqual(await back('R1', 77), { COMMISSION: -62, FRANCHISEE_AVAILABLE: -15 });
  assert.deepEqual(await back('R2', 100), { COMMISSION: -58, FRANCHISEE_AVAILABLE: -15, COMPENSATION: 27 });
  assert.deepEqual(await back('R3', 10), { COMPENSATION: 10 });
});

test('if the franchisee has spent its share, the platform bears it and the refund is still accepted', async () => {
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key), desk.delivered(key)), ['done', 'done']);
  const floor = async (fen: number) =>
    t.db
      .updateTable('ledger_account')
      .set({ floor_fen: fen })
      .where('code', '=', 'FRANCHISEE_AVAILABLE')
      .where('owner_id', '=', franchiseeId)
      .execute();
  const held =
    (await balancesOf(t.db, ['FRANCHISEE_AVAILABLE'], [franchiseeId])).get(`FRANCHISEE_AVAILABLE:${franchiseeId}`) ?? 0;
  await floor(held);
  const changed = await changes(() => push(bearing(key, 'R1', 150, [{ party: 'commission', amountFen: 150 }])));
  await floor(0);
  assert.deepEqual(changed, { COMMISSION: -150 });
});

test('a station owes the part of a refund that its balance cannot bear, and the next release pays it first', async () => {
  const [key, later] = [desk.newKey(), desk.newKey()];
  assert.deepEqual(await push(desk.paid(key), desk.delivered(key)), ['done', 'done']);
  const held = (await balancesOf(t.db, ['TEAM_AVAILABLE'], [teamId])).get(`TEAM_AVAILABLE:${teamId}`) ?? 0;
  const floor = (fen: number) =>
    t.db
      .updateTable('ledger_account')
      .set({ floor_fen: fen })
      .where('code', '=', 'TEAM_AVAILABLE')
      .where('owner_id', '=', teamId)
      .execute();
  await floor(held - 60);
  const refund = bearing(key, 'R1', 200, [{ party: 'team', amountFen: 200 }]);
  assert.deepEqual(await changes(() => push(refund)), { TEAM_AVAILABLE: -60, RECEIVABLE: 140 });
  const token = await t.signIn();
  const list = async () => (await t.call('finance.Receivable/getList', { teamIds: [teamId] }, { token })).data;
  const { list: rows, summary } = await list();
  assert.deepEqual(
    [rows[0]?.bizNo, rows[0]?.leftFen, rows[0]?.state, summary.openFen],
    [key.orderNo, 140, 'open', 140],
  );
  // Amounts that the station owes count as borne. So only 50 of its 250 fen are left for the second refund.
  const again = bearing(key, 'R2', 100, [{ party: 'team', amountFen: 100 }]);
  assert.deepEqual(await changes(() => push(again)), { RECEIVABLE: 50, COMPENSATION: 50 });
  await floor(0);
  await push(desk.paid(later), desk.delivered(later));
  const on = { at: t.clock.now(), day: '2026-03-01', remark: 'early', operatorId: 1 };
  const tools = { db: t.db, ids: t.ids, clock: t.clock };
  assert.deepEqual(await changes(() => releaseLine(tools, later, on)), {
    TEAM_AVAILABLE: 60,
    RECEIVABLE: -190,
  });
  assert.deepEqual([(await list()).summary.openFen, (await list()).summary.collectedFen], [0, 190]);
});

test('a station’s debt from a refund is waived by two people, once', async () => {
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key), desk.delivered(key)), ['done', 'done']);
  const rules = withParents([34, 3307]);
  const [maker, checker] = [await t.account({ rules }), await t.account({ rules })];
  const how = async (account: string) => {
    const token = await t.signIn(account);
    return { token, ticket: await t.ticket(token), locale: 'en-US' as const };
  };
  const spent = t.db.updateTable('ledger_account').set({ floor_fen: sql`balance_fen` });
  await spent.where('code', '=', 'TEAM_AVAILABLE').where('owner_id', '=', teamId).execute();
  await push(bearing(key, 'R1', 70, [{ party: 'team', amountFen: 70 }]));
  const asker = await how(maker.account);
  const { data } = await t.call('finance.Receivable/getList', { teamIds: [teamId], state: ['open'] }, asker);
  const [row] = data.list;
  assert.deepEqual([row?.leftFen, row?.actions], [70, ['waive']]);
  const input = { id: row?.id ?? 0, reason: 'The user misused it' };
  const kept = await t.call('finance.Receivable/waive', input, asker);
  assert.equal(kept.code, 110, kept.msg);
  const moved = await changes(async () => {
    const proposal = { id: kept.data.id, version: kept.data.version };
    assert.equal((await t.call('approval.Proposal/approve', proposal, await how(checker.account))).code, 100);
  });
  assert.deepEqual(moved, { RECEIVABLE: -70, ADJUSTMENT: 70 });
  assert.equal((await t.call('finance.Receivable/waive', input, await how(maker.account))).code, 42201);
});

test('bearers of a refund are limited by settlements of the same batch', async () => {
  const key = desk.newKey();
  const changed = await changes(() =>
    push(desk.paid(key), desk.delivered(key), bearing(key, 'R1', 3_000, [{ party: 'merchant', amountFen: 3_000 }])),
  );
  assert.deepEqual([changed.MERCHANT_PAYABLE, changed.COMPENSATION], [undefined, 1_000]);
});

test('a trade number of a merchant number is booked for one order, and a refund’s number at the platform once', async () => {
  const [one, two, three] = [desk.newKey(), desk.newKey(), desk.newKey()];
  const refused = /^refused 42248 The trade number is already booked/;
  const twice = await push(
    desk.paid(one, { tradeNo: 'SAME1' }),
    desk.paid(two, { tradeNo: 'SAME1' }),
    desk.paid(three),
  );
  assert.deepEqual([twice[0], twice[2]], ['done', 'done']);
  assert.match(twice[1] ?? '', refused);
  const refund = (key: typeof one, no: string) =>
    ({ ...desk.refunded(key, no, 100), channelRefundNo: 'CR1' }) as OrderEvent;
  assert.deepEqual(await push(refund(one, 'R1')), ['done']);
  assert.match((await push(refund(three, 'R1'))).join(), refused);
  const bill = await t.db
    .selectFrom('bill')
    .selectAll()
    .where('order_no', '=', one.orderNo)
    .where('type', '=', 'ORDER_REFUND')
    .executeTakeFirstOrThrow();
  assert.deepEqual([bill.channel_trade_no, bill.channel_refund_no], ['R1', 'CR1']);
});

test('a refusal by state names the state', async () => {
  const key = desk.newKey();
  await push(desk.paid(key), { event: 'cancelled', ...key, at: t.clock.now().toISOString() });
  assert.deepEqual(await push(desk.delivered(key)), ['refused 42201 Not allowed in state Cancelled']);
});

test('a request without a valid signature is refused with 401', async () => {
  const answer = await t.raw('order.Intake/push', { events: [desk.paid(desk.newKey())] }, { locale: 'en-US' });
  assert.deepEqual([answer.code, answer.msg], [401, 'The signature of the request is not valid']);
});
