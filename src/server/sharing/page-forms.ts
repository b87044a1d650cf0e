import { normalized } from '#contract/normalized.ts';
import { searchLimits } from '#contract/search.ts';
import { sharedPath } from '#contract/sharing.ts';
import { readBytes } from '#server/http/body.ts';
import { type ClientAddressOf, networkOf } from '#server/http/client-address.ts';
import { hostOf } from '#server/http/host-of.ts';
import { createRateLimit, type RateLimit } from '#server/platform/rate-limit.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { PageAnswers, PageContext } from './page-answers.ts';
import type { FoundLink } from './public-pages.ts';
import { foundPage } from './table-html.ts';
import type { TableFind, TableSearch } from './table-search.ts';

const minutes = 60_000;
const searches = {
  ofAddress: { count: 60, windowMs: 10 * minutes },
  ofLink: { count: 600, windowMs: 10 * minutes },
};
/** A text of maximum length with twelve bytes per character, and the rest of the form. */
const MOST_FORM_BYTES = 128 * 1024;

export interface FormDeps extends Pick<Shared, 'database' | 'clock'> {
  clientAddress: ClientAddressOf;
}

/** @returns seconds to wait, 0 if it may be done now */
export type Wait = (context: PageContext, link: FoundLink) => Promise<number>;

/** Counted for each network address and for each link. */
export function createWait(
  deps: FormDeps,
  name: string,
  limits: { ofAddress: RateLimit; ofLink: RateLimit },
): Wait {
  const ofAddress = createRateLimit(deps, `${name} of an address`, limits.ofAddress);
  const ofLink = createRateLimit(deps, `${name} of a link`, limits.ofLink);
  return async (context, { linkId }) =>
    (await ofAddress.waitFor(`${networkOf(deps.clientAddress(context))} ${linkId}`)) ||
    ofLink.waitFor(linkId);
}

/** The search form of shared pages, the same for players and for everyone: what it finds, the link's own page shows. */
export function createPageSearch(deps: FormDeps & { answers: PageAnswers; search: TableSearch }) {
  const { answers, search } = deps;
  const waitForSearch = createWait(deps, 'searches', searches);

  /** What was found, or the page that says why nothing was looked for. */
  async function searched(
    context: PageContext,
    link: FoundLink,
    waitFor: Wait,
    what: string,
  ): Promise<{ query: string; found: TableFind } | Response> {
    const back = pathOf(link);
    const query = cleaned((await readForm(context)).get('query') ?? '').slice(0, searchLimits.query);
    const refuse = (status: number, problem: string, headers?: Record<string, string>) =>
      answers.plain(context, foundPage({ back, query, found: null, problem }), status, headers);
    if (!isOwnForm(context)) return refuse(403, foreignForm);
    if (query === '') return refuse(400, 'Write what you are looking for.');
    const wait = await waitFor(context, link);
    if (wait > 0) return refuse(429, tooOften(what, wait), { 'retry-after': String(wait) });
    return { query, found: await search.find(link, query) };
  }

  return {
    searched,
    async look(context: PageContext, link: FoundLink): Promise<Response> {
      const asked = await searched(context, link, waitForSearch, 'searches');
      if (asked instanceof Response) return asked;
      return answers.plain(context, foundPage({ back: pathOf(link), ...asked, problem: null }), 200);
    },
  };
}

export type PageSearch = ReturnType<typeof createPageSearch>;

export const pathOf = ({ target, publicId }: FoundLink): string => sharedPath(target, publicId);

export function isOwnForm(context: PageContext): boolean {
  const origin = context.req.header('origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === hostOf(context));
}

export const foreignForm = 'This form came from another site. Send it again from this page.';

export const tooOften = (what: string, seconds: number): string =>
  `There were too many ${what}. Wait ${seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`}, then try again.`;

export const cleaned = (text: string): string =>
  normalized(
    text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, ''),
  ).trim();

export async function readForm({ req }: PageContext): Promise<URLSearchParams> {
  const bytes = await readBytes(req.raw, MOST_FORM_BYTES);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
