import { HEXAGON } from './limits';

/** A point on the map, such as a corner of an area. The coordinates are degrees in GCJ-02 with 6 decimals (DOMAIN §0.1). */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Kilometres in one degree of latitude (DOMAIN §3.3). */
export const KM_PER_DEGREE = 111.32;

/** Distance of an edge midpoint from the centre, relative to the distance of a corner. */
const MIDPOINT = Math.cos(Math.PI / 6);

/** Rounds degrees to 6 decimals (about 0.1 m), the precision of stored coordinates. */
export function round6(degrees: number): number {
  // `+ 0` turns −0 into 0. `JSON.stringify` writes −0 as 0, so a saved area would differ from the area that is read back.
  return Math.round(degrees * 1_000_000) / 1_000_000 + 0;
}

/** Parses `lng,lat`. @returns `null` if the text is no point on the map (lng −180..180, lat −85..85) */
export function parseLngLat(value: string): LngLat | null {
  const parts = value.trim().split(/\s*[,，]\s*/);
  if (parts.length !== 2 || parts.some((part) => !/^-?\d{1,3}(\.\d+)?$/.test(part))) return null;
  const [lng = Number.NaN, lat = Number.NaN] = parts.map(Number);
  if (Math.abs(lng) > 180 || Math.abs(lat) > 85) return null;
  return { lng: round6(lng), lat: round6(lat) };
}

/** Formats a point as `lng,lat` with at most 6 decimals. */
export function formatLngLat(point: LngLat): string {
  return `${round6(point.lng)},${round6(point.lat)}`;
}

/**
 * Computes the 12-point hexagon (SPEC §3, DOMAIN §3.3): six corners and the midpoints of the edges. The first point is in the east,
 * the order is counter-clockwise, and the last point differs from the first.
 *
 * @param center `lng,lat`
 * @param sizeKm kilometres from the centre to a corner
 * @returns 12 points, or an empty list when `center` is no point on the map
 */
export function hexagon(center: string, sizeKm: number = HEXAGON.defaultKm): LngLat[] {
  const middle = parseLngLat(center);
  if (!middle) return [];
  const dLat = sizeKm / KM_PER_DEGREE;
  const dLng = sizeKm / (KM_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180));
  return Array.from({ length: HEXAGON.points }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const factor = index % 2 === 0 ? 1 : MIDPOINT;
    return {
      lng: round6(middle.lng + dLng * factor * Math.cos(angle)),
      lat: round6(middle.lat + dLat * factor * Math.sin(angle)),
    };
  });
}
