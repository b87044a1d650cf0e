import { assign, setup } from 'xstate';
import { type Failure, failureOf, keepFailure } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export interface FoundNames {
  /** One name per line. */
  readonly list: string;
  readonly count: number;
  /** Notes that do not say what kind of name they are. */
  readonly skipped: number;
}

export interface AddedNames {
  readonly added: number;
  readonly known: number;
  readonly tooLong: readonly string[];
}

export interface NameListContext {
  readonly list: string;
  readonly found: Omit<FoundNames, 'list'> | null;
  readonly added: AddedNames | null;
  readonly failure: Failure | null;
}

type NameListEvent =
  | { type: 'list.written'; list: string }
  /** The effect has the files. */
  | { type: 'files.chosen' }
  | { type: 'list.submitted' };

const written = {
  actions: {
    type: 'keepList',
    params: ({ event }: { event: Extract<NameListEvent, { type: 'list.written' }> }) => event,
  },
} as const;

export const nameListMachine = setup({
  types: {} as { context: NameListContext; events: NameListEvent; tags: Tag },
  actors: {
    readNames: notProvidedActor<FoundNames>('readNames'),
    addNames: notProvidedActor<AddedNames, { list: string }>('addNames'),
  },
  actions: {
    keepList: assign({ list: (_, { list }: { list: string }) => list }),
    keepFound: assign(({ context }, { list, count, skipped }: FoundNames) => ({
      list: [context.list.trim(), list].filter(Boolean).join('\n'),
      found: { count, skipped },
    })),
    forgetFound: assign({ found: null }),
    keepAdded: assign({ added: (_, params: AddedNames) => params }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasNames: ({ context }) => context.list.trim() !== '',
  },
}).createMachine({
  id: 'nameList',
  context: { list: '', found: null, added: null, failure: null },
  initial: 'writing',
  states: {
    writing: {
      description: 'The user pastes or writes names, one per line, or has files read for them.',
      tags: tag.waiting,
      initial: 'plain',
      exit: ['forgetFound', 'forgetFailure'],
      on: {
        'list.written': written,
        'files.chosen': 'reading',
        'list.submitted': { guard: 'hasNames', target: 'adding' },
      },
      states: {
        plain: { description: 'Nothing was read from files.' },
        read: {
          description:
            'The names found in the files are below those in the list, for the user to check. The form says how many there were.',
        },
        unread: {
          description: 'The files could not be read; the form says why, and keeps what was written.',
          tags: tag.failed,
        },
        refused: {
          description:
            'The server added no name, or did not answer; the form says why, and keeps what was written.',
          tags: tag.failed,
        },
      },
    },
    reading: {
      description: 'Looks for names in the files, in this browser. The user can go on writing.',
      tags: tag.busy,
      invoke: {
        id: 'readNames',
        src: 'readNames',
        onDone: {
          target: 'writing.read',
          actions: { type: 'keepFound', params: ({ event }) => event.output },
        },
        onError: { target: 'writing.unread', actions: keepFailure },
      },
      on: { 'list.written': written },
    },
    adding: {
      description:
        'The server adds the names that the glossary does not have; pressing again changes nothing.',
      tags: tag.busy,
      invoke: {
        id: 'addNames',
        src: 'addNames',
        input: ({ context: { list } }) => ({ list }),
        onDone: { target: 'added', actions: { type: 'keepAdded', params: ({ event }) => event.output } },
        onError: { target: 'writing.refused', actions: keepFailure },
      },
    },
    added: {
      description:
        'The names are in the glossary. The form says how many were there already, and which lines were too long.',
      tags: tag.done,
      type: 'final',
    },
  },
});
