import { ENQUIRY } from '../../../contract/enquiry.states';
import type { LngLat } from '../../../contract/hexagon';
import { KM_PER_DEGREE } from '../../../contract/hexagon';

/** Reduces a place to its street and approximate coordinates, so that stored data does not identify a household. */

/** Returns a postal address up to its street. The first digit, `#`, `号` or `號` and everything after it are removed. */
export function streetOf(address: string): string {
  const [street = ''] = address.normalize('NFKC').split(/\d|[号號#]/u);
  return [...street.replace(/[\s,，-]+$/u, '').trim()].slice(0, ENQUIRY.street).join('');
}

/** Factor that rounds coordinates to four decimals, which is about ten metres. */
const PLACES = 10_000;
export const roughly = ({ lng, lat }: LngLat): LngLat => ({
  lng: Math.round(lng * PLACES) / PLACES,
  lat: Math.round(lat * PLACES) / PLACES,
});

/** Factor by which roads are longer than the straight line (DOMAIN §7). */
const DETOUR = 1.35;

/** Estimates the distance by road between two points, in metres. */
export function roadMetres(from: LngLat, to: LngLat): number {
  const rad = Math.PI / 180;
  const dLat = (to.lat - from.lat) * rad;
  const dLng = (to.lng - from.lng) * rad;
  const a = Math.sin(dLat / 2) ** 2 + Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * Math.sin(dLng / 2) ** 2;
  const radiusM = (KM_PER_DEGREE * 1_000) / rad;
  return Math.round(2 * radiusM * Math.asin(Math.min(1, Math.sqrt(a))) * DETOUR);
}
