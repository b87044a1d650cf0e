import { charactersIn } from './addressee.ts';
import { isSlipOfSpeech } from './doubts.ts';
import type { Candidate } from './features.ts';
import { isQuotable } from './lines.ts';
import { hasAntecedents, passageOf, standsAlone } from './passages.ts';
import type { Prepared } from './prepare.ts';
import { isSentence } from './retell.ts';
import type { Passage } from './select.ts';
import { isLaughedAt, isLeftBroken, isTakenBack, namesVoice, opensWell, type Told } from './tell.ts';
import type { Sentence, Turn } from './text.ts';
import { ANACHRONISM, HOUSEKEEPING, NOT_NARRATED, RULES_TALK, TABLE_TALK } from './vocabulary.ts';

const FEWEST_WORDS = 25;
/** In longer passages readers found a slip of speech three times as often. */
const MOST_WORDS = 45;
/** A passage of so many words says enough without a name. */
const RICH_WORDS = 32;
const MOST_SENTENCES = 5;
const LONGEST_SENTENCE = 45;

/** Speech that is not worth reading again: fillers, corrections, and words of the table. */
const LOOSE =
  /\b(?:kind of|sort of|you know|basically|essentially|actually|definitely|a little bit of|stuff|guys?|whatnot|or so|anyway|pretty much|little bit|fella|for the most part|any sort|some things|a whole lot|almost seems|you get the sense|over here|the break|boss (?:battle|fight)|arcs?|the rest of you)\b|\blike,|, (?:uh|um|er)\b|\b(\p{L}+),? \1\b/iu;
/** Talk of what to do, of the rules, and of the table. */
const AT_THE_TABLE = new RegExp(
  String.raw`\b(?:${NOT_NARRATED}|I['’]\w+|myself|we['’]\w+|let['’]s|if|you['’](?:ll|d)|he['’]d|she['’]d|they['’]d|want(?:s|ed)? to|(?:need|have|has) to|don['’]t|right (?:now|there|here)|like (?:this|that)|tokens?|targets?|targeted|turns?(?! (?:to|and|around|back|toward|towards|into|away|over|his|her|its|their|your|the|on|off|out|down|up|as|from|in|of))|(?:this|next|last|first|per|a|another) round|rounds|actions?|miss(?:es)?|bonus(?:es)?|range of|checks?|resist(?:s|ed|ance|ant)?|grappled?|last (?:time|week)|gets? to|effects?|takes? (?:the )?(?:full|half)|attun\w+|mark (?:off|that)|unconscious|conscious)\b`,
  'i',
);
const PERCEIVES =
  /\byou (?:all |both |can |also |now |then |just |immediately |do |barely |still |begin to |look (?:over|up|around|down) and )*(?:see|hear|notice|find|smell|feel|watch|glance|look)\b/gi;
const YOU = /\byou(?:r|rs|rself|rselves|['’]re|['’]ve)?\b/i;
/** A clause without its verb: "Walking through, as you see rows of soldiers.", "The lid completely cutting the light." */
const NO_MAIN_CLAUSE =
  /^\p{L}+ing\b[^,]*, (?!you\b|(?:he|she|they|it)\b|there\b|\p{Lu})|^The \p{Ll}+ (?:\p{Ll}+ly )?\p{Ll}+ing\b(?![^,]*\b(?:is|are|was|were|has|have|\p{Ll}{2,}s)\b)/u;
