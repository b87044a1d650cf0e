import { z } from 'zod';
import { countCodeMail, deliveryTo, mailCodeUnobserved, takeCode } from '../codes.ts';
import {
  AccessToken,
  action,
  assertClient,
  assertPasswordRules,
  authenticate,
  Code,
  countPasswordAttempt,
  Email,
  isPasswordOf,
  loginKeyOf,
  newCredentials,
  Password,
  passwordAttemptsKey,
} from '../context.ts';
import { wrongPassword } from '../errors.ts';

/** Answers the same for a known and an unknown address. */
export const forgotPassword = action(
  z.object({ ClientId: z.string(), Username: Email }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    await countCodeMail(context, 'resetPassword', loginKeyOf(input.Username));
    const user = await context.store.findUserByEmail(input.Username);
    if (user) mailCodeUnobserved(context, { userId: user.id, email: user.email }, 'resetPassword');
    return { CodeDeliveryDetails: deliveryTo(input.Username) };
  },
);

/**
 * Sets a new password by a mailed code. The code proves the address, so the account becomes confirmed and verified,
 * and all sessions end: whoever signed up with somebody else's address is out.
 */
export const confirmForgotPassword = action(
  z.object({ ClientId: z.string(), Username: Email, ConfirmationCode: Code, Password }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    assertPasswordRules(context, input.Password, input.Username);
    const loginKey = loginKeyOf(input.Username);
    const user = await context.store.findUserByEmail(input.Username);
    const code = await takeCode(context, loginKey, user?.id, 'resetPassword', input.ConfirmationCode);
    await context.store.updateUser(code.userId, {
      ...newCredentials(context, code.userId, input.Password),
      confirmed: true,
      emailVerified: true,
    });
    await context.store.deleteSessionsOf(code.userId);
    await context.store.clearAttempts(passwordAttemptsKey(loginKey));
    return {};
  },
);

/** Changes the password of a signed-in user and ends all other sessions. */
export const changePassword = action(
  z.object({ AccessToken, PreviousPassword: Password, ProposedPassword: Password }),
  async (context, input) => {
    const { user, session } = await authenticate(context, input.AccessToken);
    const loginKey = loginKeyOf(user.email);
    await countPasswordAttempt(context, loginKey);
    if (!isPasswordOf(context, user, input.PreviousPassword)) throw wrongPassword();
    await context.store.clearAttempts(passwordAttemptsKey(loginKey));
    assertPasswordRules(context, input.ProposedPassword, user.email);
    await context.store.updateUser(user.id, newCredentials(context, user.id, input.ProposedPassword));
    await context.store.deleteSessionsOf(user.id, session.id);
    return {};
  },
);
