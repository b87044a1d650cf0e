import { stringify } from 'yaml';
import { rowsOf } from '#contract/markdown/rows.ts';
import type { FileSession } from '#contract/notes-file.ts';
import { italicTime, lineAddress, shownTime } from '#contract/said-times.ts';
import { wholeWords } from '#server/campaigns/whole-words.ts';
import type { TextFile } from '#server/platform/text-files.ts';
import {
  type DocumentSession,
  dayOf,
  type NotesDocument,
  oneLine,
  readableSections,
} from '../formats/document.ts';
import { renderSession } from '../formats/markdown.ts';
import { type NamedItem, namedItems } from '../formats/named-items.ts';
import { fenced } from './fences.ts';
import { noteName, sameName } from './note-names.ts';
import { type Linked, linkTo, vaultText, withLinks } from './wikilinks.ts';

const kinds = [
  { key: 'npcs', folder: 'People', type: 'person' },
  { key: 'locations', folder: 'Places', type: 'place' },
  { key: 'items', folder: 'Items', type: 'item' },
  { key: 'factions', folder: 'Factions', type: 'faction' },
  { key: 'quests', folder: 'Quests', type: 'quest' },
] as const;
type Kind = (typeof kinds)[number];

export const homeName = 'Hearthscribe';

interface Entity extends Linked {
  kind: Kind;
  spellings: Set<string>;
  mentions: { session: DocumentSession; item: NamedItem }[];
}

export function* renderVault(document: NotesDocument): Generator<TextFile> {
  const entities = entitiesOf(document);
  const links = [...entities.values()].flatMap(({ spellings, target }) =>
    [...spellings].map((name) => ({ name, target })),
  );
  yield { name: `${homeName}.md`, content: homeNote(document, [...entities.values()]) };
  for (const session of document.sessions)
    yield {
      name: `${sessionTarget(session)}.md`,
      content: note(
        sessionFacts(session, document),
        linkedText(renderSession(session, document, playedFrom(session)), links),
      ),
    };
  for (const entity of entities.values()) {
    const others = links.filter(({ target }) => target !== entity.target);
    yield {
      name: `${entity.target}.md`,
      content: note(entityFacts(entity, document), entityText(entity, others, document)),
    };
  }
}

/** A time that opens the line in the app, and a block id to link to from other notes. */
function playedFrom({ address }: DocumentSession): typeof italicTime {
  if (!address) return italicTime;
  const named = new Set<string>();
  return (time) => {
    const { line } = time;
    const id = `line-${line.replace(/[^A-Za-z0-9-]/g, '-')}`;
    const block = named.has(id) ? '' : ` ^${id}`;
    named.add(id);
    return `[${shownTime(time)}](${lineAddress(address, line)})${block}`;
  };
}

const linkedText = (markdown: string, links: readonly Linked[]) =>
  withLinks(vaultText(markdown), links).trim();

const note = (facts: Record<string, unknown>, text: string) =>
  `---\n${stringify(facts, { lineWidth: 0 })}---\n\n${fenced(text)}\n`;

const sessionTarget = ({ order }: FileSession) => `Sessions/Session ${order}`;
const sessionLink = (session: FileSession) =>
  linkTo({ name: oneLine(session.title), target: sessionTarget(session) });

/** Obsidian would treat it as a link in the properties. */
const aliases = (names: readonly string[]) => ({ aliases: names.filter((name) => !name.includes('[[')) });

function sessionFacts(session: FileSession, { campaign }: NotesDocument): Record<string, unknown> {
  return {
    ...aliases([oneLine(session.title)]),
    type: 'session',
    ...campaignFact(campaign),
    session: session.order,
    ...(session.playedAt === null ? {} : { date: dayOf(session.playedAt) }),
    tags: ['hearthscribe/session'],
  };
}

const campaignFact = (campaign: NotesDocument['campaign']) =>
  campaign === null || campaign.title.includes('[[') ? {} : { campaign: oneLine(campaign.title) };

