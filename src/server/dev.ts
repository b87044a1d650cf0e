import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createServer as createViteServer } from 'vite';
import { listen } from '#server/compose/listen.ts';
import { openServer } from '#server/compose/open-server.ts';
import type { WebFiles } from '#server/http/web-files.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { closeOnSignal, runProgram, watchProcess } from '#server/platform/process.ts';
import { callbackPath } from '../contract/pages.ts';

const developmentPages = ['/dev/components'];

const callbackSource = 'src/web/auth-callback/index.html';

const root = join(import.meta.dirname, '..', '..');

await runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel);
  watchProcess(log);
  const vite = await createViteServer({
    root,
    appType: 'custom',
    // Each restart of the server would close a shared socket.
    server: { middlewareMode: true, hmr: { port: config.port === 0 ? 24_678 : config.port + 1 } },
  });
  const web: WebFiles = {
    file: async () => null,
    template: async (path) =>
      vite.transformIndexHtml(path, await readFile(join(root, path, 'index.html'), 'utf8')),
    async page(_path, request, status) {
      const { pathname } = new URL(request.url);
      const source = pathname === callbackPath ? callbackSource : 'index.html';
      const html = await readFile(join(root, source), 'utf8');
      const page = await vite.transformIndexHtml(pathname, html);
      const found = developmentPages.includes(pathname) ? 200 : status;
      return new Response(page, { status: found, headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
  };
  const server = await openServer({ config, log, web: () => web, isDevelopment: true });
  try {
    await server.start();
    const listening = await listen(server, { ...config, log, before: vite.middlewares });
    closeOnSignal(log, config.stopMs, [
      { name: 'vite', share: 0.1, close: () => vite.close() },
      ...server.closingSteps(listening),
    ]);
    process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);
  } catch (error) {
    await Promise.all([vite.close(), server.close()]);
    throw error;
  }
});
