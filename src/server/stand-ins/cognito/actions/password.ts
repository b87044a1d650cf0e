import { z } from 'zod';
import { countPasswordAttempt, forgetAttempts } from '../attempts.ts';
import { countOpenMail, deliveryTo, mailCodeUnobserved, takeOpenCode } from '../codes.ts';
import {
  AccessToken,
  action,
  assertClient,
  assertPasswordRules,
  authenticate,
  Code,
  Email,
  isPasswordOf,
  loginKeyOf,
  newCredentials,
  Password,
} from '../context.ts';
import { wrongPassword } from '../errors.ts';

export const forgotPassword = action(
  z.object({ ClientId: z.string(), Username: Email }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    const user = await context.store.findUserByEmail(input.Username);
    const account = { loginKey: loginKeyOf(input.Username), user };
    await countOpenMail(context, 'resetPassword', account, caller);
    if (user) mailCodeUnobserved(context, { userId: user.id, email: user.email }, 'resetPassword');
    return { CodeDeliveryDetails: deliveryTo(input.Username) };
  },
);

/** Ends all sessions, which signs out anyone who signed up with someone else's address. */
export const confirmForgotPassword = action(
  z.object({ ClientId: z.string(), Username: Email, ConfirmationCode: Code, Password }),
  async (context, input, caller) => {
    assertClient(context, input.ClientId);
    assertPasswordRules(context, input.Password, input.Username);
    const user = await context.store.findUserByEmail(input.Username);
    const account = { loginKey: loginKeyOf(input.Username), user };
    const code = await takeOpenCode(context, account, 'resetPassword', input.ConfirmationCode, caller);
    const credentials = newCredentials(context, code.userId, input.Password);
    await context.store.updateUser(code.userId, {
      ...credentials,
      confirmed: true,
      emailVerified: true,
    });
    await context.store.deleteSessionsOf(code.userId);
    await forgetAttempts(context, 'password', account, caller);
    caller.rememberDevice({ ...account, user: { id: code.userId, email: input.Username, ...credentials } });
    return {};
  },
);

export const changePassword = action(
  z.object({ AccessToken, PreviousPassword: Password, ProposedPassword: Password }),
  async (context, input, caller) => {
    const { user, session } = await authenticate(context, input.AccessToken);
    const account = { loginKey: loginKeyOf(user.email), user };
    await countPasswordAttempt(context, account, caller);
    if (!isPasswordOf(context, user, input.PreviousPassword)) throw wrongPassword();
    await forgetAttempts(context, 'password', account, caller);
    assertPasswordRules(context, input.ProposedPassword, user.email);
    const credentials = newCredentials(context, user.id, input.ProposedPassword);
    await context.store.updateUser(user.id, credentials);
    await context.store.deleteSessionsOf(user.id, session.id);
    caller.rememberDevice({ ...account, user: { ...user, ...credentials } });
    return {};
  },
);
