import type { FlowScreen } from './screen.ts';

const button = /^(Show|Hide) password$/;

export const clickDebounceScreen: FlowScreen = {
  flow: 'click-debounce',
  begin: 'Open the landing page and press “Join / Login”; the button is “Show password”.',
  address: '/#join',
  gestures: { click: { control: { role: 'button', name: button } } },
  promises: [{ in: 'settling', sees: () => [{ role: 'button', text: button }] }],
};
