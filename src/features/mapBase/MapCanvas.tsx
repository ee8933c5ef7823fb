import type { LngLat } from '@contract/hexagon';
import type * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Controls } from './Controls';
import styles from './index.css';
import { drawAreas, type MapShape } from './layers/areas';
import { drawMarks, type MapMark } from './layers/marks';
import { type MapFocus, show } from './mapView';
import { useGround } from './useGround';
import { type MapEvents, useLeafletMap } from './useLeafletMap';

export interface MapCanvasProps extends MapEvents {
  /** Accessible name of the map. */
  readonly label: string;
  readonly center: LngLat;
  readonly zoom: number;
  /** URL template of the tiles (`{z}/{x}/{y}`). If empty, the map shows the built-in outlines of provinces and cities. */
  readonly tileUrl: string;
  /** Height in pixels. */
  readonly height: number;
  readonly shapes?: readonly MapShape[];
  readonly marks?: readonly MapMark[];
  readonly focus?: MapFocus;
  /** Code of the province, city or district with an emphasized border, or `null` for no emphasis. */
  readonly region?: string | null;
  /** Points that the button "show everything" brings into view. */
  readonly whole?: readonly LngLat[];
  readonly onShape?: (key: string) => void;
  /** Receives the Leaflet map, so that other components can draw on it, and returns a cleanup function. */
  readonly onReady?: (map: L.Map) => () => void;
  /** Content over the map, in its top corner at the start edge. */
  readonly children?: ReactNode;
}

const NO_POINTS: readonly LngLat[] = [];

/**
 * Renders a map. All maps of the console use this Leaflet component. It loads outlines from this console, or tiles from `tileUrl`. Requests
 * for tiles are plain image requests without a session token (SPEC §7).
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
  const container = useRef<HTMLDivElement>(null);
  const stripesId = `stripes${useId().replace(/\W/g, '')}`;
  // The map's listeners are added once. They read the latest props from this ref.
  const current = useRef(props);
  current.current = props;
  const { started, level, waitingFocus } = useLeafletMap(container, { center, zoom }, current);
  const map = started?.map ?? null;
  useGround(started, tileUrl, region);

  useEffect(() => (map && onReady ? onReady(map) : undefined), [map, onReady]);

  useEffect(() => {
    if (!started || !shapes) return;
    const { onShape } = current.current;
    return drawAreas(started.map, shapes, started.labels, {
      stripesId,
      clusterLabel: (n) => t('area.cluster', { n }),
      onShape: onShape ? (key) => current.current.onShape?.(key) : null,
      show: (points) => show(started.map, points),
    });
  }, [started, shapes, stripesId, t]);

  useEffect(() => (map && marks ? drawMarks(map, marks) : undefined), [map, marks]);

  const focusKey = focus?.key;
  useEffect(() => {
    const wanted = current.current.focus;
    if (!map || focusKey === undefined || !wanted) return;
    if (map.getSize().x > 0) show(map, wanted.points);
    else waitingFocus.current = wanted;
  }, [map, focusKey, waitingFocus]);

  return (
    <div className={styles.frame} style={{ height }}>
      <div ref={container} className={styles.canvas} role="application" aria-label={t('area.mapLabel', { label })} />
      <Controls map={map} level={level} whole={whole} />
      <div className={styles.overlay}>{props.children}</div>
    </div>
  );
}
