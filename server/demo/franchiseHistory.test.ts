import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FranchiseState, franchiseCase } from '../../contract/franchiseApply.states';
import { stageOf } from '../modules/franchise';
import { decidedAfter, historyOf } from './franchiseHistory';

const LIVES: readonly (readonly [state: FranchiseState, reached: number])[] = [
  ['submitted', 0],
  ['rejected', 0],
  ['rejected', 1],
  ['rejected', 2],
  ['closed', 0],
  ['closed', 1],
  ['following', 1],
  ['visiting', 1],
  ['reviewing', 2],
  ['supplement', 2],
  ['approved', 3],
  ['signed', 4],
  ['opened', 4],
];
const worker = { id: 1, name: 'Worker' };
const checker = { id: 2, name: 'Checker' };
const createdAt = new Date('2026-02-01T10:00:00Z');
const endAt = decidedAfter(createdAt);
const [signedAt, paidAt] = [new Date('2026-02-10T10:00:00Z'), new Date('2026-02-10T11:00:00Z')];

test('the steps of every demo application follow the case rules and end in its state and funnel stage', () => {
  for (const [state, reached] of LIVES) {
    const life = { state, reached, createdAt, endAt, signedAt, paidAt, worker, checker, index: 3 };
    const { steps, follows } = historyOf({ ...life, contractNo: 'JM-1' });
    let at: FranchiseState = 'submitted';
    let furthest = 0;
    for (const { step, person } of steps.slice(1)) {
      assert.notEqual(step, 'submit');
      const key = step as keyof typeof franchiseCase.steps;
      assert.ok(franchiseCase.transition(key).from.includes(at), `${state} ${reached}: ${step} in ${at}`);
      if (key !== 'follow') at = franchiseCase.transition(key).to;
      furthest = Math.max(furthest, stageOf(at));
      const isDecision = franchiseCase.steps[key].by === 'notMaker' || key === 'reject';
      assert.equal(person, isDecision ? checker : worker, `${state} ${reached}: ${step}`);
    }
    assert.deepEqual([at, furthest], [state, reached]);
    const times = steps.map((step) => step.at.getTime());
    assert.deepEqual(
      times,
      [...times].sort((one, other) => one - other),
    );
    assert.equal(
      follows.some(({ way }) => way === 'visit'),
      steps.some(({ step }) => step === 'visit'),
    );
  }
});
