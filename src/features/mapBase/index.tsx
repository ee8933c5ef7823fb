import { lazy, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './index.css';
import type { MapCanvasProps } from './MapCanvas';
import { useMapSettings } from './settings';

export type { MapShape } from './layers/areas';
export type { MapMark } from './layers/marks';
export type { MapFocus } from './mapView';

const MapCanvas = lazy(() => import('./MapCanvas').then((module) => ({ default: module.MapCanvas })));

export type MapBaseProps = Omit<MapCanvasProps, 'center' | 'zoom' | 'tileUrl' | 'onReady'> &
  Partial<Pick<MapCanvasProps, 'center' | 'zoom'>>;

/** Shows a placeholder with the height of the map while its code loads. */
export function MapWaiting({ height }: { readonly height: number }) {
  const t = useT();
  return (
    <div className={styles.waiting} style={{ height }} role="status">
      {t('area.mapLoading')}
    </div>
  );
}

/**
 * Shows a map with areas and marks. It opens at the tenant's default place unless the caller passes a place or a focus. The code of the map
 * loads when a map is first shown.
 */
export function MapBase(props: MapBaseProps) {
  const settings = useMapSettings();
  return (
    <Suspense fallback={<MapWaiting height={props.height} />}>
      <MapCanvas {...settings} {...props} />
    </Suspense>
  );
}
