import { takeRecaps } from '#contract/recaps.ts';
import { implement } from '#machines/kit/implement.ts';
import { recapNoticeMachine } from '#machines/recap-notice/recap-notice.machine.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideRecapNotice({ client, notices, refreshNotes }: Surroundings): typeof recapNoticeMachine {
  return implement(recapNoticeMachine, ({ promise }) => ({
    ...promise('takeRecaps', async ({ signal }) => (await client.call(takeRecaps, { signal })).recaps),
  })).provide({
    actions: {
      announceRecaps: (_, { recaps }) => {
        for (const { title, campaignId, sessionId } of recaps)
          notices.show(`“${title}” now has its recap, in your own words.`, 'information', {
            text: 'Read it',
            path: campaignPath({ campaignId, sessionId }),
          });
        if (recaps.length > 0) refreshNotes();
      },
    },
  });
}

export const recapNotice: Flow<typeof recapNoticeMachine> = {
  provide: provideRecapNotice,
  onArrival: () => ({ type: 'user.arrived' }),
};
