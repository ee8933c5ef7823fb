import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { FieldError } from '../../../contract/endpoint';
import type { LossEvent } from '../../../contract/foodLoss.intake';
import { LOSS } from '../../../contract/foodLoss.states';
import type { Input } from '../../../contract/index';
import { withParents } from '../../../contract/permissions';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { wallClock } from '../../core/money/days';
import { random } from '../../demo/random';
import { OLD_ADVANCES } from '../../migrations/0276_food_losses';
import { createTestApp, type TestApp } from '../../testing';
import { type OrderKey, orderDesk } from '../../testing-orders';
import { keepFile } from '../file';
import { collectOwing } from '../fundAudit';
import { holdSettlement, liftHold } from '../intake';
import { balancesOf, findOffences, manual, post } from '../ledger';
import { orderSnapshot } from '../order';
import { runDueLosses } from './jobs';
import { assertBooks, collectHistory, endHistory, type History, type Kit, playHistory } from './testing-histories';

/**
 * Tests food losses from report to payment on a real database. `FOOD_LOSS_HISTORIES` is the number of random test histories.
 * A full run has 500.
 */
const HISTORIES = Number(process.env.FOOD_LOSS_HISTORIES ?? 40);
const RULES = withParents([60, 6001, 6005, 6006, 6007, 6008, 6009]);

let t: TestApp;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
interface Person {
  readonly id: number;
  readonly account: string;
}
let first: Person;
let second: Person;
before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  teamId = (await team.executeTakeFirstOrThrow()).id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
  [first, second] = [await t.account({ rules: RULES }), await t.account({ rules: RULES })];
  await insure(desk.riderId);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  assert.deepEqual(await findOffences(t.db), []);
  await t.close();
});

const signedIn = async (account: string) => {
  const token = await t.signIn(account);
  return { token, ticket: await t.ticket(token), locale: 'en-US' as const };
};
const sessions = new Map<string, ReturnType<typeof signedIn>>();
/** Returns a session that is created once for each account and clock time, because sessions expire when the clock advances. */
const how = ({ account }: Person) => {
  const key = `${account} ${t.clock.now().getTime()}`;
  const session = sessions.get(key) ?? signedIn(account);
  sessions.set(key, session);
  return session;
};

async function photo(by: Person, type: 'image/jpeg' | 'application/pdf' = 'image/jpeg'): Promise<number> {
  const id = t.ids.next();
  const file = { scene: 'foodLoss', name: 'photo.jpg', content_type: type, bytes: 3 };
  await t.db
    .insertInto('stored_file')
    .values({
      id,
      ...file,
      width: null,
      height: null,
      sha256: 'a'.repeat(64),
      created_at: t.clock.now(),
      created_by: by.id,
    })
    .execute();
  return id;
}

async function delivered(parts: Parameters<typeof desk.paid>[1] = {}): Promise<OrderKey> {
  const key = desk.newKey();
  for (const event of [desk.paid(key, parts), desk.delivered(key)]) {
    const answer = await t.call('order.Intake/push', { events: [event] }, { signed: true });
    assert.equal(answer.data.done, 1, JSON.stringify(answer));
  }
  return key;
}

type Report = Input<'foodLoss.Report/create'>;
async function report(key: OrderKey, by: Person, more: Partial<Report> = {}) {
  const photos = [await photo(by), await photo(by)];
  const items = [{ name: 'Noodles', quantity: 1, lossFen: 1_500 }];
  const input: Report = {
    ...{ orderNo: key.orderNo, reporterType: 'user', reason: 'spilled', items, claimFen: 1_500 },
    ...{ description: 'All of it was spilled', photos, wantedRemedy: 'balance' },
    ...more,
  };
  return t.call('foodLoss.Report/create', input, await how(by));
}
async function reported(more: Partial<Report> = {}): Promise<{ id: number; key: OrderKey }> {
  const key = await delivered();
  const { code, data, msg } = await report(key, first, more);
  assert.equal(code, 100, msg);
  return { id: data.id ?? 0, key };
}
const find = (id: number) => t.db.selectFrom('food_loss').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const versionOf = async (id: number) => ({ id, version: (await find(id)).version });
type Decision = Omit<Input<'foodLoss.Report/decide'>, 'id' | 'version'>;
const DECISION: Omit<Decision, 'urgentPay'> = {
  liabilities: [{ party: 'rider', shareBp: 10_000 }],
  compFen: 1_500,
  payTo: 'user',
  payWay: 'balance',
  couponTemplateId: null,
  opinion: 'The rider dropped the bag',
  punish: 'none',
};
async function decided(by: Person, more: Partial<Decision> = {}) {
  const { id, key } = await reported();
  assert.equal((await t.call('foodLoss.Report/accept', await versionOf(id), await how(by))).code, 100);
  const input = {
    ...(await versionOf(id)),
    ...DECISION,
    urgentPay: false,
    ...more,
  };
  const answer = await t.call('foodLoss.Report/decide', input, await how(by));
  return { id, key, answer };
}
const tools = () => ({ db: t.db, clock: t.clock, ids: t.ids });
async function windowOver(): Promise<void> {
  t.clock.advance((LOSS.appealHours.initial + 1) * HOUR_MS);
  await runDueLosses(tools());
}
const fenOf = async (code: 'USER_BALANCE' | 'RIDER_AVAILABLE' | 'COMPENSATION', id = 0) =>
  (await balancesOf(t.db, [code], [id])).get(`${code}:${id}`) ?? 0;

