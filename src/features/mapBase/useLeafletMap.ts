import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { getDirection } from '@/app/i18n/i18n';
import { matchesMedia, REDUCED_MOTION } from '@/app/media';
import type { Bounds } from './geometry';
import { toLatLng } from './layers/areas';
import { type MapLabels, startLabels } from './layers/labels';
import { viewOf } from './layers/outlines';
import { type MapFocus, show, ZOOM } from './mapView';

/** Listeners for events of a map. */
export interface MapEvents {
  readonly onPoint?: (point: LngLat) => void;
  /** Receives the visible box when the map opens and after each move. */
  readonly onView?: (view: Bounds) => void;
}

/** A Leaflet map with its labels. */
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
    zoomAnimation: !matchesMedia(REDUCED_MOTION),
  });
  // The scale is at the edge where lines of text start. The attribution is at the opposite edge.
  const mirrored = getDirection() === 'rtl';
  L.control.attribution({ prefix: 'Leaflet', position: mirrored ? 'bottomleft' : 'bottomright' }).addTo(map);
  L.control.scale({ imperial: false, position: mirrored ? 'bottomright' : 'bottomleft' }).addTo(map);
  return map;
}

/**
 * Removes a map. Leaflet 1.9 ends a zoom animation by a timer, which fails if the map was removed meanwhile (Leaflet issue 9575). The timer
 * does nothing when the private property `_animatingZoom` is `false`.
 */
function removeMap(map: L.Map): void {
  (map as unknown as { _animatingZoom: boolean })._animatingZoom = false;
  map.remove();
}

/**
 * Creates a Leaflet map in an element on mount and removes it on unmount.
 *
 * @param place initial view; later changes do not move the map
 * @param current ref to the listeners of the last render; the map reads it at each event
 * @returns the map (`null` until it is ready) and its zoom level; `waitingFocus` is applied as soon as the map has a size
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
    // In a drawer or dialog, the map has no size at first. Its size can also change later.
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
      removeMap(map);
    };
  }, [container, current]);
  return { started, level, waitingFocus };
}
