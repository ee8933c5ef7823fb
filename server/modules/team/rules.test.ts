import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCreditCode } from '../../../contract/credit-code';
import { formatLngLat, hexagon, KM_PER_DEGREE, type LngLat, round6 } from '../../../contract/hexagon';
import { LARGEST_FEN } from '../../../contract/ledger';
import { teamLifecycle } from '../../../contract/team.states';
import { snapshotOf } from '../ledger';
import { areaKm2, areaProblems, crossingPoint, isInside, normalizePolygon, overlapKm2, simplifyTo } from './geometry';
import { businessState, holidaysProblem, isInHours, rangesProblem, weekProblem } from './hours';
import { changedFees, cityLetters, feesAt, planAt, sharesExceed, splitOrder, teamActions, technicalFee } from './rules';

/** Builds a square with sides of `km` kilometres. Its south-west corner is near Chengdu, moved east by `east` kilometres. */
function square(km: number, east = 0): LngLat[] {
  const lat = 30.6;
  const lng = (value: number) => round6(104 + value / (KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180)));
  const north = round6(lat + km / KM_PER_DEGREE);
  return [
    { lng: lng(east), lat },
    { lng: lng(east + km), lat },
    { lng: lng(east + km), lat: north },
    { lng: lng(east), lat: north },
  ];
}

/** Random polygons of 3 to 200 points around a centre. No polygon crosses itself. */
const drawn = fc
  .tuple(
    fc.integer({ min: 80_000_000, max: 130_000_000 }),
    fc.integer({ min: 20_000_000, max: 50_000_000 }),
    fc.array(fc.integer({ min: 5_000, max: 50_000 }), { minLength: 3, maxLength: 200 }),
  )
  .map(([lng, lat, radii]) =>
    radii.map((radius, index) => {
      const angle = (index * 2 * Math.PI) / radii.length;
      return {
        lng: (lng + Math.round(radius * Math.cos(angle))) / 1_000_000,
        lat: (lat + Math.round(radius * Math.sin(angle))) / 1_000_000,
      };
    }),
  );

test('an area is stored and read back point by point as it was drawn', () => {
  fc.assert(
    fc.property(drawn, (polygon) => {
      const stored = JSON.stringify(normalizePolygon(polygon));
      assert.deepEqual(JSON.parse(stored), polygon);
      assert.deepEqual(normalizePolygon(JSON.parse(stored)), polygon);
    }),
  );
});

test('a hexagon is valid: its size is that of a regular hexagon, it does not cross itself, its centre is inside', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), (half) => {
      const km = half / 2;
      const centre = { lng: 104.065735, lat: 30.659462 };
      const points = hexagon(formatLngLat(centre), km);
      assert.deepEqual(areaProblems(points, centre), []);
      const wanted = ((3 * Math.sqrt(3)) / 2) * km * km;
      assert.ok(Math.abs(areaKm2(points) / wanted - 1) < 0.02);
    }),
  );
});

test('fewer than three different points are too few', () => {
  const [one, two] = square(1);
  for (const points of [[], [one], [one, two], [one, one, one], [one, two, two]]) {
    assert.deepEqual(areaProblems(points as LngLat[], null), [{ kind: 'tooFewPoints' }]);
  }
});

test('a border that crosses itself is reported with the crossing point', () => {
  const [a, b, c, d] = square(10) as [LngLat, LngLat, LngLat, LngLat];
  const at = crossingPoint([a, c, b, d]);
  assert.ok(at);
  assert.ok(Math.abs(at.lng - (a.lng + c.lng) / 2) < 1e-5);
  assert.equal(crossingPoint([a, b, c, d]), null);
  assert.equal(crossingPoint([a, b, b, c, d, a]), null);
});

test('an area below 0.01 or above 5000 square kilometres is refused', () => {
  const kinds = (points: LngLat[]) => areaProblems(points, null).map(({ kind }) => kind);
  assert.deepEqual(kinds(square(0.09)), ['size']);
  assert.deepEqual(kinds(square(0.11)), []);
  assert.deepEqual(kinds(square(70)), []);
  assert.deepEqual(kinds(square(72)), ['size']);
});

