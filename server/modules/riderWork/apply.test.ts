import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import type { RiderReport } from '../../../contract/riderReport';
import { idCard } from '../../demo/names';
import { createTestApp, type TestApp } from '../../testing';

/** Riders enter by signed applications, and their profile follows the platform. */

let t: TestApp;
let teamId: number;
let officer: { readonly id: number; readonly token: string };

before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id');
  teamId = (await team.executeTakeFirstOrThrow()).id;
  const made = await t.account({ rules: withParents([54, 5406]) });
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

test('the latest profile of a rider holds, and a phone in use is refused', async () => {
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
