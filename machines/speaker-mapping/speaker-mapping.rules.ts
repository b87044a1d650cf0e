import { dismissedWithDialog, type Invariant, outdatedIsReread, rereadAfter } from '../kit/catalogue.ts';
import type { SpeakerMappingContext } from './speaker-mapping.setup.ts';

const changes = [
  'speaker.assigned',
  'speaker.cleared',
  'suggestion.accepted',
  'suggestion.rejected',
  'voices.recognized',
  'person.saved',
  'person.removed',
] as const;

const voiceChanges = ['voices.counted', 'voices.merged', 'voice.split', 'voices.undone'] as const;

export const speakerMappingInvariants: readonly Invariant<SpeakerMappingContext>[] = [
  {
    name: 'changes and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('changeCast') || changes.some((change) => change === cause)) &&
      (!started.includes('undoCast') || cause === 'undo.requested'),
  },
  {
    name: 'changes voices only when the user asks for it, and only in a transcript that has them',
    holds: ({ started, cause, context: { sheet, voiceChange } }) =>
      !started.includes('changeVoices') ||
      (voiceChanges.some((change) => change === cause) && voiceChange !== null && sheet?.voices != null),
  },
  {
    name: 'merges two different voices of the transcript, and tells apart only for another number of people',
    holds: ({ started, context: { sheet, voiceChange } }) => {
      if (!started.includes('changeVoices')) return true;
      const labels = sheet?.speakers.map(({ label }) => label) ?? [];
      if (voiceChange?.kind === 'merge')
        return (
          voiceChange.label !== voiceChange.into &&
          [voiceChange.label, voiceChange.into].every((label) => labels.includes(label))
        );
      return (
        voiceChange?.kind !== 'count' ||
        voiceChange.people !== sheet?.voices?.heard ||
        labels.length !== voiceChange.people
      );
    },
  },
  {
    name: 'undoes a change of voices only if there is one to undo',
    holds: ({ started, context: { sheet, voiceChange } }) =>
      !started.includes('changeVoices') || voiceChange?.kind !== 'undo' || sheet?.voices?.undo != null,
  },
  {
    name: 'remembers only voices of the cast, forgets only remembered ones, and only when the user asks for it',
    holds: ({ started, cause, context: { sheet, memoryChange } }) => {
      if (!started.includes('changeMemory')) return true;
      if (sheet?.memory == null || memoryChange === null) return false;
      if (memoryChange.kind === 'agree')
        return (
          cause === 'voices.agreed' &&
          memoryChange.personIds.every((personId) => sheet.people.some(({ id }) => id === personId))
        );
      const { personId } = memoryChange;
      return (
        cause === 'voices.forgotten' &&
        sheet.memory.people.some((person) => personId === null || person.personId === personId)
      );
    },
  },
  {
    name: 'adds only people with a name to the cast',
    holds: ({ started, context: { change } }) =>
      !started.includes('changeCast') ||
      (change !== null && (!('player' in change) || change.player.trim() !== '')),
  },
  {
    name: 'answers only a question that is open, and makes only a known speaker unknown',
    holds: ({ started, context: { change, sheet } }) => {
      if (!started.includes('changeCast') || change === null || !('label' in change)) return true;
      if (change.kind === 'recognize')
        return sheet?.speakers.some(({ soundsLike }) => soundsLike !== null) === true;
      const speaker = sheet?.speakers.find(({ label }) => label === change.label);
      if (change.kind === 'clear') return (speaker?.personId ?? speaker?.soundsLike) != null;
      return change.kind === 'assign' || speaker?.suggestion === change.character;
    },
  },
  {
    name: 'removes only a person of the cast',
    holds: ({ started, context: { change, sheet } }) =>
      !started.includes('changeCast') ||
      change?.kind !== 'remove' ||
      sheet?.people.some(({ id }) => id === change.personId) === true,
  },
  {
    name: 'undoes only if there is a change to undo',
    holds: ({ started, context: { sheet } }) => !started.includes('undoCast') || sheet?.undo != null,
  },
  rereadAfter<SpeakerMappingContext>({
    name: 'reloads texts after every change and every undo, whether it succeeded or not',
    states: ['open.changing', 'open.changingVoices', 'open.undoing'],
    action: 'refreshTexts',
  }),
  outdatedIsReread<SpeakerMappingContext>(
    'reloads a cast that was changed elsewhere first, and says so',
    'open.shown.outcome.outdated',
  ),
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.shown.outcome.failed')),
  },
  {
    name: 'has the cast wherever it is shown or changed',
    holds: ({ isIn, context }) =>
      context.sheet !== null ||
      !['open.shown', 'open.changing', 'open.changingVoices', 'open.remembering', 'open.undoing'].some(
        (state) => isIn(state),
      ),
  },
  {
    name: 'keeps no data once the dialog is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || (context.sheet === null && context.campaignId === null && context.change === null),
  },
  dismissedWithDialog<SpeakerMappingContext>(),
];
