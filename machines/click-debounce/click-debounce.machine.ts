import { setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const clickDebounceMachine = setup({
  types: {} as { events: { type: 'click' }; tags: Tag },
  actions: {
    passClick: notProvidedAction('passClick'),
    swallowClick: notProvidedAction('swallowClick'),
  },
  delays: {
    debounce: milliseconds(300),
  },
}).createMachine({
  id: 'clickDebounce',
  initial: 'ready',
  states: {
    ready: {
      description: 'The next click triggers the button.',
      tags: tag.idle,
      on: { click: { target: 'settling', actions: 'passClick' } },
    },
    settling: {
      description: 'A click has just passed; another one now counts as the same click.',
      tags: tag.waiting,
      on: { click: { actions: 'swallowClick' } },
      after: { debounce: 'ready' },
    },
  },
});
