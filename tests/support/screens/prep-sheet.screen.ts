import { prepSheetFlow } from '#machines/prep-sheet/prep-sheet.flow.ts';
import type { PrepSheetContext } from '#machines/prep-sheet/prep-sheet.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const field = { role: 'textbox', name: 'Notes for the next evening' } as const;
const others = { role: 'button', name: 'Take the lines of the other tab' } as const;
const pinning = /^(?:Pin|Unpin)$/u;

export const prepSheetScreen: FlowScreen = {
  flow: prepSheetFlow.name,
  begin: 'Sign in and open “Next evening” of a campaign.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000001&world=next',
  gestures: {
    'lines.typed': {
      control: field,
      perform: (driver, { text }) => driver.fill(field.name, String(text)),
    },
    'lines.left': { instead: 'Press anywhere outside the field.' },
    'lines.dropped': { control: others },
    retry: {
      control: (_, { value }) => ({
        role: 'button',
        name: (value as { lines: string }).lines === 'outdated' ? 'Keep these lines' : 'Save again',
      }),
    },
    'pin.requested': { control: { role: 'button', name: 'Pin' } },
    'unpin.requested': { control: { role: 'button', name: 'Unpin' } },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    'pin.retried': { control: { role: 'button', name: 'Try again' } },
    'pin.found': { instead: 'Pin or unpin the sheet in a second tab, then return to this one.' },
    'pin.lost': { instead: 'Pin or unpin the sheet in a second tab, then return to this one.' },
  },
  notOffered: [
    {
      event: 'lines.typed',
      in: '',
      when: ({ context }, { text }) => (context as PrepSheetContext).draft === text,
      reason: 'the field already has this text',
    },
  ],
  promises: [
    { in: 'lines.saving', sees: () => [{ role: 'status', text: 'Saving …' }] },
    { in: 'lines.saved', sees: () => [{ role: 'status', text: 'Saved' }] },
    { in: 'lines.outdated', sees: () => [{ role: 'alert', text: /changed in another tab/u }] },
    { in: 'lines.failed', sees: failureShown, doesNotSee: [{ role: 'button', text: others.name }] },
    { in: 'copy.live', doesNotSee: [{ role: 'button', text: 'Undo' }] },
    { in: 'copy.changing', sees: () => [{ role: 'button', text: pinning, busy: true }] },
    { in: 'copy.pinned', sees: () => [{ role: 'button', text: 'Unpin' }] },
    { in: 'copy.unpinned', sees: () => [{ text: 'The page is up to date again.' }] },
    {
      in: 'copy.failed',
      sees: ({ context }) => {
        const { pinFailure } = context as PrepSheetContext;
        return pinFailure === null ? [] : [{ role: 'alert', text: pinFailure.message }];
      },
    },
  ],
};
