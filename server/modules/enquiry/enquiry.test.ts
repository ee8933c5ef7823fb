import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Data } from '../../../contract';
import { ENQUIRY } from '../../../contract/enquiry.states';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { Refusal } from '../../core/http/refusal';
import { createTestApp, type TestApp } from '../../testing';
import { type EnquiryDesk, openEnquiryDesk, putSwitch } from '../../testing-enquiries';
import { type Ground, prepareGround } from '../../testing-stations';
import { enquiryJobs } from './jobs';
import { cancelEnquiry, convertEnquiry, expireEnquiries } from './receive';

/** Tests enquiries on a real database: answers, manual quotes, orders on quotes, expiry, data scope and price rules. */

let t: TestApp;
let ground: Ground;
let desk: EnquiryDesk;
let rule: { id: number; version: number };
before(async () => {
  t = await createTestApp();
  ground = await prepareGround(t);
  desk = await openEnquiryDesk(t, ground);
  rule = await desk.publish({}, { manualWindowSec: 300, maxDistanceM: 6_000 });
});
after(() => t.close());

const owner = () => ({ token: ground.owner });
const FAR = { distanceM: 7_000 };
/** Advances the clock by more than 5 s, the maximum age of the cache in ground.ts, so that changes by other processes take effect. */
const settleGround = () => t.clock.advance(6 * SECOND_MS);

async function idOf(externalNo: string): Promise<{ id: number; version: number }> {
  return t.db
    .selectFrom('enquiry')
    .select(['id', 'version'])
    .where('external_no', '=', externalNo)
    .executeTakeFirstOrThrow();
}
async function stateOf(externalNo: string): Promise<string> {
  const row = await t.db
    .selectFrom('enquiry')
    .select('state')
    .where('external_no', '=', externalNo)
    .executeTakeFirstOrThrow();
  return row.state;
}
async function detail(id: number): Promise<Data<'enquiry.Enquiry/getDetail'>> {
  const { code, data } = await t.call('enquiry.Enquiry/getDetail', { id }, owner());
  assert.equal(code, 100);
  return data as Data<'enquiry.Enquiry/getDetail'>;
}
async function manual(): Promise<{ id: number; version: number; externalNo: string }> {
  const { externalNo, state } = await desk.receive(FAR);
  assert.equal(state, 'manual');
  return { ...(await idOf(externalNo)), externalNo };
}
const quote = (
  input: { id: number; version: number; quoteFen?: number; etaMin?: number; reason?: string },
  how = owner(),
) =>
  t.call(
    'enquiry.Enquiry/quote',
    {
      id: input.id,
      version: input.version,
      quoteFen: input.quoteFen ?? 2_000,
      etaMin: input.etaMin ?? 50,
      ...(input.reason !== undefined && { reason: input.reason }),
    },
    how,
  );
const codeOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 100,
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

test('an enquiry is quoted by the rule and stored with its explanation, without personal data', async () => {
  const answer = await desk.receive();
  assert.deepEqual([answer.state, answer.quoteFen, answer.etaMin], ['quoted', 950, 37]);
  assert.match(answer.no, /^EQ20260301\d{12}$/);
  const { id } = await idOf(answer.externalNo);
  const shown = await detail(id);
  assert.equal(
    shown.steps.filter(({ side }) => side === 'price').reduce((sum, { amountFen }) => sum + amountFen, 0),
    950,
  );
  assert.equal(shown.rule?.id, rule.id);
  assert.equal(shown.marginFen, 220);
  assert.equal(shown.toStreet, '人民南路');
  const stored = await t.db.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(stored), /1801|3 栋|12 号|66 号/);
});

test('repeated enquiries under one platform number get the same answer, even concurrently, and are stored once', async () => {
  const input = { externalNo: 'DY-SAME' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => desk.receive(input)));
  assert.equal(new Set(answers.map(({ no }) => no)).size, 1);
  const { count } = await t.db
    .selectFrom('enquiry')
    .where('external_no', '=', 'DY-SAME')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 1);
});

