import type { LngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { type MapFocus, MapWaiting } from '@/features/mapBase';
import { areaKm2, areaProblem, type Bounds } from '@/features/mapBase/geometry';
import { useMapSettings } from '@/features/mapBase/settings';
import type { RegionOnMap } from '@/features/mapBase/useRegion';
import { LoadFailed } from '@/ui/LoadFailed';
import { formatFigure } from '@/ui/Money/format';
import { AddressSearch } from './AddressSearch';
import { type Area, type AreaPlace, drawn, withPoints } from './area';
import { Checks } from './Checks';
import type { Tool } from './drawing';
import { type History, redo, step, undo } from './history';
import styles from './index.css';
import { Paste } from './Paste';
import { PointList } from './PointList';
import { Shapes } from './Shapes';
import { Tools } from './Tools';
import { useAreaCheck } from './useAreaCheck';
import { useEscape } from './useEscape';
import { useMarks } from './useMarks';
import { useOtherAreas } from './useOtherAreas';

const AreaCanvas = lazy(() => import('./AreaCanvas').then((module) => ({ default: module.AreaCanvas })));

export interface EditorProps {
  readonly history: History<Area>;
  readonly onHistory: (history: History<Area>) => void;
  readonly place: AreaPlace;
  /** Region of the postal address, or `null` if it is not known. The map starts at the region if neither area nor centre is set. */
  readonly region: RegionOnMap | null;
}

const MAP_HEIGHT = 520;
const HINTS = {
  edit: 'area.toolEditHint',
  draw: 'area.toolDrawHint',
  erase: 'area.toolEraseHint',
} as const;
const NO_POINTS: readonly LngLat[] = [];

/** Provides the initial view of the map and `lookAt`, which moves the view to other points. */
function useFocus(points: readonly LngLat[], place: AreaPlace, region: RegionOnMap | null) {
  const [focus, setFocus] = useState<MapFocus>(() => ({
    key: 0,
    points: points.length > 0 ? points : place.center ? [place.center] : (region?.focus.points ?? NO_POINTS),
  }));
  const lookAt = useCallback(
    (where: readonly LngLat[]) => setFocus(({ key }) => ({ key: Number(key) + 1, points: where })),
    [],
  );
  return { focus, lookAt };
}

/**
 * Returns the history after an undo or redo key. Ctrl/⌘+Z is undo; Ctrl/⌘+Y and Ctrl/⌘+Shift+Z are redo. `null` means that the key is
 * not handled. Text fields have their own undo, so keys in text fields are not handled.
 */
function historyAfter<T>(event: KeyboardEvent, history: History<T>): History<T> | null {
  const target = event.target as HTMLElement;
  if (!(event.ctrlKey || event.metaKey) || target.matches('input,textarea')) return null;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return null;
  return key === 'y' || event.shiftKey ? redo(history) : undo(history);
}

/**
 * Edits one service area: on the map, by shape, by GeoJSON, by a district's border, or point by point in a list. Every change is one undo
 * step. The editor itself saves nothing, because the caller has the button that saves the area.
 */
export function Editor({ history, onHistory, place, region }: EditorProps) {
  const t = useT();
  const settings = useMapSettings();
  const area = history.present;
  const { points } = area;
  const [tool, setTool] = useState<Tool>(points.length === 0 ? 'draw' : 'edit');
  const [view, setView] = useState<Bounds | null>(null);
  const { focus, lookAt } = useFocus(points, place, region);
  const problem = useMemo(() => areaProblem(points, place.center), [points, place.center]);

  const change = useCallback((next: Area) => onHistory(step(history, next)), [history, onHistory]);
  const replace = (next: Area) => {
    change(next);
    setTool('edit');
    lookAt(next.points);
  };
  const onDraw = useCallback(
    (next: LngLat[]) => {
      // A newly drawn area gets the mode `polygon`. An area with moved points keeps its mode.
      change(tool === 'draw' ? drawn(next) : withPoints(area, next));
      setTool('edit');
    },
    [change, tool, area],
  );
  const onErase = useCallback(
    (index: number) => {
      if (points.length > AREA.minPoints) change(withPoints(area, points.toSpliced(index, 1)));
    },
    [change, area, points],
  );
  const { shapes, state } = useOtherAreas(place, view);
  const marks = useMarks(place.center, problem);
  const pointLabel = useCallback((n: number) => t('area.deleteN', { n }), [t]);

  useEscape(tool !== 'edit', () => setTool('edit'));
  const keys = (event: KeyboardEvent) => {
    const next = historyAfter(event, history);
    if (!next) return;
    event.preventDefault();
    onHistory(next);
  };

  return (
    // The capture handler receives keys wherever the focus is inside the editor.
    <section className={styles.editor} aria-label={t('area.serviceArea')} onKeyDownCapture={keys}>
      <div className={styles.main}>
        <Tools tool={tool} onTool={setTool} history={history} onHistory={onHistory} />
        <p className={styles.note}>{t(HINTS[tool])}</p>
        <Suspense fallback={<MapWaiting height={MAP_HEIGHT} />}>
          <AreaCanvas
            {...settings}
            label={t('area.serviceArea')}
            height={MAP_HEIGHT}
            focus={focus}
            whole={points}
            shapes={shapes}
            marks={marks}
            onView={setView}
            points={points}
            tool={tool}
            onDraw={onDraw}
            onErase={onErase}
            pointLabel={pointLabel}
          >
            <AddressSearch cityCode={place.cityCode} onPlace={(point) => lookAt([point])} />
          </AreaCanvas>
        </Suspense>
        <OthersNote {...state} />
      </div>
      <div className={styles.side}>
        <Checked area={area} place={place} problem={problem} />
        <Shapes area={area} place={place} onArea={replace} />
        <Paste points={points} onPoints={(pasted) => replace(drawn(pasted))} />
        <PointList points={points} onChange={(next) => change(withPoints(area, next))} />
      </div>
    </section>
  );
}

/** Explains the dashed areas, or reports that the other stations could not be loaded. */
function OthersNote({ loading, onRetry }: ReturnType<typeof useOtherAreas>['state']) {
  const t = useT();
  if (!onRetry) return <p className={styles.note}>{t('area.others')}</p>;
  return (
    <div role="alert" className={styles.note}>
      {t('area.others')} <LoadFailed onRetry={onRetry} loading={loading} />
    </div>
  );
}

interface CheckedProps {
  readonly area: Area;
  readonly place: AreaPlace;
  readonly problem: ReturnType<typeof areaProblem>;
}

/** Shows the size of the area and the results of the local check and the server check. */
function Checked({ area, place, problem }: CheckedProps) {
  const t = useT();
  const locale = useLocale();
  const { points } = area;
  const check = useAreaCheck(points, place.center, place.teamId);
  return (
    <section>
      <h3>{t('area.checks')}</h3>
      <p>
        {t('area.summary', {
          n: points.length,
          km2: formatFigure(areaKm2(points), 'km2', locale),
        })}
      </p>
      <div role="status">
        <Checks area={area} problem={problem} check={check} />
      </div>
    </section>
  );
}
