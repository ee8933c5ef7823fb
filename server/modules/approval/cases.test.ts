import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { reasonOf } from '../../../contract/case';
import { CASE_TYPES } from '../../../contract/case-types';
import { endpoints } from '../../../contract/endpoints';
import { createTestApp, type TestApp } from '../../testing';
import type { Case } from '../case';
import { approvalJobs, CASES } from './inbox';
import { APPROVALS, type ApprovalFixture } from './testing-approvals';
import { FINANCE_FIXTURES } from './testing-finance';
import { type Fixture, type Person, person, type Stage, stageFor } from './testing-fixture';
import { FOOD_LOSS_FIXTURES } from './testing-foodLoss';
import { FRANCHISE_FIXTURES } from './testing-franchise';
import { INSURANCE_FIXTURES } from './testing-insurance';
import { RIDER_FIXTURES } from './testing-riders';
import { SAFETY_FIXTURES } from './testing-safety';
import { footprintOf, testSteps, withToken } from './testing-steps';
import { USER_FIXTURES } from './testing-users';

/**
 * Tests the kinds of documents: each step from each state by each user. For documents with the usual approval it also tests expiry, inbox
 * and drawer.
 */

let t: TestApp;

const FIXTURES: Readonly<Record<string, Fixture>> = {
  ...APPROVALS,
  ...FINANCE_FIXTURES,
  ...FRANCHISE_FIXTURES,
  ...SAFETY_FIXTURES,
  ...INSURANCE_FIXTURES,
  ...RIDER_FIXTURES,
  ...FOOD_LOSS_FIXTURES,
  ...USER_FIXTURES,
};
/** Kinds of documents whose steps are tested in their own module. */
const PROVEN_ELSEWHERE: readonly string[] = ['reconItem', 'withdraw'];