test('a missing station, a place outside the area, closed hours and fully occupied riders are refused with their reason', async () => {
  assert.equal((await desk.receive({ teamId: null })).reason, 'configError');
  assert.equal((await desk.receive({ to: { lng: 120, lat: 30 } })).reason, 'outOfArea');
  assert.equal((await desk.receive({ wantAt: new Date('2026-03-01T23:00:00+08:00') })).reason, 'closed');
  assert.equal((await desk.receive({ distanceM: 10_001 })).reason, 'overDistance');
  await putSwitch(t, desk.teamId, 'autoDispatch', true, { maxCarry: 0 });
  settleGround();
  assert.equal((await desk.receive()).reason, 'noCapacity');
  await putSwitch(t, desk.teamId, 'autoDispatch', true, { maxCarry: 5 });
  await putSwitch(t, desk.teamId, 'hourToReach', false);
  settleGround();
  assert.equal((await desk.receive()).reason, 'closed');
  await putSwitch(t, desk.teamId, 'hourToReach', true);
  settleGround();
  assert.equal((await desk.receive()).state, 'quoted');
});

test('bad weather raises price and cost by the amounts of the rule and the switch', async () => {
  await putSwitch(t, desk.teamId, 'badWeather', true, { addMin: 15, surchargeFen: 200, subsidyFen: 100 });
  settleGround();
  const { quoteFen, etaMin } = await desk.receive();
  // Price: (500 + 200 + 200) × 1.2 + 50 + 200 fen. Time: 37 + 15 minutes.
  assert.deepEqual([quoteFen, etaMin], [1_330, 52]);
  await putSwitch(t, desk.teamId, 'badWeather', false);
  settleGround();
});

test('staff quote what the rule cannot, and the platform gets that quote with its next request', async () => {
  const { id, version, externalNo } = await manual();
  const shown = await detail(id);
  assert.deepEqual([shown.quoteFen, shown.actions.includes('quote')], [null, true]);
  const done = await quote({ id, version, quoteFen: 1_888, etaMin: 60 });
  assert.equal(done.code, 100);
  const again = await desk.receive({ externalNo, ...FAR });
  assert.deepEqual([again.state, again.quoteFen, again.etaMin], ['quoted', 1_888, 60]);
  assert.match((await detail(id)).answer, /1888/);
});

test('a quote below cost needs a reason, and amounts and minutes have limits', async () => {
  const { id, version } = await manual();
  const { costFen } = await detail(id);
  assert.ok(costFen !== null && costFen > ENQUIRY.quoteFen.min);
  assert.equal((await quote({ id, version, quoteFen: costFen - 1 })).code, 42323);
  for (const bad of [{ quoteFen: 99 }, { quoteFen: 100_001 }, { etaMin: 9 }, { etaMin: 241 }]) {
    assert.equal((await quote({ id, version, ...bad })).code, 40001);
  }
  assert.equal((await quote({ id, version, quoteFen: costFen - 1, reason: '新店首单' })).code, 100);
  assert.equal((await detail(id)).belowCostReason, '新店首单');
});

test('an enquiry is quoted only while it waits for staff, and expired and converted ones are refused by their own codes', async () => {
  const expected = {
    manual: 100,
    quoted: 42201,
    converted: 42322,
    refused: 42201,
    expired: 42321,
    cancelled: 42201,
  } as const;
  for (const [state, code] of Object.entries(expected)) {
    const { id, version } = await manual();
    await t.db
      .updateTable('enquiry')
      .set({
        state: state as keyof typeof expected,
        refuse_reason: state === 'refused' ? 'closed' : null,
        order_no: state === 'converted' ? 'O1' : null,
        ...(['quoted', 'converted', 'cancelled'].includes(state) && { quote_fen: 1, eta_min: 10 }),
      })
      .where('id', '=', id)
      .execute();
    const shown = await detail(id);
    assert.equal(shown.actions.includes('quote'), state === 'manual', state);
    assert.equal((await quote({ id, version })).code, code, state);
  }
});

