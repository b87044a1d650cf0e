import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SearchFilters } from '#contract/search.ts';
import { selectAnswerStep, selectSearchStep } from '#machines/campaign-search/campaign-search.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useCampaignSearch() {
  const flow = useFlow('campaignSearch');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'search.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      type: (query: string) => flow.send({ type: 'query.changed', query }),
      choose: (query: string) => flow.send({ type: 'query.chosen', query }),
      filter: (filter: Partial<SearchFilters>) => flow.send({ type: 'filter.changed', filter }),
      move: (by: number) => flow.send({ type: 'selection.moved', by }),
      ask: () => flow.send({ type: 'answer.requested' }),
      stopAnswer: () => flow.send({ type: 'answer.cancelled' }),
      play: (id: string) => flow.send({ type: 'play.requested', id }),
      open: (id: string) => flow.send({ type: 'open.requested', id }),
    }),
    [flow],
  );
  return {
    step: selectSearchStep(snapshot),
    answerStep: selectAnswerStep(snapshot),
    ...snapshot.context,
    ...commands,
  };
}
