import type { Browser, Page } from '@playwright/test';
import type { Flow, FlowOutcome } from '#flows/flow.ts';
import type { ModelState } from '#flows/timed-model.ts';
import type { ModelPath } from '#flows/tour.ts';
import type { FlowScreen, Look, Stage } from '#tests/support/screens/screen.ts';
import type { Deed, Harness, HarnessSettings } from '../harness/main.tsx';
import type { Call } from '../harness/numbered-calls.ts';
import type { Answer, HeldBackend, HeldRequest } from '../support/held-backend.ts';
import { paintNothing } from '../support/unpainted.ts';
import { type CallHarness, createChromiumDriver } from './chromium-driver.ts';

type HarnessWindow = { harness: Harness };

export interface Surroundings {
  page: Page;
  backend: HeldBackend;
  path: ModelPath;
  /** Once there is one. */
  request(methods: readonly string[], path: RegExp): Promise<HeldRequest>;
  /** Answered as a stream unless it is one already. */
  stream(path: RegExp): Promise<HeldRequest>;
  answer(method: string, path: RegExp, answer: Answer): Promise<HeldRequest>;
  harness: CallHarness;
  /** For what needs no simulated time. */
  until<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value>;
  /** Advances the clock if nothing else happens: loading states stay visible for a while. */
  arrive(what: string, find: () => Promise<boolean>): Promise<void>;
  nextOutcome(actor: string): FlowOutcome | undefined;
}

/** True: the page caused it. False: send it to the machine directly. */
type Way<Given> = (around: Surroundings, given: Given) => Promise<boolean>;

export interface ChromiumFlow {
  settings: (path: ModelPath) => Partial<HarnessSettings>;
  address: (path: ModelPath) => string;
  /** By the running actors; null delays a request. */
  background: (method: string, path: string, running: readonly string[]) => Answer | null;
  prepare?: (around: Surroundings) => Promise<void>;
  /** The path begins only after `prepare`. */
  beginsAnew?: boolean;
  /** 0 by default. */
  filling?: (around: Surroundings) => number;
  events?: Readonly<Record<string, Way<{ type: string }>>>;
  actors?: Readonly<Record<string, Way<FlowOutcome>>>;
}

export interface FlowInChromium {
  screen: FlowScreen;
  means: ChromiumFlow;
  /** Sent directly to the machine, because the page cannot cause them. */
  told: readonly string[];
  /**
   * What of it only a browser does. `npm test` walks these flows in Chromium; `npm run test:all` walks all. The others call
   * the server and show its answers, which their walk in jsdom does, too, or what they need a browser for has a test that
   * comes in by their own door: a popup, an event stream, another site, drafts of a closed tab.
   */
  onlyInABrowser?: string;
}

export interface ChromiumStage extends Stage {
  readonly told: ReadonlySet<string>;
  close(): Promise<void>;
}

const usualSettings: HarnessSettings = {
  signedIn: true,
  hasGoogle: false,
  userAgent: null,
  patient: true,
  build: null,
  everyClickPasses: true,
  toldFlows: [],
  stored: {},
  standInModals: false,
  staysOnPage: false,
};

/** Milliseconds: the machine may be busy. */
const usualPatience = 30_000;

/** In steps of 20 ms, for a page that does not appear. */
const mostTurns = 400;

/** With a stopped clock, for any number of paths one after another. */
export async function openHarnessPage(browser: Browser, { url }: HeldBackend): Promise<Page> {
  const context = await browser.newContext({
    // Clicks would wait for animations.
    reducedMotion: 'reduce',
    // Room for toasts below the longest menu, because no path dismisses them.
    viewport: { width: 1280, height: 1200 },
  });
  context.setDefaultTimeout(usualPatience);
  const page = await context.newPage();
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  // The clock runs until then, and a busy machine may take long.
  await page.clock.pauseAt('2026-01-01T00:10:00Z');
  await paintNothing(page);
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return page;
}

