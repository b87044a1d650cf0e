import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countPasswordAttempt, forgetAttempts } from '../attempts.ts';
import {
  type Account,
  action,
  assertClient,
  type Caller,
  fakeCredentials,
  isPasswordOf,
  Login,
  loginKeyOf,
  newId,
  Password,
  type ProviderContext,
  srpIdentityOf,
} from '../context.ts';
import { invalidParameter, ProviderError, wrongPassword } from '../errors.ts';
import { isAcceptableClientValue, provesPassword, serverPublicValue, toNumber } from '../srp.ts';
import type { StoredSession, StoredUser } from '../store.ts';

const fromHex = (text: string) => BigInt(`0x${text}`);

export function refreshTokenHashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** A refresh returns no new refresh token. */
export async function authenticationResult(
  context: ProviderContext,
  user: StoredUser,
  session: StoredSession,
  refreshToken?: string,
) {
  const { idToken, accessToken, expiresInSeconds } = await context.tokens.issue(user, session);
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      IdToken: idToken,
      AccessToken: accessToken,
      ExpiresIn: expiresInSeconds,
      TokenType: 'Bearer',
      ...(refreshToken === undefined ? {} : { RefreshToken: refreshToken }),
    },
  };
}

export async function insertSession(context: ProviderContext, user: StoredUser, authenticatedAt: Date) {
  const refreshToken = context.random(48).toString('base64url');
  const session: StoredSession = {
    id: newId(context.random),
    userId: user.id,
    refreshTokenHash: refreshTokenHashOf(refreshToken),
    authenticatedAt,
    expiresAt: new Date(context.clock().getTime() + context.config.sessionLifetimeMs),
  };
  await context.store.insertSession(session);
  return { session, refreshToken };
}

async function openSession(context: ProviderContext, user: StoredUser, account: Account, caller: Caller) {
  await forgetAttempts(context, 'password', account, caller);
  if (!user.confirmed) throw new ProviderError('UserNotConfirmedException', 'User is not confirmed.');
  const { session, refreshToken } = await insertSession(context, user, context.clock());
  caller.rememberDevice(account);
  return authenticationResult(context, user, session, refreshToken);
}

const SrpParameters = z.object({
  USERNAME: Login,
  SRP_A: z.string().regex(/^[0-9a-fA-F]{1,768}$/, 'Must be a number of up to 3072 bits in hexadecimal.'),
});

async function startSrp(context: ProviderContext, parameters: z.infer<typeof SrpParameters>) {
  const clientValue = fromHex(parameters.SRP_A);
  if (!isAcceptableClientValue(clientValue)) throw invalidParameter('SRP_A is not in the allowed range.');
  const loginKey = loginKeyOf(parameters.USERNAME);
  const user = await context.store.findUserByEmail(parameters.USERNAME);
  const credentials = user ?? fakeCredentials(context, loginKey);
  const serverSecret = toNumber(context.random(64));
  const secretBlock = context.random(64).toString('base64');
  await context.store.insertChallenge({
    id: secretBlock,
    loginKey,
    userId: user?.id ?? null,
    clientValue: clientValue.toString(16),
    serverSecret: serverSecret.toString(16),
    expiresAt: new Date(context.clock().getTime() + context.config.challengeLifetimeMs),
  });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: credentials.id,
      USER_ID_FOR_SRP: credentials.id,
      SALT: credentials.salt,
      SRP_B: serverPublicValue(fromHex(credentials.verifier), serverSecret).toString(16),
      SECRET_BLOCK: secretBlock,
    },
  };
}

const PasswordParameters = z.object({ USERNAME: Login, PASSWORD: Password });

async function checkPassword(
  context: ProviderContext,
  parameters: z.infer<typeof PasswordParameters>,
  caller: Caller,
) {
  const loginKey = loginKeyOf(parameters.USERNAME);
  const user = await context.store.findUserByEmail(parameters.USERNAME);
  const account = { loginKey, user };
  await countPasswordAttempt(context, account, caller);
  const isRight = isPasswordOf(context, user ?? fakeCredentials(context, loginKey), parameters.PASSWORD);
  if (!user || !isRight) throw wrongPassword();
  return openSession(context, user, account, caller);
}

export const initiateAuth = action(
  z.discriminatedUnion('AuthFlow', [
    z.object({ AuthFlow: z.literal('USER_SRP_AUTH'), ClientId: z.string(), AuthParameters: SrpParameters }),
    z.object({
      AuthFlow: z.literal('USER_PASSWORD_AUTH'),
      ClientId: z.string(),
      AuthParameters: PasswordParameters,
    }),
  ]),
  async (context, input, caller): Promise<object> => {
    assertClient(context, input.ClientId);
    return input.AuthFlow === 'USER_SRP_AUTH'
      ? startSrp(context, input.AuthParameters)
      : checkPassword(context, input.AuthParameters, caller);
  },
);

export const respondToAuthChallenge = action(
  z.object({
    ChallengeName: z.literal('PASSWORD_VERIFIER'),
    ClientId: z.string(),
    ChallengeResponses: z.object({
      USERNAME: Login,
      PASSWORD_CLAIM_SECRET_BLOCK: z.string().regex(/^[A-Za-z0-9+/]{1,200}={0,2}$/),
      PASSWORD_CLAIM_SIGNATURE: z.string().max(100),
      TIMESTAMP: z.string().max(60),
    }),
  }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    const response = input.ChallengeResponses;
    const challenge = await context.store.takeChallenge(response.PASSWORD_CLAIM_SECRET_BLOCK);
    if (!challenge || challenge.expiresAt <= context.clock()) throw wrongPassword();
    const user = challenge.userId ? await context.store.findUserById(challenge.userId) : undefined;
    const account = { loginKey: challenge.loginKey, user };
    await countPasswordAttempt(context, account, caller);
    const credentials = user ?? fakeCredentials(context, challenge.loginKey);
    const verifier = fromHex(credentials.verifier);
    const serverSecret = fromHex(challenge.serverSecret);
    const isProved = provesPassword({
      identity: srpIdentityOf(context, credentials.id),
      verifier,
      clientValue: fromHex(challenge.clientValue),
      serverSecret,
      serverValue: serverPublicValue(verifier, serverSecret),
      secretBlock: Buffer.from(challenge.id, 'base64'),
      timestamp: response.TIMESTAMP,
      signature: response.PASSWORD_CLAIM_SIGNATURE,
    });
    if (!user || !isProved || response.USERNAME !== user.id) throw wrongPassword();
    return openSession(context, user, account, caller);
  },
);
