import * as L from 'leaflet';
import { useEffect, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import styles from './index.css';
import { drawOutlines } from './layers/outlines';
import { LICENCE_PATH } from './loadOutline';
import { ZOOM } from './mapView';
import type { StartedMap } from './useLeafletMap';

/** Background grid for maps without tiles and outlines. CSS draws the grid, so it needs no requests. */
class BlankGrid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.grid ?? '';
    return tile;
  }
}

/** HTML of the attribution: the source of the outlines with a link to its licence. */
const SOURCE = `<a href="${LICENCE_PATH}" target="_blank" rel="noopener">Apache ECharts</a>`;

/**
 * Shows the background of a map: tiles if there is a tile URL, or else the outlines of provinces and cities. A grid replaces outlines that
 * cannot be loaded.
 *
 * @param started the map with its labels; `null` until the map is ready
 * @param region code of the region with an emphasized border
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
