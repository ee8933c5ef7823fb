import type { LngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { fromRing } from '@/features/mapBase/geometry';

/** Reasons why a pasted text is not a valid area. */
export type PasteProblem =
  | 'empty'
  | 'notJson'
  | 'noPolygon'
  | 'several'
  | 'holes'
  | 'badPoint'
  | 'swapped'
  | 'tooFew'
  | 'tooMany';

export type Pasted =
  | { readonly ok: true; readonly points: LngLat[] }
  | { readonly ok: false; readonly problem: PasteProblem; readonly n?: number };

const refused = (problem: PasteProblem, n?: number): Pasted => ({
  ok: false,
  problem,
  ...(n === undefined ? {} : { n }),
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects the `coordinates` of all polygons in a GeoJSON object. */
function polygonsIn(value: unknown): unknown[] {
  if (!isRecord(value)) return [];
  if (value.type === 'Polygon') return [value.coordinates];
  if (value.type === 'MultiPolygon') return Array.isArray(value.coordinates) ? value.coordinates : [];
  if (value.type === 'Feature') return polygonsIn(value.geometry);
  if (value.type === 'FeatureCollection')
    return Array.isArray(value.features) ? value.features.flatMap(polygonsIn) : [];
  if (value.type === 'GeometryCollection') {
    return Array.isArray(value.geometries) ? value.geometries.flatMap(polygonsIn) : [];
  }
  return [];
}

/**
 * Parses an area from pasted GeoJSON: a polygon, an object that contains exactly one polygon, or a plain list of positions or rings.
 * Consecutive duplicates are dropped. The returned points have 6 decimals, and the first point is not repeated at the end.
 */
export function readGeoJson(text: string): Pasted {
  if (!text.trim()) return refused('empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('notJson');
  }
  const polygons = Array.isArray(value) ? [isRing(value) ? [value] : value] : polygonsIn(value);
  if (polygons.length === 0) return refused('noPolygon');
  if (polygons.length > 1) return refused('several', polygons.length);
  const rings = polygons[0];
  if (!Array.isArray(rings) || rings.length === 0) return refused('noPolygon');
  if (rings.length > 1) return refused('holes');
  return readRing(rings[0]);
}

/** Returns whether a list is a ring (a list of positions) and not a list of rings. */
function isRing(value: readonly unknown[]): boolean {
  const first = value[0];
  return Array.isArray(first) && typeof first[0] === 'number';
}

function readRing(ring: unknown): Pasted {
  if (!Array.isArray(ring)) return refused('noPolygon');
  const positions: number[][] = [];
  for (const [index, position] of ring.entries()) {
    const [lng, lat] = Array.isArray(position) ? position : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat)) {
      return refused('badPoint', index + 1);
    }
    // The map ends at latitude ±85. If the two values are valid in the other order, the user has probably swapped them.
    if (Math.abs(lat) > 85)
      return refused(Math.abs(lat) <= 180 && Math.abs(lng) <= 85 ? 'swapped' : 'badPoint', index + 1);
    if (Math.abs(lng) > 180) return refused('badPoint', index + 1);
    positions.push([lng, lat]);
  }
  const points = fromRing(positions).filter((point, index, all) => {
    const before = all[index - 1];
    return !before || before.lng !== point.lng || before.lat !== point.lat;
  });
  if (points.length < AREA.minPoints) return refused('tooFew');
  if (points.length > AREA.maxPoints) return refused('tooMany', points.length);
  return { ok: true, points };
}
