import '#server/compose/compile-early.ts';
import process from 'node:process';
import { listen } from '#server/compose/listen.ts';
import { builtWebFolder, openServer } from '#server/compose/open-server.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { closeOnSignal, runProgram, watchProcess } from '#server/platform/process.ts';

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
    // What the start left behind is a fifth of the heap. `npm start` lets a program collect garbage.
    globalThis.gc?.();
  } catch (error) {
    await server.close();
    throw error;
  }
});