/** Creates an insurance policy that covers the test's rider for one year. */
async function insure(riderId: number): Promise<void> {
  const product = await t.db.selectFrom('insure_product').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow();
  const [from, to] = [-1, 365].map((days) => new Date(t.clock.now().getTime() + days * 24 * HOUR_MS));
  assert.ok(from && to);
  const terms = { insurer_id: product.insurer_id, product_id: product.id, premium_unit: product.premium_unit };
  const cover = { cover_date: '2035-01-01', cover_from: from, cover_to: to, sums: JSON.stringify(product.sums) };
  await t.db
    .insertInto('insure_policy')
    .values({
      ...{ id: t.ids.next(), created_at: t.clock.now(), no: 'IP-FOODLOSS', rider_id: riderId, team_id: teamId },
      ...{
        ...terms,
        ...cover,
        price_fen: 100,
        payer: product.payer,
        state: 'inForce',
        insurer_no: 'IN-FOODLOSS',
        maker_id: 0,
        maker_name: '',
      },
    })
    .execute();
}
const numberId = async () =>
  (
    await t.db
      .selectFrom('merchant_number')
      .select('id')
      .where('enabled', '=', true)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

test('the drawer of a food loss lists earlier ones of the same user only at stations in the data scope', async () => {
  const [earlier, { id }] = [await reported(), await reported()];
  const other = t.db.selectFrom('team').select('id').where('id', '<>', teamId).orderBy('id').limit(1);
  const move = (team_id: number) =>
    t.db.updateTable('food_loss').set({ team_id }).where('id', '=', earlier.id).execute();
  await move((await other.executeTakeFirstOrThrow()).id);
  const limited = await t.account({ rules: RULES, scope: { kind: 'teams', ids: [teamId] } });
  const lists = async (by: Person) => {
    const { code, data } = await t.call('foodLoss.Report/getDetail', { id }, await how(by));
    assert.equal(code, 100);
    return data.past.some((loss) => loss.id === earlier.id);
  };
  assert.deepEqual([await lists(first), await lists(limited)], [true, false]);
  await move(teamId);
  assert.equal(await lists(limited), true);
});

test('an insurer owes its share of a rider it covers, and one transfer of it pays several cases, each once', async () => {
  const { id } = await decided(first, { liabilities: [{ party: 'insurer', shareBp: 10_000 }] });
  const expense = await fenOf('COMPENSATION');
  await windowOver();
  const row = await find(id);
  assert.deepEqual([row.state, row.paid_fen, row.insurer_owed_fen], ['closed', 1_500, 1_500]);
  assert.equal(await fenOf('COMPENSATION'), expense);
  assert.deepEqual(await findOffences(t.db), []);
  const collect = async (loss: number) =>
    t.call(
      'foodLoss.Report/collect',
      { ...(await versionOf(loss)), merchantNumberId: await numberId(), voucherNo: 'IV0001' },
      await how(first),
    );
  assert.equal((await collect(id)).code, 100);
  assert.equal((await find(id)).insurer_owed_fen, 0);
  assert.equal((await collect(id)).code, 42201);
  const other = await decided(first, { liabilities: [{ party: 'insurer', shareBp: 10_000 }] });
  await windowOver();
  assert.equal((await collect(other.id)).code, 100);
  assert.deepEqual(await findOffences(t.db), []);
});

test('a report holds the settlement of its order, and needs photos, an order in scope and no open case', async () => {
  const key = desk.newKey();
  await t.call('order.Intake/push', { events: [desk.paid(key)] }, { signed: true });
  assert.equal((await report(key, first, { photos: [await photo(first)] })).code, 42303);
  assert.equal((await report(key, first, { claimFen: 2_001 })).code, 42302);
  assert.equal((await report({ teamId, orderNo: 'NONE1' }, first)).code, 40401);
  const { data } = await report(key, first);
  assert.equal((await report(key, second)).code, 42306);
  await t.call('order.Intake/push', { events: [desk.delivered(key)] }, { signed: true });
  const held = await orderSnapshot(t.db, teamId, key.orderNo);
  assert.deepEqual([held?.holdReason, held?.settledAt], [(await find(data.id ?? 0)).no, null]);
  // Only the maker can cancel the report. The cancellation settles the order.
  assert.equal((await t.call('foodLoss.Report/cancel', await versionOf(data.id ?? 0), await how(second))).code, 40301);
  assert.equal((await t.call('foodLoss.Report/cancel', await versionOf(data.id ?? 0), await how(first))).code, 100);
  const free = await orderSnapshot(t.db, teamId, key.orderNo);
  assert.ok(free?.holdReason === null && free.settledAt !== null);
});

test('the answer to a report says whether the settlement is held, was held before or is already available', async () => {
  const messageOf = async (key: OrderKey) => (await report(key, first)).data.message ?? '';
  assert.match(await messageOf(await delivered()), /the settlement is held$/);
  const before = await delivered();
  await holdSettlement(tools(), before, 'Finance checks');
  assert.match(await messageOf(before), /the settlement was already held$/);
  const released = await delivered();
  const finance = await how(await t.account({ rules: withParents([34, 3309]) }));
  const release = { ...released, reason: 'Cash is short' };
  assert.equal((await t.call('finance.TeamFund/releaseLine', release, finance)).code, 100);
  assert.match(await messageOf(released), /already available and is not held$/);
});

test('documents do not count as photos of a report', async () => {
  const key = await delivered();
  const pdf = () => photo(first, 'application/pdf');
  assert.equal((await report(key, first, { photos: [await pdf(), await pdf()] })).code, 42303);
  const twice = await photo(first);
  assert.equal((await report(key, first, { photos: [twice, twice, await pdf()] })).code, 42303);
  const { data } = await report(key, first, { photos: [await photo(first), await pdf(), await photo(first)] });
  const evidence = t.db
    .selectFrom('food_loss_evidence')
    .select('kind')
    .where('loss_id', '=', data.id ?? 0);
  const kinds = (await evidence.execute()).map(({ kind }) => kind).toSorted();
  assert.deepEqual(kinds, ['document', 'photo', 'photo']);
});

test('a decision needs shares of 100 %, parties of the order and no more than the claim', async () => {
  const refused = async (more: Partial<Decision>) => (await decided(first, more)).answer.code;
  assert.equal(await refused({ liabilities: [{ party: 'rider', shareBp: 9_999 }] }), 42301);
  assert.equal(await refused({ compFen: 1_501 }), 42302);
  assert.equal(await refused({ payTo: 'merchant', payWay: 'originalRoute' }), 40001);
  assert.equal(await refused({ urgentPay: true, payWay: 'originalRoute' }), 40001);
});

test('a decision notifies the administrators of the station, the rider, the merchant and the user, once for each revision', async () => {
  const { id } = await decided(first, { liabilities: [{ party: 'team', shareBp: 10_000 }] });
  const { no, order_no: orderNo } = await find(id);
  const sent = async () =>
    t.db
      .selectFrom('notice_outbox')
      .select(['team_id', 'content'])
      .where('dedupe', 'like', `foodLossDecided:${id}:%`)
      .execute();
  const inbox = async () =>
    t.db
      .selectFrom('user_inbox')
      .select(['person_type', 'user_id', 'body'])
      .where('no', 'like', `${no}-%`)
      .orderBy('no')
      .execute();
  assert.deepEqual(
    (await sent()).map(({ team_id }) => team_id),
    [teamId],
  );
  assert.match(JSON.stringify(await sent()), /the station bears ¥15.00/);
  const other = `您的订单 ${orderNo} 的餐损已判责，您不承担费用。`;
  assert.deepEqual(await inbox(), [
    { person_type: 'user', user_id: desk.userId, body: `您的订单 ${orderNo} 的餐损已判责，赔付 15.00 元。` },
    { person_type: 'merchant', user_id: desk.merchantId, body: other },
    { person_type: 'rider', user_id: desk.riderId, body: other },
  ]);
  const files = [await photo(second)];
  const said = { party: 'team' as const, ground: 'The merchant packed it badly', files };
  await t.call('foodLoss.Report/appeal', { ...(await versionOf(id)), ...said }, await how(second));
  const liabilities = [
    { party: 'user' as const, shareBp: 5_000 },
    { party: 'rider' as const, shareBp: 2_000 },
    { party: 'merchant' as const, shareBp: 3_000 },
  ];
  assert.equal((await upheld(id, { ...DECISION, payTo: 'merchant', liabilities })).code, 100);
  assert.equal((await sent()).length, 2);
  const end = (await find(id)).due_at ?? new Date(0);
  const until = `${wallClock(end, 'Asia/Shanghai')} 前可申诉`;
  assert.deepEqual(
    (await inbox()).slice(3).map(({ person_type, body }) => [person_type, body]),
    [
      ['user', `您的订单 ${orderNo} 的餐损已判责，您承担 7.50 元，${until}。`],
      ['merchant', `您的订单 ${orderNo} 的餐损已判责，扣除您承担的 4.50 元后赔付 10.50 元，${until}。`],
      ['rider', `您的订单 ${orderNo} 的餐损已判责，您承担 3.00 元，${until}。`],
    ],
  );
});

test('each party that is asked for evidence gets a message with the missing evidence and the deadline', async () => {
  const { id } = await reported();
  const { no, order_no: orderNo } = await find(id);
  const ask = async (from: 'rider' | 'merchant' | 'user' | 'team') => {
    const input = { ...(await versionOf(id)), from, what: `A photo for ${from}, or call 13800138000`, hours: 2 };
    assert.equal((await t.call('foodLoss.Report/askEvidence', input, await how(first))).code, 100);
  };
  for (const from of ['rider', 'merchant', 'user', 'team'] as const) await ask(from);
  const until = wallClock((await find(id)).due_at ?? new Date(0), 'Asia/Shanghai');
  const inbox = t.db.selectFrom('user_inbox').select(['person_type', 'user_id', 'title', 'body']);
  const told = await inbox.where('no', 'like', `${no}-ask%`).orderBy('person_type').execute();
  const { merchantId, riderId, userId } = desk;
  assert.deepEqual(
    told,
    (['merchant', 'rider', 'user'] as const).map((party) => ({
      person_type: party,
      user_id: { merchant: merchantId, rider: riderId, user: userId }[party],
      title: '请补充餐损证据',
      body: `您的订单 ${orderNo} 的餐损请在 ${until} 前补证：A photo for ${party}, or call 138****8000`,
    })),
  );
  const ofStation = t.db.selectFrom('notice_outbox').select(['team_id', 'content', 'link']);
  const [notice, ...more] = await ofStation.where('event', '=', 'foodLossAsked').execute();
  assert.deepEqual([notice?.team_id, more.length], [teamId, 0]);
  assert.match(JSON.stringify(notice?.content), /has to send evidence by .*A photo for team, or call 138\*{4}8000/);
});

test('evidence shows when and where its picture was taken, and other pictures keep neither', async () => {
  const capture = { at: new Date('2026-03-01T01:30:00.000Z'), place: { lng: 104.065, lat: 30.66 } };
  const picture = { contentType: 'image/jpeg', bytes: Buffer.from('picture'), width: 1, height: 1, capture };
  const about = { ...picture, name: 'bag.jpg', createdBy: first.id, at: t.clock.now() };
  const keep = async (scene: 'foodLoss' | 'certificate') =>
    (await keepFile({ db: t.db, ids: t.ids, files: null }, { ...about, scene })).id;
  const evidence = await keep('foodLoss');
  const { id } = await reported({ photos: [evidence, await photo(first)] });
  const { data } = await t.call('foodLoss.Report/getDetail', { id }, await how(first));
  const shown = data.evidence.map(({ capturedAt, place }) => ({ capturedAt, place }));
  assert.deepEqual(shown, [
    { capturedAt: capture.at.toISOString(), place: capture.place },
    { capturedAt: null, place: null },
  ]);
  const other = t.db
    .selectFrom('stored_file')
    .select(['captured_at', 'lng', 'lat'])
    .where('id', '=', await keep('certificate'));
  assert.deepEqual(await other.executeTakeFirst(), { captured_at: null, lng: null, lat: null });
});

test('after the window the parties pay up to their income from the order, and a rider without money pays in instalments', async () => {
  const { riderId, userId } = desk;
  const { id, key } = await decided(first, { punish: 'points' });
  // The rider earns 600 fen from the order. Empty the rider's balance before the payment.
  const rest = await fenOf('RIDER_AVAILABLE', riderId);
  const on = { bizNo: `OUT${id}`, teamId, at: t.clock.now(), day: '2026-03-02' };
  if (rest > 0) await post(tools(), manual(on, 'RIDER_AVAILABLE', riderId, 'out', rest));
  const before = await fenOf('USER_BALANCE', userId);
  await windowOver();
  const row = await find(id);
  assert.deepEqual([row.state, row.paid_fen], ['closed', 1_500]);
  assert.equal((await fenOf('USER_BALANCE', userId)) - before, 1_500);
  const shares = await t.db
    .selectFrom('food_loss_share')
    .selectAll()
    .where('loss_id', '=', id)
    .orderBy('party')
    .execute();
  assert.deepEqual(
    shares.map(({ party, borne_fen, owed_fen }) => [party, borne_fen, owed_fen]),
    [
      ['platform', 900, 0],
      // The settlement credits the rider when the case is paid, and the payment immediately debits that amount.
      ['rider', 600, shares.find(({ party }) => party === 'rider')?.owed_fen ?? -1],
    ],
  );
  const debt = await t.db.selectFrom('rider_fund_audit').selectAll().where('source_no', '=', row.no).executeTakeFirst();
  assert.equal(debt?.amount_fen ?? 0, shares.find(({ party }) => party === 'rider')?.owed_fen);
  assert.equal((await orderSnapshot(t.db, teamId, key.orderNo))?.holdReason, null);
  const violation = await t.db.selectFrom('rider_violation').selectAll().where('note', '=', row.no).executeTakeFirst();
  assert.equal(violation?.points, LOSS.punishPoints);
  await collectOwing(tools());
});

test('an urgent payment needs a second verification and is advanced, and an appeal that is upheld posts only the difference', async () => {
  const { userId } = desk;
  const { ticket: _ticket, ...unverified } = await how(first);
  const waiting = await reported();
  await t.call('foodLoss.Report/accept', await versionOf(waiting.id), await how(first));
  const urgent = { ...(await versionOf(waiting.id)), ...DECISION, urgentPay: true };
  assert.equal((await t.call('foodLoss.Report/decide', urgent, unverified)).code, 40303);
  assert.equal((await t.call('foodLoss.Report/decide', { ...urgent, urgentPay: false }, unverified)).code, 100);
  const { id } = await decided(first, { urgentPay: true });
  assert.deepEqual([(await find(id)).state, (await find(id)).paid_fen], ['decided', 1_500]);
  const said = { party: 'rider' as const, ground: 'The merchant packed it badly', files: [await photo(second)] };
  const appeal = async (party: 'rider' | 'merchant') =>
    t.call('foodLoss.Report/appeal', { ...(await versionOf(id)), ...said, party }, await how(second));
  assert.equal((await appeal('merchant')).code, 40001);
  assert.equal((await appeal('rider')).code, 100);
  assert.equal((await appeal('rider')).code, 42305);
  const again = async (by: Person) =>
    t.call(
      'foodLoss.Report/decideAppeal',
      {
        ...(await versionOf(id)),
        ...{ result: 'upheld' as const, answer: 'The packaging was torn' },
        decision: { ...DECISION, liabilities: [{ party: 'merchant' as const, shareBp: 10_000 }], compFen: 1_000 },
      },
      await how(by),
    );
  assert.equal((await again(first)).code, 40305);
  const before = await fenOf('USER_BALANCE', userId);
  assert.equal((await again(second)).code, 100);
  assert.equal((await fenOf('USER_BALANCE', userId)) - before, -500);
  await windowOver();
  const row = await find(id);
  assert.deepEqual([row.state, row.paid_fen, row.revision], ['closed', 1_000, 2]);
  const types = await t.db
    .selectFrom('ledger_txn')
    .select('biz_type')
    .where('tx_no', 'in', row.tx_nos)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    types.map(({ biz_type }) => biz_type),
    ['FOODLOSS_ADVANCE', 'FOODLOSS_REVISE', 'FOODLOSS_SETTLE'],
  );
});

