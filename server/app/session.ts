import type { FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../core/access/session';

/**
 * Reads the session of a request outside the pipe. The result is `null` in three cases: there is no valid session, the user has identities
 * but none is in effect, or an urgent announcement blocks the console.
 *
 * @param token default: the header `Authorization`
 */
export type SessionOf = (request: FastifyRequest, token?: string) => Promise<Session | null>;

export function createSessionOf(sessions: Sessions): SessionOf {
  return async (request, token = request.headers.authorization) => {
    const session = await sessions.read(token, request.headers['user-agent'] ?? '', request.ip);
    return session?.closed || session?.mustConfirm ? null : session;
  };
}
