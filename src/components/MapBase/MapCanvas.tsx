import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSay } from '@/components/say';
import { type Bounds, boundsOf } from './geometry';
import styles from './MapBase.module.css';
import { useMapColors } from './colors';

/** An area to draw. */
export interface MapShape {
  readonly key: string;
  readonly points: readonly LngLat[];
  /** A theme colour. */
  readonly color: string;
  /** Shown at the pointer. */
  readonly label?: string;
  readonly weight?: number;
  readonly dashed?: boolean;
  /** 0–1; 0 draws the border only. */
  readonly fillOpacity?: number;
  /** Diagonal lines instead of a plain fill: two areas on the same ground. */
  readonly hatched?: boolean;
}

/** A place to mark: the centre of a station, or the place of a mistake. */
export interface MapMark {
  readonly key: string;
  readonly at: LngLat;
  readonly kind: 'centre' | 'mistake';
  readonly label: string;
}

export interface MapCanvasProps {
  /** Names the map for assistive technology. */
  readonly label: string;
  readonly center: LngLat;
  readonly zoom: number;
  /** Address template of the tiles (`{z}/{x}/{y}`); empty: a blank grid that needs no network. */
  readonly tileUrl: string;
  readonly height: number | string;
  readonly shapes?: readonly MapShape[];
  readonly marks?: readonly MapMark[];
  /** Brings these points into view each time `key` changes. */
  readonly focus?: { readonly key: string | number; readonly points: readonly LngLat[] };
  readonly onShape?: (key: string) => void;
  readonly onPoint?: (point: LngLat) => void;
  /** The visible box, after each move. */
  readonly onView?: (view: Bounds) => void;
  /** Gives the Leaflet map to whoever draws on it; answers the way to take it back. */
  readonly onReady?: (map: L.Map) => () => void;
  /** Drawn above the map at its start. */
  readonly children?: ReactNode;
}

/** Canvas instead of SVG beyond this many areas: one element each would make panning stutter. */
const SVG_SHAPES = 600;
const FIT_ZOOM = 15;

class BlankGrid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.gridTile ?? '';
    return tile;
  }
}

function viewOf(map: L.Map): Bounds {
  const box = map.getBounds();
  return { west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() };
}

const toLatLng = ({ lng, lat }: LngLat): L.LatLngTuple => [lat, lng];

