import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagedFfmpeg } from '#server/engines/audio/find-ffmpeg.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Check, checkNode, checksOf, runChecks, secretsOf } from '#server/status/checks.ts';
import { toyVoiceActivity, writeToyVoiceActivity } from '#tests/support/toy-voice-activity.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-doctor-'));
const root = join(import.meta.dirname, '..', '..', '..');
const service = createServer((_, response) => response.end('{}'));
let serviceUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

async function findings(environment: Record<string, string>, fetch?: typeof globalThis.fetch) {
  const config = readConfig({ HEARTHSCRIBE_DATA: join(folder, 'data'), ...environment });
  const checks = checksOf(config, fetch === undefined ? {} : { fetch });
  const found = await runChecks(checks, { secrets: secretsOf(config) });
  return Object.fromEntries(found.map(({ name, level, text }) => [name, `${level}: ${text}`]));
}
const answering = (status: number) => (async () => new Response('{}', { status })) as typeof fetch;
const unreachable = (async () => {
  throw new TypeError('fetch failed');
}) as unknown as typeof fetch;
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_secretsecret',
  STRIPE_WEBHOOK_SECRET: 'whsec_hushhush',
  STRIPE_PRICE_STANDARD: 'price_a',
  STRIPE_PRICE_PRO: 'price_b',
};

const ollama = (async (input: string, init?: RequestInit) => {
  const { host, pathname } = new URL(input);
  if (host !== '127.0.0.1:11434') throw new TypeError('fetch failed');
  if (pathname === '/api/tags') return Response.json({ models: [{ name: 'qwen3:8b' }] });
  if (pathname === '/v1/models') return Response.json({ data: [{ id: 'qwen3:8b' }] });
  if (pathname === '/api/show' && String(init?.body).includes('qwen3'))
    return Response.json({ model_info: { 'qwen3.context_length': 40_960 } });
  return new Response('{"error":"not found"}', { status: 404 });
}) as typeof fetch;

