import type { FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../core/access/session';

/**
 * The session of a request outside of the pipe; null while the person's identities do not count or an urgent
 * announcement blocks the console.
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
