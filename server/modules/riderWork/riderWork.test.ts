import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import { type RiderState, riderCase } from '../../../contract/riderWork.states';
import { inTransaction } from '../../core/database/transaction';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { orderDesk } from '../../testing-orders';
import { watchRiders } from './jobs';
import { suspendAfterIncident } from './kind';
import { noteLossViolation } from './violations';

/** Tests of riders: checks at order intake, states, certificate approval by two people, automatic suspension, reports of the app. */

let t: TestApp;
let teamId: number;
let otherTeamId: number;
interface Person {
  readonly id: number;
  readonly token: string;
}
let officer: Person;
let second: Person;
let outside: Person;

async function person(rules: readonly number[], teamIds?: readonly number[]): Promise<Person> {
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope });
  return { id: made.id, token: await t.signIn(made.account) };
}

before(async () => {
  t = await createTestApp({ demo: true });
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  teamId = teams[0]?.id ?? 0;
  otherTeamId = teams[1]?.id ?? 0;
  const rules = [54, 5402, 5404, 5405, 5406, 5407, 5408];
  officer = await person(rules);
  second = await person(rules);
  outside = await person(rules, [otherTeamId]);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

/** Ids of riders that tests have already used. */
const taken = new Set<number>();
async function rider(status: 'active' | 'applying' | 'probation' = 'active') {
  const rows = await t.db
    .selectFrom('rider')
    .selectAll()
    .where('status', '=', status)
    .where('health_state', '=', 'valid')
    .orderBy('id')
    .execute();
  const row = rows.find(({ id }) => !taken.has(id));
  assert.ok(row);
  taken.add(row.id);
  await t.db.updateTable('rider').set({ team_id: teamId }).where('id', '=', row.id).execute();
  return row;
}
const stored = (id: number) => t.db.selectFrom('rider').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const detail = async (id: number) => (await t.call('safety.Rider/getDetail', { id }, officer)).data;
const report = async (...reports: Parameters<typeof t.call<'safety.RiderReport/push'>>[1]['reports']) => {
  const answer = await t.call('safety.RiderReport/push', { reports }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.rows;
};
const at = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();

test('the list sums over the whole filter, masks phones, and shows nothing out of scope', async () => {
  const all = await t.call('safety.Rider/getList', {}, officer);
  assert.equal(all.code, 100);
  assert.equal(all.data.summary.all, 40);
  assert.ok(all.data.list.every(({ tel }) => tel.includes('****')));
  assert.ok(all.data.list.every(({ mayWork, mayNotText }) => (mayWork === 'no') === (mayNotText !== '')));
  for (const reader of [officer, outside]) {
    const byIndexes = await t.call('safety.Rider/getList', {}, reader);
    const byRows = await t.call('safety.Rider/getList', { safetyScoreMin: 0 }, reader);
    assert.deepEqual(byIndexes.data.summary, byRows.data.summary);
  }
  const { data } = await t.call('safety.Rider/getList', { status: ['suspended', 'applying'] }, officer);
  assert.equal(data.summary.all, data.summary.suspended + data.summary.toReview);
  const narrow = await t.call('safety.Rider/getList', {}, outside);
  assert.ok(narrow.data.list.every((row) => row.teamId === otherTeamId));
  const { id } = await rider();
  assert.equal((await t.call('safety.Rider/getDetail', { id }, outside)).code, 40302);
});

test('the list is filtered by exam and safety score, and sorted by the orders of 30 days', async () => {
  const call = async (input: Parameters<typeof t.call<'safety.Rider/getList'>>[1]) =>
    (await t.call('safety.Rider/getList', { ...input, limit: 100 }, officer)).data;
  const all = (await call({})).total;
  const passed = await call({ trained: 'true' });
  const missing = await call({ trained: 'false' });
  assert.equal(passed.total + missing.total, all);
  assert.ok(passed.list.every(({ trainScore }) => trainScore >= 80) && passed.total > 0);
  assert.ok(missing.list.every(({ trainScore }) => trainScore < 80));
  const one = passed.list[0];
  assert.ok(one);
  const alike = await call({ safetyScoreMin: one.safetyScore, safetyScoreMax: one.safetyScore });
  assert.ok(alike.list.some(({ id }) => id === one.id));
  assert.ok(alike.list.every(({ safetyScore }) => safetyScore === one.safetyScore));
  const busy = (await call({ sortField: 'orders', sortOrder: 'desc' })).list.map(({ orders }) => orders);
  assert.ok((busy[0] ?? 0) > 0);
  assert.deepEqual(
    busy,
    [...busy].sort((first, second) => second - first),
  );
});

test('the newest orders of a rider at the station are listed', async () => {
  const { id } = await rider();
  await t.db.updateTable('customer_order').set({ rider_id: id }).where('team_id', '=', teamId).execute();
  const { list } = (await t.call('safety.Rider/getOrders', { riderId: id }, officer)).data;
  assert.ok(list.length > 0 && list.every(({ orderNo, paidFen }) => orderNo !== '' && paidFen >= 0));
  assert.equal((await t.call('safety.Rider/getOrders', { riderId: id }, outside)).code, 40302);
});

test('several riders can be transferred, except riders with a running order', async () => {
  const [first, second] = [await rider(), await rider()];
  const desk = await orderDesk(t, teamId);
  const key = desk.newKey();
  await desk.push(desk.paid(key), {
    ...{ event: 'accepted', ...key },
    riderId: second.id,
    at: t.clock.now().toISOString(),
  });
  const moved = await t.call(
    'safety.Rider/bulkTransfer',
    { ids: [first.id, second.id], teamId: otherTeamId, reason: 'New area' },
    officer,
  );
  assert.deepEqual(
    moved.data.failed.map(({ id, code }) => [id, code]),
    [[second.id, 42295]],
  );
  assert.equal((await stored(first.id)).team_id, otherTeamId);
  assert.equal((await stored(second.id)).team_id, teamId);
});

test('an order is refused with every reason for a rider who fails the gate, and accepted for a rider who passes', async () => {
  const desk = await orderDesk(t, teamId);
  const one = await rider();
  const push = async (riderId: number) => {
    const key = desk.newKey();
    const accepted = { event: 'accepted' as const, ...key, riderId, at: t.clock.now().toISOString() };
    const events = [desk.paid(key), accepted];
    const { data } = await t.call('order.Intake/push', { events }, { signed: true, locale: 'en-US' });
    return data.rows[1];
  };
  assert.equal((await push(one.id))?.state, 'done');
  await t.db
    .updateTable('rider')
    .set({ health_valid_to: '2026-01-01', face_state: 'reviewing' })
    .where('id', '=', one.id)
    .execute();
  const refused = await push(one.id);
  assert.deepEqual([refused?.state, refused?.code], ['refused', 42299]);
  assert.match(refused?.msg ?? '', /Expired on 2026-01-01.*face check/);
  const running = await t.call(
    'safety.Rider/offboard',
    { id: one.id, version: one.version, reason: 'Moved away' },
    officer,
  );
  assert.equal(running.code, 42295);
  const moved = await t.call(
    'safety.Rider/transfer',
    { id: one.id, version: one.version, teamId: otherTeamId, reason: 'Nearer' },
    officer,
  );
  assert.equal(moved.code, 42295);
});

test('another person approves a certificate, its dates are checked, and the rider gets a copy', async () => {
  const one = await rider();
  const file = await storeFile(t, officer.id, 'certificate');
  await t.ports.files.put(`certificate/${file}.pdf`, new Uint8Array([1]), 'application/pdf');
  const submitted = await t.call('safety.Rider/submitCertificate', { riderId: one.id, files: [file] }, officer);
  assert.equal(submitted.code, 100, submitted.msg);
  const { id } = submitted.data;
  const again = await t.call('safety.Rider/submitCertificate', { riderId: one.id, files: [file] }, officer);
  assert.equal(again.code, 40904);
  const values = { certNo: 'JK-TEST-1', hospital: '', holder: one.name, issuedAt: '2026-02-20', validTo: '2027-02-20' };
  const approve = (by: Person, change: Partial<typeof values> = {}) =>
    t.raw('safety.Rider/approveCertificate', { id, version: 1, ...values, ...change }, by);
  assert.equal((await approve(officer)).code, 40305);
  assert.equal((await approve(outside)).code, 40302);
  assert.equal((await approve(second, { validTo: '2027-02-21' })).code, 40001);
  assert.equal((await approve(second, { issuedAt: '2025-03-08', validTo: '2026-03-08' })).code, 42291);
  assert.equal((await approve(second, { holder: '别人' })).code, 40001);
  assert.equal((await approve(second)).code, 100);
  const now = await stored(one.id);
  assert.deepEqual([now.health_state, now.health_valid_to, now.certificate_id], ['valid', '2027-02-20', id]);
  const [certificate] = (await detail(one.id)).certificates;
  assert.deepEqual([certificate?.state, certificate?.certNo, certificate?.files.length], ['valid', 'JK-TEST-1', 1]);
});

test('certificates expire, and the system suspends active riders whose province requires one', async () => {
  const one = await rider();
  await t.db.updateTable('rider').set({ health_valid_to: '2026-02-01' }).where('id', '=', one.id).execute();
  await watchRiders(t.db, t.clock, t.ids);
  await watchRiders(t.db, t.clock, t.ids);
  const now = await stored(one.id);
  assert.deepEqual([now.status, now.health_state, now.checker_id], ['suspended', 'expired', 0]);
  const { steps, mayWork } = await detail(one.id);
  assert.deepEqual(
    steps.map(({ byName, note }) => [byName, note]),
    [['', '健康证过期']],
  );
  assert.equal(mayWork, 'no');
  const resumed = await t.call('safety.Rider/resume', { id: one.id, version: now.version }, officer);
  assert.equal(resumed.code, 42299);
  await t.db.updateTable('rider').set({ health_valid_to: '2026-12-01' }).where('id', '=', one.id).execute();
  assert.equal((await t.call('safety.Rider/resume', { id: one.id, version: now.version }, officer)).code, 100);
});

test('an applicant is admitted, ends the probation with exam and certificate, is transferred, leaves and returns', async () => {
  const { id } = await rider('applying');
  const step = async (address: string, more: object = {}) => {
    const { version } = await stored(id);
    return (await t.raw(address as 'safety.Rider/admit', { id, version, ...more }, officer)).code;
  };
  assert.equal(await step('safety.Rider/suspend', { reason: 'Too early' }), 42201);
  assert.equal(await step('safety.Rider/admit'), 100);
  assert.equal(await step('safety.Rider/activate'), 42226);
  await report({ event: 'faceChecked', riderId: id, at: at(-3), passed: true });
  await report({ event: 'examTaken', riderId: id, at: at(-2), course: 'safety', score: 90 });
  assert.equal(await step('safety.Rider/activate'), 100);
  assert.equal(await step('safety.Rider/transfer', { teamId: otherTeamId, reason: 'Nearer' }), 100);
  const moved = await stored(id);
  assert.deepEqual([moved.team_id, moved.status], [otherTeamId, 'active']);
  assert.equal(await step('safety.Rider/offboard', { reason: 'Moved away' }), 100);
  assert.equal(await step('safety.Rider/rejoin'), 100);
  const { steps } = await detail(id);
  assert.equal(steps.length, 5);
  assert.match(steps[2]?.note ?? '', /→.*Nearer/);
  const limited = (await t.call('safety.Rider/getDetail', { id }, outside)).data;
  assert.equal(limited.steps[2]?.note, 'Nearer', 'without the name of the station that the reader may not see');
});

test('a training shows when its exam expires, and repeating the report changes nothing', async () => {
  const { id } = await rider('active');
  assert.equal((await t.call('safety.Rider/assignTraining', { ids: [id], course: 'food' }, officer)).code, 100);
  const exam = { event: 'examTaken', riderId: id, at: at(-2), course: 'food', score: 85, expireAt: at(60) } as const;
  assert.deepEqual([(await report(exam))[0]?.state, (await report(exam))[0]?.state], ['done', 'repeated']);
  const shown = async () => {
    const [training] = (await detail(id)).trainings;
    return [training?.score, training?.expireAt, training?.isPassed, training?.isExpired];
  };
  const expireAt = new Date(exam.expireAt).toISOString();
  assert.deepEqual(await shown(), [85, expireAt, true, false]);
  await t.db.updateTable('rider_training').set({ expire_at: t.clock.now() }).where('rider_id', '=', id).execute();
  assert.deepEqual(await shown(), [85, t.clock.now().toISOString(), true, true]);
});

test('a reminder of the certificate is sent to the rider’s inbox once a day', async () => {
  const { id } = await rider('active');
  const endsOn = at(5 * 24 * 60).slice(0, 10);
  await t.db.updateTable('rider').set({ health_valid_to: endsOn }).where('id', '=', id).execute();
  for (let round = 0; round < 2; round += 1) {
    const { data } = await t.call('safety.Rider/remind', { ids: [id] }, officer);
    assert.equal(data.success, 1);
  }
  const messages = await t.db.selectFrom('user_inbox').selectAll().where('no', 'like', `HC-${id}-%`).execute();
  assert.deepEqual(
    messages.map(({ person_type: type }) => type),
    ['rider'],
  );
  assert.ok(messages[0]?.body.includes(endsOn));
});

test('a rider can leave only with a cleared balance', async () => {
  const { rows } = await import('kysely').then(({ sql }) =>
    sql<{ id: number }>`select r.id from rider r join ledger_account a on a.owner_id = r.id
      where a.code = 'RIDER_AVAILABLE' and a.balance_fen > 0 and r.status = 'active'
        and not exists (select from customer_order o where o.rider_id = r.id and o.status = 'accepted')
      order by r.id desc limit 1`.execute(t.db),
  );
  const [{ id } = { id: 0 }] = rows;
  const { version } = await stored(id);
  const answer = await t.call('safety.Rider/offboard', { id, version, reason: 'Moved away' }, officer);
  assert.equal(answer.code, 42300);
});

test('the second serious violation and the third failed face check suspend the rider', async () => {
  const one = await rider();
  const violate = () =>
    t.call(
      'safety.Rider/recordViolation',
      { id: one.id, kind: 'traffic', isSerious: true, points: 10, note: 'Red light' },
      officer,
    );
  assert.equal((await violate()).data.state, 'active');
  assert.equal((await violate()).data.state, 'suspended');
  await t.db.updateTable('rider').set({ team_id: otherTeamId }).where('id', '=', one.id).execute();
  const shown = async (by: Person) =>
    (await t.call('safety.Rider/getDetail', { id: one.id }, by)).data.recentViolations.length;
  assert.deepEqual([await shown(officer), await shown(outside)], [2, 0], 'violations at a station outside the scope');
  const after = await stored(one.id);
  assert.deepEqual([after.status_reason, after.safety_score], ['auto.violations', Math.max(0, one.safety_score - 20)]);
  const two = await rider();
  const fail = (minute: number) => report({ event: 'faceChecked', riderId: two.id, at: at(minute), passed: false });
  await fail(-9);
  await fail(-8);
  const [repeated] = await fail(-8);
  assert.equal(repeated?.state, 'repeated');
  assert.equal((await stored(two.id)).status, 'active');
  await fail(-7);
  assert.equal((await stored(two.id)).status_reason, 'auto.face');
});

test('an older report that arrives late replaces neither the newer face check nor the newer exam score', async () => {
  const { id } = await rider();
  const check = (minute: number, passed: boolean) =>
    report({ event: 'faceChecked', riderId: id, at: at(minute), passed });
  const face = async () => {
    const { face_state, face_at, face_fails, status } = await stored(id);
    return [face_state, face_at?.toISOString(), face_fails, status];
  };
  await check(-50, true);
  await check(-60, false);
  assert.deepEqual(await face(), ['passed', at(-50), 0, 'active']);
  await check(-40, false);
  await check(-20, false);
  await check(-30, true);
  assert.deepEqual(await face(), ['failed', at(-20), 1, 'active'], 'a late pass separates two failures');
  await check(-10, false);
  await check(-15, false);
  assert.deepEqual(await face(), ['failed', at(-10), 3, 'suspended'], 'a late failure counts too');
  const exam = (minute: number, score: number) =>
    report({ event: 'examTaken', riderId: id, at: at(minute), course: 'safety', score });
  await exam(-5, 95);
  await exam(-6, 40);
  assert.equal((await stored(id)).train_score, 95);
});

test('a food loss takes points off the safety score, but a rider who has left keeps the score', async () => {
  const { id } = await rider();
  const score = async (status: RiderState) => {
    await t.db.updateTable('rider').set({ status, safety_score: 90 }).where('id', '=', id).execute();
    const violation = { riderId: id, points: 5, orderNo: 'D1', note: `loss ${status}`, by: { id: 1, name: 'Finance' } };
    await inTransaction(t, (own) => noteLossViolation(own, violation));
    return (await stored(id)).safety_score;
  };
  assert.deepEqual([await score('active'), await score('suspended'), await score('offboarded')], [85, 85, 90]);
  const violations = await t.db.selectFrom('rider_violation').select('note').where('rider_id', '=', id).execute();
  assert.equal(violations.filter(({ note }) => note.startsWith('loss ')).length, 3);
});

test('a major incident suspends a rider only on probation or active, and the rider later returns to that state', async () => {
  const { id } = await rider();
  for (const status of Object.keys(riderCase.states) as RiderState[]) {
    await t.db.updateTable('rider').set({ status, suspended_from: null }).where('id', '=', id).execute();
    const tools = { db: t.db, clock: t.clock, ids: t.ids };
    const isSuspended = await inTransaction(tools, (own) => suspendAfterIncident(own, id));
    assert.equal(isSuspended, status === 'probation' || status === 'active', status);
    const row = await stored(id);
    assert.equal(row.status, isSuspended ? 'suspended' : status);
    if (!isSuspended) continue;
    assert.equal((await detail(id)).mayWork, 'no');
    const resume = (by: Person) => t.call('safety.Rider/resume', { id, version: row.version }, by);
    assert.equal((await resume(outside)).code, 40302);
    assert.equal((await resume(officer)).data.state, status);
    assert.equal((await stored(id)).status, status);
  }
});

test('a violation keeps the caller’s own evidence', async () => {
  const one = await rider();
  const record = (files: number[]) =>
    t.call(
      'safety.Rider/recordViolation',
      { id: one.id, kind: 'traffic', isSerious: false, points: 1, note: 'Red light', files },
      officer,
    );
  assert.equal((await record([await storeFile(t, second.id, 'violation')])).code, 40008);
  const file = await storeFile(t, officer.id, 'violation');
  assert.equal((await record([file])).code, 100);
  const [violation] = (await detail(one.id)).recentViolations;
  assert.deepEqual(
    violation?.files.map(({ fileId }) => fileId),
    [file],
  );
});

test('the list is filtered by the days until a certificate ends', async () => {
  const [one, other] = [await rider(), await rider()];
  const set = (id: number, health_valid_to: string) =>
    t.db.updateTable('rider').set({ health_state: 'valid', health_valid_to }).where('id', '=', id).execute();
  const call = async (input: Parameters<typeof t.call<'safety.Rider/getList'>>[1]) =>
    (await t.call('safety.Rider/getList', { ...input, limit: 100 }, officer)).data.list.map(({ id }) => id);
  const today = t.clock.now().toISOString().slice(0, 10);
  const after = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  await set(one.id, after(45));
  await set(other.id, after(46));
  const found = await call({ certDaysMin: 45, certDaysMax: 45 });
  assert.ok(found.includes(one.id) && !found.includes(other.id));
  assert.ok((await call({ certDaysMax: 46 })).includes(other.id));
  assert.ok(!(await call({ certDaysMin: 46 })).includes(one.id));
  assert.ok((await call({ certDaysMax: 2_147_483_647 })).includes(one.id));
});

test('two serious violations suspend a rider on probation', async () => {
  const one = await rider('probation');
  const serious = { id: one.id, kind: 'traffic' as const, isSerious: true, points: 10, note: 'Red light' };
  await t.call('safety.Rider/recordViolation', serious, officer);
  assert.equal((await t.call('safety.Rider/recordViolation', serious, officer)).data.state, 'suspended');
  assert.equal((await stored(one.id)).suspended_from, 'probation');
});

test('repeated reports of the app count time once, prompt a rest, and change the gate', async () => {
  const one = await rider();
  await t.db.deleteFrom('rider_fatigue').where('rider_id', '=', one.id).execute();
  // The last report is at the present time, so that the stretch is within one day.
  const minutes = Array.from({ length: 31 }, (_, index) => (index - 30) * 8);
  const reports = minutes.map((minute) => ({ event: 'working' as const, riderId: one.id, at: at(minute) }));
  const rows = await report(...reports);
  assert.equal(rows.at(-1)?.mayWork, false);
  assert.match(rows.at(-1)?.why ?? '', /rests until/);
  assert.ok((await report(...reports)).every(({ state }) => state === 'repeated'));
  const { work } = await detail(one.id);
  assert.deepEqual([work.continuousMin, work.days[0]?.prompts.length], [240, 1]);
  const [ahead, unknown] = await report(
    { event: 'online', riderId: one.id, at: at(10) },
    { event: 'online', riderId: 1, at: at(0) },
  );
  assert.deepEqual([ahead?.code, ahead?.field, unknown?.code], [40006, 'at', 40401]);
  assert.match(ahead?.msg ?? '', /5 minutes ahead/);
});

test('a requested face check stops orders until it is passed', async () => {
  const one = await rider();
  assert.equal((await t.call('safety.Rider/askFaceCheck', { id: one.id }, officer)).code, 100);
  assert.equal((await detail(one.id)).gate.checks.find(({ key }) => key === 'face')?.result, 'failed');
  const [row] = await report({ event: 'faceChecked', riderId: one.id, at: at(-1), passed: true });
  assert.equal(row?.mayWork, true);
});

test('devices are counted once per reported sign-in, with their other users', async () => {
  const [one, other] = [await rider(), await rider()];
  const signedIn = (riderId: number, minutes: number) => ({
    ...{ event: 'signedIn' as const, riderId, at: at(minutes), deviceKey: 'device-shared', platform: 'android' },
    ...{ model: 'P60', appVersion: '3.2.0', ip: '203.0.113.7' },
  });
  const rows = await report(
    signedIn(one.id, -20),
    signedIn(one.id, -20),
    signedIn(one.id, -10),
    signedIn(other.id, -5),
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['done', 'repeated', 'done', 'done'],
  );
  const { list } = (await t.call('safety.Rider/getDevices', { riderId: one.id }, officer)).data;
  // The older devices are from the demo data.
  const [newest] = list;
  assert.deepEqual([newest?.logins, newest?.sharedWith, newest?.lastAt], [2, 1, at(-10)]);
  assert.equal((await t.call('safety.Rider/getDevices', { riderId: one.id }, outside)).code, 40302);
});

test('a photo must be the caller’s own upload for this field, is shown in list and detail, and can be removed', async () => {
  const one = await rider();
  const save = (fileId: number | null, version: number, by: Person = officer) =>
    t.call('safety.Rider/savePhoto', { id: one.id, version, fileId }, by);
  assert.equal((await save(await storeFile(t, officer.id, 'certificate'), one.version)).code, 40008);
  const photo = await storeFile(t, officer.id, 'riderPhoto');
  assert.equal((await save(photo, one.version, outside)).code, 40302);
  assert.equal((await save(photo, one.version)).code, 100);
  assert.equal((await save(photo, one.version)).code, 40901);
  const shown = await detail(one.id);
  assert.match(shown.photoUrl ?? '', new RegExp(`/${photo}\\?`));
  assert.equal((await save(null, shown.version)).code, 100);
  assert.equal((await detail(one.id)).photoUrl, null);
});

test('phone and identity card are revealed only with a reason', async () => {
  const one = await rider();
  const masked = await detail(one.id);
  assert.match(masked.idCard, /^999\*{11}\d{3}[\dX]$/);
  const reveal = (by: Person) =>
    t.call('common.Sensitive/unmask', { objectType: 'rider', id: one.id, field: 'tel', reason: 'Lost on the way' }, by);
  assert.equal((await reveal(outside)).code, 40302);
});
