import { defineFlow } from '../kit/catalogue.ts';
import { alphaFlagMachine } from './alpha-flag.machine.ts';
import { alphaFlagInvariants } from './alpha-flag.rules.ts';

export const alphaFlagFlow = defineFlow({
  name: 'alpha-flag',
  title: 'Switch for alpha features',
  group: 'The page',
  paragraph:
    'Testers set, clear or toggle a switch in the browser’s console, `alphaFeatures`, to see alpha ' +
    'features. The browser stores it. It gives no access to anything that the server protects.',
  requirements: ['R4.21', 'R6.3'],
  story: ['recalling', 'off', 'on'],
  synonyms: {
    alpha: ['feature flag', 'beta', 'experiment'],
  },
  machine: alphaFlagMachine,
  scenarios: [
    { name: 'page opened for the first time', input: { isOn: false } },
    { name: 'page opened where it was switched on', input: { isOn: true } },
  ],
  events: {
    'flag.set': 'it is switched on',
    'flag.cleared': 'it is switched off',
    'flag.toggled': 'it is toggled',
  },
  outcomes: {},
  guards: { wasOn: 'It was on when this browser was last here.' },
  invariants: alphaFlagInvariants,
  byHand: {
    'it is switched on':
      'As an alpha tester (the operator makes one with `npm run alpha-tester`), type alphaFeatures.on() in the browser’s console.',
    'it is switched off': 'Type alphaFeatures.off() in the browser’s console.',
    'it is toggled': 'Type alphaFeatures.toggle() in the browser’s console.',
  },
  sees: {
    on: '“Menu” has “Alpha Features”.',
    off: '“Menu” has “Alpha Features” only for alpha testers who have not hidden them.',
  },
});
