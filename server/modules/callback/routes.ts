import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLBACK } from '../../../contract/limits';
import type { DiskGuard } from '../../core/files/disk';
import type { Latency } from '../../core/http/latency';
import type { RateLimiter } from '../../core/http/rate-limiter';
import {
  CALLBACK_METHODS,
  type CallbackAnswer,
  type CallbackMethod,
  type CallbackTools,
  type Receiver,
} from '../../core/platforms/receiver';
import { takeCall } from './take';

const ALL_METHODS = [...CALLBACK_METHODS, 'PUT', 'PATCH', 'DELETE'] as const;
/** Accepted content types: JSON, URL-encoded forms, XML and other text. A call without a content type is also accepted. */
const READABLE =
  /^(|application\/([\w.+-]+\+)?json|application\/x-www-form-urlencoded|(application|text)\/([\w.+-]+\+)?xml|text\/\w+)$/;

interface Deps {
  readonly tools: CallbackTools;
  readonly receivers: readonly Receiver[];
  readonly limiter: Pick<RateLimiter, 'callback'>;
  readonly isDiskFull: DiskGuard;
  readonly log: FastifyBaseLogger;
  readonly latency?: Latency;
}

function send(reply: FastifyReply, { status, type, body }: CallbackAnswer): FastifyReply {
  return reply.code(status).type(type).send(body);
}

/** Converts Node's headers to {@link Headers}. A repeated header keeps all values, except headers of which Node keeps only one value. */
function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const part of [value ?? []].flat()) headers.append(name, part);
  }
  return headers;
}

async function answerCall(receiver: Receiver, request: FastifyRequest, deps: Deps): Promise<CallbackAnswer> {
  const { tools, limiter, isDiskFull, log } = deps;
  const refused = (status: number): CallbackAnswer => ({ ...receiver.answer(false), status });
  if (!receiver.methods.some((method) => method === request.method)) return refused(405);
  if ((await limiter.callback(request.ip)) > 0) return refused(429);
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!READABLE.test(type)) return refused(415);
  if (await isDiskFull()) return refused(503);
  const [, query = ''] = request.url.split(/\?(.*)/s, 2);
  const taken = await takeCall(
    receiver,
    {
      method: request.method as CallbackMethod,
      query,
      headers: headersOf(request),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    },
    tools,
  );
  const facts = { requestId: request.id, address: receiver.address, ip: request.ip };
  if (taken.outcome === 'refused') log.warn(facts, 'a callback was refused');
  if (taken.outcome === 'waiting') log.error({ ...facts, err: taken.error }, 'the handler of a callback failed');
  return taken.answer;
}

/**
 * Registers the URLs that platforms call. These URLs are not endpoints of the contract: they have no session and no envelope, and they
 * receive the raw body.
 */
export async function registerCallbackRoutes(http: FastifyInstance, deps: Deps): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALLBACK.bodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const receiver of deps.receivers) {
      scope.route({
        method: [...ALL_METHODS],
        url: `/api/${receiver.address}`,
        handler: async (request, reply) => {
          const answer = await answerCall(receiver, request, deps);
          if (answer.status === 405) reply.header('allow', receiver.methods.join(', '));
          return send(reply, answer);
        },
        errorHandler: (error, request, reply) => {
          // A body that is too large or incomplete is the caller's fault. Other errors are our fault, and the platform repeats the call.
          const isUnreadable = error.statusCode !== undefined && error.statusCode < 500;
          if (!isUnreadable) deps.log.error({ err: error, requestId: request.id }, 'a callback could not be kept');
          return send(reply, { ...receiver.answer(false), status: isUnreadable ? (error.statusCode ?? 400) : 500 });
        },
        onResponse: async (_request, reply) => {
          deps.latency?.note(receiver.address, reply.elapsedTime, reply.statusCode >= 500);
        },
      });
    }
  });
}
