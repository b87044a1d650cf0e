import type { SnapshotFrom } from 'xstate';
import type { transcriptImportMachine } from './transcript-import.machine.ts';

type TranscriptImportSnapshot = SnapshotFrom<typeof transcriptImportMachine>;

export function selectTranscriptImportStep({ value }: TranscriptImportSnapshot) {
  return typeof value === 'object' ? 'failed' : value;
}
