import { importNotes, previewImport, undoImport } from '#contract/exports.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesImportMachine } from '#machines/notes-import/notes-import.machine.ts';
import type { ImportPlace } from '#machines/notes-import/notes-import.setup.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideNotesImport({ client, files, refreshNotes }: Surroundings): typeof notesImportMachine {
  const paramsOf = (place: ImportPlace | null) => ({ params: { campaignId: place?.campaignId ?? '' } });
  const target = (place: ImportPlace | null) => (place?.sessionId ? { sessionId: place.sessionId } : {});
  const bytesOf = (file: ChosenFile | null) => (file === null ? new Blob() : files.take(file));
  return implement(notesImportMachine, ({ promise }) => ({
    ...promise('readPreview', ({ input: { place, file }, signal }) =>
      client.call(previewImport, { ...paramsOf(place), query: target(place), body: bytesOf(file), signal }),
    ),
    ...promise('writeNotes', ({ input: { place, file, existing, version }, signal }) =>
      client.call(importNotes, {
        ...paramsOf(place),
        query: { ...target(place), existing, version },
        body: bytesOf(file),
        signal,
      }),
    ),
    ...promise('undoImport', async ({ input: { place }, signal }) => {
      await client.call(undoImport, { ...paramsOf(place), signal });
    }),
  })).provide({ actions: { refreshNotes } });
}

export const notesImport: Flow<typeof notesImportMachine> = {
  provide: provideNotesImport,
};
