import { setup } from 'xstate';
import type { AnalysisEnd } from '../analysis/analysis.setup.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** `unsupported`: the browser has no notifications. */
export type NoticePermission = 'unsupported' | 'default' | 'granted' | 'denied';

export interface EndedAnalysis extends AnalysisEnd {
  readonly isHidden: boolean;
  readonly isOnScreen: boolean;
}

/** A recording that waited until the server can transcribe. */
interface HeardAgain {
  readonly sessionId: string;
  readonly isOnScreen: boolean;
}

type ReadyNoticeEvent =
  | { type: 'user.arrived'; permission: NoticePermission; isWanted: boolean }
  | { type: 'notices.toggled' }
  | ({ type: 'analysis.ended' } & EndedAnalysis)
  | ({ type: 'hearing.restored' } & HeardAgain)
  | { type: 'user.left' };

export const readyNoticeSetup = setup({
  types: {} as { context: Record<string, never>; events: ReadyNoticeEvent; tags: Tag },
  actors: {
    askPermission: notProvidedActor<NoticePermission, undefined>('askPermission'),
  },
  actions: {
    rememberWish: notProvidedAction<{ isWanted: boolean }>('rememberWish'),
    showNotice: notProvidedAction<EndedAnalysis>('showNotice'),
    announceInPage: notProvidedAction<EndedAnalysis>('announceInPage'),
    announceHearing: notProvidedAction<HeardAgain>('announceHearing'),
  },
  guards: {
    isGranted: (_, { permission }: { permission: NoticePermission }) => permission === 'granted',
    isDenied: (_, { permission }: { permission: NoticePermission }) => permission === 'denied',
    isUnsupported: (_, { permission }: { permission: NoticePermission }) => permission === 'unsupported',
    isWantedAndGranted: (_, params: { permission: NoticePermission; isWanted: boolean }) =>
      params.isWanted && params.permission === 'granted',
    isHidden: (_, { isHidden }: EndedAnalysis) => isHidden,
    isOffScreen: (_, { isOnScreen }: { isOnScreen: boolean }) => !isOnScreen,
  },
});
