import { KM_PER_DEGREE, type LngLat, round6 } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { area } from '@turf/area';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';

/** A GeoJSON position: longitude first, then latitude. */
export type Position = [number, number];
/** A bounding box in degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Number of points of a circle. 48 points look round and are still few enough to edit. */
const CIRCLE_POINTS = 48;

/** Returns an area as a closed GeoJSON ring, or an empty ring for fewer than 3 points. {@link fromRing} is the inverse. */
export function toRing(points: readonly LngLat[]): Position[] {
  const first = points[0];
  if (!first || points.length < AREA.minPoints) return [];
  return [...points, first].map((point) => [point.lng, point.lat]);
}

/** Returns the points of a GeoJSON ring with 6 decimals and without the closing point. {@link toRing} is the inverse for valid areas. */
export function fromRing(ring: readonly (readonly number[])[]): LngLat[] {
  const points = ring.map(([lng = Number.NaN, lat = Number.NaN]) => ({
    lng: round6(lng),
    lat: round6(lat),
  }));
  const first = points[0];
  const last = points.at(-1);
  return points.length > 1 && first && last && isSamePoint(first, last) ? points.slice(0, -1) : points;
}

export function isSamePoint(a: LngLat, b: LngLat): boolean {
  return a.lng === b.lng && a.lat === b.lat;
}

/** Returns whether two areas have the same points in the same order. The editor detects unsaved changes with it. */
export function isSameArea(a: readonly LngLat[], b: readonly LngLat[]): boolean {
  return (
    a.length === b.length &&
    a.every((point, index) => {
      const other = b[index];
      return other !== undefined && isSamePoint(point, other);
    })
  );
}

/** Computes the area in square kilometres on a sphere. It is 0 for fewer than 3 points. */
export function areaKm2(points: readonly LngLat[]): number {
  const ring = toRing(points);
  return ring.length === 0 ? 0 : area({ type: 'Polygon', coordinates: [ring] }) / 1_000_000;
}

/** Returns whether the point is inside the area or on its border. */
export function containsPoint(points: readonly LngLat[], point: LngLat): boolean {
  const ring = toRing(points);
  return (
    ring.length > 0 &&
    booleanPointInPolygon([point.lng, point.lat], {
      type: 'Polygon',
      coordinates: [ring],
    })
  );
}

/**
 * Returns the points of a circle, not closed: counter-clockwise, starting in the east. It uses the same kilometres per degree as
 * `hexagon`.
 */
export function circle(center: LngLat, radiusKm: number): LngLat[] {
  const dLat = radiusKm / KM_PER_DEGREE;
  const dLng = radiusKm / (KM_PER_DEGREE * Math.cos((center.lat * Math.PI) / 180));
  return Array.from({ length: CIRCLE_POINTS }, (_, index) => {
    const angle = (index * 2 * Math.PI) / CIRCLE_POINTS;
    return {
      lng: round6(center.lng + dLng * Math.cos(angle)),
      lat: round6(center.lat + dLat * Math.sin(angle)),
    };
  });
}

/** Drops points that repeat the previous point. A double click creates such points, and they are not self-intersections. */
function withoutRepeats(points: readonly LngLat[]): readonly LngLat[] {
  return points.filter((point, index) => {
    const before = points.at(index - 1);
    return points.length === 1 || !before || !isSamePoint(point, before);
  });
}

/** Returns where two non-adjacent edges intersect, or `null`. For overlapping parallel edges it returns an end point. */
function meeting(a: LngLat, b: LngLat, c: LngLat, d: LngLat): LngLat | null {
  const rx = b.lng - a.lng;
  const ry = b.lat - a.lat;
  const sx = d.lng - c.lng;
  const sy = d.lat - c.lat;
  const cross = rx * sy - ry * sx;
  const qx = c.lng - a.lng;
  const qy = c.lat - a.lat;
  if (cross === 0) {
    if (qx * ry - qy * rx !== 0) return null;
    return isBetween(a, b, c) ? c : isBetween(a, b, d) ? d : isBetween(c, d, a) ? a : null;
  }
  const t = (qx * sy - qy * sx) / cross;
  const u = (qx * ry - qy * rx) / cross;
  if (t < 0 || t > 1 || u < 0 || u > 1) return null;
  return { lng: round6(a.lng + t * rx), lat: round6(a.lat + t * ry) };
}

/** Returns whether a point is between two others. All three points must be on one line. */
function isBetween(from: LngLat, to: LngLat, point: LngLat): boolean {
  return (
    point.lng >= Math.min(from.lng, to.lng) &&
    point.lng <= Math.max(from.lng, to.lng) &&
    point.lat >= Math.min(from.lat, to.lat) &&
    point.lat <= Math.max(from.lat, to.lat)
  );
}

/**
 * Finds the points where a border crosses or touches itself, in the order of its edges. It compares all pairs of edges. An area has at
 * most 200 points, so this takes less than a millisecond.
 */
export function crossings(border: readonly LngLat[]): LngLat[] {
  const found: LngLat[] = [];
  const points = withoutRepeats(border);
  const count = points.length;
  if (count < AREA.minPoints) return found;
  const at = (index: number): LngLat => points[index % count] ?? { lng: 0, lat: 0 };
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const isNext = j === i + 1;
      const isAround = i === 0 && j === count - 1;
      const place = isNext || isAround ? foldedBack(at, i, j, isNext) : meeting(at(i), at(i + 1), at(j), at(j + 1));
      if (place && !found.some((known) => isSamePoint(known, place))) found.push(place);
    }
  }
  return found;
}

/** Returns the common point of two adjacent edges if the second edge runs back over the first, or `null`. */
function foldedBack(at: (index: number) => LngLat, i: number, j: number, isNext: boolean): LngLat | null {
  const [before, corner, after] = isNext ? [at(i), at(j), at(j + 1)] : [at(j), at(i), at(i + 1)];
  const ax = before.lng - corner.lng;
  const ay = before.lat - corner.lat;
  const bx = after.lng - corner.lng;
  const by = after.lat - corner.lat;
  return ax * by - ay * bx === 0 && ax * bx + ay * by > 0 ? corner : null;
}

/** Returns the bounding box of all points, or `null` if there are none. */
export function boundsOf(points: readonly LngLat[]): Bounds | null {
  if (points.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { lng, lat } of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

export function boundsTouch(a: Bounds, b: Bounds): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

/** The first reason why an area cannot be saved. The kinds are checked in this order. */
export type AreaProblem =
  | { readonly kind: 'tooFew' }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'crossing'; readonly at: readonly LngLat[] }
  | { readonly kind: 'size'; readonly km2: number }
  | { readonly kind: 'centre' };

/** Runs the checks of DOMAIN §3.3 that need no other station (42221, 42222, 42224). @returns `null` if the area can be saved */
export function areaProblem(points: readonly LngLat[], center: LngLat | null): AreaProblem | null {
  if (points.length < AREA.minPoints) return { kind: 'tooFew' };
  if (points.length > AREA.maxPoints) return { kind: 'tooMany' };
  const at = crossings(points);
  if (at.length > 0) return { kind: 'crossing', at };
  const km2 = areaKm2(points);
  if (km2 < AREA.minKm2 || km2 > AREA.maxKm2) return { kind: 'size', km2 };
  return center && !containsPoint(points, center) ? { kind: 'centre' } : null;
}
