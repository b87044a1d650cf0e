import { HOUSEKEEPING, PAST, PRESENT } from './vocabulary.ts';

export interface Told<Sentence> {
  text: string;
  /** Those that the text is from: more than one where somebody spoke in between. */
  sentences: Sentence[];
}

const STAGE_DIRECTION = /\([^)]*\)/g;
const ENDED = /[.!?…]["”’')]*$/;
const BROKEN_OFF = /[-–—]\s*$/;
const QUESTION = /\?["”’')]*$/;
const SELF = /\b(?:I|I['’]\w+|me|my|[Ll]et['’]s)\b/;
const TABLE =
  /\b(?:we|we['’]\w+|us|our|thank|thanks|sorry|welcome|rules?|go(?:ing)? (?:back )?over|up to speed|up to plate|tonight|tomorrow|you (?:guys )?(?:are|will be|can go) (?:up )?first|back to this)\b/i;
const INTRODUCTION = /\b(?:up to speed|caught up|recap|tuning in)\b/i;
const ANSWER = /^(?:yes|yeah|yep|no|nope|indeed|okay|right|oh|exactly|correct)\b/i;

/** Words of a sentence that may be an answer to a player, or a greeting, unless it tells what happened. */
const FEW_WORDS = 5;
/** Words of a sentence that only opens or closes the recap: "And that is where we left off." */
const OF_OPENING = 14;
/** Words of a broken-off sentence that says something all the same. */
const LEAST_BROKEN = 10;

const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const tellsPast = (text: string): boolean => count(PAST, text) > count(PRESENT, text);

/** What is said to the table within a recap, not told. */
function isAside(text: string, isAnswer: boolean): boolean {
  const words = wordsIn(text);
  return (
    QUESTION.test(text) ||
    SELF.test(text) ||
    HOUSEKEEPING.test(text) ||
    ANSWER.test(text) ||
    (INTRODUCTION.test(text) && !tellsPast(text)) ||
    (words < FEW_WORDS && count(PAST, text) === 0) ||
    (words < OF_OPENING && (TABLE.test(text) || (isAnswer && !tellsPast(text))))
  );
}

/**
 * The game master's recap as one would read it: what was said to the table in between is left out, and a sentence in which
 * somebody else spoke is one again. Every word stays as it was said.
 * @param sentences those of the recap, in order, with the text of each; `turn` tells whether somebody spoke in between
 */
export function toldRecap<Sentence extends { text: string; turn: number }>(
  sentences: readonly Sentence[],
): Told<Sentence>[] {
  const told: Told<Sentence>[] = [];
  let turn = sentences[0]?.turn;
  for (const sentence of sentences) {
    const text = sentence.text.replace(STAGE_DIRECTION, ' ').replace(/\s+/g, ' ').trim();
    const open = told.at(-1);
    const isOpen = open !== undefined && !ENDED.test(open.text);
    const continues =
      isOpen && (/^\p{Ll}/u.test(text) || (!BROKEN_OFF.test(open.text) && wordsIn(text) >= FEW_WORDS));
    const isAnswer = sentence.turn !== turn;
    turn = sentence.turn;
    if (!text) continue;
    if (continues) {
      open.text = `${open.text.replace(BROKEN_OFF, '').trimEnd()} ${text}`;
      open.sentences.push(sentence);
    } else if (!isAside(text, isAnswer)) told.push({ text, sentences: [sentence] });
  }
  const isWhole = ({ text }: Told<Sentence>) => ENDED.test(text) || wordsIn(text) >= LEAST_BROKEN;
  const whole = told.filter(isWhole);
  const last = whole.findLastIndex(({ text }) => wordsIn(text) >= OF_OPENING || tellsPast(text));
  return whole.slice(0, last + 1);
}
