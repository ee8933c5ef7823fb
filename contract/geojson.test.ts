import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeGeoJson } from './geojson';

const SQUARE = [
  { lng: 104, lat: 30 },
  { lng: 104.1, lat: 30 },
  { lng: 104.1, lat: 30.1 },
  { lng: 104, lat: 30.1 },
];
const ringOf = (points: typeof SQUARE) => JSON.parse(writeGeoJson(points)).coordinates[0];

test('an area becomes a closed, counter-clockwise ring, whatever the direction of drawing', () => {
  const ring = [...SQUARE, ...SQUARE.slice(0, 1)].map(({ lng, lat }) => [lng, lat]);
  assert.deepEqual(ringOf(SQUARE), ring);
  const [first, ...others] = SQUARE;
  assert.deepEqual(ringOf([...(first ? [first] : []), ...others.reverse()]), ring);
});

test('an area without points has an empty ring', () => {
  assert.deepEqual(ringOf([]), []);
});
