import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NotesRequest } from '../port.ts';
import type { Prepared } from '../reading/prepare.ts';
import { trusted } from '../reading/titles.ts';
import type { Budget } from './budget.ts';
import { type Chunk, harmless, turnsText } from './chunks.ts';
import { SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';

export const promptNames = ['house', 'part', 'scene', 'overview'] as const;
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
  const heard = prepared.names.all
    .filter((name) => trusted(name, 3) && !name.known)
    .slice(0, 60)
    .map((name) => name.name);
  const master = prepared.zones.gameMasterId && prepared.labels.get(prepared.zones.gameMasterId);
  const lines: string[] = [];
  const add = (line: string) => {
    const tokens = estimatedTokens(line) + 1;
    if (line === '' || tokens > left) return;
    left -= tokens;
    lines.push(line);
  };
  const addList = (intro: string, entries: string[], separator: string, share: number) => {
    const room = Math.floor(left * share);
    let line = '';
    for (const entry of entries.map(harmless)) {
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
  const story = cutToTokens(harmless(campaign.storySoFar ?? ''), left - 30);
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

export function extractionPrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  chunk: Pick<Chunk, 'from' | 'to' | 'characters' | 'contextFrom' | 'wordCount'>,
) {
  const earlier =
    chunk.contextFrom < chunk.from
      ? turnsText(request.transcript, { from: chunk.contextFrom, to: chunk.from, characters: null })
      : '';
  const most = Math.min(60, Math.max(10, Math.round(chunk.wordCount / 140)));
  return {
    system: house(request, budget),
    user: filled('part', {
      knowledge: knowledge(request, prepared, budget),
      before: earlier && `Just before (context only):\n<transcript>\n${earlier}\n</transcript>\n`,
      turns: turnsText(request.transcript, chunk),
      eventCount: `${Math.round(most * 0.4)} to ${most}`,
      shape: SHAPES.found,
    }),
  };
}

export const eventsText = (events: { text: string; ids: string[] }[]): string =>
  events.map((event) => `[${event.ids.slice(0, 4).join(', ')}] ${harmless(event.text)}`).join('\n');

export function scenePrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  events: { text: string; ids: string[] }[],
) {
  return {
    system: house(request, budget),
    user: filled('scene', {
      knowledge: knowledge(request, prepared, budget),
      events: eventsText(events),
      shape: SHAPES.scene,
    }),
  };
}

export function overviewPrompt(
  request: NotesRequest,
  prepared: Prepared,
  budget: Budget,
  events: { text: string; ids: string[] }[],
) {
  const styles = cutTo(harmless((request.campaign.recapStyles ?? []).join('; ')), MOST_STYLES);
  return {
    system: house(request, budget),
    user: filled('overview', {
      knowledge: knowledge(request, prepared, budget),
      events: eventsText(events),
      sentenceCount: request.detailLevel === 'brief' ? '8 to 14' : '15 to 35',
      style: styles
        ? `The game master likes recaps in this style, which changes how previouslyOn is told, not what: ${styles}`
        : '',
      shape: SHAPES.overview,
    }),
  };
}
