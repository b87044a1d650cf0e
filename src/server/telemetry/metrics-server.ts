import { createServer } from 'node:http';
import { messageOf } from '#contract/unknown-values.ts';
import type { Logger } from '#server/platform/log.ts';
import { portOf } from '#server/platform/port-of.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { Metrics } from './metrics.ts';

export type MetricsServer = Awaited<ReturnType<typeof serveMetrics>>;

/** On its own port, which a proxy for users cannot reach. @throws StartError */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read'>,
  { host, port, log }: { host: string; port: number; log: Logger },
) {
  const http = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { text, type } = await metrics.read();
      response.writeHead(200, { 'content-type': type }).end(text);
    } catch (error) {
      log.error({ err: error }, 'The metrics could not be read.');
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error) =>
      reject(new StartError(`METRICS_PORT ${port} cannot be used on ${host}: ${messageOf(error)}`)),
    );
    http.listen(port, host, resolve);
  });
  http.on('error', (error) => log.error({ err: error }, 'A connection for metrics could not be accepted.'));
  const taken = portOf(http);
  log.info({ host, port: taken }, 'Metrics are served.');
  return {
    port: taken,
    async close(): Promise<void> {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
