import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { alignBorders, decodeRegions, makeMap } from '../../config/tasks/build-map.mjs';
import { regionName } from '../../server/modules/region';

/** Tests the base map, which the build creates from the region outlines of a package. */

/** Maximum size of all files on the wire, in kB (gzip). */
const MOST_KB = 600;
/** Maximum size of the first view (the whole country) on the wire, in kB (gzip). */
const COUNTRY_KB = 40;
const PROVINCES = 34;

let map: Map<string, object>;
before(() => {
  map = makeMap();
});

const packed = (name: string) => gzipSync(JSON.stringify(map.get(name)), { level: 9 }).length / 1_000;
const square = (west: number, east: number) => [
  [west, 0],
  [east, 0],
  [east, 1],
  [west, 1],
  [west, 0],
];
const region = (ring: number[][]) => ({ geometry: { coordinates: [[ring]] } });

test('a ring is decoded from its first point and deltas, which are pairs of characters', () => {
  // Codes of the deltas 1024, −1024 and 0. A degree has 1024 steps. A code is 64 plus 2n, or 64 plus −2n − 1 for a negative delta n.
  const [step, back, none] = [2_048, 2_047, 0].map((value) => String.fromCharCode(64 + value));
  const [decoded] = decodeRegions({
    UTF8Encoding: true,
    features: [
      {
        id: '510100',
        properties: { name: '成都市', cp: [104, 30] },
        geometry: {
          type: 'Polygon',
          coordinates: [`${none}${none}${step}${none}${none}${step}${back}${none}${none}${back}`],
          encodeOffsets: [[104 * 1_024, 30 * 1_024]],
        },
      },
    ],
  });
  assert.deepEqual(decoded?.geometry.coordinates, [
    [
      [
        [104, 30],
        [105, 30],
        [105, 31],
        [104, 31],
        [104, 30],
      ],
    ],
  ]);
  assert.deepEqual(decoded?.properties, { name: '成都市', at: [104, 30] });
});

test('two regions with different corners on their common border get the same corners', () => {
  const left = region(square(0, 1));
  // This region is slightly displaced and has an extra corner on the border.
  const right = region([
    [1.001, 0],
    [2, 0],
    [2, 1],
    [1.001, 1],
    [1.001, 0.4],
    [1.001, 0],
  ]);
  alignBorders([left, right], 0.005);
  const onBorder = ({ geometry }: typeof left) =>
    [...new Set(geometry.coordinates.flat(2).filter(([lng = 0]) => lng > 0.9 && lng < 1.1))].map(String).sort();
  assert.deepEqual(onBorder(left), onBorder(right));
  assert.equal(onBorder(left).length, 3);
});

test(`every province has a file, and all files together stay below ${MOST_KB} kB on the wire`, () => {
  const names = [...map.keys()];
  assert.equal(names.length, PROVINCES + 1);
  const total = names.reduce((sum, name) => sum + packed(name), 0);
  assert.ok(total > 100, `only ${total} kB`);
  assert.ok(total <= MOST_KB, `${total.toFixed(0)} kB`);
  assert.ok(packed('country') <= COUNTRY_KB, `${packed('country').toFixed(0)} kB`);
});

test('the files contain names of provinces in three languages, and codes of cities', () => {
  const regionsOf = (name: string) =>
    (map.get(name) as { objects: { regions: { geometries: { id?: string; properties: object }[] } } }).objects.regions
      .geometries;
  const sichuan = regionsOf('country').find(({ id }) => id === '510000');
  assert.deepEqual(sichuan?.properties, {
    name: '四川',
    at: [104.065735, 30.659462],
    traditional: '四川',
    english: 'Sichuan',
  });
  const cities = regionsOf('510000');
  assert.equal(cities.length, 21);
  assert.ok(cities.some(({ id }) => id === '510100'));
  for (const name of map.keys())
    for (const { properties } of regionsOf(name)) {
      assert.ok('name' in properties && properties.name, name);
      assert.ok('at' in properties && Array.isArray(properties.at) && properties.at.length === 2, name);
    }
  // The source has no codes for Chongming, Shannan and the counties of Taiwan.
  for (const [province, code, name] of [
    ['310000', '310151', '崇明区'],
    ['540000', '540500', '山南市'],
    ['710000', '710100', '台北市'],
  ]) {
    const found = regionsOf(province ?? '').filter((each) => each.id === code);
    assert.deepEqual(
      found.map(({ properties }) => 'name' in properties && properties.name),
      [name],
    );
    assert.equal(regionName(code ?? ''), name);
  }
  const uncoded = [...map.keys()].flatMap((file) => regionsOf(file).filter(({ id }) => !id));
  assert.deepEqual(
    uncoded.map(({ properties }) => 'name' in properties && properties.name),
    ['金门县', '连江县', '中国属钓鱼岛'],
  );
  for (const { properties } of regionsOf('country')) assert.ok('english' in properties && properties.english);
});
