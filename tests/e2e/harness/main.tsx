import type { MeasuredAudio } from '#web/flows/upload/measure-audio.ts';
import '#web/app/zod-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listCampaigns } from '#contract/campaigns.ts';
import type { FlowOutcome } from '#flows/flow.ts';
import { createWholeApp } from '#tests/support/whole-app.ts';
import { realTimers, type Timers } from '#web/api/timers.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { Routes } from '#web/app/routes.tsx';
import type { Sound } from '#web/flows/player/sound.ts';
import '#web/ui/styles.css';
import { modalStandIns } from '../../support/screens/modal-stand-ins.tsx';
import { look } from '../../support/screens/page-eyes.ts';
import type { Look, Question } from '../../support/screens/screen.ts';
import { withToldActors } from '../../web/paths/controlled-actors.ts';
import { createNumberedCalls } from './numbered-calls.ts';
import { pageClock } from './page-clock.ts';
import { pageHands } from './page-hands.ts';
import { createPageIdentity, type Question as IdentityQuestion } from './page-identity.ts';
import { type SettleRequest, settle } from './settle.ts';
import { createWatchedActors } from './watched-actors.ts';

/** The state of the app at the start of a path. */
export interface HarnessSettings {
  signedIn: boolean;
  /** There is a sign-in with Google. */
  hasGoogle: boolean;
  /** The browser's user agent; null: unchanged. */
  userAgent: string | null;
  /**
   * Requests and transfers wait as long as the path lets them: the client's timeouts are not part of the
   * charts.
   */
  patient: boolean;
  build: string | null;
  /** Two consecutive clicks count as two, because steps of a path take no time; false to test the debounce. */
  everyClickPasses: boolean;
  /** Flows whose actors end only when the path says so, because they make no request that could be held. */
  toldFlows: readonly string[];
  /** What an earlier visit left in local storage. */
  stored: Readonly<Record<string, string>>;
  /** Every modal has the simplest possible view. */
  standInModals: boolean;
  /** What would open another page leads nowhere: the path is about this one. */
  staysOnPage: boolean;
}

/** The audio element would fail in its own time; the paths decide what it reports. */
const stillSound: Sound = {
  canPlay: () => true,
  changeOver: () => {},
  load: () => () => {},
  play: () => {},
  pause: () => {},
  seek: () => {},
  setSpeed: () => {},
  setSkipping: () => {},
  position: { get: () => 0, subscribe: () => () => {} },
};

const openGate = { passes: () => true, close: () => {} };
const clientPatience: readonly number[] = [60_000, 90_000];
const patientTimers: Timers = {
  setTimeout: (work, milliseconds) =>
    clientPatience.includes(milliseconds) ? null : realTimers.setTimeout(work, milliseconds),
  clearTimeout: (timer) => realTimers.clearTimeout(timer),
};

/** A copy with some members replaced, even read-only ones. */
function withOthers<Thing extends object>(thing: Thing, others: Readonly<Record<string, unknown>>): Thing {
  return new Proxy({} as Thing, {
    get(_, key) {
      if (key in others) return others[key as string];
      const value = Reflect.get(thing, key);
      return typeof value === 'function' ? value.bind(thing) : value;
    },
  });
}

/** A machine's id is its folder's name in camel case. */
const machineIdOf = (flow: string) => flow.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const calls = createNumberedCalls();

/** The app, shown at an address as after a page load, with hooks for the test. */
function openApp(settings: HarnessSettings) {
  const actors = createWatchedActors();
  const toldMachines = settings.toldFlows.map(machineIdOf);
  const identity = createPageIdentity(settings.signedIn, settings.hasGoogle);
  let copying: { resolve: () => void; reject: (error: Error) => void } | null = null;
  const clipboard = {
    writeText: () =>
      new Promise<void>((resolve, reject) => {
        copying = { resolve, reject };
      }),
  };
  let permitting: {
    resolve: (permission: NotificationPermission) => void;
    reject: (error: Error) => void;
  } | null = null;
  class HeldNotification {
    static permission: NotificationPermission = 'default';
    static requestPermission = () =>
      new Promise<NotificationPermission>((resolve, reject) => {
        permitting = { resolve, reject };
      });
    onclick = null;
    close() {}
  }
  let measuring: ((measured: MeasuredAudio) => void) | null = null;
  const measure = () =>
    new Promise<MeasuredAudio>((resolve) => {
      measuring = resolve;
    });
  window.XMLHttpRequest = calls.XMLHttpRequest;
  const app = createWholeApp(
    {
      identity: identity.port,
      fetch: calls.fetch,
      baseUrl: '',
      build: settings.build,
      page: withOthers(window, {
        // A reload or navigation would end the path's page.
        location: withOthers(window.location, { reload: () => {}, assign: () => {} }),
        stop: () => {},
        Notification: HeldNotification,
        navigator: withOthers(window.navigator, {
          clipboard,
          ...(settings.userAgent === null ? {} : { userAgent: settings.userAgent }),
        }),
      }),
      storage: window.localStorage,
      cookies: () => document.cookie,
      navigate: settings.staysOnPage ? () => {} : navigate,
      measure,
      sound: stillSound,
      ...(settings.standInModals ? { modalViews: modalStandIns } : {}),
    },
    {
      clock: settings.patient ? patientTimers : realTimers,
      inspect: actors.inspect,
      adapt: (machine) => (toldMachines.includes(machine.id) ? withToldActors(machine) : machine),
    },
  );
  app.start();
  const root = createRoot(document.getElementById('root')!);
  root.render(
    <AppProvider app={settings.everyClickPasses ? { ...app, openClickGate: () => openGate } : app}>
      <Routes />
    </AppProvider>,
  );
  return {
    actors,
    identity,
    app,
    measured(found: MeasuredAudio): boolean {
      if (measuring === null) return false;
      measuring(found);
      measuring = null;
      return true;
    },
    permitted(permission: NotificationPermission | null): boolean {
      if (permitting === null) return false;
      if (permission === null) permitting.reject(new TypeError('Illegal constructor'));
      else permitting.resolve(permission);
      permitting = null;
      return true;
    },
    copied(works: boolean): boolean {
      if (copying === null) return false;
      if (works) copying.resolve();
      else copying.reject(new Error('Write permission denied.'));
      copying = null;
      return true;
    },
    close() {
      // The query library would remember that a path ended offline.
      window.dispatchEvent(new Event('online'));
      root.unmount();
      void app.queryClient.cancelQueries();
      app.stop();
    },
  };
}

