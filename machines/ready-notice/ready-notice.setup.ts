import { setup } from 'xstate';
import type { AnalysisEnd } from '../analysis/analysis.setup.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** What the browser says of notifications; `unsupported`: it has none. */
export type NoticePermission = 'unsupported' | 'default' | 'granted' | 'denied';

/** An analysis that has ended while the app was open. */
export interface EndedAnalysis extends AnalysisEnd {
  /** The window is hidden, or another one is in front. */
  readonly isHidden: boolean;
  /** The session is what the page shows. */
  readonly isOnScreen: boolean;
}

export type ReadyNoticeEvent =
  | { type: 'user.arrived'; permission: NoticePermission; isWanted: boolean }
  /** The user presses the switch. */
  | { type: 'notices.toggled' }
  | ({ type: 'analysis.ended' } & EndedAnalysis)
  | { type: 'user.left' };

export const readyNoticeSetup = setup({
  types: {} as { context: Record<string, never>; events: ReadyNoticeEvent; tags: Tag },
  actors: {
    /** Asks the browser, which asks the user. */
    askPermission: notProvidedActor<NoticePermission, undefined>('askPermission'),
  },
  actions: {
    /** Whether this browser shows notices, kept in it. */
    rememberWish: notProvidedAction<{ isWanted: boolean }>('rememberWish'),
    /** A notification of the browser. */
    showNotice: notProvidedAction<EndedAnalysis>('showNotice'),
    /** An announcement in the page, with the way to the session. */
    announceInPage: notProvidedAction<EndedAnalysis>('announceInPage'),
  },
  guards: {
    isGranted: (_, { permission }: { permission: NoticePermission }) => permission === 'granted',
    isDenied: (_, { permission }: { permission: NoticePermission }) => permission === 'denied',
    isUnsupported: (_, { permission }: { permission: NoticePermission }) => permission === 'unsupported',
    isWantedAndGranted: (_, params: { permission: NoticePermission; isWanted: boolean }) =>
      params.isWanted && params.permission === 'granted',
    isHidden: (_, { isHidden }: EndedAnalysis) => isHidden,
    isOffScreen: (_, { isOnScreen }: EndedAnalysis) => !isOnScreen,
  },
});
