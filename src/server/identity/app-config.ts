import type { IdentityConfig } from '#contract/app-config.ts';
import { defaultIdentityProviderConfig } from './provider/config.ts';
import { callbackPath } from './provider/oauth/callers.ts';
import type { IdentityProvider } from './provider/provider.ts';

/** What the browser needs to reach the embedded provider, mounted at `/idp`. */
export function embeddedIdentityConfig(provider: IdentityProvider): IdentityConfig {
  return {
    region: provider.userPoolId.split('_')[0]!,
    userPoolId: provider.userPoolId,
    userPoolClientId: provider.clientId,
    userPoolEndpoint: '/idp/',
    insecure: true,
    oauthDomain: provider.hasGoogleStandIn ? '/idp' : null,
    passwordMinimumLength: provider.passwordMinimumLength,
  };
}

/** What the browser needs to reach an Amazon Cognito user pool. */
export function cognitoIdentityConfig(pool: {
  userPoolId: string;
  clientId: string;
  oauthDomain: string | null;
}): IdentityConfig {
  return {
    region: pool.userPoolId.split('_')[0]!,
    userPoolId: pool.userPoolId,
    userPoolClientId: pool.clientId,
    userPoolEndpoint: null,
    insecure: false,
    oauthDomain: pool.oauthDomain,
    passwordMinimumLength: defaultIdentityProviderConfig.passwordMinimumLength,
  };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Who may call the embedded provider: pages of this server, by its own address or by its public one. */
export function allowedCallers({ host, publicUrl }: { host: string; publicUrl: string | null }) {
  return {
    // Anyone may be anyone there.
    googleStandIn: isForThisMachine({ host, publicUrl }),
    publicOrigin: publicUrl,
    redirectUris: publicUrl === null ? [] : [`${publicUrl}${callbackPath}`],
    allowedHostnames: [...loopback, host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])],
    allowedOrigins: publicUrl === null ? [] : [publicUrl],
  };
}

/** Whether nobody is meant to reach the server from elsewhere. */
export function isForThisMachine({ host, publicUrl }: { host: string; publicUrl: string | null }): boolean {
  const listensHere = loopback.includes(host) || host === '::1';
  return listensHere && (publicUrl === null || loopback.includes(new URL(publicUrl).hostname));
}
