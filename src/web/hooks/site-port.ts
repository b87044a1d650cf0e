import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import type { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { HeadSource } from '#web/effects/page-head.ts';
import type { ServerFacts } from '#web/effects/server-facts.ts';
import type { App } from './app-port.ts';
import type { Notices } from './notices.ts';
import type { SharedPort, Watched } from './shared-port.ts';
import type { Tracking } from './tracking-port.ts';

export interface AccountPart {
  app: App;
  Scope: ComponentType<{ children: ReactNode }>;
}

export interface Site extends SharedPort {
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
  readonly expectsAccount: boolean;
  readonly remembersSignIn: boolean;
  needAccount(): void;
  foreseeAccount(): void;
  readonly account: Watched<AccountPart | null>;
  readonly serverFacts: Watched<ServerFacts> & { initial: () => ServerFacts };
  readonly connection: { isOnline: () => boolean; subscribe: (changed: () => void) => () => void };
  readonly tracking: Watched<Tracking | null>;
  readonly buildInfo: { readonly hash: string | null; readonly environment: string };
  hasMoved(): boolean;
  isAtTarget(): boolean;
  targetOf(path: string): string | null;
  enterRoute(target: string | null): void;
  enterFirstRoute(): void;
  showHead(source: HeadSource): void;
  readonly notices: Notices;
  readonly calls: PlainCalls;
}
