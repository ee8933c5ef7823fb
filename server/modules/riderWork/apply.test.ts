import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import type { RiderReport } from '../../../contract/riderReport';
import { idCard } from '../../demo/names';
import { createTestApp, type TestApp } from '../../testing';

/** Tests of signed applications and profile reports of riders. */

let t: TestApp;
let teamId: number;
let officer: { readonly id: number; readonly token: string };

before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id');
  teamId = (await team.executeTakeFirstOrThrow()).id;
  const made = await t.account({ rules: withParents([54, 5405, 5406]) });
  officer = { id: made.id, token: await t.signIn(made.account) };
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const push = async (...reports: RiderReport[]) => {
  const answer = await t.call('safety.RiderReport/push', { reports }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, answer.msg);
  return answer.data.rows.map(({ state, code }) => (code === undefined ? state : code));
};
const now = (minutes = 0) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();
type Applied = Extract<RiderReport, { event: 'applied' }>;
let serial = 0;
function application(change: Partial<Applied> = {}): Applied {
  serial += 1;
  return {
    ...{ event: 'applied', riderId: 7_000_000 + serial, at: now(-5), riderNo: `N${serial}`, name: '张三' },
    ...{ tel: `1391000${String(serial).padStart(4, '0')}`, idCard: idCard('1995-05-05', 100 + serial), teamId },
    ...{ riderType: 'part', vehicleType: 'ebike', plateNo: null },
    ...change,
  };
}
const stored = (id: number) => t.db.selectFrom('rider').selectAll().where('id', '=', id).executeTakeFirst();

test('an application creates a rider once, whom staff admit', async () => {
  const one = application();
  assert.deepEqual(await push(one, one), ['done', 'repeated']);
  assert.deepEqual(await push({ ...one, name: '李四' }), [40902]);
  const row = await stored(one.riderId);
  assert.ok(row);
  assert.deepEqual(
    [row.status, row.real_name_state, row.birth, row.gender, row.created_at.toISOString()],
    ['applying', 'reviewing', '1995-05-05', Number(one.idCard[16]) % 2 === 1 ? 'male' : 'female', one.at],
  );
  assert.ok(!row.id_card.includes(one.idCard) && !row.id_card_hash.includes(one.idCard));
  const { data } = await t.call('safety.Rider/getList', { status: ['applying'], keyword: one.riderNo }, officer);
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [one.riderId],
  );
  const admitted = await t.call('safety.Rider/admit', { id: one.riderId, version: row.version }, officer);
  assert.equal(admitted.code, 100, admitted.msg);
  assert.equal((await stored(one.riderId))?.status, 'probation');
});

test('an application is refused for a wrong, young or known identity, a used phone or number, and an unknown station', async () => {
  const known = application();
  const codes = await push(
    known,
    application({ idCard: `${known.idCard.slice(0, 17)}${known.idCard.endsWith('1') ? '2' : '1'}` }),
    application({ idCard: idCard('2012-01-01', 7) }),
    application({ idCard: known.idCard }),
    application({ tel: known.tel }),
    application({ riderNo: known.riderNo }),
    application({ teamId: 1 }),
    application(),
  );
  assert.deepEqual(codes, ['done', 42292, 42293, 42294, 40903, 40903, 40401, 'done']);
});

test('of two applications with one identity at the same time, one is taken', async () => {
  const one = application();
  const other = application({ idCard: one.idCard });
  const codes = (await Promise.all([push(one), push(other)])).flat();
  assert.deepEqual(codes.map(String).sort(), ['42294', 'done']);
  const again = application();
  assert.deepEqual((await Promise.all([push(again), push(again)])).flat().sort(), ['done', 'repeated']);
});

test('the latest profile of a rider takes effect, and a phone in use is refused', async () => {
  const [one, other] = [application(), application()];
  await push(one, other);
  const profile = (minutes: number, change: Partial<Extract<RiderReport, { event: 'changed' }>> = {}): RiderReport => ({
    ...{ event: 'changed', riderId: one.riderId, at: now(minutes), name: '王五', tel: one.tel },
    ...{ vehicleType: 'motor', plateNo: '京示0001', ratingX100: 432 },
    ...change,
  });
  const codes = await push(
    profile(-2),
    profile(-2),
    profile(-2, { name: '赵六' }),
    profile(-3, { name: '赵六' }),
    profile(-1, { tel: other.tel }),
    profile(-1, { riderId: 1 }),
  );
  assert.deepEqual(codes, ['done', 'repeated', 40902, 'repeated', 40903, 40401]);
  const row = await stored(one.riderId);
  assert.deepEqual(
    [row?.name, row?.vehicle_type, row?.plate_no, row?.rating_x100, row?.tel],
    ['王五', 'motor', '京示0001', 432, one.tel],
  );
});

