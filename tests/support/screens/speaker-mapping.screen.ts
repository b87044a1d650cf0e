import type { CastSheet } from '#contract/speakers.ts';
import { type FlowScreen, failureShown, type ScreenDriver } from './screen.ts';

const speakers = { role: 'heading', text: 'People in this campaign' } as const;
const undo = { role: 'button', text: 'Undo' } as const;
const sayWho = { role: 'button', name: /^(?:Say|Change) who LIAM is$/u } as const;

const sheetOf = ({ context }: { context: unknown }) => (context as { sheet: CastSheet | null }).sheet;

async function write(driver: ScreenDriver, player: unknown, field: string, character: unknown) {
  await driver.fill('Person', String(player));
  await driver.fill(field, String(character));
  await driver.click({ role: 'button', name: 'Save' });
}

export const speakerMappingScreen: FlowScreen = {
  flow: 'speaker-mapping',
  begin: 'Sign in and open a session whose transcript has speakers.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'cast.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Who is who' : 'Who is who behind',
      }),
    },
    'cast.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'speaker.assigned': {
      control: sayWho,
      perform: async (driver, { player, character }) => {
        await driver.click(sayWho);
        await write(driver, player, 'Character (optional)', character);
      },
    },
    'speaker.cleared': {
      control: (_, snapshot) => ({
        role: 'button',
        name: sheetOf(snapshot)?.speakers.some(({ soundsLike }) => soundsLike !== null)
          ? 'No, DANA is not Dana'
          : 'DANA is someone else',
      }),
    },
    'suggestion.accepted': { control: { role: 'button', name: 'Yes, LIAM plays Pike' } },
    'suggestion.rejected': { control: { role: 'button', name: 'No, LIAM does not play Pike' } },
    'person.saved': {
      control: { role: 'button', name: 'Add a person' },
      perform: async (driver, { player, role, characters }) => {
        await driver.click({ role: 'button', name: 'Add a person' });
        if (role === 'guest') await driver.click({ role: 'radio', name: 'Guest' });
        await write(driver, player, 'Characters (optional)', (characters as string[]).join(', '));
      },
    },
    'person.removed': { control: { role: 'button', name: 'Remove Dana' } },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    'voices.counted': { control: { role: 'button', name: '3 people speak' } },
    'voices.merged': {
      control: { role: 'button', name: 'Merge LIAM with…' },
      perform: async (driver) => {
        await driver.click({ role: 'button', name: 'Merge LIAM with…' });
        await driver.click({ role: 'menuitem', name: 'LIAM and DANA are one voice' });
      },
    },
    'voice.split': { control: { role: 'button', name: 'Split LIAM into two voices' } },
    'voices.recognized': {
      control: ({ label }) => ({
        role: 'button',
        name: label === null ? 'Yes, all of them' : 'Yes, DANA is Dana',
      }),
    },
    'voices.agreed': {
      control: { role: 'checkbox', name: 'Dana' },
      perform: async (driver) => {
        await driver.click({ role: 'checkbox', name: 'Dana' });
        await driver.click({ role: 'button', name: 'Remember their voices' });
      },
    },
    'voices.forgotten': {
      control: ({ personId }) => ({
        role: 'button',
        name: personId === null ? 'Forget all voices' : 'Forget Dana’s voice',
      }),
    },
    'voices.undone': { control: { role: 'button', name: 'Restore the voices' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [undo, speakers] },
    { in: 'open.loading', sees: () => [{ text: 'Loading who is who' }], doesNotSee: [speakers] },
    { in: 'open.unread', sees: failureShown, doesNotSee: [speakers] },
    {
      in: 'open.shown',
      sees: (snapshot) => [
        speakers,
        sheetOf(snapshot)?.speakers.length === 0
          ? { text: /This session has no transcript with speakers yet/u }
          : { text: '42 % of the talk' },
      ],
    },
    { in: 'open.shown.outcome.unnamed', sees: () => [{ role: 'alert', text: 'Enter a name.' }] },
    { in: 'open.shown.outcome.outdated', sees: () => [{ role: 'alert', text: /changed somewhere else\./u }] },
    { in: 'open.shown.outcome.failed', sees: failureShown },
    { in: 'open.shown.outcome.changed', sees: () => [undo, { text: 'Liam plays Pike.' }] },
    {
      in: 'open.shown.outcome.undone',
      sees: () => [{ role: 'status', text: /^Undone\./u }],
      doesNotSee: [undo],
    },
    {
      in: 'open.shown.outcome.remembered',
      sees: () => [{ role: 'status', text: /^(?:Remembered: Dana|No voices are remembered)\./u }],
    },
    {
      in: 'open.shown.outcome.regrouped',
      sees: (snapshot) => [
        {
          role: 'status',
          text:
            sheetOf(snapshot)?.voices?.undo == null
              ? 'The voices are as they were.'
              : /The voices were told apart again\./u,
        },
      ],
    },
    { in: 'open.undoing', sees: () => [{ ...undo, busy: true }] },
  ],
};
