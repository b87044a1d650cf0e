import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { legalSlot, publicOrigin } from '#contract/pages.ts';
import { present } from '#contract/unknown-values.ts';

export interface WebFiles {
  file(path: string, request: Request): Promise<Response | null>;
  page(path: string, request: Request, status: 200 | 404): Promise<Response>;
  template(path: string): Promise<string | null>;
}

export const notFoundPath = '/404';
const shellPath = '/app-ssg';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface Entry {
  type: string;
  etag: string;
  cache: string;
  hasPlaces: boolean;
  bodies: Map<string, Uint8Array<ArrayBuffer>>;
}

const pictures = /^\/(social|icons|pictures)\/|^\/(favicon\.ico|apple-touch-icon\.png)$/;

/** Files under /assets have a hash in their name. */
function cacheOf(url: string): string {
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return pictures.test(url) ? 'public, max-age=86400' : 'no-cache';
}

function underOrigin(entry: Entry, origin: string, fill: (text: string) => string): Entry {
  const text = fill(new TextDecoder().decode(entry.bodies.get(''))).replaceAll(publicOrigin, () => origin);
  const content = new TextEncoder().encode(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  return {
    ...entry,
    etag: etagOf(content),
    bodies: new Map([
      ['', content],
      ['br', new Uint8Array(brotliCompressSync(content, quality))],
      ['gzip', new Uint8Array(gzipSync(content))],
    ]),
  };
}

const etagOf = (content: Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

function readEntry(path: string, url: string): Entry {
  const content = new Uint8Array(readFileSync(path));
  const bodies = new Map([['', content]]);
  for (const [encoding, suffix] of encodings) {
    if (existsSync(path + suffix)) bodies.set(encoding, new Uint8Array(readFileSync(path + suffix)));
  }
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(content),
    cache: cacheOf(url),
    hasPlaces:
      /\.(html|xml|txt)$/.test(path) &&
      [publicOrigin, legalSlot.end].some((place) => Buffer.from(content).includes(place)),
    bodies,
  };
}

function accepts(request: Request, encoding: string): boolean {
  return (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(([name, quality]) => name?.toLowerCase() === encoding && !/^q=0(\.0*)?$/.test(quality ?? ''));
}

function respond(entry: Entry, request: Request, status: 200 | 404): Response {
  const headers = new Headers({
    'content-type': entry.type,
    'cache-control': entry.cache,
    vary: 'accept-encoding',
    etag: entry.etag,
  });
  if (status === 200 && request.headers.get('if-none-match')?.includes(entry.etag))
    return new Response(null, { status: 304, headers });
  const encoding = encodings
    .map(([name]) => name)
    .find((name) => entry.bodies.has(name) && accepts(request, name));
  if (encoding) headers.set('content-encoding', encoding);
  const body = present(entry.bodies.get(encoding ?? ''), 'content of the file');
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

const unchanged = (html: string) => html;

/** Anyone can send any Host. */
const mostOrigins = 4;

/**
 * Listed once, so that a request can only name existing files. @param options.publicOrigin null: each
 * request's
 */
export function openWebFiles(
  folder: string,
  options: { publicOrigin: string | null; fill?: (html: string) => string } = { publicOrigin: null },
): WebFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/(^|\/)\.|\.(br|gz)$/.test(name) && statSync(join(folder, name)).isFile());
  const paths = new Map(
    names.filter((name) => !name.endsWith('.html')).map((name) => [`/${name}`, join(folder, name)]),
  );
  const pages = new Map(
    names
      .filter((name) => /(^|\/)index\.html$/.test(name))
      .map((name) => [`/${name.replace(/\/?index\.html$/, '')}`, join(folder, name)]),
  );
  const entries = new Map<string, Entry>();
  const byOrigin = new Map<string, Map<string, Entry>>();

  function entryOf(url: string, path: string): Entry {
    const entry = entries.get(url) ?? readEntry(path, url);
    entries.set(url, entry);
    return entry;
  }

  function respondUnderOrigin(url: string, path: string, request: Request, status: 200 | 404): Response {
    const entry = entryOf(url, path);
    if (!entry.hasPlaces) return respond(entry, request, status);
    const origin = options.publicOrigin ?? new URL(request.url).origin;
    const known = byOrigin.get(origin) ?? new Map<string, Entry>();
    if (!byOrigin.has(origin)) {
      const oldest = byOrigin.keys().next();
      if (byOrigin.size >= mostOrigins && !oldest.done) byOrigin.delete(oldest.value);
      byOrigin.set(origin, known);
    }
    const placed = known.get(url) ?? underOrigin(entry, origin, options.fill ?? unchanged);
    known.set(url, placed);
    return respond(placed, request, status);
  }

  const start = join(folder, 'index.html');
  return {
    async file(url, request) {
      const path = paths.get(url);
      return path === undefined ? null : respondUnderOrigin(url, path, request, 200);
    },
    async template(url) {
      const path = pages.get(url);
      if (path === undefined) return null;
      return new TextDecoder().decode(entryOf(url, path).bodies.get(''));
    },
    async page(url, request, status) {
      const own = pages.get(url);
      const [name, path] = own === undefined ? [shellPath, pages.get(shellPath) ?? start] : [url, own];
      return respondUnderOrigin(name, path, request, status);
    },
  };
}
