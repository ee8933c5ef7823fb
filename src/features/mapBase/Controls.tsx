import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { LngLat } from '@contract/hexagon';
import type * as L from 'leaflet';
import { useT } from '@/app/i18n/i18n';
import styles from './index.css';
import { show, ZOOM } from './mapView';

interface ControlsProps {
  /** `null` until the map is ready. */
  readonly map: L.Map | null;
  readonly level: number;
  /** Points that the button "show everything" brings into view. */
  readonly whole: readonly LngLat[];
}

/** Shows the buttons of the map: zoom in, zoom out, show everything. */
export function Controls({ map, level, whole }: ControlsProps) {
  const t = useT();
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
    <div className={styles.controls}>
      {buttons.map(({ text, icon, off, run }) => (
        <button key={text} type="button" title={text} aria-label={text} disabled={off} onClick={run}>
          {icon}
        </button>
      ))}
    </div>
  );
}
