import type { Config } from '#server/platform/config.ts';
import type { Logger } from '#server/platform/log.ts';
import { noTelemetry, type Telemetry } from '#server/platform/telemetry.ts';
import type { MetricsSources } from './metrics.ts';

export interface OpenTelemetry extends Telemetry {
  follow(sources: MetricsSources): Promise<void>;
  close(): Promise<void>;
}

type Options = Pick<Config, 'metrics' | 'tracesUrl' | 'role'> & { version: string; log: Logger };

async function openMetrics({
  metrics: wanted,
  version,
  log,
}: Omit<Options, 'tracesUrl'>): Promise<OpenTelemetry> {
  if (wanted === null) return { ...noTelemetry, follow: async () => undefined, close: async () => undefined };
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

/** Loads the libraries only where the settings ask for them. */
export async function openTelemetry({ tracesUrl, ...options }: Options): Promise<OpenTelemetry> {
  const metrics = await openMetrics(options);
  if (tracesUrl === null) return metrics;
  const { createTraces } = await import('./traces.ts');
  const traces = createTraces({ ...options, endpoint: tracesUrl });
  return {
    ...metrics,
    measure: (operation, work) => traces.measure(operation, () => metrics.measure(operation, work)),
    async close() {
      await Promise.all([metrics.close(), traces.close()]);
    },
  };
}
