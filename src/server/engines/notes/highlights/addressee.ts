import type { Mention } from '../reading/names.ts';
import { isVocative } from '../reading/party.ts';
import type { Prepared } from '../reading/prepare.ts';
import type { Sentence, Turn } from '../reading/text.ts';
import { TRANSITION } from '../reading/vocabulary.ts';
import type { Addressee } from './retell.ts';

const PLURAL = /\b(?:you (?:guys|all|folks)|y['’]all|all of you|yourselves|the (?:group|party)(?! of\b))\b/i;
const SEVERAL =
  /\b(?:you (?:both|two|three|four|five)|(?:both|two|three|four|five|rest|those|some|each|one|others?) of you|whereas you)\b/i;
const FIRST_PERSON = /^(?:i|i'm|i'll|i've|i'd|my|me)$/;
const WE = /^(?:we|we're|we'll|us|let's|our)$/;
/** The game master speaks to some of the party; then to all of it again. */
const SPLIT =
  /\b(?:you (?:two|three|both)|(?:both|two|three|rest|those) of you|splitting (?:off|up)|meanwhile)\b/i;
const JOINED =
  /\b(?:all of you|you all|rejoins?|regroups?|reconvenes?|meets? (?:back )?up|together again)\b/i;
const SPLIT_TURNS = 20;
/** In this many turns before the game master's, only one player may have spoken. */
const NEAR_TURNS = 3;

/**
 * If the game master has said "you all" in so many sentences before, "you" is the party: readers accepted 92 of 100 such passages,
 * and 43 of 58 others, mostly because one character was alone.
 */
const NEAR_SENTENCES = 10;
/**
 * So many answers of the game master, all to one player: they talk alone. With one to another player, "you" was somebody else in
 * 4 of 5 passages.
 */
const NEAR_ANSWERS = 6;
/** So many players among those answered: the party is together. */
const FEWEST_AMONG_ALL = 4;

/** Who "you" is in each sentence of the game master's; null where that is not sure. */
export function findAddressees(prepared: Prepared): (Addressee | null)[] {
  const { speech, zones } = prepared;
  const addressees: (Addressee | null)[] = speech.sentences.map(() => null);
  let splitAt = Number.NEGATIVE_INFINITY;
  for (const turn of speech.turns) {
    if (turn.speakerId === null || turn.speakerId !== zones.gameMasterId) continue;
    const sentences = speech.sentences.slice(turn.from, turn.to);
    const text = sentences.map((sentence) => sentence.text).join(' ');
    if (SPLIT.test(text)) splitAt = turn.index;
    if (JOINED.test(text)) splitAt = Number.NEGATIVE_INFINITY;
    let addressee = answered(prepared, turn);
    for (const sentence of sentences) {
      addressee = addresseeOf(prepared, sentence, addressee);
      // While the party is split, "you guys" are some of it.
      if (addressee?.kind === 'party' && turn.index - splitAt < SPLIT_TURNS) addressee = null;
      addressees[sentence.index] = addressee;
    }
  }
  return addressees;
}

/**
 * Who "you" is from this sentence on: the character that it calls by name, or the party if it says so. Null once that
 * is no longer sure, because it addresses part of the party or names another character.
 */
function addresseeOf(prepared: Prepared, sentence: Sentence, earlier: Addressee | null): Addressee | null {
  const { speech } = prepared;
  if (SEVERAL.test(sentence.text)) return null;
  if (PLURAL.test(sentence.text)) return { kind: 'party' };
  const named = charactersIn(prepared, sentence);
  const members = new Set(named.map(({ character }) => character));
  const called = named.filter(({ isCalled }) => isCalled);
  if (called.length === 1 && members.size === 1) return member(prepared, called[0]!.character);
  if (earlier?.kind === 'one') {
    const next = speech.sentences[sentence.index + 1];
    if (TRANSITION.test(sentence.text) && !/^as you\b/i.test(sentence.text)) return null;
    if (next?.turn === sentence.turn && (PLURAL.test(next.text) || SEVERAL.test(next.text))) return null;
  }
  if (members.size === 0) return earlier;
  return earlier?.kind === 'one' && members.size === 1 && members.has(earlier.index!) ? earlier : null;
}

/**
 * Who the game master answers in a turn, if only one player has just spoken: the party if they said "we", or their character if
 * they talked about it.
 */
function answered(prepared: Prepared, turn: Turn): Addressee | null {
  const { speech, zones } = prepared;
  const near = speech.turns.slice(Math.max(0, turn.index - NEAR_TURNS), turn.index);
  const players = new Set(near.map(({ speakerId }) => speakerId).filter((id) => id !== zones.gameMasterId));
  if (players.size !== 1) return null;
  const before = speech.turns[turn.index - 1]!;
  const { speakerId } = before;
  if (speakerId === null || speakerId === zones.gameMasterId) return null;
  const last = speech.sentences
    .slice(before.from, before.to)
    .flatMap(({ words }) => words.map(({ lower }) => lower));
  if (last.some((word) => WE.test(word)))
    return last.some((word) => FIRST_PERSON.test(word)) ? null : { kind: 'party' };
  const rolled = last.length <= 4 && last.some((word) => /\d/.test(word));
  if (!rolled && !last.some((word) => FIRST_PERSON.test(word))) return null;
  const index = prepared.party.voices.get(speakerId);
  return index === undefined ? null : member(prepared, index);
}

const member = ({ names, pronouns }: Prepared, index: number): Addressee => ({
  kind: 'one',
  index,
  name: names.all[index]!.name,
  pronoun: pronouns.get(index) ?? null,
});

/** The game master has just said "you all". */
export function hasSpokenToAll({ speech, zones }: Prepared, { index }: Sentence): boolean {
  let left = NEAR_SENTENCES;
  for (let at = index - 1; at >= 0 && left > 0; at -= 1) {
    const { speakerId, text } = speech.sentences[at]!;
    if (speakerId !== zones.gameMasterId) continue;
    if (PLURAL.test(text)) return true;
    left -= 1;
  }
  return false;
}

/**
 * The game master answers a player's roll or a player who has said "I", and has not said "you all" since: readers found that
 * "you" was one character in 8 of 14 such passages.
 */
export function answersOne({ speech, zones }: Prepared, { index, turn }: Sentence): boolean {
  const { from } = speech.turns[turn]!;
  if (speech.sentences.slice(from, index).some(({ text }) => PLURAL.test(text))) return false;
  const before = speech.turns[turn - 1];
  if (!before || before.speakerId === zones.gameMasterId) return false;
  return speech.sentences
    .slice(before.from, before.to)
    .some(({ text, words }) => /\d/.test(text) || words.some(({ lower }) => FIRST_PERSON.test(lower)));
}

/** The players whom the game master has answered last, the last one first. */
function lastAnswered({ turns }: Prepared['speech'], zones: Prepared['zones'], turn: number): string[] {
  const answered: string[] = [];
  for (let at = turn; at > 0 && answered.length < NEAR_ANSWERS; at -= 1) {
    const before = turns[at - 1]!.speakerId;
    if (turns[at]!.speakerId === zones.gameMasterId && before !== null && before !== zones.gameMasterId)
      answered.push(before);
  }
  return answered;
}

/** The game master has answered many players in the last turns. */
export const isAmongAll = ({ speech, zones }: Prepared, turn: number): boolean =>
  new Set(lastAnswered(speech, zones, turn)).size >= FEWEST_AMONG_ALL;

/** The character whose player is the only one the game master has answered in the last turns, or null. */
export function partnerOf({ speech, zones, party, names }: Prepared, turn: number): string | null {
  const answered = lastAnswered(speech, zones, turn);
  const [last] = answered;
  if (last === undefined || answered.some((each) => each !== last)) return null;
  const character = party.voices.get(last);
  return character === undefined ? null : names.all[character]!.name;
}

/** The played characters that a sentence names, and whether it addresses them: "Torvin, you …". */
export const charactersIn = (
  { names, party }: Prepared,
  sentence: Sentence,
): { character: number; mention: Mention; isCalled: boolean }[] =>
  (names.inSentence.get(sentence.index) ?? []).flatMap((index) => {
    const character = party.members.get(index);
    const mention = names.mentionIn(index, sentence.index);
    if (character === undefined || !mention) return [];
    return { character, mention, isCalled: isVocative(sentence, mention) };
  });
