import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import type { HeadSource } from '#machines/page-head/page-head.machine.ts';
import type { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { ServerFacts } from '#web/effects/server-facts.ts';
import type { App } from './app-port.ts';
import type { Notices } from './notices.ts';
import type { SharedPort, Watched } from './shared-port.ts';
import type { Tracking } from './tracking-port.ts';

/** The account part of the app, with its provider component. */
export interface AccountPart {
  app: App;
  Scope: ComponentType<{ children: ReactNode }>;
}

/** The site as hooks see it; `createSite` returns it. */
export interface Site extends SharedPort {
  /** What the flows use of the browser. */
  readonly dependencies: {
    readonly page: {
      location: Pick<Location, 'href'>;
      navigator: Pick<Navigator, 'clipboard' | 'userAgent'>;
    };
    cookies: () => string;
  };
  start(): void;
  accountPart(): ActorRefFrom<typeof accountPartMachine>;
  releaseWatch(): ActorRefFrom<typeof releaseWatchMachine>;
  /** The page needs an account; until the session check is done, it does not ask to sign in. */
  readonly expectsAccount: boolean;
  /** The visitor may be signed in: the navigation bar waits for the session check. */
  readonly remembersSignIn: boolean;
  /** Loads the account part, also after a failure. */
  needAccount(): void;
  /** Prefetches the account part's files. */
  foreseeAccount(): void;
  readonly account: Watched<AccountPart | null>;
  readonly serverFacts: Watched<ServerFacts> & { initial: () => ServerFacts };
  readonly connection: { isOnline: () => boolean; subscribe: (changed: () => void) => () => void };
  /** Null while there is nothing to consent to. */
  readonly tracking: Watched<Tracking | null>;
  readonly buildInfo: { readonly hash: string | null; readonly environment: string };
  /** Whether the user has navigated since the page was loaded. */
  hasMoved(): boolean;
  /** Whether the user has followed a link within the page before the app took over. */
  hasFollowedHash(): boolean;
  /** The id of a public page's own target element, or null (R2.9). */
  targetOf(path: string): string | null;
  /** Another route is shown; `target` is an element's id (R2.19, R2.20). */
  enterRoute(target: string | null): void;
  /** The first page is shown, without a target. */
  enterFirstRoute(): void;
  /** Writes the page's head (R9.11). */
  showHead(source: HeadSource): void;
  readonly notices: Notices;
  readonly calls: PlainCalls;
}
