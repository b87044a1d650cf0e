import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { demoSoundPath } from '#contract/pages.ts';
import type { RequestVariables } from '#server/http/mount.ts';
import { sampleSoundRoute } from '#server/sample/sample-sound.ts';

const app = new Hono<{ Variables: RequestVariables }>();
sampleSoundRoute(app);
const ask = (headers: Record<string, string> = {}) => app.request(demoSoundPath, { headers });

it('gives anyone the sample’s sound, whole and in parts, so that a browser can seek in it', async () => {
  const whole = await ask();
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe('audio/mpeg');
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(bytes.byteLength).toBe(Number(whole.headers.get('content-length')));
  const part = await ask({ range: 'bytes=100-199' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.byteLength}`);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
  expect((await ask({ range: `bytes=${bytes.byteLength}-` })).status).toBe(416);
  expect((await ask({ 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
});
