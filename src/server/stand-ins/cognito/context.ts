import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import { v4 } from 'uuid';
import { z } from 'zod';
import { normalized } from '#contract/normalized.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { IdentityProviderConfig } from './config.ts';
import { freshSignInRequired, invalidAccessToken, invalidParameter, ProviderError } from './errors.ts';
import type { SigningKeys } from './keys.ts';
import { N, type SrpIdentity, sameText, toNumber, verifierOf } from './srp.ts';
import type { IdentityStore, StoredSession, StoredUser } from './store.ts';
import type { TokenIssuer } from './tokens.ts';

export interface ProviderContext {
  store: IdentityStore;
  keys: SigningKeys;
  clock: () => Date;
  random: (bytes: number) => Buffer;
  mail: MailPort;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  config: IdentityProviderConfig;
  tokens: TokenIssuer;
}

export interface Account {
  loginKey: string;
  user: Pick<StoredUser, 'id' | 'email' | 'verifier'> | undefined;
}

export interface Caller {
  network: string;
  origin: string;
  deviceOf(account: Account): string | null;
  rememberDevice(account: Account): void;
}

export interface Action {
  run(context: ProviderContext, body: unknown, caller: Caller): Promise<object>;
}

export function action<Input>(
  schema: z.ZodType<Input>,
  run: (context: ProviderContext, input: Input, caller: Caller) => Promise<object>,
): Action {
  return {
    async run(context, body, caller) {
      const parsed = schema.safeParse(body);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw invalidParameter(
          `${issue?.path.join('.') || 'The request'}: ${issue?.message ?? parsed.error.message}`,
        );
      }
      return run(context, parsed.data, caller);
    },
  };
}

export function newId(random: ProviderContext['random']): string {
  return v4({ random: random(16) });
}

export const Login = z
  .string()
  .min(1)
  .max(254)
  .regex(/^\P{Cc}+$/u, 'Must not contain control characters.')
  .transform((text) => text.trim().toLowerCase());

export const Email = Login.pipe(z.email('Invalid email address format.'));

/** `assertPasswordRules` checks the length, for the error InvalidPasswordException. */
export const Password = z.string().max(1024);
export const AccessToken = z.string().min(1).max(8192);
export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the six digits of the code.');

export function assertClient(context: ProviderContext, clientId: string): void {
  if (clientId !== context.config.clientId) {
    throw new ProviderError('ResourceNotFoundException', 'This user pool client does not exist.');
  }
}

export function assertPasswordRules(context: ProviderContext, password: string, email: string): void {
  const refuse = (reason: string) =>
    new ProviderError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  if (password.length < context.config.passwordMinimumLength) throw refuse('Password not long enough');
  if (password.length > 256) throw refuse('Password too long');
  if (password.toLowerCase() === email) throw refuse('Password must not be the email address');
}

export function loginKeyOf(login: string): string {
  return createHash('sha256').update(login).digest('hex');
}

export function srpIdentityOf(context: ProviderContext, userId: string): SrpIdentity {
  return { poolName: context.config.userPoolId.replace(/^.*_/, ''), userId };
}

export function newCredentials(context: ProviderContext, userId: string, password: string) {
  const salt = context.random(16).toString('hex');
  const verifier = verifierOf(
    srpIdentityOf(context, userId),
    normalized(password, 'NFKC'),
    BigInt(`0x${salt}`),
  );
  return { salt, verifier: verifier.toString(16) };
}

export interface Credentials {
  id: string;
  salt: string;
  verifier: string;
}

export function isPasswordOf(context: ProviderContext, user: Credentials, password: string): boolean {
  // As typed, for one that was set before passwords were normalized.
  const forms = [...new Set([normalized(password, 'NFKC'), password])];
  return forms.some((form) => {
    const verifier = verifierOf(srpIdentityOf(context, user.id), form, BigInt(`0x${user.salt}`));
    return sameText(verifier.toString(16), user.verifier);
  });
}

/** For an unknown login: looks and takes as long as a known one's. The verifier is no power of g. */
export function fakeCredentials(context: ProviderContext, loginKey: string): Credentials {
  const derive = (purpose: string) =>
    createHmac('sha256', context.keys.secret).update(`${purpose} ${loginKey}`).digest();
  const verifier = Buffer.from(hkdfSync('sha256', derive('verifier'), '', '', 384));
  return {
    id: v4({ random: derive('user').subarray(0, 16) }),
    salt: derive('salt').subarray(0, 16).toString('hex'),
    verifier: (toNumber(verifier) % N).toString(16),
  };
}

export async function authenticate(
  context: ProviderContext,
  accessToken: string,
): Promise<{ user: StoredUser; session: StoredSession }> {
  const { userId, sessionId } = await context.tokens.readAccessToken(accessToken);
  const session = await context.store.findSession(sessionId);
  if (!session || session.userId !== userId || session.expiresAt <= context.clock())
    throw invalidAccessToken();
  const user = await context.store.findUserById(userId);
  if (!user) throw invalidAccessToken();
  return { user, session };
}

/** A stolen token must not suffice to take over or delete the account. */
export function assertFresh(context: ProviderContext, session: StoredSession): void {
  const age = context.clock().getTime() - session.authenticatedAt.getTime();
  if (age > context.config.freshSignInMs) throw freshSignInRequired();
}

/** `email_verified` is text here, but a boolean in tokens. */
export function attributesOf(user: StoredUser): { Name: string; Value: string }[] {
  return [
    { Name: 'sub', Value: user.id },
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: String(user.emailVerified) },
  ];
}
