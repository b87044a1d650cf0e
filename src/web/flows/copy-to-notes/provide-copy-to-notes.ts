import {
  type CopyToNotesContext,
  copyToNotesMachine,
} from '#machines/copy-to-notes/copy-to-notes.machine.ts';
import { implement } from '#machines/kit/implement.ts';

export function provideCopyToNotes(
  copy: () => (mode: CopyToNotesContext['mode']) => Promise<void>,
): typeof copyToNotesMachine {
  return implement(copyToNotesMachine, ({ promise }) =>
    promise('copyNotes', ({ input }) => copy()(input.mode)),
  );
}
