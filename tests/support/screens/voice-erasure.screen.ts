import type { ErasedVoice, VoiceSheet } from '#contract/voices.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const menu = { role: 'button', name: 'Session settings' } as const;
const intro = { text: /remove them from this session/u } as const;
const final = { text: 'This is deleted immediately, and you can’t undo it:' } as const;
const eraseButton = { role: 'button', text: 'Erase this voice' } as const;

const soundWords: Readonly<Record<ErasedVoice['sound'], RegExp>> = {
  none: /There was no recording/u,
  untouched: /the recording has not changed/u,
  silencing: /is being silenced/u,
  silenced: /is silent where the voice was/u,
  failed: /could not be silenced/u,
};

const sheetOf = ({ context }: { context: unknown }) => (context as { sheet: VoiceSheet | null }).sheet;

export const voiceErasureScreen: FlowScreen = {
  flow: 'voice-erasure',
  begin:
    'Sign in, open a session whose transcript has speakers, and choose “Erase a voice” from “Session settings”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'voices.opened': {
      control: (_, snapshot) =>
        snapshot.matches('open') ? { ...menu, name: 'Session settings behind' } : menu,
      perform: async (driver) => {
        await driver.click(menu);
        await driver.click({ role: 'menuitem', name: 'Erase a voice' });
      },
    },
    'voices.opened: the user wants to erase a voice in another session': {
      instead: 'Open another session, and choose “Erase a voice” there.',
    },
    'voices.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'voice.chosen': { control: { role: 'button', name: 'Erase Liam' } },
    'voice.left': { control: { role: 'button', name: 'Keep the voice' } },
    'erasure.confirmed': { control: { role: 'button', name: 'Erase this voice' } },
    'silencing.requested': { control: { role: 'button', name: 'Silence the recording again' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [intro, final] },
    { in: 'behind', doesNotSee: [intro, final] },
    { in: 'open.loading', sees: () => [{ text: 'Loading the voices' }], doesNotSee: [intro, final] },
    {
      in: 'open.choosing',
      sees: (snapshot) => [
        intro,
        ...(sheetOf(snapshot)?.erased ?? []).map(({ sound }) => ({
          role: 'status' as const,
          text: soundWords[sound],
        })),
      ],
      doesNotSee: [final],
    },
    { in: 'open.confirming', sees: () => [final, eraseButton], doesNotSee: [intro] },
    { in: 'open.erasing', sees: () => [final, { ...eraseButton, busy: true }], doesNotSee: [intro] },
    { in: 'open.following', sees: () => [final, { ...eraseButton, busy: true }], doesNotSee: [intro] },
    {
      in: 'open.requeueing',
      sees: () => [intro, { role: 'button', text: 'Silence the recording again', busy: true }],
    },
    { in: 'open.refused', sees: failureShown, doesNotSee: [intro, final] },
  ],
};
