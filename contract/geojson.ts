import type { LngLat } from './hexagon';

/** Returns twice the area of a ring in square degrees. The result is positive if the points run counter-clockwise. */
function signedArea(points: readonly LngLat[]): number {
  return points.reduce((sum, { lng, lat }, index) => {
    const next = points[(index + 1) % points.length] ?? { lng, lat };
    return sum + lng * next.lat - next.lng * lat;
  }, 0);
}

/** Formats an area as a GeoJSON polygon. RFC 7946 §3.1.6 requires a closed ring whose points run counter-clockwise. */
export function writeGeoJson(points: readonly LngLat[]): string {
  const [first, ...others] = points;
  if (!first) return JSON.stringify({ type: 'Polygon', coordinates: [[]] });
  const ring = [first, ...(signedArea(points) < 0 ? others.reverse() : others), first];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring.map(({ lng, lat }) => [lng, lat])] });
}
