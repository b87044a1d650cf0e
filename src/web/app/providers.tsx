import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { ClickGateProvider } from '#web/ui/click-gate.tsx';
import type { App } from './create-app.ts';

const AppContext = createContext<App | null>(null);

/** Hands the composed app to everything below it. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  return (
    <AppContext value={app}>
      <ClickGateProvider value={app.openClickGate}>
        <QueryClientProvider client={app.queryClient}>{children}</QueryClientProvider>
      </ClickGateProvider>
    </AppContext>
  );
}

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('There is no AppProvider above.');
  return app;
}
