import type { CastSheet } from '#contract/speakers.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nothingMapped, speakerMappingSetup } from './speaker-mapping.setup.ts';

const keepSheet = {
  type: 'keepSheet',
  params: ({ event }: { event: { output: CastSheet } }) => ({ sheet: event.output }),
} as const;

const cameTooLate = {
  type: 'cameTooLate',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

export const speakerMappingMachine = speakerMappingSetup.createMachine({
  id: 'speakerMapping',
  context: nothingMapped,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed; the page keeps nothing of the cast.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'cast.opened': {
          target: 'open',
          actions: {
            type: 'keepPlace',
            params: ({ event }) => ({ campaignId: event.campaignId, session: event.session }),
          },
        },
      },
    },
    open: {
      description:
        'The dialog covers the page. A change goes on when it is closed: at its end the page reads its texts again, and tells a failure.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'cast.closed': 'closed' },
      states: {
        loading: {
          description: 'Reads the speakers, and which of them are known.',
          tags: tag.busy,
          invoke: {
            id: 'readCast',
            src: 'readCast',
            input: ({ context: { campaignId, session } }) => ({ campaignId, session }),
            onDone: [
              { guard: 'isOutdated', target: 'shown.outcome.outdated', actions: keepSheet },
              { target: 'shown', actions: keepSheet },
            ],
            onError: { target: 'unread', actions: [keepFailure, 'forgetOutdated'] },
          },
        },
        unread: {
          description: 'The cast could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
        shown: {
          description:
            'Lists every speaker and every person of the cast, with what the analysis asks about them.',
          type: 'parallel',
          on: {
            'speaker.assigned': [
              {
                guard: { type: 'isNamedSpeaker', params: ({ event }) => event },
                target: 'changing',
                actions: {
                  type: 'keepChange',
                  params: ({ event: { label, player, role, character } }) => ({
                    change: {
                      kind: 'assign' as const,
                      label,
                      player: player.trim(),
                      role,
                      character: character.trim() || null,
                    },
                  }),
                },
              },
              {
                guard: { type: 'isSpeaker', params: ({ event }) => event },
                target: '.outcome.unnamed',
              },
            ],
            'speaker.cleared': {
              guard: { type: 'isKnownSpeaker', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'keepChange',
                params: ({ event: { label } }) => ({ change: { kind: 'clear' as const, label } }),
              },
            },
            'suggestion.accepted': {
              guard: { type: 'isSuggested', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'keepChange',
                params: ({ event: { label, character } }) => ({
                  change: { kind: 'accept' as const, label, character },
                }),
              },
            },
            'suggestion.rejected': {
              guard: { type: 'isSuggested', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'keepChange',
                params: ({ event: { label, character } }) => ({
                  change: { kind: 'reject' as const, label, character },
                }),
              },
            },
            'person.saved': [
              {
                guard: { type: 'isNamed', params: ({ event }) => event },
                target: 'changing',
                actions: {
                  type: 'keepChange',
                  params: ({ event: { personId, player, role, characters } }) => ({
                    change: {
                      kind: 'save' as const,
                      personId,
                      player: player.trim(),
                      role,
                      characters: [...characters],
                    },
                  }),
                },
              },
              { target: '.outcome.unnamed' },
            ],
            'person.removed': {
              guard: { type: 'isPerson', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'keepChange',
                params: ({ event: { personId } }) => ({ change: { kind: 'remove' as const, personId } }),
              },
            },
            'undo.requested': { guard: 'hasUndo', target: 'undoing' },
            'voices.counted': {
              guard: { type: 'isOtherNumber', params: ({ event }) => event },
              target: 'changingVoices',
              actions: {
                type: 'keepVoiceChange',
                params: ({ event: { people } }) => ({ change: { kind: 'count' as const, people } }),
              },
            },
            'voices.merged': {
              guard: { type: 'areTwoVoices', params: ({ event }) => event },
              target: 'changingVoices',
              actions: {
                type: 'keepVoiceChange',
                params: ({ event: { label, into } }) => ({
                  change: { kind: 'merge' as const, label, into },
                }),
              },
            },
            'voice.split': {
              guard: { type: 'canBeSplit', params: ({ event }) => event },
              target: 'changingVoices',
              actions: {
                type: 'keepVoiceChange',
                params: ({ event: { label } }) => ({ change: { kind: 'split' as const, label } }),
              },
            },
            'voices.recognized': {
              guard: { type: 'isRecognized', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'keepChange',
                params: ({ event: { label } }) => ({ change: { kind: 'recognize' as const, label } }),
              },
            },
            'voices.agreed': {
              guard: { type: 'canAgree', params: ({ event }) => event },
              target: 'remembering',
              actions: {
                type: 'keepMemoryChange',
                params: ({ event: { personIds } }) => ({
                  change: { kind: 'agree' as const, personIds: [...personIds] },
                }),
              },
            },
            'voices.forgotten': {
              guard: { type: 'isRemembered', params: ({ event }) => event },
              target: 'remembering',
              actions: {
                type: 'keepMemoryChange',
                params: ({ event: { personId } }) => ({ change: { kind: 'forget' as const, personId } }),
              },
            },
            'voices.undone': {
              guard: 'hasVoicesUndo',
              target: 'changingVoices',
              actions: {
                type: 'keepVoiceChange',
                params: ({ context: { sheet } }) => ({
                  change: { kind: 'undo' as const, version: sheet?.voices?.version ?? undefined },
                }),
              },
            },
          },
          states: {
            outcome: {
              description: 'What became of the last change.',
              initial: 'ready',
              states: {
                ready: {
                  description: 'The game master reads, listens and decides.',
                  tags: tag.waiting,
                },
                unnamed: {
                  description: 'The name of the player is missing; the form says so.',
                  tags: tag.failed,
                },
                outdated: {
                  description:
                    'The cast was changed somewhere else in the meantime; the current one is shown.',
                  tags: tag.failed,
                  entry: 'forgetOutdated',
                },
                failed: {
                  description: 'The server rejected the change or did not answer; the dialog says why.',
                  tags: tag.failed,
                  exit: 'forgetFailure',
                },
                changed: {
                  description:
                    'The change is applied wherever the speakers are named. The dialog offers to undo it.',
                  tags: tag.done,
                },
                undone: { description: 'The last change is undone.', tags: tag.done },
                remembered: {
                  description: 'The dialog says whose voices are remembered now.',
                  tags: tag.done,
                },
                regrouped: {
                  description:
                    'The lines of the transcript have the voices that the game master asked for, or had before. The dialog offers to undo a change.',
                  tags: tag.done,
                },
              },
            },
            speakers: {
              description:
                'A session without speakers is asked again until it has some; changes and what is typed stay.',
              initial: 'resting',
              states: {
                resting: {
                  description:
                    'The speakers are shown; if there are none yet, asks for them again after a while.',
                  after: { pauseWithoutSpeakers: { guard: 'lacksSpeakers', target: 'looking' } },
                },
                looking: {
                  description:
                    'The session had no speakers yet: asks whether there are some now, and shows them.',
                  invoke: {
                    id: 'readCast',
                    src: 'readCast',
                    input: ({ context: { campaignId, session } }) => ({ campaignId, session }),
                    onDone: { target: 'resting', actions: keepSheet },
                    onError: 'resting',
                  },
                },
              },
            },
          },
        },
        changing: {
          description: 'The server changes the cast, unless someone else changed it in the meantime.',
          tags: tag.busy,
          exit: ['forgetChange', 'refreshTexts'],
          invoke: {
            id: 'changeCast',
            src: 'changeCast',
            input: ({ context: { campaignId, session, sheet, change } }) => ({
              campaignId,
              session,
              revision: sheet?.revision ?? 0,
              change,
            }),
            onDone: { target: 'shown.outcome.changed', actions: keepSheet },
            onError: [
              { guard: cameTooLate, target: 'loading', actions: 'markOutdated' },
              { target: 'shown.outcome.failed', actions: keepFailure },
            ],
          },
        },
        changingVoices: {
          description:
            'The server gives lines of the transcript to other voices: those of another number of people, of ' +
            'two that are one, or of one that is two. Or it undoes the last such change, unless another has come ' +
            'since; lines that have changed since stay.',
          tags: tag.busy,
          exit: ['forgetChange', 'refreshTexts'],
          invoke: {
            id: 'changeVoices',
            src: 'changeVoices',
            input: ({ context: { campaignId, session, sheet, voiceChange } }) => ({
              campaignId,
              session,
              transcriptId: sheet?.voices?.transcriptId ?? null,
              change: voiceChange,
            }),
            onDone: { target: 'shown.outcome.regrouped', actions: keepSheet },
            onError: [
              { guard: cameTooLate, target: 'loading', actions: 'markOutdated' },
              { target: 'shown.outcome.failed', actions: keepFailure },
            ],
          },
        },
        remembering: {
          description:
            'The server records who agreed that the campaign remembers how they sound, or forgets voices.',
          tags: tag.busy,
          exit: 'forgetChange',
          invoke: {
            id: 'changeMemory',
            src: 'changeMemory',
            input: ({ context: { campaignId, session, memoryChange } }) => ({
              campaignId,
              session,
              change: memoryChange,
            }),
            onDone: { target: 'shown.outcome.remembered', actions: keepSheet },
            onError: { target: 'shown.outcome.failed', actions: keepFailure },
          },
        },
        undoing: {
          description: 'The server undoes the last change to the cast.',
          tags: tag.busy,
          exit: 'refreshTexts',
          invoke: {
            id: 'undoCast',
            src: 'undoCast',
            input: ({ context: { campaignId, session, sheet } }) => ({
              campaignId,
              session,
              revision: sheet?.revision ?? 0,
            }),
            onDone: { target: 'shown.outcome.undone', actions: keepSheet },
            onError: [
              { guard: cameTooLate, target: 'loading', actions: 'markOutdated' },
              { target: 'shown.outcome.failed', actions: keepFailure },
            ],
          },
        },
      },
    },
  },
});
