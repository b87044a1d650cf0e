import { assign, setup } from 'xstate';
import type { CastChange, CastSheet, PersonRole } from '#contract/speakers.ts';
import type { VoiceChange } from '#contract/voice-changes.ts';
import type { VoiceMemoryChange } from '#contract/voice-memory.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface CastPlace {
  readonly campaignId: string | null;
  readonly session: { readonly id: string; readonly title: string } | null;
}

export interface SpeakerMappingContext extends CastPlace {
  readonly sheet: CastSheet | null;
  readonly change: CastChange | null;
  readonly voiceChange: VoiceChange | null;
  readonly memoryChange: VoiceMemoryChange | null;
  readonly isOutdated: boolean;
  readonly failure: Failure | null;
}

type SpeakerMappingEvent =
  | { type: 'cast.opened'; campaignId: string; session: CastPlace['session'] }
  | { type: 'cast.closed' }
  | { type: 'retry' }
  /** An empty character is none. */
  | { type: 'speaker.assigned'; label: string; player: string; role: PersonRole; character: string }
  | { type: 'speaker.cleared'; label: string }
  | { type: 'suggestion.accepted'; label: string; character: string }
  | { type: 'suggestion.rejected'; label: string; character: string }
  | {
      type: 'person.saved';
      personId: string | null;
      player: string;
      role: PersonRole;
      characters: readonly string[];
    }
  | { type: 'person.removed'; personId: string }
  | { type: 'undo.requested' }
  | { type: 'voices.counted'; people: number }
  | { type: 'voices.merged'; label: string; into: string }
  | { type: 'voice.split'; label: string }
  | { type: 'voices.undone' }
  /** Null: every voice that sounds like somebody. */
  | { type: 'voices.recognized'; label: string | null }
  | { type: 'voices.agreed'; personIds: readonly string[] }
  /** Null: all voices. */
  | { type: 'voices.forgotten'; personId: string | null }
  | { type: 'user.left' };

export interface UndoInput extends CastPlace {
  readonly revision: number;
}

interface ChangeInput extends UndoInput {
  readonly change: CastChange | null;
}

export interface VoicesInput extends CastPlace {
  readonly transcriptId: string | null;
  readonly change: VoiceChange | null;
}

interface MemoryInput extends CastPlace {
  readonly change: VoiceMemoryChange | null;
}

export const nothingMapped: SpeakerMappingContext = {
  campaignId: null,
  session: null,
  sheet: null,
  change: null,
  voiceChange: null,
  memoryChange: null,
  isOutdated: false,
  failure: null,
};

const isNamed = (name: string) => name.trim() !== '';

const speaks = ({ sheet }: SpeakerMappingContext, wanted: string) =>
  sheet?.speakers.some(({ label }) => label === wanted) === true;

export const speakerMappingSetup = setup({
  types: {} as { context: SpeakerMappingContext; events: SpeakerMappingEvent; tags: Tag },
  actors: {
    readCast: notProvidedActor<CastSheet, CastPlace>('readCast'),
    changeCast: notProvidedActor<CastSheet, ChangeInput>('changeCast'),
    undoCast: notProvidedActor<CastSheet, UndoInput>('undoCast'),
    changeVoices: notProvidedActor<CastSheet, VoicesInput>('changeVoices'),
    changeMemory: notProvidedActor<CastSheet, MemoryInput>('changeMemory'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshTexts: notProvidedAction('refreshTexts'),
    keepPlace: assign((_, place: CastPlace) => ({ ...nothingMapped, ...place })),
    keepSheet: assign({ sheet: (_, { sheet }: { sheet: CastSheet }) => sheet }),
    keepChange: assign({ change: (_, { change }: { change: CastChange }) => change }),
    keepVoiceChange: assign({ voiceChange: (_, { change }: { change: VoiceChange }) => change }),
    keepMemoryChange: assign({
      memoryChange: (_, { change }: { change: VoiceMemoryChange }) => change,
    }),
    forgetChange: assign({ change: null, voiceChange: null, memoryChange: null }),
    markOutdated: assign({ isOutdated: true }),
    forgetOutdated: assign({ isOutdated: false }),
    forgetAll: assign(nothingMapped),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isNamed: (_, { player }: { player: string }) => isNamed(player),
    isSpeaker: ({ context }, { label }: { label: string }) => speaks(context, label),
    isNamedSpeaker: ({ context }, { label, player }: { label: string; player: string }) =>
      speaks(context, label) && isNamed(player),
    isKnownSpeaker: ({ context }, { label }: { label: string }) =>
      context.sheet?.speakers.some(
        (speaker) => speaker.label === label && (speaker.personId ?? speaker.soundsLike) !== null,
      ) === true,
    isSuggested: ({ context }, { label, character }: { label: string; character: string }) =>
      context.sheet?.speakers.some(
        (speaker) => speaker.label === label && speaker.suggestion === character,
      ) === true,
    isRecognized: ({ context }, { label }: { label: string | null }) =>
      context.sheet?.speakers.some(
        (speaker) => speaker.soundsLike !== null && (label === null || speaker.label === label),
      ) === true,
    canAgree: ({ context: { sheet } }, { personIds }: { personIds: readonly string[] }) => {
      const remembered = sheet?.memory?.people;
      const isNew = (personId: string) =>
        sheet?.people.some(({ id }) => id === personId) === true &&
        remembered?.some((person) => person.personId === personId) === false;
      return personIds.length > 0 && personIds.every(isNew);
    },
    isRemembered: ({ context: { sheet } }, { personId }: { personId: string | null }) =>
      sheet?.memory?.people.some((person) => personId === null || person.personId === personId) === true,
    isPerson: ({ context }, { personId }: { personId: string }) =>
      context.sheet?.people.some(({ id }) => id === personId) === true,
    isOtherNumber: ({ context: { sheet } }, { people }: { people: number }) =>
      sheet?.voices != null &&
      (sheet.voices.heard !== people || sheet.speakers.length !== people) &&
      sheet.voices.choices.includes(people),
    areTwoVoices: ({ context }, { label, into }: { label: string; into: string }) =>
      label !== into && speaks(context, label) && speaks(context, into),
    canBeSplit: ({ context }, { label }: { label: string }) =>
      speaks(context, label) && context.sheet?.voices?.choices.some((people) => people > 1) === true,
    hasVoicesUndo: ({ context }) => context.sheet?.voices?.undo != null,
    hasUndo: ({ context }) => context.sheet?.undo != null,
    lacksSpeakers: ({ context: { session, sheet } }) => session !== null && sheet?.speakers.length === 0,
    isOutdated: ({ context }) => context.isOutdated,
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'staleRevision'),
  },
  delays: { pauseWithoutSpeakers: seconds(5) },
});
