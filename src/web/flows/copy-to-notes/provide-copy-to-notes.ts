import {
  type CopyToNotesContext,
  copyToNotesMachine,
} from '#machines/copy-to-notes/copy-to-notes.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';

export function provideCopyToNotes(
  copy: () => (mode: CopyToNotesContext['mode']) => Promise<void>,
): typeof copyToNotesMachine {
  return provideActors(
    copyToNotesMachine,
    implement(copyToNotesMachine).promise('copyNotes', ({ input }) => copy()(input.mode)),
  );
}
