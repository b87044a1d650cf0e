import { parentPort } from 'node:worker_threads';
import type { NotesSection } from '#contract/notes.ts';
import { proposalLimits } from '#contract/proposals.ts';
import { losesLabel } from '#contract/result-parts.ts';
import { present } from '#contract/unknown-values.ts';
import { sectionsWithCast } from '#server/campaigns/cast-rules.ts';
import { createPeer } from '#server/platform/threads/peer.ts';
import { documentOf, previewOf } from '../document.ts';
import { encoded } from '../encoded.ts';
import { hiderFor } from '../hider.ts';
import { markdownHtml } from '../markdown-html.ts';
import { campaignPage, type SharedSession, sessionPage } from '../page-html.ts';
import { sharedParts } from '../shared-parts.ts';
import { itemReference, namedItems, sectionReference, type Table } from '../suggest-html.ts';
import type {
  Bodies,
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

function sectionsOf({ sessionId, cast, sections }: GivenNotes): NotesSection[] {
  return sectionsWithCast(cast, sessionId, JSON.parse(sections));
}

async function contentOf(given: GivenPage) {
  const { campaign, show, previous, next, place } = given;
  const sections = new Map(given.notes.map((notes) => [notes.sessionId, sectionsOf(notes)]));
  const hide = hiderFor(given.names);
  const table: Table | null = given.table === null ? null : { ...given.table, sections };
  const withParts = (session: ListedSession): SharedSession => {
    const written = sections.get(session.id) ?? [];
    const parts = sharedParts(written, { audience: campaign.audience, show });
    return { ...session, parts, losesLabel: losesLabel(written, parts) };
  };
  const shared = given.sessions.map(withParts);
  if (given.kind === 'campaign') {
    const shown = shared.filter(({ parts, publicId }) => parts.length > 0 || publicId !== null);
    return campaignPage({ campaign, sessions: shown, place, hide, table });
  }
  return sessionPage({ campaign, session: present(shared[0], 'session'), previous, next, hide, table });
}

const methods = {
  ready: (): void => undefined,

  async page(given: GivenPage, { template, top, origin, path }: Frame): Promise<Bodies> {
    const content = await contentOf(given);
    const html = documentOf(
      template,
      { ...content, html: top + content.html },
      previewOf(content, { origin, path }),
    );
    return encoded(html);
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

  parts({ audience, show, names, notes, title }: GivenParts): ShownParts {
    const hide = hiderFor(names);
    const parts = notes === null ? [] : sharedParts(sectionsOf(notes), { audience, show });
    return {
      title: hide(title),
      parts: parts.map(({ key, title: each, body }) => ({ key, title: hide(each), body: hide(body) })),
    };
  },
};

createPeer(present(parentPort, 'parent of this thread'), () => methods);
