import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#server/compose/listen.ts';
import { builtWebFolder } from '#server/compose/open-server.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer } from '#tests/support/server.ts';
import { sharedSession } from '#tests/support/shared-session.ts';
import { type Figure, median } from './figure.ts';
import { measure } from './measure.ts';

const CONNECTIONS = 64;

export async function benchSharing(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-bench-'));
  const database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
  const built = openWebFiles(builtWebFolder);
  let copies = built;
  const web = built && {
    ...built,
    file: async (path: string, request: Request) => copies?.file(path, request) ?? null,
  };
  const server = await createTestServer({ database, overrides: { web, checkResponses: false } });
  const { session: page } = await sharedSession(server);
  const html = await (await server.call('GET', page, undefined, { accept: 'text/html' })).text();
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'page.txt'), html);
  copies = openWebFiles(folder);

  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  const rates: Record<'page' | 'file', number[]> = { page: [], file: [] };
  for (let round = 0; round < 4; round += 1) {
    for (const [name, path] of [
      ['page', page],
      ['file', '/page.txt'],
    ] as const) {
      const perSecond = await measure({
        url: `${listening.url}${path}`,
        headers: {},
        connections: CONNECTIONS,
        milliseconds: round === 0 ? 500 : 2_000,
      });
      if (round > 0) rates[name].push(perSecond);
    }
  }
  const [ours, theirs] = [median(rates.page), median(rates.file)];
  await listening.close(0);
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      name: `public page of a session, ${CONNECTIONS} connections`,
      value: ours / theirs,
      unit: '×',
      peer: `static file of the same ${html.length} characters, ${Math.round(theirs)} requests/s; ours ${Math.round(ours)}; at least 0.5`,
    },
  ];
}
