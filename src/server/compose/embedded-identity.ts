import type { Logins } from '#server/accounts/logins.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { IdentityProviderConfig } from '#server/stand-ins/cognito/config.ts';
import type { SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { createIdentityProvider, type IdentityProvider } from '#server/stand-ins/cognito/provider.ts';
import { createSqlIdentityStore } from '#server/stand-ins/cognito/sql-store.ts';
import type { ServerDependencies } from './dependencies.ts';
import { embeddedIdentityConfig } from './identity-config.ts';

export function openEmbeddedIdentity(
  options: Pick<Shared, 'database' | 'clock' | 'mail' | 'log'> & {
    keys: SigningKeys;
    mailPage?: string | null;
    config?: Partial<IdentityProviderConfig>;
  },
): { provider: IdentityProvider; identity: ServerDependencies['identity'] } {
  const { database, keys, clock, mail, log } = options;
  let logins: Pick<Logins, 'endWithin' | 'forgetHere'> | null = null;
  const provider: IdentityProvider = createIdentityProvider({
    store: createSqlIdentityStore(database.orm, {
      async within(tx, sessionIds) {
        await logins?.endWithin(tx, provider.issuer, sessionIds);
      },
      afterwards(sessionIds) {
        logins?.forgetHere(provider.issuer, sessionIds);
      },
    }),
    keys,
    clock: clock.now,
    mail,
    logger: log,
    config: options.config ?? {},
  });
  return {
    provider,
    identity: {
      verifier: createTokenVerifier({
        kind: 'embedded',
        issuer: provider.issuer,
        clientId: provider.clientId,
        jwks: provider.jwks,
        clock: clock.now,
      }),
      config: embeddedIdentityConfig(provider, options.mailPage ?? null),
      mount(app, connected) {
        logins = connected;
        app.route('/idp', provider.routes);
      },
      async forget(tx, subjects) {
        const store = createSqlIdentityStore(tx);
        for (const subject of subjects) await store.deleteUser(subject);
      },
      facts: {
        isSignInLive: (tx, { originJti, sub }) =>
          originJti === null
            ? Promise.resolve(false)
            : createSqlIdentityStore(tx).keepSession(originJti, sub, clock.now()),
        async hasAddress(tx, subject, email) {
          const user = await createSqlIdentityStore(tx).findUserById(subject);
          return user !== undefined && user.email === email && user.emailVerified;
        },
      },
    },
  };
}
