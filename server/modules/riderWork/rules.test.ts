import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isIdCard } from '../../../contract/id-card';
import {
  CERT_POLICIES,
  CHECK_STATES,
  type CheckState,
  type RiderState,
  riderCase,
} from '../../../contract/riderWork.states';
import { maskIdCard } from '../../core/access/id-card';
import { idCard } from '../../demo/names';
import { ageOn } from '../people';
import { type GateFacts, mayWork } from '../riderGate';
import { advance, EMPTY_DAY, type Stretch, type WorkDay } from './fatigue';

/** Tests of the rules that decide whether a rider may work, and of the rules for working time. */

const LIMITS = { fatigueHours: 4, restMinutes: 20, dailyHours: 8 };
const AT = new Date('2026-03-01T04:00:00Z');
const MOMENT = { at: AT, day: '2026-03-01', clock: (of: Date) => of.toISOString().slice(11, 16) };
const GOOD: GateFacts = {
  state: 'active',
  stateSince: null,
  realName: 'passed',
  face: 'passed',
  policy: 'required',
  certValidTo: '2026-12-31',
  restUntil: null,
  onlineSec: 3_600,
  isLongDayConfirmed: false,
  insurance: { isRequired: false, cover: 'none', coverTo: null, askedAt: null, offer: 'noProduct' },
};
const failed = (facts: Partial<GateFacts>) =>
  mayWork({ ...GOOD, ...facts }, LIMITS, MOMENT)
    .checks.filter(({ result }) => result === 'failed')
    .map(({ why }) => why)
    .join(' ');

test('each fact alone fails the gate, with its own reason', () => {
  assert.equal(failed({}), '');
  const cases: readonly [Partial<GateFacts>, string][] = [
    [{ state: 'suspended' }, 'mayNotWork'],
    [{ realName: 'reviewing' }, 'nameOpen'],
    [{ certValidTo: '2026-02-28' }, 'certExpired'],
    [{ certValidTo: null }, 'certMissing'],
    [{ face: 'reviewing' }, 'faceAsked'],
    [{ face: 'failed' }, 'faceFailed'],
    [{ restUntil: new Date(AT.getTime() + 1) }, 'resting'],
    [{ onlineSec: 8 * 3_600 }, 'mustConfirm'],
  ];
  for (const [facts, why] of cases) assert.equal(failed(facts), why);
});

test('a certificate is valid on its last day, and provinces without the requirement refuse no rider', () => {
  assert.equal(failed({ certValidTo: '2026-03-01' }), '');
  for (const policy of ['optional', 'notRequired'] as const) assert.equal(failed({ policy, certValidTo: null }), '');
});

test('a rest ends at its minute, and a long day continues after the rider has confirmed', () => {
  assert.equal(failed({ restUntil: AT }), '');
  assert.equal(failed({ onlineSec: 9 * 3_600, isLongDayConfirmed: true }), '');
});

test('a suspension does not affect orders accepted before it', () => {
  const later = new Date(AT.getTime() + 60_000);
  assert.equal(failed({ state: 'suspended', stateSince: later }), '');
  assert.equal(failed({ state: 'suspended', stateSince: AT }), 'mayNotWork');
  assert.equal(failed({ state: 'applying', stateSince: later }), 'mayNotWork');
});

test('insurance stops a rider only if the station requires it and no cover is valid or can begin', () => {
  const until = new Date(AT.getTime() + 3_600_000);
  const insured = (insurance: Partial<GateFacts['insurance']>) =>
    mayWork({ ...GOOD, insurance: { ...GOOD.insurance, isRequired: true, ...insurance } }, LIMITS, MOMENT)
      .checks.filter(({ key }) => key === 'insurance')
      .map(({ result, why }) => `${result} ${why}`)
      .join();
  const minutesAgo = (minutes: number) => new Date(AT.getTime() - minutes * 60_000);
  const cases: readonly [Partial<GateFacts['insurance']>, string][] = [
    [{ cover: 'covered', coverTo: until }, 'passed insuranceOk'],
    [{ cover: 'none', offer: 'offered' }, 'passed insuranceFirst'],
    [{ cover: 'none', offer: 'noProduct' }, 'failed insuranceNoProduct'],
    [{ cover: 'none', offer: 'age' }, 'failed insuranceAge'],
    [{ cover: 'failed', offer: 'offered' }, 'failed insuranceRefused'],
    [{ cover: 'pending', askedAt: minutesAgo(15) }, 'warned insurancePending'],
    [{ cover: 'pending', askedAt: minutesAgo(16) }, 'failed insuranceLate'],
    [{ isRequired: false, cover: 'covered', coverTo: until }, 'passed insuranceOk'],
    [{ isRequired: false, cover: 'failed' }, 'passed insuranceNotNeeded'],
  ];
  for (const [facts, expected] of cases) assert.equal(insured(facts), expected);
});

test('for all facts, the rider may work exactly if no check failed', () => {
  for (const state of Object.keys(riderCase.states) as RiderState[])
    for (const realName of CHECK_STATES as readonly CheckState[])
      for (const face of CHECK_STATES as readonly CheckState[])
        for (const policy of CERT_POLICIES)
          for (const certValidTo of [null, '2026-02-28', '2026-03-20', '2026-12-31']) {
            const verdict = mayWork({ ...GOOD, state, realName, face, policy, certValidTo }, LIMITS, MOMENT);
            const expected =
              (state === 'active' || state === 'probation') &&
              realName === 'passed' &&
              face === 'passed' &&
              (policy !== 'required' || (certValidTo ?? '') >= '2026-03-01');
            assert.equal(verdict.mayWork, expected);
            assert.equal(verdict.checks.length, 6);
          }
});

