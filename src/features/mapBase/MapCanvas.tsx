import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { LngLat } from '@contract/hexagon';
import type { Tone } from '@contract/lifecycle';
import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { getDirection, useT } from '@/app/i18n/i18n';
import { type Bounds, boundsOf } from './geometry';
import styles from './index.css';

/** An area to draw. */
export interface MapShape {
  readonly key: string;
  readonly points: readonly LngLat[];
  readonly tone: Tone;
  /** Shown at the pointer. */
  readonly label?: string;
  readonly chosen?: boolean;
  /** Border only, interrupted: something to compare with, not to work on. */
  readonly dimmed?: boolean;
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

/** Points to bring into view; done once for each key. */
export interface MapFocus {
  readonly key: string | number;
  readonly points: readonly LngLat[];
}

export interface MapCanvasProps {
  /** Names the map for assistive technology. */
  readonly label: string;
  readonly center: LngLat;
  readonly zoom: number;
  /** Address template of the tiles (`{z}/{x}/{y}`); empty: a blank grid that needs no network. */
  readonly tileUrl: string;
  /** Pixels. */
  readonly height: number;
  readonly shapes?: readonly MapShape[];
  readonly marks?: readonly MapMark[];
  readonly focus?: MapFocus;
  /** What the button "show everything" brings into view. */
  readonly whole?: readonly LngLat[];
  readonly onShape?: (key: string) => void;
  readonly onPoint?: (point: LngLat) => void;
  /** The visible box, at the start and after each move. */
  readonly onView?: (view: Bounds) => void;
  /** Gives the Leaflet map to whoever draws on it; answers the way to take it back. */
  readonly onReady?: (map: L.Map) => () => void;
  /** Drawn above the map, at its start. */
  readonly children?: ReactNode;
}

const ZOOM = { min: 3, max: 19, fit: 15, point: 14 } as const;
/** Pixels: areas smaller than `below` are shown as dots. */
const DOT = { radius: 6, below: 16 } as const;
const NO_POINTS: readonly LngLat[] = [];

/** The ground when there is no tile server: drawn by the style sheet, no request. */
class BlankGrid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.grid ?? '';
    return tile;
  }
}

const toLatLng = ({ lng, lat }: LngLat): L.LatLngTuple => [lat, lng];

function viewOf(map: L.Map): Bounds {
  const box = map.getBounds();
  return {
    west: box.getWest(),
    south: box.getSouth(),
    east: box.getEast(),
    north: box.getNorth(),
  };
}

function show(map: L.Map, points: readonly LngLat[]): void {
  const box = boundsOf(points);
  if (!box) return;
  if (box.west === box.east && box.south === box.north) {
    map.setView([box.south, box.west], Math.max(map.getZoom(), ZOOM.point), {
      animate: false,
    });
    return;
  }
  const corners: L.LatLngBoundsExpression = [
    [box.south, box.west],
    [box.north, box.east],
  ];
  map.fitBounds(corners, {
    padding: [24, 24],
    maxZoom: ZOOM.fit,
    animate: false,
  });
}

/** Stripes for hatched areas, put into the renderer's own drawing: a pattern needs no style text. */
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

/**
 * The one Leaflet map of the console. It asks nothing of the network but the tiles of `tileUrl`, which are plain image
 * requests: no session token ever goes with them (SPEC §7).
 */
