import { hexagon } from '@contract/hexagon';
import { areaKm2 } from '@/features/mapBase/geometry';
import { overlapsOf } from './overlaps';

const station = (id: number, center: string) => ({ id, polygon: hexagon(center, 3) });

test('two overlapping stations share one area, smaller than either', () => {
  const found = overlapsOf([station(1, '104.06,30.66'), station(2, '104.09,30.66'), station(3, '106.5,29.5')]);
  expect(found.map(({ ids }) => ids)).toEqual([[1, 2]]);
  const shared = areaKm2(found[0]?.points ?? []);
  expect(shared).toBeGreaterThan(1);
  expect(shared).toBeLessThan(areaKm2(hexagon('104.06,30.66', 3)));
});

test('areas that cross themselves or have no points are skipped', () => {
  const bowTie = [
    { lng: 104, lat: 30.6 },
    { lng: 104.1, lat: 30.7 },
    { lng: 104.1, lat: 30.6 },
    { lng: 104, lat: 30.7 },
  ];
  expect(overlapsOf([{ id: 1, polygon: bowTie }, station(2, '104.05,30.65'), { id: 3, polygon: [] }])).toEqual([]);
});
