import { formatLngLat, type LngLat } from '@contract/hexagon';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { MapMark } from '@/features/mapBase';
import type { areaProblem } from '@/features/mapBase/geometry';
import { centreMarks } from './centreMark';

/** Returns the map marks of an area: the station's centre, and the points where the border crosses itself. */
export function useMarks(center: LngLat | null, problem: ReturnType<typeof areaProblem>): readonly MapMark[] {
  const t = useT();
  return useMemo<readonly MapMark[]>(
    () => [
      ...centreMarks(center, t),
      ...(problem?.kind === 'crossing'
        ? problem.at.map((at) => ({
            key: formatLngLat(at),
            at,
            kind: 'mistake' as const,
            label: t('area.crossingMark'),
          }))
        : []),
    ],
    [center, problem, t],
  );
}
