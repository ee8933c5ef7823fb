import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { getDirection, useLocale, useT } from '@/app/i18n/i18n';
import { type Bounds, boundsOf } from './geometry';
import styles from './index.css';
import { drawAreas, type MapShape, toLatLng } from './layers/areas';
import { type MapLabels, startLabels } from './layers/labels';
import { drawOutlines, viewOf } from './layers/outlines';
import { LICENCE_PATH } from './loadOutline';

/** A place to mark: the centre of a station, where something goes to, or the place of a mistake. */
export interface MapMark {
  readonly key: string;
  readonly at: LngLat;
  readonly kind: 'centre' | 'goal' | 'mistake';
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
  /** Address template of the tiles (`{z}/{x}/{y}`); empty: outlines of provinces and cities, which come with the console. */
  readonly tileUrl: string;
  /** Pixels. */
  readonly height: number;
  readonly shapes?: readonly MapShape[];
  readonly marks?: readonly MapMark[];
  readonly focus?: MapFocus;
  /** Code of the province, city or district whose outline is emphasized. */
  readonly region?: string | null;
  /** What the button "show everything" brings into view. */
  readonly whole?: readonly LngLat[];
  readonly onShape?: (key: string) => void;
  readonly onPoint?: (point: LngLat) => void;
  /** The visible box, at the start and after each move. */
  readonly onView?: (view: Bounds) => void;
  /** Passes the Leaflet map to the parts that draw on it; returns the function that removes it. */
  readonly onReady?: (map: L.Map) => () => void;
  /** Drawn above the map, at its start. */
  readonly children?: ReactNode;
}

const ZOOM = { min: 3, max: 19, fit: 15, point: 14 } as const;
const NO_POINTS: readonly LngLat[] = [];

/** The ground when there are neither tiles nor outlines: drawn by the style sheet, no request. */
class BlankGrid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.grid ?? '';
    return tile;
  }
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

/** The source and its licence, as HTML of the attribution. */
const SOURCE = `<a href="${LICENCE_PATH}" target="_blank" rel="noopener">Apache ECharts</a>`;

/**
 * The one Leaflet map of the console. It asks nothing of the network but the outlines of this console or the tiles of `tileUrl`,
 * which are plain image requests: no session token ever goes with them (SPEC §7).
 */
export function MapCanvas(props: MapCanvasProps) {
  const {
    label,
    center,
    zoom,
    tileUrl,
    height,
    shapes,
    marks,
    focus,
    whole = NO_POINTS,
    region = null,
    onReady,
  } = props;
  const t = useT();
  const locale = useLocale();
  const container = useRef<HTMLDivElement>(null);
  const stripesId = `stripes${useId().replace(/\W/g, '')}`;
  const [map, setMap] = useState<L.Map | null>(null);
  const [level, setLevel] = useState(zoom);
  // Listeners live as long as the map and call what the last render gave.
  const current = useRef(props);
  current.current = props;
  const start = useRef({ center, zoom });
  const waitingFocus = useRef<MapFocus | null>(null);
  const labels = useRef<MapLabels | null>(null);
  const [outlinesFailed, setOutlinesFailed] = useState(false);
  const notes = { grid: t('area.grid'), outlines: t('area.outlines', { source: SOURCE }), separator: ' · ' };

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
    const started = startLabels(created);
    labels.current = started;
    setMap(created);
    return () => {
      observer.disconnect();
      started.stop();
      setMap(null);
      created.remove();
    };
  }, []);

  useEffect(() => {
    if (!map || !labels.current) return;
    if (tileUrl || outlinesFailed) {
      const ground = tileUrl
        ? L.tileLayer(tileUrl, { maxZoom: ZOOM.max })
        : new BlankGrid({ maxZoom: ZOOM.max, attribution: notes.grid });
      ground.addTo(map);
      return () => {
        ground.remove();
      };
    }
    const { attributionControl: sources } = map;
    sources.addAttribution(notes.outlines);
    const remove = drawOutlines(map, labels.current, {
      locale,
      region,
      separator: notes.separator,
      onFailure: () => setOutlinesFailed(true),
    });
    return () => {
      sources.removeAttribution(notes.outlines);
      remove();
    };
  }, [map, tileUrl, outlinesFailed, locale, region, notes.grid, notes.outlines, notes.separator]);

  useEffect(() => (map && onReady ? onReady(map) : undefined), [map, onReady]);

  useEffect(() => {
    if (!map || !shapes || !labels.current) return;
    const { onShape } = current.current;
    return drawAreas(map, shapes, labels.current, {
      stripesId,
      clusterLabel: (n) => t('area.cluster', { n }),
      onShape: onShape ? (key) => current.current.onShape?.(key) : null,
      show: (points) => show(map, points),
    });
  }, [map, shapes, stripesId, t]);

  useEffect(() => {
    if (!map || !marks) return;
    const group = L.layerGroup().addTo(map);
    for (const { at, kind, label: name } of marks) {
      const size: L.PointTuple = kind === 'mistake' ? [24, 24] : [18, 18];
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
