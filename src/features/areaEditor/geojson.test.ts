import { writeGeoJson } from '@contract/geojson';
import fc from 'fast-check';
import { readGeoJson } from './geojson';

const RING = [
  [104, 30],
  [104.1, 30],
  [104.1, 30.1],
  [104, 30],
];
const POLYGON = { type: 'Polygon', coordinates: [RING] };
const POINTS = [
  { lng: 104, lat: 30 },
  { lng: 104.1, lat: 30 },
  { lng: 104.1, lat: 30.1 },
];
const read = (value: unknown) => readGeoJson(JSON.stringify(value));
const problemOf = (value: unknown) => {
  const pasted = read(value);
  return pasted.ok ? null : pasted;
};

test.each([
  ['a polygon', POLYGON],
  ['a feature', { type: 'Feature', properties: {}, geometry: POLYGON }],
  ['a collection with one polygon', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: POLYGON }] }],
  ['a multipolygon with one part', { type: 'MultiPolygon', coordinates: [[RING]] }],
  ['a bare list of positions', RING],
  ['a bare list of rings', [RING]],
])('%s is an area', (_, value) => {
  expect(read(value)).toEqual({ ok: true, points: POINTS });
});

test('copied GeoJSON can be pasted: the same points, counter-clockwise', () => {
  const point = fc.record({
    lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((micro) => micro / 1_000_000),
    lat: fc.integer({ min: -85_000_000, max: 85_000_000 }).map((micro) => micro / 1_000_000),
  });
  const points = fc.uniqueArray(point, { minLength: 3, maxLength: 200, selector: ({ lng, lat }) => `${lng},${lat}` });
  fc.assert(
    fc.property(points, (area) => {
      const pasted = readGeoJson(writeGeoJson(area));
      const [first, ...others] = area;
      expect([area, [first, ...others.reverse()]]).toContainEqual(pasted.ok && pasted.points);
      expect(pasted.ok && readGeoJson(writeGeoJson(pasted.points))).toEqual(pasted);
    }),
  );
});

test('empty text and invalid JSON are distinguished', () => {
  expect(readGeoJson('  ')).toEqual({ ok: false, problem: 'empty' });
  expect(readGeoJson('{"type":"Polygon"')).toEqual({ ok: false, problem: 'notJson' });
});

test('a line, a number and an empty collection contain no polygon', () => {
  for (const value of [
    { type: 'LineString', coordinates: RING },
    5,
    null,
    { type: 'FeatureCollection', features: [] },
  ]) {
    expect(problemOf(value)?.problem).toBe('noPolygon');
  }
});

test('several polygons are counted', () => {
  expect(problemOf({ type: 'MultiPolygon', coordinates: [[RING], [RING]] })).toEqual({
    ok: false,
    problem: 'several',
    n: 2,
  });
});

test('a hole is refused', () => {
  expect(problemOf({ type: 'Polygon', coordinates: [RING, RING] })?.problem).toBe('holes');
});

test('the point with invalid coordinates is named', () => {
  expect(
    problemOf({
      type: 'Polygon',
      coordinates: [
        [
          [104, 30],
          ['x', 30],
          [104, 31],
        ],
      ],
    }),
  ).toEqual({
    ok: false,
    problem: 'badPoint',
    n: 2,
  });
  expect(
    problemOf([
      [190, 30],
      [104, 30],
      [104, 31],
    ])?.problem,
  ).toBe('badPoint');
});

test('latitude before longitude is recognised', () => {
  expect(
    problemOf([
      [30, 104],
      [30.1, 104],
      [30.1, 104.1],
    ]),
  ).toEqual({ ok: false, problem: 'swapped', n: 1 });
});

test('two points are too few, 201 too many', () => {
  expect(
    problemOf([
      [104, 30],
      [104.1, 30],
      [104, 30],
    ])?.problem,
  ).toBe('tooFew');
  const many = Array.from({ length: 201 }, (_, index) => [100 + index / 100, 30 + (index % 2)]);
  expect(problemOf(many)).toEqual({ ok: false, problem: 'tooMany', n: 201 });
});
