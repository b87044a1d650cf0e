import { exportUser } from '#contract/account.ts';
import { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { saveFile } from '#web/effects/save-file.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideDataExport(effects: {
  client: Pick<ApiClient, 'download'>;
  userId: () => string | null;
  saveFile: (file: Blob, name: string) => void;
}): typeof dataExportMachine {
  const { promise } = implement(dataExportMachine);
  return provideActors(dataExportMachine, {
    ...promise('saveArchive', async ({ signal }) => {
      const params = { userId: effects.userId() ?? '' };
      const archive = await effects.client.download(exportUser, { params, signal });
      signal.throwIfAborted();
      effects.saveFile(archive, 'hearthscribe-export.zip');
    }),
  });
}

export const dataExport: Flow<typeof dataExportMachine> = {
  provide: (around) => provideDataExport({ ...around, saveFile }),
};
