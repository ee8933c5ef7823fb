import type { CallContext } from '../../core/http/context';

/** Path of the application page. A channel code can follow as a further segment. */
export const APPLY_PATH = '/apply';

/** Returns the URL of the application page under the console's own origin. @param channel `null` means no channel */
export function applyUrl({ deployment, origin }: Pick<CallContext, 'deployment' | 'origin'>, channel: string | null) {
  const path = channel === null ? APPLY_PATH : `${APPLY_PATH}/${channel}`;
  return `${deployment.publicOrigin ?? origin}${path}`;
}
