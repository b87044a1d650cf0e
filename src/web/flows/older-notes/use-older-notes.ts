import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { selectOlderNotes, selectOlderStep } from '#machines/older-notes/older-notes.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

/** The page of a campaign asks when it appears. */
export function useOlderNotesOf(campaignId: string): void {
  const flow = useFlow('olderNotes');
  useEffect(() => flow.send({ type: 'place.opened', campaignId }), [flow, campaignId]);
}

export function useOlderNotes() {
  const flow = useFlow('olderNotes');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      choose: () => flow.send({ type: 'choice.opened' }),
      leaveChoice: () => flow.send({ type: 'choice.closed' }),
      toggle: (sessionId: string) => flow.send({ type: 'session.toggled', sessionId }),
      toggleAll: () => flow.send({ type: 'all.toggled' }),
      chooseWriter: (writer: NotesWriter) => flow.send({ type: 'writer.chosen', writer }),
      start: (credits: number) => flow.send({ type: 'start.confirmed', credits }),
      cancel: () => flow.send({ type: 'cancel.requested' }),
      close: () => flow.send({ type: 'end.closed' }),
    }),
    [flow],
  );
  return {
    step: selectOlderStep(snapshot),
    ...selectOlderNotes(snapshot),
    ...commands,
    canStart: snapshot.can({ type: 'start.confirmed', credits: 0 }),
    canChoose: snapshot.can({ type: 'choice.opened' }),
  };
}
