import { formatLngLat, type LngLat } from '@contract/hexagon';
import type { Data } from '@contract/index';
import { useEffect, useState } from 'react';
import { api } from '@/app/request/api';
import { areaProblem } from '@/features/mapBase/geometry';

type Checked = Data<'team.Team/checkArea'>;
type State = { readonly kind: 'idle' } | { readonly kind: 'busy' } | { readonly kind: 'done'; readonly found: Checked };

/** Milliseconds between the last change and the check. Dragging a point causes many changes. */
const PAUSE_MS = 500;

/**
 * Asks the server which stations an area overlaps. Only areas that pass the local checks are sent, and responses for an outdated area are
 * dropped. A refused call shows no error, because the server runs the same check on submit.
 */
export function useAreaCheck(points: readonly LngLat[], center: LngLat | null, exceptId: number | undefined): State {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const centre = center ? formatLngLat(center) : undefined;
  useEffect(() => {
    let isOutdated = false;
    if (areaProblem(points, null) !== null) {
      setState({ kind: 'idle' });
      return;
    }
    setState({ kind: 'busy' });
    const timer = setTimeout(async () => {
      const outcome = await api
        .askPost(
          'team.Team/checkArea',
          {
            polygon: [...points],
            ...(centre ? { center: centre } : {}),
            ...(exceptId === undefined ? {} : { exceptId }),
          },
          { silent: true },
        )
        .catch(() => null);
      if (!isOutdated) setState(outcome?.ok ? { kind: 'done', found: outcome.data } : { kind: 'idle' });
    }, PAUSE_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [points, centre, exceptId]);
  return state;
}