/** Goes on from something said before: "There's also a chest." */
const ADDS = /^(?:\S+ ){0,4}also\b/i;
/** Some of the party, or one: a reader cannot know who. */
const TO_SOME = /\b(?:(?:two|three|four|both|some|one|either) of you|you (?:both|two|three|four))\b/i;
/** "A stump next to it": what is it? */
const BESIDE_IT =
  /^There(?:['’]s| is| are)\b[^,.]* (?:next to|near|beside|behind|around|above|below|under|on|in|inside|of) (?:it|them|him|her)\b/;
const TO_ALL = /\b(?:you (?:all|guys|folks)|all of you|the (?:rest|group) of you|each of you)\b/i;
const ARRIVES =
  /\b(?:as you|you) (?:all |guys |slowly |eventually |finally |then |begin to |continue to )*(?:arrive|approach|reach|enter|make your way|come (?:to|up|upon|into|out|around)|step (?:into|through|inside|out)|emerge|descend|ascend|travel|follow|head|walk|pass|round|push|wake)\b/i;

/**
 * Passages of narration word for word, in quotation marks: neighboring sentences of one turn of the game master that
 * need nothing before them and name someone or somewhere.
 */
export function findNarration(prepared: Prepared, candidates: ReadonlyMap<number, Candidate>): Passage[] {
  const { speech, zones } = prepared;
  const passages: Passage[] = [];
  for (const turn of speech.turns)
    if (turn.speakerId !== null && turn.speakerId === zones.gameMasterId && turn.wordCount >= FEWEST_WORDS)
      readTurn(prepared, candidates, turn, passages);
  return passages;
}

function readTurn(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  turn: Turn,
  passages: Passage[],
): void {
  const told = prepared.speech.sentences.slice(turn.from, turn.to).map((sentence): Told | null => {
    const candidate = candidates.get(sentence.index);
    if (!candidate || !isNarrated(prepared, sentence, turn)) return null;
    return { sentence, text: sentence.text, own: sentence.text, retold: false, candidate, person: null };
  });
  for (let from = 0; from < told.length; from += 1) {
    const parts: Told[] = [];
    let words = 0;
    for (const next of told.slice(from, from + MOST_SENTENCES)) {
      if (!next || (parts[0] && next.candidate.scene !== parts[0].candidate.scene)) break;
      parts.push(next);
      words += next.sentence.words.length;
      if (words > MOST_WORDS) break;
      if (
        parts.length === 1
          ? !opensWell(prepared, next.sentence) || !standsAlone(prepared, parts)
          : !hasAntecedents(prepared, parts)
      )
        break;
      if (words >= FEWEST_WORDS && isWorthReading(prepared, parts)) {
        const passage = passageOf(prepared, parts, false);
        passages.push({ ...passage, text: `“${passage.text}”` });
      }
    }
  }
}

function isNarrated(prepared: Prepared, sentence: Sentence, turn: Turn): boolean {
  const { text, words } = sentence;
  return (
    sentence.complete &&
    !sentence.inSpeech &&
    words.length >= 4 &&
    words.length <= LONGEST_SENTENCE &&
    isQuotable(text) &&
    !/[?!()[\]\d…:]|--|\.\.\.|^'/.test(text) &&
    ![LOOSE, RULES_TALK, TABLE_TALK, ANACHRONISM, HOUSEKEEPING].some((each) => each.test(text)) &&
    !AT_THE_TABLE.test(text) &&
    isSentence(text) &&
    !NO_MAIN_CLAUSE.test(text) &&
    !isLeftBroken(text) &&
    !isSlipOfSpeech(text) &&
    !isTakenBack(prepared, sentence) &&
    !isLaughedAt(prepared, sentence, turn) &&
    !namesVoice(prepared, sentence)
  );
}

/** Names someone or somewhere, and says who "you" is unless it is everybody. */
function isWorthReading(prepared: Prepared, parts: Told[]): boolean {
  const text = parts.map((part) => part.text).join(' ');
  const names = new Set(parts.flatMap(({ sentence }) => prepared.names.inSentence.get(sentence.index) ?? []));
  const isArrival = ARRIVES.test(text);
  const fights = prepared.fightAt(parts[0]!.sentence.index);
  if (names.size === 0 && !isArrival && (fights || text.split(/\s+/).length < RICH_WORDS)) return false;
  if (BESIDE_IT.test(text) || TO_SOME.test(text) || ADDS.test(text)) return false;
  if (!YOU.test(text)) return true;
  if (fights || (names.size === 0 && /\byour\b/i.test(text))) return false;
  return (
    TO_ALL.test(text) ||
    isArrival ||
    !YOU.test(text.replaceAll(PERCEIVES, '')) ||
    parts.some(({ sentence }) => charactersIn(prepared, sentence).some(({ isCalled }) => isCalled))
  );
}
