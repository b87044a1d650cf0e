import { type FlowScreen, failureShown } from './screen.ts';

const saved = { role: 'status', text: 'The file is in this device’s downloads.' } as const;
const vault = { role: 'radio', name: /^Obsidian vault/ } as const;
const download = { role: 'button', name: 'Download Obsidian vault' } as const;

export const notesExportScreen: FlowScreen = {
  flow: 'notes-export',
  begin:
    'Sign in, open a campaign, and choose “Export campaign” from “Campaign settings”. To update a vault you need a zip of one that was exported here.',
  address: '/terms',
  gestures: {
    'export.requested': {
      control: download,
      perform: async (driver) => {
        await driver.click(vault);
        await driver.click(download);
      },
    },
    'vault.chosen': {
      control: { role: 'button', name: 'Update a vault' },
      perform: (driver) => driver.chooseFile('Zip of your vault', { name: 'vault.zip', sizeBytes: 1000 }),
    },
    'choice.changed': {
      control: (_, snapshot) => ({
        role: 'checkbox',
        name: snapshot.matches('choosing') ? 'Another choice ends nothing yet' : /^With the longer read/,
      }),
    },
  },
  bringIntoView: async (driver, snapshot) => {
    if (snapshot.matches('choosing')) await driver.click(vault);
  },
  promises: [
    { in: 'choosing', doesNotSee: [saved] },
    {
      in: 'preparing',
      sees: () => [{ role: 'button', text: download.name, busy: true }],
      doesNotSee: [saved],
    },
    { in: 'saved', sees: () => [saved] },
    { in: 'failed', sees: failureShown, doesNotSee: [saved] },
  ],
};
