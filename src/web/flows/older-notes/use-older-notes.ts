import { useEffect } from 'react';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { selectOlderNotes, selectOlderStep } from '#machines/older-notes/older-notes.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

/** The page of a campaign asks when it appears. */
export function useOlderNotesOf(campaignId: string): void {
  const flow = useFlow('olderNotes');
  useEffect(() => flow.send({ type: 'place.opened', campaignId }), [flow, campaignId]);
}

const commandsOf = ({ send }: FlowActor<'olderNotes'>) => ({
  choose: () => send({ type: 'choice.opened' }),
  leaveChoice: () => send({ type: 'choice.closed' }),
  toggle: (sessionId: string) => send({ type: 'session.toggled', sessionId }),
  toggleAll: () => send({ type: 'all.toggled' }),
  chooseWriter: (writer: NotesWriter) => send({ type: 'writer.chosen', writer }),
  start: (credits: number) => send({ type: 'start.confirmed', credits }),
  cancel: () => send({ type: 'cancel.requested' }),
  close: () => send({ type: 'end.closed' }),
});

export function useOlderNotes() {
  const { snapshot, commands } = useWholeFlow('olderNotes', commandsOf);
  return {
    step: selectOlderStep(snapshot),
    ...selectOlderNotes(snapshot),
    ...commands,
    canStart: snapshot.can({ type: 'start.confirmed', credits: 0 }),
    canChoose: snapshot.can({ type: 'choice.opened' }),
  };
}
