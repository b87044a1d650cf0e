import type { Context } from 'hono';
import type { Call } from '#contract/call.ts';
import { deepLinkOf } from '#contract/deep-link.ts';
import { movedPaths, pagePaths } from '#contract/pages.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerFailure } from './failures.ts';
import { pathPattern, type RequestVariables } from './mount.ts';
import { notFoundPath, type WebFiles } from './web-files.ts';

/** For R2.16 (index.html), R2.5 (old addresses) and trailing slashes. */
function movedTo(path: string): string | null {
  const moved = movedPaths[path];
  if (moved !== undefined) return moved;
  const parent = path.replace(/\/(index\.html)?$/, '') || '/';
  return parent !== path && pagePaths.includes(parent) ? parent : null;
}

function methodsOf(path: string, mounted: readonly Call[]): string[] {
  return mounted.filter((call) => pathPattern(call.path).test(path)).map((call) => call.method);
}

/** Unknown pages show the app's 404 page (R2.15); requests that don't accept HTML get JSON. */
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
        const link = deepLinkOf(path);
        const page = file !== null || pagePaths.includes(path) ? path : link?.landingPage;
        if (page !== undefined) {
          context.set('page', page);
          return file ?? deps.web.page(page, request, 200);
        }
        if (request.headers.get('accept')?.includes('text/html'))
          return deps.web.page(notFoundPath, request, 404);
      }
    }
    return answerFailure(new Refusal('notFound'), context);
  };
}
