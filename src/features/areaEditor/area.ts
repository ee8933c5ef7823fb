import { hexagon, type LngLat } from '@contract/hexagon';
import { HEXAGON } from '@contract/limits';
import type { TeamStepValues } from '@contract/team.schema';
import { circle, isSameArea } from '@/features/mapBase/geometry';

/** Surroundings of the area that the editor shows. */
export interface AreaPlace {
  /** The station's centre. */
  readonly center: LngLat | null;
  readonly district?: { readonly code: string; readonly name: string } | null;
  readonly cityCode?: string | undefined;
  /** Region codes of the address, from the province downwards. */
  readonly regionCodes: readonly string[];
  /** Id of the station, whose own area is excluded from the neighbours. */
  readonly teamId?: number | undefined;
  /** The area before the current one, drawn dimmed. */
  readonly previous?: readonly LngLat[] | null;
}

export type AreaMode = TeamStepValues<2>['areaMode'];

/** A service area (服务区域, DOMAIN §3.3 step 2) and its original shape. */
export interface Area {
  readonly mode: AreaMode;
  /** Kilometres from the centre to a corner; set only while the mode is `hexagon`. */
  readonly hexSizeKm: number | null;
  readonly points: readonly LngLat[];
}

/** Replaces the points and keeps the mode: a reshaped hexagon is still based on a hexagon. */
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