test('an enquiry is converted or cancelled only while its quote is valid', async () => {
  const made = async () => (await desk.receive()).externalNo;
  const convert = (externalNo: string, orderNo = 'O-1') => codeOf(convertEnquiry(t, { externalNo, orderNo }));
  const cancel = (externalNo: string) => codeOf(cancelEnquiry(t, { externalNo }));
  const converted = await made();
  assert.deepEqual(
    [await convert(converted), await convert(converted), await convert(converted, 'O-2')],
    [100, 100, 42322],
  );
  assert.equal(await cancel(converted), 42322);
  const cancelled = await made();
  assert.deepEqual([await cancel(cancelled), await cancel(cancelled), await convert(cancelled)], [100, 100, 42201]);
  const { externalNo: waiting } = await manual();
  assert.deepEqual([await convert(waiting), await cancel(waiting)], [42201, 42201]);
  const { externalNo: refused } = await desk.receive({ teamId: null });
  assert.deepEqual([await convert(refused), await cancel(refused)], [42201, 42201]);
  assert.deepEqual([await convert('nobody asked'), await cancel('nobody asked')], [40401, 40401]);
});

test('quotes and waiting enquiries are valid for the times of their rule, then the job expires both', async () => {
  const { externalNo: held } = await desk.receive();
  const waiting = await manual();
  t.clock.advance(300 * SECOND_MS);
  assert.equal((await quote(waiting)).code, 42321);
  for (const job of enquiryJobs) await job.run(t.db, t.clock, t.ids);
  assert.deepEqual([await stateOf(held), await stateOf(waiting.externalNo)], ['quoted', 'expired']);
  t.clock.advance(300 * SECOND_MS);
  // The quote has expired, although the job has not stored its expiry yet.
  assert.equal(await codeOf(convertEnquiry(t, { externalNo: held, orderNo: 'O-3' })), 42321);
  assert.ok((await expireEnquiries(t)) > 0);
  assert.equal(await stateOf(held), 'expired');
  assert.equal((await desk.receive({ externalNo: held })).state, 'expired');
});

test('of two concurrent quotes by staff the second is refused as already quoted', async () => {
  const other = await t.account({ account: 'quoter', rules: [106, 10606] });
  const token = await t.signIn(other.account);
  for (let round = 0; round < 5; round += 1) {
    const { id, version } = await manual();
    const codes = await Promise.all([quote({ id, version }), quote({ id, version, quoteFen: 3_000 }, { token })]);
    assert.deepEqual(codes.map(({ code }) => code).sort(), [100, 42201]);
  }
});

test('if an order and the expiry of its quote coincide, exactly one of them counts', async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await Promise.all(Array.from({ length: 6 }, () => desk.receive()));
    const before = { ...t, clock: { ...t.clock, now: () => new Date(Number(made[0]?.expireAt) - 1) } };
    const after = { ...t, clock: { ...t.clock, now: () => new Date(Number(made[0]?.expireAt)) } };
    const [codes] = await Promise.all([
      Promise.all(
        made.map(({ externalNo }, index) =>
          codeOf(convertEnquiry(before, { externalNo, orderNo: `R${round}-${index}` })),
        ),
      ),
      expireEnquiries(after),
    ]);
    await expireEnquiries(after);
    for (const [index, { externalNo }] of made.entries()) {
      const state = await stateOf(externalNo);
      assert.equal(state, codes[index] === 100 ? 'converted' : 'expired');
      assert.ok([100, 42321].includes(codes[index] ?? 0));
    }
  }
});

