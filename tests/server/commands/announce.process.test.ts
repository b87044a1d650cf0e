import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runPacked } from '#tests/support/packed.ts';

describe('npm run announce', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-announce-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...argv: string[]) =>
    runPacked('announce', { NODE_ENV: 'production', HEARTHSCRIBE_DATA: join(folder, 'new') }, ...argv);

  it('exits with 0 and prints the announcements, also before the server’s first start', async () => {
    expect(await run('issues', 'on')).toEqual({
      code: 0,
      output: 'Announced: technical difficulties.\n',
      errors: '',
    });
  });

  it('exits with 2 and one line for unknown arguments', async () => {
    const { code, output, errors } = await run('isues', 'on');
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^There is no "isues"\. Usage: [^\n]+\n$/);
  });
});
