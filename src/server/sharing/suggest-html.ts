import { createHash } from 'node:crypto';
import { plainWords } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { type ProposalKind, proposalLimits } from '#contract/proposals.ts';
import { itemsOf } from '#contract/visibility.ts';
import { escapeHtml } from './html.ts';
import type { ExtrasAt } from './markdown-html.ts';
import type { HideNames } from './pseudonyms.ts';
import type { PagePart } from './shared-parts.ts';

export interface ShownComment {
  sessionId: string | null;
  sectionKey: string | null;
  quote: string | null;
  author: string;
  text: string;
}

export interface Table {
  path: string;
  linkId: string;
  comments: readonly ShownComment[];
  sections: ReadonlyMap<string, readonly NotesSection[]>;
}

export interface Origin {
  sessionId: string;
  part: PagePart;
}

export interface Reference {
  session: string;
  section: string;
  item: string;
}

const fingerprint = (...texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 16);

export const sectionReference = (linkId: string, { sessionId, part }: Origin) =>
  fingerprint(linkId, sessionId, part.of);
export const itemReference = (section: string, content: string) => fingerprint(section, content);

export const namedItems = (body: string) =>
  itemsOf({ body, visibility: 'players' }).flatMap(({ kind, line, content }) =>
    kind === 'heading' || content === null || content.length > proposalLimits.text ? [] : [{ line, content }],
  );

/** Without a reference, about the page. */
export function suggestionPath(
  path: string,
  { kind, about }: { kind: ProposalKind; about: Partial<Reference> },
): string {
  return `${path}/suggestion?${new URLSearchParams({ kind, ...about })}`;
}

const WORDS_LENGTH = 60;
/** Each is longer than most lines; what is below them has the link of its section. */
const MOST_PENCILS = 1000;

export function firstWords(content: string): string {
  const plain = [...plainWords(content)];
  return plain.length <= WORDS_LENGTH
    ? plain.join('')
    : `${plain
        .slice(0, WORDS_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

export function itemExtras(
  table: Table,
  body: string,
  originOf: (line: number) => Origin | null,
  hide: HideNames,
): ExtrasAt {
  const contents = new Map(
    namedItems(body)
      .slice(0, MOST_PENCILS)
      .map(({ line, content }) => [line, content]),
  );
  return (line) => {
    const content = contents.get(line);
    const origin = originOf(line);
    if (content === undefined || origin === null) return null;
    const section = sectionReference(table.linkId, origin);
    const about = { session: origin.sessionId, section, item: itemReference(section, content) };
    const href = escapeHtml(
      suggestionPath(table.path, { kind: hide(content) === content ? 'correction' : 'comment', about }),
    );
    const label = `Suggest a change to “${firstWords(hide(content))}”`;
    return {
      inside: ` <a class="shared-pencil" href="${href}" rel="nofollow"><span aria-hidden="true">✎</span><span class="shared-unseen">${escapeHtml(label)}</span></a>`,
      below: commentsHtml(
        commentsOn(table, origin).filter(({ quote }) => quote === content),
        hide,
      ),
    };
  };
}

export function sectionEnd(table: Table, origins: readonly Origin[], hide: HideNames): string {
  const comments = origins.flatMap((origin) => {
    const whole = table.sections.get(origin.sessionId)?.find(({ key }) => key === origin.part.of);
    const there = new Set(whole === undefined ? [] : itemsOf(whole).map(({ content }) => content));
    return commentsOn(table, origin).filter(({ quote }) => quote === null || !there.has(quote));
  });
  const [first] = origins;
  if (first === undefined) return '';
  const about = { session: first.sessionId, section: sectionReference(table.linkId, first) };
  return commentsHtml(comments, hide) + suggestLinks(table, about, hide(first.part.title));
}

export function pageEnd(table: Table, sessionId: string | null, hide: HideNames): string {
  const comments = table.comments.filter((one) => one.sectionKey === null && one.sessionId === sessionId);
  const said = commentsHtml(comments, hide);
  return [
    '<section class="shared-say"><h2>Something wrong or missing?</h2>',
    '<p>Tell the game master. They decide what changes on this page.</p>',
    suggestLinks(table, {}, 'this page'),
    said,
    '</section>',
  ].join('');
}

const commentsOn = (table: Table, { sessionId, part }: Origin) =>
  table.comments.filter((one) => one.sessionId === sessionId && one.sectionKey === part.of);

function suggestLinks(table: Table, about: Partial<Reference>, what: string): string {
  const link = (kind: ProposalKind, words: string) =>
    `<a href="${escapeHtml(suggestionPath(table.path, { kind, about }))}" rel="nofollow">${words}<span class="shared-unseen"> on ${escapeHtml(what)}</span></a>`;
  return `<p class="shared-suggest">${link('correction', 'Suggest a correction')} ${link('comment', 'Leave a comment')}</p>`;
}

function commentsHtml(comments: readonly ShownComment[], hide: HideNames): string {
  if (comments.length === 0) return '';
  const items = comments.map(({ author, text }) => {
    const name = author === '' ? 'a player' : escapeHtml(hide(author));
    return `<li><strong>Comment by ${name}</strong><p>${escapeHtml(hide(text)).replaceAll('\n', '<br>')}</p></li>`;
  });
  return `<ul class="shared-comments">${items.join('')}</ul>`;
}