test('a centre outside the area is refused, one on its border is not', () => {
  const area = square(10);
  const [corner] = area as [LngLat];
  assert.ok(isInside(corner, area));
  assert.deepEqual(areaProblems(area, { lng: 104.2, lat: 30.6 }), [
    { kind: 'centreOutside', at: { lng: 104.2, lat: 30.6 } },
  ]);
});

test('overlap is measured alike from both sides and is never more than either area', () => {
  const far = overlapKm2(square(10), square(10, 20));
  assert.equal(far, 0);
  assert.equal(overlapKm2(square(10), square(10, 10)), 0);
  const half = overlapKm2(square(10), square(10, 5));
  assert.ok(Math.abs(half - 50) < 1, String(half));
  fc.assert(
    fc.property(drawn, fc.integer({ min: -60_000, max: 60_000 }), (polygon, shift) => {
      const other = polygon.map(({ lng, lat }) => ({ lng: round6(lng + shift / 1_000_000), lat }));
      const shared = overlapKm2(polygon, other);
      assert.ok(Math.abs(shared - overlapKm2(other, polygon)) < 0.001);
      assert.ok(shared <= areaKm2(polygon) + 0.001);
    }),
    { numRuns: 50 },
  );
});

test('the border of a district is simplified to at most 200 points and keeps its size', () => {
  const circle = Array.from({ length: 5_000 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 5_000;
    return { lng: 104 + 0.2 * Math.cos(angle), lat: 30 + 0.2 * Math.sin(angle) };
  });
  const short = simplifyTo([...circle, circle[0] as LngLat], 200);
  assert.ok(short.length <= 200 && short.length > 20);
  assert.ok(Math.abs(areaKm2(short) / areaKm2(circle) - 1) < 0.02);
});

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

test('ranges that follow each other are valid in any order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      (marks, backwards) => {
        const sorted = [...marks].sort((one, other) => one - other);
        const ranges = [];
        for (let index = 0; index + 1 < sorted.length; index += 2) {
          ranges.push({ from: clock(sorted[index] ?? 0), to: clock(sorted[index + 1] ?? 0) });
        }
        assert.equal(rangesProblem(backwards ? ranges.reverse() : ranges), null);
      },
    ),
  );
});

test('a range must end after it begins, 24:00 may end a day, and none may overlap', () => {
  const one = (from: string, to: string) => rangesProblem([{ from, to }]);
  assert.equal(one('08:00', '22:00'), null);
  assert.equal(one('00:00', '24:00'), null);
  assert.equal(one('08:00', '08:00'), 'order');
  assert.equal(one('22:00', '02:00'), 'order');
  assert.equal(one('24:00', '24:00'), 'order');
  const day = (...ranges: [string, string][]) => rangesProblem(ranges.map(([from, to]) => ({ from, to })));
  assert.equal(day(['08:00', '12:00'], ['12:00', '14:00']), null);
  assert.equal(day(['08:00', '12:01'], ['12:00', '14:00']), 'overlap');
  assert.equal(day(['08:00', '20:00'], ['10:00', '11:00']), 'overlap');
  assert.equal(
    day(['01:00', '02:00'], ['03:00', '04:00'], ['05:00', '06:00'], ['07:00', '08:00'], ['09:00', '10:00']),
    'count',
  );
});

const week = Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] }));

test('a week has each day once', () => {
  assert.equal(weekProblem(week), null);
  assert.equal(weekProblem(week.slice(1)), 'repeated');
  assert.equal(weekProblem([...week.slice(1), { weekday: 1, ranges: [] }]), 'repeated');
});

test('a special day in the past is accepted only if it is already known, and no day may appear twice', () => {
  const closed = (date: string) => ({ date, closed: true, ranges: [] });
  assert.equal(holidaysProblem([closed('2026-03-01')], '2026-03-01'), null);
  assert.equal(holidaysProblem([closed('2026-02-28')], '2026-03-01'), 'past');
  assert.equal(holidaysProblem([closed('2026-02-28')], '2026-03-01', new Set(['2026-02-28'])), null);
  assert.equal(holidaysProblem([closed('2026-03-02'), closed('2026-03-02')], '2026-03-01'), 'repeated');
});

