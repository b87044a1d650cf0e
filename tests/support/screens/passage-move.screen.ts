import type { AnyMachineSnapshot } from 'xstate';
import type { MovePlace } from '#machines/passage-move/passage-move.setup.ts';
import type { Control, FlowScreen } from './screen.ts';

const pointer = (name: string, at: string): Control => ({ role: 'pointer', name, at });
const passage = pointer('the passage about the bell', '[id="passage-s56.0"] blockquote');
const handle = pointer('the handle on its left', '[id="passage-s56.0"]:not([data-carried]) .passage-grip');
const heldPassage = pointer('the passage that is held', '[id="passage-s56.0"][data-carried] .passage-grip');
const plan = pointer('“My plan” among the sections', '.passage-tray [data-move-place="own-plan"]');
const heading = pointer('“Drop it into your notes”', '.passage-tray strong');
const menu = { role: 'button', name: 'More to do with “The bell rings below the lake.”' } as const;
const cancel = { role: 'button', name: 'Cancel' } as const;
const dialog = { role: 'dialog', text: 'Move into my notes' } as const;

const nowhere = (control: Control): Control => ({ ...control, at: `${control.at}:not(*)` });
const isOver = ({ context }: AnyMachineSnapshot, place: MovePlace | null) =>
  (context as { over: MovePlace | null }).over?.key === place?.key;

export const passageMoveScreen: FlowScreen = {
  flow: 'passage-move',
  begin:
    'Sign in and open the analysis of a session whose notes have a section “My plan” of your own. What was dropped is in that section afterward.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003#analysis',
  gestures: {
    'passage.lifted': {
      control: (_, { value }) => (value === 'resting' ? handle : nowhere(handle)),
      perform: async (driver) => {
        await driver.point(passage);
        await driver.point(handle);
        await driver.hold();
      },
    },
    'place.reached': {
      control: ({ place }, snapshot) => {
        const there = place === null ? heading : plan;
        // A pointer that is there already has nothing to reach.
        return isOver(snapshot, place as MovePlace | null) ? nowhere(there) : there;
      },
      perform: (driver, { place }) => driver.point(place === null ? heading : plan),
    },
    'passage.dropped': { control: heldPassage, perform: (driver) => driver.letGo() },
    'place.asked': {
      control: (_, { value }) =>
        value === 'resting' ? menu : { ...menu, name: 'What else to do with it, behind' },
      perform: async (driver) => {
        await driver.click(menu);
        await driver.click({ role: 'menuitem', name: 'Move into my notes …' });
      },
    },
    'place.chosen': {
      control: { role: 'button', name: 'Move it' },
      perform: async (driver) => {
        await driver.click({ role: 'radio', name: 'My plan' });
        await driver.click({ role: 'button', name: 'Move it' });
      },
    },
    'move.cancelled': {
      control: (_, { value }) => (value === 'choosing' ? cancel : heldPassage),
      perform: async (driver, _, { value }) => {
        if (value === 'choosing') return driver.click(cancel);
        await driver.press('Escape');
        return driver.letGo();
      },
    },
  },
  promises: [
    { in: 'resting', doesNotSee: [dialog] },
    { in: 'carried', doesNotSee: [dialog] },
    { in: 'choosing', sees: () => [dialog] },
  ],
};
