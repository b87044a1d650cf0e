import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { copyToNotesMachine } from './copy-to-notes.machine.ts';

type CopyToNotesSnapshot = SnapshotFrom<typeof copyToNotesMachine>;

export const selectIsCopying = (snapshot: CopyToNotesSnapshot) => snapshot.hasTag(tag.busy);

/** The dialog also stays open while the choice is carried out. */
export const selectIsAsking = (snapshot: CopyToNotesSnapshot) =>
  snapshot.matches('asking') || snapshot.matches('writing');
