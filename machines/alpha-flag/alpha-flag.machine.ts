import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const alphaFlagMachine = setup({
  types: {} as {
    context: { readonly isOn: boolean };
    input: { isOn: boolean };
    events: { type: 'flag.set' } | { type: 'flag.cleared' } | { type: 'flag.toggled' };
    tags: Tag;
  },
  actions: {
    keepFlag: notProvidedAction<{ isOn: boolean }>('keepFlag'),
  },
  guards: {
    wasOn: ({ context }) => context.isOn,
  },
}).createMachine({
  id: 'alphaFlag',
  context: ({ input }) => ({ isOn: input.isOn }),
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Uses the setting stored in this browser.',
      always: [{ guard: 'wasOn', target: 'on' }, { target: 'off' }],
    },
    off: {
      description:
        'The switch is off: only alpha testers see alpha features, unless they have hidden them in their ' +
        'settings.',
      tags: tag.idle,
      on: {
        'flag.set': { target: 'on', actions: { type: 'keepFlag', params: { isOn: true } } },
        'flag.toggled': { target: 'on', actions: { type: 'keepFlag', params: { isOn: true } } },
      },
    },
    on: {
      description:
        'Alpha features are shown to everyone who uses this browser; the server decides what each user may read.',
      tags: tag.done,
      on: {
        'flag.cleared': { target: 'off', actions: { type: 'keepFlag', params: { isOn: false } } },
        'flag.toggled': { target: 'off', actions: { type: 'keepFlag', params: { isOn: false } } },
      },
    },
  },
});
