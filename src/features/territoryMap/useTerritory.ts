import type { LngLat } from '@contract/hexagon';
import { useEffect, useState } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import type { MapShape } from '@/features/mapBase';

export interface Territory {
  readonly shapes: readonly MapShape[];
  /** Corners of all regions. */
  readonly corners: readonly LngLat[];
  /** A region is shown by its parent's outline, because the base map ends at cities. */
  readonly isCoarse: boolean;
}

const LEVELS = [2, 4, 6];
/** Returns the codes of a region and its ancestors, from the province downwards. */
const chainOf = (code: string): string[] => [...new Set(LEVELS.map((digits) => code.slice(0, digits).padEnd(6, '0')))];
/** Islands smaller than this share of their region are left out: at low zoom they would be dots. */
const SMALLEST = 1 / 20;

/**
 * Loads regions from the base map.
 *
 * @returns null while loading; without shapes if the outlines cannot be loaded, or the map has none of the regions
 */
export function useTerritory(codes: readonly string[]): Territory | null {
  const locale = useLocale();
  const [territory, setTerritory] = useState<Territory | null>(null);
  const path = codes.join();
  useEffect(() => {
    let isOutdated = false;
    const find = async (): Promise<Territory> => {
      // Part of the map's chunk, not of the page's.
      const [{ cornersOf, findRegion }, { regionName }, { boundsOf }] = await Promise.all([
        import('@/features/mapBase/loadOutline'),
        import('@/features/mapBase/outline'),
        import('@/features/mapBase/geometry'),
      ]);
      const wanted = path ? path.split(',') : [];
      const found = await Promise.all(wanted.map(async (code) => ({ code, region: await findRegion(chainOf(code)) })));
      const shapes = new Map<string, MapShape>();
      for (const { region } of found) {
        if (!region) continue;
        const { west, east } = region.bounds;
        const rings = region.polygons
          .map(([outer = []]) => outer.map(([lng, lat]) => ({ lng, lat })))
          .flatMap((points) => {
            const box = boundsOf(points);
            return box ? [{ points, width: box.east - box.west }] : [];
          })
          .sort((one, other) => other.width - one.width);
        for (const [at, { points, width }] of rings.entries()) {
          if (at > 0 && width < (east - west) * SMALLEST) continue;
          const key = `${region.code}.${at}`;
          shapes.set(key, { key, points, tone: 'info', ...(at === 0 && { name: regionName(region, locale) }) });
        }
      }
      return {
        shapes: [...shapes.values()],
        corners: found.flatMap(({ region }) => (region ? cornersOf(region) : [])),
        isCoarse: found.some(({ code, region }) => region !== null && region.code !== code),
      };
    };
    void find()
      .catch((): Territory => ({ shapes: [], corners: [], isCoarse: false }))
      .then((next) => {
        if (!isOutdated) setTerritory(next);
      });
    return () => {
      isOutdated = true;
    };
  }, [path, locale]);
  return territory;
}
