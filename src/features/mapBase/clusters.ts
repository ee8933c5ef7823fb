import type { LngLat } from '@contract/hexagon';
import Supercluster from 'supercluster';

/** Points that are too close to each other to be shown separately. A cluster can have a single point. */
export interface Cluster {
  readonly at: LngLat;
  readonly keys: readonly string[];
}

/** Cluster radius in pixels. */
const RADIUS = 44;
/** Tile size in pixels. supercluster measures the radius relative to this size. */
const TILE = 256;
const WORLD: [number, number, number, number] = [-180, -85, 180, 85];

/** Groups points into clusters. Each key is in exactly one cluster. @param zoom integer zoom level */
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