async function couponTemplate(faceFen: number, stock = 5): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  const words = { name: `Coupon ${faceFen}`, face_fen: faceFen, threshold_fen: 0, stock, enabled: true };
  await t.db
    .insertInto('user_coupon_template')
    .values({ id, created_at: at, ...words })
    .execute();
  return id;
}
const couponsOf = async (templateId: number) =>
  (await t.db.selectFrom('user_coupon').select('id').where('template_id', '=', templateId).execute()).length;
async function appealed(id: number, party: 'rider' | 'merchant' = 'rider'): Promise<void> {
  const files = [await photo(second)];
  const said = { party, ground: 'The merchant packed it badly', files };
  assert.equal(
    (await t.call('foodLoss.Report/appeal', { ...(await versionOf(id)), ...said }, await how(second))).code,
    100,
  );
}
const upheld = async (id: number, decision: Omit<Decision, 'urgentPay'>, by = second) =>
  t.call(
    'foodLoss.Report/decideAppeal',
    { ...(await versionOf(id)), result: 'upheld', answer: 'The packaging was torn', decision },
    await how(by),
  );

test('an appeal is decided by another person than the decision against which it is made, also after a new decision', async () => {
  const { id } = await decided(first);
  await appealed(id);
  const decision = { ...DECISION, liabilities: [{ party: 'merchant' as const, shareBp: 10_000 }] };
  assert.equal((await upheld(id, decision, first)).code, 40305);
  assert.equal((await upheld(id, decision)).code, 100);
  await appealed(id, 'merchant');
  const actionsFor = async (by: Person) =>
    (await t.call('foodLoss.Report/getDetail', { id }, await how(by))).data.actions;
  assert.ok(!(await actionsFor(second)).includes('decideAppeal'));
  assert.ok((await actionsFor(first)).includes('decideAppeal'));
  assert.equal((await upheld(id, decision)).code, 40305);
  assert.equal((await upheld(id, decision, first)).code, 100);
  await windowOver();
});

