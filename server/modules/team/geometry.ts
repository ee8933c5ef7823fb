import area from '@turf/area';
import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { featureCollection, polygon as turfPolygon } from '@turf/helpers';
import intersect from '@turf/intersect';
import kinks from '@turf/kinks';
import simplify from '@turf/simplify';
import { type LngLat, round6 } from '../../../contract/hexagon';
import { AREA } from '../../../contract/limits';

/** This module computes the geometry of service areas (DOMAIN §3.3). Points are in degrees, sizes in square kilometres. */

/** The bounding box of an area, in degrees. */
export interface Box {
  readonly minLng: number;
  readonly minLat: number;
  readonly maxLng: number;
  readonly maxLat: number;
}

/** A problem of an area. `at` is the point on the map that causes it. */
export type AreaProblem =
  | { readonly kind: 'tooFewPoints' }
  | { readonly kind: 'crossing'; readonly at: LngLat }
  | { readonly kind: 'size'; readonly areaKm2: number }
  | { readonly kind: 'centreOutside'; readonly at: LngLat };

/**
 * Removes each point that equals the point before it. The point before the first point is the last point. A double click creates such
 * repeated points.
 */
function withoutRepeats(points: readonly LngLat[]): LngLat[] {
  return points.filter((point, index) => {
    const previous = points[(index + points.length - 1) % points.length];
    return points.length === 1 || point.lng !== previous?.lng || point.lat !== previous?.lat;
  });
}

function shape(points: readonly LngLat[]) {
  const ring = points.map(({ lng, lat }): [number, number] => [lng, lat]);
  const first = ring[0] ?? [0, 0];
  return turfPolygon([[...ring, first]]);
}

/** Rounds the coordinates to the 6 decimals that are stored. */
export function normalizePolygon(points: readonly LngLat[]): LngLat[] {
  return points.map(({ lng, lat }) => ({ lng: round6(lng), lat: round6(lat) }));
}

/** Computes an area's size in square kilometres with 4 decimals. It is 0 for fewer than 3 points. Consecutive equal points count once. */
export function areaKm2(points: readonly LngLat[]): number {
  if (withoutRepeats(points).length < AREA.minPoints) return 0;
  return Math.round(area(shape(points)) / 100) / 10_000;
}

/** Finds the first point where the border crosses or touches itself. Returns `null` if there is no such point. */
export function crossingPoint(points: readonly LngLat[]): LngLat | null {
  const clean = withoutRepeats(points);
  if (clean.length < AREA.minPoints) return null;
  const [lng, lat] = kinks(shape(clean)).features[0]?.geometry.coordinates ?? [];
  return lng === undefined || lat === undefined ? null : { lng: round6(lng), lat: round6(lat) };
}

/** Tests whether the point is inside the area or on its border. */
export function isInside(point: LngLat, points: readonly LngLat[]): boolean {
  return points.length >= AREA.minPoints && booleanPointInPolygon([point.lng, point.lat], shape(points));
}

export function boxOf(points: readonly LngLat[]): Box {
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  return { minLng: Math.min(...lngs), minLat: Math.min(...lats), maxLng: Math.max(...lngs), maxLat: Math.max(...lats) };
}

/** Computes how many square kilometres two areas share, with 4 decimals. It is 0 for areas that only touch. */
export function overlapKm2(one: readonly LngLat[], other: readonly LngLat[]): number {
  if (withoutRepeats(one).length < AREA.minPoints || withoutRepeats(other).length < AREA.minPoints) return 0;
  const shared = intersect(featureCollection([shape(one), shape(other)]));
  return shared ? Math.round(area(shared) / 100) / 10_000 : 0;
}

/** Lists the problems of one area, without its overlaps with other areas. The size of an area that crosses itself is not checked. */
export function areaProblems(points: readonly LngLat[], centre: LngLat | null): AreaProblem[] {
  if (withoutRepeats(points).length < AREA.minPoints) return [{ kind: 'tooFewPoints' }];
  const problems: AreaProblem[] = [];
  const at = crossingPoint(points);
  const size = areaKm2(points);
  // A self-crossing area has no meaningful size: its loops cancel each other out.
  if (at) problems.push({ kind: 'crossing', at });
  else if (size < AREA.minKm2 || size > AREA.maxKm2) problems.push({ kind: 'size', areaKm2: size });
  if (centre && !isInside(centre, points)) problems.push({ kind: 'centreOutside', at: centre });
  return problems;
}

/** Simplifies a district border to at most `most` points. It raises the tolerance step by step until the border is small enough. */
export function simplifyTo(points: readonly LngLat[], most: number): LngLat[] {
  const first = points[0];
  const last = points[points.length - 1];
  // Map services repeat a ring's first point at its end, so remove the repeated point.
  const open = first && last && first.lng === last.lng && first.lat === last.lat ? points.slice(0, -1) : [...points];
  let current = normalizePolygon(open);
  for (let tolerance = 0.0001; current.length > most; tolerance *= 1.6) {
    const [ring = []] = simplify(shape(open), { tolerance, highQuality: true }).geometry.coordinates;
    current = normalizePolygon(ring.slice(0, -1).map(([lng = 0, lat = 0]) => ({ lng, lat })));
  }
  return current;
}
