import { useEffect, useState } from 'react';
import type { MapFocus } from './mapView';

export interface RegionOnMap {
  readonly code: string;
  /** Points that bring the region into view. */
  readonly focus: MapFocus;
}

/**
 * Finds the most precise region of an address on the base map.
 *
 * @param codes from the province downwards; empty if no region is chosen
 * @returns null while loading, without a choice, and if the map has no such region
 */
export function useRegion(codes: readonly string[]): RegionOnMap | null {
  const [region, setRegion] = useState<RegionOnMap | null>(null);
  const path = codes.join();
  useEffect(() => {
    let isOutdated = false;
    const wanted = path ? path.split(',') : [];
    const find = async () => {
      // Part of the map's chunk, not of the page's.
      const { cornersOf, findRegion } = await import('./loadOutline');
      const found = await findRegion(wanted);
      return found && { code: found.code, focus: { key: `region ${found.code}`, points: cornersOf(found) } };
    };
    // Without outlines, the map opens at the tenant's default place.
    void find()
      .catch(() => null)
      .then((found) => {
        if (!isOutdated) setRegion(found);
      });
    return () => {
      isOutdated = true;
    };
  }, [path]);
  return region;
}
