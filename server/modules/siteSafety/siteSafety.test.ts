import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { moduleExportSources } from '../exports';
import { watchInspections } from './jobs';

/** Tests of inspections from plan to recheck, of incidents from report to closing, and of the resulting scores. */

interface Person {
  readonly id: number;
  readonly token: string;
}
let t: TestApp;
let teamId: number;
let otherTeamId: number;
let officer: Person;
let second: Person;
let outside: Person;
let exporter: Person;
let checklistId: number;
const ITEMS = [
  { key: 'a', group: 'documents', title: 'Licence', standard: 'Hangs in the hall', points: 10 },
  { key: 'b', group: 'fire', title: 'Extinguisher', standard: 'Checked this year', points: 10 },
  { key: 'c', group: 'gear', title: 'Helmets', standard: 'One for each rider', points: 20 },
] as const;
const NOW = '2026-03-01T11:40:00+08:00';
const SIGNED = { inspectorSign: 'Li Na', stationSign: 'Wu Yu', signedAt: '2026-03-01T11:30:00+08:00', place: null };

async function person(rules: readonly number[], teamIds?: readonly number[]): Promise<Person> {
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope });
  return { id: made.id, token: await t.signIn(made.account) };
}

before(async () => {
  t = await createTestApp({ demo: true });
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  [teamId = 0, otherTeamId = 0] = teams.map(({ id }) => id);
  const rules = [52, 53, 54, 5201, 5202, 5204, 5206, 5207, 5402];
  officer = await person(rules);
  second = await person(rules);
  outside = await person(rules, [otherTeamId]);
  exporter = await person([...rules, 95]);
  await t.db.deleteFrom('safety_score').where('team_id', '=', teamId).execute();
  await t.db.deleteFrom('safety_station').where('team_id', '=', teamId).execute();
  await t.db.deleteFrom('safety_incident').where('team_id', '=', teamId).execute();
  await t.db.updateTable('safety_inspection').set({ team_id: otherTeamId }).where('team_id', '=', teamId).execute();
  const saved = await t.call(
    'safety.Site/saveChecklist',
    { id: null, version: null, name: 'Station', items: [...ITEMS] },
    officer,
  );
  assert.equal(saved.code, 100, saved.msg);
  checklistId = saved.data.id;
  assert.equal((await t.call('safety.Site/publishChecklist', { id: checklistId, version: 1 }, officer)).code, 100);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const photo = async (by: Person) => ({ fileId: await storeFile(t, by.id, 'safetyPhoto'), at: NOW, place: null });
const stored = (id: number) =>
  t.db.selectFrom('safety_inspection').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

let days = 0;
/** Creates a started inspection of the first station. */
async function started(by = officer) {
  days += 1;
  const plannedOn = `2026-03-${String(days).padStart(2, '0')}`;
  const input = { teamIds: [teamId], kind: 'routine' as const, checklistId, plannedOn, inspectorId: by.id };
  const planned = await t.call('safety.Site/plan', input, officer);
  assert.deepEqual(planned.data, { success: 1, failed: [] });
  const row = await t.db
    .selectFrom('safety_inspection')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const answer = await t.call('safety.Site/start', { id: row.id, version: 1 }, by);
  assert.equal(answer.code, 100, answer.msg);
  return { id: row.id, version: 2 };
}
let answers = 0;
function save(id: number, itemKey: string, by: Person, more: object = {}) {
  answers += 1;
  const input = {
    ...{ id, itemKey, answerNo: `answer-${answers}`, answeredAt: NOW, result: 'ok' as const },
    ...{ lost: 0, remark: '', photos: [] as { fileId: number; at: string; place: null }[] },
  };
  return t.call('safety.Site/saveItem', { ...input, ...more }, by);
}
/** Creates an inspection with one unqualified item that needs rectification. */
async function rectifying() {
  const { id } = await started();
  await save(id, 'a', officer);
  await save(id, 'b', officer, { result: 'bad', lost: 5, photos: [await photo(officer)] });
  await save(id, 'c', officer, { result: 'na' });
  const answer = await t.call('safety.Site/submit', { id, version: 2, ...SIGNED }, officer);
  assert.equal(answer.data.state, 'rectifying', answer.msg);
  return id;
}

test('a published checklist never changes, and editing it creates the next version', async () => {
  const { version } = (await t.call('safety.Site/getChecklist', { id: checklistId }, officer)).data;
  const items = ITEMS.slice(0, 1);
  const answer = await t.call(
    'safety.Site/saveChecklist',
    { id: checklistId, version, name: 'Station', items },
    officer,
  );
  assert.notEqual(answer.data.id, checklistId);
  const before = (await t.call('safety.Site/getChecklist', { id: checklistId }, officer)).data;
  assert.deepEqual([before.edition, before.itemCount, before.state], [1, 3, 'published']);
  const next = (await t.call('safety.Site/getChecklist', { id: answer.data.id }, officer)).data;
  assert.deepEqual([next.edition, next.itemCount, next.state], [2, 1, 'draft']);
  const twice = await t.call(
    'safety.Site/saveChecklist',
    { id: checklistId, version, name: 'Station', items },
    officer,
  );
  assert.equal(twice.code, 40903);
});

test('of concurrent new checklists with one name the first is stored and the others are refused', async () => {
  const make = () =>
    t.call('safety.Site/saveChecklist', { id: null, version: null, name: 'Made at once', items: [...ITEMS] }, officer);
  const codes = (await Promise.all([make(), make(), make(), make()])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), [100, 40903, 40903, 40903]);
});

test('a plan in the past is refused, and so is a repeated plan', async () => {
  const input = { teamIds: [teamId], kind: 'random' as const, checklistId, inspectorId: officer.id };
  assert.equal((await t.call('safety.Site/plan', { ...input, plannedOn: '2026-02-28' }, officer)).code, 40006);
  const plannedOn = '2026-05-01';
  assert.equal((await t.call('safety.Site/plan', { ...input, plannedOn }, officer)).data.success, 1);
  const again = await t.call('safety.Site/plan', { ...input, plannedOn }, officer);
  assert.deepEqual(
    again.data.failed.map(({ code }) => code),
    [40903],
  );
  const foreign = await t.call('safety.Site/plan', { ...input, plannedOn: '2026-05-02' }, outside);
  assert.deepEqual(
    foreign.data.failed.map(({ code }) => code),
    [40302],
  );
});

test('a repeated answer counts once, and an older answer does not replace a newer one', async () => {
  const { id } = await started();
  const one = { answerNo: 'twice-sent-answer', result: 'na' };
  assert.equal((await save(id, 'a', officer, one)).data.outcome, 'saved');
  assert.equal((await save(id, 'a', officer, one)).data.outcome, 'repeated');
  const older = await save(id, 'a', officer, { answeredAt: '2026-03-01T11:00:00+08:00' });
  assert.equal(older.data.outcome, 'older');
  const item = await t.db
    .selectFrom('safety_item')
    .selectAll()
    .where('inspection_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(item.result, 'na');
  assert.equal((await save(id, 'a', second)).code, 40301);
  assert.equal((await save(id, 'b', officer, { result: 'bad', lost: 5 })).code, 40001);
  const foreign = await photo(second);
  assert.equal((await save(id, 'b', officer, { result: 'bad', lost: 5, photos: [foreign] })).code, 40008);
});

test('an inspection with unanswered items cannot be submitted, and a repeated submission counts once', async () => {
  const { id } = await started();
  await save(id, 'a', officer);
  const english = { ...officer, locale: 'en-US' as const };
  const early = await t.call('safety.Site/submit', { id, version: 2, ...SIGNED }, english);
  assert.deepEqual([early.code, early.msg], [40001, 'Answer 2 more items']);
  await save(id, 'b', officer);
  await save(id, 'c', officer);
  assert.equal((await t.call('safety.Site/submit', { id, version: 2, ...SIGNED }, second)).code, 40301);
  // A drawn signature must be the inspector's own upload. The station's representative signs with a typed name.
  const drawn = async (by: Person) => ({ ...SIGNED, inspectorSignFile: (await photo(by)).fileId });
  assert.equal((await t.call('safety.Site/submit', { id, version: 2, ...(await drawn(second)) }, officer)).code, 40008);
  const signed = await drawn(officer);
  const done = await t.call('safety.Site/submit', { id, version: 2, ...signed }, officer);
  assert.equal(done.data.state, 'passed');
  const again = await t.call('safety.Site/submit', { id, version: 2, ...SIGNED }, officer);
  assert.deepEqual([again.code, again.data.state, again.data.version], [100, 'passed', done.data.version]);
  const { history, score, gradeText, signatures } = (await t.call('safety.Site/getInspection', { id }, officer)).data;
  assert.deepEqual([history.length, score, gradeText], [3, 100, 'A']);
  assert.match(signatures?.inspector.url ?? '', new RegExp(`/${signed.inspectorSignFile}\\?`));
  assert.equal(signatures?.station.url, null);
});

test('one person rectifies unqualified items and another rechecks them', async () => {
  const id = await rectifying();
  // The items got 15 of 20 points.
  assert.equal((await stored(id)).score, 75);
  const fix = { id, itemKey: 'b', fixText: 'Replaced' };
  const photos = [await photo(officer)];
  const wrong = await t.call('safety.Site/fix', { ...fix, itemKey: 'a', version: 3, photos }, officer);
  assert.equal(wrong.code, 40401);
  const fixed = await t.call('safety.Site/fix', { ...fix, version: 3, photos }, officer);
  assert.equal(fixed.data.state, 'rechecking');
  const recheck = { id, version: 4, results: [{ itemKey: 'b', isPassed: true, note: '' }] };
  assert.equal((await t.call('safety.Site/recheck', recheck, officer)).code, 40305);
  assert.equal((await t.call('safety.Site/recheck', { ...recheck, results: [] }, second)).code, 42296);
  const failed = { ...recheck, results: [{ itemKey: 'b', isPassed: false, note: 'Wrong type' }] };
  assert.equal((await t.call('safety.Site/recheck', failed, second)).data.state, 'rectifying');
  await t.call('safety.Site/fix', { ...fix, version: 5, photos: [await photo(officer)] }, officer);
  const passed = await t.call('safety.Site/recheck', { ...recheck, version: 6 }, second);
  assert.equal(passed.data.state, 'passed', passed.msg);
});

test('work past its day is overdue, and an overdue rectification costs ten points once', async () => {
  const id = await rectifying();
  const plan = await t.db
    .selectFrom('safety_inspection')
    .select('id')
    .where('team_id', '=', teamId)
    .where('planned_on', '=', '2026-05-01')
    .executeTakeFirstOrThrow();
  await t.db.updateTable('safety_inspection').set({ deadline: '2026-02-20' }).where('id', '=', id).execute();
  await t.db.updateTable('safety_inspection').set({ planned_on: '2026-02-20' }).where('id', '=', plan.id).execute();
  await watchInspections(t.db, t.clock, t.ids);
  await watchInspections(t.db, t.clock, t.ids);
  const late = await stored(id);
  assert.deepEqual([late.state, late.score, (await stored(plan.id)).state], ['overdueRectify', 65, 'overdue']);
  const extend = { id, version: late.version, reason: 'Part is on its way' };
  assert.equal((await t.call('safety.Site/extend', { ...extend, until: '2026-02-25' }, officer)).code, 40006);
  const extended = await t.call('safety.Site/extend', { ...extend, until: '2026-03-10' }, officer);
  assert.equal(extended.data.state, 'rectifying', extended.msg);
  const reminded = await t.call('safety.Site/remind', { ids: [id, plan.id] }, officer);
  assert.equal(reminded.data.success, 2);
});

test("inspections and incidents determine the station's score and its history", async () => {
  const score = async () => (await t.call('safety.Site/getScore', { id: teamId }, officer)).data;
  const before = await score();
  assert.ok(before.score !== null && before.history.length > 1);
  assert.equal(before.history[0]?.score, before.score);
  const list = await t.call('safety.Site/getScores', { teamIds: String(teamId) }, officer);
  assert.equal(list.data.list[0]?.score, before.score);
  assert.equal((await t.call('safety.Site/getScore', { id: teamId }, outside)).code, 40302);
  const { months } = (await t.call('safety.Site/getTrend', {}, officer)).data;
  assert.equal(months.length, 12);
  assert.ok(months.some(({ orders }) => orders > 0));
});

const REPORT = {
  riderNo: null as string | null,
  kind: 'traffic' as const,
  severity: 'minor' as 'minor' | 'serious' | 'major',
  happenedAt: '2026-03-01T09:00:00+08:00',
  place: 'Gate 3',
  point: { lng: 104.06, lat: 30.65 },
  orderNo: '',
  claimNo: '',
  description: 'The rider slipped on wet tiles.',
  injured: 1,
  policeReported: false,
  medical: true,
  photos: [] as { fileId: number; at: string; place: null }[],
  freezeTeam: false,
  measures: [] as { text: string; ownerName: string; dueOn: string; doneOn: string | null }[],
};
const report = (more: Partial<typeof REPORT> & { readonly teamId?: number }, by = officer) =>
  t.call('safety.Site/saveIncident', { ...REPORT, teamId, ...more }, by);

test('a report lists its faults: a future time, no photo of a serious incident, a rider of another station', async () => {
  const bad = await t.raw(
    'safety.Site/saveIncident',
    { ...REPORT, teamId, severity: 'serious', happenedAt: '2026-03-01T23:00:00+08:00' },
    { ...officer },
  );
  const { errors } = bad.data as { errors: { field: string }[] };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['happenedAt', 'photos'],
  );
  const rider = await t.db
    .selectFrom('rider')
    .select('rider_no')
    .where('team_id', '<>', teamId)
    .executeTakeFirstOrThrow();
  assert.equal((await report({ riderNo: rider.rider_no })).code, 40302);
  assert.equal((await report({ riderNo: 'R999999' })).code, 40001);
  assert.equal((await report({}, outside)).code, 40302);
});

test('a major incident suspends the rider, freezes the station, notifies the owner and lowers the score until it is voided', async () => {
  const rider = await t.db
    .selectFrom('rider')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  const before = (await t.call('safety.Site/getScore', { id: teamId }, officer)).data.score ?? 0;
  const photos = [await photo(officer)];
  const made = await report({ riderNo: rider.rider_no, severity: 'major', photos, freezeTeam: true });
  assert.equal(made.code, 100, made.msg);
  const { status, status_reason: why } = await t.db
    .selectFrom('rider')
    .selectAll()
    .where('id', '=', rider.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([status, why], ['suspended', 'auto.incident']);
  const team = await t.db.selectFrom('team').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow();
  assert.deepEqual([team.status, team.status_reason], ['frozen', made.data.no]);
  const told = await t.db
    .selectFrom('notice_outbox')
    .select(['team_id as teamId', 'account_ids as accountIds'])
    .where('event', '=', 'incidentSevere')
    .execute();
  const owners = await t.db.selectFrom('account').select('id').where('account_type', '=', 'owner').execute();
  assert.deepEqual(told, [{ teamId, accountIds: owners.map(({ id }) => id) }]);
  const lowered = (await t.call('safety.Site/getScore', { id: teamId }, officer)).data.score;
  assert.equal(lowered, Math.max(0, before - 25));
  const detail = (await t.call('safety.Site/getIncident', { id: made.data.id }, officer)).data;
  assert.deepEqual([detail.suspendedRider, detail.frozeTeam, detail.photos.length], [true, true, 1]);
  const ofRider = await t.call('safety.Site/getRiderIncidents', { riderId: rider.id }, officer);
  assert.equal(ofRider.data.list[0]?.id, made.data.id);
  const move = (team_id: number) => t.db.updateTable('rider').set({ team_id }).where('id', '=', rider.id).execute();
  await move(otherTeamId);
  const limited = await t.call('safety.Site/getRiderIncidents', { riderId: rider.id }, outside);
  assert.deepEqual(
    limited.data.list.filter(({ id }) => id === made.data.id),
    [],
    'at a station outside the scope',
  );
  await move(teamId);
  const voided = { id: made.data.id, version: 1, reason: 'Reported twice' };
  assert.equal((await t.call('safety.Site/voidIncident', voided, officer)).data.state, 'voided');
  assert.equal((await t.call('safety.Site/getScore', { id: teamId }, officer)).data.score, before);
});

/** Creates a claim at a station for a rider who has a policy. */
async function claimAt(team: number): Promise<string> {
  const policy = await t.db.selectFrom('insure_policy').select(['id', 'rider_id']).limit(1).executeTakeFirstOrThrow();
  const id = t.ids.next();
  const row = { id, created_at: t.clock.now(), no: `ICTEST${team}`, policy_id: policy.id, rider_id: policy.rider_id };
  const facts = { kind: 'selfInjury' as const, happened_at: t.clock.now(), place: 'Gate', description: 'Fell' };
  const rest = { claimed_fen: 1, files: '{}', state: 'reported' as const, maker_id: officer.id, maker_name: 'Officer' };
  await t.db
    .insertInto('insure_claim')
    .values({ ...row, team_id: team, ...facts, ...rest })
    .execute();
  return row.no;
}

test('closing an incident needs known causes and completed measures, and a second person if it is serious', async () => {
  const made = await report({ severity: 'serious', photos: [await photo(officer)] });
  const { id } = made.data;
  const step = { id, version: 1 };
  assert.equal((await t.call('safety.Site/closeIncident', step, second)).code, 42201);
  assert.equal((await t.call('safety.Site/investigate', step, officer)).code, 100);
  const causes = { whys: ['Tiles were wet', 'No mat'], liability: 'station' as const, liabilityNote: '' };
  assert.equal((await t.call('safety.Site/analyse', { id, version: 2, ...causes }, officer)).data.state, 'handling');
  const measure = { text: 'Lay a mat', ownerName: 'Wu Yu', dueOn: '2026-02-20', doneOn: null as string | null };
  const claimNo = await claimAt(teamId);
  const measures = (version: number, doneOn: string | null, named = claimNo) =>
    t.call('safety.Site/saveMeasures', { id, version, claimNo: named, measures: [{ ...measure, doneOn }] }, officer);
  assert.equal((await measures(3, null, 'IC1')).code, 40001);
  assert.equal((await measures(3, null, await claimAt(otherTeamId))).code, 40001);
  assert.equal((await measures(3, null)).code, 100);
  assert.equal((await t.call('safety.Site/closeIncident', { id, version: 4 }, second)).code, 42296);
  const detail = (await t.call('safety.Site/getIncident', { id }, officer)).data;
  assert.deepEqual(
    [detail.measures[0]?.isOverdue, detail.claimNo, detail.causes?.liability],
    [true, claimNo, 'station'],
  );
  assert.ok(detail.claimId !== null);
  assert.equal((await measures(3, '2026-03-01')).code, 40901);
  assert.equal((await measures(4, '2026-03-01')).code, 100);
  assert.equal((await t.call('safety.Site/closeIncident', { id, version: 5 }, officer)).code, 40305);
  const closed = await t.call('safety.Site/closeIncident', { id, version: 5 }, second);
  assert.equal(closed.data.state, 'closed', closed.msg);
  // The reporter may close a minor incident.
  const other = await report({});
  const minor = { id: other.data.id };
  await t.call('safety.Site/investigate', { ...minor, version: 1 }, officer);
  await t.call('safety.Site/analyse', { ...minor, version: 2, ...causes }, officer);
  assert.equal((await t.call('safety.Site/closeIncident', { ...minor, version: 3 }, officer)).data.state, 'closed');
  const { similar } = (await t.call('safety.Site/getIncident', { id: other.data.id }, officer)).data;
  assert.ok(similar.some((row) => row.id === id));
});

test('measures in an incident report are stored with the incident', async () => {
  const measure = { text: 'Close the gate', ownerName: 'Wu Yu', dueOn: '2026-03-05', doneOn: null };
  const made = await report({ measures: [measure, { ...measure, doneOn: '2026-03-01' }] });
  const { measures } = (await t.call('safety.Site/getIncident', { id: made.data.id }, officer)).data;
  assert.deepEqual(measures, [
    { ...measure, isOverdue: false },
    { ...measure, doneOn: '2026-03-01', isOverdue: false },
  ]);
  assert.equal((await report({ measures: [{ ...measure, ownerName: '' }] })).code, 40001);
});

test('the inbox shows the time of an incident in the site’s time zone', async () => {
  const { id } = (await report({})).data;
  const { facts } = (await t.call('approval.Case/getDetail', { id }, officer)).data;
  assert.equal(facts.find(({ key }) => key === 'happenedAt')?.value, '2026-03-01 09:00');
});

test('exports contain inspections, their items, incidents and the history of scores', async () => {
  for (const [module, filter] of [
    ['safety.inspection', {}],
    ['safety.inspectionItems', { teamIds: String(teamId) }],
    ['safety.incident', {}],
    ['safety.scores', { teamIds: String(teamId) }],
  ] as const) {
    const source = moduleExportSources.find((one) => one.module === module);
    const prepared = await t.raw(
      'export.Task/prepare',
      { module, filter: JSON.stringify(filter) },
      { method: 'GET', ...exporter },
    );
    assert.equal(prepared.code, 100, `${module}: ${prepared.msg}`);
    const { count } = prepared.data as { count: number };
    assert.ok(count > 0 && source, module);
  }
});
