import fc from 'fast-check';
import { clusterPoints } from './clusters';

const points = fc
  .array(
    fc.record({
      lng: fc.double({ min: 73, max: 135, noNaN: true }),
      lat: fc.double({ min: 18, max: 53, noNaN: true }),
    }),
    { maxLength: 80 },
  )
  .map((places) => places.map((at, index) => ({ key: String(index), at })));

test('every station is in exactly one cluster, so the counts add up', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 3, max: 19 }), (stations, zoom) => {
      const keys = clusterPoints(stations, zoom).flatMap((cluster) => cluster.keys);
      expect(keys.toSorted()).toEqual(stations.map(({ key }) => key).toSorted());
    }),
  );
});

test('two stations of one city share a cluster at a low zoom level but not at a high one', () => {
  const stations = [
    { key: 'a', at: { lng: 104.0, lat: 30.6 } },
    { key: 'b', at: { lng: 104.1, lat: 30.6 } },
    { key: 'c', at: { lng: 116.4, lat: 39.9 } },
  ];
  expect(
    clusterPoints(stations, 4)
      .map(({ keys }) => keys.length)
      .toSorted(),
  ).toEqual([1, 2]);
  expect(clusterPoints(stations, 12)).toHaveLength(3);
});
