import type { LngLat } from '@contract/hexagon';
import type { Locale } from '@contract/text';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Bounds, boundsOf, boundsTouch, type Position } from './geometry';

/** Properties of a region in a file of the base map. config/tasks/build-map.mjs writes them. */
interface RegionProperties {
  readonly name: string;
  readonly traditional?: string;
  readonly english?: string;
  /** Position of the seat of the region's government, or the centre of the largest polygon if the source contains no seat. */
  readonly at: Position;
}

/** A file of the base map in TopoJSON format. */
export type OutlineFile = Topology<{ readonly regions: GeometryCollection<RegionProperties> }>;

/** A province, a city, or a district of a municipality such as Beijing. */
export interface Region {
  /** Code with six digits, or empty if the source has no code. */
  readonly code: string;
  readonly names: Omit<RegionProperties, 'at'>;
  readonly seat: LngLat;
  readonly bounds: Bounds;
  readonly polygons: readonly (readonly (readonly Position[])[])[];
}

/** The regions of one file, and their borders. Each border line appears once. */
export interface Outline {
  readonly regions: readonly Region[];
  /** Borders between two regions of the file. */
  readonly inner: readonly (readonly Position[])[];
  /** The border around all regions. */
  readonly outer: readonly (readonly Position[])[];
}

/** Minimum zoom level at which provinces show their cities. */
export const CITY_ZOOM = 7;

export function decodeOutline(file: OutlineFile): Outline {
  const { regions } = file.objects;
  const lines = (keep: (a: object, b: object) => boolean) => mesh(file, regions, keep).coordinates as Position[][];
  return {
    regions: feature(file, regions).features.flatMap(({ id, properties, geometry }) => {
      if (geometry.type !== 'MultiPolygon') return [];
      const polygons = geometry.coordinates as Position[][][];
      const bounds = boundsOf(polygons.flatMap(([outer = []]) => outer.map(toPoint)));
      if (!bounds) return [];
      const { at, ...names } = properties;
      return [{ code: String(id ?? ''), names, seat: toPoint(at), bounds, polygons }];
    }),
    inner: lines((a, b) => a !== b),
    outer: lines((a, b) => a === b),
  };
}

function toPoint([lng, lat]: Position): LngLat {
  return { lng, lat };
}

/** Returns the name of a region in the given language, or its simplified Chinese name if the map has no translation. */
export function regionName({ names }: Region, locale: Locale): string {
  if (locale === 'zh-CN') return names.name;
  return (locale === 'zh-TW' ? names.traditional : names.english) ?? names.name;
}

export function contains({ bounds, polygons }: Region, { lng, lat }: LngLat): boolean {
  if (lng < bounds.west || lng > bounds.east || lat < bounds.south || lat > bounds.north) return false;
  return booleanPointInPolygon([lng, lat], { type: 'MultiPolygon', coordinates: polygons as Position[][][] });
}

/** Returns the codes of the provinces whose cities are visible. The list is empty at low zoom. */
export function provincesInView(country: Outline, view: Bounds, zoom: number): string[] {
  if (zoom < CITY_ZOOM) return [];
  return country.regions.filter(({ bounds }) => boundsTouch(bounds, view)).map(({ code }) => code);
}

/**
 * Returns where to write a region's name: at the seat of its government, or in the middle of its visible area. `null` means that neither is
 * possible.
 */
export function nameAnchor(region: Region, view: Bounds): LngLat | null {
  const { bounds, seat } = region;
  if (seat.lng > view.west && seat.lng < view.east && seat.lat > view.south && seat.lat < view.north) return seat;
  if (!boundsTouch(bounds, view)) return null;
  const middle = {
    lng: (Math.max(bounds.west, view.west) + Math.min(bounds.east, view.east)) / 2,
    lat: (Math.max(bounds.south, view.south) + Math.min(bounds.north, view.north)) / 2,
  };
  return contains(region, middle) ? middle : null;
}
