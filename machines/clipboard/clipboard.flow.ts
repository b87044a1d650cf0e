import { defineFlow } from '../kit/catalogue.ts';
import { done } from '../kit/outcomes.ts';
import { clipboardMachine } from './clipboard.machine.ts';
import { clipboardInvariants } from './clipboard.rules.ts';

export const clipboardFlow = defineFlow({
  name: 'clipboard',
  title: 'Copy to the clipboard',
  group: 'The page',
  paragraph:
    'Copies a text and confirms it for three seconds. If the browser refuses, the page says so, and the user can try again.',
  requirements: ['R8.10', 'R9.8'],
  story: ['ready', 'copying', 'copied'],
  synonyms: {
    copy: ['clipboard', 'paste'],
  },
  machine: clipboardMachine,
  events: {
    'copy.requested': [
      { name: 'the user copies a text', event: { type: 'copy.requested', text: 'The lantern went out.' } },
    ],
  },
  outcomes: {
    writeText: [
      done('the text is in the clipboard', undefined),
      { name: 'the browser refuses', type: 'error', error: new Error('Write permission denied.') },
    ],
  },
  invariants: clipboardInvariants,
});
