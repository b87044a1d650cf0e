import { mostLineCharacters, newVoice } from '#contract/transcript-edits.ts';
import {
  selectChangeKind,
  selectEditing,
  selectEditOutcome,
  selectFormStep,
  selectMayOpen,
} from '#machines/transcript-editing/transcript-editing.selectors.ts';
import type { OpenedLine, UndoableEdit } from '#machines/transcript-editing/transcript-editing.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'transcriptEditing'>) => ({
  open: (transcriptId: string, line: OpenedLine) => send({ type: 'line.opened', transcriptId, line }),
  write: (text: string) => send({ type: 'words.changed', text }),
  chooseSpeaker: (speakerId: string | null) => send({ type: 'speaker.chosen', speakerId }),
  save: () => send({ type: 'save.requested' }),
  cancel: () => send({ type: 'editing.cancelled' }),
  split: (at: number) => send({ type: 'line.split', at }),
  join: () => send({ type: 'line.joined' }),
  remove: () => send({ type: 'line.deleted' }),
  chooseMine: () => send({ type: 'mine.chosen' }),
  chooseTheirs: () => send({ type: 'theirs.chosen' }),
  undo: (transcriptId: string, edit: UndoableEdit) => send({ type: 'undo.requested', transcriptId, edit }),
});

export function useTranscriptEditing() {
  const { snapshot, commands } = useWholeFlow('transcriptEditing', commandsOf);
  return {
    ...selectEditing(snapshot),
    step: selectFormStep(snapshot),
    outcome: selectEditOutcome(snapshot),
    kind: selectChangeKind(snapshot),
    can: {
      open: selectMayOpen(snapshot),
      save: snapshot.can({ type: 'save.requested' }),
      join: snapshot.can({ type: 'line.joined' }),
      replace: snapshot.can({ type: 'mine.chosen' }),
      splitAt: (at: number) => snapshot.can({ type: 'line.split', at }),
    },
    mostCharacters: mostLineCharacters,
    newVoice,
    ...commands,
  };
}

export type TranscriptEditing = ReturnType<typeof useTranscriptEditing>;
