import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSettings, readConfig } from '#server/platform/config.ts';
import { type Setting, settings } from '#server/platform/settings.ts';

function failure(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('settings', () => {
  it('use defaults for unset and empty variables alike', () => {
    const config = readConfig({});
    expect(config).toEqual(readConfig(Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))));
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: resolve('.data'),
      databaseUrl: null,
      limits: {
        maxUploadBytes: 2 * 1024 ** 3,
        maxAudioSeconds: 12 * 3600,
        chunkBytes: 5 * 1024 ** 2,
        openUploadDays: 7,
        quoteMinutes: 15,
        highlightsPercent: 100,
        audioDays: 30,
      },
      freeAnalyses: 1,
      welcomeCredits: 0,
      cognito: null,
    });
  });

  it('are read', () => {
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: 'postgres://me:hush@db.example.org/notes',
      MAX_UPLOAD_BYTES: '512 MiB',
      UPLOAD_CHUNK_BYTES: '1048576',
      COGNITO_USER_POOL_ID: 'eu-west-1_Ab12Cd34E',
      COGNITO_CLIENT_ID: 'abc',
      NODE_ENV: 'production',
    });
    expect(config).toMatchObject({
      port: 0,
      databaseUrl: 'postgres://me:hush@db.example.org/notes',
      limits: { maxUploadBytes: 512 * 1024 ** 2, chunkBytes: 1_048_576 },
      cognito: { userPoolId: 'eu-west-1_Ab12Cd34E', clientId: 'abc' },
      isProduction: true,
    });
  });

  it.each([
    ['PORT', '65536', 'PORT must be between 0 and 65535.'],
    ['PORT', '80 80', 'PORT must be a whole number.'],
    ['PORT', '-1', 'PORT must be a whole number.'],
    [
      'DATABASE_URL',
      'mysql://root:hush@db/x',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    ],
    [
      'NOTES_URL',
      'localhost:11434',
      'NOTES_URL must be auto, none, or an address that begins with http:// or https://.',
    ],
    [
      'PUBLIC_URL',
      'https://notes.example.org/app',
      'PUBLIC_URL must be an address without a path, such as https://notes.example.org.',
    ],
    [
      'PUBLIC_URL',
      'https://me:hush@notes.example.org',
      'PUBLIC_URL must be an address without a path, such as https://notes.example.org.',
    ],
    [
      'PUBLIC_URL',
      'notes.example.org',
      'PUBLIC_URL must be an address that begins with http:// or https://.',
    ],
    ['MAX_UPLOAD_BYTES', '2 gigs', 'MAX_UPLOAD_BYTES must be a size such as 5 MiB.'],
    ['MAX_UPLOAD_BYTES', '0', 'MAX_UPLOAD_BYTES must be a size such as 5 MiB.'],
    ['HEARTHSCRIBE_EMBEDDED_IDENTITY', 'yes', 'HEARTHSCRIBE_EMBEDDED_IDENTITY must be 1 or 0.'],
    ['COGNITO_USER_POOL_ID', 'pool', 'COGNITO_USER_POOL_ID must be a pool id such as eu-west-1_Ab12Cd34E.'],
    ['COGNITO_CLIENT_ID', 'abc', 'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID must be set together.'],
  ])('reject %s=%s with one line that does not repeat the value', (name, value, message) => {
    expect(failure({ [name]: value })).toBe(message);
  });

  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_hush',
    STRIPE_WEBHOOK_SECRET: 'whsec_hush',
    STRIPE_PRICE_STANDARD: 'price_a, price_b',
    STRIPE_PRICE_PRO: 'price_c',
  };
  it('require all Stripe settings or none', () => {
    expect(readConfig({}).stripe).toBeNull();
    expect(readConfig(stripe).stripe).toEqual({
      secretKey: 'sk_test_hush',
      webhookSecret: 'whsec_hush',
      prices: { STANDARD: ['price_a', 'price_b'], PRO: ['price_c'] },
    });
    for (const name of Object.keys(stripe))
      expect(failure({ ...stripe, [name]: '' })).toContain('must be set together.');
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_test_hush'],
    ['STRIPE_WEBHOOK_SECRET', 'hush'],
    ['STRIPE_PRICE_PRO', 'prod_hush'],
  ])('reject %s=%s with one line that does not repeat the value', (name, value) => {
    expect(failure({ ...stripe, [name]: value })).toMatch(new RegExp(`^${name} must be .+\\.$`));
    expect(failure({ ...stripe, [name]: value })).not.toContain('hush');
  });

  it('reject the embedded identity provider in production unless it is chosen explicitly', () => {
    expect(failure({ NODE_ENV: 'production' })).toContain('HEARTHSCRIBE_EMBEDDED_IDENTITY=1');
    expect(failure({ NODE_ENV: 'production', HEARTHSCRIBE_EMBEDDED_IDENTITY: '1' })).toBe('');
  });

  it('[R2.26] accept up to three sites and the chat community', () => {
    expect(readConfig({}).links).toEqual({ discord: null, sites: [] });
    expect(
      readConfig({
        DISCORD_URL: 'https://discord.example/hearth',
        SOCIAL_LINKS: 'Mastodon=https://social.example/@hearth, Video=https://video.example/?v=1',
      }).links,
    ).toEqual({
      discord: 'https://discord.example/hearth',
      sites: [
        { name: 'Mastodon', url: 'https://social.example/@hearth' },
        { name: 'Video', url: 'https://video.example/?v=1' },
      ],
    });
  });

  it.each([
    'https://social.example',
    'A=javascript:alert(1)',
    '=https://a.example',
    'A=https://a,B=https://b,C=https://c,D=https://d',
  ])('[R2.26] reject the links %s', (links) => {
    expect(() => readConfig({ SOCIAL_LINKS: links })).toThrow(/^SOCIAL_LINKS must be up to three links/);
  });

  it('are described in one table row each', () => {
    const rows = describeSettings().trim().split('\n').slice(2);
    expect(rows.map((row) => /^\| `(\w+)` \| (?:–|`[^`]+`) \| [^|]+\. \|$/.exec(row)?.[1])).toEqual(
      Object.keys(settings),
    );
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const all = Object.entries<Setting<unknown>>(settings);
  const secrets = all.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
  const examples: Record<string, Record<string, string>> = {
    DATABASE_URL: { DATABASE_URL: 'postgres://a:b@localhost/c' },
    SPEECH_URL: { SPEECH_URL: 'https://a:b@speech.example.org' },
    NOTES_URL: { NOTES_URL: 'https://a:b@notes.example.org' },
    S3_SECRET_ACCESS_KEY: { S3_SECRET_ACCESS_KEY: 'words', S3_ACCESS_KEY_ID: 'id', S3_BUCKET: 'bucket' },
    SMTP_URL: { SMTP_URL: 'smtps://a:b@mail.example.org' },
    SECRETS_KEY: { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') },
    ...Object.fromEntries(
      Object.entries({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }).map(
        ([name, value]) => [
          name,
          {
            STRIPE_SECRET_KEY: 'sk_test_2',
            STRIPE_WEBHOOK_SECRET: 'whsec_2',
            STRIPE_PRICE_STANDARD: 'price_1',
            STRIPE_PRICE_PRO: 'price_2',
            [name]: value,
          },
        ],
      ),
    ),
  };

  it('are all settings that are named or described as secrets', () => {
    const named = all.filter(
      ([name, { description }]) => /_KEY$|SECRET/.test(name) || /:password@/.test(description),
    );
    expect(secrets).toEqual(expect.arrayContaining(named.map(([name]) => name)));
  });

  it.each(secrets)('%s_FILE is read like the setting itself', (name) => {
    const given = examples[name] ?? { [name]: 'a secret' };
    const { [name]: value = '', ...others } = given;
    const path = join(folder, name);
    writeFileSync(path, `${value}\n`);
    const inFile = { ...others, [`${name}_FILE`]: path };
    expect(readConfig(inFile)).toEqual(readConfig(given));
    expect(readConfig(inFile)).not.toEqual(readConfig({}));
    expect(failure({ ...given, [`${name}_FILE`]: path })).toBe(
      `Set either ${name} or ${name}_FILE, not both.`,
    );
    expect(failure({ ...others, [`${name}_FILE`]: `${path}-missing` })).toContain(
      `The file of ${name}_FILE cannot be read.`,
    );
  });

  it('are refused without their values when the file is none of a secret', () => {
    const path = join(folder, 'large');
    writeFileSync(path, 'x'.repeat(65_537));
    expect(failure({ NOTES_KEY_FILE: path })).toBe('The file of NOTES_KEY_FILE is too large for a secret.');
  });
});
