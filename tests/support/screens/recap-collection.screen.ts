import type { AnyMachineSnapshot } from 'xstate';
import type { RecapCollectionContext } from '#machines/recap-collection/recap-collection.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const known = ({ context }: AnyMachineSnapshot) => (context as RecapCollectionContext).collection;
const recapIn = (snapshot: AnyMachineSnapshot) => known(snapshot)?.recaps[0];

export const recapCollectionScreen: FlowScreen = {
  flow: 'recap-collection',
  begin:
    'Have a language model, and open a session that has notes and no recaps. Leave the style and “Whose evening” as they are.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'recaps.opened': {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('open') ? 'Recaps behind' : 'Recaps',
      }),
    },
    'recaps.opened: the user opens the dialog of another session': {
      instead: 'Open another session, and press “Recaps” there.',
    },
    'recaps.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'recap.asked': {
      control: (_, snapshot) => ({
        role: 'button',
        name: recapIn(snapshot)?.isWritten ? 'Write again' : 'Write this recap',
      }),
    },
    'recap.ended': { control: { role: 'button', name: /^(Stop|Dismiss) Light and funny$/ } },
    'page.returned': { instead: 'Switch to another tab and back.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'open.unread', sees: failureShown },
    {
      in: 'open.shown',
      sees: (snapshot) => [
        ...failureShown(snapshot),
        ...(known(snapshot)?.writer === null
          ? [{ role: 'status' as const, text: /No language model can write/ }]
          : []),
        ...(recapIn(snapshot)?.state === 'failed'
          ? [{ role: 'alert' as const, text: /gave no answer that could be used/ }]
          : []),
        ...(recapIn(snapshot)?.state === 'done' ? [{ role: 'status' as const, text: 'In your notes.' }] : []),
      ],
    },
    { in: 'open.shown.waiting', sees: () => [{ role: 'status', text: 'Waiting for the language model.' }] },
  ],
  notOffered: [
    {
      event: 'recap.asked',
      in: 'open.shown',
      when: (snapshot) => known(snapshot)?.writer === null || recapIn(snapshot)?.state === 'waiting',
      reason: 'no language model can write, or it is writing this recap; another style can be asked for',
    },
  ],
};
