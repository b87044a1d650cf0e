import { createActor, type InspectionEvent } from 'xstate';
import { isDialogHash } from '#contract/choices.ts';
import { present } from '#contract/unknown-values.ts';
import { selectAccountPartFailure } from '#machines/account-part/account-part.selectors.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { createPlainCalls } from '#web/api/plain-calls.ts';
import { realTimers, type Timers } from '#web/api/timers.ts';
import { answerCalls } from '#web/effects/answer-calls.ts';
import { createConnection } from '#web/effects/connection.ts';
import { createPageHead, type HeadSource } from '#web/effects/page-head.ts';
import type { LeftPage } from '#web/effects/payment-journey.ts';
import { createScrollMemory, type RememberedPage } from '#web/effects/scroll-memory.ts';
import { createServerFacts } from '#web/effects/server-facts.ts';
import { trackingHeaders } from '#web/effects/tracking-headers.ts';
import type { Page } from '#web/effects/watch-page.ts';
import { needsAccountPart, provideAccountPart } from '#web/flows/account-part/provide-account-part.ts';
import { openClickGate } from '#web/flows/click-debounce/click-gate.ts';
import type { PrivacySignals } from '#web/flows/consent/provide-consent.ts';
import type { NoticePage } from '#web/flows/ready-notice/provide-ready-notice.ts';
import type { RecorderPage } from '#web/flows/recording/recorder.ts';
import { provideReleaseWatch } from '#web/flows/release-watch/provide-release-watch.ts';
import {
  provideScrollToTarget,
  type ScrollPage,
} from '#web/flows/scroll-to-target/provide-scroll-to-target.ts';
import { createNotices } from '#web/hooks/notices.ts';
import { isAppPath } from '#web/hooks/paths.ts';
import type { AdaptMachine, Navigate } from '#web/hooks/shared-port.ts';
import type { AccountPart } from '#web/hooks/site-port.ts';
import { publicPageAt } from '#web/pages/page-catalogue.ts';
import { type CreateTracking, createLateTracking } from './late-tracking.ts';
import { createSiteMachine } from './site-machine.ts';

export interface SiteDependencies {
  fetch: typeof globalThis.fetch;
  page: Page &
    ScrollPage &
    RememberedPage &
    RecorderPage &
    LeftPage &
    NoticePage & {
      location: Pick<
        Location,
        'reload' | 'assign' | 'origin' | 'hostname' | 'href' | 'pathname' | 'search' | 'hash'
      >;
      navigator: Pick<Navigator, 'clipboard' | 'userAgent'> &
        PrivacySignals & { mediaSession?: MediaSession; serviceWorker?: ServiceWorkerContainer };
      document: Document;
    };
  storage: Storage;
  cookies: () => string;
  navigate: Navigate;
  build?: string | null;
  importAccountPart: () => Promise<{ composeAccountPart: (site: ComposedSite) => Promise<AccountPart> }>;
  createTracking?: CreateTracking;
  prerendered?: string | null;
}

export interface SiteOptions {
  clock?: Timers;
  inspect?: (event: InspectionEvent) => void;
  adapt?: AdaptMachine;
}

