import type { FlowScreen } from './screen.ts';

const failed = { role: 'alert', text: 'Failed to copy text to clipboard' } as const;

export const clipboardScreen: FlowScreen = {
  flow: 'clipboard',
  begin: 'Sign in, open a session with notes, and have “Copy as Markdown” in sight.',
  address: '/',
  gestures: { 'copy.requested': { control: { role: 'button', name: /^(Copy as Markdown|Copied)$/ } } },
  promises: [
    { in: 'ready', sees: () => [{ role: 'button', text: 'Copy as Markdown' }], doesNotSee: [failed] },
    { in: 'copying', sees: () => [{ role: 'button', text: 'Copy as Markdown' }], doesNotSee: [failed] },
    { in: 'copied', sees: () => [{ role: 'button', text: 'Copied' }], doesNotSee: [failed] },
    { in: 'failed', sees: () => [failed] },
  ],
};
