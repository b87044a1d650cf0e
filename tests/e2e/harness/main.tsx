import '#web/app/zod-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listCampaigns } from '#contract/campaigns.ts';
import { realTimers, type Timers } from '#web/api/timers.ts';
import { createApp } from '#web/app/create-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { Routes } from '#web/app/routes.tsx';
import '#web/ui/styles.css';
import { modalStandIns } from '../../support/screens/modal-stand-ins.tsx';
import { createPageIdentity } from './page-identity.ts';
import { createWatchedActors } from './watched-actors.ts';

/** What a path says of the page before it is opened. */
export interface HarnessSettings {
  signedIn: boolean;
  /** Requests and transfers wait as long as the path lets them: how long the client waits is no part of the charts. */
  patient: boolean;
  build: string | null;
  /** Two clicks in a row are two clicks, since steps of a path take no time; false where that is what is looked at. */
  everyClickPasses: boolean;
  /** Flows whose actors end only when the path says so, for want of a request that could be held. */
  toldFlows: readonly string[];
  /** Every modal has a view, as simple as one can be. */
  standInModals: boolean;
}

const openGate = { passes: () => true, close: () => {} };

const settings = (window as unknown as { harnessSettings: HarnessSettings }).harnessSettings;
const clientPatience: readonly number[] = [60_000, 90_000];
const patientTimers: Timers = {
  setTimeout: (work, milliseconds) =>
    clientPatience.includes(milliseconds) ? null : realTimers.setTimeout(work, milliseconds),
  clearTimeout: (timer) => realTimers.clearTimeout(timer),
};

const actors = createWatchedActors();
const identity = createPageIdentity(settings.signedIn);

let copying: { resolve: () => void; reject: (error: Error) => void } | null = null;
const clipboard = {
  writeText: () =>
    new Promise<void>((resolve, reject) => {
      copying = { resolve, reject };
    }),
};
/** The same thing with some of its members replaced; they may be ones that cannot be changed in place. */
function withOthers<Thing extends object>(thing: Thing, others: Readonly<Record<string, unknown>>): Thing {
  return new Proxy({} as Thing, {
    get(_, key) {
      if (key in others) return others[key as string];
      const value = Reflect.get(thing, key);
      return typeof value === 'function' ? value.bind(thing) : value;
    },
  });
}

const page = withOthers(window, {
  // A reload would take the path's page away.
  location: withOthers(window.location, { reload: () => {} }),
  navigator: withOthers(window.navigator, { clipboard }),
});

const app = createApp(
  {
    identity: identity.port,
    fetch: window.fetch.bind(window),
    baseUrl: '',
    build: settings.build,
    page,
    storage: window.localStorage,
    cookies: () => document.cookie,
    navigate,
    ...(settings.standInModals ? { modalViews: modalStandIns } : {}),
  },
  { clock: settings.patient ? patientTimers : realTimers, inspect: actors.inspect },
);

/** What the tests reach into the page for, beside its controls. */
export const harness = {
  report: actors.report,
  send: actors.send,
  answer: actors.answer,
  changeIdentityElsewhere: identity.changeElsewhere,
  setToken: identity.setToken,
  answerIdentity: identity.answer,
  /** A call that the server answers with 401. */
  callInVain: () =>
    void app.client.call(listCampaigns, { query: { cursor: 'unauthorized' } }).catch(() => {}),
  /** Ends the copying under way; false while there is none. */
  copied(works: boolean): boolean {
    if (copying === null) return false;
    if (works) copying.resolve();
    else copying.reject(new Error('Write permission denied.'));
    copying = null;
    return true;
  },
};

export type Harness = typeof harness;

(window as unknown as { harness: Harness }).harness = harness;
app.start();
createRoot(document.getElementById('root')!).render(
  <AppProvider app={settings.everyClickPasses ? { ...app, openClickGate: () => openGate } : app}>
    <Routes />
  </AppProvider>,
);
