import process from 'node:process';
import { readConfig } from './config.ts';
import { openWebFiles } from './http/web-files.ts';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import { builtWebFolder, openServer } from './open-server.ts';
import { closeOnSignal, runProgram } from './process.ts';

await runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const web = openWebFiles(builtWebFolder, { publicOrigin: config.publicUrl });
  const server = await openServer({ config, log, web, isDevelopment: false });
  try {
    await server.start();
    const listening = await listen(server, config);
    closeOnSignal(log, async () => {
      await listening.close();
      await server.close();
    });
    process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);
  } catch (error) {
    await server.close();
    throw error;
  }
});
