import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmUserAttribute,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { IdentityConfig } from '#contract/app-config.ts';

/** The part of aws-amplify that the adapter uses, in a chunk of its own: 39 kB that public pages do not load. */
export const library = {
  confirmResetPassword,
  confirmUserAttribute,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  /** Calls back with the names of Amplify's own events about the session. */
  onAuthEvent(listener: (event: string) => void): void {
    Hub.listen('auth', ({ payload }) => listener(payload.event));
  },
};

export type AmplifyLibrary = typeof library;

/** Configures Amplify, which is one for the whole page, for a user pool. */
export function configureAmplify(
  config: IdentityConfig,
  options: { origin: string; storage?: Storage },
): void {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  // Otherwise every page load warns of the embedded endpoint, which is what is meant.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint === null
          ? {}
          : { userPoolEndpoint: new URL(userPoolEndpoint, options.origin).href }),
        loginWith: { email: true },
      },
    },
  });
  const { storage } = options;
  if (!storage) return;
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => storage.setItem(key, value),
    getItem: async (key) => storage.getItem(key),
    removeItem: async (key) => storage.removeItem(key),
    clear: async () => storage.clear(),
  });
}