test('a blocked shop is refused at once and answered again once it is unblocked', async () => {
  const first = await desk.receive({ shopId: '7777' });
  const { id } = await idOf(first.externalNo);
  const blocked = await t.call('enquiry.Enquiry/blockShop', { id, reason: '频繁取消' }, owner());
  assert.equal(blocked.code, 100);
  assert.equal((await desk.receive({ shopId: '7777' })).reason, 'shopBlocked');
  assert.equal((await t.call('enquiry.Enquiry/blockShop', { id, reason: '频繁取消' }, owner())).code, 40903);
  const shown = await detail(id);
  assert.deepEqual([shown.block?.reason, shown.actions.includes('blockShop')], ['频繁取消', false]);
  const { data } = await t.call('enquiry.Enquiry/getBlocks', {}, owner());
  assert.deepEqual(
    data.list.map(({ shopId }) => shopId),
    ['7777'],
  );
  assert.equal((await t.call('enquiry.Enquiry/unblockShop', { id: blocked.data.id }, owner())).code, 100);
  assert.equal((await desk.receive({ shopId: '7777' })).state, 'quoted');
  assert.equal((await t.call('enquiry.Enquiry/unblockShop', { id: blocked.data.id }, owner())).code, 40401);
});

test('several enquiries are marked as followed with one note, and the list finds them', async () => {
  const made = await Promise.all([desk.receive({ shopId: '8080' }), desk.receive({ shopId: '8080' })]);
  const ids = await Promise.all(made.map(async ({ externalNo }) => (await idOf(externalNo)).id));
  const done = await t.call('enquiry.Enquiry/bulkFollow', { ids: [...ids, 1], note: '已联系店铺' }, owner());
  assert.deepEqual([done.data.success, done.data.failed.map(({ code }) => code)], [2, [40401]]);
  const { data } = await t.call('enquiry.Enquiry/getList', { shopId: '8080', followed: 'true' }, owner());
  assert.deepEqual(
    data.list.map(({ followNote }) => followNote),
    ['已联系店铺', '已联系店铺'],
  );
  const rest = await t.call('enquiry.Enquiry/getList', { shopId: '8080', followed: 'false' }, owner());
  assert.equal(rest.data.total, 0);
});

test('filters and figures cover the same enquiries, at most 31 days of them', async () => {
  const all = await t.call('enquiry.Enquiry/getList', { limit: 100 }, owner());
  const { summary, total, list } = all.data;
  assert.equal(summary.all, total);
  assert.equal(summary.refused, list.filter(({ state }) => state === 'refused').length);
  assert.equal(summary.converted, list.filter(({ isConverted }) => isConverted).length);
  assert.equal(
    summary.lostFen,
    list
      .filter(({ state }) => state === 'refused' || state === 'expired')
      .reduce((sum, { goodsFen }) => sum + goodsFen, 0),
  );
  const stats = await t.call('enquiry.Enquiry/getStats', {}, owner());
  assert.equal(
    stats.data.hours.reduce((sum, hour) => sum + hour.all, 0),
    total,
  );
  assert.equal(
    stats.data.reasons.reduce((sum, { count }) => sum + count, 0),
    summary.refused,
  );
  assert.equal(stats.data.stations[0]?.teamId, desk.teamId);
  const bands = await t.call('enquiry.Enquiry/getList', { distanceBand: 'to10km,over10km' }, owner());
  assert.ok(bands.data.total > 0 && bands.data.list.every(({ distanceM }) => distanceM >= 5_000));
  const month = { askedAtFrom: '2026-02-01', askedAtTo: '2026-03-04' };
  assert.equal((await t.call('enquiry.Enquiry/getList', month, owner())).code, 40006);
  const keyword = list[0]?.externalNo ?? '';
  const found = await t.call('enquiry.Enquiry/getList', { keyword }, owner());
  assert.deepEqual([found.data.total, found.data.summary.fromDay], [1, null]);
});

