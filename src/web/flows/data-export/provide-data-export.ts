import { exportUser } from '#contract/account.ts';
import { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { saveFile } from '#web/effects/save-file.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideDataExport({ client, userId }: Surroundings): typeof dataExportMachine {
  return implement(dataExportMachine, ({ promise }) => ({
    ...promise('saveArchive', async ({ signal }) => {
      const params = { userId: userId() ?? '' };
      const archive = await client.download(exportUser, { params, signal });
      signal.throwIfAborted();
      saveFile(archive, 'hearthscribe-export.zip');
    }),
  }));
}

export const dataExport: Flow<typeof dataExportMachine> = {
  provide: provideDataExport,
};
