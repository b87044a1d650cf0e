import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { IdentityConfig } from '#contract/app-config.ts';

/** Half of what signing in needs. */
export const sessionLibrary = {
  fetchAuthSession,
  onAuthEvent(listener: (event: string) => void): void {
    Hub.listen('auth', ({ payload }) => listener(payload.event));
  },
};

export type SessionLibrary = typeof sessionLibrary;

export function authResources(config: IdentityConfig, origin: string) {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  return {
    Cognito: {
      userPoolId,
      userPoolClientId,
      ...(userPoolEndpoint === null ? {} : { userPoolEndpoint: new URL(userPoolEndpoint, origin).href }),
      loginWith: { email: true },
    },
  };
}
export type AuthResources = ReturnType<typeof authResources>;

export const asKeyValueStorage = (storage: Storage) => ({
  setItem: async (key: string, value: string) => storage.setItem(key, value),
  getItem: async (key: string) => storage.getItem(key),
  removeItem: async (key: string) => storage.removeItem(key),
  clear: async () => storage.clear(),
});

export function configureAmplify(pool: AuthResources, storage: Storage | undefined): void {
  // Otherwise every page load warns about the embedded endpoint.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({ Auth: pool });
  if (storage) cognitoUserPoolsTokenProvider.setKeyValueStorage(asKeyValueStorage(storage));
}
