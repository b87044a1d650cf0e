import { parentPort } from 'node:worker_threads';
import type { NotesSection } from '#contract/notes.ts';
import { proposalLimits } from '#contract/proposals.ts';
import { losesLabel } from '#contract/result-parts.ts';
import { textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { sectionsWithCast } from '#server/campaigns/cast-in-texts.ts';
import { createPeer } from '#server/platform/threads/peer.ts';
import { documentOf, previewOf } from '../document.ts';
import { encoded } from '../encoded.ts';
import { hiderFor } from '../hider.ts';
import { markdownHtml } from '../markdown-html.ts';
import { campaignPage, type PageContent, type SharedSession, sessionPage } from '../page-html.ts';
import { reworded } from '../reworded.ts';
import { type PagePart, sharedParts } from '../shared-parts.ts';
import { shownDatesOf } from '../shown-dates.ts';
import { type Standing, type Suggested, standingsOf } from '../standings.ts';
import { itemReference, namedItems, sectionReference, type Table } from '../suggest-html.ts';
import type {
  DrawnPage,
  FoundPart,
  Frame,
  GivenAbout,
  GivenNames,
  GivenNotes,
  GivenPage,
  GivenParts,
  ListedSession,
  ShownParts,
} from './page-messages.ts';

const storedOf = ({ sections }: GivenNotes): NotesSection[] => JSON.parse(sections);

function sectionsOf(given: GivenNotes): NotesSection[] {
  return sectionsWithCast(given.cast, given.sessionId, storedOf(given));
}

/** Of shown text, so that one visitor needs little time and memory. A section stays whole. */
const MOST_CHARACTERS = textLimits.partCharacters.most;

function inParts(sections: readonly PagePart[]): PagePart[][] {
  const parts: PagePart[][] = [[]];
  let characters = 0;
  for (const section of sections) {
    characters += section.timed.length;
    if (characters > MOST_CHARACTERS && parts.at(-1)?.length !== 0) {
      parts.push([]);
      characters = section.timed.length;
    }
    parts.at(-1)?.push(section);
  }
  return parts;
}

/** Only one session's notes can be that long: with several they are fewer for a page. */
function partOf(shared: readonly SharedSession[], part: number): { sessions: SharedSession[]; of: number } {
  const [session] = shared;
  if (session === undefined || shared.length > 1) return { sessions: [...shared], of: 1 };
  const parts = inParts(session.parts);
  return { sessions: [{ ...session, parts: parts[part - 1] ?? [] }], of: parts.length };
}

async function contentOf(given: GivenPage): Promise<{ parts: number; content: PageContent | null }> {
  const { campaign, show, previous, next, place } = given;
  const notes = new Map(given.notes.map((each) => [each.sessionId, each]));
  const stored = new Map(given.notes.map((each) => [each.sessionId, storedOf(each)]));
  const sections = new Map(given.notes.map((each) => [each.sessionId, sectionsOf(each)]));
  const hide = hiderFor(given.names);
  const table: Table | null = given.table === null ? null : { ...given.table, sections };
  const withParts = (session: ListedSession): SharedSession => {
    const written = sections.get(session.id) ?? [];
    const parts = sharedParts(written, { audience: campaign.audience, show }, notes.get(session.id));
    const set = given.dates.filter(({ edit }) => edit.of.sessionId === session.id);
    return {
      ...session,
      parts,
      losesLabel: losesLabel(written, parts),
      dated: shownDatesOf(session.id, { stored: stored.get(session.id) ?? [], written, parts, set }),
    };
  };
  const { sessions, of } = partOf(given.sessions.map(withParts), given.part);
  if (given.part > of) return { parts: of, content: null };
  const around = { campaign, part: { at: given.part, of }, hide, table };
  if (given.kind === 'campaign') {
    const shown = sessions.filter(({ parts, publicId }) => parts.length > 0 || publicId !== null);
    return {
      parts: of,
      content: await campaignPage({ ...around, sessions: shown, place, players: given.players }),
    };
  }
  const session = present(sessions[0], 'session');
  return { parts: of, content: await sessionPage({ ...around, session, previous, next }) };
}

const methods = {
  ready: (): void => undefined,

  async page(given: GivenPage, { template, notice, search, origin, path }: Frame): Promise<DrawnPage> {
    const { parts, content } = await contentOf(given);
    if (content === null) return { parts, bodies: null };
    const html = documentOf(
      template,
      { ...content, html: notice + content.head + search + content.html },
      previewOf(content, { origin, path }),
    );
    return { parts, bodies: encoded(html) };
  },

  hidden: (names: GivenNames, texts: string[]): string[] => texts.map(hiderFor(names)),

  async about({ linkId, show, names, notes, asked }: GivenAbout): Promise<FoundPart | null> {
    const hide = hiderFor(names);
    const sections = sectionsOf(notes);
    const { sessionId } = notes;
    const part = sharedParts(sections, { audience: 'players', show }).find(
      (each) => sectionReference(linkId, { sessionId, part: each }) === asked.section,
    );
    if (part === undefined) return null;
    const item = namedItems(part.body).find(
      ({ content }) => itemReference(asked.section, content) === asked.item,
    );
    const reference = { session: sessionId, section: asked.section };
    const body = sections.find(({ key }) => key === part.of)?.body.trim() ?? '';
    const isWhole = body !== '' && part.body.trim() === body && hide(body) === body;
    const found = {
      whole: isWhole && body.length <= proposalLimits.text ? body : null,
      sectionKey: part.of,
      sectionTitle: sections.find(({ key }) => key === part.of)?.title ?? '',
      shownTitle: hide(part.title),
    };
    if (item === undefined) return { ...found, reference, item: null };
    const { content } = item;
    const shown = hide(content);
    return {
      ...found,
      reference: { ...reference, item: asked.item ?? '' },
      item: { content, mayCorrect: shown === content, shown, html: await markdownHtml(content, hide, 2) },
    };
  },

  reworded,
  standings: (notes: GivenNotes | null, all: Suggested[]): Standing[] =>
    standingsOf(notes === null ? [] : sectionsOf(notes), all),

  parts({ audience, show, names, notes, title }: GivenParts): ShownParts {
    const hide = hiderFor(names);
    const parts = notes === null ? [] : sharedParts(sectionsOf(notes), { audience, show }, notes);
    return {
      title: hide(title),
      parts: parts.map(({ key, title: each, timed }) => ({ key, title: hide(each), body: hide(timed) })),
    };
  },
};

export type PageMethods = typeof methods;

createPeer(present(parentPort, 'parent of this thread'), () => methods);
