import type { Context } from 'hono';
import { Id } from '#contract/common.ts';
import { type LinkAudience, PublicId, type SharedKind } from '#contract/sharing.ts';
import type { RequestVariables } from '#server/http/mount.ts';
import type { SlowAnswers } from '#server/http/slow-answers.ts';
import { notFoundPath, type WebFiles } from '#server/http/web-files.ts';
import { bareTemplate, documentOf, templatePath } from './document.ts';
import { encoded } from './encoded.ts';
import type { PageContent } from './page-html.ts';
import type { Previews } from './preview/previews.ts';
import type { FoundLink, PublicPages } from './public-pages.ts';
import type { Bodies, DrawnPage, Frame } from './threads/page-messages.ts';
import type { PageThreads } from './threads/page-threads.ts';

export const laterMark = '<!--shared-later-->';

export type PageContext = Context<{ Variables: RequestVariables }>;

/** Each request checks in the database that the link is on and the page has not changed. */
const MOST_KEPT_BYTES = 16 * 1024 ** 2;
const usualPicture = '/social/start.png';
/** Matches nothing, so that a malformed address costs the same work as a revoked one. */
const nothing = { id: '00000000-0000-0000-0000-000000000000', publicId: '' };

const pageHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-encoding',
};

export type PageAnswers = ReturnType<typeof createPageAnswers>;

export function createPageAnswers(deps: {
  pages: PublicPages;
  threads: Pick<PageThreads, 'page'>;
  previews: Pick<Previews, 'draw'>;
  web: WebFiles | null;
  publicOrigin: string | null;
  slowAnswers: SlowAnswers;
}) {
  const kept = new Map<string, { version: string; bodies: Bodies }>();
  const underWay = new Map<string, Promise<DrawnPage>>();
  let keptBytes = 0;

  function forget(key: string): void {
    const known = kept.get(key);
    if (known !== undefined) keptBytes -= sizeOf(known.bodies);
    kept.delete(key);
  }

  function keep(key: string, page: { version: string; bodies: Bodies }): void {
    const size = sizeOf(page.bodies);
    if (size > MOST_KEPT_BYTES / 4) return;
    for (const oldest of kept.keys()) {
      if (keptBytes + size <= MOST_KEPT_BYTES) break;
      forget(oldest);
    }
    kept.set(key, page);
    keptBytes += size;
  }

  const template = async () => (await deps.web?.template(templatePath)) ?? bareTemplate;
  const originOf = ({ req }: PageContext) => deps.publicOrigin ?? new URL(req.url).origin;

  async function notFound({ req: { raw } }: PageContext): Promise<Response> {
    const found = await deps.web?.page(notFoundPath, new Request(raw.url, { method: 'GET' }), 404);
    const body = found === undefined ? 'This page does not exist.' : found.body;
    const type = found?.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    return new Response(raw.method === 'HEAD' ? null : body, {
      status: 404,
      headers: { ...pageHeaders, 'content-type': type },
    });
  }

  return {
    async find(context: PageContext, kind: SharedKind, audience: LinkAudience): Promise<FoundLink | null> {
      const id = context.req.param('id') ?? '';
      const publicId = context.req.param('publicId') ?? '';
      const isSound = Id.safeParse(id).success && PublicId.safeParse(publicId).success;
      const asked = isSound ? { id: id.toLowerCase(), publicId } : nothing;
      return deps.pages.find({ kind, id: asked.id, audience }, asked.publicId);
    },

    async page(
      context: PageContext,
      link: FoundLink,
      path: string,
      { notice = '', search = '' }: Partial<Pick<Frame, 'notice' | 'search'>> = {},
    ): Promise<Response> {
      const origin = originOf(context);
      const keyOf = (page: number, part: number) =>
        `${link.linkId} ${path} ${page} ${part} ${origin} ${notice} ${search}`;
      const asked = { page: numberAsked(context, 'page'), part: numberAsked(context, 'part') };
      const ready = kept.get(keyOf(asked.page, asked.part));
      if (ready?.version === link.version) return answered(context, ready.bodies);
      const given = await deps.pages.given(link, asked.page);
      if (given === null) return notFound(context);
      const drawn = async (part: number): Promise<Response> => {
        const key = keyOf(given.page, part);
        const known = kept.get(key);
        if (known?.version === link.version) return answered(context, known.bodies);
        const drawing = `${link.version} ${key}`;
        const page =
          underWay.get(drawing) ??
          deps.threads
            .page({ ...given, part }, { template: await template(), notice, search, origin, path })
            .finally(() => underWay.delete(drawing));
        underWay.set(drawing, page);
        const { bodies, parts } = await page;
        // What is beyond the last page or part is the last one.
        if (bodies === null) return drawn(parts);
        forget(key);
        keep(key, { version: link.version, bodies });
        return answered(context, bodies);
      };
      return drawn(asked.part);
    },

    async picture(context: PageContext, link: FoundLink): Promise<Response> {
      const words = await deps.pages.words(link);
      if (words === null) return notFound(context);
      const drawn = await deps.previews.draw(words, link.campaignId).catch((error: unknown) => {
        context.get('log').warn({ err: error }, 'The picture of a shared page could not be drawn.');
        return null;
      });
      // The link may have been revoked meanwhile.
      if ((await deps.pages.find(link.target, link.publicId)) === null) return notFound(context);
      if (drawn === null)
        return new Response(null, { status: 302, headers: { ...pageHeaders, location: usualPicture } });
      return new Response(context.req.method === 'HEAD' ? null : drawn, {
        headers: {
          ...pageHeaders,
          'content-type': 'image/png',
          'content-length': String(drawn.byteLength),
        },
      });
    },

    async plain(
      context: PageContext,
      content: Pick<PageContent, 'title' | 'html'>,
      status: number,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      const html = documentOf(await template(), content);
      return answered(context, encoded(html), { status, headers });
    },

    /** A page that is shown at once, with `laterMark` where the rest joins it. */
    async slow(
      context: PageContext,
      content: Pick<PageContent, 'title' | 'html'>,
      later: (signal: AbortSignal) => Promise<string>,
    ): Promise<Response> {
      const [first = '', rest = ''] = documentOf(await template(), content).split(laterMark);
      const headers = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };
      return deps.slowAnswers.respond(
        { first, beat: '<!-- -->', headers },
        context.req.raw.signal,
        async (signal) => (await later(signal)) + rest,
      );
    },

    notFound,
    originOf,
  };
}

const sizeOf = (bodies: Bodies) => Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 0);

function numberAsked({ req }: PageContext, of: 'page' | 'part'): number {
  const asked = req.query(of) ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

function answered(
  { req: { raw } }: PageContext,
  bodies: Bodies,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const accepted = raw.headers.get('accept-encoding') ?? '';
  const encoding = /\bbr\b(?!;q=0)/.test(accepted)
    ? 'br'
    : /\bgzip\b(?!;q=0)/.test(accepted)
      ? 'gzip'
      : 'identity';
  const body = bodies[encoding];
  return new Response(raw.method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.byteLength),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...headers,
    },
  });
}
