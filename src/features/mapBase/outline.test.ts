import { contains, decodeOutline, nameAnchor, type OutlineFile, provincesInView, regionName } from './outline';
import { TWO_PROVINCES } from './testing';

const outline = decodeOutline(TWO_PROVINCES);
const [west, east] = outline.regions;
if (!west || !east) throw new Error('two regions were expected');

test('a file is parsed into regions with position, names and borders', () => {
  expect(outline.regions.map(({ code }) => code)).toEqual(['510000', '500000']);
  expect(west.bounds).toEqual({ west: 100, south: 25, east: 105, north: 30 });
  expect(west.seat).toEqual({ lng: 104, lat: 29 });
  expect(contains(west, { lng: 102, lat: 27 })).toBe(true);
  expect(contains(west, { lng: 107, lat: 27 })).toBe(false);
});

test('each border is one line: shared borders are inner lines, the others outer lines', () => {
  expect(outline.inner).toEqual([
    [
      [105, 25],
      [105, 30],
    ],
  ]);
  const around = outline.outer.flat().map(([lng]) => lng);
  expect(Math.min(...around)).toBe(100);
  expect(Math.max(...around)).toBe(110);
});

test("names are in the user's language if available, otherwise in Chinese", () => {
  expect((['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const).map((locale) => regionName(east, locale))).toEqual([
    '重庆',
    '重慶',
    'Chongqing',
    'Chongqing',
  ]);
  const { traditional, english, ...names } = east.names;
  expect(regionName({ ...east, names }, 'en-US')).toBe('重庆');
});

test('cities are loaded only when visible, and only for provinces in view', () => {
  const view = { west: 106, south: 26, east: 107, north: 27 };
  expect(provincesInView(outline, view, 6)).toEqual([]);
  expect(provincesInView(outline, view, 7)).toEqual(['500000']);
  expect(provincesInView(outline, { ...view, west: 104 }, 9)).toEqual(['510000', '500000']);
  expect(provincesInView(outline, { west: 0, south: 0, east: 1, north: 1 }, 9)).toEqual([]);
});

test('a name is drawn at the seat of government, or in the middle of the visible part', () => {
  expect(nameAnchor(west, { west: 90, south: 20, east: 120, north: 40 })).toEqual({ lng: 104, lat: 29 });
  expect(nameAnchor(west, { west: 101, south: 26, east: 103, north: 27 })).toEqual({ lng: 102, lat: 26.5 });
  expect(nameAnchor(west, { west: 106, south: 26, east: 107, north: 27 })).toBeNull();
});

test('a region without a polygon is left out', () => {
  const { geometries } = TWO_PROVINCES.objects.regions;
  const file: OutlineFile = {
    ...TWO_PROVINCES,
    objects: { regions: { type: 'GeometryCollection', geometries: geometries.slice(1) } },
  };
  expect(decodeOutline(file).regions).toHaveLength(1);
});
