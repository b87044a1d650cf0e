import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock, waitFor } from 'xstate';
import { storedFacts } from '#contract/stored.ts';
import { emptyDraft } from '#machines/feedback/feedback.setup.ts';
import { catalogue } from '#machines/index.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { type AppDependencies, createApp } from '#web/app/create-app.ts';
import {
  demandedModals,
  flowNames,
  flows,
  type LastingFlow,
  modalViews,
  type Registration,
} from '#web/app/flows.ts';
import { AppProvider } from '#web/app/providers.tsx';
import type { RootEvent } from '#web/app/root-machine.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { releaseVersion } from '#web/flows/whats-new/release-version.ts';

/** Of each flow that has one: `flows/<flow>/use-<flow>.ts` exports `use<Flow>`. */
const hookModules = import.meta.glob<Record<string, () => unknown>>('../../../src/web/flows/*/use-*.ts', {
  eager: true,
});
const hooks: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.values(hookModules).flatMap((module) => Object.entries(module)),
);
const hookOf = (flow: LastingFlow) =>
  flow === 'checkout' ? hooks.usePurchase : hooks[`use${flow.charAt(0).toUpperCase()}${flow.slice(1)}`];

const registrations: Readonly<Record<LastingFlow, Registration>> = flows;
const lateNames = flowNames.filter((name) => registrations[name].late !== undefined);

const sources: Readonly<Record<string, string>> = import.meta.glob('../../../src/web/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

it('every modal that something opens has its view in src/web/app/flows.ts', () => {
  const opened = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/(?:penModal|useOpener)\('(\w+)'(?:, (?:\w+, )?'(\w+)')?/g)].map(
      ([, flow, modal]) => modal ?? flow ?? '',
    ),
  );
  expect(opened.length).toBeGreaterThan(10);
  const without = [...new Set(opened)].filter((name) => !(name in modalViews));
  expect(without, 'opened, but no entry of src/web/app/flows.ts has them in `modals`').toEqual([]);
});

const dependencies = (): AppDependencies => ({
  identity: createFakeIdentity({}),
  fetch: () => new Promise(() => {}),
  baseUrl: '',
  page: window,
  storage: new MemoryStorage(),
  cookies: () => '',
  navigate: () => {},
});

let app: ComposedApp;
let adapted: string[];

beforeEach(() => {
  adapted = [];
  app = createWholeApp(dependencies(), {
    clock: new SimulatedClock(),
    adapt: (machine) => {
      adapted.push(machine.id);
      return machine;
    },
  });
  app.start();
});

afterEach(() => {
  cleanup();
  app.stop();
});

