import { checkSession, login, logout } from '#contract/account.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { Mount } from '../http/mount.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Logins } from '../services/logins.ts';

const signedOut = { isAuthenticated: false, allowedCountry: true, country: null } as const;

export function accountRoutes(
  mount: Mount,
  { accounts, logins, authenticator }: { accounts: Accounts; logins: Logins; authenticator: Authenticator },
): void {
  mount(checkSession, async ({ user }) => {
    const session = user && (await accounts.describe(user.userId));
    return {
      status: 200,
      body: session ?? signedOut,
    };
  });
  mount(login, async ({ body }) => {
    const identity = await authenticator.verify(body.idToken);
    return { status: 200, body: await accounts.login(identity, body.userSourceInfo ?? null) };
  });
  mount(logout, async ({ user }) => {
    if (user) await logins.end(user.identity);
    return { status: 204 };
  });
}