export function MapCanvas(props: MapCanvasProps) {
  const { label, center, zoom, tileUrl, height, shapes, marks, focus, whole = NO_POINTS, onReady } = props;
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const stripesId = `stripes${useId().replace(/\W/g, '')}`;
  const [map, setMap] = useState<L.Map | null>(null);
  const [level, setLevel] = useState(zoom);
  // Listeners live as long as the map and call what the last render gave.
  const current = useRef(props);
  current.current = props;
  const start = useRef({ center, zoom });
  const waitingFocus = useRef<MapFocus | null>(null);
  const gridNote = t('area.grid');

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = L.map(element, {
      zoomControl: false,
      attributionControl: false,
      minZoom: ZOOM.min,
      maxZoom: ZOOM.max,
      fadeAnimation: false,
    });
    // The scale at the side where reading begins, the sources at the other.
    const mirrored = getDirection() === 'rtl';
    L.control.attribution({ prefix: 'Leaflet', position: mirrored ? 'bottomleft' : 'bottomright' }).addTo(created);
    L.control.scale({ imperial: false, position: mirrored ? 'bottomright' : 'bottomleft' }).addTo(created);
    created.on('moveend', () => {
      setLevel(created.getZoom());
      current.current.onView?.(viewOf(created));
    });
    created.on('click', ({ latlng }: L.LeafletMouseEvent) => {
      current.current.onPoint?.({ lng: latlng.lng, lat: latlng.lat });
    });
    created.setView(toLatLng(start.current.center), start.current.zoom, {
      animate: false,
    });
    // A map in a drawer or dialog gets its size late and may change it at any time.
    const observer = new ResizeObserver(() => {
      created.invalidateSize({ pan: false });
      if (waitingFocus.current && created.getSize().x > 0) {
        show(created, waitingFocus.current.points);
        waitingFocus.current = null;
      }
    });
    observer.observe(element);
    setMap(created);
    return () => {
      observer.disconnect();
      setMap(null);
      created.remove();
    };
  }, []);

  useEffect(() => {
    if (!map) return;
    const ground = tileUrl
      ? L.tileLayer(tileUrl, { maxZoom: ZOOM.max })
      : new BlankGrid({ maxZoom: ZOOM.max, attribution: gridNote });
    ground.addTo(map);
    return () => {
      ground.remove();
    };
  }, [map, tileUrl, gridNote]);

  useEffect(() => (map && onReady ? onReady(map) : undefined), [map, onReady]);

  useEffect(() => {
    if (!map || !shapes) return;
    const group = L.layerGroup().addTo(map);
    const dots = new Map<L.CircleMarker, L.LatLngBounds>();
    for (const shape of shapes) {
      const { tone, hatched = false, dimmed = false, chosen = false } = shape;
      const polygon = L.polygon(shape.points.map(toLatLng), {
        className: hatched ? '' : `${styles[tone]} ${chosen ? styles.chosen : ''}`,
        weight: hatched ? 0 : 2,
        dashArray: dimmed ? '6 6' : undefined,
        fillColor: hatched ? `url(#${stripesId})` : undefined,
        fillOpacity: hatched ? 0.7 : dimmed ? 0.04 : 0.2,
        opacity: dimmed ? 0.7 : 1,
        interactive: !hatched && current.current.onShape !== undefined,
        // A press on an area is not a press on the ground under it.
        bubblingMouseEvents: current.current.onShape === undefined,
      });
      if (shape.label && current.current.onShape) polygon.bindTooltip(shape.label, { sticky: true });
      polygon.on('click', () => current.current.onShape?.(shape.key));
      polygon.addTo(group);
      if (hatched) addStripes(polygon.getElement() as SVGElement | undefined, stripesId);
      if (hatched || dimmed) continue;
      const bounds = polygon.getBounds();
      const dot = L.circleMarker(bounds.getCenter(), {
        className: `${styles[tone]} ${chosen ? styles.chosen : ''}`,
        radius: DOT.radius,
        fillOpacity: 0.9,
        interactive: current.current.onShape !== undefined,
        bubblingMouseEvents: current.current.onShape === undefined,
      });
      if (shape.label && current.current.onShape) dot.bindTooltip(shape.label, { sticky: true });
      dot.on('click', () => current.current.onShape?.(shape.key));
      dots.set(dot, bounds);
    }
    // From afar an area is a speck that nobody sees or hits: a dot stands for it.
    const exchange = () => {
      for (const [dot, bounds] of dots) {
        const size = map
          .latLngToLayerPoint(bounds.getSouthEast())
          .subtract(map.latLngToLayerPoint(bounds.getNorthWest()));
        if (Math.max(size.x, size.y) < DOT.below) dot.addTo(group);
        else group.removeLayer(dot);
      }
    };
    exchange();
    map.on('zoomend', exchange);
    return () => {
      map.off('zoomend', exchange);
      group.remove();
    };
  }, [map, shapes, stripesId]);

  useEffect(() => {
    if (!map || !marks) return;
    const group = L.layerGroup().addTo(map);
    for (const { at, kind, label: name } of marks) {
      const size: L.PointTuple = kind === 'centre' ? [18, 18] : [24, 24];
      const icon = L.divIcon({ className: styles[kind], iconSize: size });
      L.marker(toLatLng(at), {
        icon,
        interactive: false,
        keyboard: false,
        title: name,
        alt: name,
      }).addTo(group);
    }
    return () => {
      group.remove();
    };
  }, [map, marks]);

  const focusKey = focus?.key;
  useEffect(() => {
    const wanted = current.current.focus;
    if (!map || focusKey === undefined || !wanted) return;
    if (map.getSize().x > 0) show(map, wanted.points);
    else waitingFocus.current = wanted;
  }, [map, focusKey]);

  const buttons = [
    {
      text: t('area.zoomIn'),
      icon: <PlusOutlined aria-hidden />,
      off: level >= ZOOM.max,
      run: () => map?.zoomIn(),
    },
    {
      text: t('area.zoomOut'),
      icon: <MinusOutlined aria-hidden />,
      off: level <= ZOOM.min,
      run: () => map?.zoomOut(),
    },
    {
      text: t('area.showAll'),
      icon: <AimOutlined aria-hidden />,
      off: whole.length === 0,
      run: () => map && show(map, whole),
    },
  ];
  return (
    <div className={styles.frame} style={{ height }}>
      <div ref={container} className={styles.canvas} role="application" aria-label={t('area.mapLabel', { label })} />
      <div className={styles.controls}>
        {buttons.map(({ text, icon, off, run }) => (
          <button key={text} type="button" title={text} aria-label={text} disabled={off} onClick={run}>
            {icon}
          </button>
        ))}
      </div>
      <div className={styles.overlay}>{props.children}</div>
    </div>
  );
}
