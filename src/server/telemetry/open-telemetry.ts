import type { Config } from '#server/platform/config.ts';
import type { Logger } from '#server/platform/log.ts';
import { noTelemetry, type Telemetry } from '#server/platform/telemetry.ts';
import type { MetricsSources } from './metrics.ts';

export interface OpenTelemetry extends Telemetry {
  follow(sources: MetricsSources): Promise<void>;
  close(): Promise<void>;
}

export async function openTelemetry({
  metrics: wanted,
  version,
  log,
}: Pick<Config, 'metrics'> & { version: string; log: Logger }): Promise<OpenTelemetry> {
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