test('after an advance by coupon a new decision keeps that coupon, and creates no other coupon or payment', async () => {
  const [small, large] = [await couponTemplate(1_500, 1), await couponTemplate(1_200)];
  // The form of a decision lists the coupon templates, although the user has no permission for the pages of users.
  const { data } = await t.call('user.User/getCouponTemplates', {}, await how(first));
  assert.deepEqual(
    data.list
      .slice(0, 2)
      .map((template) => template.id)
      .sort(),
    [small, large].sort(),
  );
  const byCoupon = { payWay: 'coupon' as const, couponTemplateId: small };
  const { id } = await decided(first, { ...byCoupon, urgentPay: true });
  assert.equal(await couponsOf(small), 1);
  await appealed(id);
  const fieldOf = async (decision: Omit<Decision, 'urgentPay'>) => {
    const { data } = await upheld(id, decision);
    return (data as unknown as { errors?: FieldError[] }).errors?.map(({ field }) => field);
  };
  assert.deepEqual(await fieldOf({ ...DECISION, ...byCoupon, couponTemplateId: large, compFen: 1_200 }), ['payWay']);
  // Another payment is refused, because the user would then have both the coupon and the payment.
  const merchant = { payTo: 'merchant', payWay: 'balance' } as const;
  for (const other of [{}, { compFen: 700 }, merchant, { payWay: 'originalRoute' as const }])
    assert.deepEqual(await fieldOf({ ...DECISION, ...other }), ['payWay'], JSON.stringify(other));
  const walletFen = await fenOf('USER_BALANCE', desk.userId);
  // The coupon template has no stock left. The decision is still accepted, because it grants no second coupon.
  const liabilities = [{ party: 'merchant' as const, shareBp: 10_000 }];
  assert.equal((await upheld(id, { ...DECISION, ...byCoupon, liabilities })).code, 100);
  await windowOver();
  const row = await find(id);
  assert.deepEqual([row.state, row.paid_fen, await couponsOf(small), await couponsOf(large)], ['closed', 1_500, 1, 0]);
  assert.equal(await fenOf('USER_BALANCE', desk.userId), walletFen);

  const fromWallet = (await decided(first, { urgentPay: true })).id;
  await appealed(fromWallet);
  const refused = await upheld(fromWallet, { ...DECISION, ...byCoupon, couponTemplateId: large, compFen: 1_200 });
  assert.equal(refused.code, 40001);
  assert.equal((await find(fromWallet)).paid_fen, 1_500);
  assert.equal((await upheld(fromWallet, DECISION)).code, 100);
});

