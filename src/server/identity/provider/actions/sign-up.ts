import { z } from 'zod';
import { countCodeMail, deliveryTo, mailCode, mailCodeUnobserved, takeCode } from '../codes.ts';
import {
  action,
  assertClient,
  assertPasswordRules,
  Code,
  countAttempt,
  Email,
  Login,
  loginKeyOf,
  newCredentials,
  newId,
  Password,
} from '../context.ts';
import { invalidParameter, ProviderError } from '../errors.ts';

export const Attributes = z
  .array(z.object({ Name: z.string().max(64), Value: z.string().max(2048) }))
  .max(16);

/** Refuses attributes that this pool does not have. */
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
  async (context, input, { address }) => {
    assertClient(context, input.ClientId);
    const email = emailAmong(input.UserAttributes) ?? input.Username;
    if (email !== input.Username) throw invalidParameter('Username and email must be the same address.');
    assertPasswordRules(context, input.Password, email);
    await countAttempt(
      context,
      `sign-up ${address}`,
      context.config.signUps,
      () => new ProviderError('TooManyRequestsException', 'Too many sign-ups from here. Try again later.'),
    );
    const id = newId(context.random);
    const inserted = await context.store.insertUser({
      id,
      email,
      emailVerified: false,
      confirmed: context.config.autoConfirm,
      ...newCredentials(context, id, input.Password),
      federatedSubject: null,
      createdAt: context.clock(),
    });
    if (!inserted) {
      throw new ProviderError('UsernameExistsException', 'An account with the given email already exists.');
    }
    context.logger.info({ userId: id }, 'identity: user signed up');
    if (context.config.autoConfirm) return { UserConfirmed: true, UserSub: id };
    await countCodeMail(context, 'confirmSignUp', loginKeyOf(email));
    const CodeDeliveryDetails = await mailCode(context, { userId: id, email }, 'confirmSignUp');
    return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails };
  },
);

export const confirmSignUp = action(
  z.object({ ClientId: z.string(), Username: Login, ConfirmationCode: Code }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const user = await context.store.findUserByEmail(input.Username);
    const code = await takeCode(
      context,
      loginKeyOf(input.Username),
      user?.id,
      'confirmSignUp',
      input.ConfirmationCode,
    );
    await context.store.updateUser(code.userId, { confirmed: true, emailVerified: true });
    return {};
  },
);

/** Answers the same for a known, an unknown and an already confirmed address. */
export const resendConfirmationCode = action(
  z.object({ ClientId: z.string(), Username: Email }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    await countCodeMail(context, 'confirmSignUp', loginKeyOf(input.Username));
    const user = await context.store.findUserByEmail(input.Username);
    if (user && !user.confirmed) {
      mailCodeUnobserved(context, { userId: user.id, email: user.email }, 'confirmSignUp');
    }
    return { CodeDeliveryDetails: deliveryTo(input.Username) };
  },
);
