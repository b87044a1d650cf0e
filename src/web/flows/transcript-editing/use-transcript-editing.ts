import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { mostLineCharacters, newVoice } from '#contract/transcript-edits.ts';
import {
  selectChangeKind,
  selectEditing,
  selectEditOutcome,
  selectFormStep,
  selectMayOpen,
} from '#machines/transcript-editing/transcript-editing.selectors.ts';
import type { OpenedLine, UndoableEdit } from '#machines/transcript-editing/transcript-editing.setup.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useTranscriptEditing() {
  const flow = useFlow('transcriptEditing');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      open: (transcriptId: string, line: OpenedLine) =>
        flow.send({ type: 'line.opened', transcriptId, line }),
      write: (text: string) => flow.send({ type: 'words.changed', text }),
      chooseSpeaker: (speakerId: string | null) => flow.send({ type: 'speaker.chosen', speakerId }),
      save: () => flow.send({ type: 'save.requested' }),
      cancel: () => flow.send({ type: 'editing.cancelled' }),
      split: (at: number) => flow.send({ type: 'line.split', at }),
      join: () => flow.send({ type: 'line.joined' }),
      remove: () => flow.send({ type: 'line.deleted' }),
      chooseMine: () => flow.send({ type: 'mine.chosen' }),
      chooseTheirs: () => flow.send({ type: 'theirs.chosen' }),
      undo: (transcriptId: string, edit: UndoableEdit) =>
        flow.send({ type: 'undo.requested', transcriptId, edit }),
    }),
    [flow],
  );
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
