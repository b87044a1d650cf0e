import type { Line, Scene } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { placeIn } from '#contract/place-in.ts';
import { distinct } from './gather.ts';
import { storyPrompt } from './prompts.ts';
import { Written } from './schema.ts';
import { TOKENS_OF_LOOK } from './second-look.ts';
import { estimatedTokens } from './transport.ts';
import { eventClaims, eventsWithin, spread, type Writer } from './writer.ts';

/** Words of the story for a thousand spoken words. */
const WORDS_PER_THOUSAND: Record<DetailLevel, number> = { brief: 12, comprehensive: 30 };
const LEAST_WORDS: Record<DetailLevel, number> = { brief: 60, comprehensive: 120 };
const MOST_WORDS: Record<DetailLevel, number> = { brief: 500, comprehensive: 2400 };
const TOKENS_PER_WORD = 2.2;
/** A story of more tokens, and longer than it was asked for, ends there; what happened after that tells itself. */
const LEAST_TOKENS = 800;
/** Of the events, behind the last that the story tells: more were left out. */
const UNTOLD = 0.1;
const MOST_EVENTS = 400;
const MOST_CALLS = 3;
/** Words of an average event, where the story lists events. */
const WORDS_OF_EVENT = 22;

export interface Story {
  markdown: string;
  lines: Line[];
  scenes: Scene[];
}

interface Paragraph {
  heading: string | null;
  place: string | null;
  lines: Line[];
}

/** How many words the story of a session has. */
const storyWords = (level: DetailLevel, spokenWords: number): number =>
  Math.round(
    Math.min(
      MOST_WORDS[level],
      Math.max(LEAST_WORDS[level], (spokenWords / 1000) * WORDS_PER_THOUSAND[level]),
    ),
  );

/** Writes the story in one to three calls (saved as `story:N`). Where the service fails, the story lists the events. */
export async function tellStory(writer: Writer, events: readonly Line[], step: () => void): Promise<Story> {
  const { request, prepared, connection } = writer;
  const { budget } = connection;
  const words = storyWords(request.detailLevel, prepared.speech.wordCount);
  const tokens = estimatedTokens(events.map(({ text }) => text).join('\n')) + 5 * events.length;
  const calls = Math.min(
    MOST_CALLS,
    events.length,
    Math.ceil(
      Math.max(tokens / budget.materialTokens, (words * TOKENS_PER_WORD) / (budget.answerTokens * 0.8)),
    ),
  );
  const paragraphs: Paragraph[] = [];
  for (let call = 0; call < calls; call += 1) {
    const part = events.slice(
      Math.floor((call * events.length) / calls),
      Math.floor(((call + 1) * events.length) / calls),
    );
    const room = (writer.left - TOKENS_OF_LOOK) / (calls - call);
    paragraphs.push(...(await tellPart(writer, part, { words: Math.round(words / calls), room, call })));
    step();
  }
  return assembled(writer, paragraphs);
}

async function tellPart(
  writer: Writer,
  part: readonly Line[],
  { words, room, call }: { words: number; room: number; call: number },
): Promise<Paragraph[]> {
  const { request, prepared, ground, connection } = writer;
  const { budget } = connection;
  let events: Line[] = [];
  const written = await writer.ask(
    `story:${call}`,
    Written,
    (share) => {
      events = eventsWithin(part, budget, MOST_EVENTS, share);
      return storyPrompt(request, prepared, budget, events, words);
    },
    Math.min(Math.max(LEAST_TOKENS, Math.round(words * TOKENS_PER_WORD)), room),
  );
  const paragraphs = (written?.paragraphs ?? [])
    .map(({ heading, place, sentences }) => ({
      heading: ground.title(heading) ?? null,
      place: ground.title(place) ?? null,
      lines: ground.lines(eventClaims(sentences, events)),
    }))
    .filter(({ lines }) => lines.length > 0);
  const cited = (written?.paragraphs ?? []).flatMap(({ sentences }) =>
    sentences.flatMap((each) => each.events),
  );
  const retold = (untold: readonly Line[]): Paragraph => {
    const share = untold.length / Math.max(1, part.length);
    const most = Math.max(3, Math.round((words * share) / WORDS_OF_EVENT));
    return { heading: null, place: null, lines: spread(untold, most) };
  };
  if (paragraphs.length === 0) return [retold(part)];
  const untold = events.slice(Math.max(0, ...cited));
  return untold.length <= events.length * UNTOLD ? paragraphs : [...paragraphs, retold(untold)];
}

function assembled({ ground }: Writer, paragraphs: readonly Paragraph[]): Story {
  const once = new Set(
    distinct(
      paragraphs.flatMap(({ lines }) => lines),
      ({ text }) => text,
    ),
  );
  const told = paragraphs
    .map((paragraph) => ({ ...paragraph, lines: paragraph.lines.filter((line) => once.has(line)) }))
    .filter(({ lines }) => lines.length > 0);
  const scenes: Scene[] = [];
  for (const [at, { heading, place, lines }] of told.entries()) {
    if (heading === null) continue;
    const next = told.findIndex((paragraph, other) => other > at && paragraph.heading !== null);
    const all = [
      lines,
      ...told.slice(at + 1, next < 0 ? undefined : next).map((paragraph) => paragraph.lines),
    ].flat();
    const turns = all.flatMap(({ evidence }) =>
      evidence.segmentIds.flatMap((id) => ground.index.indexOf(id) ?? []),
    );
    const evidence = ground.index.evidence([Math.min(...turns), Math.max(...turns)]);
    if (evidence !== null)
      scenes.push({ title: heading, description: '', lines: [], keyEvents: [], location: place, evidence });
  }
  return { markdown: storyMarkdown(told), lines: told.flatMap(({ lines }) => lines), scenes };
}

const storyMarkdown = (paragraphs: readonly Paragraph[]): string =>
  paragraphs
    .map(({ heading, lines }) =>
      [heading === null ? null : `### ${heading}`, lines.map(({ text }) => text).join(' ')]
        .filter((text) => text !== null)
        .join('\n\n'),
    )
    .join('\n\n');

/** The story without some of its sentences, and without headings that have none left. */
export function withoutLines(markdown: string, removed: readonly Line[]): string {
  let text = markdown;
  for (const line of removed) {
    const at = placeIn(text, line.text);
    if (at >= 0) text = `${text.slice(0, at).replace(/ $/, '')}${text.slice(at + line.text.length)}`;
  }
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(
      (paragraph, at, all) => paragraph !== '' && !(isHeading(paragraph) && isHeading(all[at + 1] ?? '### ')),
    )
    .join('\n\n');
}

const isHeading = (paragraph: string): boolean => paragraph === '' || paragraph.startsWith('### ');
