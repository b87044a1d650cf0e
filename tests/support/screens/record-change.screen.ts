import type { AnyMachineSnapshot } from 'xstate';
import type {
  RecordChange,
  RecordChangeContext,
  RecordChangeInput,
  RecordDraft,
} from '#machines/record-change/record-change.setup.ts';
import { type Control, type FlowScreen, failureShown } from './screen.ts';

const contextOf = ({ context }: AnyMachineSnapshot) => context as RecordChangeContext;
const menu = { role: 'button', name: 'Session settings' } as const;
const edit = { role: 'menuitem', name: 'Edit title and date' } as const;
const title = { role: 'textbox', name: 'Title' } as const;
const form = { role: 'dialog', text: 'Edit session' } as const;
const done = {
  role: 'status',
  text: /^(Title and date are saved|Kept in your notes|No longer kept)\./u,
} as const;
const undone = { role: 'status', text: 'Undone.' } as const;
const elsewhere = { role: 'alert', text: 'This was changed elsewhere while you were editing' } as const;

/** In a page of the other kind there is none. */
const unless = (isMissing: boolean, control: Control): Control =>
  isMissing ? { ...control, name: `${String(control.name)}, on another page` } : control;

const passages: Readonly<Record<string, string>> = {
  star: 'The bell rings below the lake.',
  'another star': 'Nobody has touched the rope.',
};

export const recordChangeScreen: FlowScreen = {
  flow: 'record-change',
  begin:
    'Sign in. For a form, open a session; for buttons, the analysis of a session without a language model. (Other parts of the app, such as ' +
    'the glossary and the notes, change their records in the same way.)',
  address: (input) => {
    const { isForm } = input as RecordChangeInput;
    return `/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003${isForm ? '' : '#analysis'}`;
  },
  gestures: {
    'form.opened': {
      control: (_, snapshot) => {
        const { draft, isForm } = contextOf(snapshot);
        return unless(!isForm || draft !== null || snapshot.matches('undoing'), menu);
      },
      perform: async (driver) => {
        await driver.click(menu);
        await driver.click(edit);
      },
    },
    'form.closed': {
      control: (_, snapshot) => unless(contextOf(snapshot).draft === null, { role: 'button', name: 'Close' }),
    },
    'draft.changed': {
      control: (_, snapshot) => unless(contextOf(snapshot).draft === null, title),
      perform: (driver, { draft }) => driver.fill('Title', (draft as RecordDraft).title ?? ''),
    },
    'draft.submitted': { control: { role: 'button', name: /^Save( mine)?$/u } },
    'draft.discarded': { control: { role: 'button', name: 'Cancel' } },
    'change.requested': {
      control: ({ change }, snapshot) =>
        unless(contextOf(snapshot).isForm, {
          role: 'button',
          name: `Keep “${passages[(change as RecordChange).id]}”`,
        }),
    },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    'record.seen': {
      instead:
        'Open the page in a second tab; for a change, change the record there. Then return to the first tab.',
    },
    'theirs.taken': { control: { role: 'button', name: 'Use that version' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'notice.dismissed': { control: { role: 'button', name: 'Dismiss' } },
  },
  promises: [
    { in: 'resting', doesNotSee: [form, done, undone] },
    { in: 'drafting', sees: () => [form], doesNotSee: [elsewhere] },
    {
      in: 'saving',
      sees: (snapshot) => (contextOf(snapshot).isForm && contextOf(snapshot).draft ? [form] : []),
      doesNotSee: [done, undone],
    },
    { in: 'saved', sees: () => [done], doesNotSee: [form] },
    { in: 'undoing', doesNotSee: [form, undone] },
    { in: 'undone', sees: () => [undone], doesNotSee: [form] },
    {
      in: 'stale',
      sees: (snapshot) => [form, elsewhere, { text: contextOf(snapshot).theirs?.title ?? '' }],
    },
    { in: 'failed', sees: failureShown },
  ],
};
