import { importTranscript, type Transcript } from '#contract/transcripts.ts';
import { present } from '#contract/unknown-values.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { transcriptImportMachine } from '#machines/transcript-import/transcript-import.machine.ts';
import type { TranscriptToImport } from '#machines/transcript-import/transcript-import.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { SpawnedFlow } from '#web/hooks/flow-port.ts';

function provideTranscriptImport(effects: {
  client: Pick<ApiClient, 'call'>;
  files: Pick<ChosenFiles, 'take'>;
  showTranscript: (sessionId: string, transcript: Transcript) => void;
}): typeof transcriptImportMachine {
  const { client, files } = effects;
  const { promise } = implement(transcriptImportMachine);
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
  return provideActors(transcriptImportMachine, {
    ...promise('readTranscript', ({ input, signal }) => send(input, signal)),
    ...promise('sendAnswers', ({ input, signal }) => send(input, signal)),
  }).provide({
    actions: {
      showTranscript: (_, { sessionId, transcript }) => effects.showTranscript(sessionId, transcript),
    },
  });
}

export const transcriptImport: SpawnedFlow<'transcriptImport'> = (around) => {
  const machine = around.adapt(
    provideTranscriptImport({
      ...around,
      showTranscript: (sessionId, transcript) => {
        around.keepTranscript(sessionId, transcript);
        around.keepSource(sessionId);
      },
    }),
  );
  return { of: (sessionId) => around.spawn(`transcript:${sessionId}`, machine, () => ({ sessionId })) };
};
