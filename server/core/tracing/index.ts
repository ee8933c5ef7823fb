import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';

/**
 * Returns the tracer for the spans of this process: calls of our endpoints, jobs, SQL statements and calls to outside platforms.
 * OpenTelemetry's API ignores spans until `startTracing` (sdk.ts) has run.
 */
const tracer = () => trace.getTracer('multistation-console');

type Attributes = Readonly<Record<string, string | number>>;

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}

/**
 * Runs work as one span. The span is a child of the active span, or the first span of a new trace.
 *
 * @param name must be the same for all work of this type; values belong in `attributes`
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

/** Runs a job as one span. Without an active span, the job's span starts a new trace. */
export const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan(`job ${name}`, { kind: SpanKind.INTERNAL }, work);

/** Traces a call to an outside platform. It omits the path, which may contain secrets. The platform receives no trace header. */
export const asPlatformCall = <T>(method: string, { host }: URL, work: () => Promise<T>): Promise<T> =>
  inSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes: { 'server.address': host } }, work);

/** Pattern of the first word of an SQL statement, for example `select`. */
const VERB = /^[\s(]*(\w+)/;

/** Records a finished Kysely statement. Its SQL text has placeholders (`$1`, `$2`, …) in place of the parameters. */
export function noteStatement(event: LogEvent): void {
  const { query, queryDurationMillis } = event;
  const parent = context.active();
  // A statement outside of a call or job, such as a poll for work, would create a separate trace.
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

/** Trace contexts by request. {@link endCall} finds the span of a request here. */
const contexts = new WeakMap<FastifyRequest, Context>();

/**
 * Starts a span for each call of an endpoint of the contract. `endCall` ends the span.
 *
 * @param continues whether calls may continue an incoming trace (`traceparent`); use it only behind a trusted proxy, because any client
 * can send this header
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
  // We set the context only here. Request bodies arrive as events, and the event handlers lose a context that was set earlier.
  http.addHook('preValidation', (request, _reply, done) => {
    const found = contexts.get(request);
    if (found) context.with(found, done);
    else done();
  });
}

/**
 * Ends the span of a call.
 *
 * @param end.isFault the call failed because of this server or of a system that it depends on
 * @returns the trace id, or `undefined` when the call is not traced
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
