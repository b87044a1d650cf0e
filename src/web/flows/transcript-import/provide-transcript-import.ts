import { importTranscript, type Transcript } from '#contract/transcripts.ts';
import { present } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { transcriptImportMachine } from '#machines/transcript-import/transcript-import.machine.ts';
import type { TranscriptToImport } from '#machines/transcript-import/transcript-import.setup.ts';
import type { SpawnedFlow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideTranscriptImport({
  client,
  files,
  keepTranscript,
  keepSource,
}: Surroundings): typeof transcriptImportMachine {
  const send = (
    { sessionId, file, answers }: TranscriptToImport,
    signal: AbortSignal,
  ): Promise<Transcript> => {
    const chosen = present(file, 'chosen file');
    return client.call(importTranscript, {
      params: { sessionId },
      headers: {
        'x-file-name': encodeURIComponent(chosen.name),
        'x-intake-answers': encodeURIComponent(JSON.stringify(answers)),
        'x-intake-questions': 'ask',
      },
      body: files.take(chosen),
      signal,
    });
  };
  return implement(transcriptImportMachine, ({ promise }) => ({
    ...promise('readTranscript', ({ input, signal }) => send(input, signal)),
    ...promise('sendAnswers', ({ input, signal }) => send(input, signal)),
  })).provide({
    actions: {
      showTranscript: (_, { sessionId, transcript }) => {
        keepTranscript(sessionId, transcript);
        keepSource(sessionId);
      },
    },
  });
}

export const transcriptImport: SpawnedFlow<'transcriptImport'> = (around) => {
  const machine = around.adapt(provideTranscriptImport(around));
  return { of: (sessionId) => around.spawn(`transcript:${sessionId}`, machine, () => ({ sessionId })) };
};
