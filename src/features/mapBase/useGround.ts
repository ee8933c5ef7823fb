import * as L from 'leaflet';
import { useEffect, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import styles from './index.css';
import { drawOutlines } from './layers/outlines';
import { LICENCE_PATH } from './loadOutline';
import { ZOOM } from './mapView';
import type { StartedMap } from './useLeafletMap';

/** The ground when there are neither tiles nor outlines: drawn by the style sheet, no request. */
class BlankGrid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.grid ?? '';
    return tile;
  }
}

/** The source and its licence, as HTML of the attribution. */
const SOURCE = `<a href="${LICENCE_PATH}" target="_blank" rel="noopener">Apache ECharts</a>`;

/**
 * Lays the ground of a map: tiles where there is an address of tiles, otherwise the outlines of provinces and cities, and a grid
 * when these cannot be loaded.
 *
 * @param started the map with its labels; null until it is there
 * @param region code of the region whose outline is emphasized
 */
export function useGround(started: StartedMap | null, tileUrl: string, region: string | null): void {
  const t = useT();
  const locale = useLocale();
  const [outlinesFailed, setOutlinesFailed] = useState(false);
  const notes = { grid: t('area.grid'), outlines: t('area.outlines', { source: SOURCE }), separator: ' · ' };
  useEffect(() => {
    if (!started) return;
    const { map, labels } = started;
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
    const remove = drawOutlines(map, labels, {
      locale,
      region,
      separator: notes.separator,
      onFailure: () => setOutlinesFailed(true),
    });
    return () => {
      sources.removeAttribution(notes.outlines);
      remove();
    };
  }, [started, tileUrl, outlinesFailed, locale, region, notes.grid, notes.outlines, notes.separator]);
}
