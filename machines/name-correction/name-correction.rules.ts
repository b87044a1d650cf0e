import { type Invariant, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { NameCorrectionContext } from './name-correction.setup.ts';

export const nameCorrectionInvariants: readonly Invariant<NameCorrectionContext>[] = [
  {
    name: 'nothing is corrected or undone unless the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('correctHits') || cause === 'correction.requested') &&
      (!started.includes('undoCorrection') || cause === 'undo.requested'),
  },
  {
    name: 'only places of the preview are corrected, and never none',
    holds: ({ started, context: { chosen, preview } }) =>
      !started.includes('correctHits') ||
      (chosen.length > 0 && chosen.every((id) => preview?.hits.some((hit) => hit.id === id))),
  },
  {
    name: 'a name is looked for only with a right one that differs',
    holds: ({ started, context: { wrong, right } }) =>
      !started.includes('findHits') || (wrong !== '' && right !== '' && wrong !== right),
  },
  remembering<NameCorrectionContext, { wasLooking: boolean; isRight: boolean }>({
    name: 'a new preview has exactly its exact hits ticked',
    start: { wasLooking: false, isRight: true },
    after: ({ wasLooking }, { isIn, context: { preview, chosen } }) => {
      const isNew = wasLooking && isIn('open.choosing');
      const exact = preview?.hits.flatMap(({ id, certainty }) => (certainty === 'exact' ? [id] : []));
      return {
        wasLooking: isIn('open.previewing'),
        isRight: !isNew || (exact ?? []).join() === chosen.join(),
      };
    },
    holds: (_, { isRight }) => isRight,
  }),
  rereadAfter<NameCorrectionContext>({
    name: 'texts are read again after every correction and every undo, whatever came of it',
    states: ['open.applying', 'open.undoing'],
    action: 'refreshTexts',
  }),
  {
    name: 'a name that the glossary has keeps its kind',
    holds: ({ context: { preview, kind } }) => preview?.knownKind == null || preview.knownKind === kind,
  },
  {
    name: 'a reason is shown exactly where something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      (isIn('open.asking.failed') || isIn('open.choosing.failed') || isIn('open.applied.failed')),
  },
  {
    name: 'the correction is known exactly from when it was made',
    holds: ({ isIn, context }) =>
      (context.made !== null) === (isIn('open.applied') || isIn('open.undoing') || isIn('open.undone')),
  },
  remembering<NameCorrectionContext, { wasOpen: boolean; isRight: boolean }>({
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
