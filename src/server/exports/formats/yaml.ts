import { stringify } from 'yaml';
import type { FileSection, FileSession } from '#contract/notes-file.ts';
import { dayOf, headingOf, type NotesDocument, readableSections } from './document.ts';
import { namedItems } from './named-items.ts';

/** One session is a mapping, several are under `sessions`. */
export function renderYaml(document: NotesDocument): string {
  const sessions = document.sessions.map((session) => sessionMapping(session, document));
  const { campaign } = document;
  const content =
    sessions.length === 1
      ? { ...sessions[0], ...(campaign === null ? {} : { campaign: campaign.title }) }
      : { ...(campaign === null ? {} : { title: campaign.title }), sessions };
  return stringify(content, { lineWidth: 100 });
}

const structured: readonly string[] = [
  'summary',
  'shortSummary',
  'npcs',
  'locations',
  'items',
  'memorableMoments',
  'scenes',
];

function sessionMapping(session: FileSession, document: NotesDocument) {
  const sections = readableSections(session, document);
  const bodyOf = (key: string) => sections.find((section) => section.key === key)?.body ?? '';
  const entries = (section: Pick<FileSection, 'body'> | undefined) =>
    namedItems(section?.body ?? '').map(({ name, status, description }) => ({
      ...(name === null ? {} : { name }),
      ...(status === null ? {} : { status }),
      description,
    }));
  const entriesOf = (key: string) => entries(sections.find((section) => section.key === key));
  const isSpells = ({ title }: FileSection) => /^spells$/i.test(title.trim());
  const others = sections.filter((section) => !structured.includes(section.key) && !isSpells(section));
  return {
    title: session.title,
    playedAt: session.playedAt === null ? null : dayOf(session.playedAt),
    summary: bodyOf('summary'),
    short_summary: bodyOf('shortSummary'),
    npcs: entriesOf('npcs'),
    locations: entriesOf('locations'),
    items: entriesOf('items'),
    spells: entries(sections.find(isSpells)),
    memorable_moments: namedItems(bodyOf('memorableMoments')).map(({ name, description }) =>
      name === null ? description : `${name}: ${description}`,
    ),
    scenes: namedItems(bodyOf('scenes')).map(({ name, description }) => ({ title: name ?? '', description })),
    ...(others.length === 0
      ? {}
      : { sections: others.map((section) => ({ title: headingOf(section), text: section.body })) }),
  };
}
