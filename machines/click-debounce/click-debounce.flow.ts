import { defineFlow } from '../kit/catalogue.ts';
import { clickDebounceMachine } from './click-debounce.machine.ts';
import { clickDebounceInvariants } from './click-debounce.rules.ts';

export const clickDebounceFlow = defineFlow({
  name: 'click-debounce',
  title: 'Double clicks',
  group: 'The page',
  paragraph: 'A click on a button passes at once; another within 300 milliseconds counts as the same click.',
  requirements: ['R5.10'],
  synonyms: {
    click: ['press', 'tap', 'double click'],
  },
  machine: clickDebounceMachine,
  scenarios: [{ name: 'button shown' }],
  events: { click: 'the user clicks' },
  outcomes: {},
  invariants: clickDebounceInvariants,
  sees: {
    passClick: 'The password is shown, or hidden again.',
    swallowClick: 'Nothing changes.',
  },
});
