import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Input } from '../../../contract';
import { STATEMENT } from '../../../contract/statement.states';
import { Refusal } from '../../core/http/refusal';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { closeDay, findOffences } from '../ledger';
import { statementJobs } from './jobs';
import { confirmStatement, disputeStatement } from './station';
import { chances, postHistory, StationHistory } from './testing';

/** These tests cover the workflow of statements: data scope, sending, revising, and the station's actions. */

const MONTH = '2026-02';
const ZONE = 'Asia/Shanghai';
const HANDLE = [2, 32, 3204, 3107, 33, 34, 95];
/** A dispute text of the maximum length. */
const DISPUTE = 'Two orders are missing'.padEnd(STATEMENT.dispute.max, '.');
const ANSWER = 'Two orders added'.padEnd(STATEMENT.answer.max, '.');

interface Person {
  readonly id: number;
  readonly account: string;
}

let t: TestApp;
let teams: number[];
let finance: Person;
let payer: Person;

before(async () => {
  t = await createTestApp();
  const ground = await prepareGround(t);
  teams = [(await ground.open()).id, (await ground.open()).id, (await ground.open()).id];
  const entries = [];
  const lines = [];
  for (const teamId of teams) {
    const history = new StationHistory(tools(), teamId, chances(teamId % 1_000));
    entries.push(...history.opening('2026-02-20'));
    for (let n = 0; n < 12; n += 1) entries.push(...(await history.happen('2026-02-21')));
    lines.push(...history.lines);
  }
  await postHistory(tools(), entries, lines);
  finance = await t.account({ rules: HANDLE });
  payer = await t.account({ rules: [...HANDLE, 3306, 3307] });
  t.clock.set('2026-03-02T07:00:00+08:00');
  await run();
});
after(() => t.close());
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

function tools() {
  return { db: t.db, ids: t.ids, clock: t.clock };
}
async function run(): Promise<void> {
  for (const job of statementJobs) await job.run(t.db, t.clock, t.ids);
}
async function closeUntil(from: number, to: number, month = MONTH): Promise<void> {
  for (let day = from; day <= to; day += 1) {
    await closeDay(tools(), `${month}-${String(day).padStart(2, '0')}`, ZONE, 1);
  }
}
/** Signs a person in. Each call needs a new session, because sessions expire when the clock moves. */
async function as(person: Pick<Person, 'account'> | 'owner', withTicket = true) {
  const token = await t.signIn(person === 'owner' ? 'owner' : person.account);
  return { token, locale: 'en-US' as const, ...(withTicket && { ticket: await t.ticket(token) }) };
}
const list = async (input: Input<'finance.Statement/getList'>, by: Pick<Person, 'account'> | 'owner' = 'owner') =>
  t.call('finance.Statement/getList', input, await as(by));
async function rowOf(at: number) {
  const { data } = await list({ teamIds: String(teams[at]) });
  const [row] = data.list;
  assert.ok(row);
  return row;
}
const detail = async (id: number, revision?: number) =>
  (await t.call('finance.Statement/getDetail', { id, ...(revision && { revision }) }, await as('owner'))).data;
