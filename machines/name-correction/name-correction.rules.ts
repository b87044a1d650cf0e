import { dismissedWithDialog, type Invariant, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { NameCorrectionContext } from './name-correction.setup.ts';

export const nameCorrectionInvariants: readonly Invariant<NameCorrectionContext>[] = [
  {
    name: 'corrects and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('correctHits') || cause === 'correction.requested') &&
      (!started.includes('undoCorrection') || cause === 'undo.requested'),
  },
  {
    name: 'corrects only places of the preview, and at least one',
    holds: ({ started, context: { chosen, preview } }) =>
      !started.includes('correctHits') ||
      (chosen.length > 0 && chosen.every((id) => preview?.hits.some((hit) => hit.id === id))),
  },
  {
    name: 'searches for a name only with a different right one',
    holds: ({ started, context: { wrong, right } }) =>
      !started.includes('findHits') || (wrong !== '' && right !== '' && wrong !== right),
  },
  remembering<NameCorrectionContext, { wasLooking: boolean; isRight: boolean }>({
    name: 'ticks exactly the exact matches in a new preview',
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
    name: 'reloads texts after every correction and every undo, whether it succeeded or not',
    states: ['open.applying', 'open.undoing'],
    action: 'refreshTexts',
  }),
  {
    name: 'keeps the kind of a name that is in the glossary',
    holds: ({ context: { preview, kind } }) => preview?.knownKind == null || preview.knownKind === kind,
  },
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      (isIn('open.asking.failed') || isIn('open.choosing.failed') || isIn('open.applied.failed')),
  },
  {
    name: 'has the correction exactly from when it was made',
    holds: ({ isIn, context }) =>
      (context.made !== null) === (isIn('open.applied') || isIn('open.undoing') || isIn('open.undone')),
  },
  dismissedWithDialog<NameCorrectionContext>(),
];
