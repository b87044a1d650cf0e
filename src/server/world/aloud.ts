import type { Evening } from '#contract/analysis-result.ts';
import { sentencesOf } from '#contract/sentences.ts';
import { aloudLengths, type Story, type StorySession, type StoryStatement } from '#contract/story.ts';
import { previously, WORDS_PER_SECOND, wordsIn } from '#server/campaigns/story.ts';
import { isOfTheGame, narratorOf } from './said.ts';
import type { SourceSession } from './sources.ts';

const quotation = /^([^:“”\n]{1,60}): “([\s\S]+)”$/u;
/** What it leans on was said before. */
const leaning =
  /^(?:he|she|it|from|like|both|just|they|that|this|those|these|which|and|but|so|or|him|her|because|then|also|yeah|yes|no|okay|all right)\b/iu;
/** A question to the players, a sentence broken off, or somebody for whom the game master speaks. */
const ofTheMoment = /[?]|--|\b(?:all right|okay)\b|\b(?:I|I['’]\p{L}+|me|my|we|our)\b/iu;
/** A recap of the evening before, at the start. */
const recapping =
  /\b(?:you(?: all| guys)?|the party|they|we) (?:briefly |then |also |had |just )?(?:had|were|ran|went|made|found|fought|met|left|came|managed|decided|arrived|returned|headed|\p{L}{3,}ed)\b/iu;
const RECAP_SHARE = 0.1;
/** Of the time, where there are earlier evenings. */
const LAST_SHARE = 2 / 3;
const FEWEST_WORDS = 10;
const FEWEST_IN_FIRST = 5;
const FROM_EARLIER = 2;

interface Aloud extends StoryStatement {
  chapter: number;
  isNarrated: boolean;
  rank: number;
}

/** What a transcript notes of the sound is not read aloud; quotation marks within are those of a page. */
const spoken = (text: string): string =>
  text
    .replace(/\s*\([^()]{1,60}\)/gu, '')
    .replace(/‘([^‘’]*(?:’(?=\p{L})[^‘’]*)*)’/gu, '“$1”')
    .replace(/\s{2,}/gu, ' ')
    .trim();

/** Quotes of an evening as somebody would read them: what the game master narrated; only where that is unknown, lines of the others. */
function scenesOf(session: SourceSession, { long }: StorySession, hasPlaces: boolean): Aloud[] | null {
  const quotes = long.map(({ text, place }) => ({ place, said: quotation.exec(text) }));
  if (quotes.filter(({ said }) => said !== null).length * 2 < quotes.length) return null;
  const result = session.results.find(({ evening }) => evening !== null);
  const evening: Pick<Evening, 'chapters' | 'passages'> | null = result?.evening ?? null;
  const narrator = result === undefined ? null : narratorOf(result);
  const endMs = evening?.chapters.at(-1)?.endMs ?? 0;
  const read = quotes.flatMap(({ place, said }): Aloud[] => {
    const text = spoken(said?.[2] ?? '');
    const passage =
      evening?.passages.find(
        ({ evidence, text: words }) =>
          evidence.segmentIds[0] === place?.lineId && words.startsWith((said?.[2] ?? '').slice(0, 12)),
      ) ?? evening?.passages.find(({ evidence }) => evidence.segmentIds[0] === place?.lineId);
    if (said === null || wordsIn(text) < FEWEST_WORDS || !isOfTheGame(text) || leaning.test(text)) return [];
    const chapter = passage?.chapter ?? -1;
    const isNarrated = passage !== undefined && passage.speakerId !== null && passage.speakerId === narrator;
    const where = hasPlaces ? (evening?.chapters[chapter]?.place ?? null) : null;
    // A character, where the label has both.
    const who = (said[1] ?? '').replace(/ \([^()]+\)$/u, '');
    const verb = /\?$/u.test(text) ? 'asked' : 'said';
    const own = text.replace(/“[^“”]*”|"[^"]*"/gu, '');
    const isRecap = (passage?.startMs ?? 0) < endMs * RECAP_SHARE && recapping.test(own);
    const [first = ''] = sentencesOf(text);
    if (isNarrated && (isRecap || ofTheMoment.test(own) || wordsIn(first) < FEWEST_IN_FIRST)) return [];
    const words = isNarrated
      ? text
      : `${where === null ? '' : `At ${where}, `}${who} ${verb}: “${text.replace(/“([^“”]*)”/gu, '‘$1’')}”`;
    return [{ text: words, place, chapter, isNarrated, rank: passage?.rank ?? Number.MAX_SAFE_INTEGER }];
  });
  const narrated = read.filter((one) => one.isNarrated);
  const told = narrated.length > 0 ? narrated : read;
  return told.filter((one) => !told.some((other) => other.chapter === one.chapter && other.rank < one.rank));
}

/** The best that fit, in their order; the last is how it ended. */
function fitting(scenes: readonly Aloud[], words: number): { chosen: Aloud[]; left: number } {
  const end = scenes.findLast(({ isNarrated }) => isNarrated) ?? scenes.at(-1);
  const chosen = new Set<Aloud>();
  let left = words;
  const inOrder = [...scenes].sort((one, other) => one.rank - other.rank);
  for (const scene of end === undefined ? [] : [end, ...inOrder]) {
    const own = wordsIn(scene.text);
    if (own > left || chosen.has(scene)) continue;
    left -= own;
    chosen.add(scene);
  }
  return { chosen: scenes.filter((scene) => chosen.has(scene)), left };
}

const begins = (start: string, [first, ...rest]: readonly StoryStatement[]): StoryStatement[] =>
  first === undefined ? [] : [{ ...first, text: `${start}${first.text}` }, ...rest];

const plain = ({ text, place }: StoryStatement): StoryStatement => ({ text, place });

/**
 * To read aloud at the start of the next evening: notes as they are written; quotes of an evening as scenes.
 * @param hasPlaces whether its readers may know where each scene was
 */
export function aloudOf(
  sessions: readonly SourceSession[],
  stories: readonly StorySession[],
  hasPlaces: boolean,
): Story['previously'] {
  const found = new Map(sessions.map((session) => [session.id, session]));
  const readable = stories.map((story) => {
    const session = found.get(story.sessionId);
    return { story, session, scenes: session === undefined ? null : scenesOf(session, story, hasPlaces) };
  });
  const last = readable.at(-1);
  const isLast = last !== undefined && last.story.sessionId === sessions.at(-1)?.id;
  const opening = isLast ? 'Last time: ' : `In “${last?.session?.title ?? ''}”: `;
  return aloudLengths.map((seconds) => {
    const scenes = last?.scenes ?? null;
    if (scenes === null || scenes.length === 0) {
      const written = previously(stories, seconds);
      return { seconds, statements: isLast ? written : begins(opening, written) };
    }
    const words = Math.round(seconds * WORDS_PER_SECOND);
    const isLong = seconds > aloudLengths[0] && readable.length > 1;
    const own = fitting(scenes, Math.round(words * (isLong ? LAST_SHARE : 1)) - wordsIn(opening));
    const statements = begins(opening, own.chosen.map(plain));
    let left = words - statements.reduce((sum, { text }) => sum + wordsIn(text), 0);
    for (const { story, session, scenes: those } of isLong ? readable.slice(0, -1).toReversed() : []) {
      const start = `Earlier, in “${session?.title ?? ''}”: `;
      const best = [...(those ?? [])].sort((one, other) => one.rank - other.rank).slice(0, FROM_EARLIER);
      const told =
        those === null
          ? story.short
          : fitting(
              best.sort((one, other) => those.indexOf(one) - those.indexOf(other)),
              left - wordsIn(start),
            ).chosen;
      const group = begins(start, told.map(plain));
      const size = group.reduce((sum, { text }) => sum + wordsIn(text), 0);
      if (group.length === 0 || size > left) break;
      left -= size;
      statements.unshift(...group);
    }
    return { seconds, statements };
  });
}
