import { answerSearch, readSearchSuggestions, SearchAnswer, searchCampaigns } from '#contract/search.ts';
import { campaignSearchMachine } from '#machines/campaign-search/campaign-search.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { placeOf } from './hit-place.ts';

function answerOf(data: string): SearchAnswer | null {
  try {
    return SearchAnswer.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

function provideCampaignSearch({
  client,
  navigate,
  playFrom,
  closeModal,
}: Surroundings): typeof campaignSearchMachine {
  return implement(campaignSearchMachine, ({ promise }) => ({
    ...promise('readSuggestions', async ({ input: { campaignId }, signal }) => {
      const query = campaignId === null ? {} : { campaignId };
      return (await client.call(readSearchSuggestions, { query, signal })).names;
    }),
    ...promise('search', ({ input: { query, filters }, signal }) =>
      client.call(searchCampaigns, { body: { query: query.trim(), ...filters }, signal }),
    ),
    ...promise('answerQuestion', async ({ input: { query, filters }, signal }) => {
      let answer = answerOf('null');
      await client.events(answerSearch, {
        body: { query: query.trim(), ...filters },
        signal,
        lastEventId: null,
        onEvent: ({ name, data }) => {
          if (name === 'answer') answer = answerOf(data);
        },
      });
      if (answer === null) throw new ApiFailure('invalidResponse');
      return answer;
    }),
  })).provide({
    actions: {
      leaveModal: () => closeModal('campaignSearch'),
      playHit: (_, { hit }) => {
        if (hit?.session && hit.playFromMs !== null)
          playFrom(
            { sessionId: hit.session.id, campaignId: hit.campaign.id, title: hit.session.title },
            hit.playFromMs / 1000,
          );
      },
      openHit: (_, { hit }) => {
        if (hit !== null) navigate(placeOf(hit));
      },
    },
  });
}

export const campaignSearch: Flow<typeof campaignSearchMachine> = {
  provide: provideCampaignSearch,
};
