import type { FastifyRequest } from 'fastify';
import { LOCAL_HOST } from '../core/console-link';
import { Refusal } from '../core/http/refusal';
import type { Settings } from '../settings';

/** Behind a proxy every request would seem to come from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Where the caller has the console open: what the operator says, a page hosted elsewhere, else the address of this call. */
export function consoleOrigin(
  settings: Pick<Settings, 'publicOrigin' | 'corsOrigins'>,
  request: FastifyRequest,
): string {
  const { origin } = request.headers;
  if (settings.publicOrigin !== null) return settings.publicOrigin;
  if (origin && settings.corsOrigins.includes(origin)) return origin;
  return `${request.protocol}://${request.host}`;
}

/** Does the caller sit at this very machine? Asked before the SMS outbox is shown; a foreign host name is a trick. */
export function isLocal(request: FastifyRequest): boolean {
  return (
    LOOPBACK.test(request.ip) &&
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(request.headers.host ?? '') &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined)
  );
}

/** Whose `X-Forwarded-For` is believed, in the http server's words; a number counts proxies from this server outwards. */
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

/** The request's own fault: too large, cut off, or no JSON by its type. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}
