import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { withCause } from '#server/platform/cause.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Telemetry } from '#server/platform/telemetry.ts';
import type { RequestVariables } from './mount.ts';

/**
 * Puts `x-request-id` in all log lines of a request. Logs the route, because addresses may be permissions (links to shared
 * pages, ids of uploads, codes), and no query, headers or body.
 */
export function requestLog(
  log: Logger,
  telemetry: Telemetry,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return (context, next) => {
    const requestId = randomUUID();
    context.set('log', log);
    const began = performance.now();
    const { method } = context.req;
    const operation = { kind: 'call', name: method, traceParent: context.req.header('traceparent') } as const;
    return withCause({ requestId }, () =>
      telemetry.measure(operation, async (measured) => {
        await next();
        context.res.headers.set('x-request-id', requestId);
        const { status } = context.res;
        const route = routePath(context, -1);
        // Pages and files share one name.
        measured.name = `${method} ${route}`;
        measured.outcome = `${Math.trunc(status / 100)}xx`;
        const refusal = context.get('refusal');
        if (refusal !== undefined) telemetry.refused(refusal);
        log[status >= 500 && refusal !== 'overloaded' ? 'error' : 'info'](
          {
            method,
            route: context.get('page') ?? route,
            status,
            milliseconds: Math.round(performance.now() - began),
            userId: context.get('userId'),
          },
          'request',
        );
      }),
    );
  };
}
