import { z } from 'zod';
import { AccessToken, action, assertClient, authenticate } from '../context.ts';
import { invalidRefreshToken } from '../errors.ts';
import { authenticationResult, refreshTokenHashOf } from './sign-in.ts';

const RefreshToken = z.string().min(1).max(4096);

export const getTokensFromRefreshToken = action(
  z.object({ ClientId: z.string(), RefreshToken }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const session = await context.store.findSessionByRefreshToken(refreshTokenHashOf(input.RefreshToken));
    if (!session || session.expiresAt <= context.clock()) throw invalidRefreshToken();
    const user = await context.store.findUserById(session.userId);
    if (!user) throw invalidRefreshToken();
    return authenticationResult(context, user, session);
  },
);

export const revokeToken = action(
  z.object({ ClientId: z.string(), Token: RefreshToken }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const session = await context.store.findSessionByRefreshToken(refreshTokenHashOf(input.Token));
    if (session) await context.store.deleteSession(session.id);
    return {};
  },
);

export const globalSignOut = action(z.object({ AccessToken }), async (context, input) => {
  const { user } = await authenticate(context, input.AccessToken);
  await context.store.deleteSessionsOf(user.id);
  return {};
});