test('a user of other stations sees none of these enquiries and cannot change shops or rules', async () => {
  const elsewhere = await ground.open();
  const person = await t.account({
    account: 'elsewhere',
    rules: [106, 10606, 10607],
    scope: { kind: 'teams', ids: [elsewhere.id] },
  });
  const how = { token: await t.signIn(person.account) };
  const { externalNo } = await desk.receive();
  const { id } = await idOf(externalNo);
  const { externalNo: unbound } = await desk.receive({ teamId: null });
  assert.equal((await t.call('enquiry.Enquiry/getList', {}, how)).data.total, 0);
  for (const one of [id, (await idOf(unbound)).id, 5]) {
    assert.equal((await t.call('enquiry.Enquiry/getDetail', { id: one }, how)).code, 40302);
  }
  assert.equal((await t.call('enquiry.Enquiry/follow', { id, note: '跟进' }, how)).code, 40302);
  assert.equal((await t.call('enquiry.Enquiry/blockShop', { id, reason: '原因' }, how)).code, 40302);
  assert.equal((await t.call('enquiry.Enquiry/saveRule', desk.rule(), how)).code, 40302);
  const rules = await t.call('enquiry.Enquiry/getRules', {}, how);
  assert.ok(rules.data.list.every(({ actions }) => actions.length === 0));
  const trial = { teamId: desk.teamId, distanceM: 1, weightG: 1, goodsFen: 1 };
  assert.equal((await t.call('enquiry.Enquiry/testQuote', trial, how)).code, 40302);
});

/* ---- price rules ---- */

test('a rule is a draft until it is published, and the next version ends the one before', async () => {
  const { data: draft } = await t.call('enquiry.Enquiry/saveRule', desk.rule({ priority: 1 }), owner());
  assert.equal(draft.state, 'draft');
  const edited = { ...desk.rule({ priority: 2 }), id: draft.id, version: draft.version };
  const saved = await t.call('enquiry.Enquiry/saveRule', edited, owner());
  assert.equal(saved.data.version, 2);
  assert.equal((await t.call('enquiry.Enquiry/saveRule', edited, owner())).code, 40901);
  const published = await t.call('enquiry.Enquiry/publishRule', { id: draft.id, version: 2 }, owner());
  assert.equal(published.data.state, 'inForce');
  assert.equal((await t.call('enquiry.Enquiry/publishRule', { id: draft.id, version: 3 }, owner())).code, 42201);
  const { data: next } = await t.call('enquiry.Enquiry/saveRule', { ...edited, version: 3 }, owner());
  assert.notEqual(next.id, draft.id);
  assert.equal((await t.call('enquiry.Enquiry/saveRule', { ...edited, version: 3 }, owner())).code, 40903);
  t.clock.advance(MINUTE_MS);
  assert.equal((await t.call('enquiry.Enquiry/publishRule', { id: next.id, version: 1 }, owner())).code, 100);
  const { data: shown } = await t.call('enquiry.Enquiry/getRule', { id: next.id }, owner());
  assert.deepEqual(
    shown.versions.map(({ revision, state }) => [revision, state]),
    [
      [2, 'inForce'],
      [1, 'expired'],
    ],
  );
});

test('of two users who create the next version at once the second is refused because of the draft', async () => {
  const { id, version } = await desk.publish({ priority: 17 });
  const input = { ...desk.rule({ priority: 17 }), id, version };
  const answers = await Promise.all([1, 2].map(() => t.call('enquiry.Enquiry/saveRule', input, owner())));
  assert.deepEqual(answers.map(({ code }) => code).sort(), [100, 40903]);
});

test('a rule that overlaps another of its scope and priority is not published, and neither is one that starts in the past', async () => {
  const save = async (changes: Parameters<EnquiryDesk['rule']>[0]) =>
    (await t.call('enquiry.Enquiry/saveRule', desk.rule(changes), owner())).data;
  const publish = async ({ id, version }: { id: number; version: number }) =>
    (await t.call('enquiry.Enquiry/publishRule', { id, version }, owner())).code;
  assert.equal(await publish(await save({ priority: 100 })), 42261);
  assert.equal(await publish(await save({ priority: 50, effectiveFrom: '2026-02-28T00:00:00+08:00' })), 42265);
  const scope = { scopeType: 'team' as const, scopeIds: [String(desk.teamId)], priority: 100 };
  assert.equal(await publish(await save(scope)), 100);
  assert.equal(await publish(await save(scope)), 42261);
  assert.equal(await publish(await save({ ...scope, effectiveFrom: '2027-01-01T00:00:00+08:00' })), 42261);
});

