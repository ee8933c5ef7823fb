import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { getDirection } from '@/app/i18n/i18n';
import type { Bounds } from './geometry';
import { toLatLng } from './layers/areas';
import { type MapLabels, startLabels } from './layers/labels';
import { viewOf } from './layers/outlines';
import { type MapFocus, show, ZOOM } from './mapView';

/** Events of a map. */
export interface MapEvents {
  readonly onPoint?: (point: LngLat) => void;
  /** Receives the visible box initially and after each move. */
  readonly onView?: (view: Bounds) => void;
}

/** A map with its labels. */
export interface StartedMap {
  readonly map: L.Map;
  readonly labels: MapLabels;
}

function createMap(element: HTMLElement): L.Map {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    fadeAnimation: false,
  });
  // Put the scale at the start of the line, the attribution at the end.
  const mirrored = getDirection() === 'rtl';
  L.control.attribution({ prefix: 'Leaflet', position: mirrored ? 'bottomleft' : 'bottomright' }).addTo(map);
  L.control.scale({ imperial: false, position: mirrored ? 'bottomright' : 'bottomleft' }).addTo(map);
  return map;
}

/**
 * Creates a Leaflet map in an element on mount and removes it on unmount.
 *
 * @param place initial view; later changes do not move the map
 * @param current events of the last rendering; listeners live as long as the map and read the current ones
 * @returns the map (null until it is ready), its zoom level, and the focus that waits until the map has a size
 */
export function useLeafletMap(
  container: RefObject<HTMLElement | null>,
  place: { readonly center: LngLat; readonly zoom: number },
  current: RefObject<MapEvents>,
): {
  readonly started: StartedMap | null;
  readonly level: number;
  readonly waitingFocus: RefObject<MapFocus | null>;
} {
  const [started, setStarted] = useState<StartedMap | null>(null);
  const [level, setLevel] = useState(place.zoom);
  const start = useRef(place);
  const waitingFocus = useRef<MapFocus | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const map = createMap(element);
    map.on('moveend', () => {
      setLevel(map.getZoom());
      current.current.onView?.(viewOf(map));
    });
    map.on('click', ({ latlng }: L.LeafletMouseEvent) => {
      current.current.onPoint?.({ lng: latlng.lng, lat: latlng.lat });
    });
    map.setView(toLatLng(start.current.center), start.current.zoom, {
      animate: false,
    });
    // A map in a drawer or dialog gets its size late, and its size can change at any time.
    const observer = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
      if (waitingFocus.current && map.getSize().x > 0) {
        show(map, waitingFocus.current.points);
        waitingFocus.current = null;
      }
    });
    observer.observe(element);
    const labels = startLabels(map);
    setStarted({ map, labels });
    return () => {
      observer.disconnect();
      labels.stop();
      setStarted(null);
      map.remove();
    };
  }, [container, current]);
  return { started, level, waitingFocus };
}
