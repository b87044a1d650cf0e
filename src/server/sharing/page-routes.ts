import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { Id } from '#contract/common.ts';
import { PublicId } from '#contract/sharing.ts';
import type { App, RequestVariables } from '#server/http/mount.ts';
import { notFoundPath, type WebFiles } from '#server/http/web-files.ts';
import { bareTemplate, documentOf, templatePath } from './document.ts';
import type { Previews } from './preview/previews.ts';
import type { Target } from './public-links.ts';
import type { FoundLink, PublicPages } from './public-pages.ts';

type PageRequest = Context<{ Variables: RequestVariables }>;
type Bodies = Readonly<Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>>>;

/** Pages kept ready. Each request asks the database whether the link is on and the page still says the same. */
const MOST_KEPT = 100;
/** Shown where a picture could not be drawn. */
const usualPicture = '/social/start.png';
/** What nothing has: a malformed address costs the same work as one that was revoked. */
const nothing = { id: '00000000-0000-0000-0000-000000000000', publicId: '' };

const headers = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-encoding',
};

/**
 * The public pages (R2.7, R2.8), open to anyone (R6.5). An address that leads nowhere gets the 404 page of every other
 * (D10), whether it was revoked, belongs to something else, never was or could not be.
 */
export function publicPageRoutes(
  app: App,
  deps: { pages: PublicPages; previews: Previews; web: WebFiles | null; publicOrigin: string | null },
): void {
  const kept = new Map<string, { version: string; bodies: Bodies }>();

  async function bodiesOf(link: FoundLink, path: string, origin: string): Promise<Bodies | null> {
    const key = `${link.linkId} ${path} ${origin}`;
    const ready = kept.get(key);
    if (ready?.version === link.version) return ready.bodies;
    const content = await deps.pages.content(link);
    if (content === null) return null;
    const template = (await deps.web?.template(templatePath)) ?? bareTemplate;
    const bodies = encoded(documentOf(template, content, { origin, path }));
    kept.delete(key);
    const oldest = kept.keys().next();
    if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value);
    kept.set(key, { version: link.version, bodies });
    return bodies;
  }

  function linkOf(context: PageRequest, kind: Target['kind']): Promise<FoundLink | null> {
    const { id, publicId } = context.req.param() as { id: string; publicId: string };
    const isSound = Id.safeParse(id).success && PublicId.safeParse(publicId).success;
    const asked = isSound ? { id: id.toLowerCase(), publicId } : nothing;
    return deps.pages.find({ kind, id: asked.id }, asked.publicId);
  }

  async function answerPicture(context: PageRequest, kind: Target['kind']) {
    const link = await linkOf(context, kind);
    const words = link && (await deps.pages.words(link));
    if (link === null || words === null) return notFound(context.req.raw);
    const drawn = await deps.previews.draw(words, link.campaignId).catch((error: unknown) => {
      context.get('log').warn({ err: error }, 'The picture of a public page could not be drawn.');
      return null;
    });
    // Between drawing and answering, the link may have been revoked.
    if ((await linkOf(context, kind)) === null) return notFound(context.req.raw);
    if (drawn === null)
      return new Response(null, { status: 302, headers: { ...headers, location: usualPicture } });
    return new Response(context.req.method === 'HEAD' ? null : drawn, {
      headers: { ...headers, 'content-type': 'image/png', 'content-length': String(drawn.byteLength) },
    });
  }

  async function answer(context: PageRequest, kind: Target['kind']) {
    const link = await linkOf(context, kind);
    if (link === null) return notFound(context.req.raw);
    const { pathname, origin } = new URL(context.req.url);
    const bodies = await bodiesOf(link, pathname, deps.publicOrigin ?? origin);
    return bodies === null ? notFound(context.req.raw) : page(context.req.raw, bodies);
  }

  async function notFound(request: Request): Promise<Response> {
    const found = await deps.web?.page(
      notFoundPath,
      new Request(request.url, { method: request.method }),
      404,
    );
    const body = found === undefined ? 'This page does not exist.' : found.body;
    const type = found?.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    return new Response(body, { status: 404, headers: { ...headers, 'content-type': type } });
  }

  app.get('/campaign/:id/public/:publicId', (context) => answer(context, 'campaign'));
  app.get('/sessions/:id/public/:publicId', (context) => answer(context, 'session'));
  app.get('/campaign/:id/public/:publicId/preview.png', (context) => answerPicture(context, 'campaign'));
  app.get('/sessions/:id/public/:publicId/preview.png', (context) => answerPicture(context, 'session'));
}

function encoded(html: string): Bodies {
  const identity = new TextEncoder().encode(html);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    identity,
    br: new Uint8Array(brotliCompressSync(identity, quality)),
    gzip: new Uint8Array(gzipSync(identity)),
  };
}

function page(request: Request, bodies: Bodies): Response {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = /\bbr\b(?!;q=0)/.test(accepted)
    ? 'br'
    : /\bgzip\b(?!;q=0)/.test(accepted)
      ? 'gzip'
      : 'identity';
  const body = bodies[encoding];
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.byteLength),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  });
}