describe('the flows that run as long as the app does', () => {
  it.each(flowNames)('%s is a flow of the catalogue with the id of its machine', (name) => {
    expect(app[name]().getSnapshot().machine.id).toBe(name);
    expect(catalogue.map(({ machine }) => machine.id)).toContain(name);
    const { early, late } = registrations[name];
    expect([early, late].filter((each) => each !== undefined)).toHaveLength(1);
  });

  it.each(flowNames)('%s runs from the start, and its machine can be adapted before', (name) => {
    expect(app[name]().getSnapshot().status).toBe('active');
    expect(adapted).toContain(name);
  });

  const withHook = flowNames.flatMap((name) => {
    const hook = hookOf(name);
    return hook ? [[name, hook] as const] : [];
  });

  it('nearly all have a hook', () => {
    expect(flowNames.filter((name) => hookOf(name) === undefined)).toEqual([
      'copylessNotice',
      'recapNotice',
      'whatsNew',
    ]);
  });

  it.each(withHook)('the hook of %s reads it', (_, hook) => {
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

  it('[R2.34] every required modal has a view and a place in the order of precedence', () => {
    expect(app.modals().getSnapshot().context.precedence).toEqual(demandedModals);
    for (const modal of demandedModals) expect(modalViews).toHaveProperty(modal);
    expect(demandedModals.slice(0, 3)).toEqual(['agreements', 'emailVerification', 'reSignIn']);
  });
});

describe('flows that are loaded on demand', () => {
  const arrival: Extract<RootEvent, { type: 'user.arrived' }> = {
    type: 'user.arrived',
    user: {
      isAuthenticated: true,
      userId: '01900000-0000-7000-8000-00000000b001',
      userEmail: 'gm@example.com',
      userName: null,
      userCreditBalance: 0,
      activeSubscription: null,
      freeAnalysisBalance: 1,
      firstAnalysisPerformed: false,
      isAlphaTester: false,
      agreementsAccepted: true,
      nextCreditDropDate: null,
      nextCreditExpiration: null,
      userCreatedAt: '2026-01-01T00:00:00.000Z',
      allowedCountry: true,
      country: null,
    },
    hasLinkedCode: false,
    paymentReturn: { checkout: null, fromPortal: false },
  };
  const opened: ComposedApp[] = [];
  function openLight(): ComposedApp {
    const light = createApp(dependencies(), { clock: new SimulatedClock() });
    light.start();
    opened.push(light);
    return light;
  }
  afterEach(() => {
    for (const light of opened.splice(0)) light.stop();
  });

  it('are known by name before; reading one says that it is not loaded', () => {
    const light = openLight();
    expect(lateNames.length).toBeGreaterThan(20);
    for (const name of lateNames) {
      expect(() => light[name]()).toThrow(`"${name}" is not loaded`);
      expect(light.flows.get(name)).toBeUndefined();
    }
    expect(light.spawned.upload.get()).toBeNull();
  });

  it('load alone, start with the user who is there, and receive everything after that', async () => {
    const light = openLight();
    light.root.send(arrival);
    await Promise.all([light.flows.load('readyNotice'), light.flows.load('readyNotice')]);
    expect(light.readyNotice().getSnapshot().value).not.toBe('absent');
    expect(lateNames.filter((name) => light.flows.get(name) !== undefined)).toEqual(['readyNotice']);
    await light.flows.loadAll();
    for (const name of lateNames) expect(light[name]().getSnapshot().status).toBe('active');
    (await light.spawned.upload.load()).of('session');
    expect(light.root.getSnapshot().children).toHaveProperty('upload:session');
    light.root.send({ type: 'user.left' });
    expect(light.readyNotice().getSnapshot().value).toBe('absent');
    expect(light.root.getSnapshot().children).not.toHaveProperty('upload:session');
  });

  it('receive nothing about a user who has left before', async () => {
    const light = openLight();
    light.root.send(arrival);
    light.root.send({ type: 'user.left' });
    await light.flows.load('readyNotice');
    expect(light.readyNotice().getSnapshot().value).toBe('absent');
  });

  it('[R4.5] tell of a new version once, with a link to what is new, and nothing on a first visit', async () => {
    const storage = new MemoryStorage();
    const arrive = async () => {
      const light = createApp({ ...dependencies(), storage }, { clock: new SimulatedClock() });
      light.start();
      opened.push(light);
      light.root.send(arrival);
      await light.flows.load('whatsNew');
      return light.notices.get();
    };
    expect(await arrive()).toEqual([]);
    expect(readFact(storage, storedFacts.seenVersion)).toBe(releaseVersion);
    writeFact(storage, storedFacts.seenVersion, '0.0.1');
    expect(await arrive()).toMatchObject([
      { text: `Hearthscribe ${releaseVersion} is here.`, link: { path: '/roadmap#whats-new' } },
    ]);
    expect(await arrive()).toEqual([]);
  });

  it('get an event that loads them, in its turn', async () => {
    const light = openLight();
    light.flows.send('feedback', { type: 'feedback.opened' });
    light.flows.send('feedback', {
      type: 'feedback.submitted',
      draft: { ...emptyDraft, comment: 'The map!' },
    });
    await light.flows.load('feedback');
    expect(light.feedback().getSnapshot().context.draft.comment).toBe('The map!');
  });

  it('are loaded for a purchase in the address, which may still be withdrawn', async () => {
    const light = openLight();
    light.choose(null);
    expect(light.flows.get('checkout')).toBeUndefined();
    light.choose({ kind: 'subscription', tier: 'PRO' });
    light.choose(null);
    await light.flows.load('checkout');
    expect(light.modals().getSnapshot().context.opened).toBeNull();
  });
});

it('a flow that waits before it asks again asks at once when the user comes back', async () => {
  const recap = {
    id: '01900000-0000-7000-8000-00000000e001',
    style: 'A sermon',
    character: null,
    reads: 'gm',
  };
  const rest = {
    state: 'waiting',
    failure: null,
    isWritten: false,
    isStale: false,
    isEdited: false,
    unread: 0,
  };
  const answer = {
    writer: null,
    styles: ['A sermon'],
    characters: [],
    recaps: [{ ...recap, ...rest, sectionKey: 'recap-1', doubts: [] }],
  };
  let asked = 0;
  const own = createWholeApp(
    {
      ...dependencies(),
      fetch: async (address) => {
        if (!String(address).includes('/recaps')) return new Promise(() => {});
        asked += 1;
        return Response.json(answer);
      },
    },
    { clock: new SimulatedClock() },
  );
  own.start();
  const flow = await own.flows.load('recapCollection');
  flow.send({ type: 'recaps.opened', place: { sessionId: recap.id, title: 'Session 3' }, wish: null });
  await waitFor(flow, (snapshot) => snapshot.matches({ open: { shown: 'waiting' } }));
  expect(asked).toBe(1);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked).toBe(2));
  own.stop();
});
