import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../contract/limits';

/**
 * Reads the session token of a download from the header, or else from the console's cookie. Use it only for reads that also need a signed
 * link. Otherwise another site could make a browser send the cookie and call the endpoint.
 */
export function downloadToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (headers.authorization) return headers.authorization;
  const own = (headers.cookie ?? '').split('; ').find((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return own?.slice(SESSION_COOKIE.length + 1);
}
