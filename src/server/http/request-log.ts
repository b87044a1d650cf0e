import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from '#server/platform/log.ts';
import type { RequestVariables } from './mount.ts';

/** Gives each request an id (`x-request-id`) and logs it once, without query, headers or body. */
export function requestLog(log: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const requestId = randomUUID();
    const requestLogger = log.child({ requestId });
    context.set('requestId', requestId);
    context.set('log', requestLogger);
    const began = performance.now();
    await next();
    context.res.headers.set('x-request-id', requestId);
    const { status } = context.res;
    requestLogger[status >= 500 ? 'error' : 'info'](
      {
        method: context.req.method,
        path: context.req.path,
        status,
        milliseconds: Math.round(performance.now() - began),
        userId: context.get('userId'),
      },
      'request',
    );
  };
}