/** For every page, so it must stay light. A second `start` does nothing. */
export function createSite(dependencies: SiteDependencies, options: SiteOptions = {}) {
  const { page, storage } = dependencies;
  const clock = options.clock ?? realTimers;
  const adapt: AdaptMachine = options.adapt ?? ((machine) => machine);
  const calls = createPlainCalls({ fetch: dependencies.fetch, timers: clock });
  const actorOptions = { clock, ...(options.inspect === undefined ? {} : { inspect: options.inspect }) };
  const scrollMemory = createScrollMemory(page);
  const serverFacts = createServerFacts();
  const pageHead = createPageHead(clock, async (source) =>
    (await import('./head-of.ts')).headWriter(page.document, source),
  );
  const connection = createConnection(page);
  const keepsRecords = import.meta.env.MODE === 'development';
  const build = dependencies.build ?? null;
  const tracking = createLateTracking({
    calls,
    create: dependencies.createTracking ?? null,
    load: async () => (await import('./create-tracking.ts')).createTracking,
    open: (create) =>
      create(
        { page, calls, storage, build, keepsRecords, titleSettled: pageHead.settled },
        { clock, inspect: options.inspect, adapt },
      ),
    always: keepsRecords,
  });

  let part: AccountPart | null = null;
  const listeners = new Set<() => void>();
  function attach(given: AccountPart): void {
    part = given;
    for (const listener of [...listeners]) listener();
  }

  const root = createActor(
    createSiteMachine(
      {
        accountPart: adapt(
          provideAccountPart(async () => {
            if (part !== null) return;
            const { composeAccountPart } = await dependencies.importAccountPart().catch((cause: unknown) => {
              throw new ApiFailure('network', { cause });
            });
            attach(await composeAccountPart(site));
          }),
        ),
        releaseWatch: adapt(
          provideReleaseWatch({
            calls,
            headers: () => trackingHeaders(dependencies.cookies()),
            reload: () => page.location.reload(),
            heard: serverFacts.hear,
          }),
        ),
        scrollToTarget: adapt(provideScrollToTarget(page)),
      },
      { build: dependencies.build ?? null },
    ),
    actorOptions,
  );
  // An actor that has ended is no longer a child.
  const children = root.getSnapshot().children;
  const accountPart = present(children.accountPart, 'flow accountPart');
  const releaseWatch = present(children.releaseWatch, 'flow releaseWatch');
  const scrollToTarget = present(children.scrollToTarget, 'flow scrollToTarget');

  function needAccount(): void {
    if (accountPart.getSnapshot().status === 'active') accountPart.send({ type: 'account.needed' });
  }

  const callsToJoin = answerCalls(page, (hash) => {
    if (page.location.hash !== hash)
      dependencies.navigate(page.location.pathname + page.location.search + hash);
    needAccount();
  });
  callsToJoin.listen();
  const onHashChange = () => {
    if (isDialogHash(page.location.hash)) needAccount();
  };

  const notices = createNotices();
  const remembersSignIn = needsAccountPart(storage, page.location);
  let isStarted = false;
  let headPath = dependencies.prerendered ?? null;

  const site = {
    start(): void {
      if (isStarted) return;
      isStarted = true;
      accountPart.subscribe((snapshot) => {
        const failure = selectAccountPartFailure(snapshot);
        if (failure !== null) notices.show(failure.message);
      });
      root.start();
      tracking.start();
      scrollMemory.start();
      callsToJoin.listen();
      page.addEventListener('hashchange', onHashChange);
      if (remembersSignIn) needAccount();
      else onHashChange();
    },
    stop(): void {
      callsToJoin.stop();
      page.removeEventListener('hashchange', onHashChange);
      scrollMemory.stop();
      tracking.stop();
      pageHead.stop();
      root.stop();
    },
    accountPart: () => accountPart,
    expectsAccount: isAppPath(page.location.pathname),
    remembersSignIn,
    needAccount,
    foreseeAccount: () => void dependencies.importAccountPart().catch(() => {}),
    account: {
      get: () => part,
      attach,
      subscribe(changed: () => void): () => void {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
    serverFacts,
    connection,
    tracking,
    buildInfo: { hash: dependencies.build ?? null, environment: import.meta.env.MODE },
    releaseWatch: () => releaseWatch,
    hasMoved: scrollMemory.hasMoved,
    isAtTarget: scrollMemory.isAtTarget,
    targetOf: (path: string) => publicPageAt(path)?.target ?? null,
    enterRoute: (target: string | null) =>
      scrollToTarget.send({ type: 'route.changed', target, saved: scrollMemory.arrive() }),
    /** The browser restores the scroll position only of a page that was sent complete (R2.20). */
    enterFirstRoute(): void {
      const saved = (dependencies.prerendered ?? null) === null ? scrollMemory.returnTo() : null;
      if (saved !== null) scrollToTarget.send({ type: 'route.changed', target: null, saved });
    },
    showHead(source: HeadSource): void {
      const path = 'path' in source ? source.path : null;
      if (path !== null && path === headPath) return;
      headPath = path;
      pageHead.show(source);
    },
    openClickGate: () => openClickGate(actorOptions),
    notices,
    dependencies,
    navigate: dependencies.navigate,
    calls,
    clock,
    // Components make flows of their own, which a report has too.
    inspect: (event: InspectionEvent) => {
      options.inspect?.(event);
      part?.app.recordStep(event);
    },
    adapt,
  };
  return site;
}

export type ComposedSite = ReturnType<typeof createSite>;
