import { changeLines, type ReplacedLines, undoLineChange } from '#contract/transcript-edits.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { transcriptEditingMachine } from '#machines/transcript-editing/transcript-editing.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { putLines } from '#web/api/put-lines.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideTranscriptEditing(effects: {
  client: Pick<ApiClient, 'call'>;
  showLines: (replaced: ReplacedLines) => void;
  refreshTexts: () => void;
}): typeof transcriptEditingMachine {
  const { client, showLines, refreshTexts } = effects;
  const { promise } = implement(transcriptEditingMachine);

  return provideActors(transcriptEditingMachine, {
    // Not aborted with the machine: a sent edit is shown even after the form has closed.
    ...promise('changeLines', async ({ input: { transcriptId, change } }) => {
      if (transcriptId === null || change === null) throw new ApiFailure('notFound');
      showLines(await client.call(changeLines, { params: { transcriptId }, body: change }));
      return null;
    }),
    ...promise('undoEdit', async ({ input: { transcriptId, edit } }) => {
      if (transcriptId === null || edit === null) throw new ApiFailure('notFound');
      showLines(await client.call(undoLineChange, { params: { transcriptId, editId: edit.id } }));
      return null;
    }),
  }).provide({ actions: { refreshLines: refreshTexts } });
}

export const transcriptEditing: Flow<typeof transcriptEditingMachine> = {
  provide: (around) =>
    provideTranscriptEditing({
      ...around,
      showLines: (replaced) => putLines(around.queryClient, replaced),
    }),
};
