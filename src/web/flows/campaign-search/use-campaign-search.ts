import type { SearchFilters } from '#contract/search.ts';
import { selectAnswerStep, selectSearchStep } from '#machines/campaign-search/campaign-search.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'campaignSearch'>) => ({
  close: () => send({ type: 'search.closed' }),
  retry: () => send({ type: 'retry' }),
  type: (query: string) => send({ type: 'query.changed', query }),
  choose: (query: string) => send({ type: 'query.chosen', query }),
  filter: (filter: Partial<SearchFilters>) => send({ type: 'filter.changed', filter }),
  move: (by: number) => send({ type: 'selection.moved', by }),
  ask: () => send({ type: 'answer.requested' }),
  stopAnswer: () => send({ type: 'answer.cancelled' }),
  play: (id: string) => send({ type: 'play.requested', id }),
  open: (id: string) => send({ type: 'open.requested', id }),
});

export function useCampaignSearch() {
  const { snapshot, commands } = useWholeFlow('campaignSearch', commandsOf);
  return {
    step: selectSearchStep(snapshot),
    answerStep: selectAnswerStep(snapshot),
    ...snapshot.context,
    ...commands,
  };
}
