import type { Context } from 'hono';
import type { Call } from '#contract/call.ts';
import { deepLinkOf } from '#contract/deep-link.ts';
import { movedPaths, pagePaths } from '#contract/pages.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerFailure } from './failures.ts';
import { pathPattern, type RequestVariables } from './mount.ts';
import { notFoundPath, type WebFiles } from './web-files.ts';

/** Where a path that is no page of its own leads: an index.html child (R2.16), a trailing slash, an old address (R2.5). */
function movedTo(path: string): string | null {
  const moved = movedPaths[path];
  if (moved !== undefined) return moved;
  const parent = path.replace(/\/(index\.html)?$/, '') || '/';
  return parent !== path && pagePaths.includes(parent) ? parent : null;
}

/** The calls of a path that none of them answers for this method. */
function methodsOf(path: string, mounted: readonly Call[]): string[] {
  return mounted.filter((call) => pathPattern(call.path).test(path)).map((call) => call.method);
}

/**
 * What no call of the contract answers: the app's files and pages. A page that there is not has status 404 and shows
 * the app's own 404 page (R2.15); who does not ask for a page is refused as JSON.
 */
export function answerPages(deps: { web: WebFiles | null; mounted: readonly Call[] }) {
  return async (context: Context<{ Variables: RequestVariables }>): Promise<Response> => {
    const request = context.req.raw;
    const { pathname: path, search } = new URL(request.url);
    const methods = methodsOf(path, deps.mounted);
    if (methods.length > 0) {
      const refused = answerFailure(new Refusal('methodNotAllowed'), context);
      refused.headers.set('allow', [...new Set(methods)].join(', '));
      return refused;
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      const target = movedTo(path);
      if (target !== null) return context.redirect(target + search, 301);
      if (deps.web) {
        const file = await deps.web.file(path, request);
        if (file) return file;
        if (pagePaths.includes(path)) return deps.web.page(path, request, 200);
        // The page that a deep link leads to, complete at once; the browser keeps the rest of the link (R2.2).
        const link = deepLinkOf(path);
        if (link !== null) return deps.web.page(link.landingPage, request, 200);
        if (request.headers.get('accept')?.includes('text/html'))
          return deps.web.page(notFoundPath, request, 404);
      }
    }
    return answerFailure(new Refusal('notFound'), context);
  };
}
