import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../contract/limits';

/**
 * The session token of a request that the browser makes by itself, a download: in the header where a page fetches it, else in the
 * console's cookie. Only for reads that need more than the session, a signed link: another site can make a browser send the cookie.
 */
export function downloadToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (headers.authorization) return headers.authorization;
  const own = (headers.cookie ?? '').split('; ').find((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return own?.slice(SESSION_COOKIE.length + 1);
}