const station = (at: number) => ({ teamId: teams[at] ?? 0, by: { accountId: 0, name: 'Station' } });
async function refuseCode(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 100;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const outbox = (event: 'statementSent' | 'statementDisputed') =>
  t.db.selectFrom('notice_outbox').selectAll().where('event', '=', event).execute();

describe('a draft', () => {
  it('shows preliminary figures of every station with movements, and is not sent while a day is open', async () => {
    const { data } = await list({});
    assert.deepEqual(data.list.map(({ teamId }) => teamId).sort(), [...teams].sort());
    assert.ok(data.list.every(({ state, isFrozen, orders }) => state === 'draft' && !isFrozen && orders > 0));
    assert.deepEqual([data.summary.drafts, data.summary.pending], [3, 0]);
    assert.equal(
      data.summary.payableFen,
      data.list.reduce((sum, { payableFen }) => sum + payableFen, 0),
    );
    const { id, version } = data.list[0] ?? { id: 0, version: 0 };
    assert.equal((await t.call('finance.Statement/send', { id, version }, await as(finance))).code, 42247);
    assert.deepEqual(await outbox('statementSent'), []);
  });

  it('can be sent manually after its days are closed; an old version or a second click changes nothing', async () => {
    await closeUntil(20, 28);
    const { id, version } = await rowOf(0);
    const outsider = await t.account({ rules: [2, 32] });
    assert.equal((await t.call('finance.Statement/send', { id, version }, await as(outsider))).code, 40301);
    assert.equal((await t.call('finance.Statement/send', { id, version: version + 1 }, await as(finance))).code, 40901);
    const sent = await t.call('finance.Statement/send', { id, version }, await as(finance));
    assert.deepEqual([sent.code, sent.data.state], [100, 'pendingConfirm']);
    const again = await t.call('finance.Statement/send', { id, version: version + 1 }, await as(finance));
    assert.equal(again.code, 42201);
    const now = await detail(id);
    assert.equal(now.isFrozen, true);
    assert.equal(now.isBalanced, true);
    assert.equal(now.confirmBy, '2026-03-08T23:00:00.000Z');
    const told = await outbox('statementSent');
    assert.deepEqual(
      told.map(({ team_id: teamId }) => teamId),
      [teams[0]],
    );
  });

  it('not sent manually is sent by the system, with one notice per station', async () => {
    await run();
    await run();
    const { data } = await list({ state: 'pendingConfirm' });
    assert.equal(data.total, 3);
    assert.equal((await outbox('statementSent')).length, 3);
  });
});

describe('the visible statements', () => {
  it('are those of the stations in the data scope, on the bills page and on the station funds page', async () => {
    const scope = { kind: 'teams' as const, ids: [teams[1] ?? 0] };
    for (const rules of [[32], [33, 34]]) {
      const person = await t.account({ rules: [2, ...rules], scope });
      const { data } = await list({}, person);
      assert.deepEqual(
        data.list.map(({ teamId }) => teamId),
        [teams[1]],
      );
      assert.deepEqual(data.list[0]?.actions, []);
      assert.equal((await list({ teamIds: String(teams[0]) }, person)).code, 40302);
      const other = await rowOf(0);
      assert.equal((await t.call('finance.Statement/getDetail', { id: other.id }, await as(person))).code, 40302);
    }
    const stranger = await t.account({ rules: [2, 31] });
    assert.equal((await list({}, stranger)).code, 40301);
    assert.equal((await t.call('finance.Statement/getDetail', { id: 12_345 }, await as('owner'))).code, 40401);
  });

  it('contain no sums without the field rule amount, and cannot be sorted by them', async () => {
    const person = await t.account({ rules: [2, 32], fields: ['phone'] });
    const { data } = await list({}, person);
    assert.ok(data.list.every((row) => row.payableFen === null && row.goodsFen === null && row.orders >= 0));
    assert.equal((await list({ sortField: 'payable' }, person)).code, 40301);
    const { id } = await rowOf(0);
    const one = await t.call('finance.Statement/getDetail', { id }, await as(person));
    assert.ok(one.data.fees.every(({ amountFen, baseFen }) => amountFen === null && baseFen === null));
    assert.ok(one.data.movements.every(({ amountFen }) => amountFen === null));
  });

  it('are found by number, station, month and state', async () => {
    const { no, teamName } = await rowOf(1);
    assert.deepEqual(
      (await list({ keyword: no.toLowerCase() })).data.list.map((row) => row.no),
      [no],
    );
    assert.ok((await list({ keyword: teamName })).data.list.some((row) => row.no === no));
    assert.equal((await list({ month: MONTH })).data.total, 3);
    assert.equal((await list({ month: '2026-01' })).data.total, 0);
    assert.equal((await list({ state: 'disputed' })).data.total, 0);
    const asc = (await list({ sortField: 'payable', sortOrder: 'asc' })).data.list.map(({ payableFen }) => payableFen);
    assert.deepEqual(
      asc,
      [...asc].sort((one, other) => one - other),
    );
  });

  it('are exported with one line per statement, or one line per fee', async () => {
    const { data } = await list({});
    let fees = 0;
    for (const { id } of data.list) fees += (await detail(id)).fees.length;
    for (const [module, count] of [
      ['statement.list', 3],
      ['statement.fees', fees],
    ] as const) {
      const answer = await t.call('export.Task/prepare', { module, filter: '{}' }, await as(finance));
      assert.deepEqual([answer.code, answer.data.count], [100, count], module);
      assert.ok(answer.data.columns.some(({ key }) => key === (module === 'statement.list' ? 'openingFen' : 'rule')));
    }
  });
});

describe('a station', () => {
  it('confirms only its own statement, and only once', async () => {
    const { id } = await rowOf(0);
    assert.equal(await refuseCode(confirmStatement(tools(), { id, ...station(1) })), 40401);
    await confirmStatement(tools(), { id, ...station(0) });
    assert.equal(await refuseCode(confirmStatement(tools(), { id, ...station(0) })), 42201);
    const now = await rowOf(0);
    assert.deepEqual([now.state, now.confirmBy], ['confirmed', null]);
    assert.ok(now.confirmedAt);
  });

  it('disputes; finance gets a notice and a to-do, and answers with a new revision', async () => {
    const { id } = await rowOf(1);
    await disputeStatement(tools(), { id, ...station(1), text: DISPUTE });
    assert.equal((await outbox('statementDisputed')).length, 1);
    const todo = await t.call('dashboard.Index/getTodo', {}, await as(finance));
    assert.ok(todo.data.list.some(({ code, count }) => code === 'statementsDisputed' && count === 1));
    const inbox = await t.call('approval.Case/getList', { box: 'forMe' }, await as(finance));
    assert.ok(inbox.data.list.some((row) => row.type === 'statement' && row.id === id));
    const { version } = await rowOf(1);
    const answer = async (input: object, by: Person, withTicket = true) =>
      t.raw('finance.Statement/answerDispute', { id, version, ...input }, await as(by, withTicket));
    assert.equal((await answer({ answer: 'no' }, finance)).code, 40001);
    const adjust = { direction: 'in', amountFen: 5_000, evidence: [] };
    assert.equal((await answer({ answer: 'Two orders added', adjust }, finance)).code, 40301);
    assert.equal((await answer({ answer: 'Two orders added', adjust }, payer, false)).code, 40303);
    const dear = { ...adjust, amountFen: 200_000 };
    assert.equal((await answer({ answer: 'Two orders added', adjust: dear }, payer)).code, 40001);
    assert.equal((await rowOf(1)).state, 'disputed');
    const done = await answer({ answer: ANSWER, adjust }, payer);
    assert.equal(done.code, 100, JSON.stringify(done));
    const now = await rowOf(1);
    assert.deepEqual([now.state, now.revision, now.answerText], ['revised', 2, ANSWER]);
    await run();
    assert.equal((await rowOf(1)).state, 'pendingConfirm');
  });

  it("gets a further revision after the answer's adjustment is approved and its day is closed", async () => {
    const { no, id } = await rowOf(1);
    const made = await t.db
      .selectFrom('fund_adjust')
      .selectAll()
      .where('related_no', '=', no)
      .executeTakeFirstOrThrow();
    assert.deepEqual([made.state, made.amount_fen, made.direction], ['pending', 5_000, 'in']);
    const approved = await t.call('finance.TeamFund/approveAdjust', { id: made.id, version: 1 }, await as('owner'));
    assert.equal(approved.code, 100, JSON.stringify(approved));
    await run();
    assert.equal((await rowOf(1)).revision, 2, 'its day is open');
    t.clock.set('2026-03-04T07:00:00+08:00');
    await closeUntil(2, 2, '2026-03');
    await run();
    const now = await detail(id);
    assert.deepEqual([now.revision, now.state, now.correctedFen], [3, 'pendingConfirm', 5_000]);
    assert.deepEqual(
      now.corrections.map(({ reason, day }) => [reason, day]),
      [['adjustment', '2026-03-02']],
    );
    const first = await detail(id, 1);
    assert.deepEqual([first.revision, first.currentRevision, first.correctedFen], [1, 3, 0]);
    assert.equal(first.payableFen, now.payableFen);
    assert.deepEqual(
      now.revisions.map(({ revision }) => revision),
      [3, 2, 1],
    );
  });
});

describe('finance', () => {
  it('revises a confirmed statement with a reason, and the confirmed figures stay unchanged', async () => {
    const { id, version } = await rowOf(0);
    const before = await detail(id, 1);
    const revise = async (input: object) =>
      t.raw('finance.Statement/revise', { id, version, ...input }, await as(finance));
    assert.equal((await revise({ reason: 'no' })).code, 40001);
    assert.equal((await revise({ reason: 'Recomputed on request' })).code, 100);
    assert.equal((await revise({ reason: 'Recomputed on request' })).code, 42201);
    const now = await rowOf(0);
    assert.deepEqual([now.state, now.revision, now.confirmedAt], ['revised', 2, null]);
    const { actions: _now, currentRevision: _last, ...rest } = await detail(id, 1);
    assert.deepEqual(
      [rest.payableFen, rest.fees, rest.movements, rest.madeAt],
      [before.payableFen, before.fees, before.movements, before.madeAt],
    );
    await run();
    const steps = (await detail(id)).steps.map(({ text }) => text);
    assert.deepEqual(steps.slice(-2), ['Revised', 'Sent to the station']);
  });

  it('sends several statements at once, each separately', async () => {
    const { id } = await rowOf(2);
    const answer = await t.call('finance.Statement/bulkSend', { ids: [id, 999_999] }, await as(finance));
    assert.equal(answer.code, 100);
    assert.deepEqual([answer.data.success, answer.data.failed.map(({ code }) => code)], [0, [40401, 42201]]);
  });

  it('leaves a record of each step, with the station and the month', async () => {
    const rows = await t.db
      .selectFrom('operation_record')
      .select(['action', 'after'])
      .where('object_type', '=', 'statement')
      .where('result_code', '=', 100)
      .execute();
    const actions = new Set(rows.map(({ action }) => action));
    for (const action of ['send', 'answerDispute', 'revise']) assert.ok(actions.has(action), action);
  });
});
