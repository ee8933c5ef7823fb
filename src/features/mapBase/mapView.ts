import type { LngLat } from '@contract/hexagon';
import type * as L from 'leaflet';
import { boundsOf } from './geometry';

/** Points to bring into view. The map moves once for each new key. */
export interface MapFocus {
  readonly key: string | number;
  readonly points: readonly LngLat[];
}

/** Zoom levels: the limits, the maximum when an area is brought into view, and the level for a single point. */
export const ZOOM = { min: 3, max: 19, fit: 15, point: 14 } as const;

/** Brings points into view. It does nothing if there are no points. */
export function show(map: L.Map, points: readonly LngLat[]): void {
  const box = boundsOf(points);
  if (!box) return;
  if (box.west === box.east && box.south === box.north) {
    map.setView([box.south, box.west], Math.max(map.getZoom(), ZOOM.point), {
      animate: false,
    });
    return;
  }
  const corners: L.LatLngBoundsExpression = [
    [box.south, box.west],
    [box.north, box.east],
  ];
  map.fitBounds(corners, {
    padding: [24, 24],
    maxZoom: ZOOM.fit,
    animate: false,
  });
}
