import { parsedMarkdown, visit } from '#contract/markdown/tree.ts';
import { type ProposalKind, proposalLimits } from '#contract/proposals.ts';
import { searchLimits } from '#contract/search.ts';
import { passphraseLength } from '#contract/sharing.ts';
import { escapeHtml } from './html.ts';
import { laterMark } from './page-answers.ts';
import type { PageContent } from './page-html.ts';
import type { TableAnswer, TableFind } from './table-search.ts';

type Page = Pick<PageContent, 'title' | 'html'>;

export const trapField = 'website';

const LONG_TEXT = 400;

export const sentNotice =
  '<p class="shared-sent" role="status">Your suggestion went to the game master. It appears here if they accept it.</p>';

const problemHtml = (problem: string | null) =>
  problem === null ? '' : `<p class="shared-problem" role="alert">${escapeHtml(problem)}</p>`;

/** The same bytes for every address without a link, so that it does not tell whether there was one (D10). */
export const noLinkPage: Page = {
  title: 'No page here · Hearthscribe',
  html: [
    '<header class="shared-head"><h1>This link doesn’t work</h1></header>',
    '<p>It may have been switched off or replaced, or part of it is missing. Ask your game master for a new link.</p>',
  ].join(''),
};

/** The same bytes for every link. @param unsent what a player was writing when their admission expired */
export function passphrasePage(
  problem: string | null,
  unsent: { action: string; text: string } | null = null,
): Page {
  const action = unsent === null ? '' : ` action="${escapeHtml(unsent.action)}"`;
  const kept =
    unsent === null
      ? ''
      : `<p><label for="unsent">Your text was not sent. Copy it before you continue.</label><textarea id="unsent" rows="6" readonly>${escapeHtml(unsent.text)}</textarea></p>`;
  return {
    title: 'Passphrase · Hearthscribe',
    html: [
      '<header class="shared-head"><h1>This page is for players</h1></header>',
      `<form class="shared-form" method="post"${action}>`,
      problemHtml(problem),
      kept,
      '<p><label for="passphrase">Passphrase</label>',
      `<input id="passphrase" name="passphrase" type="password" autocomplete="current-password" required maxlength="${passphraseLength.max}">`,
      '<span class="shared-hint">Your game master knows it.</span></p>',
      '<p class="shared-actions"><button class="shared-button">Open the page</button></p></form>',
    ].join(''),
  };
}

interface SuggestForm {
  kind: ProposalKind;
  back: string;
  action: string;
  other: string | null;
  pageTitle: string;
  section: string | null;
  quoteHtml: string | null;
  text: string;
  author: string;
  problem: string | null;
}

function hasEmphasis(markdown: string): boolean {
  let isFound = false;
  visit(parsedMarkdown(markdown), ({ type }) => {
    isFound ||= type === 'strong' || type === 'emphasis';
  });
  return isFound;
}

const markHint = ({ kind, text }: SuggestForm) =>
  kind === 'correction' && hasEmphasis(text)
    ? '<span class="shared-hint">Words between ** are bold, those between * are in italics. Leave these marks where they are.</span>'
    : '';

const words = {
  correction: {
    title: 'Suggest a correction',
    text: 'What should it say?',
    other: 'Leave a comment instead',
  },
  comment: { title: 'Leave a comment', text: 'Your comment', other: 'Suggest a correction instead' },
} as const;

export function suggestPage(form: SuggestForm): Page {
  const { title, text, other } = words[form.kind];
  const about = form.section === null ? form.pageTitle : `${form.section} · ${form.pageTitle}`;
  return {
    title: `${title} · ${form.pageTitle}`,
    html: [
      `<header class="shared-head"><p class="eyebrow"><a href="${escapeHtml(form.back)}">${escapeHtml(about)}</a></p><h1>${title}</h1></header>`,
      `<form class="shared-form" method="post" action="${escapeHtml(form.action)}">`,
      problemHtml(form.problem),
      form.quoteHtml === null
        ? ''
        : `<figure class="shared-quote"><figcaption>The notes say</figcaption><blockquote>${form.quoteHtml}</blockquote></figure>`,
      `<p><label for="text">${text}</label>`,
      `<textarea id="text" name="text" rows="${form.text.length > LONG_TEXT ? 16 : 6}" required maxlength="${proposalLimits.text}">${escapeHtml(form.text)}</textarea>${markHint(form)}</p>`,
      '<p><label for="author">Your name <span class="shared-hint">(optional)</span></label>',
      `<input id="author" name="author" autocomplete="nickname" maxlength="${proposalLimits.author}" value="${escapeHtml(form.author)}"></p>`,
      `<p class="shared-unseen" aria-hidden="true"><label>Leave this empty <input name="${trapField}" tabindex="-1" autocomplete="off"></label></p>`,
      '<p class="shared-hint">Only the game master reads this. Nothing appears on the page until they accept it.</p>',
      '<p class="shared-actions"><button class="shared-button">Send to the game master</button>',
      `<a href="${escapeHtml(form.back)}">Back to the page</a>`,
      form.other === null ? '' : `<a href="${escapeHtml(form.other)}">${other}</a>`,
      '</p></form>',
    ].join(''),
  };
}

