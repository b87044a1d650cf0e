import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { LineDraft, TranscriptEditingContext } from './transcript-editing.setup.ts';

const changes = [
  'save.requested',
  'line.opened',
  'line.split',
  'line.joined',
  'line.deleted',
  'mine.chosen',
] as const;

const endings = [
  'words.changed',
  'speaker.chosen',
  'line.opened',
  'editing.cancelled',
  'theirs.chosen',
  'user.left',
  'save.requested',
  'changeLines: the lines are changed',
] as const;

const lettersOf = (text = '') => text.replace(/\s/gu, '');

const isKept = (before: LineDraft | null, after: LineDraft | null) =>
  before === null || (after?.text === before.text && after.speakerId === before.speakerId);

export const transcriptEditingInvariants: readonly Invariant<TranscriptEditingContext>[] = [
  {
    name: 'changes and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('changeLines') || changes.some((change) => change === cause)) &&
      (!started.includes('undoEdit') || cause === 'undo.requested'),
  },
  {
    name: 'sends the line as the user saw it, and no new line without words',
    holds: ({ started, context: { change, line } }) =>
      !started.includes('changeLines') ||
      (change !== null &&
        change.lines[0]?.id === line?.id &&
        change.lines[0]?.text === line?.text &&
        change.texts.every((text) => text.trim() !== '')),
  },
  {
    name: 'sends no words only for a deletion, two lines only for a split, and the next line only for a join',
    holds: ({ started, cause, context: { change, line } }) => {
      if (!started.includes('changeLines') || change === null) return true;
      const texts = { 'line.deleted': 0, 'line.split': 2 }[cause ?? ''] ?? 1;
      const next = cause === 'line.joined' ? line?.next?.id : undefined;
      return change.texts.length === texts && change.lines[1]?.id === next;
    },
  },
  {
    name: 'sends the words of the form',
    holds: ({ started, cause, context: { change, draft, line } }) => {
      if (!started.includes('changeLines') || cause === 'line.deleted') return true;
      const next = cause === 'line.joined' ? [line?.next?.text ?? ''] : [];
      const words = [draft?.text ?? '', ...next].join(' ');
      return (
        lettersOf(change?.texts.join(' ')) === lettersOf(words) && change?.speakerId === draft?.speakerId
      );
    },
  },
  {
    name: 'has a line and its words exactly while a form is open',
    holds: ({ isIn, context }) => {
      const hasForm = isIn('open') || isIn('saving');
      return (context.line !== null) === hasForm && (context.draft !== null) === hasForm;
    },
  },
  remembering<TranscriptEditingContext, { draft: LineDraft | null; isRight: boolean }>({
    name: 'loses typed words only by saving, cancelling or signing out',
    start: { draft: null, isRight: true },
    after: ({ draft }, { context, cause, isIn }) => ({
      draft: isIn('open') || isIn('saving') ? context.draft : null,
      isRight: isKept(draft, context.draft) || endings.some((each) => each === cause),
    }),
    holds: (_, { isRight }) => isRight,
  }),
  remembering<TranscriptEditingContext, { wasChanged: boolean; isRight: boolean }>({
    name: 'saves changed words before another line opens, or says in the form why not',
    start: { wasChanged: false, isRight: true },
    after: ({ wasChanged }, { context: { line, draft }, cause, isIn }) => ({
      wasChanged:
        isIn('open') && (draft?.text.trim() !== line?.text.trim() || draft?.speakerId !== line?.speakerId),
      isRight: cause !== 'line.opened' || !wasChanged || isIn('saving') || isIn('open.blank'),
    }),
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'keeps a line waiting only while another one is saved',
    holds: ({ isIn, context }) => context.following === null || isIn('saving'),
  },
  {
    name: 'has the other version only in a conflict',
    holds: ({ isIn, context }) => context.theirs === null || isIn('open.conflict'),
  },
  remembering<TranscriptEditingContext, { wasConflict: boolean; isRight: boolean }>({
    name: 'reloads the lines when a conflict appears or an undo fails',
    start: { wasConflict: false, isRight: true },
    after: ({ wasConflict }, { isIn, actions, cause }) => ({
      wasConflict: isIn('open.conflict'),
      isRight:
        wasConflict ||
        actions.includes('refreshLines') ===
          (isIn('open.conflict') || (isIn('closed.notUndone') && cause?.startsWith('undoEdit') === true)),
    }),
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.failed') || isIn('closed.notUndone')),
  },
];
