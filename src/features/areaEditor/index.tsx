import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { MapBase, type MapMark, type MapShape, MapWaiting } from '@/features/mapBase';
import { areaKm2 } from '@/features/mapBase/geometry';
import { useRegion } from '@/features/mapBase/useRegion';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { formatFigure } from '@/ui/Money/format';
import type { AreaPlace } from './area';
import { type Area, isSame } from './area';
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
 * The service area of a form: a picture of it, and a dialog in which it is drawn. Only the dialog's button hands the drawing
 * to the form; closing it otherwise keeps the old area, and asks first when something was drawn (DOMAIN §3.3 "Map editor").
 */
export function AreaEditor({ value, onChange, place, id, disabled = false, describedBy }: AreaEditorProps) {
  const t = useT();
  const locale = useLocale();
  const [history, setHistory] = useState<History<Area> | null>(null);
  const [asks, setAsks] = useState(false);
  const { points } = value;
  const shapes = useMemo<MapShape[]>(
    () => (points.length >= 3 ? [{ key: 'own', points, tone: 'good' }] : []),
    [points],
  );
  const marks = useMemo<MapMark[]>(
    () =>
      place.center
        ? [
            {
              key: 'centre',
              at: place.center,
              kind: 'centre',
              label: t('area.centre'),
            },
          ]
        : [],
    [place.center, t],
  );
  const region = useRegion(place.regionCodes);
  const placed = points.length >= 3 ? points : place.center ? [place.center] : [];
  const shown = placed.length > 0 ? placed : (region?.focus.points ?? []);
  const close = () => {
    if (history && !isSame(history.present, value)) setAsks(true);
    else setHistory(null);
  };

  return (
    <div className={styles.field}>
      <MapBase
        label={t('area.serviceArea')}
        height={PREVIEW_HEIGHT}
        shapes={shapes}
        marks={marks}
        whole={shown}
        region={region?.code ?? null}
        {...(shown.length > 0 ? { focus: { key: JSON.stringify(shown), points: shown } } : {})}
      />
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
      <Modal
        open={asks}
        title={t('area.discardTitle')}
        okText={t('area.discard')}
        cancelText={t('area.keepEditing')}
        okButtonProps={{ danger: true }}
        onOk={() => {
          setAsks(false);
          setHistory(null);
        }}
        onCancel={() => setAsks(false)}
      >
        <p>{t('area.discardText')}</p>
      </Modal>
    </div>
  );
}

export type { Area, AreaPlace };
