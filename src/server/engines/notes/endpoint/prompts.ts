import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Line } from '#contract/analysis-result.ts';
import { sentencesOf } from '#contract/sentences.ts';
import type { NotesRequest } from '../port.ts';
import type { Prepared } from '../reading/prepare.ts';
import { trusted } from '../reading/titles.ts';
import { addressesModel, notAddressed } from './addressed.ts';
import type { Budget } from './budget.ts';
import { type Chunk, harmless, turnsText } from './chunks.ts';
import { SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';

export const promptNames = [
  'house',
  'part',
  'closing',
  'story',
  'look',
  'change',
  'recap',
  'answer',
] as const;
type PromptName = (typeof promptNames)[number];

const texts = new Map<PromptName, string>();

/** One pass, so that inserted text cannot insert more. Drops empty lines. */
export function filled(name: PromptName, values: Readonly<Record<string, string>>): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(join(import.meta.dirname, 'prompts', `${name}.md`), 'utf8').trim();
    texts.set(name, text);
  }
  return text
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`The prompt ${name} has no value for ${key}.`);
      return value;
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const MOST_INSTRUCTIONS = 2000;
const MOST_STYLES = 400;

function house(request: NotesRequest, budget: Budget): string {
  const language = request.language ?? request.transcript.language;
  const wishes = cutTo(harmless(request.campaign.instructions ?? ''), MOST_INSTRUCTIONS);
  return filled('house', {
    language: language
      ? `Write in the language "${language}"; quotations stay as spoken.`
      : "Write in the transcript's own language.",
    instructions: wishes
      ? `The game master asks: ${cutToTokens(wishes, Math.floor(budget.knowledgeTokens / 2))}`
      : '',
  }).replace(/\n\n/g, '\n');
}

/** What every question about notes that are there begins with. */
export const houseOfNotes = (language: string | null): string =>
  filled('house', {
    language: language ? `Write in the language "${language}".` : "Write in the notes' own language.",
    instructions: '',
  });

/** What is known about the campaign, the most useful first, within the budget. */
export function knowledge(request: NotesRequest, prepared: Prepared, budget: Budget): string {
  const { campaign } = request;
  const spent = estimatedTokens((campaign.instructions ?? '').slice(0, MOST_INSTRUCTIONS));
  let left = budget.knowledgeTokens - Math.min(spent, Math.floor(budget.knowledgeTokens / 2));
  const characters = campaign.playerCharacters.map(
    ({ name, playedBy }) => `${name}${playedBy ? ` (played by ${playedBy})` : ''}`,
  );
  const guessed = prepared.guessedCast.map(
    (guess) => `${guess.character} (probably played by ${prepared.labels.get(guess.speakerId) ?? 'unknown'})`,
  );
  const glossary = campaign.names.map(
    ({ term, heardAs, aliases = [] }) =>
      `${term}${aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''}${heardAs.length > 0 ? ` (heard as ${heardAs.join(', ')})` : ''}`,
  );
  const { entries = [], openThreads = [] } = campaign.earlier ?? {};
  const spelled = new Set(campaign.names.map(({ term }) => term));
  const said = new Set(prepared.names.all.map(({ name }) => name));
  // Those who are heard again come first.
  const remembered = [...entries]
    .filter(({ name, description }) => description !== '' || !spelled.has(name))
    .sort((one, other) => Number(said.has(other.name)) - Number(said.has(one.name)))
    .map(
      ({ name, aliases, description }) =>
        `${name}${aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''}${description && `: ${description}`}`,
    );
  const heard = prepared.names.all
    .filter((name) => trusted(name, 3) && !name.known && !name.remembered)
    .slice(0, 60)
    .map((name) => name.name);
  const master = prepared.zones.gameMasterId && prepared.labels.get(prepared.zones.gameMasterId);
  const lines: string[] = [];
  const add = (line: string) => {
    const tokens = estimatedTokens(line) + 1;
    if (line === '' || tokens > left || addressesModel(line)) return;
    left -= tokens;
    lines.push(line);
  };
  const addList = (intro: string, entries: string[], separator: string, share: number) => {
    const room = Math.floor(left * share);
    let line = '';
    for (const entry of entries.filter((each) => !addressesModel(each)).map(harmless)) {
      const next = line === '' ? `${intro}${entry}` : `${line}${separator}${entry}`;
      if (estimatedTokens(next) + 2 > room) break;
      line = next;
    }
    add(line && `${line}.`);
  };
  add(campaign.title ? `Campaign: ${harmless(campaign.title)}.` : '');
  add(campaign.system ? `Rules: ${harmless(campaign.system)}.` : '');
  add(campaign.setting ? `Setting: ${harmless(campaign.setting)}.` : '');
  add(campaign.genre ? `Genre: ${harmless(campaign.genre)}.` : '');
  add(master ? `Game master: ${harmless(master)}.` : '');
  addList('Player characters: ', [...characters, ...guessed], '; ', 0.5);
  addList('Spell these names so: ', glossary, '; ', 0.6);
  addList('Names heard in this session: ', heard, ', ', 0.5);
  addList('From earlier sessions, for names and context only: ', remembered, '; ', 0.4);
  addList('Still open before this session: ', openThreads, '; ', 0.3);
  const told = (campaign.storySoFar ?? '').split('\n').flatMap(sentencesOf);
  const story = cutToTokens(harmless(notAddressed(told).join(' ')), left - 30);
  if (story) lines.push(`The last session, for names and context only:\n<earlier>\n${story}\n</earlier>`);
  return lines.join('\n');
}

