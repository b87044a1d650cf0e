import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSigningKeys } from '#server/stand-ins/cognito/keys.ts';

describe('signing keys', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are random, kept for the next start, and readable by the owner alone', async () => {
    const path = join(folder, 'data', 'identity-keys.json');
    const first = await loadSigningKeys(join(folder, 'data'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o644);
    const second = await loadSigningKeys(join(folder, 'data'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(second.publicJwk).toEqual(first.publicJwk);
    expect(second.secret).toEqual(first.secret);
    const elsewhere = await loadSigningKeys(join(folder, 'other'));
    expect(elsewhere.publicJwk.n).not.toBe(first.publicJwk.n);
    expect(await readdir(join(folder, 'data'))).toEqual(['identity-keys.json']);
  });

  it('are the same for two processes that start at once', async () => {
    const [left, right] = await Promise.all([loadSigningKeys(folder), loadSigningKeys(folder)]);
    expect(left.keyId).toBe(right.keyId);
  });

  it('say what to do when the file is damaged, and leave it alone', async () => {
    await writeFile(join(folder, 'identity-keys.json'), '{"keyId":');
    await expect(loadSigningKeys(folder)).rejects.toThrow(/Restore it from a backup/);
  });
});
