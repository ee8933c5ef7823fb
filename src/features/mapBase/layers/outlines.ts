import type { Locale } from '@contract/text';
import * as L from 'leaflet';
import { type Bounds, boundsTouch, type Position } from '../geometry';
import styles from '../index.css';
import { loadOutline } from '../loadOutline';
import { CITY_ZOOM, contains, nameAnchor, type Outline, provincesInView, type Region, regionName } from '../outline';
import type { MapLabel, MapLabels } from './labels';

export interface OutlineOptions {
  readonly locale: Locale;
  /** Code of the region with an emphasized border, or `null` for no emphasis. */
  readonly region: string | null;
  /** Text between the names of a province and its city. */
  readonly separator: string;
  /** Called if the outlines cannot be loaded. */
  readonly onFailure: () => void;
}

const PANE = 'outlines';
/** z-index of the pane. It is between the tiles (200) and the areas (400). */
const PANE_ORDER = '250';
/** Margin that is drawn around the visible box, as a share of the size of the box. Moving the map then shows no empty edges. */
const MARGIN = 0.3;
const LINE = { outer: 1.5, inner: 1, region: 2.5 } as const;

/**
 * Draws the provinces with their names. At closer zoom, it draws the cities of the visible provinces with their names, and names the place
 * in the middle of the map.
 *
 * @returns the cleanup function
 */
export function drawOutlines(map: L.Map, labels: MapLabels, options: OutlineOptions): () => void {
  const pane = map.getPane(PANE) ?? map.createPane(PANE);
  pane.style.zIndex = PANE_ORDER;
  const renderer = L.svg({ pane: PANE, padding: MARGIN });
  const group = L.layerGroup().addTo(map);
  const place = createPlace(map);
  let drawn = '';
  let isGone = false;

  const draw = (country: Outline, provinces: ReadonlyMap<string, Outline>) => {
    const key = [...provinces.keys()].join();
    if (drawn === key && group.getLayers().length > 0) return;
    drawn = key;
    group.clearLayers();
    const whole = country.regions.filter(({ code }) => !provinces.has(code));
    const details = [...provinces.values()];
    const base = { renderer, interactive: false };
    for (const regions of [whole, ...details.map((outline) => outline.regions)]) {
      const rings = regions.flatMap(({ polygons }) => polygons.map((polygon) => polygon.map(toLine)));
      L.polygon(rings, { ...base, stroke: false, fillOpacity: 1, className: styles.land }).addTo(group);
    }
    for (const outline of details) addLines(outline.inner, LINE.inner, styles.cityBorder);
    for (const { polygons } of whole)
      for (const polygon of polygons) addLines(polygon, LINE.outer, styles.provinceBorder);
    for (const outline of details) addLines(outline.outer, LINE.outer, styles.provinceBorder);
    const all = [...details.flatMap(({ regions }) => regions), ...country.regions];
    const emphasized = all.find(({ code }) => code !== '' && code === options.region);
    for (const polygon of emphasized?.polygons ?? []) addLines(polygon, LINE.region, styles.regionBorder);

    function addLines(lines: readonly (readonly Position[])[], weight: number, className = '') {
      L.polyline(lines.map(toLine), { ...base, weight, className }).addTo(group);
    }
  };

  const refresh = async () => {
    const view = viewOf(map);
    const zoom = map.getZoom();
    const outlines = await loadView(view, zoom).catch(() => null);
    // If the map has moved during the load, a newer call draws the current view.
    if (isGone || zoom !== map.getZoom() || !map.getBounds().equals(toBounds(view))) return;
    if (!outlines) {
      options.onFailure();
      return;
    }
    const { country, provinces } = outlines;
    draw(country, provinces);
    const isNear = zoom >= CITY_ZOOM;
    const regions = isNear ? [...provinces.values()].flatMap((outline) => outline.regions) : country.regions;
    labels.set('regions', namesIn(regions, view, options.locale, isNear ? 'city' : 'province'));
    place.textContent = placeName(country, provinces, map.getCenter(), options);
  };
  void refresh();
  map.on('moveend', refresh);
  return () => {
    isGone = true;
    map.off('moveend', refresh);
    group.remove();
    renderer.remove();
    place.remove();
    labels.set('regions', []);
  };
}

/** Loads the country, and the visible provinces by code if their cities are shown. */
async function loadView(view: Bounds, zoom: number) {
  const country = await loadOutline();
  const codes = provincesInView(country, view, zoom);
  const loaded = await Promise.all(codes.map(async (code) => [code, await loadOutline(code)] as const));
  return { country, provinces: new Map(loaded) };
}

/** Returns the labels of the visible regions. Larger regions are first, because earlier labels have priority. */
function namesIn(regions: readonly Region[], view: Bounds, locale: Locale, kind: MapLabel['kind']): MapLabel[] {
  const size = ({ bounds }: Region) => (bounds.east - bounds.west) * (bounds.north - bounds.south);
  return regions
    .filter(({ bounds }) => boundsTouch(bounds, view))
    .toSorted((a, b) => size(b) - size(a))
    .flatMap((region) => {
      const at = nameAnchor(region, view);
      return at ? [{ at, text: regionName(region, locale), kind }] : [];
    });
}

/** Returns the province and city of a point, such as "四川 · 成都市". The text is empty if no loaded province has a city there. */
function placeName(
  country: Outline,
  provinces: ReadonlyMap<string, Outline>,
  at: L.LatLng,
  { locale, separator }: OutlineOptions,
): string {
  for (const [code, { regions }] of provinces) {
    const city = regions.find((region) => contains(region, at));
    if (!city) continue;
    const province = country.regions.find((region) => region.code === code);
    return [province, city].flatMap((region) => (region ? regionName(region, locale) : [])).join(separator);
  }
  return '';
}

/** Creates the line of text above the scale. The text names the place in the middle of the map. */
function createPlace(map: L.Map): HTMLElement {
  const element = document.createElement('div');
  element.className = styles.place ?? '';
  map.getContainer().append(element);
  return element;
}

const toLine = (line: readonly Position[]): L.LatLngTuple[] => line.map(([lng, lat]) => [lat, lng]);

export function viewOf(map: L.Map): Bounds {
  const box = map.getBounds();
  return { west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() };
}

const toBounds = ({ west, south, east, north }: Bounds): L.LatLngBounds => L.latLngBounds([south, west], [north, east]);
