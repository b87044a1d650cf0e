import { type Invariant, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { NotesEditingContext } from './notes-editing.setup.ts';

export const notesEditingInvariants: readonly Invariant<NotesEditingContext>[] = [
  {
    name: 'nothing is restored or undone unless the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('restoreVersion') || cause === 'restore.requested') &&
      (!started.includes('undoRestore') || cause === 'undo.requested'),
  },
  {
    name: 'only a version that the user has seen compared is restored',
    holds: ({ isIn, context: { read, chosen } }) =>
      !(isIn('open.compared') || isIn('open.restoring')) ||
      (read !== null && read.version.revision === chosen),
  },
  {
    name: 'only a version of the list is read',
    holds: ({ started, context: { history, chosen } }) =>
      !started.includes('readVersion') ||
      history?.versions.some(({ revision }) => revision === chosen) === true,
  },
  {
    name: 'a restore can be undone from when it is done',
    holds: ({ isIn, context: { undo } }) =>
      !(isIn('open.listed.restored') || isIn('open.undoing')) || undo !== null,
  },
  {
    name: 'what was undone, or changed since, is not undone again',
    holds: ({ isIn, context: { undo } }) =>
      !(isIn('open.listed.undone') || isIn('open.listed.outdated')) || undo === null,
  },
  rereadAfter<NotesEditingContext>({
    name: 'the notes on the page are read again after every restore and every undo, whatever came of it',
    states: ['open.restoring', 'open.undoing'],
    action: 'refreshNotes',
  }),
  remembering<NotesEditingContext, { wasOutdated: boolean; isRight: boolean }>({
    name: 'notes that were changed elsewhere are read again before anything else, and the dialog says so',
    start: { wasOutdated: false, isRight: true },
    after: ({ wasOutdated }, { isIn, context: { isOutdated } }) => ({
      wasOutdated: isOutdated,
      isRight:
        (!isOutdated || isIn('open.loading') || isIn('open.reading')) &&
        (!wasOutdated ||
          isOutdated ||
          isIn('open.listed.outdated') ||
          isIn('open.compared.outdated') ||
          isIn('open.listed.failed') ||
          isIn('open.unread') ||
          isIn('closed')),
    }),
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'a reason is shown exactly where something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      (isIn('open.unread') || isIn('open.listed.failed') || isIn('open.compared.failed')),
  },
  {
    name: 'a version is kept only while it is read, compared or restored',
    holds: ({ isIn, context: { chosen, read } }) =>
      (chosen !== null) === (isIn('open.reading') || isIn('open.compared') || isIn('open.restoring')) &&
      (read === null || chosen !== null),
  },
  {
    name: 'the versions are known wherever they are listed',
    holds: ({ isIn, context }) => context.history !== null || !isIn('open.listed'),
  },
  {
    name: 'nothing of the notes is kept once the dialog is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || Object.values(context).every((value) => value === null || value === false),
  },
  remembering<NotesEditingContext, { wasOpen: boolean; isRight: boolean }>({
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
