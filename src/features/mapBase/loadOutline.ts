import type { LngLat } from '@contract/hexagon';
import { decodeOutline, type Outline, type OutlineFile, type Region } from './outline';

/** Set by the build (config/bundle.ts): a static folder of the console itself. */
const PATH: string = process.env.MAP_PATH || '/map/';
const COUNTRY = 'country';

const outlines = new Map<string, Promise<Outline>>();

/**
 * One file of the base map: `country`, or the code of a province. Fetched once for a page; a failed one is fetched again by the next call.
 *
 * @throws TypeError when the file cannot be fetched
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

/** The region of the most precise code that the map has; codes from the province down. Null when it has none of them. */
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

/** Two corners between which the region lies. */
export const cornersOf = ({ bounds }: Region): LngLat[] => [
  { lng: bounds.west, lat: bounds.south },
  { lng: bounds.east, lat: bounds.north },
];

/** Where the licence of the outlines can be read. */
export const LICENCE_PATH = `${PATH}LICENSE.txt`;
