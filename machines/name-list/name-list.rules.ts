import type { Invariant } from '../kit/catalogue.ts';
import type { NameListContext } from './name-list.machine.ts';

export const nameListInvariants: readonly Invariant<NameListContext>[] = [
  {
    name: 'adds names only when the user asks for it, and only if there are any',
    holds: ({ started, cause, context: { list } }) =>
      !started.includes('addNames') || (cause === 'list.submitted' && list.trim() !== ''),
  },
  {
    name: 'adds nothing while files are read: their names are checked first',
    holds: ({ running }) => !(running.includes('readNames') && running.includes('addNames')),
  },
  {
    name: 'shows a reason exactly when files could not be read or no name was added',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('writing.unread') || isIn('writing.refused')),
  },
  {
    name: 'says what was found or added exactly where it is shown',
    holds: ({ isIn, context }) =>
      (context.found !== null) === isIn('writing.read') && (context.added !== null) === isIn('added'),
  },
];
