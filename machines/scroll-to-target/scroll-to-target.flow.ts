import { defineFlow } from '../kit/catalogue.ts';
import { done } from '../kit/outcomes.ts';
import { scrollToTargetMachine } from './scroll-to-target.machine.ts';
import { scrollToTargetInvariants } from './scroll-to-target.rules.ts';

export const scrollToTargetFlow = defineFlow({
  name: 'scroll-to-target',
  title: 'Scrolling after navigation',
  group: 'The page',
  paragraph:
    'A route with a target scrolls to that part of the page after half a second, below the navigation ' +
    'bar. Back and Forward restore the old position; any other navigation starts at the top.',
  requirements: ['R2.19', 'R2.20'],
  story: ['resting', 'waiting', 'finding', 'resting'],
  synonyms: {
    scroll: ['jump', 'anchor'],
  },
  machine: scrollToTargetMachine,
  events: {
    'route.changed': [
      {
        name: 'the user follows a link to a part of a page',
        event: { type: 'route.changed', target: 'pricing', saved: null },
      },
      {
        name: 'the user follows a link to a page',
        event: { type: 'route.changed', target: null, saved: null },
      },
      {
        name: 'the user goes back to a part of a page',
        event: { type: 'route.changed', target: 'pricing', saved: 840 },
      },
    ],
  },
  outcomes: {
    findTarget: [
      done('the target is there', { top: 1200, barHeight: 60 }),
      done('there is no such element', null),
      { name: 'the page cannot be searched', type: 'error', error: new Error('Not a valid selector.') },
    ],
  },
  guards: {
    namesTarget: 'The address names a part of the page.',
    hasSavedPosition:
      'The reader goes Back or Forward, or reloads, and the scroll position of the page is stored.',
    isThere: 'The target is on the page by now.',
  },
  invariants: scrollToTargetInvariants,
  sees: {
    scrollSmoothly: 'The part that the link names is at the top of the page, below the navigation bar.',
    scrollToTop: 'The page is at its top.',
    restorePosition: 'The page is where the reader left it.',
  },
});