test("the station's own rule prices its enquiries from its publication until it is disabled", async () => {
  const own = await ground.open();
  const scope = { scopeType: 'team' as const, scopeIds: [String(own.id)] };
  const { id, version } = await desk.publish(scope, { baseFen: 5_000 });
  const trial = { teamId: own.id, distanceM: 1_000, weightG: 1_000, goodsFen: 0 };
  const priced = async () => (await t.call('enquiry.Enquiry/testQuote', trial, owner())).data;
  assert.deepEqual([(await priced()).quoteFen, (await priced()).rule?.id], [5_000, id]);
  assert.equal((await t.call('enquiry.Enquiry/disableRule', { id, version, reason: '测试' }, owner())).code, 100);
  assert.equal((await priced()).quoteFen, 500);
});

test('a rule refers to existing records, ends after it begins, and respects its limits', async () => {
  const fields = async (input: object) => {
    const { data } = await t.raw('enquiry.Enquiry/saveRule', input, owner());
    return ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
  };
  assert.deepEqual(await fields(desk.rule({ scopeType: 'team', scopeIds: [] })), ['scopeIds']);
  assert.deepEqual(await fields(desk.rule({ scopeType: 'team', scopeIds: ['1'] })), ['scopeIds']);
  assert.deepEqual(await fields(desk.rule({ scopeType: 'region', scopeIds: ['999999'] })), ['scopeIds']);
  const dates = { effectiveFrom: '2026-04-02T00:00:00+08:00', effectiveTo: '2026-04-01T00:00:00+08:00' };
  assert.deepEqual(await fields(desk.rule(dates)), ['effectiveTo']);
  assert.deepEqual(await fields(desk.rule({}, { stepM: 0 })), ['tariff.stepM']);
  const periods = [{ from: '08:00', to: '08:00', factorBp: 10_000 }];
  assert.deepEqual(await fields(desk.rule({}, { periods })), ['tariff.periods']);
});

test('a trial reports missing values, prices an unsaved tariff, and changes nothing', async () => {
  const count = async () => (await t.db.selectFrom('enquiry').select('id').execute()).length;
  const before = await count();
  const empty = await t.raw('enquiry.Enquiry/testQuote', {}, owner());
  assert.equal(empty.code, 40001);
  const values = { teamId: desk.teamId, distanceM: 4_200, weightG: 6_500, goodsFen: 20_000 };
  const { tariff } = desk.rule({}, { baseFen: 900 });
  const { data } = await t.call('enquiry.Enquiry/testQuote', { ...values, tariff }, owner());
  assert.deepEqual([data.quoteFen, data.rule], [1_350, null]);
  const refused = await t.call('enquiry.Enquiry/testQuote', { ...values, distanceM: 11_000, tariff }, owner());
  assert.deepEqual([refused.data.outcome, refused.data.refuseReason], ['refused', 'overDistance']);
  const { externalNo } = await desk.receive();
  const stored = await t.call('enquiry.Enquiry/testQuote', { enquiryId: (await idOf(externalNo)).id }, owner());
  assert.equal(stored.data.outcome, 'quoted');
  assert.equal(await count(), before + 1);
});

test('a draft is deleted, a published rule is not', async () => {
  const { data: draft } = await t.call('enquiry.Enquiry/saveRule', desk.rule(), owner());
  const { id, version } = draft;
  assert.equal((await t.call('enquiry.Enquiry/removeRule', { id, version }, owner())).code, 100);
  assert.equal((await t.call('enquiry.Enquiry/getRule', { id }, owner())).code, 40401);
  const { code } = await t.call('enquiry.Enquiry/removeRule', { id: rule.id, version: rule.version }, owner());
  assert.equal(code, 42201);
});
