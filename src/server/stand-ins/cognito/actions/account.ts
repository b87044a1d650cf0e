import { z } from 'zod';
import { sendAddressChanged } from '#server/platform/mail/address-changed.ts';
import { countVerificationMail, mailCode, takeVerificationCode } from '../codes.ts';
import {
  AccessToken,
  action,
  assertFresh,
  attributesOf,
  authenticate,
  Code,
  loginKeyOf,
} from '../context.ts';
import { accountExists, codeMismatch, invalidParameter } from '../errors.ts';
import { Attributes, emailAmong } from './sign-up.ts';

const EmailAttribute = z.literal('email');

export const getUser = action(z.object({ AccessToken }), async (context, input) => {
  const { user } = await authenticate(context, input.AccessToken);
  return { Username: user.id, UserAttributes: attributesOf(user) };
});

/** A verified address stays until the mailed code is entered; an unverified one is replaced at once. */
export const updateUserAttributes = action(
  z.object({ AccessToken, UserAttributes: Attributes }),
  async (context, input, { origin }) => {
    const { user, session } = await authenticate(context, input.AccessToken);
    const email = emailAmong(input.UserAttributes);
    if (email === undefined || email === user.email) return { CodeDeliveryDetailsList: [] };
    const pending = await context.store.findCode(user.id, 'verifyEmail');
    if (pending?.email !== email) assertFresh(context, session);
    const isImmediate = !user.emailVerified;
    if (isImmediate && (await context.store.findUserByEmail(email)) !== undefined) throw accountExists();
    await countVerificationMail(context, user.id);
    await countVerificationMail(context, loginKeyOf(email));
    const recipient = { userId: user.id, email };
    const delivery = await mailCode(context, recipient, 'verifyEmail', isImmediate ? origin : undefined);
    if (isImmediate && (await context.store.updateUser(user.id, { email })) !== 'updated')
      throw accountExists();
    return { CodeDeliveryDetailsList: [delivery] };
  },
);

export const getUserAttributeVerificationCode = action(
  z.object({ AccessToken, AttributeName: EmailAttribute }),
  async (context, input, { origin }) => {
    const { user } = await authenticate(context, input.AccessToken);
    if (user.emailVerified) throw invalidParameter('User email is already verified.');
    await countVerificationMail(context, user.id);
    const recipient = { userId: user.id, email: user.email };
    return { CodeDeliveryDetails: await mailCode(context, recipient, 'verifyEmail', origin) };
  },
);

export const verifyUserAttribute = action(
  z.object({ AccessToken, AttributeName: EmailAttribute, Code }),
  async (context, input) => {
    const { user } = await authenticate(context, input.AccessToken);
    const code = await takeVerificationCode(context, user.id, input.Code);
    const outcome = await context.store.updateUser(user.id, { email: code.email, emailVerified: true });
    if (outcome === 'missing') throw codeMismatch();
    if (outcome === 'emailTaken') throw accountExists();
    if (user.emailVerified && code.email !== user.email) {
      await sendAddressChanged({ ...context, log: context.logger }, { from: user.email, to: code.email });
    }
    return {};
  },
);

export const deleteUser = action(z.object({ AccessToken }), async (context, input) => {
  const { user, session } = await authenticate(context, input.AccessToken);
  assertFresh(context, session);
  await context.store.deleteUser(user.id);
  context.logger.info({ userId: user.id }, 'identity: user deleted');
  return {};
});
