import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createSecretBox, openSecretBox } from '#server/platform/secret-box.ts';
import { StartError } from '#server/platform/start-error.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-secrets-'));
  folders.push(folder);
  return folder;
}

describe('the secret box', () => {
  it('opens what it sealed, only in the same context, and never seals the same way twice', () => {
    const box = createSecretBox([randomBytes(32)]);
    const sealed = box.seal('https://example.org/träumen', 'row 1');
    expect(sealed).not.toContain('example');
    expect(box.open(sealed, 'row 1')).toBe('https://example.org/träumen');
    expect(box.open(sealed, 'row 2')).toBeNull();
    expect(box.seal('https://example.org/träumen', 'row 1')).not.toBe(sealed);
    expect(box.open(box.seal('', 'row 1'), 'row 1')).toBe('');
  });

  it('does not open what was changed, cut or sealed with another key', () => {
    const box = createSecretBox([randomBytes(32)]);
    const sealed = box.seal('secret', 'row');
    const [form = '', keyId = '', data = ''] = sealed.split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(box.open(`${form}.${keyId}.${changed.toString('base64url')}`, 'row')).toBeNull();
    }
    for (const broken of ['', 'v1', 'v1..', `v1.${keyId}.`, `v1.${keyId}.AAAA`, `v2.${keyId}.${data}`])
      expect(box.open(broken, 'row')).toBeNull();
    expect(createSecretBox([randomBytes(32)]).open(sealed, 'row')).toBeNull();
  });

  it('opens with earlier keys, and seals with the newest', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const sealed = createSecretBox([first]).seal('secret', 'row');
    const box = createSecretBox([second, first]);
    expect(box.open(sealed, 'row')).toBe('secret');
    expect(box.isCurrent(sealed)).toBe(false);
    expect(box.isCurrent(box.seal('secret', 'row'))).toBe(true);
  });

  it('keeps its key in the data folder, readable by its owner only', async () => {
    const dataFolder = await newFolder();
    const [one, other] = await Promise.all([
      openSecretBox({ dataFolder, secretsKeys: [] }),
      openSecretBox({ dataFolder, secretsKeys: [] }),
    ]);
    expect(other.open(one.seal('secret', 'row'), 'row')).toBe('secret');
    expect((await stat(join(dataFolder, 'secrets-key'))).mode & 0o777).toBe(0o600);
    const key = await readFile(join(dataFolder, 'secrets-key'), 'utf8');
    await writeFile(join(dataFolder, 'secrets-key'), `${randomBytes(32).toString('base64')}\n${key}`);
    const rotated = await openSecretBox({ dataFolder, secretsKeys: [] });
    expect(rotated.open(one.seal('secret', 'row'), 'row')).toBe('secret');
    await writeFile(join(dataFolder, 'secrets-key'), 'damaged');
    await expect(openSecretBox({ dataFolder, secretsKeys: [] })).rejects.toThrow(StartError);
  });

  it('requires keys of 32 bytes each in SECRETS_KEY', async () => {
    const keys = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64url')];
    const config = readConfig({ SECRETS_KEY: keys.join(',') });
    expect(config.secretsKeys).toHaveLength(2);
    const box = await openSecretBox({ ...config, dataFolder: '/nowhere' });
    expect(box.isCurrent(createSecretBox([config.secretsKeys[0]!]).seal('a', 'b'))).toBe(true);
    expect(() => readConfig({ SECRETS_KEY: 'hush' })).toThrow(/^SECRETS_KEY must be 32 random bytes/);
    expect(() => readConfig({ SECRETS_KEY: 'hush' })).not.toThrow(/hush/);
  });

  it('validates the hosts that webhooks may use', () => {
    expect(readConfig({ WEBHOOK_HOSTS: 'Wiki.lan, 10.0.0.5:8443,[fd00::1]:8443' }).webhooks).toEqual({
      hosts: ['wiki.lan', '10.0.0.5:8443', '[fd00::1]:8443'],
      http: false,
    });
    expect(() => readConfig({ WEBHOOK_HOSTS: 'https://wiki.lan' })).toThrow(/^WEBHOOK_HOSTS must be hosts/);
  });
});
