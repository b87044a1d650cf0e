import { z } from 'zod';
import { type CodeDelivery, countCodeMail, mailCode, takeCode } from '../codes.ts';
import { AccessToken, action, attributesOf, authenticate, Code, loginKeyOf } from '../context.ts';
import { codeMismatch, invalidParameter, ProviderError } from '../errors.ts';
import { Attributes, emailAmong } from './sign-up.ts';

const EmailAttribute = z.literal('email');

export const getUser = action(z.object({ AccessToken }), async (context, input) => {
  const { user } = await authenticate(context, input.AccessToken);
  return { Username: user.id, UserAttributes: attributesOf(user) };
});

/** A new address counts only once its code is given (VerifyUserAttribute); until then the old one stays. */
export const updateUserAttributes = action(
  z.object({ AccessToken, UserAttributes: Attributes }),
  async (context, input) => {
    const { user } = await authenticate(context, input.AccessToken);
    const email = emailAmong(input.UserAttributes);
    const CodeDeliveryDetailsList: CodeDelivery[] = [];
    if (email !== undefined && email !== user.email) {
      await countCodeMail(context, 'verifyEmail', user.id);
      // Many accounts must not flood one address either.
      await countCodeMail(context, 'verifyEmail', loginKeyOf(email));
      CodeDeliveryDetailsList.push(await mailCode(context, { userId: user.id, email }, 'verifyEmail'));
    }
    return { CodeDeliveryDetailsList };
  },
);

export const getUserAttributeVerificationCode = action(
  z.object({ AccessToken, AttributeName: EmailAttribute }),
  async (context, input, { origin }) => {
    const { user } = await authenticate(context, input.AccessToken);
    if (user.emailVerified) throw invalidParameter('User email is already verified.');
    await countCodeMail(context, 'verifyEmail', user.id);
    const recipient = { userId: user.id, email: user.email };
    return { CodeDeliveryDetails: await mailCode(context, recipient, 'verifyEmail', origin) };
  },
);

export const verifyUserAttribute = action(
  z.object({ AccessToken, AttributeName: EmailAttribute, Code }),
  async (context, input) => {
    const { user } = await authenticate(context, input.AccessToken);
    const code = await takeCode(context, user.id, user.id, 'verifyEmail', input.Code);
    const outcome = await context.store.updateUser(user.id, { email: code.email, emailVerified: true });
    if (outcome === 'missing') throw codeMismatch();
    if (outcome === 'emailTaken') {
      throw new ProviderError('AliasExistsException', 'An account with the given email already exists.');
    }
    return {};
  },
);

export const deleteUser = action(z.object({ AccessToken }), async (context, input) => {
  const { user } = await authenticate(context, input.AccessToken);
  await context.store.deleteUser(user.id);
  context.logger.info({ userId: user.id }, 'identity: user deleted');
  return {};
});