/** Stripes for hatched shapes, inside the renderer's own drawing, so that no style text is needed. */
function addHatch(renderer: L.SVG, id: string, color: string): void {
  const root = renderer.getPane()?.querySelector('svg') ?? null;
  if (!root) return;
  root.querySelector('defs')?.remove();
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const pattern = make('pattern', {
    id,
    width: '8',
    height: '8',
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(make('rect', { width: '3', height: '8', fill: color }));
  const defs = make('defs', {});
  defs.append(pattern);
  root.prepend(defs);
}

/**
 * The one Leaflet map of the console. It asks nothing of the network but the tiles of `tileUrl`: image requests, which carry
 * neither the session token nor our cookies to another host (SPEC §7).
 */
export function MapCanvas(props: MapCanvasProps) {
  const { label, center, zoom, tileUrl, height, shapes, marks, focus, onReady } = props;
  const say = useSay();
  const colors = useMapColors();
  const container = useRef<HTMLDivElement>(null);
  const hatchId = `hatch${useId().replace(/\W/g, '')}`;
  const [map, setMap] = useState<L.Map | null>(null);
  const [level, setLevel] = useState(zoom);
  // Listeners live as long as the map; they always call what the last render gave.
  const current = useRef(props);
  current.current = props;
  const start = useRef({ center, zoom });
  const shownFocus = useRef<string | number | null>(null);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = L.map(element, { zoomControl: false, attributionControl: false, minZoom: 3, maxZoom: 19 });
    created.setView(toLatLng(start.current.center), start.current.zoom);
    L.control.attribution({ prefix: 'Leaflet' }).addTo(created);
    L.control.scale({ imperial: false }).addTo(created);
    const view = () => {
      setLevel(created.getZoom());
      current.current.onView?.(viewOf(created));
    };
    created.on('moveend', view);
    created.on('click', (event: L.LeafletMouseEvent) => {
      current.current.onPoint?.({ lng: event.latlng.lng, lat: event.latlng.lat });
    });
    // A map in a drawer or dialog gets its size late and may change it at any time.
    const observer = new ResizeObserver(() => {
      created.invalidateSize({ pan: false });
      setMap((known) => known ?? created);
    });
    observer.observe(element);
    setMap(created);
    view();
    return () => {
      observer.disconnect();
      setMap(null);
      shownFocus.current = null;
      created.remove();
    };
  }, []);

  useEffect(() => {
    if (!map) return;
    const ground = tileUrl
      ? L.tileLayer(tileUrl, { maxZoom: 19, attribution: '' })
      : new BlankGrid({ maxZoom: 19, attribution: say('area.map.grid') });
    ground.addTo(map);
    return () => {
      ground.remove();
    };
  }, [map, tileUrl, say]);

  useEffect(() => (map && onReady ? onReady(map) : undefined), [map, onReady]);

  useEffect(() => {
    if (!map || !shapes) return;
    const group = L.layerGroup().addTo(map);
    const plain = shapes.length > SVG_SHAPES ? L.canvas() : L.svg();
    const striped = L.svg();
    for (const shape of shapes) {
      if (shape.points.length < 3) continue;
      const polygon = L.polygon(shape.points.map(toLatLng), {
        renderer: shape.hatched ? striped : plain,
        color: shape.color,
        weight: shape.weight ?? 2,
        dashArray: shape.dashed ? '6 6' : undefined,
        fillColor: shape.hatched ? `url(#${hatchId})` : shape.color,
        fillOpacity: shape.hatched ? 0.7 : (shape.fillOpacity ?? 0.2),
        interactive: !shape.hatched && current.current.onShape !== undefined,
        bubblingMouseEvents: current.current.onPoint !== undefined,
      });
      if (shape.label && current.current.onShape) polygon.bindTooltip(shape.label, { sticky: true });
      polygon.on('click', () => current.current.onShape?.(shape.key));
      polygon.addTo(group);
    }
    if (shapes.some((shape) => shape.hatched)) addHatch(striped, hatchId, colors.text);
    return () => {
      group.remove();
      plain.remove();
      striped.remove();
    };
  }, [map, shapes, hatchId, colors.text]);

  useEffect(() => {
    if (!map || !marks) return;
    const group = L.layerGroup().addTo(map);
    for (const mark of marks) {
      const icon = L.divIcon(
        mark.kind === 'centre'
          ? { className: styles.pin, iconSize: [16, 16] }
          : { className: styles.mark, iconSize: [22, 22], html: document.createTextNode('×') as unknown as HTMLElement },
      );
      L.marker(toLatLng(mark.at), { icon, interactive: false, keyboard: false, title: mark.label, alt: mark.label }).addTo(
        group,
      );
    }
    return () => {
      group.remove();
    };
  }, [map, marks]);

  useEffect(() => {
    if (!map || !focus || shownFocus.current === focus.key) return;
    const box = boundsOf(focus.points);
    if (!box) return;
    shownFocus.current = focus.key;
    if (box.west === box.east && box.south === box.north) {
      map.setView([box.south, box.west], Math.max(map.getZoom(), 14), { animate: false });
      return;
    }
    map.fitBounds(
      [
        [box.south, box.west],
        [box.north, box.east],
      ],
      { padding: [24, 24], maxZoom: FIT_ZOOM, animate: false },
    );
  }, [map, focus]);

  const vars = {
    height,
    '--map-ground': colors.ground,
    '--map-line': colors.line,
    '--map-line-strong': colors.lineStrong,
    '--map-border': colors.border,
    '--map-surface': colors.surface,
    '--map-text': colors.text,
    '--map-focus': colors.focus,
    '--map-pin': colors.pin,
    '--map-bad': colors.bad,
  } as CSSProperties;

  return (
    <div className={`${styles.frame} ${colors.isDark ? styles.dark : ''}`} style={vars}>
      <div ref={container} className={styles.canvas} role="application" aria-label={say('area.map.label', { label })} />
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.control}
          disabled={level >= 19}
          aria-label={say('area.map.zoomIn')}
          title={say('area.map.zoomIn')}
          onClick={() => map?.zoomIn()}
        >
          <span aria-hidden="true">+</span>
        </button>
        <button
          type="button"
          className={styles.control}
          disabled={level <= 3}
          aria-label={say('area.map.zoomOut')}
          title={say('area.map.zoomOut')}
          onClick={() => map?.zoomOut()}
        >
          <span aria-hidden="true">−</span>
        </button>
      </div>
      {props.children && <div className={styles.overlay}>{props.children}</div>}
    </div>
  );
}
