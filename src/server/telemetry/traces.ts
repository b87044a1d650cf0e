import { context, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { currentCause, withCause } from '#server/platform/cause.ts';
import { newId } from '#server/platform/ids.ts';
import { errorForLog, type Logger } from '#server/platform/log.ts';
import type { Operation, Telemetry } from '#server/platform/telemetry.ts';
import { within } from '#server/platform/within.ts';

const lastExportMs = 3_000;
const kinds: Record<Operation['kind'], SpanKind> = {
  call: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  stage: SpanKind.INTERNAL,
};

export interface Traces extends Pick<Telemetry, 'measure'> {
  /** Sends what has not been sent, for 3 seconds at most. */
  close(): Promise<void>;
}

const traceParentOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Within the caller's span: of a call its `traceparent` header, of a job the call that queued it, of a stage its job. */
function parentOf({ traceParent = currentCause()?.traceParent }: Operation) {
  const parent = traceParent === undefined ? null : parseTraceParent(traceParent);
  return parent === null
    ? context.active()
    : trace.setSpanContext(context.active(), { ...parent, isRemote: true });
}

function finish(span: Span, operation: Operation, error?: unknown): void {
  const { name, outcome } = operation;
  span.updateName(name);
  if (outcome !== undefined) span.setAttribute('hearthscribe.outcome', outcome);
  if (error !== undefined) {
    const { type, message = type, stack = '' } = errorForLog(error);
    span.recordException({ name: type, message, stack });
  }
  if (error !== undefined || outcome === '5xx') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Sends a span for each call, job and stage to an OpenTelemetry collector, by OTLP over HTTP. */
export function createTraces(options: {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string;
  version: string;
  role: string;
  log: Logger;
}): Traces {
  const { log } = options;
  setGlobalErrorHandler((error) => log.warn({ err: error }, 'Traces could not be sent.'));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'hearthscribe',
      'service.version': options.version,
      'service.instance.id': newId(),
      'hearthscribe.role': options.role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('hearthscribe');

  return {
    async measure(operation, work) {
      const cause = currentCause();
      const span = tracer.startSpan(
        operation.name,
        {
          kind: kinds[operation.kind],
          attributes: cause === undefined ? {} : { 'hearthscribe.request_id': cause.requestId },
        },
        parentOf(operation),
      );
      const traceParent = traceParentOf(span.spanContext());
      try {
        const run = () => work(operation);
        const result = await (cause === undefined ? run() : withCause({ ...cause, traceParent }, run));
        finish(span, operation);
        return result;
      } catch (error) {
        finish(span, operation, error);
        throw error;
      }
    },
    async close() {
      const isDone = await within(lastExportMs, provider.shutdown()).catch(() => false);
      if (!isDone) log.warn('The last traces could not be sent.');
    },
  };
}
