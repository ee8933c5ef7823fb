import type { LngLat } from '@contract/hexagon';
import { intersect } from '@turf/intersect';
import { type Bounds, boundsOf, boundsTouch, crossings, fromRing, toRing } from '@/features/mapBase/geometry';

/** An area with the id of its station. */
export interface OwnedArea {
  readonly id: number;
  readonly polygon: readonly LngLat[];
}

/** A polygon where two areas overlap. */
export interface Overlap {
  readonly ids: readonly [number, number];
  readonly points: readonly LngLat[];
}

/** Maximum number of compared pairs. More comparisons would block the browser; the remaining overlaps are not shown. */
const MOST_PAIRS = 4_000;

/**
 * Finds overlaps of areas in at most `MOST_PAIRS` comparisons. Further overlaps are not returned. Areas are sorted from west to east, so
 * that only pairs with touching bounding boxes are compared. A self-intersecting area has no defined inside and is skipped.
 */
export function overlapsOf(areas: readonly OwnedArea[]): Overlap[] {
  const boxed = areas
    .flatMap((area) => {
      const bounds = boundsOf(area.polygon);
      return bounds && area.polygon.length >= 3 ? [{ ...area, bounds }] : [];
    })
    .sort((a, b) => a.bounds.west - b.bounds.west);
  const found: Overlap[] = [];
  let pairs = 0;
  for (const [index, area] of boxed.entries()) {
    for (const other of after(boxed, index, area.bounds)) {
      if (!boundsTouch(area.bounds, other.bounds)) continue;
      pairs += 1;
      if (pairs > MOST_PAIRS) return found;
      for (const points of shared(area.polygon, other.polygon)) found.push({ ids: [area.id, other.id], points });
    }
  }
  return found;
}

/** Yields the areas after `index` whose western edge is not east of `bounds`. The list must be sorted by western edge. */
function* after<T extends { bounds: Bounds }>(boxed: readonly T[], index: number, bounds: Bounds): Generator<T> {
  for (let next = index + 1; next < boxed.length; next++) {
    const other = boxed[next];
    if (!other || other.bounds.west > bounds.east) return;
    yield other;
  }
}

function shared(a: readonly LngLat[], b: readonly LngLat[]): LngLat[][] {
  if (crossings(a).length > 0 || crossings(b).length > 0) return [];
  const common = intersect({
    type: 'FeatureCollection',
    features: [a, b].map((points) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Polygon' as const, coordinates: [toRing(points)] },
    })),
  });
  if (!common) return [];
  const polygons = common.geometry.type === 'Polygon' ? [common.geometry.coordinates] : common.geometry.coordinates;
  return polygons.flatMap(([ring]) => (ring ? [fromRing(ring)] : [])).filter((points) => points.length >= 3);
}
