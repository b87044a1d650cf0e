import { ProposalKind as Kinds, type ProposalKind, proposalLimits } from '#contract/proposals.ts';
import { searchLimits } from '#contract/search.ts';
import { Passphrase, type SharedKind } from '#contract/sharing.ts';
import type { App } from '#server/http/mount.ts';
import type { PageAnswers, PageContext } from './page-answers.ts';
import {
  cleaned,
  createWait,
  type FormDeps,
  foreignForm,
  isOwnForm,
  type PageSearch,
  pathOf,
  readForm,
  tooOften,
} from './page-forms.ts';
import { admission, admissionSeconds, isAdmitted, isPassphrase } from './passphrases.ts';
import type { ProposalBox } from './proposal-box.ts';
import type { FoundLink } from './public-pages.ts';
import { mostSimilar } from './similar-text.ts';
import { suggestionPath } from './suggest-html.ts';
import type { About, Abouts } from './table-abouts.ts';
import {
  answerHtml,
  foundPage,
  noLinkPage,
  passphrasePage,
  searchForm,
  sentNotice,
  suggestPage,
  trapField,
} from './table-html.ts';
import type { TableSearch } from './table-search.ts';

const minutes = 60_000;
const tries = {
  ofAddress: { count: 10, windowMs: 15 * minutes },
  ofLink: { count: 100, windowMs: 15 * minutes },
};
const sends = {
  ofAddress: { count: 20, windowMs: 10 * minutes },
  ofLink: { count: 100, windowMs: 60 * minutes },
};
/** Of a language model, which somebody pays or waits for. */
const answersAsked = {
  ofAddress: { count: 10, windowMs: 60 * minutes },
  ofLink: { count: searchLimits.answersAnHour, windowMs: 60 * minutes },
};
const cookieName = 'hearthscribe_table';

