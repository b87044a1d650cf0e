import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { hostOf } from '#server/http/host-of.ts';
import { isFromThisMachine } from '#server/http/this-machine.ts';
import { Email, newCredentials, newId, type ProviderContext } from '../context.ts';
import type { StoredUser } from '../store.ts';
import { AuthorizationRequest, isAllowedRedirect } from './callers.ts';
import { refusedPage, standInPage, standInStyle } from './stand-in-page.ts';

export const authorizationHashOf = (code: string) => createHash('sha256').update(code).digest('hex');

async function federatedUser(provider: ProviderContext, email: string): Promise<StoredUser> {
  const federatedSubject = `google ${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
  const known = await provider.store.findUserByFederatedSubject(federatedSubject);
  if (known) return known;
  const id = newId(provider.random);
  const user: StoredUser = {
    id,
    email,
    emailVerified: true,
    confirmed: true,
    ...newCredentials(provider, id, provider.random(48).toString('base64url')),
    federatedSubject,
    createdAt: provider.clock(),
  };
  if (await provider.store.insertUser(user)) {
    provider.logger.info({ userId: id }, 'identity: federated user created');
    return user;
  }
  const made = await provider.store.findUserByFederatedSubject(federatedSubject);
  if (!made) throw new Error('The federated user was neither created nor found.');
  return made;
}

export function createAuthorizationRoutes(provider: ProviderContext): Hono {
  const { config, clock, random, store } = provider;
  const routes = new Hono();

  /** The request, or why it is rejected. Verifies the redirect address before any redirect. */
  function readRequest(context: Context, fields: Record<string, unknown>): AuthorizationRequest | string {
    if (!config.googleStandIn || !isFromThisMachine(context))
      return 'Signing in with Google is not set up on this server.';
    const parsed = AuthorizationRequest.safeParse(fields);
    if (!parsed.success) {
      const names = parsed.error.issues.map(({ path }) => path.join('.'));
      return `The request is not complete: ${[...new Set(names)].join(', ')}.`;
    }
    if (parsed.data.client_id !== config.clientId) return 'This user pool client does not exist.';
    if (!isAllowedRedirect(config, hostOf(context), parsed.data.redirect_uri)) {
      return 'The redirect address does not belong to this app.';
    }
    return parsed.data;
  }

  function leadBack(
    context: Context,
    request: AuthorizationRequest,
    answer: Record<string, string>,
  ): Response {
    const to = new URL(request.redirect_uri);
    for (const [name, value] of Object.entries({ ...answer, state: request.state })) {
      to.searchParams.set(name, value);
    }
    return context.redirect(to.href, 303);
  }

  routes.get('/stand-in.css', (context) => context.body(standInStyle, 200, { 'content-type': 'text/css' }));

  routes.get('/authorize', (context) => {
    const request = readRequest(context, context.req.query());
    return typeof request === 'string'
      ? context.html(refusedPage(request), 400)
      : context.html(standInPage(request, null));
  });

  routes.post('/authorize', async (context) => {
    const fields = await context.req.parseBody();
    const request = readRequest(context, fields);
    if (typeof request === 'string') return context.html(refusedPage(request), 400);
    if (fields.choice !== 'continue') {
      return leadBack(context, request, { error: 'access_denied', error_description: 'The user cancelled.' });
    }
    const email = Email.safeParse(fields.email);
    if (!email.success) return context.html(standInPage(request, 'Enter an email address.'), 400);
    const user = await federatedUser(provider, email.data);
    const code = random(32).toString('base64url');
    const now = clock();
    await store.insertAuthorization({
      codeHash: authorizationHashOf(code),
      userId: user.id,
      redirectUri: request.redirect_uri,
      codeChallenge: request.code_challenge,
      authenticatedAt: now,
      expiresAt: new Date(now.getTime() + config.authorizationLifetimeMs),
    });
    return leadBack(context, request, { code });
  });

  return routes;
}
