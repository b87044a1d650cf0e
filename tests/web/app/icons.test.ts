// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { incoming } from '#contract/incoming-recordings.ts';
import { callbackPath, publicPaths } from '#contract/pages.ts';
import { present } from '#contract/unknown-values.ts';
import { openWebFiles } from '#server/http/web-files.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');
const Manifest = z.object({
  name: z.string().min(1),
  short_name: z.string().max(12),
  start_url: z.literal('/campaign'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  share_target: z.object({
    action: z.literal(incoming.path),
    method: z.literal('POST'),
    enctype: z.literal('multipart/form-data'),
    params: z.object({
      files: z.tuple([
        z.object({ name: z.literal(incoming.field), accept: z.tuple([z.literal('audio/*')]) }),
      ]),
    }),
  }),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string().regex(/^\d+x\d+$/),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
});

const files = present(openWebFiles(folder), 'build');
async function fetched(path: string) {
  const response = present(await files.file(path, new Request(`http://localhost${path}`)), path);
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Width and height in its header. */
function sizeOfPng(bytes: Buffer): string {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

let manifest: z.infer<typeof Manifest>;
beforeAll(async () => {
  manifest = Manifest.parse(JSON.parse((await fetched('/manifest.webmanifest')).body.toString()));
});

describe('icons', () => {
  it('favicon.ico has the three sizes that browsers show, each a picture of that size', async () => {
    const { headers, body } = await fetched('/favicon.ico');
    expect(headers.get('content-type')).toBe('image/x-icon');
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    const pictures = Array.from({ length: body.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const begin = body.readUInt32LE(at + 12);
      const png = body.subarray(begin, begin + body.readUInt32LE(at + 8));
      return { told: `${body[at]}x${body[at + 1]}`, real: sizeOfPng(png) };
    });
    expect(pictures).toEqual(['16x16', '32x32', '48x48'].map((size) => ({ told: size, real: size })));
  });

  it('the icon of iOS is 180 pixels wide', async () => {
    const { headers, body } = await fetched('/apple-touch-icon.png');
    expect(headers.get('content-type')).toBe('image/png');
    expect(sizeOfPng(body)).toBe('180x180');
  });

  it('the manifest names what an installation needs, and each icon has the size it promises', async () => {
    expect((await fetched('/manifest.webmanifest')).headers.get('content-type')).toBe(
      'application/manifest+json',
    );
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
      '192x192 any',
      '192x192 maskable',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      const { headers, body } = await fetched(src);
      expect(headers.get('content-type'), src).toBe(type);
      expect(headers.get('cache-control'), src).toBe('public, max-age=86400');
      expect(sizeOfPng(body), src).toBe(sizes);
    }
  });

  it('[R1.7] the service worker of shared recordings uses the names of the contract', async () => {
    const { headers, body } = await fetched(incoming.script);
    expect(headers.get('cache-control')).toBe('no-cache');
    const { script: _, ...names } = incoming;
    for (const name of Object.values(names)) expect(body.toString()).toContain(name);
  });

  it.each([...publicPaths, '404', 'app-ssg', callbackPath, 'src/web/shared-view'])(
    '%s names them',
    (path) => {
      const html = readFileSync(join(folder, path, 'index.html'), 'utf8');
      const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g)];
      expect(links.map(([, kind, address]) => `${kind} ${address?.replace(/-\w{8}\.svg/, '.svg')}`)).toEqual([
        'icon /assets/favicon.svg',
        'icon /favicon.ico',
        'apple-touch-icon /apple-touch-icon.png',
        'manifest /manifest.webmanifest',
      ]);
    },
  );
});
