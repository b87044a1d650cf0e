import { type Invariant, outdatedIsReread, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { SpeakerMappingContext } from './speaker-mapping.setup.ts';

const changes = [
  'speaker.assigned',
  'speaker.cleared',
  'suggestion.accepted',
  'suggestion.rejected',
  'person.saved',
  'person.removed',
] as const;

export const speakerMappingInvariants: readonly Invariant<SpeakerMappingContext>[] = [
  {
    name: 'nothing is changed or undone unless the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('changeCast') || changes.some((change) => change === cause)) &&
      (!started.includes('undoCast') || cause === 'undo.requested'),
  },
  {
    name: 'nobody joins the cast without a name',
    holds: ({ started, context: { change } }) =>
      !started.includes('changeCast') ||
      (change !== null && (!('player' in change) || change.player.trim() !== '')),
  },
  {
    name: 'only a question that is asked is answered, and only a known speaker is made unknown',
    holds: ({ started, context: { change, sheet } }) => {
      if (!started.includes('changeCast') || change === null || !('label' in change)) return true;
      const speaker = sheet?.speakers.find(({ label }) => label === change.label);
      if (change.kind === 'clear') return speaker?.personId != null;
      return change.kind === 'assign' || speaker?.suggestion === change.character;
    },
  },
  {
    name: 'only a person of the cast is removed',
    holds: ({ started, context: { change, sheet } }) =>
      !started.includes('changeCast') ||
      change?.kind !== 'remove' ||
      sheet?.people.some(({ id }) => id === change.personId) === true,
  },
  {
    name: 'an undo starts only where there is a change to undo',
    holds: ({ started, context: { sheet } }) => !started.includes('undoCast') || sheet?.undo != null,
  },
  rereadAfter<SpeakerMappingContext>({
    name: 'texts are read again after every change and every undo, whatever came of it',
    states: ['open.changing', 'open.undoing'],
    action: 'refreshTexts',
  }),
  outdatedIsReread<SpeakerMappingContext>(
    'a cast that was changed elsewhere is read again before anything else, and the dialog says so',
  ),
  {
    name: 'a reason is shown exactly where something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.shown.failed')),
  },
  {
    name: 'the cast is known wherever it is shown or changed',
    holds: ({ isIn, context }) =>
      context.sheet !== null || !(isIn('open.shown') || isIn('open.changing') || isIn('open.undoing')),
  },
  {
    name: 'nothing of a cast is kept once the dialog is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || (context.sheet === null && context.campaignId === null && context.change === null),
  },
  remembering<SpeakerMappingContext, { wasOpen: boolean; isRight: boolean }>({
    name: 'the modal is put away exactly when the dialog closes',
    requirement: 'R2.34',
    start: { wasOpen: false, isRight: true },
    after: ({ wasOpen }, { isIn, actions }) => ({
      wasOpen: isIn('open'),
      isRight: actions.includes('leaveModal') === (wasOpen && !isIn('open')),
    }),
    holds: (_, { isRight }) => isRight,
  }),
];
