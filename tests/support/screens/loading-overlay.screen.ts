import type { FlowScreen, Sight } from './screen.ts';

const overlay: Sight = { role: 'status', text: 'Working …' };

export const loadingOverlayScreen: FlowScreen = {
  flow: 'loading-overlay',
  begin: 'Open any page and let an operation take long, with the network set to “Slow 3G”.',
  address: '/',
  gestures: {
    'work.started': { instead: 'Save a change, with the network set to “Slow 3G”.' },
    'work.finished': { instead: 'Wait until the change is saved.' },
  },
  promises: [
    { in: 'hidden', doesNotSee: [overlay] },
    { in: 'waiting', doesNotSee: [overlay] },
    { in: 'visible', sees: () => [overlay] },
  ],
};
