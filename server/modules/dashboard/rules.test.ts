import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../core/money/days';
import { changeBp, compared, daysAsked, daysBefore, lengthOf, openPaths, ranked } from './rules';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => new Date(`${text}+08:00`);

describe('daysAsked', () => {
  it('returns today without an input, and ends a range without an end today', () => {
    assert.deepEqual(daysAsked(undefined, undefined, '2026-03-01'), { fromDay: '2026-03-01', toDay: '2026-03-01' });
    assert.deepEqual(daysAsked('2026-02-20', undefined, '2026-03-01'), { fromDay: '2026-02-20', toDay: '2026-03-01' });
    assert.deepEqual(daysAsked(undefined, '2026-02-20', '2026-03-01'), { fromDay: '2026-02-20', toDay: '2026-02-20' });
  });

  it('accepts 92 days, and refuses 93 days and a reversed range', () => {
    assert.deepEqual(daysAsked('2025-12-01', '2026-03-02', '2026-03-02'), {
      fromDay: '2025-12-01',
      toDay: '2026-03-02',
    });
    assert.equal(daysAsked('2025-11-30', '2026-03-02', '2026-03-02'), null);
    assert.equal(daysAsked('2026-03-01', '2026-02-28', '2026-03-02'), null);
  });

  it('cuts off future days', () => {
    assert.deepEqual(daysAsked('2026-02-27', '2026-03-05', '2026-03-01'), {
      fromDay: '2026-02-27',
      toDay: '2026-03-01',
    });
    assert.deepEqual(daysAsked('2026-04-01', '2026-04-02', '2026-03-01'), {
      fromDay: '2026-03-01',
      toDay: '2026-03-01',
    });
  });
});

describe('compared', () => {
  const today = { fromDay: '2026-03-01', toDay: '2026-03-01' };

  it('compares a day in progress with yesterday up to the same clock time', () => {
    const { from, to, prevFrom, prevTo } = compared(today, at('2026-03-01T11:40:25.250'), ZONE);
    assert.deepEqual([from, to], [at('2026-03-01T00:00:00'), at('2026-03-01T11:40:25.250')]);
    assert.deepEqual([prevFrom, prevTo], [at('2026-02-28T00:00:00'), at('2026-02-28T11:40:25.250')]);
  });

  it('compares empty periods at midnight, and one minute with one minute after it', () => {
    const midnight = compared(today, at('2026-03-01T00:00:00'), ZONE);
    assert.deepEqual([midnight.to, midnight.prevTo], [midnight.from, midnight.prevFrom]);
    const later = compared(today, at('2026-03-01T00:01:00'), ZONE);
    assert.equal(later.prevTo.getTime() - later.prevFrom.getTime(), 60_000);
  });

  it('is an empty period for today while the figures end yesterday', () => {
    const stale = compared(today, at('2026-02-28T23:58:00'), ZONE);
    assert.deepEqual([stale.to, stale.prevTo], [stale.from, stale.prevFrom]);
  });

  it('compares whole days with whole days', () => {
    const { to, prevFrom, prevTo } = compared(
      { fromDay: '2026-02-22', toDay: '2026-02-28' },
      at('2026-03-01T11:40:00'),
      ZONE,
    );
    assert.deepEqual(to, at('2026-03-01T00:00:00'));
    assert.deepEqual([prevFrom, prevTo], [at('2026-02-15T00:00:00'), at('2026-02-22T00:00:00')]);
  });

  it('gives both periods the same length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 91 }), fc.integer({ min: 0, max: 86_399_999 }), (length, passed) => {
        const days = { fromDay: addDays('2026-03-01', -length), toDay: '2026-03-01' };
        const asOf = new Date(at('2026-03-01T00:00:00').getTime() + passed);
        const { from, to, prevFrom, prevTo, before } = compared(days, asOf, ZONE);
        return (
          to.getTime() - from.getTime() === prevTo.getTime() - prevFrom.getTime() && lengthOf(before) === lengthOf(days)
        );
      }),
    );
  });
});

it('places the previous period directly before the range', () => {
  assert.deepEqual(daysBefore({ fromDay: '2026-03-01', toDay: '2026-03-03' }), {
    fromDay: '2026-02-26',
    toDay: '2026-02-28',
  });
});

it('has no change without a previous value', () => {
  assert.equal(changeBp(10, 0), null);
  assert.equal(changeBp(null, 5), null);
  assert.equal(changeBp(5, null), null);
  assert.equal(changeBp(0, 8), -10_000);
  assert.equal(changeBp(3, 2), 5_000);
  assert.ok(Object.is(changeBp(2, 2), 0));
});

it('ranks better values first, and among equals the one with more orders', () => {
  const rows = [
    { id: 1, value: 5, orderCount: 1 },
    { id: 2, value: 9, orderCount: 1 },
    { id: 3, value: 5, orderCount: 4 },
  ];
  assert.deepEqual(
    ranked(rows, 'top', 2).map(({ id, rank }) => [id, rank]),
    [
      [2, 1],
      [3, 2],
    ],
  );
  assert.deepEqual(
    ranked(rows, 'bottom', 3).map(({ id }) => id),
    [3, 1, 2],
  );
});

it('offers only existing pages that the user may open', () => {
  const rules = new Set([2, 11]);
  assert.deepEqual(openPaths(['/teamList/index', '/teamList/index', '/site/index', '/nowhere'], rules), [
    '/teamList/index',
  ]);
});