/**
 * Processes reports at these minutes from the start. `5` means working at minute 5; `-5` means going offline at minute 5.
 *
 * @param carried the minutes at which the rider carries an order
 */
function told(minutes: readonly number[], carried: readonly number[] = []) {
  let stretch: Stretch | null = null;
  let day: WorkDay = EMPTY_DAY;
  for (const minute of minutes) {
    const at = new Date(AT.getTime() + Math.abs(minute) * 60_000);
    const report = { event: minute < 0 ? 'offline' : 'working', at, isCarrying: carried.includes(minute) } as const;
    ({ stretch, day } = advance(stretch, day, report, LIMITS));
  }
  return { stretch: stretch as Stretch | null, day };
}
const every = (from: number, to: number) => Array.from({ length: (to - from) / 5 + 1 }, (_, index) => from + index * 5);

test('after four hours without a break the rider gets one prompt and no orders for twenty minutes', () => {
  const { stretch, day } = told(every(0, 250));
  assert.deepEqual(
    day.prompts.map(({ kind }) => kind),
    ['rest'],
  );
  assert.equal(stretch?.restUntil?.getTime(), AT.getTime() + 260 * 60_000);
  assert.equal(day.onlineSec, 250 * 60);
});

test('after a rest with the app online a new stretch begins, and four hours later the next rest', () => {
  const rested = told(every(0, 270)).stretch;
  assert.deepEqual([rested?.continuousSec, rested?.restUntil], [10 * 60, null]);
  const { stretch, day } = told(every(0, 760));
  assert.deepEqual(
    day.prompts.filter(({ kind }) => kind === 'rest').map(({ at }) => (Date.parse(at) - AT.getTime()) / 60_000),
    [240, 500, 760],
  );
  assert.equal(stretch?.restUntil?.getTime(), AT.getTime() + 780 * 60_000);
  assert.equal(day.maxContinuousSec, 240 * 60);
});

test('a rest starts over while the rider carries an order', () => {
  const { stretch, day } = told(every(0, 265), [245, 250, 255]);
  assert.equal(stretch?.restUntil?.getTime(), AT.getTime() + 275 * 60_000);
  assert.equal(stretch?.continuousSec, 255 * 60);
  assert.equal(day.prompts.length, 1);
  assert.equal(told(every(0, 275), [245, 250, 255]).stretch?.restUntil, null);
});

test('for all reports, no rider is dispatched longer than four hours and one gap between two pauses of twenty minutes', () => {
  const reports = fc.array(
    fc.record({
      gap: fc.oneof({ weight: 40, arbitrary: fc.integer({ min: 1, max: 10 }) }, fc.integer({ min: 11, max: 30 })),
      isOff: fc.integer({ min: 0, max: 30 }).map((chance) => chance === 0),
      isCarrying: fc.boolean(),
    }),
    { minLength: 150, maxLength: 300, size: 'max' },
  );
  fc.assert(
    fc.property(reports, (list) => {
      let stretch: Stretch | null = null;
      let minute = 0;
      let dispatched = 0;
      let paused = 0;
      for (const { gap, isOff, isCarrying } of list) {
        const before = stretch as Stretch | null;
        const isOn = before?.isOn === true && gap <= 10;
        const end = minute + gap;
        const restEnd = ((before?.restUntil?.getTime() ?? 0) - AT.getTime()) / 60_000;
        for (; minute < end; minute += 1) {
          const isResting = minute < restEnd;
          // An order carried after the end of the rest may be new, so it does not interrupt the rest.
          const isPaused = !isOn || (isResting && !(isCarrying && end < restEnd));
          paused = isPaused ? paused + 1 : 0;
          if (paused >= LIMITS.restMinutes) dispatched = 0;
          if (isOn && !isResting) dispatched += 1;
        }
        assert.ok(dispatched <= LIMITS.fatigueHours * 60 + 10, `dispatched for ${dispatched} minutes`);
        const at = new Date(AT.getTime() + minute * 60_000);
        const event = isOff ? 'offline' : 'working';
        stretch = advance(before, EMPTY_DAY, { event, at, isCarrying }, LIMITS).stretch;
      }
    }),
    { numRuns: 300 },
  );
});

test('a rest of twenty minutes begins a new stretch, a shorter pause does not', () => {
  assert.equal(told([...every(0, 100), -101, ...every(125, 150)]).stretch?.continuousSec, 25 * 60);
  assert.equal(told([...every(0, 100), -101, ...every(110, 150)]).stretch?.continuousSec, 141 * 60);
});

test('time between distant reports does not count, and an older report changes nothing', () => {
  assert.equal(told([0, 15, 20]).day.onlineSec, 5 * 60);
  assert.deepEqual(told([0, 5, 10, 5, 3]), told([0, 5, 10]));
});

test('after eight hours in a day the rider is asked for a confirmation', () => {
  const breaks = [...every(0, 200), -201, ...every(230, 430), -431, ...every(460, 560)];
  assert.deepEqual(
    told(breaks).day.prompts.map(({ kind }) => kind),
    ['daily'],
  );
});

test('an identity card needs its check character and a valid date; the mask shows the first three and last four characters', () => {
  const card = idCard('1990-02-28', 123);
  assert.ok(isIdCard(card));
  assert.ok(!isIdCard(`${card.slice(0, 17)}${card.endsWith('1') ? '2' : '1'}`));
  assert.ok(!isIdCard(idCard('1990-02-30', 123)));
  assert.equal(maskIdCard(card), `999***********${card.slice(-4)}`);
  assert.deepEqual([ageOn('2008-03-01', '2026-03-01'), ageOn('2008-03-02', '2026-03-01')], [18, 17]);
});