before(async () => {
  t = await createTestApp({ demo: true });
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

it('every kind of document has a fixture and a browser declaration, and every step of a user has an endpoint', () => {
  assert.deepEqual(
    CASE_TYPES.map(({ key }) => key),
    CASES.map(({ type }) => type.key),
  );
  assert.deepEqual(CASES.map(({ type }) => type.key).sort(), [...Object.keys(FIXTURES), ...PROVEN_ELSEWHERE].sort());
  for (const { type } of CASES) {
    for (const [action, step] of Object.entries(type.steps)) {
      // The history's column for the step has at most 12 characters.
      assert.ok(action.length <= 12, action);
      const { address = '', by, bulk } = step;
      assert.equal(address in endpoints, by !== 'system', address);
      if (bulk) assert.ok(bulk.address in endpoints, bulk.address);
      const reason = reasonOf(step);
      if (!reason) continue;
      const { input } = endpoints[address as keyof typeof endpoints];
      const refused = (length: number) =>
        input
          .safeParse({ id: 1, version: 1, [reason.name]: 'x'.repeat(length) })
          .error?.issues.some(({ path }) => path[0] === reason.name) ?? false;
      assert.deepEqual([reason.min - 1, reason.min, reason.max, reason.max + 1].map(refused), [
        true,
        false,
        false,
        true,
      ]);
    }
  }
});

for (const { type } of CASES) {
  const fixture = FIXTURES[type.key];
  if (fixture) testSteps(type, fixture, () => t);
  const approval = APPROVALS[type.key];
  if (approval) testApproval(type, approval);
}

function testApproval(type: Case['type'], fixture: ApprovalFixture): void {
  describe(`${type.key}: a pending document`, () => {
    let stage: Stage;
    let people: Stage['people'];
    let withoutRule: Person;
    before(async () => {
      stage = await stageFor(t, fixture);
      people = stage.people;
      withoutRule = await person(t, fixture.otherRules);
    });
    const make = (state: string = type.initial) => fixture.make(stage, state);
    const footprint = (id: number) => footprintOf(t, fixture, id);
    const expire = (id: number) =>
      sql`update ${sql.table(fixture.table)} set expire_at = ${t.clock.now()} where id = ${id}`.execute(t.db);

    for (const state of Object.keys(type.states)) {
      it(`expiry by the job from ${state}`, async () => {
        const id = await make(state);
        const untouched = await footprint(id);
        for (const job of approvalJobs) await job.run(t.db, t.clock, t.ids);
        assert.deepEqual(await footprint(id), untouched, 'before its day');
        await expire(id);
        for (const job of approvalJobs) await job.run(t.db, t.clock, t.ids);
        const isWaiting = type.waiting.includes(state);
        const { row, history } = await footprint(id);
        assert.equal(row[fixture.stateColumn], isWaiting ? 'expired' : state);
        const line = history.at(-1);
        assert.deepEqual([line?.step, line?.by_id], isWaiting ? ['expire', 0] : ['submit', people.maker.id]);
      });
    }

    it('is refused after its expiry and with an outdated version', async () => {
      const id = await make();
      const approve = (version: number) =>
        t.raw(type.steps.approve?.address ?? '', { id, version }, withToken(people.holder));
      const untouched = await footprint(id);
      const answer = await approve(7);
      assert.equal(answer.code, 40901);
      assert.equal((answer.data as { current: { id: number } }).current.id, id);
      assert.deepEqual(await footprint(id), untouched);
      await expire(id);
      assert.equal((await approve(1)).code, type.expiredCode);
    });

    it('is in the inbox of only those who may decide it', async () => {
      const id = await make();
      const waits = async (by: Person, box: 'forMe' | 'byMe' | 'decided') => {
        const input = { box, types: type.key, limit: 100 };
        const { data } = await t.raw('approval.Case/getList', input, withToken(by));
        return (data as { list: { id: number; state: string; actions: string[] }[] }).list.find((row) => row.id === id);
      };
      for (const by of [people.holder, people.owner])
        assert.deepEqual((await waits(by, 'forMe'))?.actions, fixture.decisions);
      for (const by of [people.maker, people.outside, withoutRule]) assert.equal(await waits(by, 'forMe'), undefined);
      assert.equal((await waits(people.maker, 'byMe'))?.actions.length, 1);
      assert.equal(await waits(people.holder, 'decided'), undefined);
      await expire(id);
      assert.equal(await waits(people.holder, 'forMe'), undefined, 'no longer waits');
      assert.equal((await waits(people.holder, 'decided'))?.state, 'expired', 'even before the job has run');
    });

    it('can be read with its history only by its maker and by those who may decide it', async () => {
      const id = await make();
      const read = (by: Person, which = id) => t.call('approval.Case/getDetail', { id: which }, withToken(by));
      const shapes: unknown[] = [];
      for (const by of [people.maker, people.holder, people.owner]) {
        const { code, data } = await read(by);
        assert.equal(code, 100);
        assert.deepEqual([data.id, data.type, data.state], [id, type.key, type.initial]);
        assert.equal(data.history[0]?.text, '已提交');
        assert.deepEqual(
          data.history.map(({ byName, note }) => [byName, note]),
          [[data.makerName, fixture.shows.note]],
        );
        for (const field of fixture.shows.changes)
          assert.ok(
            data.changes.some((change) => change.field === field),
            field,
          );
        assert.deepEqual(
          data.facts.map(({ key }) => key),
          fixture.shows.facts,
        );
        const { actions: _own, facts, ...same } = data;
        shapes.push({ ...same, facts: facts.map(({ link: _link, ...fact }) => fact) });
      }
      assert.deepEqual(shapes[1], shapes[0]);
      assert.deepEqual(shapes[2], shapes[0]);
      assert.equal((await read(people.outside)).code, 40302);
      assert.equal((await read(withoutRule)).code, fixture.readWithoutRule);
      assert.equal((await read(await person(t, [2]))).code, 40401);
      assert.deepEqual((await read(people.maker, await make('rejected'))).data.actions, []);
    });
  });
}
