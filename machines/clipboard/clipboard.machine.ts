import { assign, setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const clipboardMachine = setup({
  types: {} as {
    context: { readonly text: string };
    events: { type: 'copy.requested'; text: string };
    tags: Tag;
  },
  actors: {
    writeText: notProvidedActor<void, { text: string }>('writeText'),
  },
  actions: {
    keepText: assign({ text: (_, params: { text: string }) => params.text }),
  },
  delays: {
    copiedDisplay: milliseconds(3000),
  },
}).createMachine({
  id: 'clipboard',
  context: { text: '' },
  initial: 'ready',
  on: {
    'copy.requested': {
      target: '.copying',
      reenter: true,
      actions: { type: 'keepText', params: ({ event }) => event },
    },
  },
  states: {
    ready: {
      description: 'A text can be copied.',
      tags: tag.idle,
    },
    copying: {
      description: 'Writes the text to the clipboard.',
      tags: tag.busy,
      invoke: {
        id: 'writeText',
        src: 'writeText',
        input: ({ context }) => ({ text: context.text }),
        onDone: 'copied',
        onError: 'failed',
      },
    },
    copied: {
      description: 'The text is in the clipboard, and the page confirms it (R9.8).',
      tags: tag.done,
      after: { copiedDisplay: 'ready' },
    },
    failed: {
      description: 'The browser refused; the page says so until the next try (R8.10).',
      tags: tag.failed,
    },
  },
});
