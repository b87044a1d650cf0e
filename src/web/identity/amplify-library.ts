import { Amplify, createAmplifyContext } from 'aws-amplify';
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core';
import {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  decodeJWT,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider, DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { IdentityConfig } from '#contract/app-config.ts';

/** The used part of aws-amplify, as a separate chunk: 39 kB that public pages do not load. */
export const library = {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
  /** Signs in separately, without changing the session. */
  async proveByPassword(
    pool: AuthResources,
    credentials: { username: string; password: string },
  ): Promise<{ sub: unknown; idToken: string } | null> {
    const context = contextBeside(pool);
    const { isSignedIn } = await signIn(context, credentials);
    const idToken = isSignedIn ? (await fetchAuthSession(context)).tokens?.idToken : undefined;
    return idToken === undefined ? null : { sub: idToken.payload.sub, idToken: idToken.toString() };
  },
  async updateUserAttributesByPassword(
    pool: AuthResources,
    credentials: { username: string; password: string },
    input: Parameters<typeof updateUserAttributes>[0] & { userAttributes: object },
  ) {
    const context = contextBeside(pool);
    await signIn(context, credentials);
    return updateUserAttributes(context, input);
  },
  async keepTokens(
    pool: AuthResources,
    tokens: { idToken: string; accessToken: string; refreshToken: string },
    storage: Storage,
  ): Promise<void> {
    const store = new DefaultTokenStore();
    store.setAuthConfig(pool);
    store.setKeyValueStorage(asKeyValueStorage(storage));
    const accessToken = decodeJWT(tokens.accessToken);
    const issuedAt = (accessToken.payload.iat ?? 0) * 1000;
    await store.storeTokens({
      accessToken,
      idToken: decodeJWT(tokens.idToken),
      refreshToken: tokens.refreshToken,
      clockDrift: issuedAt === 0 ? 0 : issuedAt - Date.now(),
      username: String(accessToken.payload.username),
    });
  },
  readClaims: (token: string) => decodeJWT(token).payload,
  onAuthEvent(listener: (event: string) => void): void {
    Hub.listen('auth', ({ payload }) => listener(payload.event));
  },
};

const contextBeside = (pool: AuthResources) =>
  createAmplifyContext(
    { Auth: pool },
    { Auth: { tokenProvider: createUserPoolsTokenProvider(pool, memoryStore()) } },
  );

export type AmplifyLibrary = typeof library;

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

const asKeyValueStorage = (storage: Storage) => ({
  setItem: async (key: string, value: string) => storage.setItem(key, value),
  getItem: async (key: string) => storage.getItem(key),
  removeItem: async (key: string) => storage.removeItem(key),
  clear: async () => storage.clear(),
});

function memoryStore() {
  const values = new Map<string, string>();
  return {
    setItem: async (key: string, value: string) => void values.set(key, value),
    getItem: async (key: string) => values.get(key) ?? null,
    removeItem: async (key: string) => void values.delete(key),
    clear: async () => values.clear(),
  };
}

export function configureAmplify(pool: AuthResources, storage: Storage | undefined): void {
  // Otherwise every page load warns about the embedded endpoint.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({ Auth: pool });
  if (storage) cognitoUserPoolsTokenProvider.setKeyValueStorage(asKeyValueStorage(storage));
}