/** Works without scripts. Unknown addresses answer like those of public pages. */
export function tableRoutes(
  app: App,
  deps: FormDeps & {
    answers: PageAnswers;
    abouts: Abouts;
    box: ProposalBox;
    search: TableSearch;
    pageSearch: PageSearch;
  },
): void {
  const { answers, abouts, box, clock, search, pageSearch } = deps;
  const waitForTry = createWait(deps, 'passphrases', tries);
  const waitForAnswer = createWait(deps, 'answers', answersAsked);
  const waitForSend = createWait(deps, 'suggestions', sends);

  function isIn(context: PageContext, { admissionKey, publicId }: FoundLink): boolean {
    if (admissionKey === null) return true;
    const cookies = context.req.header('cookie')?.split(/;\s*/) ?? [];
    return cookies.some((cookie) => {
      const [name, value = ''] = cookie.split('=');
      return name === cookieName && isAdmitted(value, admissionKey, publicId, clock.now());
    });
  }

  async function open(context: PageContext, link: FoundLink): Promise<Response> {
    if (!isIn(context, link)) return answers.plain(context, passphrasePage(null), 200);
    const isSent = context.req.query('sent') === '1';
    const path = pathOf(link);
    return answers.page(context, link, path, { notice: isSent ? sentNotice : '', search: searchForm(path) });
  }

  const noLink = (context: PageContext) => answers.plain(context, noLinkPage, 404);

  const draw = async (context: PageContext, link: FoundLink) =>
    isIn(context, link) ? answers.picture(context, link) : noLink(context);

  async function enter(context: PageContext, link: FoundLink): Promise<Response> {
    const { passphraseHash, admissionKey, publicId } = link;
    const path = pathOf(link);
    if (passphraseHash === null || admissionKey === null) return seeOther(path);
    const refuse = (status: number, problem: string, headers?: Record<string, string>) =>
      answers.plain(context, passphrasePage(problem), status, headers);
    if (!isOwnForm(context)) return refuse(403, foreignForm);
    const wait = await waitForTry(context, link);
    if (wait > 0) return refuse(429, tooOften('tries', wait), { 'retry-after': String(wait) });
    const given = Passphrase.safeParse((await readForm(context)).get('passphrase') ?? '');
    if (!given.success || !(await isPassphrase(given.data, passphraseHash)))
      return refuse(403, 'This passphrase is wrong. Ask your game master for it.');
    const isSecure = answers.originOf(context).startsWith('https:');
    const cookie = [
      `${cookieName}=${admission(admissionKey, publicId, clock.now())}`,
      `Path=${path}`,
      `Max-Age=${admissionSeconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ');
    return seeOther(path, { 'set-cookie': cookie });
  }

  async function form(
    context: PageContext,
    link: FoundLink,
    said: { about: About; text: string; author: string; problem: string | null; status: number } & {
      headers?: Record<string, string>;
    },
  ): Promise<Response> {
    const { about } = said;
    const kind = kindOf(context, about);
    const back = pathOf(link);
    const reference = about.reference;
    const otherKind = kind === 'correction' ? 'comment' : 'correction';
    const content = suggestPage({
      kind,
      back,
      action: suggestionPath(back, { kind, about: reference }),
      other:
        otherKind === 'correction' && !about.mayCorrect
          ? null
          : suggestionPath(back, { kind: otherKind, about: reference }),
      pageTitle: about.pageTitle,
      section: about.sectionTitle,
      quoteHtml: about.shownHtml,
      ...said,
    });
    return answers.plain(context, content, said.status, said.headers);
  }

  async function ask(context: PageContext, link: FoundLink): Promise<Response> {
    if (!isIn(context, link)) return seeOther(pathOf(link));
    const about = await abouts.find(link, referenceOf(context));
    const text = kindOf(context, about) === 'correction' ? (about.shown ?? '') : '';
    return form(context, link, {
      about,
      text,
      author: '',
      problem: about.isReduced ? changedMeanwhile : null,
      status: 200,
    });
  }

  async function send(context: PageContext, link: FoundLink): Promise<Response> {
    const path = pathOf(link);
    const fields = await readForm(context);
    const text = cleaned(fields.get('text') ?? '');
    const author = cleaned(fields.get('author') ?? '').replace(/\s+/gu, ' ');
    if (!isIn(context, link)) {
      const page = passphrasePage('Enter the passphrase again to continue.', { action: path, text });
      return answers.plain(context, page, 403);
    }
    const about = await abouts.find(link, referenceOf(context));
    const kind = kindOf(context, about);
    const refuse = (status: number, problem: string, headers: Record<string, string> = {}) =>
      form(context, link, { about, text, author, problem, status, headers });
    if (!isOwnForm(context)) return refuse(403, foreignForm);
    const problem = problemOf({ text, author }) ?? (about.isReduced ? changedMeanwhile : null);
    if (problem !== null) return refuse(400, problem);
    if (kind === 'correction' && text === about.shown)
      return refuse(400, 'The notes already say this. Change the text, then send it.');
    const wait = await waitForSend(context, link);
    if (wait > 0) return refuse(429, tooOften('suggestions', wait), { 'retry-after': String(wait) });
    if ((fields.get(trapField) ?? '') !== '') return seeOther(`${path}?sent=1`);
    const kept = await box.keep(link, { kind, text, author, ...about.target, quote: quoteOf(about, text) });
    if (kept === 'gone') return noLink(context);
    if (kept === 'full')
      return refuse(429, 'Your game master has many suggestions to read first. Try again another day.', {
        'retry-after': '86400',
      });
    return seeOther(`${path}?sent=1`);
  }

  async function look(context: PageContext, link: FoundLink): Promise<Response> {
    return isIn(context, link) ? pageSearch.look(context, link) : locked(context);
  }

  const locked = (context: PageContext) => answers.plain(context, passphrasePage(null), 403);

  /** The passages are shown at once; what a language model makes of them joins when it is ready. */
  async function settle(context: PageContext, link: FoundLink): Promise<Response> {
    if (!isIn(context, link)) return locked(context);
    const back = pathOf(link);
    const asked = await pageSearch.searched(context, link, waitForAnswer, 'questions');
    if (asked instanceof Response) return asked;
    const { query, found } = asked;
    if (found.answers === null) {
      const problem = 'No language model can answer this right now. The passages are below.';
      return answers.plain(context, foundPage({ back, ...asked, problem }), 200);
    }
    return answers.slow(
      context,
      foundPage({ back, ...asked, problem: null, isAnswering: true }),
      async (signal) => answerHtml(await search.answer(link, query, found, signal), found),
    );
  }

  const roads: readonly { kind: SharedKind; path: string }[] = [
    { kind: 'campaign', path: '/campaign/:id/table/:publicId' },
    { kind: 'session', path: '/sessions/:id/table/:publicId' },
  ];
  for (const { kind, path } of roads) {
    const found =
      (answer: (context: PageContext, link: FoundLink) => Promise<Response>) =>
      async (context: PageContext) => {
        const link = await answers.find(context, kind, 'players');
        return link === null ? noLink(context) : answer(context, link);
      };
    app.get(path, found(open));
    app.post(path, found(enter));
    app.get(`${path}/preview.png`, found(draw));
    app.post(`${path}/search`, found(look));
    app.post(`${path}/answer`, found(settle));
    app.get(`${path}/suggestion`, found(ask));
    app.post(`${path}/suggestion`, found(send));
  }
}

/** A remark in place of a whole section's text must not replace it. */
function quoteOf({ reference, target: { quote } }: About, text: string): string | null {
  return reference.item === undefined && quote !== null && mostSimilar(text, [quote]) === null ? null : quote;
}

const changedMeanwhile =
  'The notes have changed since you opened this page. Check what this is about, then send it.';

function kindOf({ req }: PageContext, { mayCorrect }: About): ProposalKind {
  const kind = Kinds.safeParse(req.query('kind'));
  return kind.success && (kind.data === 'comment' || mayCorrect) ? kind.data : 'comment';
}

const referenceOf = ({ req }: PageContext) => ({
  session: req.query('session') ?? null,
  section: req.query('section') ?? null,
  item: req.query('item') ?? null,
});

function problemOf({ text, author }: { text: string; author: string }): string | null {
  const { text: mostText, author: mostAuthor } = proposalLimits;
  if (text === '') return 'Write something first.';
  if (text.length > mostText) return `Use at most ${mostText} characters. This has ${text.length}.`;
  return author.length > mostAuthor ? `Use at most ${mostAuthor} characters for your name.` : null;
}

const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', ...headers },
  });
