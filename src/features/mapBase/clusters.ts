import type { LngLat } from '@contract/hexagon';
import Supercluster from 'supercluster';

/** Points that are too near each other to be told apart. A single point is a cluster of one. */
export interface Cluster {
  readonly at: LngLat;
  readonly keys: readonly string[];
}

/** Pixels: closer points are one cluster. */
const RADIUS = 44;
/** Pixels of a map tile: the unit of the radius. */
const TILE = 256;
const WORLD: [number, number, number, number] = [-180, -85, 180, 85];

/** @param zoom whole level; every key is in exactly one cluster */
export function clusterPoints(
  points: readonly { readonly key: string; readonly at: LngLat }[],
  zoom: number,
): Cluster[] {
  const index = new Supercluster<{ key: string }, object>({
    radius: RADIUS,
    extent: TILE,
    minZoom: zoom,
    maxZoom: zoom,
  }).load(
    points.map(({ key, at }) => ({
      type: 'Feature',
      properties: { key },
      geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    })),
  );
  return index.getClusters(WORLD, zoom).map(({ properties, geometry: { coordinates } }) => {
    const [lng = 0, lat = 0] = coordinates;
    const keys =
      'cluster_id' in properties
        ? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.key)
        : [properties.key];
    return { at: { lng, lat }, keys };
  });
}
