import type { LngLat } from '@contract/hexagon';
import type { Locale } from '@contract/text';
import { useEffect, useState } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import type { MapShape } from '@/features/mapBase';

/** A territory of another franchisee. */
export interface OtherTerritory {
  readonly key: string;
  /** Name of the franchisee who holds the territory. */
  readonly name: string;
  readonly codes: readonly string[];
  readonly isExclusive: boolean;
}

export interface Territory {
  readonly shapes: readonly MapShape[];
  /** Corners of the territory's regions. Territories of other franchisees are not included. */
  readonly corners: readonly LngLat[];
  /** Whether a region is shown by the outline of a larger region. The base map has districts only for municipalities such as Beijing. */
  readonly isCoarse: boolean;
}

const LEVELS = [2, 4, 6];
/** Returns the codes of a region and its ancestors, from the province downwards. */
const chainOf = (code: string): string[] => [...new Set(LEVELS.map((digits) => code.slice(0, digits).padEnd(6, '0')))];
/**
 * Minimum width of an island as a share of the width of its region. Smaller islands are omitted, because they look like dots at low zoom.
 */
const SMALLEST = 1 / 20;

type Style = Pick<MapShape, 'tone' | 'label' | 'dimmed'> & { readonly prefix: string; readonly isNamed: boolean };
interface Found {
  readonly shapes: MapShape[];
  readonly corners: LngLat[];
  readonly isCoarse: boolean;
}

/** Loads the outlines of regions. A region that the map does not contain gets the outline of the next larger region, if there is one. */
async function outlinesOf(codes: readonly string[], locale: Locale, style: Style): Promise<Found> {
  // Import dynamically, so that the code is in the map's chunk and not in the page's chunk.
  const [{ cornersOf, findRegion }, { regionName }, { boundsOf }] = await Promise.all([
    import('@/features/mapBase/loadOutline'),
    import('@/features/mapBase/outline'),
    import('@/features/mapBase/geometry'),
  ]);
  const { prefix, isNamed, ...look } = style;
  const found = await Promise.all(codes.map(async (code) => ({ code, region: await findRegion(chainOf(code)) })));
  // The map has districts only for municipalities. Other districts of one city share the outline of the city. The `Map` drops duplicate
  // outlines.
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
      const key = `${prefix}${region.code}.${at}`;
      shapes.set(key, { key, points, ...look, ...(isNamed && at === 0 && { name: regionName(region, locale) }) });
    }
  }
  return {
    shapes: [...shapes.values()],
    corners: found.flatMap(({ region }) => (region ? cornersOf(region) : [])),
    isCoarse: found.some(({ code, region }) => region !== null && region.code !== code),
  };
}

/**
 * Loads the outlines of a territory and of other franchisees' territories.
 *
 * @returns `null` before the first load; `shapes` is empty if the outlines cannot be loaded or the map contains none of the regions
 */
export function useTerritory(codes: readonly string[], others: readonly OtherTerritory[] = []): Territory | null {
  const locale = useLocale();
  const [territory, setTerritory] = useState<Territory | null>(null);
  const wanted = JSON.stringify({ codes, others });
  useEffect(() => {
    let isOutdated = false;
    const find = async (): Promise<Territory> => {
      const given: { codes: readonly string[]; others: readonly OtherTerritory[] } = JSON.parse(wanted);
      const [own, ...their] = await Promise.all([
        outlinesOf(given.codes, locale, { tone: 'info', prefix: '', isNamed: true }),
        ...given.others.map((other) =>
          outlinesOf(other.codes, locale, {
            tone: other.isExclusive ? 'bad' : 'attention',
            label: other.name,
            dimmed: true,
            prefix: `${other.key}.`,
            isNamed: false,
          }),
        ),
      ]);
      return {
        shapes: [...own.shapes, ...their.flatMap(({ shapes }) => shapes)],
        corners: own.corners,
        isCoarse: [own, ...their].some(({ isCoarse }) => isCoarse),
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
  }, [wanted, locale]);
  return territory;
}