/** Holds every request of the flow. */
export async function openChromiumStage(
  page: Page,
  backend: HeldBackend,
  flow: Flow,
  path: ModelPath,
  means: ChromiumFlow,
  patience = usualPatience,
): Promise<ChromiumStage> {
  const machineId = flow.machine.id;
  const told = new Set<string>();
  let seen = 0;
  let step = 0;
  let isEarly = false;
  let toldEvent: string | null = null;
  const states: readonly ModelState[] = [path.start.state, ...path.edges.map(({ state }) => state)];

  let calls: readonly Call[] = [];
  /** Runs in the page before waiting. */
  let deeds: Deed[] = [];

  const harness: CallHarness = (name, ...given) =>
    page.evaluate(
      ([key, values]) =>
        ((window as unknown as HarnessWindow).harness[key as 'turn'] as (...all: unknown[]) => unknown)(
          ...values,
        ),
      [name, given] as const,
    ) as never;

  function standing(): string {
    const words = calls.map(({ number, method, path: asked, hasArrived }) => {
      const isHeld = backend.request(number) !== undefined;
      return `${method} ${asked} (call ${number}, ${isHeld ? 'held' : hasArrived ? 'answered' : 'never arrived'})`;
    });
    return `The page waits for ${words.join(', ') || 'nothing'}.`;
  }

  /** Waits until every request is held or answered, and `wanted` transitions were taken. */
  const settle = async (
    wanted = 0,
    look: Look | null = null,
  ): Promise<{ taken: readonly string[]; found: readonly boolean[] }> => {
    const end = performance.now() + usualPatience;
    for (;;) {
      const request = { ...backend.known(), from: seen, wanted, patience, longest: usualPatience };
      const first = deeds;
      deeds = [];
      const settled = await harness('settle', machineId, request, first, look);
      calls = settled.calls;
      if (settled.isQuiet) return settled;
      if (performance.now() > end) {
        throw new Error(`${flow.name}, step ${step}: the page does not come to rest. ${standing()}`);
      }
      if (calls.some(({ hasArrived }) => !hasArrived)) await backend.nextArrival(50);
    }
  };

  const until: Surroundings['until'] = async (what, find) => {
    const end = performance.now() + usualPatience;
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (performance.now() > end) throw new Error(`${flow.name}, step ${step}: no ${what}. ${standing()}`);
      await settle();
    }
  };

  const newestCall = (methods: readonly string[], wanted: RegExp): number | undefined =>
    calls.findLast((call) => methods.includes(call.method) && wanted.test(call.path))?.number;

  const around: Surroundings = {
    page,
    backend,
    path,
    harness,
    until,
    async arrive(what, find) {
      const end = performance.now() + usualPatience;
      for (let turns = 0; ; turns += 1) {
        await settle();
        if (await find()) return;
        if (turns >= mostTurns && performance.now() > end) {
          throw new Error(`${flow.name}, before the path: ${what} does not come. ${standing()}`);
        }
        await harness('turn', 20);
      }
    },
    request: (methods, wanted) =>
      until(`request ${methods.join('|')} ${wanted.source}`, async () => {
        const number = newestCall(methods, wanted);
        return number === undefined ? undefined : backend.request(number);
      }),
    stream: (wanted) =>
      until(`stream ${wanted.source}`, async () => {
        const number = newestCall(['GET'], wanted);
        return number === undefined ? undefined : backend.stream(number);
      }),
    async answer(method, wanted, answer) {
      const request = await around.request([method], wanted);
      request.answer(answer);
      return request;
    },
    nextOutcome(actor) {
      const next = path.edges
        .slice(step - 1)
        .find(({ event }) => event.type === 'actor' && event.actor === actor);
      return next?.event.type === 'actor' ? next.event.outcome : undefined;
    },
  };

  const settings: HarnessSettings = { ...usualSettings, ...means.settings(path) };
  backend.answerInBackground((method, requested) => {
    const running = states[Math.min(step, states.length - 1)]?.running.map(({ actor }) => actor) ?? [];
    return means.background(method, requested, running);
  });
  await harness('open', settings, means.address(path));
  await means.prepare?.(around);
  await until(`actor of ${machineId}`, async () =>
    (await harness('isRunning', machineId)) ? true : undefined,
  );
  // A flow of the whole page may have been busy loading.
  if (means.beginsAnew) seen = (await settle()).taken.length;

  async function check(look: Look | null) {
    const settled = await settle(isEarly ? 0 : (states[step]?.trace.taken.length ?? 0), look);
    seen += settled.taken.length;
    if (toldEvent !== null && settled.taken.length > 0) told.add(`event ${toldEvent}`);
    toldEvent = null;
    if (!isEarly) step += 1;
    isEarly = false;
    return settled;
  }

  return {
    driver: await createChromiumDriver(page, harness, patience, () => means.filling?.(around) ?? 0),
    told,
    async close() {
      await harness('close');
      backend.release();
      // Open connections would be missing for the next path.
      await settle();
    },
    async send(event) {
      if (await means.events?.[event.type]?.(around, event)) return;
      toldEvent = event.type;
      deeds.push(['send', machineId, event]);
    },
    async answer(actorId, outcome) {
      if (await means.actors?.[actorId]?.(around, outcome)) return;
      if (settings.toldFlows.includes(flow.name)) {
        await harness('answer', machineId, actorId, outcome);
        return;
      }
      told.add(`${actorId}: ${outcome.name}`);
      const event =
        outcome.type === 'emits'
          ? outcome.event
          : outcome.type === 'done'
            ? { type: `xstate.done.actor.${actorId}`, output: outcome.output, actorId }
            : { type: `xstate.error.actor.${actorId}`, error: outcome.error, actorId };
      deeds.push(['send', machineId, event]);
    },
    async wait(milliseconds) {
      isEarly = milliseconds > 1;
      // Nothing of the flow is due earlier; timers beside it may skip ticks.
      deeds.push([isEarly ? 'skip' : 'turn', milliseconds]);
    },
    taken: async () => (await check(null)).taken,
    takenAndSeen: check,
  };
}