/** Reads the compensation and the paid amount in fen from the last operation record of a case. */
async function recordedFen(id: number): Promise<readonly [number | undefined, number | undefined]> {
  const { after } = await t.db
    .selectFrom('operation_record')
    .select('after')
    .where('object_no', '=', (await find(id)).no)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { compFen, paidFen } = after as { compFen?: number; paidFen?: number };
  return [compFen, paidFen];
}

test('the operation records of an advance and of a dismissed appeal contain the paid amount', async () => {
  const { id } = await decided(first, { urgentPay: true });
  assert.deepEqual(await recordedFen(id), [1_500, 1_500]);
  await appealed(id);
  const dismissed = { ...(await versionOf(id)), result: 'dismissed' as const, answer: 'It stays as decided' };
  assert.equal((await t.call('foodLoss.Report/decideAppeal', dismissed, await how(second))).code, 100);
  assert.deepEqual([(await find(id)).state, await recordedFen(id)], ['closed', [undefined, 1_500]]);
});

/** Reports a loss of an order whose settlement finance holds. The loss cannot be paid while that hold exists. */
async function heldReport(): Promise<{ id: number; key: OrderKey }> {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  await holdSettlement(tools(), key, 'Finance checks it');
  await desk.push(desk.delivered(key));
  const { code, data, msg } = await report(key, first);
  assert.equal(code, 100, msg);
  return { id: data.id ?? 0, key };
}
/** Closes a case whose payment failed, with the approval of a second person. The case is then closed without a payment. */
async function waived(id: number): Promise<void> {
  const input = { ...(await versionOf(id)), reason: 'Finance keeps the hold' };
  const asked = await t.call('foodLoss.Report/close', input, await how(first));
  assert.equal(asked.code, 110, asked.msg);
  const proposal = { id: asked.data.id, version: asked.data.version };
  const agreed = await t.call('approval.Proposal/approve', proposal, await how(second));
  assert.equal(agreed.code, 100, agreed.msg);
}
const borneBy = async (id: number) =>
  (
    await t.db
      .selectFrom('food_loss_share as s')
      .innerJoin('food_loss as l', (join) =>
        join.onRef('l.id', '=', 's.loss_id').onRef('l.revision', '=', 's.revision'),
      )
      .where('l.id', '=', id)
      .select(['s.party', 's.borne_fen'])
      .orderBy('s.party')
      .execute()
  ).map(({ party, borne_fen }) => [party, borne_fen]);

test('the platform bears the advance of a case that is closed without a final payment, also in old databases', async () => {
  const { id } = await heldReport();
  await t.call('foodLoss.Report/accept', await versionOf(id), await how(first));
  const input = { ...(await versionOf(id)), ...DECISION, urgentPay: true };
  assert.equal((await t.call('foodLoss.Report/decide', input, await how(first))).code, 100);
  for (let attempt = 1; attempt <= LOSS.attempts; attempt += 1) await windowOver();
  assert.deepEqual([(await find(id)).state, (await find(id)).fail_reason], ['compFailed', 'held']);
  await waived(id);
  const all = [
    ['platform', 1_500],
    ['rider', 0],
  ];
  assert.deepEqual(await borneBy(id), all);
  assert.deepEqual(await findOffences(t.db), []);
  await t.db.deleteFrom('food_loss_share').where('loss_id', '=', id).where('party', '=', 'platform').execute();
  await t.db.updateTable('food_loss_share').set({ borne_fen: null }).where('loss_id', '=', id).execute();
  assert.equal((await findOffences(t.db)).length, 1);
  for (const statement of OLD_ADVANCES) await sql.raw(statement).execute(t.db);
  assert.deepEqual(await borneBy(id), all);
});

