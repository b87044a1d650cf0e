import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from '#server/platform/log.ts';
import { apiVersion, type RunAct } from './act.ts';
import type { Answer, Handler, Routes } from './api/call.ts';
import { catalogueRoutes } from './api/catalogue.ts';
import { checkoutRoutes } from './api/checkouts.ts';
import { customerRoutes } from './api/customers.ts';
import { expandAll } from './api/expand.ts';
import { invoiceRoutes } from './api/invoices.ts';
import { paymentRoutes } from './api/payments.ts';
import { portalRoutes } from './api/portal.ts';
import { subscriptionRoutes } from './api/subscriptions.ts';
import { badRequest, notFound, otherRequest, StandInError, unauthorized } from './errors.ts';
import { decodeForm } from './form.ts';
import { newStandInId } from './ids.ts';
import { daySeconds } from './periods.ts';

const routes: Routes = {
  ...customerRoutes,
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...invoiceRoutes,
  ...subscriptionRoutes,
  ...portalRoutes,
};

const patterns = Object.entries(routes).map(([route, handler]) => {
  const [method = '', path = ''] = route.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return { method, names, handler, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([\\w-]+)')}$`) };
});

function routeOf(method: string, pathname: string): { handler: Handler; path: Record<string, string> } {
  for (const route of patterns) {
    const match = route.method === method ? route.pattern.exec(pathname) : null;
    if (!match) continue;
    const path = route.names.map((name, index) => [name, match[index + 1] ?? '']);
    return { handler: route.handler, path: Object.fromEntries(path) };
  }
  throw notFound(method, pathname);
}

const largestBody = 256 * 1024;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createApi(deps: { run: RunAct; secretKey: string; log: Logger }) {
  const { run, secretKey, log } = deps;
  const keyHash = hashOf(`Bearer ${secretKey}`);

  async function answer(
    request: Request,
    requestId: string,
  ): Promise<{ status: number; body: object; again?: true }> {
    if (!timingSafeEqual(hashOf(request.headers.get('authorization') ?? ''), keyHash)) throw unauthorized();
    const { pathname, search } = new URL(request.url);
    const { handler, path } = routeOf(request.method, pathname);
    const sent = request.method === 'POST' ? await request.text() : search.slice(1);
    if (sent.length > largestBody) throw badRequest('The request is too large.');
    const form = decodeForm(sent);
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    if (key !== null && key.length > 255)
      throw badRequest('Idempotency keys are 255 characters long at most.');
    const fingerprint = hashOf(`${request.method} ${pathname} ${sent}`).toString('hex');
    const knownId = key === null ? null : `request_${hashOf(key).toString('hex')}`;

    return run(
      async (act) => {
        const known = knownId === null ? null : await act.objects.find('stand_in.request', knownId);
        if (known !== null && known.created + daySeconds > (await act.now(null))) {
          if (known.fingerprint !== fingerprint) throw otherRequest();
          return { status: known.status, body: known.answer, again: true as const };
        }
        const given: Answer = await handler({ act, path, form });
        const result =
          given instanceof StandInError
            ? { status: given.status, body: { error: given.body } }
            : { status: 200, body: await expandAll(act, given.object, given.expand ?? []) };
        if (knownId !== null) {
          const created = await act.now(null);
          const kept = { fingerprint, status: result.status, answer: result.body };
          await act.objects.put({ id: knownId, object: 'stand_in.request', created, ...kept });
        }
        return result;
      },
      { id: requestId, idempotency_key: key },
    );
  }

  return async (request: Request): Promise<Response> => {
    const requestId = newStandInId('req');
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': request.headers.get('stripe-version') ?? apiVersion,
    };
    const key = request.headers.get('idempotency-key');
    if (key !== null) headers['idempotency-key'] = key;
    try {
      const { status, body, again } = await answer(request, requestId);
      if (again) headers['idempotent-replayed'] = 'true';
      return new Response(JSON.stringify(body), { status, headers });
    } catch (error) {
      if (error instanceof StandInError)
        return new Response(JSON.stringify({ error: error.body }), { status: error.status, headers });
      log.error({ err: error }, 'stand-in for Stripe: call failed');
      const message = 'The stand-in has failed; its log says why.';
      return new Response(JSON.stringify({ error: { type: 'api_error', message } }), {
        status: 500,
        headers,
      });
    }
  };
}
