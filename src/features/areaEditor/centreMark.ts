import type { LngLat } from '@contract/hexagon';
import type { Translate } from '@/app/i18n/i18n';
import type { MapMark } from '@/features/mapBase';

/** Returns the map mark of a station's centre, or no mark if the station has no centre. */
export function centreMarks(center: LngLat | null, t: Translate): readonly MapMark[] {
  return center ? [{ key: 'centre', at: center, kind: 'centre', label: t('area.centre') }] : [];
}
