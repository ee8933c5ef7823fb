import type { LngLat } from '@contract/hexagon';
import type { Tone } from '@contract/lifecycle';
import * as L from 'leaflet';
import { clusterPoints } from '../clusters';
import styles from '../index.css';
import type { MapLabel, MapLabels } from './labels';

/** An area on the map. */
export interface MapShape {
  readonly key: string;
  readonly points: readonly LngLat[];
  readonly tone: Tone;
  /** Name of the area. The map shows it if there is room. */
  readonly name?: string;
  /** Text of the tooltip of the area, or of the dot that replaces the area. */
  readonly label?: string;
  readonly chosen?: boolean;
  /** Whether the area is only for comparison. The map shows it with a dashed border, and it cannot be edited. */
  readonly dimmed?: boolean;
  /** Keys of the areas that overlap here. The overlap is hatched, but hidden while one of these areas is only a dot. */
  readonly hatched?: readonly string[];
}

export interface AreaOptions {
  readonly stripesId: string;
  /** Returns the accessible name of a cluster of `n` areas. */
  readonly clusterLabel: (n: number) => string;
  readonly onShape: ((key: string) => void) | null;
  /** Brings points into view. */
  readonly show: (points: readonly LngLat[]) => void;
}

/**
 * Sizes in pixels. An area whose longer side is shorter than `below` becomes a dot; `radius` is the radius of the dot. Dots that are close
 * to each other become a circle with a count. `circle` is the diameter of the circle, and `name` is the distance of a name below its dot.
 */
const DOT = { radius: 6, below: 40, circle: 36, name: 22 } as const;

interface Area {
  readonly shape: MapShape;
  readonly polygon: L.Polygon;
  readonly bounds: L.LatLngBounds;
}

export const toLatLng = ({ lng, lat }: LngLat): L.LatLngTuple => [lat, lng];

/** Draws areas. When zoomed out, small areas become dots and clusters. @returns the cleanup function */
export function drawAreas(
  map: L.Map,
  shapes: readonly MapShape[],
  labels: MapLabels,
  options: AreaOptions,
): () => void {
  const { stripesId, onShape } = options;
  const group = L.layerGroup().addTo(map);
  const zoomed = L.layerGroup().addTo(map);
  const areas: Area[] = [];
  const stripes: Area[] = [];
  for (const shape of shapes) {
    const area = createArea(shape, options);
    if (shape.hatched) stripes.push(area);
    else areas.push(area);
    area.polygon.addTo(group);
    if (shape.hatched) addStripes(area.polygon.getElement() as SVGElement | undefined, stripesId);
  }

  // Show small areas as dots and clusters, because they are too small to see or click.
  const exchange = () => {
    zoomed.clearLayers();
    const small = areas.filter(({ shape, bounds }) => !shape.dimmed && pixelsOf(map, bounds) < DOT.below);
    const isDot = new Set(small.map(({ shape }) => shape.key));
    for (const { shape, polygon } of [...areas, ...stripes]) {
      if (isDot.has(shape.key) || shape.hatched?.some((key) => isDot.has(key))) group.removeLayer(polygon);
      else polygon.addTo(group);
    }
    const byKey = new Map(small.map((area) => [area.shape.key, area]));
    const points = small.map(({ shape, bounds }) => ({ key: shape.key, at: toPoint(bounds.getCenter()) }));
    const written: MapLabel[] = [];
    for (const { at, keys } of clusterPoints(points, map.getZoom())) {
      const members = keys.flatMap((key) => byKey.get(key) ?? []);
      const [first] = members;
      if (!first) continue;
      if (members.length > 1) createCluster(map, at, members, options).addTo(zoomed);
      else createDot(first, onShape).addTo(zoomed);
      written.push({ text: '', at, kind: members.length > 1 ? 'circle' : 'dot' });
      if (members.length === 1) written.push(nameOf(first.shape, at, DOT.name));
    }
    const large = areas.filter(({ shape }) => !isDot.has(shape.key));
    labels.set(
      'areas',
      [...written, ...large.map(({ shape, bounds }) => nameOf(shape, toPoint(bounds.getCenter()), 0))].filter(
        ({ text, kind }) => text !== '' || kind !== 'station',
      ),
    );
  };
  exchange();
  map.on('zoomend', exchange);
  return () => {
    map.off('zoomend', exchange);
    group.remove();
    zoomed.remove();
    labels.set('areas', []);
  };
}

