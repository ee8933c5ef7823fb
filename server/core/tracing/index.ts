import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';

/**
 * Spans of what this process does: calls of the contract, jobs, statements, calls of platforms. Until `startTracing` (sdk.ts) has run,
 * the interface of OpenTelemetry does nothing with them.
 */
const tracer = () => trace.getTracer('multistation-console');

type Attributes = Readonly<Record<string, string | number>>;

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}

/**
 * Does something as one span of the present trace.
 *
 * @param name the same for all things of its kind: values belong into `attributes`
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

/** A run of a job: the beginning of a trace. */
export const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan(`job ${name}`, { kind: SpanKind.INTERNAL }, work);

/** A call of an outside platform. Its path may hold secrets and is left out; the platform gets no header of the trace. */
export const asPlatformCall = <T>(method: string, { host }: URL, work: () => Promise<T>): Promise<T> =>
  inSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes: { 'server.address': host } }, work);

/** The first word of a statement: `select`. */
const VERB = /^[\s(]*(\w+)/;

/** Notes a statement of Kysely that has ended. Its text holds `$1` where values are sent, and so no value. */
export function noteStatement(event: LogEvent): void {
  const { query, queryDurationMillis } = event;
  const parent = context.active();
  // A statement outside of a call or job, as those that look for work, would be a trace of its own.
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

/** Where calls are traced, by their requests. */
const contexts = new WeakMap<FastifyRequest, Context>();

/**
 * Makes each call of the contract a span, which `endCall` ends.
 *
 * @param continues whether a call may belong to a trace that began before this server (`traceparent`): only where a proxy is trusted,
 * since anybody can send the header
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
  // From here on: the bodies of requests arrive as events, which know nothing of what was before them.
  http.addHook('preValidation', (request, _reply, done) => {
    const found = contexts.get(request);
    if (found) context.with(found, done);
    else done();
  });
}

/**
 * Ends the span of a call.
 *
 * @param end.isFault the call ended with a fault of this server or of a system behind it
 * @returns the number of its trace; undefined where it is not traced
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
