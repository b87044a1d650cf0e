import { createHmac } from 'node:crypto';
import { maskAddress } from '#server/platform/mail/address-changed.ts';
import { composeLetter } from '#server/platform/mail/letter.ts';
import { countAttempt, countForAccount, forgetAttempts } from './attempts.ts';
import type { Account, Caller, ProviderContext } from './context.ts';
import { codeExpired, codeMismatch, limitExceeded, ProviderError, tooManyWrongCodes } from './errors.ts';
import type { CodePurpose, StoredCode } from './store.ts';

export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL';
  AttributeName: 'email';
}

const MAILS: Record<CodePurpose, { subject: string; sentence: string }> = {
  confirmSignUp: {
    subject: 'Your Hearthscribe confirmation code',
    sentence: 'Enter this code to confirm your new Hearthscribe account:',
  },
  verifyEmail: {
    subject: 'Your Hearthscribe verification code',
    sentence: 'Enter this code in Hearthscribe to verify your email address:',
  },
  resetPassword: {
    subject: 'Reset your Hearthscribe password',
    sentence: 'Enter this code in Hearthscribe to choose a new password:',
  },
};

export function deliveryTo(email: string): CodeDelivery {
  return { Destination: maskAddress(email), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

function newCode(random: ProviderContext['random']): string {
  const ceiling = 4_294_000_000;
  let value = ceiling;
  while (value >= ceiling) value = random(4).readUInt32BE();
  return String(value % 1_000_000).padStart(6, '0');
}

function hashOf(context: ProviderContext, userId: string, purpose: CodePurpose, code: string): string {
  return createHmac('sha256', context.keys.secret).update(`code ${purpose} ${userId} ${code}`).digest('hex');
}

type OpenPurpose = Exclude<CodePurpose, 'verifyEmail'>;

/** For an account that may not exist. @throws ProviderError LimitExceededException */
export function countOpenMail(
  context: ProviderContext,
  purpose: OpenPurpose,
  account: Account,
  caller: Caller,
): Promise<void> {
  const { codeMails } = context.config;
  return countForAccount(context, `mail ${purpose}`, account, caller, codeMails, limitExceeded);
}

/** `key` is the user or the address. @throws ProviderError LimitExceededException */
export function countVerificationMail(context: ProviderContext, key: string): Promise<void> {
  return countAttempt(context, `mail verifyEmail ${key}`, context.config.codeMails, limitExceeded);
}

const linkWith = (origin: string, code: string) => ({
  words: 'Or follow this link on the device where you are signed in',
  href: `${origin}/campaign?verifyCode=${code}`,
});

/** `linkOrigin` adds a link with the code. @throws ProviderError CodeDeliveryFailureException */
export async function mailCode(
  context: ProviderContext,
  recipient: { userId: string; email: string },
  purpose: CodePurpose,
  linkOrigin?: string,
): Promise<CodeDelivery> {
  const code = newCode(context.random);
  const { codeLifetimeMs } = context.config;
  await context.store.saveCode({
    userId: recipient.userId,
    purpose,
    codeHash: hashOf(context, recipient.userId, purpose, code),
    email: recipient.email,
    expiresAt: new Date(context.clock().getTime() + codeLifetimeMs),
  });
  const { subject, sentence } = MAILS[purpose];
  const minutes = Math.round(codeLifetimeMs / 60_000);
  try {
    await context.mail.send(
      await composeLetter({
        to: recipient.email,
        subject,
        before: [sentence],
        code,
        ...(linkOrigin === undefined ? {} : { link: linkWith(linkOrigin, code) }),
        after: [`It is valid for ${minutes} minutes. If you did not ask for it, ignore this email.`],
      }),
    );
  } catch (error) {
    context.logger.error({ err: error, purpose }, 'mail with a code could not be sent');
    throw new ProviderError('CodeDeliveryFailureException', 'The email could not be sent. Please try again.');
  }
  return deliveryTo(recipient.email);
}

/** Does not wait, so that the response takes as long as for an unknown address. */
export function mailCodeUnobserved(
  context: ProviderContext,
  recipient: { userId: string; email: string },
  purpose: CodePurpose,
): void {
  mailCode(context, recipient, purpose).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) context.logger.error({ err: error, purpose }, 'code not made');
  });
}

async function takeCounted(
  context: ProviderContext,
  userId: string | undefined,
  purpose: CodePurpose,
  code: string,
): Promise<StoredCode> {
  if (userId === undefined) throw codeMismatch();
  const taken = await context.store.takeCode(userId, purpose, hashOf(context, userId, purpose, code));
  if (!taken) throw codeMismatch();
  if (taken.expiresAt <= context.clock()) throw codeExpired();
  return taken;
}

/** Counts guesses for unknown users, too. @throws ProviderError */
export async function takeOpenCode(
  context: ProviderContext,
  account: Account,
  purpose: OpenPurpose,
  code: string,
  caller: Caller,
): Promise<StoredCode> {
  const { wrongCodes } = context.config;
  const kind = `code ${purpose}` as const;
  await countForAccount(context, kind, account, caller, wrongCodes, tooManyWrongCodes);
  const taken = await takeCounted(context, account.user?.id, purpose, code);
  // Sent to a former address.
  if (taken.email !== account.user?.email) throw codeMismatch();
  await forgetAttempts(context, kind, account, caller);
  return taken;
}

export async function takeVerificationCode(
  context: ProviderContext,
  userId: string,
  code: string,
): Promise<StoredCode> {
  const key = `code verifyEmail ${userId}`;
  await countAttempt(context, key, context.config.wrongCodes, tooManyWrongCodes);
  const taken = await takeCounted(context, userId, 'verifyEmail', code);
  await context.store.clearAttempts(key);
  return taken;
}