const cutTo = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', most)));

function cutToTokens(text: string, most: number): string {
  if (most <= 0) return '';
  let cut = text;
  while (estimatedTokens(cut) > most) cut = cutTo(cut, Math.floor(cut.length * 0.9));
  return cut;
}

const RECAP_TOKENS = 450;
/** Characters of what the parts say of a name. */
export const MOST_OF_NAME = 240;

/** What the game master tells of earlier sessions. The model needs its names; it is no part of this session. */
function recapText({ speech, zones }: Prepared): string {
  const said = speech.sentences.filter(({ index }) => zones.zones[index] === 'recap').map(({ text }) => text);
  const recap = cutToTokens(harmless(said.join(' ')), RECAP_TOKENS);
  return recap && `Told of earlier sessions (context only):\n<earlier>\n${recap}\n</earlier>\n`;
}

/** @param request its transcript has only the words that the model may read: those of play */
export function extractionPrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  chunk: Pick<Chunk, 'index' | 'from' | 'to' | 'characters' | 'contextFrom' | 'wordCount'>,
) {
  const earlier =
    chunk.contextFrom < chunk.from
      ? turnsText(request.transcript, { from: chunk.contextFrom, to: chunk.from, characters: null })
      : '';
  const most = (of: number, least: number) => Math.max(least, Math.round(chunk.wordCount / of));
  const events = `events (${most(450, 6)} to ${most(250, 10)})`;
  const named = `names of the story, each once, the ${most(600, 5)} that matter most (people, creatures, gods, places, things, groups)`;
  return {
    system: house(request, budget),
    user: filled('part', {
      knowledge: knowledge(request, prepared, budget),
      before:
        (chunk.index === 0 ? recapText(prepared) : '') +
        (earlier && `Just before (context only):\n<transcript>\n${earlier}\n</transcript>\n`),
      turns: turnsText(request.transcript, chunk),
      wanted:
        request.detailLevel === 'brief'
          ? `${events}, ${named}, up to 2 quotes worth keeping (word for word), and questions left open`
          : `${events}, ${named}, up to 3 quotes worth keeping (word for word), quests, questions left open, decisions of the party, up to ${most(3000, 2)} moments that show a character, and fights`,
      shape: SHAPES[request.detailLevel],
    }),
  };
}

/** As `e12: words`. */
export const numbered = (prefix: string, texts: readonly string[]): string =>
  texts.map((text, at) => `${prefix}${at + 1}: ${harmless(text)}`).join('\n');

export interface Lists {
  events: readonly Line[];
  names: readonly { name: string; kind: string; descriptions: readonly string[] }[];
  threads: readonly Line[];
  quests: readonly { name: string; status: string; text: string }[];
}

export function closingPrompt(request: NotesRequest, prepared: Prepared, budget: Budget, lists: Lists) {
  const styles = cutTo(harmless((request.campaign.recapStyles ?? []).join('; ')), MOST_STYLES);
  const isBrief = request.detailLevel === 'brief';
  const orNone = (text: string) => text || '(none)';
  return {
    system: house(request, budget),
    user: filled('closing', {
      knowledge: knowledge(request, prepared, budget),
      events: numbered(
        'e',
        lists.events.map(({ text }) => text),
      ),
      names: orNone(
        numbered(
          'n',
          lists.names.map(
            ({ name, kind, descriptions }) =>
              `${name} (${kind}): ${cutTo(descriptions.join(' / '), MOST_OF_NAME)}`,
          ),
        ),
      ),
      threads: orNone(
        numbered(
          't',
          lists.threads.map(({ text }) => text),
        ),
      ),
      quests: orNone(
        numbered(
          'q',
          lists.quests.map(({ name, status, text }) => `${name} (${status}): ${text}`),
        ),
      ),
      recap: isBrief
        ? 'previouslyOn: an empty list. '
        : 'previouslyOn: 4 to 8 sentences to be read aloud to the players before the next session; the last of them say what they have to act on: what they took on, who waits for them, what threatens them. ',
      style:
        styles && !isBrief
          ? `The game master likes recaps in this style, which changes how previouslyOn is told, not what: ${styles}`
          : '',
      shape: SHAPES.closing,
    }),
  };
}

export function storyPrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  events: readonly Line[],
  wordCount: number,
) {
  return {
    system: house(request, budget),
    user: filled('story', {
      knowledge: knowledge(request, prepared, budget),
      events: numbered(
        'e',
        events.map(({ text }) => text),
      ),
      wordCount: String(wordCount),
      shape: SHAPES.story,
    }),
  };
}

export function lookPrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  statements: readonly { text: string; turns: string }[],
) {
  return {
    system: house(request, budget),
    user: filled('look', {
      knowledge: knowledge(request, prepared, budget),
      statements: statements
        .map(({ text, turns }, at) => `c${at + 1}: ${harmless(text)}\n${turns}`)
        .join('\n\n'),
      shape: SHAPES.look,
    }),
  };
}