type Changed = Extract<RiderReport, { event: 'changed' }>;
const profileOf = (one: Applied, change: Partial<Changed> = {}): RiderReport => {
  serial += 1;
  return {
    // Each report needs its own time, because a second report with the same time would be a conflict.
    ...{
      event: 'changed',
      riderId: one.riderId,
      at: new Date(t.clock.now().getTime() - 60_000 + serial).toISOString(),
    },
    ...{ name: one.name, tel: one.tel, vehicleType: 'ebike', plateNo: null, ratingX100: 400 },
    ...change,
  };
};
/** Creates a rider whose identity was approved. */
async function admittedRider(): Promise<Applied> {
  const one = application();
  await push(one);
  const row = await stored(one.riderId);
  const answer = await t.call('safety.Rider/admit', { id: one.riderId, version: row?.version ?? 0 }, officer);
  assert.equal(answer.code, 100, answer.msg);
  return one;
}
const reviewsOf = (riderId: number) =>
  t.db.selectFrom('rider_identity').selectAll().where('rider_id', '=', riderId).orderBy('id').execute();

test('another name of an admitted rider takes effect when staff approve it, and the phone at once', async () => {
  const one = await admittedRider();
  const tel = '13920009999';
  assert.deepEqual(await push(profileOf(one, { name: '王五', tel }), profileOf(one, { name: '王五', tel })), [
    'done',
    'done',
  ]);
  const before = await stored(one.riderId);
  assert.deepEqual([before?.name, before?.tel, before?.status], ['张三', tel, 'probation']);
  const [review, ...others] = await reviewsOf(one.riderId);
  assert.ok(review);
  assert.deepEqual([review.state, review.name, others.length], ['reviewing', '王五', 0]);
  const detail = await t.call('safety.Rider/getDetail', { id: one.riderId }, officer);
  assert.deepEqual(detail.data.identityReview, { id: review.id, no: review.no, name: '王五', idCard: null });
  const document = await t.call('approval.Case/getDetail', { id: review.id }, { ...officer, locale: 'en-US' });
  assert.deepEqual(document.data.changes, [{ field: 'name', label: 'Name', before: '张三', after: '王五' }]);
  const approved = await t.call('safety.Rider/approveIdentity', { id: review.id, version: review.version }, officer);
  assert.equal(approved.code, 100, approved.msg);
  assert.equal((await stored(one.riderId))?.name, '王五');
  assert.deepEqual(await push(profileOf(one, { name: '王五', tel })), ['done']);
  assert.equal((await reviewsOf(one.riderId)).length, 1);
});

test('the list finds a rider whose changed name awaits review, and shows it until the decision', async () => {
  const one = await admittedRider();
  const listed = async (realNameState: readonly ('reviewing' | 'passed' | 'failed')[]) => {
    const { data } = await t.call(
      'safety.Rider/getList',
      { keyword: one.riderNo, realNameState: [...realNameState] },
      { ...officer, locale: 'en-US' },
    );
    return data.list.map((row) => row.realNameState);
  };
  assert.deepEqual([await listed(['reviewing']), await listed(['passed'])], [[], ['passed']]);
  await push(profileOf(one, { name: '赵六' }));
  assert.deepEqual([await listed(['reviewing']), await listed(['passed'])], [['reviewing'], []]);
  assert.deepEqual([await listed(['reviewing', 'failed']), await listed(['passed', 'failed'])], [['reviewing'], []]);
  const detail = await t.call('safety.Rider/getDetail', { id: one.riderId }, officer);
  assert.equal(detail.data.realNameState, 'reviewing');
  const [review] = await reviewsOf(one.riderId);
  assert.ok(review);
  const step = { id: review.id, version: review.version, reason: 'Another person' };
  assert.equal((await t.call('safety.Rider/rejectIdentity', step, officer)).code, 100);
  assert.deepEqual([await listed(['reviewing']), await listed(['passed'])], [[], ['passed']]);
  const applying = application();
  await push(applying);
  const { data } = await t.call(
    'safety.Rider/getList',
    { keyword: applying.riderNo, realNameState: ['reviewing'] },
    officer,
  );
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [applying.riderId],
  );
});

