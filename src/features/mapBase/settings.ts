import { type LngLat, parseLngLat } from '@contract/hexagon';
import { useMemo } from 'react';
import { useCurrentUser } from '@/models/useCurrentUser';

export interface MapSettings {
  readonly center: LngLat;
  readonly zoom: number;
  /** URL template of the map tiles. If empty, the built-in base map is used. */
  readonly tileUrl: string;
}

/** Centre of the map (Chengdu) until the tenant has chosen a place. */
const NOWHERE: LngLat = { lng: 104.065735, lat: 30.659462 };

/** Returns the tenant's map settings: the initial view and the tiles. */
export function useMapSettings(): MapSettings {
  const { mapTileUrl, mapDefaultCenter, mapZoom } = useCurrentUser();
  return useMemo(
    () => ({
      tileUrl: mapTileUrl,
      center: parseLngLat(mapDefaultCenter) ?? NOWHERE,
      zoom: mapZoom,
    }),
    [mapTileUrl, mapDefaultCenter, mapZoom],
  );
}