test('finance can neither lift the hold of an open food loss nor release its line', async () => {
  const finance = await how(await t.account({ rules: withParents([34, 3309]) }));
  const { id, key } = await reported();
  const { no } = await find(id);
  const pending = async () =>
    (await t.call('finance.TeamFund/getPending', { teamId, keyword: key.orderNo }, finance)).data.list[0];
  const release = () => t.call('finance.TeamFund/releaseLine', { ...key, reason: 'Cash is short' }, finance);
  assert.deepEqual([(await pending())?.heldReason, (await pending())?.lossNo], [no, no]);
  for (const answer of [await t.call('finance.TeamFund/unholdLine', key, finance), await release()])
    assert.deepEqual([answer.code, answer.msg], [42201, `Settled once food loss ${no} is closed`]);
  assert.equal((await orderSnapshot(t.db, teamId, key.orderNo))?.holdReason, no);
  assert.equal((await t.call('foodLoss.Report/cancel', await versionOf(id), await how(first))).code, 100);
  assert.deepEqual([(await pending())?.state, (await pending())?.lossNo], ['pending', null]);
  assert.equal((await release()).code, 100);
});

test('when finance lifts its hold while a food loss is open, the case takes over the hold and can then be paid', async () => {
  const finance = await how(await t.account({ rules: withParents([34, 3309]) }));
  const { id, key } = await heldReport();
  const { no } = await find(id);
  const passed = await t.call('finance.TeamFund/unholdLine', key, finance);
  assert.deepEqual(
    [passed.code, passed.data.message],
    [100, `Order ${key.orderNo} stays held until food loss ${no} ends`],
  );
  const held = await orderSnapshot(t.db, teamId, key.orderNo);
  assert.deepEqual([held?.holdReason, held?.settledAt], [no, null]);
  assert.equal((await t.call('finance.TeamFund/unholdLine', key, finance)).code, 42201);
  assert.equal((await t.call('foodLoss.Report/accept', await versionOf(id), await how(first))).code, 100);
  const decision = { ...(await versionOf(id)), ...DECISION, urgentPay: false };
  assert.equal((await t.call('foodLoss.Report/decide', decision, await how(first))).code, 100);
  await windowOver();
  const order = await orderSnapshot(t.db, teamId, key.orderNo);
  assert.equal((await find(id)).state, 'closed');
  assert.ok(order?.holdReason === null && order.settledAt !== null);
});

test('a cancelled order is not settled while its food loss is open', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key), { event: 'cancelled', ...key, at: t.clock.now().toISOString() });
  const { data } = await report(key, first);
  const finance = await how(await t.account({ rules: withParents([31, 3206]) }));
  const settle = () => t.call('finance.Escrow/settle', { ...key, reason: 'the user asked twice' }, finance);
  assert.match((await settle()).msg, /^Settled once food loss FL\d+ is closed$/);
  assert.equal((await t.call('foodLoss.Report/cancel', await versionOf(data.id ?? 0), await how(first))).code, 100);
  assert.equal((await settle()).code, 110);
});

test('a dismissed appeal whose payment must wait is paid by the system once it is possible', async () => {
  const { id, key } = await heldReport();
  await t.call('foodLoss.Report/accept', await versionOf(id), await how(first));
  const input = { ...(await versionOf(id)), ...DECISION, urgentPay: false };
  assert.equal((await t.call('foodLoss.Report/decide', input, await how(first))).code, 100);
  await appealed(id);
  const dismissed = { ...(await versionOf(id)), result: 'dismissed' as const, answer: 'It stays as decided' };
  assert.equal((await t.call('foodLoss.Report/decideAppeal', dismissed, await how(second))).code, 100);
  assert.deepEqual([(await find(id)).state, (await find(id)).attempts], ['compFailed', 1]);
  await liftHold(tools(), key, 'Asia/Shanghai');
  t.clock.advance(LOSS.retryMin * MINUTE_MS);
  await runDueLosses(tools());
  assert.equal((await find(id)).state, 'closed');
});

test('a refund by the original route waits until it is recorded, and its number counts once', async () => {
  const { id } = await decided(first, { payWay: 'originalRoute' });
  await windowOver();
  assert.equal((await find(id)).state, 'compensating');
  const refund = async (other: number) =>
    t.call(
      'foodLoss.Report/recordRefund',
      { ...(await versionOf(other)), channelRefundNo: 'CRF0001' },
      await how(first),
    );
  assert.equal((await refund(id)).code, 100);
  const row = await find(id);
  assert.deepEqual([row.state, row.paid_fen], ['closed', 1_500]);
  const other = (await decided(first, { payWay: 'originalRoute' })).id;
  await windowOver();
  assert.equal((await refund(other)).code, 42248);
  const failed = { ...(await versionOf(other)), reason: 'Refused by the platform' };
  assert.equal((await t.call('foodLoss.Report/refundFailed', failed, await how(first))).code, 100);
  const input = { ...(await versionOf(other)), payWay: 'balance' as const };
  assert.equal((await t.call('foodLoss.Report/retryPay', input, await how(first))).code, 100);
  assert.equal((await find(other)).state, 'closed');
});

test('a failed payment is not paid again by the original route with more than is left to refund of the order', async () => {
  const { id, key } = await heldReport();
  await t.call('foodLoss.Report/accept', await versionOf(id), await how(first));
  const input = { ...(await versionOf(id)), ...DECISION, urgentPay: false };
  assert.equal((await t.call('foodLoss.Report/decide', input, await how(first))).code, 100);
  await windowOver();
  assert.equal((await find(id)).state, 'compFailed');
  await desk.push(desk.refunded(key, 'RF-FOODLOSS', 2_000));
  const retried = async (payWay: 'originalRoute' | 'balance') =>
    t.call('foodLoss.Report/retryPay', { ...(await versionOf(id)), payWay }, await how(first));
  assert.equal((await retried('originalRoute')).code, 42302);
  assert.equal((await find(id)).state, 'compFailed');
  await liftHold(tools(), key, 'Asia/Shanghai');
  assert.equal((await retried('balance')).code, 100);
  assert.equal((await find(id)).state, 'closed');
});

