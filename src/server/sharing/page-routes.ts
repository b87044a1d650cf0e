import type { SharedKind } from '#contract/sharing.ts';
import type { App } from '#server/http/mount.ts';
import type { PageAnswers, PageContext } from './page-answers.ts';
import { type PageSearch, pathOf } from './page-forms.ts';
import type { FoundLink } from './public-pages.ts';
import { searchForm } from './table-html.ts';

/** R2.7, R2.8, R6.5. All other addresses get the same 404 page (D10). */
export function publicPageRoutes(app: App, answers: PageAnswers, search: Pick<PageSearch, 'look'>): void {
  const roads: readonly { kind: SharedKind; path: string }[] = [
    { kind: 'campaign', path: '/campaign/:id/public/:publicId' },
    { kind: 'session', path: '/sessions/:id/public/:publicId' },
  ];
  for (const { kind, path } of roads) {
    const found =
      (answer: (context: PageContext, link: FoundLink) => Promise<Response>) =>
      async (context: PageContext) => {
        const link = await answers.find(context, kind, 'public');
        return link === null ? answers.notFound(context) : answer(context, link);
      };
    app.get(
      path,
      found((context, link) => {
        const search = kind === 'campaign' ? searchForm(pathOf(link)) : '';
        return answers.page(context, link, new URL(context.req.url).pathname, { search });
      }),
    );
    if (kind === 'campaign') app.post(`${path}/search`, found(search.look));
    app.get(`${path}/preview.png`, found(answers.picture));
  }
}
