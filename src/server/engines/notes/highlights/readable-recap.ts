import { countOf } from '../reading/cues.ts';
import type { Sentence } from '../reading/text.ts';
import { HOUSEKEEPING, PAST, PRESENT } from '../reading/vocabulary.ts';

type Spoken = Pick<Sentence, 'index' | 'inSpeech' | 'speakerId' | 'text'>;

interface RecapPart<Each> {
  text: string;
  /** Those that the text is from: more than one where somebody spoke in between. */
  sentences: Each[];
}

const STAGE_DIRECTION = /\([^()]{0,200}\)/g;
const QUOTATION = /["“][^"”]*["”]?/g;
const ENDED = /[.!?…]["”’')]*$/;
const LETTER = /\p{L}$/u;
const BROKEN_OFF = /[-–—]+\s*$/;
const GOES_ON = /^[-–—\s]+/;
const QUESTION = /\?[’')]*$/;
const SELF = /\b(?:I|I['’]\w+|me|my|[Ll]et['’]s)\b/;
/** "I posted the stats", "Last we left off-- let's see". */
const SPEAKS_OF_SELF = /^(?:\w+,? )?(?:I\b|I['’]|let['’]s\b)|[-–—]\s*let['’]s\b/i;
const TABLE =
  /\b(?:we|we['’]\w+|us|our|thank|thanks|sorry|welcome|the rules|tonight|roll|initiative|you(?:['’]re| are| guys are| will be| can go)(?: up)? first|back to this)\b/i;
const FORMULA =
  /\b(?:where|as|(?:when )?last(?: time)?) we (?:last |had )?left off\b|\bup to speed\b|\b(?:get|getting|bring|bringing) \w+ caught up\b|\brecap\b|\btuning in\b/i;
const INTRODUCTION =
  /^(?:\w+,? )?(?:to )?(?:get|bring|catch)\b.*\b(?:up to speed|caught up)\b|\btuning in\b/i;
const ANSWER = /^(?:yes|yeah|yep|no|nope|indeed|okay|right|oh|exactly|correct)(?=[,.!]|--|$)/i;
/** Of a sentence of its own, after one that just stops. */
const BEGINNING =
  /^(?:A|An|The|This|That|He|She|It|They|You|We|And|But|So|Then|When|As|After|In|Upon|Last|Now)\b/;
/** Of verbs whose past has no ending, which recaps use as often as those in `PAST`. */
const MORE_PAST =
  /\b(?:ate|became|bled|bought|broke|built|burst|caught|died|drank|drew|drove|dug|fell|felt|fled|flew|forgot|froze|grew|heard|hid|hung|laid|leapt|learnt|lied|lit|paid|ran|rang|rode|rose|said|sang|sank|set|shook|shot|slept|slew|sold|sought|spent|stole|struck|swam|swore|swung|taught|threw|tied|tore|used|won|woke|wore|wrote)\b/gi;

/** Words of a sentence that may be an answer to a player, or a greeting, unless it says what happened. */
const FEW_WORDS = 5;
/** Words of a sentence that only opens or closes the recap: "And that is where we left off." */
const OF_OPENING = 14;
/** Words of a broken-off sentence that says something all the same. */
const LEAST_BROKEN = 10;
/** Words of a sentence that is joined; in speech without punctuation nothing ends. */
const MOST_JOINED = 160;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const past = (text: string): number => countOf(PAST, text) + countOf(MORE_PAST, text);
const isInPastTense = (text: string): boolean => past(text) > countOf(PRESENT, text);

/** What the game master says to the table, which is no part of the story. */
function isAside(text: string, isAnswer: boolean): boolean {
  const own = text.replace(QUOTATION, ' ').trim();
  const words = wordsIn(text);
  const isShort = words < OF_OPENING;
  const besides = own.replace(FORMULA, ' ');
  const isStory = isInPastTense(besides);
  if (QUESTION.test(own)) return isShort || !isStory;
  if ((words < FEW_WORDS && past(own) === 0) || SPEAKS_OF_SELF.test(own)) return true;
  if (besides !== own && wordsIn(besides) < FEW_WORDS) return true;
  if (isStory) return isShort && (SELF.test(own) || (isAnswer && ANSWER.test(own)));
  return (
    [SELF, HOUSEKEEPING, INTRODUCTION, ANSWER].some((pattern) => pattern.test(own)) ||
    (isShort && (isAnswer || TABLE.test(own) || FORMULA.test(own)))
  );
}

/**
 * The game master's recap as one would read it: what was said to the table in between is left out, and a sentence that was cut,
 * because it is long or somebody spoke in it, is one again. Every word stays as it was said.
 * @param sentences those of the recap, in order; where an index is left out, somebody else spoke
 */
export function readableRecap<Each extends Spoken>(sentences: readonly Each[]): RecapPart<Each>[] {
  const parts: RecapPart<Each>[] = [];
  let isShown = false;
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
    const open = parts.at(-1);
    if (open && continues(open, sentence, { text, isAnswer })) {
      open.text = `${open.text.replace(BROKEN_OFF, '').trimEnd()} ${text}`;
      open.sentences.push(sentence);
      isShown = true;
      continue;
    }
    // The rest of a quotation belongs to its beginning.
    isShown = sentence.inSpeech && !isAnswer ? isShown : !isAside(text, isAnswer);
    if (isShown) parts.push({ text, sentences: [sentence] });
  }
  return parts.filter(({ text }) => ENDED.test(text) || wordsIn(text) >= LEAST_BROKEN);
}

/** Whether it is the rest of the open sentence: it begins in lower case, or a player spoke where the other just stops. */
function continues(
  open: RecapPart<Spoken>,
  { speakerId }: Spoken,
  { text, isAnswer }: { text: string; isAnswer: boolean },
): boolean {
  if (
    open.sentences.at(-1)!.speakerId !== speakerId ||
    ENDED.test(open.text) ||
    QUESTION.test(text) ||
    wordsIn(open.text) + wordsIn(text) > MOST_JOINED
  )
    return false;
  const goesOn = isAnswer && LETTER.test(open.text) && !BEGINNING.test(text) && !isAside(text, isAnswer);
  return /^\p{Ll}/u.test(text) || goesOn;
}
