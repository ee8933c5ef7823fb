import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Input } from '../../../contract';
import { INITIAL_TERMS } from '../../../contract/cost.states';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import { createTestApp, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { balancesOf, findOffences, findTransactionByNo, linkedTransactions, orderOf, post, reverse } from '../ledger';
import { costJobs } from './jobs';
import { runWhatIfs } from './what-if';

/** Tests fee rules from end to end, from drafts and their approval to charges, plans and what-ifs. */

const ZONE = 'Asia/Shanghai';
const RULES = withParents([2, 37, 3701, 3702, 3703, 3704, 3706, 3707]);
let t: TestApp;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
let maker: string;
let checker: string;

before(async () => {
  t = await createTestApp({ demo: true });
  // Remove the demo's rules so that only the rules of these tests apply.
  await t.db.deleteFrom('cost_rule').execute();
  const team = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  teamId = team.id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
  [maker, checker] = [await person(), await person()];
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

async function person(rules: readonly number[] = RULES, teams?: readonly number[]): Promise<string> {
  const made = await t.account({ rules, ...(teams && { scope: { kind: 'teams' as const, ids: teams } }) });
  return t.signIn(made.account);
}
const how = async (token: string) => ({ token, ticket: await t.ticket(token), locale: 'en-US' as const });
const soon = (ms = MINUTE_MS) => new Date(t.clock.now().getTime() + ms).toISOString();

type Save = Input<'finance.Cost/saveRule'>;
let serial = 0;
function form(changes: Partial<Save> = {}): Save {
  serial += 1;
  return {
    ...{ name: `Rule ${serial}`, kind: 'delivery', target: 'team', scopeType: 'team', scopeIds: [String(teamId)] },
    ...{ serviceTypes: [], terms: { ...INITIAL_TERMS, tiers: [], rateBp: 100 }, priority: 100 },
    ...{ effectiveFrom: soon(), effectiveTo: null, remark: '' },
    ...changes,
  };
}
async function save(changes: Partial<Save> = {}, token = maker) {
  return t.call('finance.Cost/saveRule', form(changes), await how(token));
}
const find = async (id: number, token = maker) =>
  (await t.call('finance.Cost/getRule', { id }, { token, locale: 'en-US' })).data;
async function step(action: 'submitRule' | 'publish' | 'recall', id: number, token: string) {
  const { version } = await t.db
    .selectFrom('cost_rule')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return t.call(`finance.Cost/${action}`, { id, version }, await how(token));
}
/** Creates a published rule. One user submits it and another user publishes it. */
async function publish(changes: Partial<Save> = {}): Promise<number> {
  const saved = await save(changes);
  assert.equal(saved.code, 100, saved.msg);
  for (const [action, token] of [
    ['submitRule', maker],
    ['publish', checker],
  ] as const) {
    const answer = await step(action, saved.data.id, token);
    assert.equal(answer.code, 100, answer.msg);
  }
  t.clock.advance(2 * MINUTE_MS);
  return saved.data.id;
}
async function disable(id: number): Promise<void> {
  const { version } = await find(id);
  const answer = await t.call('finance.Cost/disable', { id, version, reason: 'No longer' }, await how(checker));
  assert.equal(answer.code, 100, answer.msg);
}

const CODES = [
  'TEAM_PENDING',
  'TEAM_AVAILABLE',
  'MERCHANT_PAYABLE',
  'RIDER_AVAILABLE',
  'COMMISSION',
  'SERVICE_FEE',
  'PROMOTION_FEE',
  'RECEIVABLE',
] as const;
async function balances(): Promise<Map<string, number>> {
  const found = await balancesOf(t.db, [...CODES], [teamId, desk.merchantId, desk.riderId, 0]);
  return new Map([...found].map(([key, fen]) => [key.split(':')[0] as string, fen]));
}
/** Runs `work`, checks the invariants of the ledger, and returns the balance changes that `work` caused. */
async function changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const was = await balances();
  await work();
  const is = await balances();
  assert.deepEqual(await findOffences(t.db), []);
  const moved = [...is].map(([code, fen]) => [code, fen - (was.get(code) ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, fen]) => fen !== 0));
}
/** Creates a paid and delivered order of ¥20 plus ¥10 delivery. The station's own rate is 5 %; the rider gets 60 % of the delivery fee. */
async function order(parts: Parameters<typeof desk.paid>[1] = {}) {
  const key = desk.newKey();
  await desk.push(desk.paid(key, parts));
  const moved = await changes(() => desk.push(desk.delivered(key)));
  return { key, moved };
}
async function chargesOf(orderNo: string) {
  const { data, code, msg } = await t.call(
    'finance.Cost/getCharges',
    { keyword: orderNo },
    { token: maker, locale: 'en-US' },
  );
  assert.equal(code, 100, msg);
  return data.list;
}
const PLAIN = { MERCHANT_PAYABLE: 2_000, RIDER_AVAILABLE: 600, COMMISSION: 150, TEAM_PENDING: 250 };

test('an order without a published rule is charged by the rate of its station', async () => {
  await save();
  const { key, moved } = await order();
  assert.deepEqual(moved, PLAIN);
  assert.deepEqual(await chargesOf(key.orderNo), []);
});

test('a second person publishes a rule, which then charges orders that are paid while it is in force', async () => {
  const { data } = await save();
  assert.equal((await step('publish', data.id, checker)).code, 42201);
  assert.equal((await step('submitRule', data.id, maker)).code, 100);
  assert.equal((await step('publish', data.id, maker)).code, 40305);
  const inbox = await t.call('approval.Case/getList', { box: 'forMe', types: ['costRule'] }, { token: checker });
  assert.deepEqual(
    inbox.data.list.map(({ id }) => id),
    [data.id],
  );
  assert.equal((await step('publish', data.id, checker)).code, 100);
  const early = await order();
  assert.deepEqual(early.moved, PLAIN);
  t.clock.advance(2 * MINUTE_MS);
  const { key, moved } = await order();
  assert.deepEqual(moved, { ...PLAIN, SERVICE_FEE: 30, TEAM_PENDING: 220 });
  const [charge, ...more] = await chargesOf(key.orderNo);
  assert.deepEqual(
    [charge?.amountFen, charge?.baseFen, charge?.rateBp, charge?.state, more.length],
    [30, 3_000, 100, 'charged', 0],
  );
  assert.deepEqual(
    (await find(data.id)).steps.map(({ text }) => text),
    ['Submitted', 'Submitted', 'Published'],
  );
  await disable(data.id);
  assert.deepEqual((await order()).moved, PLAIN);
});

test('merchant and rider fees are separate postings from their parts, and a rule replaces the technical rate of its station', async () => {
  const ids = [
    await publish({ kind: 'technical', terms: { ...INITIAL_TERMS, tiers: [], rateBp: 800 } }),
    await publish({
      kind: 'promotion',
      target: 'merchant',
      terms: { ...INITIAL_TERMS, tiers: [], base: 'goods', rateBp: 150 },
    }),
    await publish({
      kind: 'delivery',
      target: 'rider',
      terms: { ...INITIAL_TERMS, tiers: [], calcType: 'perOrder', fixedFen: 20 },
    }),
  ];
  const { key, moved } = await order();
  assert.deepEqual(moved, {
    ...{ MERCHANT_PAYABLE: 1_970, RIDER_AVAILABLE: 580, COMMISSION: 240, TEAM_PENDING: 160 },
    ...{ PROMOTION_FEE: 30, SERVICE_FEE: 20 },
  });
  const charges = await chargesOf(key.orderNo);
  assert.deepEqual(
    new Map(charges.map(({ kind, amountFen }) => [kind, amountFen])),
    new Map([
      ['technical', 240],
      ['promotion', 30],
      ['delivery', 20],
    ]),
  );
  // An order that was paid before the rules are disabled keeps its costs.
  const paidBefore = desk.newKey();
  await desk.push(desk.paid(paidBefore));
  for (const id of ids) await disable(id);
  assert.equal((await changes(() => desk.push(desk.delivered(paidBefore)))).COMMISSION, 240);
});

test('the calculator computes the charges of a real order', async () => {
  const id = await publish({ kind: 'delivery', terms: { ...INITIAL_TERMS, tiers: [], calcType: 'distance' } });
  const input = {
    teamId,
    type: 'food',
    goodsFen: 2_000,
    deliveryFen: 1_000,
    paidFen: 3_000,
    distanceM: 1_000,
    hasMerchant: 'true',
  } as const;
  const { data, code, msg } = await t.call('finance.Cost/calculate', input, { token: maker, locale: 'en-US' });
  assert.equal(code, 100, msg);
  const { moved } = await order({ distanceM: 1_000 });
  assert.deepEqual(
    [data.stationFen, data.merchantFen, data.riderFen, data.platformFen],
    [
      moved.TEAM_PENDING ?? 0,
      moved.MERCHANT_PAYABLE,
      moved.RIDER_AVAILABLE,
      (moved.COMMISSION ?? 0) + (moved.SERVICE_FEE ?? 0),
    ],
  );
  assert.deepEqual(
    data.items.map(({ ruleId, amountFen }) => [ruleId, amountFen]),
    [
      [null, 150],
      [id, 250],
    ],
  );
  assert.equal((await t.call('finance.Cost/calculate', { ...input, paidFen: 3_001 }, { token: maker })).code, 40001);
  await disable(id);
});

test('each fault of a rule has its own code', async () => {
  const terms = { ...INITIAL_TERMS, tiers: [], rateBp: 100 };
  const tier = (from: number, to: number | null) => ({ from, to, fixedFen: 0, rateBp: 100 });
  assert.equal((await save({ terms: { ...terms, rateBp: 12_000 } })).code, 42263);
  assert.equal(
    (await save({ terms: { ...terms, calcType: 'tierAmount', tiers: [tier(0, 100), tier(200, null)] } })).code,
    42262,
  );
  assert.equal((await save({ effectiveFrom: t.clock.now().toISOString() })).code, 42265);
  const matrix = await save({ kind: 'technical', target: 'rider' });
  assert.equal(matrix.code, 40001);
  assert.deepEqual(
    (matrix.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field),
    ['target'],
  );
  const id = await publish();
  const rival = await save();
  assert.equal((await step('submitRule', rival.data.id, maker)).code, 42261);
  const copy = await save({ name: (await find(id)).name });
  assert.equal(copy.code, 40001);
  await order();
  const used = await find(id);
  assert.equal(used.usedCount, 1);
  assert.equal((await t.call('finance.Cost/removeDraft', { id, version: used.version }, await how(maker))).code, 42264);
  assert.equal(
    (await t.call('finance.Cost/removeDraft', { id: rival.data.id, version: 1 }, await how(maker))).code,
    100,
  );
  await disable(id);
});

test('the next version applies from its start, and only one draft exists at a time', async () => {
  const id = await publish();
  const first = await find(id);
  const next = {
    ...form(),
    name: first.name,
    id,
    version: first.version,
    terms: { ...INITIAL_TERMS, tiers: [], rateBp: 300 },
  };
  const saved = await t.call('finance.Cost/saveRule', next, await how(maker));
  assert.equal(saved.code, 100, saved.msg);
  assert.equal((await t.call('finance.Cost/saveRule', next, await how(maker))).code, 40903);
  assert.equal((await step('submitRule', saved.data.id, maker)).code, 100);
  assert.equal((await step('publish', saved.data.id, checker)).code, 100);
  assert.equal((await order()).moved.SERVICE_FEE, 30);
  t.clock.advance(2 * MINUTE_MS);
  assert.equal((await order()).moved.SERVICE_FEE, 90);
  const { versions } = await find(saved.data.id);
  assert.deepEqual(
    versions.map(({ revision, state }) => [revision, state]),
    [
      [2, 'published'],
      [1, 'expired'],
    ],
  );
  await disable(saved.data.id);
});

test('two persons waive a fee, which returns to its payer, and the settlement can then not be reversed', async () => {
  const id = await publish();
  const { key } = await order();
  const [charge] = await chargesOf(key.orderNo);
  assert.ok(charge);
  const input = { id: charge.id, reason: 'As agreed' };
  const kept = await t.call('finance.Cost/waive', input, await how(maker));
  assert.equal(kept.code, 110, kept.msg);
  assert.equal((await chargesOf(key.orderNo))[0]?.state, 'charged');
  const moved = await changes(async () => {
    const agreed = await t.call(
      'approval.Proposal/approve',
      { id: kept.data.id, version: kept.data.version },
      await how(checker),
    );
    assert.equal(agreed.code, 100, agreed.msg);
  });
  assert.deepEqual(moved, { SERVICE_FEE: -30, TEAM_AVAILABLE: 30 });
  assert.equal((await chargesOf(key.orderNo))[0]?.state, 'waived');
  // The waiver belongs to the order, so the order's transactions show it.
  const settled = await findTransactionByNo(t.db, teamId, charge.txNo ?? '');
  assert.ok(settled);
  const links = await linkedTransactions(t.db, { teamId, txnId: settled.record.id, orderNo: key.orderNo });
  const waiver = links.find(({ bizType }) => bizType === 'FEE_WAIVE');
  const record = waiver && (await findTransactionByNo(t.db, teamId, waiver.txNo))?.record;
  assert.ok(record);
  assert.equal(await orderOf(t.db, record), key.orderNo);
  assert.equal((await t.call('finance.Cost/waive', input, await how(maker))).code, 42201);
  await assert.rejects(undo(charge.txNo ?? ''), { code: 42201 });
  await disable(id);
});

async function undo(txNo: string): Promise<void> {
  const txn = await t.db.selectFrom('ledger_txn').select('id').where('tx_no', '=', txNo).executeTakeFirstOrThrow();
  const on = { at: t.clock.now(), day: today(), remark: 'wrong', operatorId: 1 };
  await reverse({ db: t.db, ids: t.ids, clock: t.clock }, { teamId, id: txn.id }, on);
}
const today = () => new Date(t.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

test('a reversed settlement reverses its fees', async () => {
  const id = await publish();
  const { key } = await order();
  const [charge] = await chargesOf(key.orderNo);
  const moved = await changes(() => undo(charge?.txNo ?? ''));
  assert.equal(moved.SERVICE_FEE, -30);
  assert.equal((await chargesOf(key.orderNo))[0]?.state, 'reversed');
  await disable(id);
});

test('a plan applies its rules to subscribing stations; a plan in use needs a second person and cannot be deleted', async () => {
  const plan = await t.db
    .selectFrom('fee_plan')
    .select(['id', 'name', 'version'])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  await t.db.updateTable('team').set({ fee_plan_id: plan.id }).where('id', '=', teamId).execute();
  const id = await publish({ scopeType: 'plan', scopeIds: [] });
  const { ruleNo } = await find(id);
  assert.deepEqual((await order()).moved, PLAIN);
  const input = { id: plan.id, version: plan.version, name: plan.name, ruleNos: [ruleNo], isDefault: true, isOn: true };
  const kept = await t.call('finance.Cost/savePlan', input, await how(maker));
  assert.equal(kept.code, 110, kept.msg);
  const agreed = await t.call(
    'approval.Proposal/approve',
    { id: kept.data.id, version: kept.data.version },
    await how(checker),
  );
  assert.equal(agreed.code, 100, agreed.msg);
  assert.equal((await order()).moved.SERVICE_FEE, 30);
  const twin = await publish({ scopeType: 'plan', scopeIds: [] });
  const form = (await t.call('finance.Cost/getPlan', { id: plan.id }, { token: maker })).data;
  const both = { ...input, version: form.version, ruleNos: [ruleNo, (await find(twin)).ruleNo] };
  assert.equal((await t.call('finance.Cost/savePlan', both, await how(maker))).code, 42261);
  assert.equal(
    (await t.call('finance.Cost/removePlan', { id: plan.id, version: form.version }, await how(maker))).code,
    42202,
  );
  const own = await t.call(
    'finance.Cost/savePlan',
    { name: 'Nobody uses it', ruleNos: [], isDefault: false, isOn: true },
    await how(maker),
  );
  assert.equal(own.code, 100, own.msg);
  assert.equal((await t.call('finance.Cost/removePlan', { id: own.data.id, version: 1 }, await how(maker))).code, 100);
  await disable(id);
  await disable(twin);
});

test('a new version of a rule cannot contradict another rule of its plan', async () => {
  const delivery = await publish({ scopeType: 'plan', scopeIds: [] });
  const software = await publish({ scopeType: 'plan', scopeIds: [], target: 'rider' });
  const first = await find(software);
  const ruleNos = [(await find(delivery)).ruleNo, first.ruleNo];
  const plan = { name: 'Two rules', ruleNos, isDefault: false, isOn: true };
  const saved = await t.call('finance.Cost/savePlan', plan, await how(maker));
  assert.equal(saved.code, 100, saved.msg);
  const next = { ...form({ scopeType: 'plan', scopeIds: [] }), name: first.name, id: software, version: first.version };
  const draft = await t.call('finance.Cost/saveRule', next, await how(maker));
  assert.equal(draft.code, 100, draft.msg);
  assert.equal((await step('submitRule', draft.data.id, maker)).code, 42261);
  await t.call('finance.Cost/removePlan', { id: saved.data.id, version: 1 }, await how(maker));
  assert.equal((await step('submitRule', draft.data.id, maker)).code, 100);
  await step('recall', draft.data.id, maker);
  await disable(delivery);
  await disable(software);
});

test('a monthly fee is charged once, and an unpaid rest becomes a receivable that is collected later', async () => {
  const terms = { ...INITIAL_TERMS, tiers: [], calcType: 'period' as const, fixedFen: 900_000 };
  const id = await publish({ kind: 'software', terms });
  const run = async () => {
    for (const job of costJobs) await job.run(t.db, t.clock, t.ids);
  };
  const available = async () => (await balances()).get('TEAM_AVAILABLE') ?? 0;
  const wanted = 900_000 - (await available());
  assert.ok(wanted > 0);
  assert.deepEqual(await changes(run), { SERVICE_FEE: 900_000, RECEIVABLE: 900_000 });
  const list = async () =>
    (await t.call('finance.Cost/getCharges', { state: 'owed', teamIds: [teamId] }, { token: maker })).data;
  const [charge, ...more] = (await list()).list;
  assert.ok(charge);
  assert.deepEqual([charge.amountFen, charge.txNo, more.length], [900_000, null, 0]);
  assert.equal((await t.call('finance.Cost/collect', { id: charge.id }, await how(maker))).code, 42241);
  const todo = await t.call('dashboard.Index/getTodo', {}, { token: maker });
  assert.equal(todo.data.list.find(({ code }) => code === 'feesOwed')?.count, 1);
  const tools = { db: t.db, ids: t.ids, clock: t.clock };
  const lines = [
    { account: 'ADJUSTMENT' as const, ownerId: 0, dc: 'D' as const, amountFen: wanted },
    { account: 'TEAM_AVAILABLE' as const, ownerId: teamId, dc: 'C' as const, amountFen: wanted },
  ];
  await post(tools, { bizType: 'MANUAL_IN', bizNo: 'M1', teamId, at: t.clock.now(), day: today(), lines });
  const moved = await changes(async () => {
    const answer = await t.call('finance.Cost/collect', { id: charge.id }, await how(maker));
    assert.equal(answer.code, 100, answer.msg);
  });
  assert.deepEqual(moved, { TEAM_AVAILABLE: -900_000, RECEIVABLE: -900_000 });
  assert.deepEqual(await changes(run), {});
  assert.equal((await list()).summary.owedFen, 0);
  await disable(id);
});

test('the ledger check reports a charge whose amount or state contradicts its posting', async () => {
  const id = await publish();
  const { key } = await order();
  const [charge] = await chargesOf(key.orderNo);
  const set = (values: object) =>
    t.db
      .updateTable('cost_charge')
      .set(values)
      .where('id', '=', charge?.id ?? 0)
      .execute();
  const faults = async () => (await findOffences(t.db)).map(({ invariant }) => invariant);
  await set({ amount_fen: 31 });
  assert.deepEqual(await faults(), [7]);
  await set({ amount_fen: 30, state: 'reversed' });
  assert.deepEqual(await faults(), [7]);
  await set({ state: 'waived' });
  assert.deepEqual(await faults(), [7]);
  await set({ state: 'charged' });
  assert.deepEqual(await faults(), []);
  await disable(id);
});

test('a what-if of an unchanged rule leaves its own orders as they are, and a higher rate gives the platform more', async () => {
  const id = await publish({
    kind: 'technical',
    scopeType: 'all',
    scopeIds: [],
    terms: { ...INITIAL_TERMS, tiers: [], rateBp: 700 },
  });
  await t.db.updateTable('team').set({ platform_rate_bp: null }).where('id', '=', teamId).execute();
  for (let n = 0; n < 3; n += 1) await order();
  const range = { fromDay: today(), toDay: today() };
  const whatIf = async (ruleId: number, days: { fromDay: string; toDay: string }) => {
    const started = await t.call('finance.Cost/startWhatIf', { ruleId, ...days }, await how(maker));
    assert.equal(started.code, 100, started.msg);
    await runWhatIfs({ db: t.db, clock: t.clock }, ZONE);
    const { data } = await t.call('finance.Cost/getWhatIf', { id: started.data.id }, { token: maker });
    assert.equal(data.state, 'done');
    assert.ok(data.result);
    return { ...data, result: data.result };
  };
  const fee = { ...form({ kind: 'technical' }), scopeType: 'all' as const, scopeIds: [] };
  const dear = await t.call(
    'finance.Cost/saveRule',
    { ...fee, terms: { ...INITIAL_TERMS, tiers: [], rateBp: 800 } },
    await how(maker),
  );
  const mine = await t.db
    .selectFrom('customer_order')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('team_id', '=', teamId)
    .where('order_no', 'like', 'HO%')
    .executeTakeFirstOrThrow();
  assert.ok(mine.n > 3);
  const same = await whatIf(id, range);
  assert.ok(same.total === same.done && same.result.orders === same.done);
  const own = same.result.stations.find((row) => row.teamId === teamId);
  // This version has charged exactly the three orders of this test. Other versions have charged the earlier orders.
  assert.equal((own?.orders ?? 0) - (own?.changed ?? 0), 3);
  const changed = await whatIf(dear.data.id, range);
  const { platformFen, stationsFen, merchantsFen, ridersFen } = changed.result;
  assert.equal((platformFen ?? 0) + (stationsFen ?? 0) + (merchantsFen ?? 0) + (ridersFen ?? 0), 0);
  assert.equal((platformFen ?? 0) > (same.result.platformFen ?? 0), true);
  const before = await t.db.selectFrom('cost_charge').select(['rule_id']).where('rule_id', '=', id).execute();
  assert.equal(before.length, 3);
  await t.db.updateTable('team').set({ platform_rate_bp: 500 }).where('id', '=', teamId).execute();
  await disable(id);
});

test('a what-if stops when it is cancelled, and restarts after a server stop', async () => {
  const id = await publish();
  const days = { fromDay: today(), toDay: today() };
  const start = async () =>
    (await t.call('finance.Cost/startWhatIf', { ruleId: id, ...days }, await how(maker))).data.id;
  const cancelled = await start();
  assert.equal((await t.call('finance.Cost/cancelWhatIf', { id: cancelled }, await how(maker))).code, 100);
  const left = await start();
  await t.db.updateTable('cost_what_if').set({ state: 'running', done: 1 }).where('id', '=', left).execute();
  assert.equal(await runWhatIfs({ db: t.db, clock: t.clock }, ZONE), 1);
  const { list } = (await t.call('finance.Cost/getWhatIfs', { ruleId: id }, { token: maker })).data;
  assert.deepEqual(
    new Map(list.map((run) => [run.id, run.state])),
    new Map([
      [left, 'done'],
      [cancelled, 'cancelled'],
    ]),
  );
  assert.equal((await t.call('finance.Cost/cancelWhatIf', { id: left }, await how(maker))).code, 42201);
  const long = { fromDay: '2020-01-01', toDay: today() };
  assert.equal((await t.call('finance.Cost/startWhatIf', { ruleId: id, ...long }, await how(maker))).code, 40006);
  await disable(id);
});

test('a user of single stations sees rules and the charges of those stations, and cannot change them', async () => {
  const [other] = await t.db
    .selectFrom('team')
    .select('id')
    .where('id', '<>', teamId)
    .where('status', '=', 'operating')
    .limit(1)
    .execute();
  const local = await person(RULES, [other?.id ?? 0]);
  const rules = await t.call('finance.Cost/getRules', {}, { token: local });
  assert.equal(rules.code, 100);
  assert.ok(rules.data.list.length > 0 && rules.data.list.every(({ actions }) => actions.length === 0));
  assert.equal((await t.call('finance.Cost/getCharges', { createdAtFrom: today() }, { token: local })).data.total, 0);
  assert.equal((await save({}, local)).code, 40302);
  const charge = await t.db.selectFrom('cost_charge').select('id').limit(1).executeTakeFirstOrThrow();
  const waive = await t.call('finance.Cost/waive', { id: charge.id, reason: 'As agreed' }, await how(local));
  assert.equal(waive.code, 40302);
  const input = {
    teamId,
    type: 'food',
    goodsFen: 1,
    deliveryFen: 1,
    paidFen: 2,
    distanceM: 0,
    hasMerchant: 'false',
  } as const;
  assert.equal((await t.call('finance.Cost/calculate', input, { token: local })).code, 40302);
});

test('a published version expires at its end, in the list at once and in its row by the job', async () => {
  const id = await publish({ effectiveTo: soon(3 * MINUTE_MS) });
  t.clock.advance(2 * MINUTE_MS);
  assert.equal((await find(id)).state, 'expired');
  for (const job of costJobs) await job.run(t.db, t.clock, t.ids);
  const row = await t.db.selectFrom('cost_rule').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(row.state, 'expired');
  assert.equal((await find(id)).steps.at(-1)?.text, 'Rule ends');
  const listed = await t.call(
    'finance.Cost/getRules',
    { state: 'expired', keyword: (await find(id)).name },
    { token: maker },
  );
  assert.deepEqual(
    listed.data.list.map((rule) => rule.id),
    [id],
  );
});

test('a rule that takes over within a charged month charges the station from the next month', async () => {
  const terms = { ...INITIAL_TERMS, tiers: [], calcType: 'period' as const, fixedFen: 1_000 };
  const run = async () => {
    for (const job of costJobs) await job.run(t.db, t.clock, t.ids);
  };
  const periods = async () => {
    const charges = await t.db
      .selectFrom('cost_charge')
      .select(['rule_id as rule', 'biz_no as period'])
      .where('kind', '=', 'other')
      .where('team_id', '=', teamId)
      .orderBy('id')
      .execute();
    return charges.map(({ rule, period }) => [rule, period]);
  };
  const month = () => today().slice(0, 7);
  const general = await publish({ kind: 'other', scopeType: 'all', scopeIds: [], terms });
  await run();
  const charged = [[general, month()]];
  assert.deepEqual(await periods(), charged);
  const own = await publish({ kind: 'other', terms });
  await disable(general);
  await run();
  assert.deepEqual(await periods(), charged);
  t.clock.advance(31 * DAY_MS);
  [maker, checker] = [await person(), await person()];
  await run();
  assert.deepEqual(await periods(), [...charged, [own, month()]]);
  assert.deepEqual(await findOffences(t.db), []);
  await disable(own);
});

test('a yearly fee is reduced by a twelfth for each month that was charged before, and covers the other months', async () => {
  const terms = { ...INITIAL_TERMS, tiers: [], calcType: 'period' as const };
  const run = async () => {
    for (const job of costJobs) await job.run(t.db, t.clock, t.ids);
  };
  const charges = () =>
    t.db
      .selectFrom('cost_charge')
      .select(['biz_no as period', 'amount_fen as fen'])
      .where('kind', '=', 'other')
      .where('team_id', '=', teamId)
      .orderBy('id')
      .execute();
  const monthly = await publish({ kind: 'other', terms: { ...terms, fixedFen: 1_000 } });
  await run();
  await disable(monthly);
  const year = today().slice(0, 4);
  const before = await charges();
  const months = before.filter(({ period }) => period.startsWith(`${year}-`)).length;
  assert.ok(months > 0);
  const yearly = await publish({ kind: 'other', terms: { ...terms, period: 'year', fixedFen: 12_000 } });
  await run();
  const reduced = [...before, { period: year, fen: 12_000 - months * 1_000 }];
  assert.deepEqual(await charges(), reduced);
  await disable(yearly);
  const next = await publish({ kind: 'other', terms: { ...terms, fixedFen: 1_000 } });
  t.clock.advance(31 * DAY_MS);
  [maker, checker] = [await person(), await person()];
  await run();
  assert.deepEqual(await charges(), reduced);
  assert.deepEqual(await findOffences(t.db), []);
  await disable(next);
});
