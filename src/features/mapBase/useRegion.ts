import { useEffect, useState } from 'react';
import type { MapFocus } from './mapView';

export interface RegionOnMap {
  readonly code: string;
  /** Points that bring the region into view. */
  readonly focus: MapFocus;
}

/**
 * Finds the smallest region of a postal address on the base map.
 *
 * @param codes region codes from the province downwards; empty if no region is chosen
 * @returns `null` before the first load, if no region is chosen, if the map contains none of the codes, or if the outlines cannot be loaded
 */
export function useRegion(codes: readonly string[]): RegionOnMap | null {
  const [region, setRegion] = useState<RegionOnMap | null>(null);
  const path = codes.join();
  useEffect(() => {
    let isOutdated = false;
    const wanted = path ? path.split(',') : [];
    const find = async () => {
      // Import dynamically, so that the code is in the map's chunk and not in the page's chunk.
      const { cornersOf, findRegion } = await import('./loadOutline');
      const found = await findRegion(wanted);
      return found && { code: found.code, focus: { key: `region ${found.code}`, points: cornersOf(found) } };
    };
    // If the outlines cannot be loaded, the map opens at the tenant's default place.
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
