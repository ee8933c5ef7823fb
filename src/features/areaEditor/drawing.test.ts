import { hexagon, type LngLat } from '@contract/hexagon';
import fc from 'fast-check';
import type { TerraDraw } from 'terra-draw';
import { startDrawing } from './drawing';

type Adapter = ConstructorParameters<typeof TerraDraw>[0]['adapter'];
type Callbacks = Parameters<Adapter['register']>[0];

/** A map stub without rendering: one degree is 1,000 pixels. It records the shapes that terra-draw renders. */
function flatMap() {
  const rings = new Map<string, number[][]>();
  let callbacks: Callbacks | null = null;
  const element = document.createElement('div');
  const scale = 1_000;
  const adapter: Adapter = {
    project: (lng, lat) => ({ x: lng * scale, y: -lat * scale }),
    unproject: (x, y) => ({ lng: x / scale, lat: -y / scale }),
    setCursor: () => undefined,
    getLngLatFromEvent: () => null,
    setDoubleClickToZoom: () => undefined,
    getMapEventElement: () => element,
    register: (given) => {
      callbacks = given;
    },
    unregister: () => undefined,
    render: (changes) => {
      for (const id of changes.deletedIds) rings.delete(String(id));
      for (const feature of [...changes.created, ...changes.updated]) {
        if (feature.geometry.type === 'Polygon') rings.set(String(feature.id), feature.geometry.coordinates[0] ?? []);
      }
    },
    clear: () => {
      callbacks?.onClear();
      rings.clear();
    },
    getCoordinatePrecision: () => 6,
  };
  const event = ([lng, lat]: readonly [number, number]) => ({
    lng,
    lat,
    containerX: lng * scale,
    containerY: -lat * scale,
    button: 'left' as const,
    heldKeys: [],
    isContextMenu: false,
  });
  return {
    adapter,
    rings: () => [...rings.values()],
    press: (place: readonly [number, number]) => {
      callbacks?.onMouseMove(event(place));
      callbacks?.onClick(event(place));
    },
    enter: () => callbacks?.onKeyUp({ key: 'Enter', heldKeys: [], preventDefault: () => undefined }),
  };
}

const COLORS = { area: '#003eb3', handle: '#ffffff' } as const;
const coordinates = (points: readonly LngLat[]) => [...points, points[0]].map((point) => [point?.lng, point?.lat]);

test('a stored area is drawn with exactly its own points', () => {
  const center = fc.tuple(
    fc.integer({ min: -170_000_000, max: 170_000_000 }),
    fc.integer({ min: -60_000_000, max: 60_000_000 }),
  );
  fc.assert(
    fc.property(center, fc.integer({ min: 1, max: 40 }), ([lng, lat], halves) => {
      const map = flatMap();
      const drawing = startDrawing(map.adapter, COLORS, () => undefined);
      const points = hexagon(`${lng / 1e6},${lat / 1e6}`, halves / 2);
      drawing.show(points);
      expect(map.rings()).toEqual([coordinates(points)]);
      drawing.stop();
    }),
    { numRuns: 25 },
  );
});

test('a drawn area is reported once and does not change after storing and showing it', () => {
  const map = flatMap();
  const found: LngLat[][] = [];
  const drawing = startDrawing(map.adapter, COLORS, (points) => found.push(points));
  drawing.use('draw');
  for (const place of [
    [104.0123456789, 30],
    [104.1, 30],
    [104.1, 30.1],
    [104, 30.1],
  ] as const)
    map.press(place);
  map.enter();
  expect(found).toHaveLength(1);
  const stored: LngLat[] = JSON.parse(JSON.stringify(found[0]));
  expect(stored).toContainEqual({ lng: 104.012346, lat: 30 });
  expect(stored).toHaveLength(4);
  drawing.stop();

  const again = flatMap();
  const second = startDrawing(again.adapter, COLORS, () => undefined);
  second.show(stored);
  expect(again.rings()).toEqual([coordinates(stored)]);
});

test('a new polygon replaces the old one', () => {
  const map = flatMap();
  const found: LngLat[][] = [];
  const drawing = startDrawing(map.adapter, COLORS, (points) => found.push(points));
  drawing.show(hexagon('104.5,30.5', 5));
  drawing.use('draw');
  for (const place of [
    [106, 30],
    [106.1, 30],
    [106.1, 30.1],
  ] as const)
    map.press(place);
  map.enter();
  expect(found).toHaveLength(1);
  expect(map.rings()).toEqual([coordinates(found[0] ?? [])]);
});

test('clearing the area removes it from the map', () => {
  const map = flatMap();
  const drawing = startDrawing(map.adapter, COLORS, () => undefined);
  drawing.show(hexagon('104.5,30.5', 5));
  drawing.show([]);
  expect(map.rings()).toEqual([]);
});

test('on a real map every shown area is in the DOM, also after the previous one was removed', async () => {
  // jsdom does not render, but it creates the SVG elements that this test reads.
  Object.defineProperty(SVGElement.prototype, 'createSVGRect', { value: () => ({}), configurable: true });
  jest.resetModules();
  const L = await import('leaflet');
  const fresh = await import('./drawing');
  const element = document.createElement('div');
  document.body.append(element);
  const map = L.map(element, { fadeAnimation: false }).setView([30.66, 104.06], 11);
  const drawing = fresh.startDrawing(fresh.leafletAdapter(map), COLORS, () => undefined);
  const shown = () => element.querySelectorAll('.leaflet-pane path').length;
  drawing.show(hexagon('104.06,30.66', 5));
  const first = shown();
  // 25 features: the area, its 12 corners and the 12 midpoints of its edges.
  expect(first).toBe(25);
  drawing.show(hexagon('104.1,30.7', 4));
  expect(shown()).toBe(first);
  drawing.use('draw');
  drawing.use('edit');
  expect(shown()).toBe(first);
  expect(document.head.querySelectorAll('style')).toHaveLength(0);
  drawing.stop();
  map.remove();
});
