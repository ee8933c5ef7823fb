import { DeleteOutlined, EditOutlined, HighlightOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { formatLngLat, type LngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { type MapFocus, type MapMark, type MapShape, MapWaiting } from '@/features/mapBase';
import { areaKm2, areaProblem, type Bounds } from '@/features/mapBase/geometry';
import { useMapSettings } from '@/features/mapBase/settings';
import type { RegionOnMap } from '@/features/mapBase/useRegion';
import { Button } from '@/ui/Button';
import { Segmented } from '@/ui/library/Segmented';
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
import { useAreaCheck } from './useAreaCheck';
import { useEscape } from './useEscape';

const AreaCanvas = lazy(() => import('./AreaCanvas').then((module) => ({ default: module.AreaCanvas })));

export interface EditorProps {
  readonly history: History<Area>;
  readonly onHistory: (history: History<Area>) => void;
  readonly place: AreaPlace;
  /** Of the address: shown while nothing is placed. */
  readonly region: RegionOnMap | null;
}

const MAP_HEIGHT = 520;
const NEIGHBOURS_FRESH_MS = 60_000;
const HINTS = {
  edit: 'area.toolEditHint',
  draw: 'area.toolDrawHint',
  erase: 'area.toolEraseHint',
} as const;
const NO_POINTS: readonly LngLat[] = [];

/**
 * Draws one service area: on the map, by shape, by GeoJSON, by a district's border, or point by point in a list. Every change
 * is one step of the history; nothing is stored before the caller says so.
 */
export function Editor({ history, onHistory, place, region }: EditorProps) {
  const t = useT();
  const locale = useLocale();
  const settings = useMapSettings();
  const [tool, setTool] = useState<Tool>(history.present.points.length === 0 ? 'draw' : 'edit');
  const [view, setView] = useState<Bounds | null>(null);
  const [focus, setFocus] = useState<MapFocus>(() => ({
    key: 0,
    points:
      history.present.points.length > 0
        ? history.present.points
        : place.center
          ? [place.center]
          : (region?.focus.points ?? NO_POINTS),
  }));
  const area = history.present;
  const { points } = area;
  const problem = useMemo(() => areaProblem(points, place.center), [points, place.center]);
  const check = useAreaCheck(points, place.center, place.teamId);

  const lookAt = useCallback(
    (where: readonly LngLat[]) => setFocus(({ key }) => ({ key: Number(key) + 1, points: where })),
    [],
  );
  const change = useCallback((next: Area) => onHistory(step(history, next)), [history, onHistory]);
  const replace = (next: Area) => {
    change(next);
    setTool('edit');
    lookAt(next.points);
  };
  const onDraw = useCallback(
    (next: LngLat[]) => {
      // A redrawn polygon is a polygon; one whose points were moved keeps its kind.
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

  const bbox = view && [view.west, view.south, view.east, view.north].map((degrees) => degrees.toFixed(2)).join();
  const neighbours = useData(
    'team.Team/getMap',
    { bbox: bbox ?? '' },
    {
      enabled: bbox !== null,
      keepPrevious: true,
      staleTime: NEIGHBOURS_FRESH_MS,
    },
  );
  const shapes = useMemo<MapShape[]>(() => {
    const others = (neighbours.data?.teams ?? [])
      .filter((team) => team.id !== place.teamId && team.polygon.length >= AREA.minPoints)
      .map((team) => ({
        key: `n${team.id}`,
        points: team.polygon,
        tone: 'neutral' as const,
        dimmed: true,
        name: team.name,
        label: team.name,
      }));
    const { previous } = place;
    return previous && previous.length >= AREA.minPoints
      ? [
          ...others,
          {
            key: 'previous',
            points: previous,
            tone: 'info' as const,
            dimmed: true,
          },
        ]
      : others;
  }, [neighbours.data, place]);
  const marks = useMemo<MapMark[]>(
    () => [
      ...(place.center
        ? [
            {
              key: 'centre',
              at: place.center,
              kind: 'centre' as const,
              label: t('area.centre'),
            },
          ]
        : []),
      ...(problem?.kind === 'crossing'
        ? problem.at.map((at) => ({
            key: formatLngLat(at),
            at,
            kind: 'mistake' as const,
            label: t('area.crossingMark'),
          }))
        : []),
    ],
    [place.center, problem, t],
  );
  const pointLabel = useCallback((n: number) => t('area.deleteN', { n }), [t]);

  useEscape(tool !== 'edit', () => setTool('edit'));
  const keys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!(event.ctrlKey || event.metaKey) || target.matches('input,textarea')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    onHistory(key === 'y' || event.shiftKey ? redo(history) : undo(history));
  };

  return (
    // The keys belong to whatever inside has the focus.
    <section className={styles.editor} aria-label={t('area.serviceArea')} onKeyDownCapture={keys}>
      <div className={styles.main}>
        <div className={styles.tools} role="toolbar" aria-label={t('area.tools')}>
          <Segmented<Tool>
            value={tool}
            onChange={setTool}
            options={[
              {
                value: 'edit',
                label: t('area.toolEdit'),
                icon: <EditOutlined aria-hidden />,
              },
              {
                value: 'draw',
                label: t('area.toolDraw'),
                icon: <HighlightOutlined aria-hidden />,
              },
              {
                value: 'erase',
                label: t('area.toolErase'),
                icon: <DeleteOutlined aria-hidden />,
              },
            ]}
          />
          <Button
            icon={<UndoOutlined aria-hidden />}
            disabled={history.past.length === 0}
            onClick={() => onHistory(undo(history))}
          >
            {t('area.undo')}
          </Button>
          <Button
            icon={<RedoOutlined aria-hidden />}
            disabled={history.future.length === 0}
            onClick={() => onHistory(redo(history))}
          >
            {t('area.redo')}
          </Button>
          <Button disabled={points.length === 0} onClick={() => change(withPoints(area, NO_POINTS))}>
            {t('area.clear')}
          </Button>
        </div>
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
        <p className={styles.note}>{t('area.others')}</p>
      </div>
      <div className={styles.side}>
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
        <Shapes area={area} place={place} onArea={replace} />
        <Paste points={points} onPoints={(pasted) => replace(drawn(pasted))} />
        <PointList points={points} onChange={(next) => change(withPoints(area, next))} />
      </div>
    </section>
  );
}
