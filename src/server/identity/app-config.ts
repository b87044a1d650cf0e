import type { IdentityConfig } from '#contract/app-config.ts';
import { defaultIdentityProviderConfig } from './provider/config.ts';
import type { IdentityProvider } from './provider/provider.ts';

/** What the browser needs to reach the embedded provider, mounted at `/idp`. */
export function embeddedIdentityConfig(provider: IdentityProvider): IdentityConfig {
  return {
    region: provider.userPoolId.split('_')[0]!,
    userPoolId: provider.userPoolId,
    userPoolClientId: provider.clientId,
    userPoolEndpoint: '/idp/',
    insecure: true,
    passwordMinimumLength: provider.passwordMinimumLength,
  };
}

/** What the browser needs to reach an Amazon Cognito user pool. */
export function cognitoIdentityConfig(pool: { userPoolId: string; clientId: string }): IdentityConfig {
  return {
    region: pool.userPoolId.split('_')[0]!,
    userPoolId: pool.userPoolId,
    userPoolClientId: pool.clientId,
    userPoolEndpoint: null,
    insecure: false,
    passwordMinimumLength: defaultIdentityProviderConfig.passwordMinimumLength,
  };
}