let shown: ReturnType<typeof openApp> | null = null;

function opened(): ReturnType<typeof openApp> {
  if (shown === null) throw new Error('The app is not open.');
  return shown;
}

export type Deed = readonly [name: 'send' | 'turn' | 'skip', ...given: readonly unknown[]];

/** How long rendering may take, in milliseconds of real time. */
async function lookAt({ questions, expected }: Look, patience: number): Promise<readonly boolean[]> {
  const end = pageClock.reallyNow() + patience;
  for (;;) {
    const found = look(questions);
    const isAsExpected = expected.every((each, index) => found[index] === each);
    if (isAsExpected || pageClock.reallyNow() > end) return found;
    await pageClock.turn(0);
    await pageClock.reallyWait(1);
  }
}

/** The test's access to the page, besides its controls. */
export const harness = {
  /** Shows the app at an address, with nothing left of the previous one. */
  open(settings: HarnessSettings, address: string): void {
    window.localStorage.clear();
    window.sessionStorage.clear();
    for (const [key, value] of Object.entries(settings.stored)) window.localStorage.setItem(key, value);
    window.history.replaceState(null, '', address);
    window.scrollTo(0, 0);
    shown = openApp(settings);
  },
  close(): void {
    shown?.close();
    shown = null;
  },
  ...pageHands,
  look: lookAt,
  /** Answers one question about the current page. */
  asks: (question: Question): boolean => look([question])[0]!,
  /**
   * Performs the first action, then waits until nothing more happens without time passing. Returns the
   * transitions of a flow, if there is one, and the page afterward.
   */
  async settle(machineId: string, request: SettleRequest, first: readonly Deed[], wantedLook: Look | null) {
    for (const [name, ...given] of first) await (harness[name] as (...all: unknown[]) => unknown)(...given);
    const settled = await settle(calls, (from) => shown?.actors.taken(machineId, from) ?? [], request);
    const isLookedAt = wantedLook !== null && settled.isQuiet && settled.taken.length === request.wanted;
    return { ...settled, found: isLookedAt ? await lookAt(wantedLook, request.patience) : [] };
  },
  turn: pageClock.turn,
  skip: pageClock.skip,
  isRunning: (machineId: string) => opened().actors.isRunning(machineId),
  send: (machineId: string, event: { type: string }) => opened().actors.send(machineId, event),
  answer: (machineId: string, actorId: string, outcome: FlowOutcome) =>
    opened().actors.answer(machineId, actorId, outcome),
  changeIdentityElsewhere: () => opened().identity.changeElsewhere(),
  setToken: (present: boolean) => opened().identity.setToken(present),
  answerIdentity: (
    failure: { code: string; message: string } | null,
    question?: IdentityQuestion,
    output?: unknown,
  ) => opened().identity.answer(failure, question, output),
  /** The signed-in user is known at once, unless held. */
  holdSession: (isHeld: boolean) => opened().identity.holdSession(isHeld),
  /** A call that the server answers with 401. */
  callInVain: () =>
    void opened()
      .app.client.call(listCampaigns, { query: { cursor: 'unauthorized' } })
      .catch(() => {}),
  /** Reloads everything that the page has read from the server. */
  readAnew: () => void opened().app.queryClient.invalidateQueries(),
  /** The browser has found the length of the recording, or cannot (null); false while nothing is asked. */
  measured: (found: MeasuredAudio) => opened().measured(found),
  /** Ends the current copy; false if there is none. */
  copied: (works: boolean) => opened().copied(works),
  permitted: (permission: NotificationPermission | null) => opened().permitted(permission),
};

export type Harness = typeof harness;

(window as unknown as { harness: Harness }).harness = harness;
