import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Input } from '../../../contract';
import { CLAIM_MATERIAL_KEYS, materialsFor } from '../../../contract/insureClaim.states';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import { insurerSignature } from '../../core/platforms/insurer';
import { INSURER_CALLBACK } from '../../core/platforms/insurer-events';
import { createOwnApp, deliverCallbacks } from '../../simulators/deliver';
import { plantFault } from '../../simulators/faults';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { orderDesk } from '../../testing-orders';
import { callbackJobs } from '../callback';
import { fileKey } from '../file';
import { balancesOf, findOffences, fundHold, fundUnhold, post } from '../ledger';
import { presentOf } from '../site';
import { pursuePolicies } from './pursue';
import { pursueClaims } from './pursue-claims';
import { insuranceReceivers } from './receivers';

/** Tests the insurance of riders: policies, premiums, claims, and the files and events of insurers. */

let t: TestApp;
let teamId: number;
let otherTeamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
interface Person {
  readonly id: number;
  readonly account: string;
  readonly token: string;
  readonly ticket: string;
}
let officer: Person;
let second: Person;
let outside: Person;
let riders: { id: number; riderNo: string }[];
let begun: Date;

async function session(id: number, account: string): Promise<Person> {
  const token = await t.signIn(account);
  return { id, account, token, ticket: await t.ticket(token) };
}
async function person(rules: readonly number[], teamIds?: readonly number[]): Promise<Person> {
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope });
  return session(made.id, made.account);
}
/** Advances the clock by days. Then the three users of these tests sign in again, because their sessions have expired. */
async function days(n: number): Promise<void> {
  t.clock.advance(n * DAY_MS);
  [officer, second, outside] = await Promise.all(
    [officer, second, outside].map(({ id, account }) => session(id, account)) as [
      Promise<Person>,
      Promise<Person>,
      Promise<Person>,
    ],
  );
}

const SUMS = {
  medical: 5_000_000,
  disability: 20_000_000,
  death: 60_000_000,
  thirdPerson: 20_000_000,
  thirdProperty: 2_000_000,
};
type Product = Input<'safety.Insure/saveProduct'>;
const PRODUCT: Product = {
  name: 'Daily cover',
  insurer: 'Example Insurance',
  kind: 'daily',
  planCode: 'D-1',
  agreementNo: 'AG-1',
  premiumFen: 300,
  premiumUnit: 'day',
  payer: 'team',
  coverEnd: 90,
  sums: SUMS,
  minAge: 18,
  maxAge: 65,
  teamIds: [],
  apiMode: 'api',
  apiSecret: 'a-secret-of-sixteen-letters',
};

