import type { LngLat } from '@contract/hexagon';
import * as L from 'leaflet';
import { type GeoJSONStoreFeatures, TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawLeafletAdapter } from 'terra-draw-leaflet-adapter';
import { fromRing, isSameArea, toRing } from '@/features/mapBase/geometry';

/** Pointer tools of the map editor. */
export type Tool = 'edit' | 'draw' | 'erase';

/** Colours as `#rrggbb`, as terra-draw requires. */
export interface DrawingColors {
  readonly area: `#${string}`;
  readonly handle: `#${string}`;
}

/** Decimal places of a coordinate (DOMAIN §0.1). */
const PRECISION = 6;
const POLYGON = 'polygon';

export interface Drawing {
  /** Shows an area. Does nothing if the area is already shown. */
  readonly show: (points: readonly LngLat[]) => void;
  readonly use: (tool: Tool) => void;
  readonly stop: () => void;
}

type Adapter = ConstructorParameters<typeof TerraDraw>[0]['adapter'];

/**
 * Creates the terra-draw adapter for a Leaflet map. It sets the z-index directly on the panes. The style sheet that the package would add
 * is blocked by our content security policy.
 */
export function leafletAdapter(map: L.Map): Adapter {
  const adapter = new TerraDrawLeafletAdapter({
    lib: L,
    map,
    coordinatePrecision: PRECISION,
  });
  Object.defineProperty(adapter, 'createPaneStyleSheet', {
    value: (name: string, zIndex: number): HTMLElement => {
      const pane = map.getPane(name) ?? map.createPane(name);
      pane.style.zIndex = String(600 + zIndex);
      // The package removes the returned element when the map is cleared. We return a dummy because Leaflet still needs the pane.
      return document.createElement('span');
    },
  });
  return adapter;
}

/** Returns the points of the drawn polygon, or `null` for any other feature in terra-draw's store. */
function pointsOf(feature: GeoJSONStoreFeatures | undefined): LngLat[] | null {
  if (feature?.geometry.type !== 'Polygon' || feature.properties.mode !== POLYGON) return null;
  const [ring] = feature.geometry.coordinates;
  return ring ? fromRing(ring) : null;
}

/** Creates the mode that draws a new polygon. */
function polygonMode({ area, handle }: DrawingColors): TerraDrawPolygonMode {
  return new TerraDrawPolygonMode({
    // The editor handles Escape: the first press returns to the edit tool, the next one closes the editor.
    keyEvents: { cancel: null, finish: 'Enter' },
    styles: {
      fillColor: area,
      fillOpacity: 0.25,
      outlineColor: area,
      outlineWidth: 3,
      closingPointColor: handle,
      closingPointOutlineColor: area,
      closingPointOutlineWidth: 2,
      closingPointWidth: 7,
    },
  });
}

/** Creates the mode that moves, adds and deletes points of the polygon. */
function selectMode({ area, handle }: DrawingColors): TerraDrawSelectMode {
  return new TerraDrawSelectMode({
    allowManualDeselection: false,
    // In terra-draw, the Delete key would remove the whole area. Users delete points by right click, the erase tool or the list.
    keyEvents: null,
    flags: {
      [POLYGON]: {
        feature: {
          coordinates: {
            midpoints: true,
            draggable: true,
            deletable: true,
          },
        },
      },
    },
    styles: {
      selectedPolygonColor: area,
      selectedPolygonFillOpacity: 0.25,
      selectedPolygonOutlineColor: area,
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: handle,
      selectionPointOutlineColor: area,
      selectionPointOutlineWidth: 3,
      selectionPointWidth: 7,
      midPointColor: area,
      midPointOutlineColor: handle,
      midPointOutlineWidth: 1,
      midPointWidth: 4,
    },
  });
}

/**
 * Starts terra-draw for one area. There is at most one finished polygon; a new polygon replaces the old one. The caller's state is
 * authoritative: `show` displays it, and `onChange` reports each finished change once.
 */
export function startDrawing(adapter: Adapter, colors: DrawingColors, onChange: (points: LngLat[]) => void): Drawing {
  const draw = new TerraDraw({ adapter, modes: [polygonMode(colors), selectMode(colors)] });
  draw.start();
  let tool: Tool = 'edit';

  const finished = () =>
    draw.getSnapshot().filter((feature) => pointsOf(feature) !== null && !feature.properties.currentlyDrawing);
  const current = (): GeoJSONStoreFeatures | undefined => finished().at(-1);
  const enter = () => {
    if (tool === 'draw') {
      draw.setMode(POLYGON);
      return;
    }
    const id = current()?.id;
    if (tool === 'edit' && id !== undefined) draw.selectFeature(id);
    else draw.setMode('static');
  };

  draw.on('finish', (id) => {
    const points = pointsOf(draw.getSnapshotFeature(id));
    if (!points) return;
    const others = finished().flatMap((feature) => (feature.id === undefined || feature.id === id ? [] : [feature.id]));
    if (others.length > 0) draw.removeFeatures(others);
    onChange(points);
  });

  return {
    show: (points) => {
      if (isSameArea(pointsOf(current()) ?? [], points)) return;
      draw.setMode('static');
      draw.clear();
      const ring = toRing(points);
      if (ring.length > 0) {
        draw.addFeatures([
          {
            type: 'Feature',
            geometry: { type: 'Polygon', coordinates: [ring] },
            properties: { mode: POLYGON },
          },
        ]);
      }
      enter();
    },
    use: (next) => {
      tool = next;
      draw.setMode('static');
      enter();
    },
    stop: () => draw.stop(),
  };
}
