import type { LngLat } from '@contract/hexagon';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { MapBase, type MapShape, MapWaiting } from '@/features/mapBase';
import { areaKm2 } from '@/features/mapBase/geometry';
import { type RegionOnMap, useRegion } from '@/features/mapBase/useRegion';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { formatFigure } from '@/ui/Money/format';
import type { AreaPlace } from './area';
import { type Area, isSame } from './area';
import { centreMarks } from './centreMark';
import { type History, startHistory } from './history';
import styles from './index.css';

const Editor = lazy(() => import('./Editor').then((module) => ({ default: module.Editor })));

export interface AreaEditorProps {
  readonly value: Area;
  readonly onChange: (area: Area) => void;
  readonly place: AreaPlace;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

const PREVIEW_HEIGHT = 260;
const EDITOR_HEIGHT = 640;

/**
 * Shows the service area in a form: a preview, and a dialog with the editor. Only the dialog's save button copies the drawing to the form.
 * Closing the dialog in any other way discards the drawing, after a confirmation if there are changes (DOMAIN §3.3 "Map editor").
 */
export function AreaEditor({ value, onChange, place, id, disabled = false, describedBy }: AreaEditorProps) {
  const t = useT();
  const locale = useLocale();
  const [history, setHistory] = useState<History<Area> | null>(null);
  const [asks, setAsks] = useState(false);
  const region = useRegion(place.regionCodes);
  const { points } = value;
  const close = () => {
    if (history && !isSame(history.present, value)) setAsks(true);
    else setHistory(null);
  };

  return (
    <div className={styles.field}>
      <Preview points={points} place={place} region={region} />
      <div className={styles.fieldRow}>
        <Button
          id={id}
          disabled={disabled}
          aria-describedby={describedBy}
          onClick={() => setHistory(startHistory(value))}
        >
          {t(points.length === 0 ? 'area.draw' : 'area.edit')}
        </Button>
        <span>
          {points.length === 0
            ? t('area.notDrawn')
            : t('area.summary', {
                n: points.length,
                km2: formatFigure(areaKm2(points), 'km2', locale),
              })}
        </span>
      </div>
      <Modal
        open={history !== null}
        title={t('area.dialogTitle')}
        width="min(1200px, calc(100vw - 32px))"
        style={{ top: 24 }}
        mask={{ closable: false }}
        destroyOnHidden
        onCancel={close}
        footer={
          <div className={styles.footer}>
            <p>{t('area.saveHint')}</p>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              type="primary"
              onClick={() => {
                if (history) onChange(history.present);
                setHistory(null);
              }}
            >
              {t('area.saveArea')}
            </Button>
          </div>
        }
      >
        {history ? (
          <Suspense fallback={<MapWaiting height={EDITOR_HEIGHT} />}>
            <Editor history={history} onHistory={setHistory} place={place} region={region} />
          </Suspense>
        ) : null}
      </Modal>
      <DiscardQuestion
        open={asks}
        onDiscard={() => {
          setAsks(false);
          setHistory(null);
        }}
        onCancel={() => setAsks(false)}
      />
    </div>
  );
}

interface PreviewProps {
  readonly points: readonly LngLat[];
  readonly place: AreaPlace;
  readonly region: RegionOnMap | null;
}

/** Shows a read-only map of the area. Without an area, the map shows the station's centre or its region. */
function Preview({ points, place, region }: PreviewProps) {
  const t = useT();
  const shapes = useMemo<MapShape[]>(
    () => (points.length >= 3 ? [{ key: 'own', points, tone: 'good' }] : []),
    [points],
  );
  const marks = useMemo(() => centreMarks(place.center, t), [place.center, t]);
  const placed = points.length >= 3 ? points : place.center ? [place.center] : [];
  const shown = placed.length > 0 ? placed : (region?.focus.points ?? []);
  return (
    <MapBase
      label={t('area.serviceArea')}
      height={PREVIEW_HEIGHT}
      shapes={shapes}
      marks={marks}
      whole={shown}
      region={region?.code ?? null}
      {...(shown.length > 0 ? { focus: { key: JSON.stringify(shown), points: shown } } : {})}
    />
  );
}

interface DiscardQuestionProps {
  readonly open: boolean;
  readonly onDiscard: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before a drawing is discarded. */
function DiscardQuestion({ open, onDiscard, onCancel }: DiscardQuestionProps) {
  const t = useT();
  return (
    <Modal
      open={open}
      title={t('area.discardTitle')}
      okText={t('area.discard')}
      cancelText={t('area.keepEditing')}
      okButtonProps={{ danger: true }}
      onOk={onDiscard}
      onCancel={onCancel}
    >
      <p>{t('area.discardText')}</p>
    </Modal>
  );
}

export type { Area, AreaPlace };