async function product(parts: Partial<Product> = {}): Promise<number> {
  const answer = await t.call('safety.Insure/saveProduct', { ...PRODUCT, teamIds: [teamId], ...parts }, officer);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
async function switchOff(id: number): Promise<void> {
  const { version } = await t.db
    .selectFrom('insure_product')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal((await t.call('safety.Insure/switchProduct', { id, version, on: false }, officer)).code, 100);
}

let taken = 0;
const nextRider = () => {
  const rider = riders[taken];
  taken += 1;
  assert.ok(rider);
  return rider;
};
async function accept(riderId: number) {
  const key = desk.newKey();
  const accepted = { event: 'accepted' as const, ...key, riderId, at: t.clock.now().toISOString() };
  const { data } = await t.call(
    'order.Intake/push',
    { events: [desk.paid(key), accepted] },
    { signed: true, locale: 'en-US' },
  );
  return { key, state: data.rows[1]?.state, msg: data.rows[1]?.msg ?? '' };
}
const pursue = () => pursuePolicies({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
/** Finds the policies that these tests created for a rider. Older policies belong to the demo data. */
const policiesOf = (riderId: number) =>
  t.db
    .selectFrom('insure_policy')
    .selectAll()
    .where('rider_id', '=', riderId)
    .where('created_at', '>=', begun)
    .orderBy('id')
    .execute();
async function policyOf(riderId: number) {
  const [policy] = (await policiesOf(riderId)).slice(-1);
  assert.ok(policy);
  return policy;
}
async function available(code: 'TEAM_AVAILABLE' | 'RIDER_AVAILABLE', id: number): Promise<number> {
  return (await balancesOf(t.db, [code], [id])).get(`${code}:${id}`) ?? 0;
}

before(async () => {
  t = await createTestApp({ demo: true });
  // Advance two days, because the riders of the demo data are already insured today.
  t.clock.advance(2 * DAY_MS);
  begun = t.clock.now();
  // Disable the demo's products, because they would also insure these riders.
  await t.db.updateTable('insure_product').set({ is_on: false }).execute();
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  teamId = teams[0]?.id ?? 0;
  otherTeamId = teams[1]?.id ?? 0;
  desk = await orderDesk(t, teamId);
  const rules = [51, 5101, 5102, 5104, 5105, 5106, 5107, 54];
  officer = await person(rules);
  second = await person(rules);
  outside = await person(rules, [otherTeamId]);
  const rows = await t.db.selectFrom('rider').selectAll().where('status', '=', 'active').orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  await t.db
    .updateTable('rider')
    .set({
      team_id: teamId,
      birth: '1995-05-05',
      real_name_state: 'passed',
      face_state: 'passed',
      health_valid_to: '2027-01-01',
      health_state: 'valid',
    })
    .where('id', 'in', ids)
    .execute();
  await t.db.deleteFrom('insure_gap').execute();
  await t.db.deleteFrom('insure_claim').execute();
  riders = rows.map(({ id, rider_no: riderNo }) => ({ id, riderNo }));
});
after(async () => {
  assert.deepEqual(t.faults, []);
  assert.deepEqual(await findOffences(t.db), []);
  await t.close();
});

test('the first order of a day makes one policy, the insurer confirms it, and its premium is posted once', async () => {
  const id = await product();
  const rider = nextRider();
  const before = await available('TEAM_AVAILABLE', teamId);
  assert.equal((await accept(rider.id)).state, 'done');
  assert.equal((await accept(rider.id)).state, 'done');
  assert.equal((await policiesOf(rider.id)).length, 1);
  await pursue();
  await pursue();
  const policy = await policyOf(rider.id);
  assert.deepEqual([policy.state, policy.premium_fen, policy.insurer_no], ['inForce', 300, `PX${policy.no.slice(2)}`]);
  const borne = Math.max(0, Math.min(300, before));
  assert.equal(policy.borne_fen, borne);
  assert.equal(await available('TEAM_AVAILABLE', teamId), before - borne);
  const detail = await t.call('approval.Case/getDetail', { id: policy.id }, officer);
  assert.equal(detail.data.history.length, 3);
  const hidden = await t.call('approval.Case/getDetail', { id: policy.id }, outside);
  assert.equal(hidden.code, 40302);
  assert.equal((await t.call('safety.Insure/downloadPolicy', { id: policy.id }, outside)).code, 40302);
  for (const locale of ['zh-TW', 'en-US'] as const) {
    const { data } = await t.call('safety.Insure/downloadPolicy', { id: policy.id }, { ...officer, locale });
    const file = Buffer.from(data.content, 'base64').toString('latin1');
    assert.ok(data.name.endsWith(`_${policy.no}.pdf`));
    const places = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    assert.ok(places.length > 8);
    for (const [at, place] of places.entries()) assert.ok(file.startsWith(`${at + 1} 0 obj`, place));
    const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
    assert.ok(file.startsWith('xref', start));
    assert.ok(file.includes(`<${Buffer.from(policy.no).toString('hex')}> Tj`));
  }
  await switchOff(id);
});

test('a station pays a part of a premium with its balance and its credit limit, and the platform pays the rest', async () => {
  const id = await product({ planCode: 'D-CREDIT', agreementNo: 'AG-C', premiumFen: 10_000 });
  const rider = nextRider();
  const { settlement_mode: mode, credit_limit_fen: limit } = await t.db
    .selectFrom('team')
    .select(['settlement_mode', 'credit_limit_fen'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const terms = (values: { settlement_mode: typeof mode; credit_limit_fen: number }) =>
    t.db.updateTable('team').set(values).where('id', '=', teamId).execute();
  const { at, day } = await presentOf(t);
  const held = (await available('TEAM_AVAILABLE', teamId)) - 100;
  assert.ok(held > 0);
  const move = (make: typeof fundHold, bizNo: string) =>
    post(t, make({ bizNo, teamId, at, day, operatorId: 0 }, { subject: 'team', id: teamId }, held));
  await move(fundHold, 'FH-CREDIT-1');
  await terms({ settlement_mode: 'deposit', credit_limit_fen: 400 });
  await accept(rider.id);
  const before = await available('TEAM_AVAILABLE', teamId);
  await pursue();
  const policy = await policyOf(rider.id);
  assert.deepEqual([policy.premium_fen, policy.borne_fen], [10_000, before + 400]);
  assert.equal(await available('TEAM_AVAILABLE', teamId), -400);
  await move(fundUnhold, 'FH-CREDIT-2');
  await terms({ settlement_mode: mode, credit_limit_fen: limit });
  await switchOff(id);
});

test('a request without an answer is retried under the same number and makes one policy', async () => {
  const id = await product({ planCode: 'D-2', agreementNo: 'AG-2' });
  for (const fault of ['lostAfter', 'status500'] as const) {
    const rider = nextRider();
    await accept(rider.id);
    // A request that may have reached the insurer is not repeated immediately. The insurer is queried first.
    await plantFault(t.db, {
      platform: 'insurer',
      pathPrefix: '/v1/policies',
      fault: fault === 'lostAfter' ? 'html' : fault,
      times: 1,
    });
    await pursue();
    assert.equal((await policyOf(rider.id)).state, 'pending');
    t.clock.advance(MINUTE_MS);
    await pursue();
    const policy = await policyOf(rider.id);
    assert.equal(policy.state, 'inForce');
    const posted = await t.db.selectFrom('ledger_txn').select('id').where('biz_no', '=', policy.no).execute();
    assert.equal(posted.length, 1);
  }
  await switchOff(id);
});

test('a policy starts despite a rider’s low balance, a slow insurer, or a refusal that is retried', async () => {
  const rider = nextRider();
  const riderPays = await product({ planCode: 'R-SLOW', agreementNo: 'AG-3', payer: 'rider', premiumFen: 10_000 });
  const balance = await available('RIDER_AVAILABLE', rider.id);
  await accept(rider.id);
  await pursue();
  assert.equal((await policyOf(rider.id)).state, 'pending');
  t.clock.advance(2 * MINUTE_MS);
  await pursue();
  const paid = await policyOf(rider.id);
  assert.deepEqual([paid.premium_fen, paid.borne_fen], [10_000, Math.min(10_000, balance)]);
  assert.equal(await available('RIDER_AVAILABLE', rider.id), balance - paid.borne_fen);
  await switchOff(riderPays);

  const refusing = await product({ planCode: 'F-REFUSE', agreementNo: 'AG-4' });
  const other = nextRider();
  await accept(other.id);
  await pursue();
  const failed = await policyOf(other.id);
  assert.equal(failed.state, 'failed');
  assert.match(failed.error ?? '', /risk control/);
  const stale = { id: failed.id, version: failed.version - 1 };
  assert.equal((await t.call('safety.Insure/retryPolicy', stale, officer)).code, 40901);
  assert.equal((await t.call('safety.Insure/bulkRetry', { ids: [failed.id] }, officer)).data.success, 1);
  await pursue();
  assert.equal((await policyOf(other.id)).state, 'inForce');
  await switchOff(refusing);
});

test('a policy that was requested through the interface waits for the insurer, even if its product changes to lists', async () => {
  const parts = { planCode: 'D-LIST', agreementNo: 'AG-LIST' };
  const id = await product(parts);
  const toLists = async () => {
    const { version } = await t.db
      .selectFrom('insure_product')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { apiSecret: _secret, ...terms } = PRODUCT;
    const input = { ...terms, ...parts, teamIds: [teamId], apiMode: 'manual' as const, id, version };
    assert.equal((await t.call('safety.Insure/saveProduct', input, officer)).code, 100);
  };
  const tomorrow = new Date(t.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const request = async ({ riderNo }: { readonly riderNo: string }) =>
    t.call('safety.Insure/createPolicy', { riderNo, productId: id, coverDate: tomorrow }, officer);
  const [asked, listed] = [nextRider(), nextRider()];
  assert.equal((await request(asked)).code, 100);
  await plantFault(t.db, { platform: 'insurer', pathPrefix: '/v1/policies', fault: 'status500', times: 2 });
  await pursue();
  await toLists();
  t.clock.advance(MINUTE_MS);
  await pursue();
  assert.equal((await policyOf(asked.id)).state, 'pending');
  t.clock.advance(MINUTE_MS);
  await pursue();
  const insured = await policyOf(asked.id);
  assert.equal(insured.state, 'insured');
  assert.notEqual(insured.insurer_no, insured.no);
  const step = { id: insured.id, version: insured.version, reason: 'Not at work' };
  assert.equal((await t.call('safety.Insure/surrender', step, officer)).data.state, 'insured');
  await pursue();
  assert.equal((await policyOf(asked.id)).state, 'surrendered');

  assert.equal((await request(listed)).code, 100);
  await pursue();
  const byList = await policyOf(listed.id);
  assert.deepEqual([byList.state, byList.insurer_no], ['insured', byList.no]);
  await switchOff(id);
});

test('a day is insured in advance once; a surrender refunds the premium before midnight and is refused afterwards', async () => {
  const id = await product({ planCode: 'D-5', agreementNo: 'AG-5', payer: 'platform' });
  const rider = nextRider();
  const today = t.clock.now().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const input = { riderNo: rider.riderNo, productId: id, coverDate: tomorrow };
  assert.equal((await t.call('safety.Insure/createPolicy', input, outside)).code, 40302);
  const made = await t.call('safety.Insure/createPolicy', input, officer);
  assert.equal(made.code, 100, made.msg);
  assert.equal((await t.call('safety.Insure/createPolicy', input, officer)).code, 42297);
  await t.db.updateTable('rider').set({ birth: '1950-01-01' }).where('id', '=', rider.id).execute();
  const old = await t.call(
    'safety.Insure/createPolicy',
    { ...input, coverDate: today },
    { ...officer, locale: 'en-US' },
  );
  assert.match(JSON.stringify(old.data), /Age must be 18–65/);
  await t.db.updateTable('rider').set({ birth: '1995-05-05' }).where('id', '=', rider.id).execute();
  await pursue();
  const insured = await policyOf(rider.id);
  assert.equal(insured.state, 'insured');
  const step = { id: insured.id, version: insured.version, reason: 'Not at work' };
  assert.equal((await t.call('safety.Insure/surrender', step, { token: officer.token })).code, 40303);
  const surrender = await t.call('safety.Insure/surrender', step, officer);
  assert.equal(surrender.data.state, 'insured');
  const { after: recorded } = await t.db
    .selectFrom('operation_record')
    .select('after')
    .where('request_id', '=', surrender.requestId)
    .executeTakeFirstOrThrow();
  assert.equal((recorded as { amountFen: number }).amountFen, insured.premium_fen);
  assert.ok(insured.premium_fen > 0);
  await pursue();
  const ended = await policyOf(rider.id);
  assert.equal(ended.state, 'surrendered');
  assert.ok(ended.refund_tx_no);
  // After a surrender, the same day can be insured again. After the cover has begun, a surrender is refused.
  assert.equal((await t.call('safety.Insure/createPolicy', input, officer)).code, 100);
  await pursue();
  await days(1);
  const begun = await policyOf(rider.id);
  const late = { id: begun.id, version: begun.version, reason: 'Not at work' };
  assert.equal((await t.call('safety.Insure/surrender', late, officer)).code, 42201);
  await pursue();
  assert.equal((await policyOf(rider.id)).state, 'inForce');
  await switchOff(id);
});

test('the platform pays occupational cover, for the day’s orders, at the end of the day', async () => {
  const wrong = { ...PRODUCT, planCode: 'O-1', kind: 'occupational' as const };
  assert.equal((await t.call('safety.Insure/saveProduct', wrong, officer)).code, 40001);
  const id = await product({
    kind: 'occupational',
    planCode: 'O-1',
    agreementNo: 'AG-6',
    payer: 'platform',
    premiumUnit: 'order',
    premiumFen: 6,
  });
  const rider = nextRider();
  for (let n = 0; n < 3; n += 1) await accept(rider.id);
  await pursue();
  assert.deepEqual([(await policyOf(rider.id)).orders, (await policyOf(rider.id)).tx_no], [3, null]);
  await days(2);
  await pursue();
  const over = await policyOf(rider.id);
  assert.deepEqual([over.state, over.premium_fen, over.borne_fen], ['ended', 18, 18]);
  await switchOff(id);
});

test('a policy counts its orders to its end, even if its product is disabled', async () => {
  const id = await product({
    ...{ kind: 'occupational', planCode: 'O-2', agreementNo: 'AG-60' },
    ...{ payer: 'platform', premiumUnit: 'order', premiumFen: 6 },
  });
  const rider = nextRider();
  await accept(rider.id);
  await pursue();
  await switchOff(id);
  await accept(rider.id);
  await accept(rider.id);
  assert.equal((await policyOf(rider.id)).orders, 3);
  await days(2);
  await pursue();
  assert.equal((await policyOf(rider.id)).premium_fen, 18);
});

test('if the station requires cover, a rider without a product or with a refused policy gets no order', async () => {
  await t.db
    .insertInto('team_switch')
    .values({
      ...{
        id: t.ids.next(),
        team_id: teamId,
        key: 'insuranceRequired',
        on: true,
        params: '{}',
        until: null,
        reason: null,
      },
      ...{
        version: 1,
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        created_by: 0,
        updated_by: 0,
        updated_by_name: '',
      },
    })
    .execute();
  const rider = nextRider();
  const none = await accept(rider.id);
  assert.equal(none.state, 'refused');
  assert.match(none.msg, /No insurance product/);
  const id = await product({ planCode: 'G-REFUSE', agreementNo: 'AG-7' });
  assert.equal((await accept(rider.id)).state, 'done');
  // While the insurer has not answered, the rider may accept orders.
  assert.equal((await accept(rider.id)).state, 'done');
  await pursue();
  assert.match((await accept(rider.id)).msg, /insurer refused/);
  const { data } = await t.call('safety.Rider/getDetail', { id: rider.id }, { ...officer, locale: 'en-US' });
  assert.equal(data.gate.checks.find(({ key }) => key === 'insurance')?.result, 'failed');
  assert.equal(data.policies[0]?.stateText, 'Failed');
  await t.db.updateTable('team_switch').set({ on: false }).where('key', '=', 'insuranceRequired').execute();
  await switchOff(id);
});

test('a claim needs its material, cannot exceed the sum insured, and can be disputed once', async () => {
  const [policy] = await policiesOf(riders[0]?.id ?? 0);
  assert.ok(policy);
  const happenedAt = new Date(policy.cover_from.getTime() + MINUTE_MS).toISOString();
  const facts = {
    kind: 'thirdProperty' as const,
    place: 'Crossing',
    claimedFen: 90_000,
    description: 'Scratched a parked car.',
  };
  const early = { ...facts, policyId: policy.id, happenedAt: new Date(policy.cover_from.getTime() - 1).toISOString() };
  assert.equal((await t.call('safety.Insure/createClaim', early, officer)).code, 40001);
  const point = { lng: 104.06, lat: 30.65 };
  const made = await t.call('safety.Insure/createClaim', { ...facts, point, policyId: policy.id, happenedAt }, officer);
  assert.equal(made.code, 100, made.msg);
  const { id } = made.data;
  let { version } = made.data;
  const shown = (await t.call('approval.Case/getDetail', { id }, officer)).data.facts;
  assert.equal(shown.find(({ key }) => key === 'point')?.value, '104.06, 30.65');
  const take = async (
    action: 'submitClaim' | 'acceptClaim' | 'approveClaim' | 'payClaim' | 'refuseClaim' | 'disputeClaim' | 'closeClaim',
    more: object = {},
    who = second,
  ) => {
    const answer = await t.call(`safety.Insure/${action}`, { id, version, ...more } as never, {
      ...who,
      locale: 'en-US',
    });
    if (answer.code === 100) version = (answer.data as { version: number }).version;
    return answer.code === 100 ? (answer.data as { state: string }).state : `${answer.code} ${answer.msg}`;
  };
  assert.match(await take('submitClaim'), /42298 .*liability/);
  const foreign = await storeFile(t, officer.id, 'claim');
  const adding = { id, version, material: 'report' as const, files: [foreign] };
  assert.equal((await t.call('safety.Insure/addMaterial', adding, second)).code, 40008);
  for (const material of CLAIM_MATERIAL_KEYS) {
    const files = [await storeFile(t, second.id, 'claim')];
    const added = await t.call('safety.Insure/addMaterial', { id, version, material, files }, second);
    assert.equal(added.code, 100, added.msg);
    version = added.data.version;
  }
  const material = 'report' as const;
  const stored = async () =>
    (await t.db.selectFrom('insure_claim').select('files').where('id', '=', id).executeTakeFirstOrThrow()).files;
  const full = await stored();
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => storeFile(t, second.id, 'claim')));
  const tooMany = await t.call(
    'safety.Insure/addMaterial',
    { id, version, material, files: five },
    { ...second, locale: 'en-US' },
  );
  assert.deepEqual(
    [tooMany.code, tooMany.data],
    [
      40001,
      {
        errors: [{ field: 'files', rule: 'range', message: 'At most 5 files for each material; 1 are already there' }],
      },
    ],
  );
  assert.deepEqual(await stored(), full);
  const replaced = await t.call(
    'safety.Insure/addMaterial',
    { id, version, material, files: five, replaces: true },
    second,
  );
  assert.equal(replaced.code, 100, replaced.msg);
  version = replaced.data.version;
  assert.deepEqual(await stored(), { ...full, report: five });
  assert.equal(
    await take('submitClaim', {}, outside),
    `40302 ${(await t.call('safety.Insure/submitClaim', { id, version }, { ...outside, locale: 'en-US' })).msg}`,
  );
  assert.equal(await take('submitClaim'), 'submitted');
  assert.equal(await take('acceptClaim', { insurerCaseNo: 'CASE-1' }), 'insurerReview');
  assert.equal(await take('refuseClaim', { reason: 'Not covered' }), 'refused');
  assert.equal(await take('disputeClaim', { reason: 'It is covered' }), 'submitted');
  assert.equal(await take('acceptClaim', { insurerCaseNo: 'CASE-2' }), 'insurerReview');
  assert.match(await take('approveClaim', { paidFen: SUMS.thirdProperty + 1 }), /^40001/);
  assert.equal(await take('approveClaim', { paidFen: 80_000 }), 'approved');
  assert.equal(await take('payClaim', { paidFen: 80_000 }), 'paid');
  assert.equal(await take('closeClaim', { reason: 'Done' }), 'closed');
  const { data } = await t.call('safety.Insure/getSummary', {}, officer);
  assert.equal(data.months.at(-1)?.paidFen, 80_000);
  assert.equal((await t.call('safety.Insure/getClaims', {}, outside)).data.total, 0);
});

test('claims of one kind share the sum insured of their policy, also at once, and no payment exceeds the approval', async () => {
  const [policy] = await policiesOf(riders[0]?.id ?? 0);
  assert.ok(policy);
  const limit = SUMS.thirdPerson;
  const claimOf = async (kind: 'thirdPerson' | 'thirdProperty', serial: number) => {
    const row = {
      ...{ id: t.ids.next(), created_at: t.clock.now(), no: `ICSHARE${serial}`, policy_id: policy.id },
      ...{
        rider_id: policy.rider_id,
        team_id: policy.team_id,
        kind,
        happened_at: policy.cover_from,
        place: 'Crossing',
      },
      ...{ description: 'Fell', claimed_fen: limit, files: '{}', state: 'insurerReview' as const },
      ...{ maker_id: officer.id, maker_name: 'Officer' },
    };
    await t.db.insertInto('insure_claim').values(row).execute();
    return row.id;
  };
  const step = async (action: 'approveClaim' | 'payClaim', id: number, paidFen: number) => {
    const row = t.db.selectFrom('insure_claim').select('version').where('id', '=', id);
    const { version } = await row.executeTakeFirstOrThrow();
    return (await t.call(`safety.Insure/${action}`, { id, version, paidFen }, second)).code;
  };
  const ids = [
    await claimOf('thirdPerson', 1),
    await claimOf('thirdPerson', 2),
    await claimOf('thirdPerson', 3),
  ] as const;
  const half = Math.floor(limit / 2) + 1;
  const codes = await Promise.all(ids.map((id) => step('approveClaim', id, half)));
  assert.deepEqual([...codes].sort(), [100, 40001, 40001]);
  const approved = ids[codes.indexOf(100)] ?? 0;
  const [other = 0] = ids.filter((id) => id !== approved);
  assert.equal(await step('payClaim', approved, half + 1), 40001);
  assert.equal(await step('payClaim', approved, half), 100);
  assert.equal(await step('approveClaim', other, limit - half + 1), 40001);
  assert.equal(await step('approveClaim', other, limit - half), 100);
  assert.equal(await step('approveClaim', await claimOf('thirdProperty', 4), 1), 100);
  await t.db.deleteFrom('insure_claim').where('no', 'like', 'ICSHARE%').execute();
});

test('a product is read with the cover, the stations and the actions that its drawer shows', async () => {
  const id = await product({ planCode: 'DRAWER', agreementNo: 'AG-20' });
  const read = async () => (await t.call('safety.Insure/getProduct', { id }, { ...officer, locale: 'en-US' })).data;
  const { coverText, teamText, actions } = await read();
  const shown = { coverText: 'First order to 01:30 next day', teamText: '1 station' };
  assert.deepEqual({ coverText, teamText }, shown);
  assert.deepEqual(actions, ['editProduct', 'switchOff']);
  const reader = await person([51], [teamId]);
  const stations = async (by: Person) => {
    const { data } = await t.call('safety.Insure/getProduct', { id }, by);
    return [data.teamIds.length, data.teamNames.length];
  };
  const other = await t.db.selectFrom('team').select('id').where('id', '<>', teamId).limit(1).executeTakeFirstOrThrow();
  const chosen = JSON.stringify([teamId, other.id]);
  await t.db.updateTable('insure_product').set({ team_ids: chosen }).where('id', '=', id).execute();
  assert.deepEqual(
    [await stations(officer), await stations(reader)],
    [
      [2, 2],
      [1, 1],
    ],
    'stations in the data scope',
  );
  await switchOff(id);
  assert.deepEqual((await read()).actions, ['editProduct', 'switchOn']);
});

const delivery = () => {
  const own = createOwnApp();
  own.attach(t.app.http);
  assert.ok(own.send);
  return { db: t.db, clock: t.clock, simulators: t.ports.platforms.simulators, send: own.send };
};
const SECRET = PRODUCT.apiSecret ?? '';
/** Builds the headers of an event with the insurer's signature. */
function signedHeaders(agreementNo: string, body: string, at = t.clock.now()) {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signature = insurerSignature(SECRET, { method: 'POST', path: INSURER_CALLBACK, seconds, body });
  return {
    'content-type': 'application/json',
    'x-agreement': agreementNo,
    'x-timestamp': seconds,
    'x-signature': signature,
  };
}
async function notifyConsole(body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<number> {
  const call = { method: 'POST' as const, url: INSURER_CALLBACK, headers, payload: body };
  return (await t.app.http.inject(call)).statusCode;
}
let events = 0;
function eventOf(no: string, status: 'insured' | 'refused' | 'surrendered' | 'surrenderRefused', at = t.clock.now()) {
  events += 1;
  const more = status === 'insured' ? { policyNo: `PX${no.slice(2)}` } : { message: 'risk control' };
  return JSON.stringify({ about: 'policy', eventId: `EV${events}`, at: at.toISOString(), no, status, ...more });
}
const told = (agreementNo: string, body: string) => notifyConsole(body, signedHeaders(agreementNo, body));

test('an insurer’s event with a changed byte is refused, and a valid event counts once however often it arrives', async () => {
  // Deliver events that earlier tests left in the simulator, so that they do not affect this test.
  await deliverCallbacks(delivery());
  const id = await product({ planCode: 'C-SLOW', agreementNo: 'AG-8' });
  const rider = nextRider();
  await accept(rider.id);
  await pursue();
  const { no } = await policyOf(rider.id);
  const body = eventOf(no, 'refused');
  const headers = signedHeaders('AG-8', body);
  for (const [at, byte] of Buffer.from(body).entries()) {
    const changed = Buffer.from(body);
    changed[at] = byte ^ 1;
    assert.equal(await notifyConsole(changed, headers), 401, `byte ${at}`);
  }
  for (const name of ['x-agreement', 'x-timestamp', 'x-signature'] as const)
    for (let at = 0; at < headers[name].length; at += 1) {
      const letters = [...headers[name]];
      letters[at] = String.fromCharCode((letters[at] ?? '').charCodeAt(0) ^ 1);
      assert.equal(await notifyConsole(body, { ...headers, [name]: letters.join('') }), 401, `${name} ${at}`);
    }
  const former = new Date(t.clock.now().getTime() - 6 * MINUTE_MS);
  assert.equal(await notifyConsole(body, signedHeaders('AG-8', body, former)), 401);
  assert.equal((await policyOf(rider.id)).state, 'pending');

  t.clock.advance(2 * MINUTE_MS);
  assert.equal(await deliverCallbacks(delivery(), { reversed: true, copies: 2 }), 1);
  await pursue();
  const insured = await policyOf(rider.id);
  assert.deepEqual([insured.state, insured.insurer_no], ['inForce', `PX${no.slice(2)}`]);
  const posted = await t.db.selectFrom('ledger_txn').select('id').where('biz_no', '=', no).execute();
  assert.equal(posted.length, 1);
  // A late event and an event of another agreement change nothing.
  assert.equal(await told('AG-8', body), 200);
  assert.equal(await told('AG-1', eventOf(no, 'surrendered')), 200);
  assert.equal((await policyOf(rider.id)).version, insured.version);
  await switchOff(id);
});

test('events of an insurer may arrive in any order, and one that contradicts the policy waits', async () => {
  const id = await product({ planCode: 'E-REFUSE', agreementNo: 'AG-9' });
  const rider = nextRider();
  const tomorrow = new Date(t.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const input = { riderNo: rider.riderNo, productId: id, coverDate: tomorrow };
  assert.equal((await t.call('safety.Insure/createPolicy', input, officer)).code, 100);
  const before = t.clock.now();
  await pursue();
  const { no, id: policyId, version } = await policyOf(rider.id);
  t.clock.advance(MINUTE_MS);
  assert.equal((await t.call('safety.Insure/retryPolicy', { id: policyId, version }, officer)).code, 100);
  // The refusal concerns the first attempt. The surrender arrives before the insurer's confirmation.
  assert.equal(await told('AG-9', eventOf(no, 'refused', before)), 200);
  assert.equal(await told('AG-9', eventOf(no, 'surrendered')), 200);
  assert.match((t.faults as string[]).pop() ?? '', /is pending and was surrendered/);
  assert.equal((await policyOf(rider.id)).state, 'pending');
  await pursue();
  assert.equal((await policyOf(rider.id)).state, 'insured');
  t.clock.advance(MINUTE_MS);
  await callbackJobs(t.ports, insuranceReceivers)[0]?.run(t.db, t.clock, t.ids);
  const ended = await policyOf(rider.id);
  assert.deepEqual([ended.state, ended.refund_tx_no === null], ['surrendered', false]);
  assert.equal(await told('AG-9', eventOf(no, 'insured')), 200);
  assert.equal((await policyOf(rider.id)).state, 'surrendered');
  // The insurer withdraws a refusal.
  const other = nextRider();
  await accept(other.id);
  await pursue();
  const refused = await policyOf(other.id);
  assert.equal(refused.state, 'failed');
  assert.equal(await told('AG-9', eventOf(refused.no, 'insured')), 200);
  assert.equal((await policyOf(other.id)).state, 'inForce');
  await switchOff(id);
});

test('a claim is submitted with its files, and its results arrive by events', async () => {
  const policy = (await policiesOf(riders[0]?.id ?? 0))[0];
  assert.ok(policy);
  const made = await t.call(
    'safety.Insure/createClaim',
    {
      ...{ policyId: policy.id, kind: 'thirdProperty', place: 'Crossing', description: 'Scratched a parked car.' },
      ...{ claimedFen: 80_099, happenedAt: new Date(policy.cover_from.getTime() + MINUTE_MS).toISOString() },
    },
    officer,
  );
  assert.equal(made.code, 100, made.msg);
  const { id } = made.data;
  const claim = () => t.db.selectFrom('insure_claim').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const material of materialsFor('thirdProperty')) {
    const fileId = await storeFile(t, officer.id, 'claim');
    await t.ports.files.put(
      fileKey('claim', fileId, 'application/pdf'),
      Buffer.from(String(fileId)),
      'application/pdf',
    );
    const { version } = await claim();
    const adding = { id, version, material, files: [fileId] };
    assert.equal((await t.call('safety.Insure/addMaterial', adding, officer)).code, 100);
  }
  const hand = () => pursueClaims({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
  await hand();
  const submitted = await t.call('safety.Insure/submitClaim', { id, version: (await claim()).version }, officer);
  assert.equal(submitted.code, 100, submitted.msg);
  await hand();
  t.clock.advance(2 * MINUTE_MS);
  assert.equal(await deliverCallbacks(delivery(), { reversed: true, copies: 2 }), 2);
  const refused = await claim();
  assert.deepEqual([refused.state, refused.paid_fen, refused.query_at], ['refused', null, null]);
  assert.match(refused.note ?? '', /not covered/);
  const appeal = { id, version: refused.version, reason: 'It is covered' };
  assert.equal((await t.call('safety.Insure/disputeClaim', appeal, officer)).code, 100);
  await hand();
  t.clock.advance(3 * MINUTE_MS);
  assert.equal(await deliverCallbacks(delivery(), { reversed: true, copies: 2 }), 3);
  await hand();
  const paid = await claim();
  assert.deepEqual([paid.state, paid.paid_fen, paid.insurer_case_no], ['paid', 80_099, `CX${made.data.no?.slice(2)}`]);
  const { data } = await t.call('approval.Case/getDetail', { id }, officer);
  const steps = data.history.slice(-4).map(({ byName }) => byName);
  assert.deepEqual(steps.slice(1), ['', '', '']);
});

test('a claim whose file the insurer refuses is handed over to staff and is no longer queried', async () => {
  const policy = (await policiesOf(riders[0]?.id ?? 0))[0];
  assert.ok(policy);
  const made = await t.call(
    'safety.Insure/createClaim',
    {
      ...{ policyId: policy.id, kind: 'thirdProperty', place: 'Crossing', description: 'Scratched a parked car.' },
      ...{ claimedFen: 100, happenedAt: new Date(policy.cover_from.getTime() + MINUTE_MS).toISOString() },
    },
    officer,
  );
  const { id } = made.data;
  const claim = () => t.db.selectFrom('insure_claim').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const material of materialsFor('thirdProperty')) {
    const fileId = await storeFile(t, officer.id, 'claim');
    const key = fileKey('claim', fileId, 'application/pdf');
    // The stored content differs from its digest, so the insurer refuses the file with status 400.
    await t.ports.files.put(key, Buffer.from('another content'), 'application/pdf');
    const adding = { id, version: (await claim()).version, material, files: [fileId] };
    assert.equal((await t.call('safety.Insure/addMaterial', adding, officer)).code, 100);
  }
  await t.call('safety.Insure/submitClaim', { id, version: (await claim()).version }, officer);
  await pursueClaims({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
  const left = await claim();
  assert.deepEqual([left.state, left.query_at], ['submitted', null]);
});

test('a claim whose product has no interface any more is handed over to staff and is no longer queried', async () => {
  const row = await t.db
    .selectFrom('insure_claim')
    .selectAll()
    .where('state', '=', 'submitted')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { product_id: productId } = await t.db
    .selectFrom('insure_policy')
    .select('product_id')
    .where('id', '=', row.policy_id)
    .executeTakeFirstOrThrow();
  const setMode = (mode: 'api' | 'manual') =>
    t.db.updateTable('insure_product').set({ api_mode: mode }).where('id', '=', productId).execute();
  await t.db.updateTable('insure_claim').set({ query_at: t.clock.now() }).where('id', '=', row.id).execute();
  await t.db.deleteFrom('notice_outbox').execute();
  await setMode('manual');
  await pursueClaims({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
  await setMode('api');
  const left = await t.db
    .selectFrom('insure_claim')
    .select(['state', 'query_at'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(left, { state: 'submitted', query_at: null });
  const told = await t.db.selectFrom('notice_outbox').select(['account_ids', 'title']).execute();
  assert.deepEqual(
    told.map((notice) => notice.account_ids),
    [[row.maker_id]],
  );
  assert.match(JSON.stringify(told[0]), /interface for claim/);
});

/** Finds the latest month of the insurer that these tests use. */
async function newestMonth() {
  const { data } = await t.call('safety.Insure/getRecon', {}, officer);
  const row = data.list.find(({ insurerName }) => insurerName === PRODUCT.insurer);
  assert.ok(row);
  return row;
}
const postedPolicies = () =>
  t.db
    .selectFrom('insure_policy')
    .innerJoin('insurer', 'insurer.id', 'insure_policy.insurer_id')
    .select(['insure_policy.no', 'insurer_no', 'premium_fen', 'payer', 'borne_fen'])
    .where('insurer.name', '=', PRODUCT.insurer)
    .where('tx_no', 'is not', null)
    .where('refund_tx_no', 'is', null)
    .orderBy('insure_policy.id')
    .execute();
const yuan = (fen: number) => (fen / 100).toFixed(2);
async function uploadTo(id: number, text: string) {
  const fileId = await storeFile(t, officer.id, 'insurerFile');
  await t.ports.files.put(fileKey('insurerFile', fileId, 'application/pdf'), Buffer.from(text), 'text/csv');
  return t.call('safety.Insure/uploadStatement', { id, fileId }, { ...officer, locale: 'en-US' });
}

test('the insurer’s file is compared by policy, and a difference is resolved once', async () => {
  const row = await newestMonth();
  assert.equal((await t.call('safety.Insure/getRecon', {}, outside)).code, 40302);
  const ours = await postedPolicies();
  assert.equal(row.ourCount, ours.length);
  const lines = ours
    .slice(1)
    .map(
      ({ no, insurer_no: insurerNo, premium_fen: fen }, at) => `${insurerNo},${no},${yuan(at === 0 ? fen + 1 : fen)}`,
    );
  const upload = (text: string) => uploadTo(row.id, text);
  assert.equal((await upload('保单号,投保单号\nX,1\n')).code, 40001);
  const uploaded = await upload(['保单号,投保单号,保费', ...lines, 'PX-UNKNOWN,,3.00'].join('\r\n'));
  assert.equal(uploaded.code, 100, uploaded.msg);
  assert.equal(uploaded.data.state, 'gaps');
  const detail = await t.call('safety.Insure/getMonth', { id: row.id }, { ...officer, locale: 'en-US' });
  assert.deepEqual(detail.data.gaps.map(({ kindText }) => kindText).sort(), [
    'Missing at the insurer',
    'Missing in our books',
    'Premium differs',
  ]);
  const [gap] = detail.data.gaps;
  assert.ok(gap);
  const note = { id: gap.id, version: gap.version, note: 'Their mistake' };
  assert.equal((await t.call('safety.Insure/resolveGap', note, officer)).code, 100);
  assert.equal((await t.call('safety.Insure/resolveGap', note, officer)).code, 40901);
  const running = { ...note, id: detail.data.gaps[1]?.id ?? 0 };
  assert.equal((await t.call('safety.Insure/adjustGap', running, officer)).code, 42201);
  const whole = ours.map(({ no, insurer_no: insurerNo, premium_fen: fen }) => `${insurerNo},${no},${yuan(fen)}`);
  assert.equal((await upload(['保单号,投保单号,保费', ...whole].join('\n'))).data.state, 'balanced');
});

async function agreed(): Promise<void> {
  const [proposal] = (await t.call('approval.Case/getList', { box: 'forMe' }, second)).data.list;
  const { id = 0, version = 0 } = proposal ?? {};
  const answer = await t.call('approval.Proposal/approve', { id, version }, second);
  assert.equal(answer.code, 100, JSON.stringify(answer));
}

test('differences of a past month are adjusted in the books, and the payer gets the overpayment back', async () => {
  const { id, dueFen } = await newestMonth();
  await days(40);
  await pursue();
  second = await person([5, 51, 5107]);
  const ours = await postedPolicies();
  const lower = ours.find(({ payer, borne_fen: fen }) => payer === 'team' && fen > 100);
  assert.ok(lower);
  const higher = ours.find(({ no }) => no !== lower.no);
  const changes = new Map([
    [lower.no, -100],
    [higher?.no ?? '', 7],
  ]);
  const lines = ours.map(
    ({ no, insurer_no: insurerNo, premium_fen: fen }) => `${insurerNo},${no},${yuan(fen + (changes.get(no) ?? 0))}`,
  );
  const file = ['保单号,投保单号,保费', ...lines, 'PX-UNKNOWN,,3.00'].join('\n');
  assert.equal((await uploadTo(id, file)).data.state, 'gaps');
  const before = await available('TEAM_AVAILABLE', teamId);
  const { gaps } = (await t.call('safety.Insure/getMonth', { id }, officer)).data;
  assert.deepEqual(gaps.map(({ gapFen }) => gapFen).sort(), [-100, 300, 7].sort());
  for (const gap of gaps) {
    const input = { id: gap.id, version: gap.version, note: 'As in the statement' };
    assert.equal((await t.call('safety.Insure/adjustGap', input, outside)).code, 40302);
    assert.equal((await t.call('safety.Insure/adjustGap', input, officer)).code, 110);
    await agreed();
    assert.equal((await t.call('safety.Insure/adjustGap', input, officer)).code, 40901);
  }
  const back = Math.max(0, lower.borne_fen - (lower.premium_fen - 100));
  assert.equal((await available('TEAM_AVAILABLE', teamId)) - before, back);
  const after = await newestMonth();
  assert.deepEqual([after.gapFen, after.openGaps, (after.dueFen ?? 0) - (dueFen ?? 0)], [0, 0, 207]);
  assert.equal((await uploadTo(id, file)).data.state, 'balanced');
  assert.deepEqual(await findOffences(t.db), []);
});

test('premiums of a past month are remitted once, after a second person’s approval', async () => {
  const list = newestMonth;
  const number = await t.db
    .selectFrom('merchant_number')
    .select('id')
    .where('enabled', '=', true)
    .where('channel', '=', 'wechat')
    .executeTakeFirstOrThrow();
  const open = await list();
  const input = { id: open.id, merchantNumberId: number.id, voucherNo: 'PAY-0001', amountFen: open.dueFen ?? 0 };
  assert.equal((await t.call('safety.Insure/remit', { ...input, amountFen: 1 }, officer)).code, 42201);
  const over = await list();
  assert.ok(over && (over.dueFen ?? 0) > 0);
  const due = { ...input, amountFen: over.dueFen ?? 0 };
  assert.equal((await t.call('safety.Insure/remit', { ...due, amountFen: due.amountFen + 1 }, officer)).code, 42201);
  const proposed = await t.call('safety.Insure/remit', due, officer);
  assert.equal(proposed.code, 110, JSON.stringify(proposed));
  assert.equal((await list())?.remittedFen, 0);
  await agreed();
  const paid = await list();
  assert.deepEqual([paid?.dueFen, paid?.remittedFen], [0, due.amountFen]);
  assert.equal((await t.call('safety.Insure/remit', { ...due, voucherNo: 'PAY-0002' }, officer)).code, 42201);
});
