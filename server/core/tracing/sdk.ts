import { hostname } from 'node:os';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/**
 * Starts sending the spans of this process to a collector, in batches. The library itself reads `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`.
 *
 * @param endpoint URL of a collector that accepts OTLP over HTTP, for example `http://127.0.0.1:4318`
 * @param warn called when spans cannot be sent; only these spans are lost
 * @returns a function that sends the remaining spans and stops tracing
 */
export function startTracing(
  { endpoint, service }: { readonly endpoint: string; readonly service: string },
  warn: (message: string) => void,
): () => Promise<void> {
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  provider.register();
  return () => provider.shutdown();
}
