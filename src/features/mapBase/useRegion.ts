import { useEffect, useState } from 'react';
import type { MapFocus } from './mapView';

export interface RegionOnMap {
  readonly code: string;
  /** Brings the region into view. */
  readonly focus: MapFocus;
}

/**
 * The province, city or district of an address as the base map has it: the most precise one.
 *
 * @param codes from the province down; empty where no region is chosen
 * @returns null while it is loading, where nothing is chosen, and where the map has no such region
 */
export function useRegion(codes: readonly string[]): RegionOnMap | null {
  const [region, setRegion] = useState<RegionOnMap | null>(null);
  const path = codes.join();
  useEffect(() => {
    let isOutdated = false;
    const wanted = path ? path.split(',') : [];
    const find = async () => {
      // Comes with the map, not with the page.
      const { cornersOf, findRegion } = await import('./loadOutline');
      const found = await findRegion(wanted);
      return found && { code: found.code, focus: { key: `region ${found.code}`, points: cornersOf(found) } };
    };
    // Without the outlines the map opens at the tenant's own place.
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
