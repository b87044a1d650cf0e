import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as accountShell from '#web/features/shell/account-shell.tsx';
import type { App } from '#web/hooks/app-port.ts';
import type { Site } from '#web/hooks/site-port.ts';
import { AccountShellProvider, AppContextProvider, SiteProvider } from '#web/hooks/site-provider.tsx';
import { ClickGateProvider } from '#web/ui/click-gate.tsx';
import '#web/ui/more-icons.ts';

/** Below a `SiteProvider`. */
export function AccountScope({ app, children }: { app: App; children: ReactNode }) {
  return (
    <AppContextProvider value={app}>
      <ClickGateProvider value={app.openClickGate}>
        <QueryClientProvider client={app.queryClient}>
          <AccountShellProvider value={accountShell}>{children}</AccountShellProvider>
        </QueryClientProvider>
      </ClickGateProvider>
    </AppContextProvider>
  );
}

export function AppProvider({ app, children }: { app: App & { site: Site }; children: ReactNode }) {
  return (
    <SiteProvider site={app.site}>
      <AccountScope app={app}>{children}</AccountScope>
    </SiteProvider>
  );
}
