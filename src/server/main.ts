import process from 'node:process';
import { readConfig } from './config.ts';
import { openWebFiles } from './http/web-files.ts';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import { builtWebFolder, openServer } from './open-server.ts';
import { closeOnSignal, runProgram, watchProcess } from './process.ts';

await runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel);
  watchProcess(log);
  const server = await openServer({
    config,
    log,
    web: ({ fill }) => openWebFiles(builtWebFolder, { publicOrigin: config.publicUrl, fill }),
    isDevelopment: false,
  });
  try {
    await server.start();
    const listening = await listen(server, { ...config, log });
    closeOnSignal(log, config.stopMs, server.closingSteps(listening));
    process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);
  } catch (error) {
    await server.close();
    throw error;
  }
});
