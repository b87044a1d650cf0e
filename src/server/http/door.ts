import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isProbe } from '#contract/server.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AddressLimit } from './address-limit.ts';
import { defaultMaxBodyBytes, withBody } from './body.ts';
import { type ClientAddressOf, isOverNetwork, networkOf } from './client-address.ts';
import { refuseInWords } from './failures.ts';
import { type Gate, hasOwnPlace, type Turns } from './gate.ts';
import type { RequestVariables } from './mount.ts';
import { isFromThisMachine } from './this-machine.ts';

/** Matches no route but the middleware of all of them. */
const everywhere = '/*';

/**
 * Applies to every route, in whatever way it was added, except health checks. A route that does not take places of its
 * own works in a place of `gate`, with its body read before; of one address as many at once as `turns` has.
 */
export function createDoor({
  gate,
  turns,
  limit,
  clientAddress,
}: {
  gate: Gate;
  turns: Turns;
  limit: AddressLimit;
  clientAddress: ClientAddressOf;
}): MiddlewareHandler<{ Variables: RequestVariables }> {
  const readBody = withBody(defaultMaxBodyBytes);
  return async (context, next) => {
    if (isProbe(context.req.path)) return next();
    try {
      const isVisitor = isOverNetwork(context) && !isFromThisMachine(context);
      const network = isVisitor ? networkOf(clientAddress(context)) : null;
      if (network !== null) {
        const waitSeconds = limit.waitFor(network);
        if (waitSeconds > 0) throw new Refusal('tooManyRequests', { waitSeconds });
      }
      const routes = matchedRoutes(context).filter(({ path }) => path !== everywhere);
      if (routes.some(({ handler }) => hasOwnPlace(handler))) return await next();
      const { signal } = context.req.raw;
      gate.assertRoom();
      const inGate = () => gate.run(next, signal);
      const work = () => (network === null ? inGate() : turns.run(network, inGate, signal));
      return routes.length === 0 ? await work() : await readBody(context, work);
    } catch (error) {
      if (error instanceof Refusal) return refuseInWords(error, context);
      throw error;
    }
  };
}
