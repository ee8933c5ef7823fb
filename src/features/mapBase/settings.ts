import { type LngLat, parseLngLat } from '@contract/hexagon';
import { useMemo } from 'react';
import { useCurrentUser } from '@/models/useCurrentUser';

export interface MapSettings {
  readonly center: LngLat;
  readonly zoom: number;
  /** Address template of map tiles; empty: the base map that comes with the console. */
  readonly tileUrl: string;
}

/** Used until the tenant has chosen a place. */
const NOWHERE: LngLat = { lng: 104.065735, lat: 30.659462 };

/** Where maps open and what they show as ground: the tenant's own settings. */
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
