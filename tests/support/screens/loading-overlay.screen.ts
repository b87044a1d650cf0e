import type { FlowScreen, Sight } from './screen.ts';

const overlay: Sight = { role: 'status', text: 'Working …' };

export const loadingOverlayScreen: FlowScreen = {
  flow: 'loading-overlay',
  begin: 'Open any page and let an operation take long, with the network set to “Slow 3G”.',
  address: '/',
  gestures: {
    'work.started': { noGesture: 'the app tells it when a change or the login is under way' },
    'work.finished': { noGesture: 'the app tells it when nothing is under way any more' },
  },
  promises: [
    { in: 'hidden', doesNotSee: [overlay] },
    { in: 'waiting', doesNotSee: [overlay] },
    { in: 'visible', sees: () => [overlay] },
  ],
};
