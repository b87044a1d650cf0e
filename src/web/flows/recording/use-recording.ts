import { useSelector } from '@xstate/react';
import { useMemo, useSyncExternalStore } from 'react';
import {
  selectIsCapturing,
  selectKeptWork,
  selectRecordingStep,
} from '#machines/recording/recording.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

const still = { get: () => 0, subscribe: () => () => {} };

export function useRecording() {
  const app = useApp();
  const flow = useFlow('recording');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      record: () => flow.send({ type: 'record' }),
      pause: () => flow.send({ type: 'pause' }),
      resume: () => flow.send({ type: 'resume' }),
      stop: () => flow.send({ type: 'stop' }),
      mark: () => {
        const kept = flow.getSnapshot().context.kept?.seconds ?? 0;
        flow.send({
          type: 'mark',
          atMs: Math.round(kept * 1000 + (app.instruments.recorder?.unkeptMs() ?? 0)),
        });
      },
      wordMark: (atMs: number, word: string) => flow.send({ type: 'mark.worded', atMs, word }),
      removeMark: (atMs: number) => flow.send({ type: 'mark.removed', atMs }),
      restoreMark: () => flow.send({ type: 'mark.restored' }),
      listen: (fromMs: number) => flow.send({ type: 'listen', fromMs }),
      download: () => flow.send({ type: 'download' }),
      use: () => flow.send({ type: 'use' }),
      discard: () => flow.send({ type: 'discard' }),
      undo: () => flow.send({ type: 'undo' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow, app],
  );
  const { place, kept, marks, removedMark, sound, failure } = snapshot.context;
  return {
    step: selectRecordingStep(snapshot),
    isCapturing: selectIsCapturing(snapshot),
    canRecord: app.instruments.recorder?.canRecord() ?? false,
    place,
    kept,
    marks,
    removedMark,
    sound,
    work: selectKeptWork(snapshot),
    failure,
    ...commands,
  };
}

export function useLevel(): number {
  const { level } = useApp().instruments.recorder ?? { level: still };
  return useSyncExternalStore(level.subscribe, level.get);
}

export function useSecondsSinceKept(): number {
  const { sinceKept } = useApp().instruments.recorder ?? { sinceKept: still };
  return useSyncExternalStore(sinceKept.subscribe, sinceKept.get);
}
