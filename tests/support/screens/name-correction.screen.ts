import type { Correction } from '#contract/corrections.ts';
import { nameCorrectionFlow } from '#machines/name-correction/name-correction.flow.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const [found] = nameCorrectionFlow.outcomes.findHits;
const { hits } = (found as Extract<typeof found, { type: 'done' }>).output;

function boxOf([id]: readonly string[]) {
  const hit = hits.find((each) => each.id === id);
  return {
    role: 'checkbox' as const,
    name: new RegExp(`${hit?.place.label ?? ''} ${hit?.before ?? ''}${hit?.match ?? ''}`, 'u'),
  };
}

const hasLeft = ({ made }: { made: Correction | null }) => (made?.left.length ?? 0) > 0;

const undo = { role: 'button', text: 'Undo all' } as const;
const boxes = { text: 'Remember it in the glossary' } as const;

export const nameCorrectionScreen: FlowScreen = {
  flow: 'name-correction',
  begin:
    'Sign in and open a session with notes in which one name is wrong; select it, or choose “Fix a name”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'correction.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Fix a name' : 'Fix a name behind',
      }),
    },
    'correction.closed': { control: { role: 'button', name: 'Close' } },
    'search.requested': {
      control: { role: 'button', name: 'Find it in all sessions' },
      perform: async (driver, { wrong, right }) => {
        await driver.fill('Wrong name', String(wrong));
        await driver.fill('Right name', String(right));
        await driver.click({ role: 'button', name: 'Find it in all sessions' });
      },
    },
    'hits.toggled': { control: ({ ids }) => boxOf(ids as string[]) },
    'remember.toggled': { control: { role: 'checkbox', name: 'Remember it in the glossary' } },
    'kind.chosen': { control: { role: 'radio', name: 'Place' } },
    'correction.requested': { control: { role: 'button', name: /^Correct / } },
    'words.requested': { control: { role: 'button', name: 'Back' } },
    'undo.requested': { control: { role: 'button', name: 'Undo all' } },
    'another.requested': { control: { role: 'button', name: 'Fix another name' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [undo, boxes] },
    {
      in: 'open.asking',
      sees: () => [{ role: 'button', text: 'Find it in all sessions' }],
      doesNotSee: [undo, boxes],
    },
    { in: 'open.asking.failed', sees: failureShown },
    {
      in: 'open.asking.incomplete',
      sees: () => [{ role: 'alert', text: 'Enter the correct name.' }],
    },
    { in: 'open.previewing', sees: () => [{ text: 'Searching all sessions' }], doesNotSee: [boxes] },
    {
      in: 'open.nothing',
      sees: () => [{ text: /doesn’t appear anywhere in this campaign/u }],
      doesNotSee: [boxes],
    },
    { in: 'open.choosing', sees: () => [boxes], doesNotSee: [undo] },
    {
      in: 'open.choosing.outdated',
      sees: () => [{ role: 'alert', text: /^Some texts changed in the meantime/u }],
    },
    { in: 'open.choosing.failed', sees: failureShown },
    { in: 'open.applying', sees: () => [{ role: 'button', text: /^Correct/u, busy: true }] },
    {
      in: 'open.applied',
      sees: () => [undo, { role: 'status', text: /“Eeman” is now “Emon” in 2 places/u }],
    },
    { in: 'open.applied.failed', sees: failureShown },
    { in: 'open.undoing', sees: () => [{ ...undo, busy: true }] },
    {
      in: 'open.undone',
      sees: ({ context }) => [
        { role: hasLeft(context) ? 'alert' : 'status', text: hasLeft(context) ? 'Session 3' : /^Undone/u },
      ],
      doesNotSee: [undo, boxes],
    },
  ],
};