const toPoint = ({ lng, lat }: L.LatLng): LngLat => ({ lng, lat });

const nameOf = ({ name = '' }: MapShape, at: LngLat, below: number): MapLabel => ({
  text: name,
  at,
  kind: 'station',
  below,
});

/** Returns the longer side of a box in pixels. */
function pixelsOf(map: L.Map, bounds: L.LatLngBounds): number {
  const size = map.latLngToLayerPoint(bounds.getSouthEast()).subtract(map.latLngToLayerPoint(bounds.getNorthWest()));
  return Math.max(size.x, size.y);
}

function createArea(shape: MapShape, { stripesId, onShape }: AreaOptions): Area {
  const { key, tone, label, hatched, dimmed = false, chosen = false } = shape;
  const polygon = L.polygon(shape.points.map(toLatLng), {
    className: hatched ? '' : `${styles[tone]} ${chosen ? styles.chosen : ''} ${onShape ? '' : styles.readOnly}`,
    weight: hatched ? 0 : 2,
    dashArray: dimmed ? '6 6' : undefined,
    fillColor: hatched ? `url(#${stripesId})` : undefined,
    fillOpacity: hatched ? 0.7 : dimmed ? 0.04 : 0.2,
    opacity: dimmed ? 0.7 : 1,
    interactive: !hatched && (onShape !== null || label !== undefined),
    // If areas can be clicked, a click on an area must not also count as a click on the map.
    bubblingMouseEvents: onShape === null,
  });
  if (label) polygon.bindTooltip(label, { sticky: true });
  polygon.on('click', () => onShape?.(key));
  return { shape, polygon, bounds: polygon.getBounds() };
}

function createDot({ shape, bounds }: Area, onShape: AreaOptions['onShape']): L.CircleMarker {
  const { key, tone, label, chosen = false } = shape;
  const dot = L.circleMarker(bounds.getCenter(), {
    className: `${styles.dot} ${styles[tone]} ${chosen ? styles.chosen : ''} ${onShape ? '' : styles.readOnly}`,
    radius: DOT.radius,
    fillOpacity: 0.9,
    interactive: onShape !== null || label !== undefined,
    bubblingMouseEvents: onShape === null,
  });
  if (label) dot.bindTooltip(label, { sticky: true });
  return dot.on('click', () => onShape?.(key));
}

/** Creates a circle with the number of small areas in this place. A click, Enter or Space zooms to these areas. */
function createCluster(map: L.Map, at: LngLat, members: readonly Area[], options: AreaOptions): L.Marker {
  const tones = new Set(members.map(({ shape }) => shape.tone));
  const [tone = 'neutral'] = tones.size === 1 ? tones : [];
  const count = document.createElement('span');
  count.textContent = String(members.length);
  const icon = L.divIcon({
    className: `${styles.cluster} ${styles[tone]}`,
    html: count,
    iconSize: [DOT.circle, DOT.circle],
  });
  const name = options.clusterLabel(members.length);
  const marker = L.marker(toLatLng(at), { icon, title: name, riseOnHover: true });
  // Leaflet creates the marker's element only when the marker is added to the map.
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', name));
  const open = () => {
    const zoom = map.getZoom();
    // Zooming removes the circle. Move the focus to the map first, so that it is not lost.
    map.getContainer().focus({ preventScroll: true });
    options.show(members.flatMap(({ shape }) => shape.points));
    if (map.getZoom() <= zoom) map.setView(toLatLng(at), zoom + 1, { animate: false });
  };
  marker.on('click', open);
  marker.on('keydown', ({ originalEvent }: L.LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  });
  return marker;
}

/** Adds a stripe pattern for overlaps to the renderer's SVG. With a pattern, no inline style is needed. */
function addStripes(path: SVGElement | undefined, id: string): void {
  const root = path?.ownerSVGElement;
  if (!root || root.querySelector(`#${id}`)) return;
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const size = { width: '8', height: '8' };
  const pattern = make('pattern', {
    id,
    ...size,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(make('rect', { ...size, width: '3', class: styles.stripes ?? '' }));
  const defs = make('defs', {});
  defs.append(pattern);
  root.prepend(defs);
}
