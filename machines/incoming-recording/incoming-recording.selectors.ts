import type { SnapshotFrom } from 'xstate';
import type { incomingRecordingMachine } from './incoming-recording.machine.ts';

type IncomingRecordingSnapshot = SnapshotFrom<typeof incomingRecordingMachine>;

export const selectIncomingStep = ({ value }: IncomingRecordingSnapshot) => value;