test('a special day replaces its weekday', () => {
  const at = { day: '2026-03-02', weekday: 1, minutes: 600 };
  assert.ok(isInHours(week, [], at));
  assert.ok(!isInHours(week, [{ date: '2026-03-02', closed: true, ranges: [] }], at));
  assert.ok(!isInHours(week, [{ date: '2026-03-02', closed: false, ranges: [{ from: '12:00', to: '13:00' }] }], at));
  assert.ok(!isInHours(week, [], { ...at, minutes: 22 * 60 }));
  assert.ok(isInHours(week, [], { ...at, minutes: 8 * 60 }));
});

test('the business state depends on the station’s state, its master switch and its hours, in this order', () => {
  const day = { day: '2026-03-02', weekday: 1, minutes: 600 };
  const night = { ...day, minutes: 60 };
  assert.equal(businessState('operating', true, week, [], day), 'inHours');
  assert.equal(businessState('operating', true, week, [], night), 'outOfHours');
  assert.equal(businessState('operating', false, week, [], day), 'manuallyClosed');
  for (const status of ['draft', 'preparing', 'paused', 'frozen', 'closed'] as const) {
    assert.equal(businessState(status, true, week, [], day), 'notOperating');
  }
});

test('the parts of an order always add up to the total', () => {
  const fen = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      fen,
      fen,
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (goods, delivery, rateBp, fixedFen, share) => {
        const parts = splitOrder(goods, delivery, { rateBp, fixedFen }, share);
        const sum = parts.merchantFen + parts.platformFen + parts.riderFen + parts.stationFen;
        assert.equal(sum, goods + delivery);
        assert.ok(Object.values(parts).every(Number.isSafeInteger));
      },
    ),
  );
});

test('the fee calculator and the posting of an order split it alike, however large the amounts', () => {
  const amount = fc.integer({ min: 0, max: LARGEST_FEN });
  const rate = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(amount, amount, rate, amount, rate, (goodsFen, deliveryFen, rateBp, fixedFen, riderShareBp) => {
      const shown = splitOrder(goodsFen, deliveryFen, { rateBp, fixedFen }, riderShareBp);
      const posted = snapshotOf(
        {
          settlementMode: 'balance',
          settleCycle: 'T1',
          feePlanId: null,
          planName: null,
          planFrom: null,
          rateBp,
          fixedFen,
          riderShareBp,
          franchiseeId: null,
          shareRateBp: 0,
        },
        { goodsFen, deliveryFen },
      );
      assert.deepEqual([shown.platformFen, shown.riderFen], [posted.technicalFeeFen, posted.riderIncomeFen]);
    }),
  );
});

test('the worked example: goods 2000, delivery 1000, technical fee 5 %, rider 60 % of the delivery fee', () => {
  const parts = splitOrder(2_000, 1_000, { rateBp: 500, fixedFen: 0 }, 6_000);
  assert.deepEqual(parts, { merchantFen: 2_000, platformFen: 150, riderFen: 600, stationFen: 250 });
});

test("a station's own fee takes precedence over the plan's", () => {
  const plan = { rateBp: 600, fixedFen: 50 };
  assert.deepEqual(technicalFee({ platformRateBp: 300, platformFixedFen: null }, plan), {
    source: 'own',
    rateBp: 300,
    fixedFen: 0,
  });
  assert.equal(technicalFee({ platformRateBp: 0, platformFixedFen: null }, plan).source, 'own');
  assert.equal(technicalFee({ platformRateBp: null, platformFixedFen: 80 }, plan).fixedFen, 80);
  assert.deepEqual(technicalFee({ platformRateBp: null, platformFixedFen: null }, plan), { source: 'plan', ...plan });
  assert.equal(technicalFee({ platformRateBp: null, platformFixedFen: null }, null).source, 'none');
});

test('shares of platform and rider may reach 100 % and not more', () => {
  assert.ok(!sharesExceed({ rateBp: 3_000 }, 7_000));
  assert.ok(sharesExceed({ rateBp: 3_001 }, 7_000));
});

test('only financial terms with another value are changes', () => {
  const present = {
    settlementMode: 'balance',
    feePlanId: 5,
    platformRateBp: null,
    platformFixedFen: null,
    riderShareBp: 7_000,
    settleCycle: 'T1',
    depositFen: 0,
    depositWarnFen: 0,
    creditLimitFen: 0,
  };
  assert.deepEqual(changedFees(present, { feePlanId: 5, riderShareBp: 6_500, platformRateBp: null }), {
    riderShareBp: 6_500,
  });
  assert.deepEqual(changedFees(present, {}), {});
});

