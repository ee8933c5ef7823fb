import { AREA } from '@contract/limits';
import { useMemo } from 'react';
import { choiceState, useData } from '@/app/request/useData';
import type { MapShape } from '@/features/mapBase';
import type { Bounds } from '@/features/mapBase/geometry';
import type { AreaPlace } from './area';

const NEIGHBOURS_FRESH_MS = 60_000;

/**
 * Returns the areas that the map shows dimmed: areas of other stations in the visible box, and the station's previous area. `state` says
 * whether the other stations are loading, and has `onRetry` if they could not be loaded.
 *
 * @param view the visible box; `null` until the map is ready
 */
export function useOtherAreas(place: AreaPlace, view: Bounds | null) {
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
  const shapes = useMemo<readonly MapShape[]>(() => {
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
      ? [...others, { key: 'previous', points: previous, tone: 'info', dimmed: true }]
      : others;
  }, [neighbours.data, place]);
  return { shapes, state: choiceState(neighbours) };
}