const searchLabel = 'Search, or ask a question';

/** One row below the title. @param path of the page */
export const searchForm = (path: string, query = ''): string =>
  [
    `<form class="shared-form shared-search" role="search" method="post" action="${escapeHtml(`${path}/search`)}">`,
    `<input name="query" aria-label="${searchLabel}" placeholder="${searchLabel}" required maxlength="${searchLimits.query}" value="${escapeHtml(query)}">`,
    '<button class="shared-button">Search</button></form>',
  ].join('');

/** What was found, and where an answer joins it. */
export function foundPage(said: {
  back: string;
  query: string;
  found: TableFind | null;
  problem: string | null;
  isAnswering?: boolean;
}): Page {
  const { back, query, found, problem, isAnswering = false } = said;
  const also =
    found?.also.map(({ typed, found: word }) => `“${escapeHtml(word)}” for “${escapeHtml(typed)}”`) ?? [];
  const hits = found?.hits.map(
    ({ session, title, text }, at) =>
      `<li id="passage-${at + 1}"><p class="shared-hint">${escapeHtml([session, title].filter(Boolean).join(' · '))}</p><p>${escapeHtml(text)}</p></li>`,
  );
  return {
    title: 'Search · Hearthscribe',
    html: [
      `<header class="shared-head"><p class="eyebrow"><a href="${escapeHtml(back)}">Back to the page</a></p><h1>Search</h1></header>`,
      problemHtml(problem),
      searchForm(back, query),
      found === null || isAnswering ? '' : askForm(back, query, found),
      also.length === 0 ? '' : `<p class="shared-hint">Also found: ${also.join(', ')}.</p>`,
      '<div class="shared-found">',
      hits === undefined
        ? ''
        : hits.length === 0
          ? `<p role="status">${found?.isQuestion ? 'Nothing on this page answers this.' : 'Nothing on this page has these words.'} Check the spelling, or use fewer words.</p>`
          : `<section>${found?.isQuestion ? '<h2>Passages that may answer this, the best one first</h2>' : ''}<ol>${hits.join('')}</ol></section>`,
      isAnswering
        ? `<section class="shared-answer" aria-live="polite"><h2>Answer</h2><p class="shared-reading">The language model is reading the passages …</p>${laterMark}</section>`
        : '',
      '</div>',
    ].join(''),
  };
}

/** Only where a language model can answer: what asking it sends, and to whom. */
function askForm(back: string, query: string, { answers }: TableFind): string {
  if (answers === null) return '';
  const { model, sends } = answers;
  const name = model === null ? '' : ` (${escapeHtml(model)})`;
  const sent =
    sends.what === 'nothing'
      ? 'Nothing leaves this server.'
      : `They and your question are sent to ${sends.host === null ? 'the language model that the operator of this server has chosen' : escapeHtml(sends.host)}.`;
  return [
    `<form class="shared-form" method="post" action="${escapeHtml(`${back}/answer`)}">`,
    `<input type="hidden" name="query" value="${escapeHtml(query)}">`,
    `<p class="shared-hint">A language model${name} can answer from these passages. ${sent}</p>`,
    '<p class="shared-actions"><button class="shared-button">Answer my question</button></p></form>',
  ].join('');
}

/** Each sentence with links to the passages that say it. */
export function answerHtml(answer: TableAnswer, { answers }: Pick<TableFind, 'answers'>): string {
  if (answer === null)
    return '<p>The language model gave no answer. Search again, or ask in other words.</p>';
  if (answer.length === 0) return '<p>Not said in your sessions.</p>';
  const sentences = answer.map(({ text, passages }) => {
    const links = passages.map((at) => `<a href="#passage-${at + 1}">Passage ${at + 1}</a>`);
    return `<p>${escapeHtml(text)} <span class="shared-hint">${links.join(', ')}</span></p>`;
  });
  const writer = escapeHtml(answers?.model ?? 'a language model');
  return `${sentences.join('')}<p class="shared-hint">Written by ${writer} from these passages, and not stored.</p>`;
}
