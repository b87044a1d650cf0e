import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { withBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { isPassing, retryAfter } from '#server/http/failures.ts';
import { hostOf } from '#server/http/host-of.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actions } from './actions/index.ts';
import { countAttempt, networkKeyOf } from './attempts.ts';
import type { IdentityProviderConfig } from './config.ts';
import type { ProviderContext } from './context.ts';
import { createDevices } from './devices.ts';
import { ProviderError, tooManyCalls } from './errors.ts';
import { createAuthorizationRoutes } from './oauth/authorize.ts';
import { exchangeCode } from './oauth/token.ts';

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const CONTENT_TYPE = 'application/x-amz-json-1.1';
const PRUNE_INTERVAL_MS = 10 * 60_000;

function isAllowedCaller(context: Context, config: IdentityProviderConfig): boolean {
  const host = hostOf(context);
  const hostname = host.replace(/:\d+$/, '');
  if (!config.allowedHostnames.includes(hostname)) return false;
  const origin = context.req.header('origin');
  if (origin === undefined || config.allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

export function createProviderRoutes(provider: ProviderContext): Hono {
  const { config, clock, logger } = provider;
  const devices = createDevices(provider);
  let prunedAt = clock().getTime();

  const countCall = (network: string) =>
    countAttempt(provider, `calls ${networkKeyOf(provider, network)}`, config.calls, tooManyCalls);

  async function pruneNowAndThen(): Promise<void> {
    const now = clock();
    if (now.getTime() - prunedAt < PRUNE_INTERVAL_MS) return;
    prunedAt = now.getTime();
    const longestWindow = Math.max(
      config.wrongPasswords.windowMs,
      config.wrongCodes.windowMs,
      config.codeMails.windowMs,
      config.signUps.windowMs,
    );
    await provider.store.prune(now, new Date(now.getTime() - longestWindow));
  }

  const readBody = withBody(64 * 1024);
  const limited: MiddlewareHandler = async (context, next) => {
    try {
      return await readBody(context, next);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return answer(
        context,
        { __type: 'SerializationException', message: error.message },
        // biome-ignore lint/plugin: `withBody` refuses nothing but a body that is too large.
        error.status as 413,
      );
    }
  };

  async function run(context: Context): Promise<object> {
    const network = networkOf(config.clientAddress(context));
    await countCall(network);
    const target = context.req.header('x-amz-target') ?? '';
    const action = target.startsWith(TARGET_PREFIX)
      ? actions.get(target.slice(TARGET_PREFIX.length))
      : undefined;
    if (!action) throw new ProviderError('UnknownOperationException', 'This action is not known.');
    // For this type other sites need a CORS preflight, which fails.
    if (context.req.header('content-type')?.split(';')[0]?.trim() !== CONTENT_TYPE) {
      throw new ProviderError('SerializationException', `Send ${CONTENT_TYPE}.`);
    }
    let body: unknown;
    try {
      body = await context.req.json();
    } catch {
      throw new ProviderError('SerializationException', 'The body is not JSON.');
    }
    await pruneNowAndThen();
    const origin = config.publicOrigin ?? new URL(context.req.url).origin;
    return action.run(provider, body, {
      network,
      origin,
      deviceOf: (account) => devices.deviceOf(context, account),
      rememberDevice: (account) => devices.remember(context, account, origin.startsWith('https:')),
    });
  }

  function answer(context: Context, body: object, status: 200 | 400 | 403 | 413 | 500 | 503): Response {
    return context.body(JSON.stringify(body), status, { 'content-type': CONTENT_TYPE });
  }

  const routes = new Hono();
  routes.use('*', async (context, next) => {
    if (!isAllowedCaller(context, config)) {
      return answer(context, { __type: 'ForbiddenException', message: 'Not served to this host.' }, 403);
    }
    context.header('cache-control', 'no-store');
    await next();
    return undefined;
  });
  routes.get('/.well-known/jwks.json', (context) => {
    context.header('cache-control', 'public, max-age=300');
    return context.json({ keys: [provider.keys.publicJwk] });
  });
  routes.use('/oauth2/*', limited, async (context, next) => {
    try {
      await countCall(networkOf(config.clientAddress(context)));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return context.text(error.message, 429);
    }
    await pruneNowAndThen();
    await next();
    return undefined;
  });
  routes.post('/oauth2/token', async (context) => {
    const { status, body } = await exchangeCode(provider, await context.req.parseBody());
    return context.json(body, status);
  });
  routes.route('/oauth2', createAuthorizationRoutes(provider));
  routes.post('*', limited, async (context) => {
    try {
      return answer(context, await run(context), 200);
    } catch (error) {
      if (error instanceof ProviderError) {
        return answer(context, { __type: error.type, message: error.message }, 400);
      }
      logger.error({ err: error }, 'identity: action failed');
      const status = isPassing(error) ? 503 : 500;
      for (const [name, value] of Object.entries(retryAfter(status))) context.header(name, value);
      return answer(context, { __type: 'InternalErrorException', message: 'Please try again.' }, status);
    }
  });
  return routes;
}