test('a case continues once requested evidence arrives or its time limit passes', async () => {
  const { id } = await reported();
  const ask = async (from: 'rider' | 'merchant') =>
    t.call(
      'foodLoss.Report/askEvidence',
      { ...(await versionOf(id)), from, what: 'A photo', hours: 2 },
      await how(first),
    );
  assert.equal((await ask('rider')).code, 100);
  const answer = { id, party: 'rider' as const, kind: 'text' as const, files: [], note: 'It was in the bag' };
  assert.equal((await t.call('foodLoss.Report/addEvidence', answer, await how(first))).code, 100);
  assert.equal((await find(id)).state, 'deciding');
  assert.equal((await ask('merchant')).code, 100);
  t.clock.advance(3 * HOUR_MS);
  await runDueLosses(tools());
  assert.equal((await find(id)).state, 'deciding');
  assert.equal(
    (await t.call('foodLoss.Report/reject', { ...(await versionOf(id)), reason: 'No proof' }, await how(first))).code,
    100,
  );
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

test('apps report, add evidence, cancel and appeal, each once, for orders of their own users', async () => {
  const { userId, riderId } = desk;
  const user = { party: 'user' as const, personId: userId };
  const rider = { party: 'rider' as const, personId: riderId };
  const now = () => t.clock.now().toISOString();
  const push = async (event: LossEvent) => {
    const { data } = await t.call('foodLoss.Intake/push', { events: [event] }, { signed: true });
    const [row] = data.rows;
    assert.ok(row);
    return row;
  };
  const file = (no: string, by: typeof user | typeof rider, content = PIXEL) =>
    t.call('foodLoss.Intake/addFile', { no, ...by, name: 'bag.png', content }, { signed: true });
  for (const no of ['u1', 'u2']) assert.equal((await file(no, user)).data.state, 'done');
  assert.equal((await file('u1', user)).data.state, 'repeated');
  assert.equal((await file('u1', rider)).data.code, 40902);
  assert.equal((await file('u3', user, Buffer.from('#!/bin/sh').toString('base64'))).data.code, 40008);
  await file('r1', rider);

  const key = await delivered();
  const reported = {
    ...{
      event: 'reported' as const,
      no: 'report-1',
      ...user,
      at: now(),
      orderNo: key.orderNo,
      reason: 'spilled' as const,
    },
    ...{ items: [{ name: 'Noodles', quantity: 1, lossFen: 1_500 }], claimFen: 1_500, photos: ['u1', 'u2'] },
    ...{ description: 'All of it was spilled', wantedRemedy: 'balance' as const },
  };
  assert.equal((await push({ ...reported, personId: userId + 1 })).code, 40401);
  assert.equal((await push({ ...reported, photos: ['u1'] })).code, 42303);
  assert.equal((await push({ ...reported, photos: ['u1', 'r1'] })).code, 40001);
  const taken = await push(reported);
  assert.equal(taken.state, 'done', JSON.stringify(taken));
  const lossNo = taken.lossNo ?? '';
  assert.deepEqual([(await push(reported)).state, (await push(reported)).lossNo], ['repeated', lossNo]);
  assert.equal((await push({ ...reported, claimFen: 1_400 })).code, 40902);
  assert.equal((await push({ ...reported, no: 'report-2' })).code, 42306);
  assert.equal((await orderSnapshot(t.db, teamId, key.orderNo))?.holdReason, lossNo);

  const ofCase = (no: string, by: typeof user | typeof rider) => ({ no, ...by, at: now(), lossNo });
  const said = { event: 'evidence' as const, kind: 'photo' as const, files: ['r1'], note: 'It was closed' };
  assert.equal((await push({ ...said, ...ofCase('said-1', rider) })).state, 'done');
  assert.equal((await push({ event: 'cancelled', ...ofCase('cancel-1', rider) })).code, 40401);
  const { id } = await t.db.selectFrom('food_loss').select('id').where('no', '=', lossNo).executeTakeFirstOrThrow();
  assert.equal((await t.call('foodLoss.Report/accept', await versionOf(id), await how(second))).code, 100);
  assert.equal((await push({ event: 'cancelled', ...ofCase('cancel-2', user) })).code, 42201);
  const decision = { ...(await versionOf(id)), ...DECISION, urgentPay: false };
  assert.equal((await t.call('foodLoss.Report/decide', decision, await how(second))).code, 100);
  const casesOf = async (who: typeof user | typeof rider, more: object = {}) => {
    const read = { party: who.party, personId: who.personId, ...more };
    return (await t.call('foodLoss.Intake/getCases', read, { signed: true, locale: 'en-US' })).data;
  };
  const ownCase = async (who: typeof user | typeof rider) => (await casesOf(who, { lossNos: [lossNo] })).list[0];
  const { claimFen, decision: shared, appealUntil } = (await ownCase(rider)) ?? {};
  const bears = (DECISION.liabilities.find(({ party }) => party === 'rider')?.shareBp ?? 0) * 0.15;
  assert.deepEqual([claimFen, shared?.bearsFen, shared?.receivesFen], [null, bears, 0]);
  assert.ok(Date.parse(appealUntil ?? '') > t.clock.now().getTime());
  const ofUser = await ownCase(user);
  assert.deepEqual([ofUser?.claimFen, ofUser?.decision?.receivesFen, ofUser?.appealUntil], [1_500, 1_500, null]);
  assert.deepEqual((await casesOf({ ...user, personId: userId + 1 }, { lossNos: [lossNo] })).list, []);
  const page = await casesOf(user, { limit: 1 });
  assert.equal(page.list[0]?.lossNo, lossNo);
  assert.ok((await casesOf(user, { before: lossNo })).list.every((one) => one.lossNo !== lossNo));
  const appeal = { event: 'appealed' as const, ground: 'The merchant packed it badly', files: ['r1'] };
  assert.equal((await push({ ...appeal, ...ofCase('appeal-1', user), files: ['u1'] })).code, 40001);
  const bare = { events: [{ ...appeal, ...ofCase('appeal-2', rider), files: [] }] };
  const refused = await t.raw('foodLoss.Intake/push', bare, { signed: true });
  const { errors } = refused.data as { readonly errors: readonly FieldError[] };
  assert.deepEqual([refused.code, errors.map(({ field }) => field)], [40001, ['events.0.files']]);
  assert.equal((await push({ ...appeal, ...ofCase('appeal-2', rider) })).state, 'done');
  assert.equal((await push({ ...appeal, ...ofCase('appeal-3', rider) })).code, 42305);
  const appealed = await ownCase(rider);
  assert.deepEqual([appealed?.appealUntil, appealed?.appeal?.result], [null, 'pending']);
  assert.equal((await find(id)).state, 'appealing');
  const detail = await t.call('foodLoss.Report/getDetail', { id }, await how(first));
  assert.equal(detail.data.appeals.length, 1);
  assert.equal(detail.data.evidence.length, 3);

  const again = { ...reported, no: 'report-3', orderNo: (await delivered()).orderNo };
  const other = await push(again);
  const cancelled = { event: 'cancelled' as const, no: 'cancel-3', ...user, at: now(), lossNo: other.lossNo ?? '' };
  assert.equal((await push(cancelled)).state, 'done');
  assert.equal((await orderSnapshot(t.db, teamId, again.orderNo))?.holdReason, null);
  const dismissed = { ...(await versionOf(id)), result: 'dismissed' as const, answer: 'It stays as decided' };
  assert.equal((await t.call('foodLoss.Report/decideAppeal', dismissed, await how(first))).code, 100);
});

test('the app of a station answers a request for evidence, reads the share of the station, and appeals', async () => {
  const station = { party: 'team' as const, personId: teamId };
  const { id } = await reported();
  const { no: lossNo } = await find(id);
  const push = async (event: LossEvent) =>
    (await t.call('foodLoss.Intake/push', { events: [event] }, { signed: true })).data.rows[0];
  const step = async (action: 'accept' | 'askEvidence' | 'decide', more: object = {}) => {
    const answer = await t.raw(`foodLoss.Report/${action}`, { ...(await versionOf(id)), ...more }, await how(first));
    assert.equal(answer.code, 100, answer.msg);
  };
  const file = { no: 'team-1', ...station, name: 'bag.png', content: PIXEL };
  assert.equal((await t.call('foodLoss.Intake/addFile', file, { signed: true })).data.state, 'done');
  await step('accept');
  await step('askEvidence', { from: 'team', what: 'A photo of the bag', hours: 2 });
  const ownCase = async (personId: number) => {
    const input = { ...station, personId, lossNos: [lossNo] };
    return (await t.call('foodLoss.Intake/getCases', input, { signed: true })).data.list[0];
  };
  assert.deepEqual(
    (await ownCase(teamId))?.asked.map(({ what }) => what),
    ['A photo of the bag'],
  );
  assert.equal(await ownCase(teamId + 1), undefined);
  const ofCase = (no: string) => ({ no, ...station, at: t.clock.now().toISOString(), lossNo });
  const said = { event: 'evidence' as const, kind: 'photo' as const, files: ['team-1'], note: 'It was closed' };
  assert.equal((await push({ ...said, ...ofCase('team-said-0'), personId: teamId + 1 }))?.code, 40401);
  assert.equal((await push({ ...said, ...ofCase('team-said') }))?.state, 'done');
  assert.equal((await find(id)).state, 'deciding');
  await step('decide', { ...DECISION, liabilities: [{ party: 'team', shareBp: 10_000 }], urgentPay: false });
  assert.equal((await ownCase(teamId))?.decision?.bearsFen, 1_500);
  const appeal = { event: 'appealed' as const, ground: 'The rider dropped the bag', files: ['team-1'] };
  assert.equal((await push({ ...appeal, ...ofCase('team-appeal') }))?.state, 'done');
  const { data } = await t.call('foodLoss.Report/getDetail', { id }, await how(first));
  const { name } = await t.db.selectFrom('team').select('name').where('id', '=', teamId).executeTakeFirstOrThrow();
  assert.deepEqual(
    [data.state, data.appeals.map(({ party, byName }) => [party, byName])],
    ['appealing', [['team', name]]],
  );
});

test('cases are assigned to active people of the head office only', async () => {
  const { id } = await reported();
  const assign = async (handlerId: number) =>
    (await t.call('foodLoss.Report/assign', { ids: [id], handlerId }, await how(first))).code;
  const [station, disabled] = [await t.account({ type: 'station' }), await t.account({ rules: RULES })];
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
  for (const account of [station, disabled]) assert.equal(await assign(account.id), 40401);
  assert.equal((await find(id)).handler_id, null);
  assert.equal(await assign(second.id), 100);
  assert.equal((await find(id)).handler_id, second.id);
});

test(`${HISTORIES} random food losses of every kind and outcome agree with the postings of each account, and no hold is left`, async () => {
  const kit: Kit = {
    t,
    chance: random('foodLoss'),
    session: (by) => how(by === 'first' ? first : second),
    reported: (claimFen) => reported({ claimFen }),
    heldReport,
    photo: () => photo(second),
    couponTemplate: (faceFen) => couponTemplate(faceFen, 1),
    waived,
  };
  const histories: History[] = [];
  while (histories.length < HISTORIES) histories.push(await playHistory(kit));
  for (let round = 0; round < 2; round += 1) {
    await windowOver();
    for (const history of histories) if (history.decision) await endHistory(kit, history);
  }
  await windowOver();
  const merchantNumberId = await numberId();
  for (const history of histories) await collectHistory(kit, history, merchantNumberId);
  for (const history of histories) await assertBooks(kit, history);
});

test('the list and the inbox write shares with two decimals, as the drawer does', async () => {
  const { id, key } = await decided(first, {
    liabilities: [
      { party: 'rider', shareBp: 7_000 },
      { party: 'merchant', shareBp: 3_000 },
    ],
  });
  const by = { ...(await how(first)), locale: 'en-US' as const };
  const { data } = await t.call('foodLoss.Report/getList', { keyword: key.orderNo }, by);
  const listed = data.list.map(({ parties }) => parties.split(' · ').toSorted());
  assert.deepEqual(listed, [['Merchant 30.00%', 'Rider 70.00%']]);
  const { facts } = (await t.call('approval.Case/getDetail', { id }, by)).data;
  const { value = '' } = facts.find((fact) => fact.key === 'parties') ?? {};
  assert.deepEqual(value.split(' · ').toSorted(), ['Merchant 30.00%', 'Rider 70.00%']);
});
