import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatLngLat, hexagon, KM_PER_DEGREE, parseLngLat } from './hexagon';
import { HEXAGON } from './limits';
import { randomId } from './random-id';

const centre = fc.record({
  lng: fc.integer({ min: -179_000_000, max: 179_000_000 }).map((value) => value / 1_000_000),
  lat: fc.integer({ min: -80_000_000, max: 80_000_000 }).map((value) => value / 1_000_000),
});
const size = fc.integer({ min: 1, max: 100 }).map((half) => half / 2);

test('a hexagon has 12 points, the first one east of the centre, and is not closed', () => {
  const points = hexagon('104.065735,30.659462');
  assert.equal(points.length, HEXAGON.points);
  assert.deepEqual(points[0], { lng: 104.117949, lat: 30.659462 });
  assert.notDeepEqual(points[0], points[11]);
});

test('the distance from the centre is the size for corners and size × cos 30° for midpoints, in counter-clockwise order', () => {
  fc.assert(
    fc.property(centre, size, (middle, km) => {
      const points = hexagon(formatLngLat(middle), km);
      let before = Number.NEGATIVE_INFINITY;
      for (const [index, point] of points.entries()) {
        const east = (point.lng - middle.lng) * KM_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180);
        const north = (point.lat - middle.lat) * KM_PER_DEGREE;
        const wanted = index % 2 === 0 ? km : km * Math.cos(Math.PI / 6);
        assert.ok(Math.abs(Math.hypot(east, north) - wanted) < 0.001, `point ${index}`);
        const angle = (Math.atan2(north, east) + 2 * Math.PI + 0.001) % (2 * Math.PI);
        assert.ok(angle > before, `point ${index} turns the wrong way`);
        before = angle;
      }
    }),
  );
});

test('coordinates have at most 6 decimals and are unchanged after a JSON round trip', () => {
  fc.assert(
    fc.property(centre, size, (middle, km) => {
      const points = hexagon(formatLngLat(middle), km);
      for (const { lng, lat } of points) {
        assert.match(String(lng), /^-?\d+(\.\d{1,6})?(e-[67])?$/);
        assert.match(String(lat), /^-?\d+(\.\d{1,6})?(e-[67])?$/);
      }
      assert.deepEqual(JSON.parse(JSON.stringify(points)), points);
    }),
  );
});

test('an invalid centre gives no hexagon', () => {
  for (const text of ['', '104', '104.1;30.6', 'a,b', '200,10', '10,86', '104.1,30.6,1']) {
    assert.deepEqual(hexagon(text), [], text);
    assert.equal(parseLngLat(text), null, text);
  }
  assert.deepEqual(parseLngLat(' 104.065735 , 30.659462 '), { lng: 104.065735, lat: 30.659462 });
});

test('a random id has 4 lowercase letters or digits and is never a taken id', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(35), { minLength: 8, maxLength: 400 }), (draws) => {
      let at = 0;
      let extra = 0;
      const draw = (below: number) => {
        const next = draws[at];
        at += 1;
        extra += 1;
        return (next ?? extra * 7) % below;
      };
      const taken = new Set<string>();
      for (let round = 0; round < 5; round += 1) {
        const id = randomId(taken, draw);
        assert.match(id, /^[a-z0-9]{4}$/);
        assert.ok(!taken.has(id));
        taken.add(id);
      }
    }),
  );
});
