import { z } from 'zod';
import { countAttempt, networkKeyOf } from '../attempts.ts';
import { countOpenMail, deliveryTo, mailCode, mailCodeUnobserved, takeOpenCode } from '../codes.ts';
import {
  action,
  assertClient,
  assertPasswordRules,
  Code,
  Email,
  Login,
  loginKeyOf,
  newCredentials,
  newId,
  Password,
} from '../context.ts';
import { invalidParameter, ProviderError } from '../errors.ts';
import type { StoredUser } from '../store.ts';

export const Attributes = z
  .array(z.object({ Name: z.string().max(64), Value: z.string().max(2048) }))
  .max(16);

export function emailAmong(attributes: z.infer<typeof Attributes>): string | undefined {
  for (const { Name } of attributes) {
    if (Name !== 'email') throw invalidParameter(`Attribute ${Name} is not part of this user pool.`);
  }
  const value = attributes.at(-1)?.Value;
  if (value === undefined) return undefined;
  const email = Email.safeParse(value);
  if (!email.success) throw invalidParameter('Invalid email address format.');
  return email.data;
}

export const signUp = action(
  z.object({
    ClientId: z.string(),
    Username: Email,
    Password,
    UserAttributes: Attributes.default([]),
  }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    const email = emailAmong(input.UserAttributes) ?? input.Username;
    if (email !== input.Username) throw invalidParameter('Username and email must be the same address.');
    assertPasswordRules(context, input.Password, email);
    await countAttempt(
      context,
      `sign-up ${networkKeyOf(context, caller.network)}`,
      context.config.signUps,
      () => new ProviderError('TooManyRequestsException', 'Too many sign-ups from here. Try again later.'),
    );
    const id = newId(context.random);
    const user: StoredUser = {
      id,
      email,
      emailVerified: false,
      confirmed: context.config.autoConfirm,
      ...newCredentials(context, id, input.Password),
      federatedSubject: null,
      createdAt: context.clock(),
    };
    if (!(await context.store.insertUser(user))) {
      throw new ProviderError('UsernameExistsException', 'An account with the given email already exists.');
    }
    context.logger.info({ userId: id }, 'identity: user signed up');
    if (context.config.autoConfirm) return { UserConfirmed: true, UserSub: id };
    await countOpenMail(context, 'confirmSignUp', { loginKey: loginKeyOf(email), user }, caller);
    const CodeDeliveryDetails = await mailCode(context, { userId: id, email }, 'confirmSignUp');
    return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails };
  },
);

export const confirmSignUp = action(
  z.object({ ClientId: z.string(), Username: Login, ConfirmationCode: Code }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    const user = await context.store.findUserByEmail(input.Username);
    const account = { loginKey: loginKeyOf(input.Username), user };
    const code = await takeOpenCode(context, account, 'confirmSignUp', input.ConfirmationCode, caller);
    await context.store.updateUser(code.userId, { confirmed: true, emailVerified: true });
    return {};
  },
);

export const resendConfirmationCode = action(
  z.object({ ClientId: z.string(), Username: Email }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    const user = await context.store.findUserByEmail(input.Username);
    const account = { loginKey: loginKeyOf(input.Username), user };
    await countOpenMail(context, 'confirmSignUp', account, caller);
    if (user && !user.confirmed) {
      mailCodeUnobserved(context, { userId: user.id, email: user.email }, 'confirmSignUp');
    }
    return { CodeDeliveryDetails: deliveryTo(input.Username) };
  },
);
