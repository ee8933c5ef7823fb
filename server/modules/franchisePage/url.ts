import type { CallContext } from '../../core/http/context';

/** Path of the application page. */
export const APPLY_PATH = '/apply';

/** The page's address under the console's own origin. @param channel null: without one */
export function applyUrl({ deployment, origin }: Pick<CallContext, 'deployment' | 'origin'>, channel: string | null) {
  const path = channel === null ? APPLY_PATH : `${APPLY_PATH}/${channel}`;
  return `${deployment.publicOrigin ?? origin}${path}`;
}
