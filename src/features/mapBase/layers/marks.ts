import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import styles from '../index.css';
import { toLatLng } from './areas';

/** A marked position: a station's centre, a destination, or an error. */
export interface MapMark {
  readonly key: string;
  readonly at: LngLat;
  readonly kind: 'centre' | 'goal' | 'mistake';
  readonly label: string;
}

/** Draws marks. @returns the cleanup function */
export function drawMarks(map: L.Map, marks: readonly MapMark[]): () => void {
  const group = L.layerGroup().addTo(map);
  for (const { at, kind, label } of marks) {
    const size: L.PointTuple = kind === 'mistake' ? [24, 24] : [18, 18];
    const icon = L.divIcon({ className: styles[kind], iconSize: size });
    L.marker(toLatLng(at), {
      icon,
      interactive: false,
      keyboard: false,
      title: label,
      alt: label,
    }).addTo(group);
  }
  return () => {
    group.remove();
  };
}
