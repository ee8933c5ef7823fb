import type { LngLat } from '@contract/hexagon';
import { decodeOutline, type Outline, type OutlineFile, type Region } from './outline';

/** Set by the build (config/bundle.ts): a static folder of this console. */
const PATH: string = process.env.MAP_PATH || '/map/';
const COUNTRY = 'country';

const outlines = new Map<string, Promise<Outline>>();

/**
 * Loads one file of the base map: `country`, or the code of a province. Cached per page; a failed file is loaded again by the next call.
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

/** Finds the most precise region on the map for codes from the province downwards. Null if the map has none of them. */
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

/** Address of the outlines' licence. */
export const LICENCE_PATH = `${PATH}LICENSE.txt`;
