import { checkSession, deleteUser, endOtherSessions, login, logout } from '#contract/account.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import type { Mount } from '#server/http/mount.ts';
import { type CountryPolicy, whereaboutsOf } from '#server/platform/countries.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { Accounts } from './accounts.ts';
import type { Logins } from './logins.ts';

/** Per identity, because many people share a network address. */
const signIns = { count: 30, windowMs: 60_000 };

const signedOut = { isAuthenticated: false } as const;

export function accountRoutes(
  mount: Mount,
  {
    accounts,
    deletion,
    logins,
    authenticator,
    countries,
    ...deps
  }: Pick<Shared, 'database' | 'clock'> & {
    accounts: Accounts;
    deletion: AccountDeletion;
    logins: Logins;
    authenticator: Authenticator;
    countries: CountryPolicy;
  },
): void {
  const limit = createRateLimit(deps, 'sign-ins', signIns);
  mount(checkSession, async ({ user, request }) => {
    const session = user && (await accounts.describe(user.userId));
    return { ...(session ?? signedOut), ...whereaboutsOf(countries, request.headers) };
  });
  mount(login, async ({ body }) => {
    const identity = await authenticator.verify(body.idToken);
    await limit.enforce(`${identity.issuer} ${identity.sub}`);
    return accounts.login(identity, body.userSourceInfo ?? null);
  });
  mount(deleteUser, async ({ request, params }) => {
    const identity = await authenticator.identify(request);
    await limit.enforce(`${identity.issuer} ${identity.sub}`);
    await deletion.deleteUser(identity, params.userId);
  });
  mount(endOtherSessions, ({ user }) => logins.endOthers(user.identity, user.userId));
  mount(logout, async ({ user }) => {
    if (user) await logins.end(user.identity);
  });
}
