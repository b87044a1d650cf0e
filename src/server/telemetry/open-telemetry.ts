import type { Config } from '#server/platform/config.ts';
import type { Logger } from '#server/platform/log.ts';
import { noTelemetry, type Telemetry } from '#server/platform/telemetry.ts';
import type { MetricsSources } from './metrics.ts';

export interface OpenTelemetry extends Telemetry {
  follow(sources: MetricsSources): Promise<void>;
  close(): Promise<void>;
}

const nothing: OpenTelemetry = {
  ...noTelemetry,
  follow: async () => undefined,
  close: async () => undefined,
};

type Options = Pick<Config, 'metrics' | 'tracesUrl' | 'role'> & { version: string; log: Logger };

async function openMetrics({ metrics: wanted, version, log }: Options): Promise<OpenTelemetry> {
  if (wanted === null) return nothing;
  const { createMetrics } = await import('./metrics.ts');
  const { serveMetrics } = await import('./metrics-server.ts');
  const metrics = createMetrics({ version, log });
  let close = async () => {};
  return {
    ...metrics,
    async follow(sources) {
      metrics.follow(sources);
      ({ close } = await serveMetrics(metrics, { ...wanted, log }));
    },
    close: () => close(),
  };
}

async function openTraces({ tracesUrl, ...options }: Options): Promise<OpenTelemetry> {
  if (tracesUrl === null) return nothing;
  const { createTraces } = await import('./traces.ts');
  return { ...nothing, ...createTraces({ ...options, endpoint: tracesUrl }) };
}

/** Loads the libraries only where the settings ask for them. */
export async function openTelemetry(options: Options): Promise<OpenTelemetry> {
  const [metrics, traces] = await Promise.all([openMetrics(options), openTraces(options)]);
  return {
    measure: (operation, work) => traces.measure(operation, () => metrics.measure(operation, work)),
    refused: metrics.refused,
    follow: metrics.follow,
    async close() {
      await Promise.all([metrics.close(), traces.close()]);
    },
  };
}
