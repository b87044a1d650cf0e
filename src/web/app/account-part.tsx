import type { ReactNode } from 'react';
import { appConfig } from '#contract/app-config.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { comeBack } from '#web/effects/come-back.ts';
import { SignInDialog } from '#web/features/shell/account-shell.tsx';
import type { AccountPart } from '#web/hooks/site-port.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import { createApp } from './create-app.ts';
import type { ComposedSite } from './create-site.ts';
import { AccountScope } from './providers.tsx';

export async function composeAccountPart(site: ComposedSite): Promise<AccountPart> {
  const { fetch, storage, cookies, page, navigate } = site.dependencies;
  const publicClient = createApiClient({
    baseUrl: '',
    fetch,
    identityToken: async () => '',
    trackingHeaders: () => ({}),
    onUnauthorized: () => {},
    timers: site.clock,
  });
  const [config] = await Promise.all([
    publicClient.call(appConfig, {}),
    // Without the files, the dialog itself says that it did not load.
    site.remembersSignIn ? null : SignInDialog.prefetch().catch(() => {}),
  ]);
  const identity = createAmplifyIdentity(config.identity);
  // Before the first session check: this may be Google's redirect.
  await comeBack(identity, site.notices);
  const app = createApp({
    identity,
    fetch,
    baseUrl: config.apiBase,
    page,
    storage,
    cookies,
    navigate,
    site,
  });
  app.start();
  const Scope = ({ children }: { children: ReactNode }) => <AccountScope app={app}>{children}</AccountScope>;
  return { app, Scope };
}
