import type { Browser, Page } from '@playwright/test';
import type { Flow, FlowOutcome } from '#flows/flow.ts';
import type { ModelState } from '#flows/timed-model.ts';
import type { ModelPath } from '#flows/tour.ts';
import type { Stage } from '#tests/support/screens/screen.ts';
import type { Harness, HarnessSettings } from '../harness/main.tsx';
import type { Answer, HeldBackend, HeldRequest } from '../support/held-backend.ts';
import { createChromiumDriver } from './chromium-driver.ts';

type HarnessWindow = { harness: Harness };

/** What the ways of a flow into its surroundings are given. */
export interface Surroundings {
  page: Page;
  backend: HeldBackend;
  path: ModelPath;
  /** The newest request of this kind that the page still waits for, once it is there. */
  request(methods: readonly string[], path: RegExp): Promise<HeldRequest>;
  /** The newest request of this path that the page still waits for, answered as a stream where it is not one yet. */
  stream(path: RegExp): Promise<HeldRequest>;
  /** Waits for the request and answers it. */
  answer(method: string, path: RegExp, answer: Answer): Promise<HeldRequest>;
  /** Runs in the page. */
  harness<Key extends keyof Harness>(
    name: Key,
    ...given: Parameters<Harness[Key]>
  ): Promise<Awaited<ReturnType<Harness[Key]>>>;
  /** The outcome that an actor will have next, as the path goes. */
  nextOutcome(actor: string): FlowOutcome | undefined;
}

/** True: it happened by the page's own means. False: the chart is told directly. */
type Way<Given> = (around: Surroundings, given: Given) => Promise<boolean>;

/** How a flow runs in the browser, beside its screen. */
export interface ChromiumFlow {
  settings: (path: ModelPath) => Partial<HarnessSettings>;
  address: (path: ModelPath) => string;
  /** False for paths that no page shows; all are shown unless told otherwise. */
  isShown?: (path: ModelPath) => boolean;
  /** Requests answered at once, also by which actors run by then; null holds one. */
  background: (method: string, path: string, running: readonly string[]) => Answer | null;
  /** After the page has been loaded. */
  prepare?: (around: Surroundings) => Promise<void>;
  /** The flow runs since the page was opened, and the path begins only where `prepare` has brought it. */
  beginsAnew?: boolean;
  /** The byte that a file chosen now is full of; 0 unless told otherwise. */
  filling?: (around: Surroundings) => number;
  /** What no gesture makes, by type of event. */
  events?: Readonly<Record<string, Way<{ type: string }>>>;
  /** By key of the actor. */
  actors?: Readonly<Record<string, Way<FlowOutcome>>>;
}

export interface ChromiumStage extends Stage {
  /** Outcomes and events that the page's own means did not make, in words. */
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
  standInModals: false,
};

/** How long to wait for what should happen at once, in milliseconds: the machine may be busy. */
const usualPatience = 30_000;

/** Opens the page of the harness, its clock stopped. It serves any number of paths, one after the other. */
export async function openHarnessPage(browser: Browser, { url }: HeldBackend): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(usualPatience);
  const page = await context.newPage();
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.clock.pauseAt('2026-01-01T00:00:01Z');
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return page;
}

/** Shows the app at the start of a path, every request of the flow held. */
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

  const harness: Surroundings['harness'] = (name, ...given) =>
    page.evaluate(
      ([key, values]) =>
        ((window as unknown as HarnessWindow).harness[key as 'report'] as (...all: unknown[]) => unknown)(
          ...values,
        ),
      [name, given] as const,
    ) as never;

  /** Lets what is due by now happen, timers of no delay and the page's own rendering; then asks what was taken. */
  const flush = async (): Promise<readonly string[]> => {
    await page.clock.runFor(0);
    return page.evaluate(async (id) => {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      return (window as unknown as HarnessWindow).harness.report(id)?.taken ?? [];
    }, machineId);
  };

  const until = async <Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> => {
    const end = performance.now() + patience;
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (performance.now() > end) {
        const waiting = await harness('waitingCalls');
        const heldNow = backend.heldRequests();
        throw new Error(
          `${flow.name}, step ${step}: no ${what}. The page waits for ${waiting.join(', ') || 'nothing'}; held: ${heldNow.join(', ') || 'nothing'}.`,
        );
      }
      await flush();
    }
  };

  const around: Surroundings = {
    page,
    backend,
    path,
    harness,
    request: (methods, wanted) =>
      until(`request ${methods.join('|')} ${wanted.source}`, async () => {
        const number = await harness('newestCall', methods, wanted);
        return number === null ? undefined : backend.request(number);
      }),
    stream: (wanted) =>
      until(`stream ${wanted.source}`, async () => {
        const number = await harness('newestCall', ['GET'], wanted);
        return number === null ? undefined : backend.stream(number);
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
  await until(`actor of ${machineId}`, async () => ((await harness('report', machineId)) ? true : undefined));
  // A flow of the whole page may have been busy with the loading of it.
  seen = means.beginsAnew ? (await flush()).length : 0;

  return {
    driver: createChromiumDriver(page, () => means.filling?.(around) ?? 0),
    told,
    close: () => harness('close'),
    async send(event) {
      if (await means.events?.[event.type]?.(around, event)) return;
      toldEvent = event.type;
      await harness('send', machineId, event);
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
      await harness('send', machineId, event);
    },
    async wait(milliseconds) {
      isEarly = milliseconds > 1;
      // Nothing of the flow is due before the last millisecond; what ticks beside it may skip its ticks.
      if (isEarly) await page.clock.fastForward(milliseconds);
      else await page.clock.runFor(milliseconds);
    },
    async taken() {
      const expected = isEarly ? 0 : (states[step]?.trace.taken.length ?? 0);
      const end = performance.now() + patience;
      let now = (await harness('report', machineId))?.taken ?? [];
      while (now.length - seen < expected && performance.now() < end) now = await flush();
      const news = (await flush()).slice(seen);
      seen += news.length;
      if (toldEvent !== null && news.length > 0) told.add(`event ${toldEvent}`);
      toldEvent = null;
      if (!isEarly) step += 1;
      isEarly = false;
      return news;
    },
  };
}
