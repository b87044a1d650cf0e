import { cancelUpload, createUpload, listUploads, readUpload } from '#contract/uploads.ts';
import { implement } from '#machines/kit/implement.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Inspection } from '#machines/upload/upload.setup.ts';
import type { AnalysisEffects } from '#web/effects/analysis-effects.ts';
import { watchPage } from '#web/effects/watch-page.ts';
import { provideAnalysisStart } from '#web/flows/analysis-start/provide-analysis-start.ts';
import type { SpawnedFlow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { askUpload, giveToUpload } from './give-to-upload.ts';
import { inspectFile } from './inspect-file.ts';
import { type MeasureAudio, measureAudio } from './measure-audio.ts';
import { createTransfer, type Transfer } from './transfer.ts';
import { watchUpload } from './watch-upload.ts';

interface UploadEffects extends AnalysisEffects, Pick<Surroundings, 'files' | 'page'> {
  inspect: (file: File) => Promise<Inspection>;
  transfer: Transfer;
}

function provideUpload(effects: UploadEffects): typeof uploadMachine {
  const { client, files } = effects;
  return implement(uploadMachine, ({ callback, promise }) => ({
    ...promise('findOpenUpload', async ({ input, signal }) => {
      const { uploads } = await client.call(listUploads, { params: input, signal });
      return uploads.find(({ status }) => status === 'open' || status === 'verifying') ?? null;
    }),
    ...promise('inspectFile', ({ input }) => effects.inspect(files.take(input.file))),
    ...promise('createUpload', ({ input: { sessionId, file, fingerprint, contents }, signal }) =>
      client.call(createUpload, {
        params: { sessionId },
        body: {
          fileName: file.name.slice(-255),
          sizeBytes: file.sizeBytes,
          fingerprint,
          ...(contents === null
            ? {}
            : { arrangement: contents.kind, without: contents.broken.map((name) => name.slice(0, 255)) }),
        },
        signal,
      }),
    ),
    ...callback('sendBytes', ({ input, send }) =>
      effects.transfer(files.take(input.file), input.upload, {
        onSent: (offset) => send({ type: 'bytes.sent', offset }),
        onFinished: () => send({ type: 'bytes.finished' }),
        onFailed: (error) => send({ type: 'sending.failed', error }),
      }),
    ),
    ...callback('watchPage', ({ send }) =>
      watchPage(effects.page, {
        onLost: () => send({ type: 'connection.lost' }),
        onRestored: () => send({ type: 'connection.restored' }),
      }),
    ),
    ...promise('readUpload', ({ input, signal }) => client.call(readUpload, { params: input, signal })),
    ...promise('cancelUpload', ({ input }) => client.call(cancelUpload, { params: input })),
    analysisStart: effects.analysisStart,
  })).provide({
    actions: {
      openAnalysis: (_, params) => effects.openAnalysis(params),
      showResult: (_, params) => effects.showResult(params),
      announceChange: (_, params) => effects.announceChange(params),
    },
  });
}

export const upload: SpawnedFlow<'upload', Surroundings & { measure?: MeasureAudio; transfer?: Transfer }> = (
  around,
) => {
  const { client, timers, pricePercent, measure = measureAudio } = around;
  const machine = around.adapt(
    provideUpload({
      ...around,
      analysisStart: around.adapt(provideAnalysisStart(client)),
      openAnalysis: (opened) => {
        around.openAnalysis(opened);
        around.followAnalysis(opened);
      },
      inspect: (file) => inspectFile(file, { measure, timers, percent: pricePercent() }),
      transfer: around.transfer ?? createTransfer({ ...around, authorization: client.authorization }),
    }),
  );
  const of = (sessionId: string) =>
    around.spawn(`upload:${sessionId}`, machine, () => ({
      sessionId,
      detailLevel: around.usualLevel(sessionId),
    }));
  return {
    of,
    ask: (sessionId, event) => void askUpload(() => of(sessionId), event),
    give: (sessionId, file, onEnd) => giveToUpload(() => of(sessionId), file, onEnd),
    watch: (sessionId, onEnd) => watchUpload(of(sessionId), onEnd),
  };
};
