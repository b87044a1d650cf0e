import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoSoundPath } from '#contract/pages.ts';
import { byteRangeOf } from '#server/http/byte-range.ts';
import type { App } from '#server/http/mount.ts';

const file = join(import.meta.dirname, 'playback.mp3');

/** The sample session as anyone can hear it, without an account. */
export function sampleSoundRoute(app: App): void {
  app.on(['GET', 'HEAD'], demoSoundPath, async ({ req: { raw: request } }) => {
    const bytes = new Uint8Array(await readFile(file));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const size = bytes.byteLength;
    const headers = new Headers({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
      etag,
    });
    if (request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers });
    const range = byteRangeOf(request.headers, { size, etag });
    if (range === 'unsatisfiable') {
      headers.set('content-range', `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const part = range === null ? bytes : bytes.subarray(range.start, range.end + 1);
    if (range !== null) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
    headers.set('content-length', String(part.byteLength));
    return new Response(request.method === 'HEAD' ? null : part, {
      status: range === null ? 200 : 206,
      headers,
    });
  });
}
