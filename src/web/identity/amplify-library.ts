import { createAmplifyContext } from 'aws-amplify';
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
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { type AuthResources, asKeyValueStorage } from './amplify-session.ts';

/** A separate chunk. */
export const library = {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
  /** Does not change the session. */
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
};

const contextBeside = (pool: AuthResources) =>
  createAmplifyContext(
    { Auth: pool },
    { Auth: { tokenProvider: createUserPoolsTokenProvider(pool, memoryStore()) } },
  );

export type AmplifyLibrary = typeof library;

function memoryStore() {
  const values = new Map<string, string>();
  return {
    setItem: async (key: string, value: string) => void values.set(key, value),
    getItem: async (key: string) => values.get(key) ?? null,
    removeItem: async (key: string) => void values.delete(key),
    clear: async () => values.clear(),
  };
}
