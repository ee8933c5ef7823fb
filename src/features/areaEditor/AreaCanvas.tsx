import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';
import { MapCanvas, type MapCanvasProps } from '@/features/mapBase/MapCanvas';
import { type Drawing, leafletAdapter, startDrawing, type Tool } from './drawing';
import styles from './index.css';

export interface AreaCanvasProps extends Omit<MapCanvasProps, 'onReady'> {
  readonly points: readonly LngLat[];
  readonly tool: Tool;
  /** Called after each finished change on the map. */
  readonly onDraw: (points: LngLat[]) => void;
  /** Called when the user clicks a point with the erase tool. */
  readonly onErase: (index: number) => void;
  /** Returns the tooltip of point `n` (from 1) for the erase tool. */
  readonly pointLabel: (n: number) => string;
}

/**
 * Reads a theme colour as `#rrggbb`, because terra-draw does not support CSS variables. Returns `otherwise` if the value has another
 * format.
 */
function themeColor(element: HTMLElement, name: string, otherwise: `#${string}`): `#${string}` {
  const value = getComputedStyle(element).getPropertyValue(name).trim();
  return /^#[0-9a-f]{6}$/i.test(value) ? (value as `#${string}`) : otherwise;
}

/** Renders the map on which the user draws an area. The module is loaded only when the editor opens. */
export function AreaCanvas({ points, tool, onDraw, onErase, pointLabel, ...map }: AreaCanvasProps) {
  const drawing = useRef<Drawing | null>(null);
  const leaflet = useRef<L.Map | null>(null);
  // terra-draw starts once per map. Its callbacks therefore read the latest props from this ref.
  const current = useRef({ points, tool, onDraw });
  current.current = { points, tool, onDraw };

  const ready = useCallback((created: L.Map) => {
    const element = created.getContainer();
    const colors = {
      area: themeColor(element, '--info', '#003eb3'),
      handle: themeColor(element, '--surface-raised', '#ffffff'),
    };
    const started = startDrawing(leafletAdapter(created), colors, (drawn) => current.current.onDraw(drawn));
    started.show(current.current.points);
    started.use(current.current.tool);
    drawing.current = started;
    leaflet.current = created;
    return () => {
      drawing.current = null;
      leaflet.current = null;
      started.stop();
    };
  }, []);

  useEffect(() => drawing.current?.show(points), [points]);
  useEffect(() => drawing.current?.use(tool), [tool]);

  useEffect(() => {
    const created = leaflet.current;
    if (!created || tool !== 'erase') return;
    const group = L.layerGroup().addTo(created);
    for (const [index, { lng, lat }] of points.entries()) {
      const name = pointLabel(index + 1);
      L.circleMarker([lat, lng], {
        radius: 9,
        weight: 3,
        fillOpacity: 1,
        className: styles.eraser,
      })
        .on('click', () => onErase(index))
        .bindTooltip(name)
        .addTo(group);
    }
    return () => {
      group.remove();
    };
  }, [tool, points, onErase, pointLabel]);

  return <MapCanvas {...map} onReady={ready} />;
}
