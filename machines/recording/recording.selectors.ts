import type { SnapshotFrom } from 'xstate';
import type { recordingMachine } from './recording.machine.ts';

type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>;

const steps = [
  'closed',
  'looking',
  'unreadable',
  'ready',
  'kept',
  'joining',
  'handedOver',
  'sendingNotes',
  'notesUnsent',
  'discarded',
  'removing',
] as const;
const captureSteps = ['asking', 'paused', 'finishing'] as const;
const nameSteps = ['called', 'speaking'] as const;
const soundSteps = ['heard', 'silent', 'quiet', 'clipping'] as const;

export type RecordingStep =
  | (typeof steps)[number]
  | (typeof captureSteps)[number]
  | (typeof nameSteps)[number]
  | (typeof soundSteps)[number];

export function selectRecordingStep(snapshot: RecordingSnapshot): RecordingStep {
  return (
    soundSteps.find((one) => snapshot.matches({ capturing: { recording: one } })) ??
    nameSteps.find((one) => snapshot.matches({ capturing: { introducing: one } })) ??
    captureSteps.find((one) => snapshot.matches({ capturing: one })) ??
    steps.find((one) => snapshot.matches(one)) ??
    'closed'
  );
}

export const selectKeptWork = (snapshot: RecordingSnapshot) =>
  (['noting', 'opening', 'saving'] as const).find((one) => snapshot.matches({ kept: one })) ?? null;

export const selectIsCapturing = (snapshot: RecordingSnapshot): boolean => snapshot.matches('capturing');
