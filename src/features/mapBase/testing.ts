import type { OutlineFile } from './outline';

/** A base map file with two adjacent square provinces. */
export const TWO_PROVINCES: OutlineFile = {
  type: 'Topology',
  arcs: [
    [
      [105, 25],
      [105, 30],
    ],
    [
      [105, 30],
      [100, 30],
      [100, 25],
      [105, 25],
    ],
    [
      [105, 30],
      [110, 30],
      [110, 25],
      [105, 25],
    ],
  ],
  objects: {
    regions: {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiPolygon',
          arcs: [[[0, 1]]],
          id: '510000',
          properties: { name: '四川', traditional: '四川', english: 'Sichuan', at: [104, 29] },
        },
        {
          type: 'MultiPolygon',
          arcs: [[[0, 2]]],
          id: '500000',
          properties: { name: '重庆', traditional: '重慶', english: 'Chongqing', at: [107, 29] },
        },
      ],
    },
  },
};
