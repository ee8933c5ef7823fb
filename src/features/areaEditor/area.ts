import { hexagon, type LngLat } from '@contract/hexagon';
import { HEXAGON } from '@contract/limits';
import type { TeamStepValues } from '@contract/team.schema';
import { circle, isSameArea } from '@/features/mapBase/geometry';

/** Station data that the editor shows around the area. */
export interface AreaPlace {
  readonly center: LngLat | null;
  readonly district?: { readonly code: string; readonly name: string } | null;
  readonly cityCode?: string | undefined;
  /** Region codes of the postal address, from the province downwards. */
  readonly regionCodes: readonly string[];
  /** Id of the station. Its own saved area is not shown as a neighbour. */
  readonly teamId?: number | undefined;
  /** The previous area of the station. The map shows it dimmed. */
  readonly previous?: readonly LngLat[] | null;
}

export type AreaMode = TeamStepValues<2>['areaMode'];

/** A service area (服务区域, DOMAIN §3.3 step 2) and the shape from which it was created. */
export interface Area {
  readonly mode: AreaMode;
  /** Kilometres from the centre to a corner. Set only in the mode `hexagon`. */
  readonly hexSizeKm: number | null;
  readonly points: readonly LngLat[];
}

/** Replaces the points and keeps the mode: a hexagon with moved points keeps the mode `hexagon`. */
export function withPoints(area: Area, points: readonly LngLat[]): Area {
  return { ...area, points };
}

export function drawn(points: readonly LngLat[]): Area {
  return { mode: 'polygon', hexSizeKm: null, points };
}

export function hexagonOf(center: string, sizeKm: number): Area {
  return {
    mode: 'hexagon',
    hexSizeKm: sizeKm,
    points: hexagon(center, sizeKm),
  };
}

export function circleOf(center: LngLat, radiusKm: number): Area {
  return { mode: 'circle', hexSizeKm: null, points: circle(center, radiusKm) };
}

export function districtOf(points: readonly LngLat[]): Area {
  return { mode: 'district', hexSizeKm: null, points };
}

export function isSame(a: Area, b: Area): boolean {
  return a.mode === b.mode && a.hexSizeKm === b.hexSizeKm && isSameArea(a.points, b.points);
}

/** Returns whether a hexagon may have this size: 0.5–50 km in steps of 0.5. */
export function isHexSize(size: number | null): size is number {
  return size !== null && size >= HEXAGON.minKm && size <= HEXAGON.maxKm && Number.isInteger(size / HEXAGON.stepKm);
}
