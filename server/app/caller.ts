import type { FastifyRequest } from 'fastify';
import { LOCAL_HOST } from '../core/console-link';
import { Refusal } from '../core/http/refusal';
import type { Settings } from '../settings';

/** Headers that reveal a proxy. Requests through a local proxy would otherwise seem to come from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Finds the console's origin: the configured public origin, else the header `Origin` if CORS allows it, else the origin from `Host`. */
export function consoleOrigin(
  settings: Pick<Settings, 'publicOrigin' | 'corsOrigins'>,
  request: FastifyRequest,
): string {
  const { origin } = request.headers;
  if (settings.publicOrigin !== null) return settings.publicOrigin;
  if (origin && settings.corsOrigins.includes(origin)) return origin;
  return `${request.protocol}://${request.host}`;
}

/**
 * Checks that a request comes from this machine and passed no proxy. Only such requests may see the local outbox. The host name must be
 * local, because an attacker's host name can also resolve to this machine (DNS rebinding).
 */
export function isLocal(request: FastifyRequest): boolean {
  return (
    LOOPBACK.test(request.ip) &&
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(request.headers.host ?? '') &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined)
  );
}

/**
 * Converts the setting for trusted `X-Forwarded-For` senders to the http server's format. A number in the setting is the number of trusted
 * proxies in front of this server.
 */
export function trustIn(
  setting: Settings['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return [...setting];
}

export function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Checks whether the request itself caused the error: for example, too large, truncated, or with a content type other than JSON. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}
