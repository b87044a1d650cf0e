import { sentencesOf } from '#contract/sentences.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import type { SourceResult } from './sources.ts';

const LONGEST = 280;
/** Of the passages of an evening, if its titles do not say whose words they are. */
const MOST_OF_THEM = 0.6;
const atTheTable =
  /\b(?:tonight|next (?:week|time|episode|session|game)|episode|session|natural (?:20|twenty|one|1)|roll\w*|initiative|damage|hit points|ability card|spell slot|bonus action|the break|thank you (?:all|guys|so much)|good night|end (?:it|things|the game|the session)?\s?(?:here|there|on)|going to (?:go ahead|end)|Q ?(?:and|&) ?A|cheering|applause|cheers)\b/iu;
const speaking =
  'says|asks|goes|replies|answers|tells|whispers|shouts|yells|mutters|nods|smiles|grins|looks|turns|leans|laughs|sighs|pipes|speaks|calls|explains|continues|responds';
const wish =
  /\b(?:needs?|wants?|wish|help|bring|find|return|promised?|must|offers?|owes?|pay|reward|looking for|if you|would you|could you|have to|ask you|beware|careful|danger\w*)\b/iu;
/** Only in so many words: of “we’ll bring it” and the like, a reader found none of seven that was a promise still open. */
const promise =
  /\b(?:(?:you have|give you|you['’]ve got) (?:my|our) (?:word|oath)|(?:I|we)(?: will| do|['’]ll)? (?:promise|swear) (?:you|that|to|we|I)\b|(?:we|I) owe (?:you|him|her|them)\b)/iu;
/** “We owe you” alone says nothing a month later. */
const FEWEST_IN_PROMISE = 6;
const unsure = /\b(?:if|maybe|might|perhaps|unless|could|should|or)\b|\?/iu;

/** As PostgreSQL reads it: lines that may have a promise. */
export const mayPromise = '\\m(?:word|oath|promise|swear|owe)\\M';

/** Whose voice narrates: of whose words the chapters are titled, else who said most of what was picked. */
export function narratorOf({ evening }: Pick<SourceResult, 'evening'>): string | null {
  if (evening === null) return null;
  const titled = new Set(evening.chapters.flatMap(({ title }) => title?.evidence.segmentIds ?? []));
  const counts = new Map<string, number>();
  const voices = (those: typeof evening.passages) => those.flatMap(({ speakerId }) => speakerId ?? []);
  const near = voices(
    evening.passages.filter(({ evidence }) => evidence.segmentIds.some((id) => titled.has(id))),
  );
  const all = near.length > 0 ? near : voices(evening.passages);
  for (const id of all) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= all.length * MOST_OF_THEM ? most[0] : null;
}

/** Whether it is of the game, not of the people who play it. */
export const isOfTheGame = (text: string): boolean => !atTheTable.test(text);

/** Its sentences of the game, without the farewell at its end. */
export const playIn = (text: string): string =>
  sentencesOf(text.slice(0, 4000)).filter(isOfTheGame).join(' ');

const isBalanced = (text: string): boolean => (text.match(/"/gu)?.length ?? 0) % 2 === 0;

/** Sentences from this one on, as many as a line has room for, with quotations that are closed. */
function from(sentences: readonly string[], start: number): string | null {
  let best: string | null = null;
  let text = '';
  for (const sentence of sentences.slice(start)) {
    text = text === '' ? sentence : `${text} ${sentence}`;
    if (text.length > LONGEST) break;
    if (isBalanced(text)) best = text;
  }
  return best;
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

export interface Excerpt {
  text: string;
  /** How much it says of the person. */
  worth: number;
}

/** What a line says of a name: whole sentences. Null: nothing that can be read alone. */
export function excerptOf(line: string, forms: readonly string[]): Excerpt | null {
  const sentences = sentencesOf(line.slice(0, 8000));
  const name = `(?:${forms.map(escaped).join('|')})`;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'iu');
  const acts = new RegExp(`${name}(?:,? \\p{L}+){0,2} (?:${speaking})\\b`, 'iu');
  let best: Excerpt | null = null;
  sentences.forEach((sentence, at) => {
    if (!named.test(sentence)) return;
    const text = from(sentences, at);
    if (text === null || !isOfTheGame(text) || wordsIn(text) < 6) return;
    const speaks = acts.test(sentence) && /["“]/u.test(text);
    const worth = (speaks ? 4 : 0) + (wish.test(text) ? 2 : 0) + (acts.test(sentence) ? 1 : 0);
    if (best === null || worth > best.worth) best = { text, worth };
  });
  return best;
}

/** The game master spoke as them. */
export const SPOKE = 4;

/** Sentences in which somebody may promise something. It claims nothing but what was said. */
export function promisesIn(line: string): string[] {
  const sentences = sentencesOf(line.slice(0, 8000));
  return sentences.flatMap((sentence, at) => {
    if (
      wordsIn(sentence) < FEWEST_IN_PROMISE ||
      !promise.test(sentence) ||
      unsure.test(sentence) ||
      !isOfTheGame(sentence)
    )
      return [];
    const before = sentences[at - 1];
    const text = before === undefined || !isOfTheGame(before) ? sentence : `${before} ${sentence}`;
    return text.length <= LONGEST && isBalanced(text) ? text : sentence.length <= LONGEST ? sentence : [];
  });
}
