import type { IdentityConfig } from '#contract/app-config.ts';
import { isForThisMachine, loopback } from '#server/platform/for-this-machine.ts';
import { defaultIdentityProviderConfig } from '#server/stand-ins/cognito/config.ts';
import { callbackPath } from '#server/stand-ins/cognito/oauth/callers.ts';
import type { IdentityProvider } from '#server/stand-ins/cognito/provider.ts';

const regionOf = (userPoolId: string): string => userPoolId.replace(/_.*$/, '');

export function embeddedIdentityConfig(
  provider: IdentityProvider,
  mailPage: IdentityConfig['mailPage'],
): IdentityConfig {
  return {
    region: regionOf(provider.userPoolId),
    userPoolId: provider.userPoolId,
    userPoolClientId: provider.clientId,
    userPoolEndpoint: '/idp/',
    insecure: true,
    oauthDomain: provider.hasGoogleStandIn ? '/idp' : null,
    passwordMinimumLength: provider.passwordMinimumLength,
    mailPage,
  };
}

export function cognitoIdentityConfig(pool: {
  userPoolId: string;
  clientId: string;
  oauthDomain: string | null;
}): IdentityConfig {
  return {
    region: regionOf(pool.userPoolId),
    userPoolId: pool.userPoolId,
    userPoolClientId: pool.clientId,
    userPoolEndpoint: null,
    insecure: false,
    oauthDomain: pool.oauthDomain,
    passwordMinimumLength: defaultIdentityProviderConfig.passwordMinimumLength,
    mailPage: null,
  };
}

export function allowedCallers({ host, publicUrl }: { host: string; publicUrl: string | null }) {
  return {
    // It lets anyone sign in as anyone.
    googleStandIn: isForThisMachine({ host, publicUrl }),
    publicOrigin: publicUrl,
    redirectUris: publicUrl === null ? [] : [`${publicUrl}${callbackPath}`],
    allowedHostnames: [...loopback, host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])],
    allowedOrigins: publicUrl === null ? [] : [publicUrl],
  };
}
