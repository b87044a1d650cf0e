import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { catalogue } from '#machines/index.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedApp, createApp } from '#web/app/create-app.ts';
import { lastingFlow, lastingNames } from '#web/app/lasting-flows.ts';
import { demandedModals, modalViews } from '#web/app/modal-views.ts';
import { AppProvider } from '#web/app/providers.tsx';

let app: ComposedApp;
let adapted: string[];

beforeEach(() => {
  adapted = [];
  app = createApp(
    {
      identity: createFakeIdentity({}),
      fetch: () => new Promise(() => {}),
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
    },
    {
      clock: new SimulatedClock(),
      adapt: (machine) => {
        adapted.push(machine.id);
        return machine;
      },
    },
  );
  app.start();
});

afterEach(() => {
  cleanup();
  app.stop();
});

describe('the flows that run as long as the app does', () => {
  it.each(lastingNames)('%s is a flow of the catalogue under the id of its machine', (name) => {
    const { machine } = lastingFlow(name);
    expect(machine.id).toBe(name);
    expect(catalogue.map((flow) => flow.machine)).toContain(machine);
  });

  it.each(lastingNames)('%s runs from the start, and its machine could be adapted before', (name) => {
    expect(app[name]().getSnapshot().status).toBe('active');
    expect(adapted).toContain(name);
  });

  it.each(
    lastingNames.flatMap((name) => {
      const { hook } = lastingFlow(name);
      return hook ? [[name, hook] as const] : [];
    }),
  )('the hook of %s reads it', (_, hook) => {
    let read: unknown;
    function Reader() {
      read = hook();
      return null;
    }
    render(
      <AppProvider app={app}>
        <Reader />
      </AppProvider>,
    );
    expect(read).toBeDefined();
  });

  it('only one of them shows each modal, and the modals come last', () => {
    const ofFlows = lastingNames.flatMap((name) => {
      const { opens, demands } = lastingFlow(name);
      return Object.keys({ ...opens, ...demands });
    });
    expect(new Set(ofFlows).size).toBe(ofFlows.length);
    expect(lastingNames.at(-1)).toBe('modals');
  });

  it('[R2.34] what the app demands has a view and a place in the order of precedence', () => {
    expect(app.modals().getSnapshot().context.precedence).toEqual(demandedModals);
    for (const modal of demandedModals) expect(modalViews).toHaveProperty(modal);
    expect(demandedModals.slice(0, 3)).toEqual(['agreements', 'emailVerification', 'reSignIn']);
  });
});
