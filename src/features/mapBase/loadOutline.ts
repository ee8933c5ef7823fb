import type { LngLat } from '@contract/hexagon';
import { decodeOutline, type Outline, type OutlineFile, type Region } from './outline';

/** Static folder with the base map. The build sets it (config/bundle.ts). */
const PATH: string = process.env.MAP_PATH || '/map/';
const COUNTRY = 'country';

const outlines = new Map<string, Promise<Outline>>();

/**
 * Loads one file of the base map: `country`, or the code of a province. Files are cached until the page reloads. After a failure, the next
 * call loads the file again.
 *
 * @throws TypeError if the file cannot be loaded
 */
export function loadOutline(name: string = COUNTRY): Promise<Outline> {
  const kept = outlines.get(name);
  if (kept) return kept;
  const loading = fetchOutline(name);
  outlines.set(name, loading);
  loading.catch(() => outlines.delete(name));
  return loading;
}

async function fetchOutline(name: string): Promise<Outline> {
  const answer = await fetch(`${PATH}${name}.json`);
  if (!answer.ok) throw new TypeError(`${name}: ${answer.status}`);
  const file: OutlineFile = await answer.json();
  return decodeOutline(file);
}

/**
 * Finds the smallest of the given regions that the map contains.
 *
 * @param codes region codes from the province downwards
 * @returns `null` if the map contains none of the regions
 * @throws TypeError if an outline cannot be loaded
 */
export async function findRegion(codes: readonly string[]): Promise<Region | null> {
  const [province] = codes;
  if (!province) return null;
  const [country, cities] = await Promise.all([loadOutline(), loadOutline(province)]);
  const regions = [...cities.regions, ...country.regions];
  for (const code of codes.toReversed()) {
    const region = regions.find((each) => each.code === code);
    if (region) return region;
  }
  return null;
}

/** Returns two opposite corners of the region. */
export const cornersOf = ({ bounds }: Region): LngLat[] => [
  { lng: bounds.west, lat: bounds.south },
  { lng: bounds.east, lat: bounds.north },
];

/** URL path of the licence of the outlines. */
export const LICENCE_PATH = `${PATH}LICENSE.txt`;