test('only a credit code with the right check character is accepted', () => {
  assert.ok(isCreditCode('91350100M000100Y43'));
  assert.ok(!isCreditCode('91350100M000100Y44'));
  assert.ok(!isCreditCode('91350100M000100Y4'));
  assert.ok(!isCreditCode('91350100I000100Y43'));
  const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 }).map((parts) => parts.join('')),
      (body) => {
        const fitting = [...ALPHABET].filter((check) => isCreditCode(body + check));
        assert.equal(fitting.length, 1);
      },
    ),
  );
});

test('the letters of a code proposal are the initials of the city', () => {
  const known = { 成都市: 'CD', 北京市: 'BJ', 上海市: 'SH', 重庆市: 'CQ', 深圳市: 'SZ', 哈尔滨市: 'HEB', 漯河市: 'LH' };
  for (const [city, letters] of Object.entries(known)) assert.equal(cityLetters(city), letters, city);
  assert.equal(cityLetters(''), 'ST');
  assert.match(cityLetters('恩施土家族苗族自治州'), /^[A-Z]{1,4}$/);
});

test('rows offer the actions that state and permission allow, and only the owner may close', () => {
  const everything = new Set([13, 1101, 1102, 1103, 1105, 1106, 1107, 1108, 1109, 1110, 9001]);
  const staff = { rules: everything, isOwner: false };
  const owner = { rules: new Set<number>(), isOwner: true };
  assert.deepEqual(teamActions('draft', staff), ['edit', 'removeDraft']);
  assert.deepEqual(teamActions('preparing', staff), [
    'edit',
    'operation',
    'start',
    'terms',
    'setFeePlan',
    'announce',
    'copy',
    'consoleTicket',
  ]);
  assert.ok(teamActions('preparing', owner).includes('close'));
  assert.deepEqual(teamActions('closed', staff), ['operation', 'copy']);
  assert.deepEqual(teamActions('deleted', owner), []);
  for (const status of Object.keys(teamLifecycle.states) as (keyof typeof teamLifecycle.states)[]) {
    assert.deepEqual(teamActions(status, { rules: new Set(), isOwner: false }), [], status);
  }
});

test('a station’s plan applies while in force, else the default plan; a station without a plan has none', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const plan = (id: number, from: number, to: number | null, isDefault = false) => ({
    id,
    isDefault,
    effectiveFrom: day(from),
    effectiveTo: to === null ? null : day(to),
  });
  const plans = [plan(1, 3, 20, true), plan(2, 5, 10)];
  const idAt = (chosen: number | null, n: number) => planAt(plans, chosen, day(n))?.id;
  assert.deepEqual(
    [4, 5, 9, 10, 19, 20].map((n) => idAt(2, n)),
    [1, 2, 2, 1, 1, undefined],
  );
  assert.equal(idAt(null, 9), undefined);
});

test('the fees at a moment are those in force at that moment, according to the history', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, n));
  const notes = [
    { at: at(1), was: { rate: 1, share: 70 } },
    { at: at(3), was: { rate: 2 } },
  ];
  // At hour 1, the rate and the share changed immediately. At hour 3, a person planned the new rate of hour 8. The share changes again at
  // hour 20.
  const done = [
    { at: at(8), set: { rate: 3 } },
    { at: at(1), set: { rate: 2, share: 60 } },
  ];
  const waiting = { at: at(20), set: { share: 50 } };
  const then = (n: number) => feesAt({ rate: 3, share: 60, cycle: 'T1' }, at(n), waiting, done, notes);
  assert.deepEqual(then(0), { rate: 1, share: 70, cycle: 'T1' });
  assert.deepEqual(then(1), { rate: 2, share: 60, cycle: 'T1' });
  assert.deepEqual(then(7), { rate: 2, share: 60, cycle: 'T1' });
  assert.deepEqual(then(8), { rate: 3, share: 60, cycle: 'T1' });
  assert.deepEqual(then(20), { rate: 3, share: 50, cycle: 'T1' });
});
