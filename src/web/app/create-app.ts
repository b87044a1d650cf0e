import type { ComponentType } from 'react';
import type { InspectionEvent } from 'xstate';
import type { Choice } from '#contract/choices.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { createChosenFiles } from '#web/effects/chosen-files.ts';
import { createCredentialEntries } from '#web/effects/credential-entries.ts';
import { createPaymentJourney } from '#web/effects/payment-journey.ts';
import { saveFile } from '#web/effects/save-file.ts';
import { sourceInfoOf } from '#web/effects/source-info-of.ts';
import { trackingHeaders } from '#web/effects/tracking-headers.ts';
import { type AlphaConsole, openAlphaFlag } from '#web/flows/alpha-flag/open-alpha-flag.ts';
import { type Lazy, lazily } from '#web/hooks/lazily.ts';
import type { ModalName, ModalViewProps, ModalViews } from '#web/hooks/modal-views.ts';
import type { Instruments } from '#web/hooks/surroundings.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import { createCache } from './cache-rules.ts';
import { type ComposedSite, createSite, type SiteDependencies, type SiteOptions } from './create-site.ts';
import { modalViews, type Replaceable } from './flows.ts';
import { type Preloaded, type RunningFlows, runFlows } from './run-flows.ts';
import { createStepRecord } from './step-record.ts';
import { surroundFlows } from './surround-flows.ts';
import { watchApp } from './watch-app.ts';

export interface AppDependencies
  extends Pick<
      SiteDependencies,
      'fetch' | 'page' | 'storage' | 'cookies' | 'navigate' | 'build' | 'createTracking'
    >,
    Replaceable {
  identity: IdentityPort;
  baseUrl: string;
  preloaded?: Preloaded;
  modalViews?: ModalViews;
  site?: ComposedSite;
}

function ownSite(dependencies: AppDependencies, options: SiteOptions): ComposedSite {
  return createSite(
    {
      ...dependencies,
      importAccountPart: async () => {
        throw new Error('The account part is already loaded.');
      },
    },
    options,
  );
}

/** The composition root, outside React. Call `start` once. */
export function createApp(dependencies: AppDependencies, options: SiteOptions = {}) {
  const { identity, storage, page, cookies, baseUrl, measure, transfer, sound } = dependencies;
  const site = dependencies.site ?? ownSite(dependencies, options);
  const { clock, notices, adapt, openClickGate } = site;
  const record = createStepRecord();
  const actorOptions = {
    clock,
    inspect: (event: InspectionEvent) => {
      record.inspect(event);
      options.inspect?.(event);
    },
  };

  const onUnauthorized = () => flows.auth().send({ type: 'unauthorized' });
  const client = createApiClient({
    baseUrl,
    fetch: dependencies.fetch,
    identityToken: () => identity.idToken(),
    trackingHeaders: () => trackingHeaders(cookies()),
    onUnauthorized,
    timers: clock,
  });
  const queryClient = createCache();
  const files = createChosenFiles();
  const secrets = createCredentialEntries();
  const journey = createPaymentJourney(page, dependencies);
  // biome-ignore lint/plugin: other scripts may put these on the window.
  const scripts = page as { alphaFeatures?: AlphaConsole; promotekit_referral?: unknown };
  const alphaFlag = openAlphaFlag({ storage, window: scripts }, actorOptions);

  let signIns = 0;
  const signingIn = async <Value>(work: Promise<Value>): Promise<Value> => {
    signIns += 1;
    try {
      return await work;
    } finally {
      signIns -= 1;
    }
  };

  const instruments: Partial<Instruments> = {};
  const running: RunningFlows = runFlows(
    surroundFlows({
      site,
      client,
      identity,
      baseUrl,
      queryClient,
      journey,
      secrets,
      files,
      sourceInfo: () => sourceInfoOf(storage, { cookies: cookies(), referral: scripts.promotekit_referral }),
      isSigningIn: () => signIns > 0,
      steps: record.steps,
      onUnauthorized,
      instruments,
      running: () => running,
      ...(measure && { measure }),
      ...(transfer && { transfer }),
      ...(sound && { sound }),
    }),
    actorOptions,
    dependencies.preloaded ?? null,
  );
  const flows = running.accessors;
  const watch = watchApp({ site, running, queryClient, secrets, journey });

  const views = dependencies.modalViews ?? modalViews;
  const lazyViews = new Map<string, Lazy<ComponentType<ModalViewProps>>>(
    keysOf(views).flatMap((name) => {
      const load = views[name];
      return load === undefined ? [] : [[name, lazily(load)]];
    }),
  );
  function modalView(name: ModalName): Lazy<ComponentType<ModalViewProps>> {
    const view = lazyViews.get(name);
    if (view === undefined) throw new Error(`The modal "${name}" has no view.`);
    return view;
  }

  let hasChosen = false;
  function choose(choice: Choice | null): void {
    if (choice?.kind === 'freeAnalysis') {
      dependencies.navigate('/campaign', { replace: true });
      return;
    }
    if (choice === null && !hasChosen && running.flows.get('checkout') === undefined) return;
    hasChosen = true;
    running.flows.send(
      'checkout',
      choice === null ? { type: 'choice.withdrawn' } : { type: 'purchase.chosen', purchase: choice },
    );
  }

  let stopWatching = () => {};
  const app = {
    site,
    start(): void {
      if (dependencies.site === undefined) {
        site.account.attach({ app, Scope: ({ children }) => children });
        site.start();
      }
      running.root.start();
      alphaFlag.start();
      stopWatching = watch.start();
    },
    stop(): void {
      stopWatching();
      alphaFlag.stop();
      running.root.stop();
      if (dependencies.site === undefined) site.stop();
      queryClient.clear();
    },
    ...flows,
    flows: running.flows,
    spawned: running.spawned,
    instruments,
    root: running.root,
    alphaFlag: () => alphaFlag.actor,
    choose,
    credentialEntries: secrets,
    modalViews: views,
    modalView,
    cover: watch.cover,
    signInEffects: { signingIn, announceLogin: () => flows.auth().send({ type: 'login.completed' }) },
    identity,
    openClickGate,
    clock,
    inspect: actorOptions.inspect,
    recordStep: record.inspect,
    adapt,
    client,
    queryClient,
    notices,
    files,
    storage,
    saveFile,
    navigate: dependencies.navigate,
  };
  return app;
}

export type ComposedApp = ReturnType<typeof createApp>;
