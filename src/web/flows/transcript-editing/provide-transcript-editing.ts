import { changeLines, undoLineChange } from '#contract/transcript-edits.ts';
import { implement } from '#machines/kit/implement.ts';
import { transcriptEditingMachine } from '#machines/transcript-editing/transcript-editing.machine.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { putLines } from '#web/api/put-lines.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideTranscriptEditing({
  client,
  queryClient,
  refreshTexts,
}: Surroundings): typeof transcriptEditingMachine {
  return implement(transcriptEditingMachine, ({ promise }) => ({
    // Not aborted with the machine: a sent edit is shown even after the form has closed.
    ...promise('changeLines', async ({ input: { transcriptId, change } }) => {
      if (transcriptId === null || change === null) throw new ApiFailure('notFound');
      const replaced = await client.call(changeLines, { params: { transcriptId }, body: change });
      putLines(queryClient, replaced);
      return null;
    }),
    ...promise('undoEdit', async ({ input: { transcriptId, edit } }) => {
      if (transcriptId === null || edit === null) throw new ApiFailure('notFound');
      const params = { transcriptId, editId: edit.id };
      putLines(queryClient, await client.call(undoLineChange, { params }));
      return null;
    }),
  })).provide({ actions: { refreshLines: refreshTexts } });
}

export const transcriptEditing: Flow<typeof transcriptEditingMachine> = {
  provide: provideTranscriptEditing,
};
