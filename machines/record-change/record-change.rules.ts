import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { RecordChangeContext } from './record-change.setup.ts';

export const recordChangeInvariants: readonly Invariant<RecordChangeContext>[] = [
  remembering({
    name: 'says that a change is saved only once the server has it',
    requirement: 'D6',
    start: { isSaved: false },
    after: ({ isSaved }, { cause, isIn, started }) => ({
      isSaved:
        started.length === 0 &&
        isIn('saved') &&
        (isSaved || cause?.startsWith('saveChange: the server has it') === true),
    }),
    holds: ({ isIn }, { isSaved }) => !isIn('saved') || isSaved,
  }),
  remembering({
    name: 'keeps what was written until it is saved or discarded, or the form is closed',
    requirement: 'D6',
    start: { isWritten: false },
    after: ({ isWritten }, { cause, isIn, context }) => ({
      isWritten:
        !isIn('saved') &&
        cause !== 'draft.discarded' &&
        cause !== 'form.closed' &&
        (isWritten || context.draft !== null),
    }),
    holds: ({ isIn, context }, { isWritten }) =>
      (!isWritten && !isIn('drafting') && !isIn('stale')) || context.draft !== null,
  }),
  {
    name: 'keeps what is written on the device at once, forgets it there once it is saved, and otherwise only when it is discarded',
    requirement: 'D6',
    holds: ({ actions, cause, isIn }) => {
      const isSaved = isIn('saved') && cause?.startsWith('saveChange: the server has it') === true;
      const forgets = actions.includes('forgetOnDevice');
      return (
        actions.includes('keepOnDevice') ===
          (cause === 'draft.changed' && (isIn('drafting') || isIn('stale'))) &&
        (!actions.includes('keepRestOnDevice') || cause === 'theirs.taken') &&
        (isSaved ? forgets : !forgets || cause === 'draft.discarded')
      );
    },
  },
  {
    name: 'sends what met a newer version again only from a form',
    holds: ({ started, cause, context }) =>
      !started.includes('saveChange') ||
      cause !== 'retry' ||
      context.draft !== null ||
      context.failure?.code !== 'staleRevision',
  },
  {
    name: 'a change waits only for another',
    holds: ({ isIn, context }) => isIn('saving') || isIn('undoing') || context.next === null,
  },
  {
    name: 'says why a change failed',
    requirement: 'R8.10',
    holds: ({ isIn, context }) => isIn('failed') === (context.failure !== null),
  },
];
