import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The browser's side of the app: its files, and the page that starts it. */
export interface WebFiles {
  /** The file of exactly this path, or null. */
  file(path: string, request: Request): Promise<Response | null>;
  /** The page that starts the app. */
  page(request: Request, status: 200 | 404): Promise<Response>;
}

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
  /** Its name carries a hash of its content. */
  immutable: boolean;
  /** By content encoding; '' is the file itself. */
  bodies: Map<string, Uint8Array<ArrayBuffer>>;
}

function readEntry(path: string, url: string): Entry {
  const content = new Uint8Array(readFileSync(path));
  const bodies = new Map([['', content]]);
  for (const [encoding, suffix] of encodings) {
    if (existsSync(path + suffix)) bodies.set(encoding, new Uint8Array(readFileSync(path + suffix)));
  }
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    immutable: url.startsWith('/assets/'),
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
    'cache-control': entry.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    etag: entry.etag,
  });
  if (status === 200 && request.headers.get('if-none-match')?.includes(entry.etag))
    return new Response(null, { status: 304, headers });
  const encoding = encodings
    .map(([name]) => name)
    .find((name) => entry.bodies.has(name) && accepts(request, name));
  if (encoding) headers.set('content-encoding', encoding);
  const body = entry.bodies.get(encoding ?? '')!;
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/**
 * The files of a build. They are listed once, so that a request can name one of them and nothing else, and read when
 * first asked for. Null where there is no build.
 */
export function openWebFiles(folder: string): WebFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const paths = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => !/(^|\/)\.|\.(br|gz)$|\.html$/.test(name) && statSync(join(folder, name)).isFile())
      .map((name) => [`/${name}`, join(folder, name)]),
  );
  const entries = new Map<string, Entry>();
  function entryOf(url: string, path: string): Entry {
    const entry = entries.get(url) ?? readEntry(path, url);
    entries.set(url, entry);
    return entry;
  }
  return {
    async file(url, request) {
      const path = paths.get(url);
      return path === undefined ? null : respond(entryOf(url, path), request, 200);
    },
    page: async (request, status) =>
      respond(entryOf('/index.html', join(folder, 'index.html')), request, status),
  };
}
