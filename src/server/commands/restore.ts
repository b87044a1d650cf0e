import { join, resolve } from 'node:path';
import { keyFile } from '#server/backups/manifest.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { openStore } from '#server/recordings/open-store.ts';
import { describeBackup, readOption } from './backup-words.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run --silent restore -- --from FOLDER';

await runCommand(usage, async (argv) => {
  const from = resolve(readOption(argv, 'from', usage));
  const config = readConfig({ ...process.env, NODE_ENV: '' });
  const log = createLog('warn');
  const manifest = await restoreBackup({
    config,
    openStore: () => openStore(config, log),
    place: config.s3 === null ? join(config.dataFolder, 'audio') : `The bucket "${config.s3.bucket}"`,
    from,
    log,
  });
  const needsKey = manifest.files[keyFile] === undefined && config.secretsKeys.length === 0;
  return [
    `Restored the backup of ${manifest.madeAt}.`,
    ...describeBackup(manifest),
    ...(needsKey
      ? [
          'The backup has no secrets key: before you start, set SECRETS_KEY as it was, or all users sign in again.',
        ]
      : []),
  ];
});
