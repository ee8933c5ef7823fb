import { hexagon, type LngLat, round6 } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import fc from 'fast-check';
import {
  areaKm2,
  areaProblem,
  boundsOf,
  circle,
  containsPoint,
  crossings,
  fromRing,
  isSameArea,
  toRing,
} from './geometry';

const point = fc.record({
  lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((micro) => micro / 1_000_000),
  lat: fc.integer({ min: -85_000_000, max: 85_000_000 }).map((micro) => micro / 1_000_000),
});
/** Random stored polygons. Their first point is not repeated at the end. */
const polygon = fc
  .array(point, { minLength: AREA.minPoints, maxLength: AREA.maxPoints })
  .filter((points) => !isSameArea(points.slice(0, 1), points.slice(-1)));

const at = (...places: [number, number][]): LngLat[] => places.map(([lng, lat]) => ({ lng, lat }));
const SQUARE = at([104, 30], [104.1, 30], [104.1, 30.1], [104, 30.1]);

test('a polygon is unchanged after drawing, storing as JSON and reading', () => {
  fc.assert(
    fc.property(polygon, (points) => {
      const stored: LngLat[] = JSON.parse(JSON.stringify(fromRing(toRing(points))));
      expect(stored).toEqual(points);
      expect(isSameArea(fromRing(toRing(stored)), points)).toBe(true);
    }),
  );
});

test('a ring is closed, and the points read from it are not', () => {
  fc.assert(
    fc.property(polygon, (points) => {
      const ring = toRing(points);
      expect(ring.at(-1)).toEqual(ring[0]);
      expect(fromRing(ring)).toHaveLength(points.length);
    }),
  );
});

test('points are stored with six decimals, whatever the precision of the map', () => {
  const [first] = fromRing([
    [104.06573512345, 30.65946298765],
    [104.1, 30.7],
    [104.2, 30.6],
  ]);
  expect(first).toEqual({ lng: 104.065735, lat: 30.659463 });
});

test('two points are no area', () => {
  expect(toRing(SQUARE.slice(0, 2))).toEqual([]);
  expect(areaKm2(SQUARE.slice(0, 2))).toBe(0);
  expect(areaProblem(SQUARE.slice(0, 2), null)).toEqual({ kind: 'tooFew' });
});

test('a bow tie crosses itself where its diagonals meet', () => {
  const bowTie = at([104, 30], [104.1, 30.1], [104.1, 30], [104, 30.1]);
  expect(crossings(bowTie)).toEqual([{ lng: 104.05, lat: 30.05 }]);
  expect(areaProblem(bowTie, null)).toEqual({ kind: 'crossing', at: [{ lng: 104.05, lat: 30.05 }] });
});

test('an edge that runs back over the previous edge is a self-intersection', () => {
  expect(crossings(at([104, 30], [104.2, 30], [104.1, 30], [104.1, 30.1]))).not.toEqual([]);
});

test('a point on another edge is a self-intersection', () => {
  expect(crossings(at([104, 30], [104.2, 30], [104.2, 30.1], [104.1, 30], [104, 30.1]))).toEqual([
    { lng: 104.1, lat: 30 },
  ]);
});

test('a point that was clicked twice is no self-intersection', () => {
  expect(crossings([...SQUARE.slice(0, 2), ...SQUARE.slice(1), ...SQUARE.slice(-1)])).toEqual([]);
});

test('hexagons and circles never cross themselves and contain their centre', () => {
  const centre = fc.record({
    lng: fc.double({ min: -170, max: 170, noNaN: true }).map(round6),
    lat: fc.double({ min: -60, max: 60, noNaN: true }).map(round6),
  });
  fc.assert(
    fc.property(centre, fc.integer({ min: 1, max: 60 }), (middle, halves) => {
      const sizeKm = halves / 2;
      for (const points of [hexagon(`${middle.lng},${middle.lat}`, sizeKm), circle(middle, sizeKm)]) {
        expect(crossings(points)).toEqual([]);
        expect(containsPoint(points, middle)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('a circle of one kilometre covers about pi square kilometres', () => {
  expect(areaKm2(circle({ lng: 104.06, lat: 30.66 }, 1))).toBeCloseTo(Math.PI, 1);
});

test('an area that is too large, an area that is too small and an outside centre are distinguished', () => {
  expect(areaProblem(at([100, 30], [102, 30], [102, 32], [100, 32]), null)?.kind).toBe('size');
  expect(areaProblem(at([104, 30], [104.0001, 30], [104.0001, 30.0001]), null)?.kind).toBe('size');
  expect(areaProblem(SQUARE, { lng: 105, lat: 30 })).toEqual({ kind: 'centre' });
  expect(areaProblem(SQUARE, { lng: 104.05, lat: 30.05 })).toBeNull();
});

test('an empty list of points has no bounding box', () => {
  expect(boundsOf([])).toBeNull();
  expect(boundsOf(SQUARE)).toEqual({ west: 104, south: 30, east: 104.1, north: 30.1 });
});
