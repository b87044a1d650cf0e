import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerFailure } from '#server/http/failures.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import { createLog } from '#server/platform/log.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';

const logged: string[] = [];
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const log = createLog('error', { write: (line) => void logged.push(line) });
  server = await createTestServer({ overrides: { log } });
  user = await server.signIn();
});
afterAll(() => server.close());

it('answers 507 with a sentence while the disk is full, and the upload goes on once there is room', async () => {
  const campaign = await (await user.call('POST', '/campaigns', { title: 'Full' })).json();
  const session = await (await user.call('POST', `/campaigns/${campaign.id}/sessions`, {})).json();
  const wanted = { fileName: 'a.mp3', sizeBytes: 10, fingerprint: 'a' };
  const upload = await (await user.call('POST', `/sessions/${session.id}/uploads`, wanted)).json();
  const send = (offset: number, bytes: string) =>
    server.app.request(upload.tusUrl, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${user.token}`, ...tusHeaders(offset) },
      body: bytes,
    });
  const name = readdirSync(server.dataFolder, { recursive: true, encoding: 'utf8' }).find((each) =>
    each.includes(upload.id),
  );
  const path = join(server.dataFolder, name!);
  rmSync(path);
  // Each write to it fails as on a full disk.
  symlinkSync('/dev/full', path);
  const refused = await send(0, '01234');
  const text = await refused.text();
  expect([refused.status, JSON.parse(text)]).toEqual([
    507,
    {
      error: {
        code: 'diskFull',
        message:
          'The server has no space left to store this. Everything you saved before is safe. Try again later, or let the people who run this server know.',
      },
    },
  ]);
  expect(text).not.toContain('ENOSPC');
  expect(logged.join('')).toContain('ENOSPC');
  rmSync(path);
  writeFileSync(path, '');
  expect((await send(0, '01234')).headers.get('upload-offset')).toBe('5');
  expect((await send(5, '5678')).headers.get('upload-offset')).toBe('9');
});

it.each([
  ['of the disk', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['of a quota of the disk', Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' })],
  [
    'of PostgreSQL',
    new Error('Failed query', { cause: Object.assign(new Error('could not extend'), { code: '53100' }) }),
  ],
  ['of the embedded database', new Error('could not write to file "pg_wal/1": No space left on device')],
  ['of an S3 store', Object.assign(new Error('full'), { name: 'XMinioStorageFull' })],
])('knows the full disk %s by its error, and says none of it', async (_, error) => {
  expect(isDiskFull(error)).toBe(true);
  const context = { set: () => undefined, get: () => silentLog } as unknown as Parameters<
    typeof answerFailure
  >[1];
  const answer = answerFailure(error, context);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60']);
  expect(await answer.text()).not.toMatch(/ENOSPC|EDQUOT|device|query|extend/);
});

it('lets a job wait for room instead of failing', async () => {
  let attempts = 0;
  const handler = waitForFiles<null>({ answers: async () => undefined }, silentLog, async () => {
    attempts += 1;
    if (attempts === 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  await handler({ id: '1', data: null, signal: new AbortController().signal } as Parameters<
    typeof handler
  >[0]);
  expect(attempts).toBe(2);
});
