import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import styles from '../index.css';
import { type LabelBox, placeLabels, textWidth } from './placeLabels';

/** A text at a position on the map. A label with an empty text only reserves space. */
export interface MapLabel {
  readonly text: string;
  readonly at: LngLat;
  readonly kind: 'station' | 'province' | 'city' | 'circle' | 'dot';
  /** Distance below the position in pixels. */
  readonly below?: number;
}

/** Label layer of a map. It shows labels where there is room. Labels of sources that are earlier in `ORDER` have priority. */
export interface MapLabels {
  set(from: Source, labels: readonly MapLabel[]): void;
}

type Source = 'areas' | 'regions';
const ORDER: readonly Source[] = ['areas', 'regions'];
/** Font sizes in pixels. */
const FONT = { station: 12, province: 13, city: 12 } as const;
const LINE = 1.3;
/** Vertical shifts to try, in pixels. A city often has stations in its centre, so its name moves below or above them. */
const SHIFTS = [0, 34, -34] as const;
/** Width and height that a circle or a dot reserves, in pixels. */
const MARK = { circle: 38, dot: 16 } as const;

/** Creates the label layer of a map. @returns the layer, and `stop`, which removes it */
export function startLabels(map: L.Map): MapLabels & { stop(): void } {
  const group = L.layerGroup().addTo(map);
  const sources = new Map<Source, readonly MapLabel[]>();
  let isStopped = false;
  const write = () => {
    if (isStopped) return;
    group.clearLayers();
    const boxes = ORDER.flatMap((source) => sources.get(source) ?? []).map((label) => toBox(map, label));
    const taken = boxes.filter(({ text }) => text === '');
    const texts = boxes.filter(({ text }) => text !== '');
    for (const label of placeLabels(texts, map.getSize(), taken)) marker(label).addTo(group);
  };
  map.on('moveend resize', write);
  return {
    set(from, labels) {
      sources.set(from, labels);
      write();
    },
    stop() {
      isStopped = true;
      map.off('moveend resize', write);
      group.remove();
    },
  };
}

function toBox(map: L.Map, label: MapLabel): MapLabel & LabelBox {
  const { text, at, kind, below = 0 } = label;
  const { x, y } = map.latLngToContainerPoint([at.lat, at.lng]);
  const [width, height] =
    kind === 'circle' || kind === 'dot'
      ? [MARK[kind], MARK[kind]]
      : [textWidth(text, FONT[kind]), Math.ceil(FONT[kind] * LINE)];
  return { ...label, x, y: y + below, width, height, ...(kind === 'station' ? {} : { shifts: SHIFTS }) };
}

function marker({ text, at, kind, below = 0, width, height }: MapLabel & LabelBox): L.Marker {
  const element = document.createElement('span');
  element.textContent = text;
  const icon = L.divIcon({
    className: `${styles.label} ${styles[kind]}`,
    html: element,
    iconSize: [width, height],
    iconAnchor: [width / 2, height / 2 - below],
  });
  return L.marker([at.lat, at.lng], { icon, interactive: false, keyboard: false, pane: 'tooltipPane' });
}
