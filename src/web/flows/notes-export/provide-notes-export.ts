import type { QueryInputOf } from '#contract/call.ts';
import { exportCampaign, exportSession, updateVault } from '#contract/exports.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesExportMachine } from '#machines/notes-export/notes-export.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';

export interface ExportPlace {
  campaignId: string;
  sessionId: string | null;
}

/** What is chosen in the dialog. */
export interface ExportChoice {
  place: ExportPlace;
  query: Required<QueryInputOf<typeof exportCampaign>>;
  fileName: string;
  vault: File | null;
}

export function provideNotesExport(
  effects: () => {
    client: Pick<ApiClient, 'download'>;
    saveFile: (file: Blob, name: string) => void;
    choice: () => ExportChoice;
  },
): typeof notesExportMachine {
  return implement(notesExportMachine, ({ promise }) =>
    promise('saveNotes', async ({ input: { intoVault }, signal }) => {
      const { client, saveFile, choice } = effects();
      const { place, query, fileName, vault } = choice();
      const { campaignId, sessionId } = place;
      const { format: _, ...ofVault } = query;
      const file =
        intoVault && vault !== null
          ? await client.download(updateVault, {
              params: { campaignId },
              query: ofVault,
              body: vault,
              signal,
            })
          : sessionId === null
            ? await client.download(exportCampaign, { params: { campaignId }, query, signal })
            : await client.download(exportSession, { params: { sessionId }, query, signal });
      signal.throwIfAborted();
      saveFile(file, fileName);
    }),
  );
}