test('another identity card is checked when reported, reviewed with the name, and checked again when approved', async () => {
  const [one, other] = [await admittedRider(), await admittedRider()];
  const card = idCard('1990-01-02', 77);
  const young = idCard('2012-01-01', 8);
  assert.deepEqual(
    await push(
      profileOf(one, { idCard: `${card.slice(0, 17)}${card.endsWith('1') ? '2' : '1'}` }),
      profileOf(one, { idCard: young }),
      profileOf(one, { idCard: other.idCard }),
      profileOf(one, { name: '王五', idCard: card }),
      profileOf(one, { name: '王五' }),
    ),
    [42292, 42293, 42294, 'done', 'done'],
  );
  const [review, ...others] = await reviewsOf(one.riderId);
  assert.ok(review?.id_card);
  assert.equal(others.length, 0);
  const document = await t.call('approval.Case/getDetail', { id: review.id }, { ...officer, locale: 'en-US' });
  assert.deepEqual(
    document.data.changes.map(({ field, after }) => `${field} ${after}`),
    ['name 王五', `idCard ${card.slice(0, 3)}***********${card.slice(-4)}`],
  );
  const shown = await t.call('safety.Rider/getDetail', { id: one.riderId }, officer);
  assert.equal(shown.data.identityReview?.idCard, `${card.slice(0, 3)}***********${card.slice(-4)}`);
  const asked = { objectType: 'rider', id: one.riderId, field: 'newIdCard', reason: 'Review of the card' } as const;
  assert.equal((await t.call('common.Sensitive/unmask', asked, officer)).data.value, card);
  const nothing = { ...asked, id: other.riderId };
  assert.equal((await t.call('common.Sensitive/unmask', nothing, officer)).code, 40401);
  const taker = application({ idCard: card });
  assert.deepEqual(await push(taker), ['done']);
  const step = { id: review.id, version: review.version };
  assert.equal((await t.call('safety.Rider/approveIdentity', step, officer)).code, 42294);
  await t.db.deleteFrom('rider_report').where('rider_id', '=', taker.riderId).execute();
  await t.db.deleteFrom('rider').where('id', '=', taker.riderId).execute();
  assert.equal((await t.call('safety.Rider/approveIdentity', step, officer)).code, 100);
  const row = await stored(one.riderId);
  assert.deepEqual([row?.name, row?.birth], ['王五', '1990-01-02']);
  assert.equal(t.ports.secrets.open(row?.id_card ?? Buffer.of(), `rider.id_card.${one.riderId}`), card);
});

test('a rider who leaves ends the review, and only staff of the station decide it', async () => {
  const one = await admittedRider();
  await push(profileOf(one, { name: '王五' }));
  const [review] = await reviewsOf(one.riderId);
  const elsewhere = await t.account({ rules: withParents([54, 5406]), scope: { kind: 'teams', ids: [teamId + 1] } });
  const foreign = { token: await t.signIn(elsewhere.account) };
  const step = { id: review?.id ?? 0, version: review?.version ?? 0 };
  assert.equal((await t.call('safety.Rider/approveIdentity', step, foreign)).code, 40302);
  const mover = await t.account({ rules: withParents([54, 5408]) });
  const version = (await stored(one.riderId))?.version ?? 0;
  const left = await t.call(
    'safety.Rider/offboard',
    { id: one.riderId, version, reason: 'left' },
    { token: await t.signIn(mover.account) },
  );
  assert.equal(left.code, 100, left.msg);
  assert.deepEqual(
    (await reviewsOf(one.riderId)).map(({ state }) => state),
    ['replaced'],
  );
});

test('a later report replaces the review, the present name ends it, and a rejected name waits 30 days', async () => {
  const one = await admittedRider();
  await push(profileOf(one, { name: '王五' }), profileOf(one, { name: '赵六' }), profileOf(one));
  const states = async () => (await reviewsOf(one.riderId)).map(({ name, state }) => `${name} ${state}`);
  assert.deepEqual(await states(), ['王五 replaced', '赵六 replaced']);
  await push(profileOf(one, { name: '孙七' }));
  const review = (await reviewsOf(one.riderId)).at(-1);
  const step = { id: review?.id ?? 0, version: review?.version ?? 0, reason: 'no proof' };
  assert.equal((await t.call('safety.Rider/rejectIdentity', step, officer)).code, 100);
  assert.equal((await stored(one.riderId))?.name, '张三');
  await push(profileOf(one, { name: '孙七' }));
  assert.equal((await states()).length, 3);
  t.clock.advance(31 * 24 * 3_600_000);
  await push(profileOf(one, { name: '孙七' }));
  assert.deepEqual((await states()).slice(2), ['孙七 rejected', '孙七 reviewing']);
});
