import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { clipboardMachine } from './clipboard.machine.ts';

type ClipboardSnapshot = SnapshotFrom<typeof clipboardMachine>;

const refusal = 'Failed to copy text to clipboard';

export const selectIsCopied = (snapshot: ClipboardSnapshot) => snapshot.hasTag(tag.done);

export const selectCopyFailure = (snapshot: ClipboardSnapshot) =>
  snapshot.hasTag(tag.failed) ? refusal : null;
