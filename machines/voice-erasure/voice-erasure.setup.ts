import { assign, setup } from 'xstate';
import type { Voice, VoiceSheet } from '#contract/voices.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface ErasedSession {
  readonly id: string;
  readonly title: string;
}

export interface VoiceErasureContext {
  readonly session: ErasedSession | null;
  readonly sheet: VoiceSheet | null;
  readonly voice: Voice | null;
  readonly failure: Failure | null;
}

type VoiceErasureEvent =
  | { type: 'voices.opened'; session: ErasedSession }
  | { type: 'voices.closed' }
  | { type: 'retry' }
  | { type: 'voice.chosen'; speakerId: string }
  | { type: 'voice.left' }
  | { type: 'erasure.confirmed' }
  | { type: 'silencing.requested' }
  | { type: 'user.left' };

export interface VoicesInput {
  readonly sessionId: string;
}

interface ErasureInput extends VoicesInput {
  readonly transcriptId: string;
  readonly speakerId: string;
}

export const noVoices: VoiceErasureContext = { session: null, sheet: null, voice: null, failure: null };

export const voiceErasureSetup = setup({
  types: {} as { context: VoiceErasureContext; events: VoiceErasureEvent; tags: Tag },
  actors: {
    readVoices: notProvidedActor<VoiceSheet, VoicesInput>('readVoices'),
    eraseVoice: notProvidedActor<VoiceSheet, ErasureInput>('eraseVoice'),
    /** The end of the request that `eraseVoice` has made. */
    followErasure: notProvidedActor<VoiceSheet>('followErasure'),
    silenceVoices: notProvidedActor<VoiceSheet, VoicesInput>('silenceVoices'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    stopHearing: notProvidedAction<{ sessionId: string }>('stopHearing'),
    refreshTexts: notProvidedAction('refreshTexts'),
    announceFailure: notProvidedAction<{ error: unknown }>('announceFailure'),
    /** Once the request of `eraseVoice` has ended: `refreshTexts`, and a notice if it has failed. */
    announceEnd: notProvidedAction('announceEnd'),
    keepSession: assign((_, { session }: { session: ErasedSession }) => ({ session, sheet: null })),
    keepSheet: assign({ sheet: (_, { sheet }: { sheet: VoiceSheet }) => sheet }),
    keepVoice: assign({
      voice: ({ context: { sheet } }, { speakerId }: { speakerId: string }) =>
        sheet?.voices.find((voice) => voice.speakerId === speakerId) ?? null,
    }),
    forgetVoice: assign({ voice: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(noVoices),
  },
  guards: {
    isSameSession: ({ context }, { session }: { session: ErasedSession }) =>
      context.session?.id === session.id,
    isVoice: ({ context: { sheet } }, { speakerId }: { speakerId: string }) =>
      sheet?.voices.some((voice) => voice.speakerId === speakerId) === true,
    isSilencing: ({ context: { sheet } }) =>
      sheet?.erased.some(({ sound }) => sound === 'silencing') === true,
    hasFailed: ({ context: { sheet } }) => sheet?.erased.some(({ sound }) => sound === 'failed') === true,
  },
  delays: {
    nextLook: 3000,
  },
});
