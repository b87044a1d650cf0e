import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import {
  detailLevelOf,
  peopleOf,
  selectAnalysisStartStep,
  writerOf,
} from '#machines/analysis-start/analysis-start.selectors.ts';

export type AnalysisStartRef = ActorRefFrom<typeof analysisStartMachine>;

export function useAnalysisStart(actor: AnalysisStartRef) {
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      chooseLevel: (detailLevel: DetailLevel) => actor.send({ type: 'level.chosen', detailLevel }),
      chooseWriter: (writer: NotesWriter) => actor.send({ type: 'writer.chosen', writer }),
      choosePeople: (people: number) => actor.send({ type: 'people.chosen', people }),
      start: () => actor.send({ type: 'start.confirmed' }),
      openExisting: () => actor.send({ type: 'existing.requested' }),
      keep: () => actor.send({ type: 'keep' }),
      retry: () => actor.send({ type: 'retry' }),
      askAgain: () => actor.send({ type: 'source.changed' }),
      askPrice: () => actor.send({ type: 'price.requested' }),
    }),
    [actor],
  );
  const { quote, failure } = snapshot.context;
  return {
    step: selectAnalysisStartStep(snapshot),
    quote,
    detailLevel: detailLevelOf(snapshot.context),
    writer: writerOf(snapshot.context),
    people: peopleOf(snapshot.context),
    failure,
    hasWaited: snapshot.context.hasWaited,
    ...commands,
    can: {
      start: snapshot.can({ type: 'start.confirmed' }),
      retry: snapshot.can({ type: 'retry' }),
      keep: snapshot.can({ type: 'keep' }),
      askPrice: snapshot.can({ type: 'price.requested' }),
    },
  };
}
