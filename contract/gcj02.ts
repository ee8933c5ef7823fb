import { type LngLat, round6 } from './hexagon';

/** This file converts device positions (WGS-84) to the coordinates of the console's maps (GCJ-02, DOMAIN §0.1). */

const AXIS = 6_378_245;
const ECCENTRICITY = 0.006_693_421_622_965_943;
/** Bounds of mainland China. Outside these bounds we treat WGS-84 and GCJ-02 as equal. */
const SHIFTED = { west: 72.004, east: 137.8347, south: 0.8293, north: 55.8271 } as const;

const waves = (value: number, ...parts: readonly (readonly [factor: number, per: number])[]): number =>
  (parts.reduce((sum, [factor, per]) => sum + factor * Math.sin(value * per * Math.PI), 0) * 2) / 3;

const latShift = (x: number, y: number): number =>
  -100 +
  2 * x +
  3 * y +
  0.2 * y * y +
  0.1 * x * y +
  0.2 * Math.sqrt(Math.abs(x)) +
  waves(x, [20, 6], [20, 2]) +
  waves(y, [20, 1], [40, 1 / 3], [160, 1 / 12], [320, 1 / 30]);
const lngShift = (x: number, y: number): number =>
  300 +
  x +
  2 * y +
  0.1 * x * x +
  0.1 * x * y +
  0.1 * Math.sqrt(Math.abs(x)) +
  waves(x, [20, 6], [20, 2], [20, 1], [40, 1 / 3], [150, 1 / 12], [300, 1 / 30]);

export function toGcj02({ lng, lat }: LngLat): LngLat {
  const { west, east, south, north } = SHIFTED;
  if (lng < west || lng > east || lat < south || lat > north) return { lng: round6(lng), lat: round6(lat) };
  const [x, y] = [lng - 105, lat - 35];
  const radians = (lat / 180) * Math.PI;
  const part = 1 - ECCENTRICITY * Math.sin(radians) ** 2;
  const root = Math.sqrt(part);
  const perLat = ((AXIS * (1 - ECCENTRICITY)) / (part * root)) * Math.PI;
  const perLng = (AXIS / root) * Math.cos(radians) * Math.PI;
  return {
    lng: round6(lng + (lngShift(x, y) * 180) / perLng),
    lat: round6(lat + (latShift(x, y) * 180) / perLat),
  };
}
