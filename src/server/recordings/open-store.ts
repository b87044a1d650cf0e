import type { Config } from '#server/platform/config.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { removeStaleWork, workFolderOf } from '#server/platform/files/work-folder.ts';
import type { Logger } from '#server/platform/log.ts';
import { audioFolders } from './audio-files.ts';

/** S3 if configured, else the data folder. @throws StartError */
export async function openStore(config: Pick<Config, 'dataFolder' | 's3'>, log: Logger): Promise<FileStore> {
  if (config.s3 === null) {
    await removeStaleWork(workFolderOf(config.dataFolder));
    return openDiskFiles(config.dataFolder, audioFolders);
  }
  // The packages take a third of a second to load.
  const { openS3Files } = await import('#server/platform/files/s3-files.ts');
  return openS3Files(config.s3, { workFolder: workFolderOf(config.dataFolder), log });
}
