import { useSelector } from '@xstate/react';
import { useMemo, useSyncExternalStore } from 'react';
import {
  selectIsCapturing,
  selectKeptWork,
  selectRecordingStep,
} from '#machines/recording/recording.selectors.ts';
import type { PersonAtTable } from '#machines/recording/recording.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

const still = { get: () => 0, subscribe: () => () => {} };

export function useRecording() {
  const app = useApp();
  const flow = useFlow('recording');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(() => {
    const placeInRecording = () => {
      const kept = flow.getSnapshot().context.kept?.seconds ?? 0;
      return Math.round(kept * 1000 + (app.instruments.recorder?.unkeptMs() ?? 0));
    };
    return {
      record: () => flow.send({ type: 'record' }),
      pause: () => flow.send({ type: 'pause' }),
      resume: () => flow.send({ type: 'resume' }),
      stop: () => flow.send({ type: 'stop' }),
      introduce: (people: readonly PersonAtTable[]) => flow.send({ type: 'introduce', people }),
      speak: () => flow.send({ type: 'speak', atMs: placeInRecording() }),
      back: () => flow.send({ type: 'back' }),
      skip: () => flow.send({ type: 'skip' }),
      skipAll: () => flow.send({ type: 'skipAll' }),
      mark: () => flow.send({ type: 'mark', atMs: placeInRecording() }),
      wordMark: (atMs: number, word: string) => flow.send({ type: 'mark.worded', atMs, word }),
      removeMark: (atMs: number) => flow.send({ type: 'mark.removed', atMs }),
      restoreMark: () => flow.send({ type: 'mark.restored' }),
      listen: (fromMs: number) => flow.send({ type: 'listen', fromMs }),
      download: () => flow.send({ type: 'download' }),
      use: () => flow.send({ type: 'use' }),
      discard: () => flow.send({ type: 'discard' }),
      undo: () => flow.send({ type: 'undo' }),
      retry: () => flow.send({ type: 'retry' }),
    };
  }, [flow, app]);
  return {
    ...snapshot.context,
    step: selectRecordingStep(snapshot),
    isCapturing: selectIsCapturing(snapshot),
    canRecord: app.instruments.recorder?.canRecord() ?? false,
    work: selectKeptWork(snapshot),
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