function entitiesOf(document: NotesDocument): Map<string, Entity> {
  const entities = new Map<string, Entity>();
  for (const session of document.sessions) {
    const sections = readableSections(session, document);
    for (const kind of kinds) {
      for (const item of namedItems(sections.find(({ key }) => key === kind.key)?.body ?? '')) {
        const name = oneLine(item.name ?? '');
        if (name === '') continue;
        const target = `${kind.folder}/${noteName(name, kind.type)}`;
        const entity = entities.get(sameName(target)) ?? {
          kind,
          name,
          target,
          spellings: new Set<string>(),
          mentions: [],
        };
        entity.spellings.add(name);
        entity.mentions.push({ session, item });
        entities.set(sameName(target), entity);
      }
    }
  }
  return entities;
}

function entityFacts({ kind, target, spellings, mentions }: Entity, { campaign }: NotesDocument) {
  const days = mentions.flatMap(({ session }) =>
    session.playedAt === null ? [] : [dayOf(session.playedAt)],
  );
  const status = mentions.findLast(({ item }) => item.status !== null)?.item.status;
  return {
    ...aliases([...spellings].filter((name) => name !== target.slice(kind.folder.length + 1))),
    type: kind.type,
    ...campaignFact(campaign),
    ...(status ? { status } : {}),
    ...(days.length === 0 ? {} : { first: days[0], last: days.at(-1) }),
    tags: [`hearthscribe/${kind.type}`],
  };
}

const MOST_LINES_ABOUT = 8;

/** What the notes say elsewhere of somebody whom they only list. */
function linesAbout({ kind, spellings }: Entity, session: DocumentSession, document: NotesDocument): string {
  const named = new RegExp(wholeWords([...spellings]), 'u');
  const lines = readableSections(session, document)
    .filter(({ key }) => key !== kind.key && key !== 'toConfirm' && key !== 'glance')
    .flatMap(({ body }) => (named.test(body) ? rowsOf(body) : []))
    .filter(
      ({ kind, text }) =>
        (kind === 'item' || kind === 'text') && !/^(?:\||<!--)/.test(text) && named.test(text),
    )
    .map(({ marker, text }) => `- ${marker}${text.trim()}`);
  return [...new Set(lines)].slice(0, MOST_LINES_ABOUT).join('\n');
}

function entityText(entity: Entity, links: readonly Linked[], document: NotesDocument): string {
  const { name, mentions } = entity;
  const parts = mentions.map(({ session, item }) => {
    const status = item.status === null ? '' : ` (${item.status})`;
    const said = item.description.trim() === '' ? linesAbout(entity, session, document) : item.description;
    const text = linkedText(said, links);
    return `## ${sessionLink(session)}${status}${text === '' ? '' : `\n\n${text}`}`;
  });
  return [`# ${vaultText(name)}`, ...parts].join('\n\n');
}

function homeNote(document: NotesDocument, entities: readonly Entity[]): string {
  const { campaign, sessions } = document;
  const list = (title: string, links: readonly string[]) =>
    links.length === 0 ? [] : [`## ${title}`, links.map((one) => `- ${one}`).join('\n')];
  const text = [
    `# ${vaultText(oneLine(campaign?.title ?? 'Session notes'))}`,
    ...list(
      'Sessions',
      sessions.map(
        (session) =>
          `${sessionLink(session)}${session.playedAt === null ? '' : ` · ${dayOf(session.playedAt)}`}`,
      ),
    ),
    ...kinds.flatMap((kind) =>
      list(
        kind.folder,
        entities.filter((entity) => entity.kind === kind).map((entity) => linkTo(entity)),
      ),
    ),
    howItMerges,
  ].join('\n\n');
  return note({ type: 'campaign', ...campaignFact(campaign), tags: ['hearthscribe/campaign'] }, text);
}

const howItMerges = `## How this vault is updated

Write above or below the part of a note that Hearthscribe filled in: it begins and ends with a comment that you see in
editing mode.

- To update the vault, open Export in Hearthscribe, choose *Obsidian vault*, then *Update a vault*, and give it a zip of
  this folder. You get a zip with the same notes: our parts are updated, everything else is as you wrote it. Unpack it here.
- If you changed our part of a note, your version is kept below the new one, under “Your earlier version”.
- A plain new export doesn’t include what you wrote. If you unpack it over this folder, it replaces whole notes.
- File names stay the same: a session’s is based on its number, all others on their names. Use one folder for each campaign.
- Import in Hearthscribe reads our part of the session notes.`;
