import type { AnalysisResult, Missing } from './analysis-result.ts';
import type { DetailLevel } from './common.ts';
import type { NotesSection } from './notes.ts';

export type ResultPartKey = keyof Pick<
  AnalysisResult,
  | 'toConfirm'
  | 'shortSummary'
  | 'glance'
  | 'previouslyOn'
  | 'summary'
  | 'scenes'
  | 'memorableMoments'
  | 'npcs'
  | 'locations'
  | 'items'
  | 'factions'
  | 'quests'
  | 'openThreads'
  | 'decisions'
  | 'characterMoments'
  | 'combats'
>;

/** The sections that analyses write into notes; all others are the user's own. */
export type SectionKey = ResultPartKey | 'ownWords';

export interface CatalogueEntry {
  key: ResultPartKey;
  title: string;
  visibility: NotesSection['visibility'];
  levels: readonly DetailLevel[];
}

const both: readonly DetailLevel[] = ['brief', 'comprehensive'];
const comprehensive: readonly DetailLevel[] = ['comprehensive'];

/** In display, copy and export order; `partsInOrder` has it for one result. By default players only see what is read aloud to them. */
export const resultParts: readonly CatalogueEntry[] = [
  { key: 'toConfirm', title: 'Please check', visibility: 'gm', levels: comprehensive },
  { key: 'shortSummary', title: 'In short', visibility: 'gm', levels: both },
  { key: 'glance', title: 'At a glance', visibility: 'gm', levels: both },
  { key: 'previouslyOn', title: 'Previously on …', visibility: 'players', levels: comprehensive },
  { key: 'summary', title: 'The story', visibility: 'gm', levels: both },
  { key: 'scenes', title: 'Scenes', visibility: 'gm', levels: comprehensive },
  { key: 'memorableMoments', title: 'Memorable moments', visibility: 'gm', levels: both },
  { key: 'npcs', title: 'People', visibility: 'gm', levels: both },
  { key: 'locations', title: 'Places', visibility: 'gm', levels: both },
  { key: 'items', title: 'Items', visibility: 'gm', levels: both },
  { key: 'factions', title: 'Factions', visibility: 'gm', levels: both },
  { key: 'quests', title: 'Quests', visibility: 'gm', levels: comprehensive },
  { key: 'openThreads', title: 'Open threads', visibility: 'gm', levels: both },
  { key: 'decisions', title: 'Decisions', visibility: 'gm', levels: comprehensive },
  { key: 'characterMoments', title: 'Character moments', visibility: 'gm', levels: comprehensive },
  { key: 'combats', title: 'Fights', visibility: 'gm', levels: comprehensive },
];

const eveningTitles: Partial<Record<ResultPartKey, string>> = {
  summary: 'The evening in its own words',
  previouslyOn: 'Previously',
  glance: 'Index',
};

/** One sentence each on what the page could not find, and what would help. */
export const missingTexts: Record<Missing, { found: string; help: string }> = {
  voices: {
    found: 'We couldn’t tell the voices apart, so passages have no names.',
    help: 'Record each player on a separate track, or import a transcript with speakers.',
  },
  gameMaster: {
    found: 'We could not tell who the game master is, so we quote no titles for chapters, and no recap.',
    help: 'Say who the game master is under “Who is who”, then analyze again.',
  },
  game: {
    found: 'This sounds like a meeting, not like a game.',
    help: 'If it is a game, say who plays whom under “Who is who”, then analyze again.',
  },
  language: {
    found: 'This isn’t in English, so passages are picked only by how often words are used.',
    help: 'Names you add to the glossary are found in any language.',
  },
};

/** What happened comes first, what to check last; without a model the index stands before that. */
export function partsInOrder({
  kind,
  evening,
}: Pick<AnalysisResult, 'kind' | 'evening'>): readonly CatalogueEntry[] {
  if (evening === undefined) return resultParts;
  const last: ResultPartKey[] = kind === 'highlights' ? ['glance', 'toConfirm'] : ['toConfirm'];
  return [...resultParts].sort((a, b) => last.indexOf(a.key) - last.indexOf(b.key));
}

/** With where play stopped as its first line. */
const writtenTitles: Partial<Record<ResultPartKey, string>> = { openThreads: 'For next time' };

const highlightsTitles: Partial<Record<ResultPartKey, string>> = {
  summary: 'Scenes',
  previouslyOn: 'Previously',
  memorableMoments: 'Lines worth keeping',
};

export const peopleTitles = { met: 'Met', spokenOf: 'Mentioned, not met' } as const;

/** Otherwise the summary has the statements. */
export const scenesTell = ({ scenes }: Pick<AnalysisResult, 'scenes'>): boolean =>
  scenes.some(({ description, keyEvents }) => description !== '' || keyEvents.length > 0);

/** “Please check” is for the game master in the app: it is not copied, exported or posted. */
export const withoutQuestions = <Section extends { key: string }>(sections: readonly Section[]): Section[] =>
  sections.filter(({ key }) => key !== 'toConfirm');

/** What the parts are called in notes of either kind. */
export const titlesOf = ({ key, title }: CatalogueEntry): string[] => [
  title,
  highlightsTitles[key] ?? title,
  eveningTitles[key] ?? title,
  writtenTitles[key] ?? title,
];

/** Highlights of earlier versions have a summary beside their scenes. */
export function partTitle(
  part: CatalogueEntry,
  result: Pick<AnalysisResult, 'kind' | 'scenes' | 'evening'>,
): string {
  const hasNoScenes = result.scenes.length === 0 || scenesTell(result);
  const titles = result.kind === 'highlights' ? eveningTitles : writtenTitles;
  const own = result.evening === undefined ? undefined : titles[part.key];
  if (own !== undefined) return own;
  if (result.kind !== 'highlights' || (part.key === 'summary' && hasNoScenes)) return part.title;
  return highlightsTitles[part.key] ?? part.title;
}

export const highlightsLabel =
  'Highlights: word for word from the table, picked by rules, without a language model. They may miss things that happened.';

/** The same beside the word “Highlights”, in one line of a phone. */
export const highlightsHow = 'Word for word, by rules, without a language model.';

type Bodies = readonly { body: string }[];

const labelOfAnyVersion = /^\*Highlights: .+\*$\s*/m;

const isLabelled = (sections: Bodies): boolean => sections.some(({ body }) => labelOfAnyVersion.test(body));

export const withoutLabel = (body: string): string => body.replace(labelOfAnyVersion, '');

/** Whether none of the sections that readers see has the label, but a hidden one does. */
export const losesLabel = (all: Bodies, seen: Bodies): boolean =>
  seen.length > 0 && isLabelled(all) && !isLabelled(seen);

export const hasPart = (level: DetailLevel, part: ResultPartKey): boolean =>
  resultParts.some(({ key, levels }) => key === part && levels.includes(level));

export const itemsOf = <Item>(level: DetailLevel, part: ResultPartKey, find: () => Item[]): Item[] =>
  hasPart(level, part) ? find() : [];
