import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';

/**
 * Creates spans of this process: calls of the contract, jobs, statements, and calls to outside platforms. Until `startTracing` (sdk.ts)
 * has run, OpenTelemetry's API ignores them.
 */
const tracer = () => trace.getTracer('multistation-console');

type Attributes = Readonly<Record<string, string | number>>;

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}

/**
 * Runs work as one span of the current trace.
 *
 * @param name the same for all work of its kind: values belong into `attributes`
 */
async function inSpan<T>(
  name: string,
  options: { readonly kind: SpanKind; readonly attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs a job as the root span of a trace. */
export const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan(`job ${name}`, { kind: SpanKind.INTERNAL }, work);

/** Traces a call to an outside platform. The path may contain secrets and is omitted; no trace header is sent to the platform. */
export const asPlatformCall = <T>(method: string, { host }: URL, work: () => Promise<T>): Promise<T> =>
  inSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes: { 'server.address': host } }, work);

/** The first word of a statement: `select`. */
const VERB = /^[\s(]*(\w+)/;

/** Records a finished Kysely statement. Its text has `$1` in place of each value. */
export function noteStatement(event: LogEvent): void {
  const { query, queryDurationMillis } = event;
  const parent = context.active();
  // A statement outside of a call or job, such as polling for work, would create a separate trace.
  if (!trace.getSpan(parent)) return;
  const end = Date.now();
  const span = tracer().startSpan(
    `sql ${VERB.exec(query.sql)?.[1]?.toLowerCase() ?? 'statement'}`,
    {
      kind: SpanKind.CLIENT,
      startTime: end - queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql },
    },
    parent,
  );
  if (event.level === 'error') markFailed(span, event.error);
  span.end(end);
}

/** Trace contexts by request. */
const contexts = new WeakMap<FastifyRequest, Context>();

/**
 * Starts a span for each call of the contract; `endCall` ends it.
 *
 * @param continues whether a call may continue an incoming trace (`traceparent`): only behind a trusted proxy, since any client can
 * send the header
 */
export function traceCalls(http: FastifyInstance, { continues }: { readonly continues: boolean }): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { bound } = request.routeOptions.config;
    if (!bound) return done();
    const before = continues ? propagation.extract(context.active(), request.headers) : context.active();
    const span = tracer().startSpan(
      bound.address,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'multistation.request_id': request.id },
      },
      before,
    );
    contexts.set(request, trace.setSpan(before, span));
    done();
  });
  // Set the context here: request bodies arrive as events, which lose an earlier context.
  http.addHook('preValidation', (request, _reply, done) => {
    const found = contexts.get(request);
    if (found) context.with(found, done);
    else done();
  });
}

/**
 * Ends the span of a call.
 *
 * @param end.isFault the call ended with a fault of this server or of a system that it depends on
 * @returns the id of its trace; undefined when the call is not traced
 */
export function endCall(
  request: FastifyRequest,
  { status, code, isFault }: { readonly status: number; readonly code: number | undefined; readonly isFault: boolean },
): string | undefined {
  const found = contexts.get(request);
  const span = found && trace.getSpan(found);
  if (!span) return undefined;
  span.setAttribute('http.response.status_code', status);
  if (code !== undefined) span.setAttribute('multistation.code', code);
  if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return span.spanContext().traceId;
}
