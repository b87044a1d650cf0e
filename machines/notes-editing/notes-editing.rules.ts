import { dismissedWithDialog, type Invariant, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { NotesEditingContext } from './notes-editing.setup.ts';

export const notesEditingInvariants: readonly Invariant<NotesEditingContext>[] = [
  {
    name: 'restores and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('restoreVersion') || cause === 'restore.requested') &&
      (!started.includes('undoRestore') || cause === 'undo.requested'),
  },
  {
    name: 'restores only a version that the user has seen compared',
    holds: ({ isIn, context: { read, chosen } }) =>
      !(isIn('open.compared') || isIn('open.restoring')) ||
      (read !== null && read.version.revision === chosen),
  },
  {
    name: 'reads only a version of the list',
    holds: ({ started, context: { history, chosen } }) =>
      !started.includes('readVersion') ||
      history?.versions.some(({ revision }) => revision === chosen) === true,
  },
  {
    name: 'can undo a restore once it is done',
    holds: ({ isIn, context: { undo } }) =>
      !(isIn('open.listed.restored') || isIn('open.undoing')) || undo !== null,
  },
  {
    name: 'does not undo again what was undone or changed since',
    holds: ({ isIn, context: { undo } }) =>
      !(isIn('open.listed.undone') || isIn('open.listed.outdated')) || undo === null,
  },
  rereadAfter<NotesEditingContext>({
    name: 'reloads the notes on the page after every restore and every undo, whether it succeeded or not',
    states: ['open.restoring', 'open.undoing'],
    action: 'refreshNotes',
  }),
  remembering<NotesEditingContext, { wasOutdated: boolean; isRight: boolean }>({
    name: 'reloads notes that were changed elsewhere first, and says so',
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
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      (isIn('open.unread') || isIn('open.listed.failed') || isIn('open.compared.failed')),
  },
  {
    name: 'keeps a version only while it is read, compared or restored',
    holds: ({ isIn, context: { chosen, read } }) =>
      (chosen !== null) === (isIn('open.reading') || isIn('open.compared') || isIn('open.restoring')) &&
      (read === null || chosen !== null),
  },
  {
    name: 'has the versions wherever they are listed',
    holds: ({ isIn, context }) => context.history !== null || !isIn('open.listed'),
  },
  {
    name: 'keeps no data once the dialog is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || Object.values(context).every((value) => value === null || value === false),
  },
  dismissedWithDialog<NotesEditingContext>(),
];
