import { takeRecaps } from '#contract/recaps.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recapNoticeMachine } from '#machines/recap-notice/recap-notice.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Notices } from '#web/hooks/notices.ts';
import { campaignPath } from '#web/hooks/paths.ts';

function provideRecapNotice(effects: {
  client: Pick<ApiClient, 'call'>;
  notices: Pick<Notices, 'show'>;
  refreshNotes: () => void;
}): typeof recapNoticeMachine {
  const { client, notices, refreshNotes } = effects;
  const { promise } = implement(recapNoticeMachine);
  return provideActors(recapNoticeMachine, {
    ...promise('takeRecaps', async ({ signal }) => (await client.call(takeRecaps, { signal })).recaps),
  }).provide({
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
