import { defineFlow } from '../kit/catalogue.ts';
import { alphaFlagMachine } from './alpha-flag.machine.ts';
import { alphaFlagInvariants } from './alpha-flag.rules.ts';

export const alphaFlagFlow = defineFlow({
  name: 'alpha-flag',
  title: 'Switch for features under trial',
  group: 'The page',
  paragraph:
    'Whoever knows of it sets, clears or toggles a switch in the console of the browser, `alphaFeatures`, and sees screens ' +
    'under trial. The browser keeps it. It opens nothing that the server guards.',
  requirements: ['R4.21', 'R6.3'],
  machine: alphaFlagMachine,
  scenarios: [
    { name: 'page opened for the first time', input: { isOn: false } },
    { name: 'page opened where it was switched on', input: { isOn: true } },
  ],
  events: {
    'flag.set': [{ name: 'it is switched on', event: { type: 'flag.set' } }],
    'flag.cleared': [{ name: 'it is switched off', event: { type: 'flag.cleared' } }],
    'flag.toggled': [{ name: 'it is toggled', event: { type: 'flag.toggled' } }],
  },
  outcomes: {},
  guards: { wasOn: 'It was on when this browser was last here.' },
  invariants: alphaFlagInvariants,
});
