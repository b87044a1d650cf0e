import type { Sentence } from './text.ts';
import { HOUSEKEEPING, PAST, PRESENT } from './vocabulary.ts';

type Spoken = Pick<Sentence, 'index' | 'speakerId' | 'text'>;

export interface Told<Each> {
  text: string;
  /** Those that the text is from: more than one where somebody spoke in between. */
  sentences: Each[];
}

const STAGE_DIRECTION = /\([^)]*\)/g;
const QUOTATION = /["“][^"”]*["”]?/g;
const ENDED = /[.!?…]["”’')]*$/;
const LETTER = /\p{L}$/u;
const BROKEN_OFF = /[-–—]+\s*$/;
const GOES_ON = /^[-–—\s]+/;
const QUESTION = /\?[’')]*$/;
const SELF = /\b(?:I|I['’]\w+|me|my|[Ll]et['’]s)\b/;
const TABLE =
  /\b(?:we|we['’]\w+|us|our|thank|thanks|sorry|welcome|the rules|tonight|you (?:guys )?(?:are|will be|can go) (?:up )?first|back to this)\b/i;
const CLOSING = /\b(?:where|as|last(?: time)?) we (?:last |had )?left off\b/i;
const INTRODUCTION =
  /\bup to speed\b|\b(?:get|getting|bring|bringing) \w+ caught up\b|\brecap\b|\btuning in\b/i;
const ANSWER = /^(?:yes|yeah|yep|no|nope|indeed|okay|right|oh|exactly|correct)(?=[,.!-]|$)/i;
/** Of verbs whose past has no ending, which tell a story as often as those in `PAST`. */
const MORE_PAST =
  /\b(?:ate|bought|broke|built|burst|caught|drank|drew|drove|fell|felt|fled|flew|forgot|froze|grew|heard|hid|laid|learnt|lit|paid|ran|rang|rode|rose|sang|set|shook|shot|slept|slew|sold|sought|stole|struck|swam|swore|taught|threw|tore|won|woke|wore|wrote)\b/gi;

/** Ends like a past tense. */
const NOT_PAST =
  /\b(?:breed|creed|deed|exceed|feed|greed|hundred|indeed|naked|need|proceed|sacred|seed|speed|steed|succeed|weed|wicked)\b/gi;

/** Words of a sentence that may be an answer to a player, or a greeting, unless it tells what happened. */
const FEW_WORDS = 5;
/** Words of a sentence that only opens or closes the recap: "And that is where we left off." */
const OF_OPENING = 14;
/** Words of a broken-off sentence that says something all the same. */
const LEAST_BROKEN = 10;
/** Words of a sentence that is joined; in speech without punctuation nothing ends. */
const MOST_JOINED = 160;

const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const past = (text: string): number => count(PAST, text) + count(MORE_PAST, text) - count(NOT_PAST, text);
const tellsPast = (text: string): boolean => past(text) > count(PRESENT, text);

/** What is said to the table within a recap, not told. */
function isAside(text: string, isAnswer: boolean): boolean {
  const own = text.replace(QUOTATION, ' ').trim();
  const words = wordsIn(text);
  if (QUESTION.test(own) || (words < FEW_WORDS && past(own) === 0)) return true;
  if (words < OF_OPENING && (CLOSING.test(own) || INTRODUCTION.test(own))) return true;
  if (tellsPast(own)) return words < OF_OPENING && (SELF.test(own) || ANSWER.test(own));
  return (
    [SELF, HOUSEKEEPING, INTRODUCTION, ANSWER].some((pattern) => pattern.test(own)) ||
    (words < OF_OPENING && (isAnswer || TABLE.test(own)))
  );
}

/**
 * The game master's recap as one would read it: what was said to the table in between is left out, and a sentence that was cut,
 * because it is long or somebody spoke in it, is one again. Every word stays as it was said.
 * @param sentences those of the recap, in order; where an index is left out, somebody else spoke
 */
export function toldRecap<Each extends Spoken>(sentences: readonly Each[]): Told<Each>[] {
  const told: Told<Each>[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const before = sentences[at - 1];
    const isAnswer = before !== undefined && before.index !== sentence.index - 1;
    const text = sentence.text
      .replace(STAGE_DIRECTION, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;:!?])/g, '$1')
      .replace(GOES_ON, '')
      .trim();
    if (!text) continue;
    const open = told.at(-1);
    if (open && continues(open, sentence, { text, isAnswer })) {
      open.text = `${open.text.replace(BROKEN_OFF, '').trimEnd()} ${text}`;
      open.sentences.push(sentence);
    } else if (!isAside(text, isAnswer)) told.push({ text, sentences: [sentence] });
  }
  const whole = told.filter(({ text }) => ENDED.test(text) || wordsIn(text) >= LEAST_BROKEN);
  const last = whole.findLastIndex(({ text }) => wordsIn(text) >= OF_OPENING || tellsPast(text));
  return whole.slice(0, last + 1);
}

/** Whether the sentence is the rest of the open one: it begins in lower case, or a player spoke where the other just stops. */
function continues(
  open: Told<Spoken>,
  { speakerId }: Spoken,
  { text, isAnswer }: { text: string; isAnswer: boolean },
): boolean {
  return (
    open.sentences.at(-1)!.speakerId === speakerId &&
    !ENDED.test(open.text) &&
    wordsIn(open.text) + wordsIn(text) <= MOST_JOINED &&
    (/^\p{Ll}/u.test(text) || (isAnswer && LETTER.test(open.text) && !isAside(text, isAnswer)))
  );
}