describe('the checks of an installation', () => {
  it('find no problem on one computer with a speech service', async () => {
    const found = await findings({ SPEECH_URL: serviceUrl });
    expect(Object.keys(found)).toEqual([
      ...[
        'Hearthscribe',
        'Node',
        'Data folder',
        'Database',
        'Recordings',
        'Address',
        'Sign-in',
        'Mail',
        'Decoder',
        'Speech',
        'Voices',
        'Silence',
        'Notes',
        'Own model',
        'Payments',
        'Price',
        'Legal texts',
      ],
    ]);
    const notOk = Object.entries(found).filter(([, text]) => !text.startsWith('ok: '));
    expect(notOk.filter(([name]) => name !== 'Data folder' && name !== 'Node')).toEqual([]);
    expect(found.Hearthscribe).toMatch(/^ok: Version \d+\.\d+\.\d+\.$/);
    expect(found['Data folder']).toContain('can be written');
  });

  it.each([
    ['20.20.2', 'warning', /20\.20\.2 gets no more security fixes/],
    ['22.23.3', 'ok', /^Node 22/],
    ['24.9.0', 'ok', /^Node 24/],
  ])('Node %s: %s', (version, level, text) => {
    expect(checkNode(version)).toEqual({ level, text: expect.stringMatching(text) });
  });

  it('warns where strangers’ recordings would be decoded with the packaged ffmpeg', async () => {
    const packaged = packagedFfmpeg();
    expect(packaged).not.toBeNull();
    expect((await findings({ FFMPEG_PATH: packaged ?? '' })).Decoder).toMatch(
      /^warning: .*packaged one, of 2018/,
    );
  });

  it('runs Silero, and says what to replace if it is damaged', async () => {
    const models = join(folder, 'models');
    await writeToyVoiceActivity(models);
    const config = readConfig({ HEARTHSCRIBE_DATA: join(folder, 'data'), SPEECH_MODEL_DIR: models });
    const checks = checksOf(config).filter(({ name }) => name === 'Silence');
    const found = async () => (await runChecks(checks, { secrets: [], limitMs: 600_000 }))[0];
    expect(await found()).toMatchObject({ level: 'ok' });
    writeFileSync(join(models, 'silero_vad.onnx'), toyVoiceActivity().subarray(0, 400));
    expect(await found()).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(`Replace ${models}`),
    });
  });

  it.each<[string, Record<string, string>, typeof fetch, string, RegExp]>([
    ['no speech', {}, unreachable, 'Speech', /^error: .*SPEECH_URL/],
    ['a model to fetch', {}, answering(200), 'Speech', /^warning: .*\(671 MB\)/],
    ['voices to fetch', {}, answering(200), 'Voices', /^warning: .*\(36 MB\).*VOICES_MODEL_DIR/],
    [
      'no voices where they should be',
      { VOICES: 'yes', VOICES_MODEL_DIR: '/nowhere' },
      answering(200),
      'Voices',
      /^error: .*VOICES=no/,
    ],
    [
      'no Silero where it should be',
      { SPEECH_MODEL_DIR: '/nowhere' },
      answering(200),
      'Silence',
      /^warning: There is no silero_vad\.onnx in SPEECH_MODEL_DIR/,
    ],
    ['no chat service', { NOTES_URL: 'http://chat.example' }, unreachable, 'Notes', /^error: .*NOTES_URL/],
    [
      'a wrong key',
      { NOTES_URL: 'http://chat.example', NOTES_KEY: 'k' },
      answering(401),
      'Notes',
      /^error: .*NOTES_KEY/,
    ],
    [
      'a declined service',
      { NOTES_URL: 'none' },
      unreachable,
      'Notes',
      /^ok: No service writes notes \(NOTES_URL\): .*highlights/,
    ],
    [
      'no model on this computer',
      { NOTES_URL: 'auto' },
      unreachable,
      'Notes',
      /^warning: NOTES_URL=auto found no model.*highlights/,
    ],
    [
      'a model on this computer',
      { NOTES_URL: 'auto' },
      ollama,
      'Notes',
      /^ok: Found Ollama at 127\.0\.0\.1:11434, model qwen3:8b, with a context of 16384 tokens/,
    ],
    [
      'a model that Ollama must download',
      { NOTES_URL: 'http://127.0.0.1:11434/v1', NOTES_MODEL: 'llama9' },
      ollama,
      'Notes',
      /^warning: .*llama9, which is downloaded with the first analysis/,
    ],
    [
      'no speech service on this computer',
      { SPEECH_URL: 'auto' },
      answering(200),
      'Speech',
      /^warning: SPEECH_URL=auto found neither.*671 MB/,
    ],
    ['no model inside', { NOTES_HERE: 'no' }, unreachable, 'Own model', /^ok: None runs inside/],
    [
      'an empty folder for a model',
      { NOTES_HERE: 'yes', NOTES_MODEL_DIR: '/nonexistent' },
      unreachable,
      'Own model',
      /^error: .*NOTES_MODEL_DIR/,
    ],
    ['a wrong Stripe key', stripe, answering(401), 'Payments', /^error: .*STRIPE_SECRET_KEY/],
    ['a wrong price', stripe, answering(404), 'Payments', /^error: .*STRIPE_PRICE_STANDARD/],
    ['nobody’s terms', stripe, answering(200), 'Legal texts', /^warning: .*OPERATOR_NAME/],
    [
      'nobody’s terms for real money',
      { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secretsecret' },
      answering(200),
      'Legal texts',
      /^error: .*real money/,
    ],
    [
      'real money, no model and no price of Highlights',
      { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secretsecret' },
      answering(200),
      'Price',
      /^warning: .*HIGHLIGHTS_PRICE_PERCENT: we suggest 25/,
    ],
    [
      'a price of Highlights',
      { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secretsecret', HIGHLIGHTS_PRICE_PERCENT: '25' },
      answering(200),
      'Price',
      /^ok: Highlights cost 25 %/,
    ],
    [
      'real money and a model',
      { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secretsecret', NOTES_URL: 'https://model.example.org/v1' },
      answering(200),
      'Price',
      /^ok: /,
    ],
    ['Stripe as it should be', stripe, answering(200), 'Payments', /^ok: .*test mode/],
    [
      'no user pool',
      { COGNITO_USER_POOL_ID: 'eu-west-1_Ab12Cd34E', COGNITO_CLIENT_ID: 'c' },
      answering(404),
      'Sign-in',
      /^error: .*COGNITO_USER_POOL_ID/,
    ],
    [
      'public without mail',
      { PUBLIC_URL: 'https://notes.example' },
      answering(200),
      'Mail',
      /^error: .*SMTP_URL/,
    ],
    [
      'no proxy to trust',
      { PUBLIC_URL: 'https://notes.example' },
      answering(200),
      'Address',
      /^warning: .*TRUSTED_PROXIES/,
    ],
    [
      'nothing at the address',
      { PUBLIC_URL: 'https://notes.example' },
      unreachable,
      'Address',
      /^warning: .*does not answer/,
    ],
    ['no HTTPS', { PUBLIC_URL: 'http://notes.example' }, answering(200), 'Address', /^warning: .*HTTPS/],
    [
      'no database',
      { DATABASE_URL: 'postgres://user:hush-hush@127.0.0.1:1/x' },
      answering(200),
      'Database',
      /^error: .*ECONNREFUSED.*DATABASE_URL/,
    ],
    [
      'no mail server',
      { SMTP_URL: 'smtp://user:hush-hush@127.0.0.1:1' },
      answering(200),
      'Mail',
      /^error: .*SMTP_URL/,
    ],
    ['no ffmpeg', { FFMPEG_PATH: '/nowhere/ffmpeg' }, answering(200), 'Decoder', /^error: .*FFMPEG_PATH/],
    [
      'something else for ffmpeg',
      { FFMPEG_PATH: '/bin/echo' },
      answering(200),
      'Decoder',
      /^error: .*FFMPEG_PATH/,
    ],
  ])('name the setting: %s', async (_, environment, fetch, name, text) => {
    const found = await findings(environment, fetch);
    expect(found[name]).toMatch(text);
    expect(JSON.stringify(found)).not.toMatch(/hush|secretsecret/);
  });

  it('name the setting: a data folder that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const found = await findings({ HEARTHSCRIBE_DATA: join(folder, 'file') }, answering(200));
    expect(found['Data folder']).toMatch(/^error: .*HEARTHSCRIBE_DATA/);
  });

  it('each have a time limit, may throw, and reveal no secret', async () => {
    const checks: Check[] = [
      { name: 'slow', run: () => new Promise(() => undefined) },
      { name: 'broken', run: () => Promise.reject(new Error('no way to hush-hush')) },
      { name: 'well', run: async () => ({ level: 'ok', text: 'fine' }) },
    ];
    expect(await runChecks(checks, { secrets: ['hush-hush'], limitMs: 20 })).toEqual([
      { name: 'slow', level: 'error', text: 'There was no answer within 0.02 s.' },
      { name: 'broken', level: 'error', text: 'no way to •••' },
      { name: 'well', level: 'ok', text: 'fine' },
    ]);
  });
});

describe('npm run doctor', () => {
  const doctor = (environment: Record<string, string>) =>
    new Promise<{ code: number; lines: string[] }>((resolve) => {
      const program = join(root, 'src/server/commands/doctor.ts');
      const env = { PATH: process.env.PATH, HEARTHSCRIBE_DATA: join(folder, 'own'), ...environment };
      execFile(process.execPath, ['--import', 'tsx', program], { cwd: root, env }, (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split('\n') }),
      );
    });

  it('prints a line each and exits with 0, or with 1 for an error', async () => {
    const well = await doctor({ SPEECH_URL: serviceUrl });
    expect(well.lines[0]).toBe('ok       Settings:     All are valid.');
    expect(well.lines).toHaveLength(18);
    expect(well.code).toBe(0);
    const wrong = await doctor({ SPEECH_URL: 'http://127.0.0.1:1' });
    expect(wrong.lines.find((line) => line.startsWith('error'))).toBe(
      'error    Speech:       The speech service cannot be reached. Check SPEECH_URL.',
    );
    expect(wrong.code).toBe(1);
  });

  it('lists every invalid setting, without its value', async () => {
    const { code, lines } = await doctor({ PORT: 'secret-port', AUDIO_DAYS: 'secret-days' });
    expect(lines).toEqual([
      'error    Settings:     PORT must be a whole number.',
      'error    Settings:     AUDIO_DAYS must be a whole number.',
    ]);
    expect(code).toBe(1);
  });
});
