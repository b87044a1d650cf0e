import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import type { HeadSource } from '#machines/page-head/page-head.machine.ts';
import type { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { ServerFacts } from '#web/effects/server-facts.ts';
import type { App } from './app-port.ts';
import type { Notices } from './notices.ts';
import type { SharedPort } from './shared-port.ts';
import type { Tracking } from './tracking-port.ts';

/** Something that changes, and tells that it did. */
export interface Watched<Value> {
  get: () => Value;
  subscribe: (changed: () => void) => () => void;
}

/** The account part of the app, with the component that hands it to what stands inside. */
export interface AccountPart {
  app: App;
  Scope: ComponentType<{ children: ReactNode }>;
}

/** What every page stands on, as hooks see it. `createSite` makes it. */
export interface Site extends SharedPort {
  /** What of the browser the flows reach into. */
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
  /** The page is for people with an account only; until it is known who is here, nobody is told to sign in. */
  readonly expectsAccount: boolean;
  /** The visitor may be signed in: the navigation bar waits until that is known. */
  readonly remembersSignIn: boolean;
  /** Loads the account part where it is not there yet, also after a failure. */
  needAccount(): void;
  /** The account part may be needed soon: its files are fetched ahead. */
  foreseeAccount(): void;
  readonly account: Watched<AccountPart | null>;
  readonly serverFacts: Watched<ServerFacts> & { initial: () => ServerFacts };
  readonly connection: { isOnline: () => boolean; subscribe: (changed: () => void) => () => void };
  /** Null as long as there is nothing to agree to. */
  readonly tracking: Watched<Tracking | null>;
  readonly buildInfo: { readonly hash: string | null; readonly environment: string };
  /** Whether the page has shown another place since it was loaded. */
  hasMoved(): boolean;
  /** Id of the element that the public page at a path names; null where it names none (R2.9). */
  targetOf(path: string): string | null;
  /** The page shows another route, which may name a target by its element's id (R2.19, R2.20). */
  enterRoute(target: string | null): void;
  /** The first page is shown, and its address names no target. */
  enterFirstRoute(): void;
  /** Writes the head of what is shown now (R9.11). */
  showHead(source: HeadSource): void;
  readonly notices: Notices;
  readonly calls: PlainCalls;
}
