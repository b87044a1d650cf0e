import { notifyManager } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { preloadPages } from '#tests/support/public-pages.ts';
import type { Stage } from '#tests/support/screens/screen.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { Routes } from '#web/app/routes.tsx';
import { loadEveryView } from '#web/hooks/late-view.tsx';
import type { ModalViews, OpenedModal } from '#web/hooks/modal-views.ts';
import { answer, tellActors, watchFlow } from './controlled-actors.ts';
import { testingLibraryDriver } from './testing-library-driver.ts';

// So that data reaches the page within the step that changes it.
notifyManager.setScheduler(queueMicrotask);

export interface StageSetting {
  machineId: string;
  address: string;
  signedIn?: boolean;
  hasGoogle?: boolean;
  userAgent?: string | null;
  content?: ReactNode;
  prepare?: (app: ComposedApp) => void;
  surroundings?: (app: ComposedApp) => Readonly<Record<string, (event: { readonly type: string }) => void>>;
  realClicks?: boolean;
  fromStart?: boolean;
  modalViews?: ModalViews;
  build?: string | null;
}

export interface ReactStage extends Stage {
  readonly app: ComposedApp;
  close(): void;
}

function pageOf(window: Window & typeof globalThis, userAgent: string | null): typeof window {
  const location = {
    get pathname() {
      return window.location.pathname;
    },
    get search() {
      return window.location.search;
    },
    get hash() {
      return window.location.hash;
    },
    get href() {
      return window.location.href;
    },
    reload: () => {},
    assign: () => {},
  };
  return new Proxy(window, {
    get(target, key) {
      if (key === 'location') return location;
      if (key === 'navigator' && userAgent !== null) return { ...target.navigator, userAgent };
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const everyClick = { passes: () => true, close: () => {} };

export async function openReactStage(setting: StageSetting): Promise<ReactStage> {
  await preloadPages('/', '/terms', '/privacy');
  await loadEveryView();
  const clock = new SimulatedClock();
  const watch = watchFlow(setting.machineId);
  window.history.replaceState(null, '', setting.address);
  const created = createWholeApp(
    {
      identity: createFakeIdentity(setting.hasGoogle ? { googleAs: 'gm@example.com' } : {}),
      fetch: () => new Promise(() => {}),
      baseUrl: '',
      page: pageOf(window, setting.userAgent ?? null),
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
      ...(setting.modalViews === undefined ? {} : { modalViews: setting.modalViews }),
      ...(setting.build === undefined ? {} : { build: setting.build }),
    },
    { clock, inspect: watch.inspect, adapt: tellActors },
  );
  const app = setting.realClicks ? created : { ...created, openClickGate: () => everyClick };
  app.start();
  if (setting.signedIn !== undefined) {
    const [known] = authFlow.outcomes.checkSession;
    const output = { user: null, hasToken: false };
    answer(app.auth(), 'checkSession', setting.signedIn ? known : { name: '', type: 'done', output });
    if (!setting.fromStart) watch.takeIds();
  }
  setting.prepare?.(app);
  const surroundings = setting.surroundings?.(app) ?? {};
  await act(async () => {
    render(<AppProvider app={app}>{setting.content ?? <Routes />}</AppProvider>);
  });
  return {
    app,
    driver: testingLibraryDriver,
    send: (event) =>
      act(async () => {
        const happens = surroundings[event.type];
        if (happens) return happens(event);
        watch.flow().send(event);
        const modal = setting.machineId as OpenedModal;
        if (event.type.endsWith('.opened') && modal in app.modalViews)
          app.modals().send({ type: 'modal.opened', modal });
      }),
    answer: (actorId, outcome) => act(async () => answer(watch.flow(), actorId, outcome)),
    wait: (milliseconds) => act(async () => clock.increment(milliseconds)),
    taken: async () => {
      await act(async () => {});
      return watch.takeIds();
    },
    close: () => app.stop(),
  };
}
