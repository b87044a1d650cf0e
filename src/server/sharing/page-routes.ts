import type { SharedKind } from '#contract/sharing.ts';
import type { App } from '#server/http/mount.ts';
import type { PageAnswers, PageContext } from './page-answers.ts';

/**
 * The public pages (R2.7, R2.8), open to anyone (R6.5). An address that leads nowhere gets the 404 page of every other
 * (D10), whether it was revoked, belongs to something else, never was or could not be.
 */
export function publicPageRoutes(app: App, answers: PageAnswers): void {
  async function answer(context: PageContext, kind: SharedKind) {
    const link = await answers.find(context, kind, 'public');
    if (link === null) return answers.notFound(context);
    return answers.page(context, link, new URL(context.req.url).pathname);
  }

  app.get('/campaign/:id/public/:publicId', (context) => answer(context, 'campaign'));
  app.get('/sessions/:id/public/:publicId', (context) => answer(context, 'session'));
}
