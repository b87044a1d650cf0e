import { type FlowScreen, failureShown } from './screen.ts';

const dialog = { role: 'dialog', text: 'Import notes' } as const;
const reading = { role: 'status', text: 'Reading the file …' } as const;
const writing = { role: 'status', text: 'Importing …' } as const;
const undoing = { role: 'status', text: 'Undoing …' } as const;
const imported = { role: 'status', text: 'Notes imported' } as const;
const undone = { role: 'status', text: 'The import was undone' } as const;
const preview = { role: 'heading', text: 'The Bell Below' } as const;

export const notesImportScreen: FlowScreen = {
  flow: 'notes-import',
  begin:
    'Sign in, open a campaign, and choose “Import notes” from “Campaign settings”. You need an export of Hearthscribe.',
  address: '/terms',
  gestures: {
    'import.opened': {
      instead: 'In the menu of the campaign or of the session, choose “Import notes”.',
    },
    'import.closed': { control: { role: 'button', name: 'Close' } },
    'file.chosen': {
      control: { role: 'button', name: /^Choose (a|another) file$/ },
      perform: (driver, { file }) => driver.chooseFile('Notes file', file as never),
    },
    'existing.chosen': { control: { role: 'radio', name: /^Replace mine/ } },
    'import.confirmed': { control: { role: 'button', name: 'Import' } },
    'undo.requested': { control: { role: 'button', name: 'Undo import' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [dialog] },
    { in: 'open.choosing', sees: () => [dialog], doesNotSee: [reading, preview] },
    { in: 'open.reading', sees: () => [reading], doesNotSee: [preview] },
    { in: 'open.previewed', sees: () => [preview], doesNotSee: [reading, imported] },
    { in: 'open.writing', sees: () => [writing], doesNotSee: [imported] },
    { in: 'open.failed', sees: (snapshot) => failureShown(snapshot), doesNotSee: [imported] },
    { in: 'open.written', sees: () => [imported], doesNotSee: [undone] },
    { in: 'open.undoing', sees: () => [undoing], doesNotSee: [imported, undone] },
    { in: 'open.undone', sees: () => [undone], doesNotSee: [imported] },
    { in: 'open.notUndone', sees: (snapshot) => failureShown(snapshot), doesNotSee: [undone] },
  ],
};
