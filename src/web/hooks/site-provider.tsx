import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Choice } from '#contract/choices.ts';
import type { SocialLinks } from '#contract/status.ts';
import { ClickGateProvider } from '#web/ui/click-gate.tsx';
import type { App } from './app-port.ts';
import type { Site } from './site-port.ts';
import { TrackingProvider } from './tracking-provider.tsx';

const SiteContext = createContext<Site | null>(null);
const AppContext = createContext<App | null>(null);

interface AccountShell {
  AccountNavigation: ComponentType<{ path: string; links: SocialLinks }>;
  AccountDialogs: ComponentType<{
    joins: boolean;
    choice?: Choice | null;
    onJoinClosed: () => void;
  }>;
}
const ShellContext = createContext<AccountShell | null>(null);

const nothing = () => null;

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  const tracking = useSyncExternalStore(site.tracking.subscribe, site.tracking.get, nothing);
  return (
    <SiteContext value={site}>
      <TrackingProvider tracking={tracking}>
        <ClickGateProvider value={site.openClickGate}>{children}</ClickGateProvider>
      </TrackingProvider>
    </SiteContext>
  );
}

export const AppContextProvider = AppContext.Provider;
export const AccountShellProvider = ShellContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('There is no SiteProvider above.');
  return site;
}

export function useAppIfLoaded(): App | null {
  const { account } = useSite();
  const given = useContext(AppContext);
  const part = useSyncExternalStore(account.subscribe, account.get, nothing);
  return given ?? part?.app ?? null;
}

/** Only below `AppProvider` or `WithAccount`. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('There is no AppProvider above.');
  return app;
}

export function WithAccount({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const { account } = useSite();
  const isGiven = useContext(AppContext) !== null;
  const part = useSyncExternalStore(account.subscribe, account.get, nothing);
  if (isGiven) return children;
  return part === null ? fallback : <part.Scope>{children}</part.Scope>;
}

export function FromAccount({ children }: { children: (shell: AccountShell) => ReactNode }) {
  return (
    <WithAccount>
      <ShellContext.Consumer>{(shell) => (shell === null ? null : children(shell))}</ShellContext.Consumer>
    </WithAccount>
  );
}
