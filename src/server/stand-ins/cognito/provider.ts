import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { MailPort } from '#server/platform/mail/port.ts';
import { defaultIdentityProviderConfig, type IdentityProviderConfig, refuseUnlessAllowed } from './config.ts';
import { newId, type ProviderContext } from './context.ts';
import type { PublicSigningKey, SigningKeys } from './keys.ts';
import { createProviderRoutes } from './routes.ts';
import type { IdentityStore } from './store.ts';
import { createTokenIssuer } from './tokens.ts';

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** @throws Error in production unless HEARTHSCRIBE_EMBEDDED_IDENTITY is 1 */
export function createIdentityProvider(options: {
  store: IdentityStore;
  keys: SigningKeys;
  clock: () => Date;
  mail: MailPort;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  random?: (bytes: number) => Buffer;
  config?: Partial<IdentityProviderConfig>;
}) {
  const { store, keys, clock, mail, logger, random = randomBytes } = options;
  const config = { ...defaultIdentityProviderConfig, ...options.config };
  refuseUnlessAllowed(config.environment);
  const tokens = createTokenIssuer({
    keys,
    issuer: config.issuer,
    clientId: config.clientId,
    lifetimeMs: config.tokenLifetimeMs,
    clock,
    newId: () => newId(random),
  });
  const context: ProviderContext = { store, keys, clock, random, mail, logger, config, tokens };
  return {
    routes: createProviderRoutes(context),
    issuer: config.issuer,
    clientId: config.clientId,
    userPoolId: config.userPoolId,
    passwordMinimumLength: config.passwordMinimumLength,
    hasGoogleStandIn: config.googleStandIn,
    jwks: (): { keys: PublicSigningKey[] } => ({ keys: [keys.publicJwk] }),
  };
}
