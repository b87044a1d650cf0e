import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { DetailLevel } from '#contract/common.ts';
import type { ArchiveKind } from '#contract/recording-archives.ts';
import { selectFraction, selectIsUploadBusy, selectUploadStep } from '#machines/upload/upload.selectors.ts';
import { packRecordings } from '#web/effects/pack-recordings.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useSpawned } from '#web/hooks/use-flow.ts';

/** It continues after the view closes. */
export function useUpload(sessionId: string) {
  const app = useApp();
  const uploads = useSpawned('upload');
  const actor = useMemo(() => uploads.of(sessionId), [uploads, sessionId]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      chooseFiles: ([file, ...more]: readonly File[]) => {
        if (file === undefined) return;
        const chosen = more.length === 0 ? file : packRecordings([file, ...more]);
        actor.send({ type: 'file.chosen', file: app.files.keep(chosen) });
      },
      replace: () => actor.send({ type: 'replacement.requested' }),
      keepSource: () => actor.send({ type: 'source.kept' }),
      arrange: (arrangement: ArchiveKind) => actor.send({ type: 'arrangement.chosen', arrangement }),
      accept: () => actor.send({ type: 'recording.accepted' }),
      confirm: () => actor.send({ type: 'upload.confirmed' }),
      pause: () => actor.send({ type: 'pause' }),
      resume: () => actor.send({ type: 'resume' }),
      retry: () => actor.send({ type: 'retry' }),
      discard: () => actor.send({ type: 'discard' }),
      chooseLevel: (detailLevel: DetailLevel) => actor.send({ type: 'level.chosen', detailLevel }),
    }),
    [app, actor],
  );
  const { context } = snapshot;
  return {
    step: selectUploadStep(snapshot),
    isBusy: selectIsUploadBusy(snapshot),
    file: context.file,
    estimate: context.estimate,
    contents: context.contents,
    streams: context.streams,
    promisedSeconds: context.promisedSeconds,
    account: context.account,
    openUpload: context.upload,
    sentBytes: context.sentBytes,
    sizeBytes: context.upload?.sizeBytes ?? context.file?.sizeBytes ?? 0,
    fraction: selectFraction(snapshot),
    detailLevel: context.detailLevel,
    start: snapshot.children.analysisStart,
    failure: context.failure,
    ...commands,
    can: {
      chooseFile: snapshot.can({ type: 'file.chosen', file: { key: '', name: '', sizeBytes: 0 } }),
      replace: snapshot.can({ type: 'replacement.requested' }),
      keepSource: snapshot.can({ type: 'source.kept' }),
      arrange: snapshot.can({ type: 'arrangement.chosen', arrangement: 'tracks' }),
      accept: snapshot.can({ type: 'recording.accepted' }),
      confirm: snapshot.can({ type: 'upload.confirmed' }),
      pause: snapshot.can({ type: 'pause' }),
      resume: snapshot.can({ type: 'resume' }),
      retry: snapshot.can({ type: 'retry' }),
      discard: snapshot.can({ type: 'discard' }),
      chooseLevel: snapshot.can({ type: 'level.chosen', detailLevel: 'brief' }),
    },
  };
}
