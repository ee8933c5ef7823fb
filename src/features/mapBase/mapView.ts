import type { LngLat } from '@contract/hexagon';
import type * as L from 'leaflet';
import { boundsOf } from './geometry';

/** Points to bring into view, once per key. */
export interface MapFocus {
  readonly key: string | number;
  readonly points: readonly LngLat[];
}

/** Zoom levels: limits, the maximum for fitting an area, and the level of a single point. */
export const ZOOM = { min: 3, max: 19, fit: 15, point: 14 } as const;

/** Brings points into view; does nothing without points. */
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
