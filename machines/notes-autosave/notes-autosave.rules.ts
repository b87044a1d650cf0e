import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { NotesAutosaveContext } from './notes-autosave.setup.ts';
import type { SectionDraft } from './section-draft.ts';

const textOf = (draft: SectionDraft | null) => (draft === null ? null : `${draft.title}\n${draft.body}`);

export const notesAutosaveInvariants: readonly Invariant<NotesAutosaveContext>[] = [
  {
    name: 'sends nothing without a title',
    holds: ({ started, context }) =>
      !started.includes('saveSection') || (context.draft !== null && context.draft.title.trim() !== ''),
  },
  {
    name: 'always shows unsaved text',
    requirement: 'D7',
    holds: ({ isIn, context }) => (isIn('closed') || isIn('open')) === (context.draft === null),
  },
  {
    name: 'knows what a section was exactly while it is edited',
    holds: ({ isIn, context }) => isIn('closed') === (context.opened === null),
  },
  {
    name: 'counts as saved only when the server has the same text',
    requirement: 'D7',
    holds: ({ isIn, context }) => !isIn('saved') || textOf(context.draft) === textOf(context.saved),
  },
  remembering<NotesAutosaveContext, string | null>({
    name: 'stores every change on this device until it is saved or discarded',
    requirement: 'D7',
    start: null,
    after: (kept, { actions, context, isIn }) => {
      if (actions.includes('forgetOnDevice')) return null;
      return actions.includes('keepOnDevice') || isIn('restored') ? textOf(context.draft) : kept;
    },
    holds: ({ isIn, context }, kept) => kept === (isIn('saved') ? null : textOf(context.draft)),
  }),
  remembering<NotesAutosaveContext, boolean>({
    name: 'is not closed under someone who wrote after its end',
    start: true,
    after: (mayClose, { cause }) =>
      cause !== 'draft.changed' &&
      (mayClose || cause === 'editing.ended' || cause === 'editor.left' || cause === 'draft.discarded'),
    holds: ({ isIn }, mayClose) => mayClose || !isIn('closed'),
  }),
  {
    name: 'shows a conflicting version until the user has chosen',
    requirement: 'D7',
    holds: ({ isIn, context }) => context.theirs === null || isIn('conflict'),
  },
  remembering<NotesAutosaveContext, number>({
    name: 'sends text after at most a second',
    start: 0,
    after: (waited, moment) => (moment.isIn('typing') ? Math.min(1001, waited + moment.waited) : 0),
    holds: ({ isIn }, waited) => !isIn('typing') || waited < 1000,
  }),
  {
    name: 'shows a reason exactly while saving has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('failed') || isIn('waitingForNetwork')),
  },
  {
    name: 'marks restored text only until the user continues',
    holds: ({ isIn, context }) => (context.restoredFrom !== null) === isIn('restored'),
  },
];

export const notesAutosaveEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: ['stay: notesAutosave.typing --draft.changed#0--> notesAutosave.typing'],
    reason:
      'Paths wait until something is due and never in between. tests/machines/notes-autosave.test.ts ' +
      'checks that every key restarts the second, with two keys 999 milliseconds apart.',
  },
  {
    mutants: ['remove guard: notesAutosave.open --section.seen#0[isOther]--> (stays)'],
    reason: 'Keeping the same section again makes no difference.',
  },
  {
    mutants: [
      'reorder: notesAutosave.saving --error(saveSection)#0[isStale]--> notesAutosave.conflict after the next',
    ],
    reason: 'A failure has one code, so at most one of the two guards is true: their order does not matter.',
  },
];
