import { defineFlow } from '../kit/catalogue.ts';
import { loadingOverlayMachine } from './loading-overlay.machine.ts';
import { loadingOverlayInvariants } from './loading-overlay.rules.ts';

export const loadingOverlayFlow = defineFlow({
  name: 'loading-overlay',
  title: 'Loading overlay',
  group: 'The page',
  paragraph:
    'Covers the page while something the user asked for is running. Short work shows nothing; once ' +
    'visible, the overlay stays long enough not to flicker.',
  requirements: ['R4.18'],
  story: ['hidden', 'waiting', 'visible', 'hidden'],
  synonyms: {
    overlay: ['spinner', 'slow'],
  },
  machine: loadingOverlayMachine,
  events: {
    'work.started': 'work starts',
    'work.finished': 'the work is done',
  },
  outcomes: {},
  invariants: loadingOverlayInvariants,
});
