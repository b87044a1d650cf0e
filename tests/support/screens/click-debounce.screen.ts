import type { FlowScreen } from './screen.ts';

export const clickDebounceScreen: FlowScreen = {
  flow: 'click-debounce',
  begin: 'Open the landing page and press “Join / Login”; the button is “Show password”.',
  address: '/#join',
  gestures: { click: { control: { role: 'button', name: /^(Show|Hide) password$/ } } },
  promises: [],
};
