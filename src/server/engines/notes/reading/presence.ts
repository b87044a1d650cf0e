import type { Mention, Name, Names } from './names.ts';
import type { Party } from './party.ts';
import { isVocative, sameByPrefix } from './party.ts';
import { isByGameMaster, type Sentence, type Speech } from './text.ts';
import { ITEM_NOUNS, isThird, PERSON_TITLES } from './vocabulary.ts';
import type { Zones } from './zones.ts';

const STRONG_PLACE =
  /^(in|into|inside|enter|enters|entering|reach|reaches|reaching|leave|leaves|leaving|through|within|outside|throughout|around|across|beneath|above|visit|visiting)$/;
const WEAK_PLACE = /^(to|from|at|near|toward|towards|of)$/;
const SETTLEMENT =
  /^(city|town|village|continent|island|isle|forest|kingdom|empire|realm|streets|port|gates|plane|land|lands|region|capital|road|way|north|south|east|west|outskirts|walls|ruins)$/;
const GOD =
  /\b(god|goddess|deity|pray(s|ed|ing|er)?|symbol|worship(s|ped|ping)?|temple|shrine|cleric|holy|divine|faith|follower|blessing)\b/i;
const GROUP = /^(?:party|group|band|adventurers|company|guild|team|mercenaries|heroes|crew)$/;
const DEAD = /\b(?:dead|died|killed|passed away|late|corpse|body|murdered|deceased|was)\b/i;
const BODY =
  /^(eyes?|face|head|hands?|voice|mouth|hair|shoulders?|body|arms?|brow|expression|smile|lips|jaw|chest|throat|fingers?|gaze|beard|skin|breath|grip)$/;
const BIND =
  /\b(name is|name's|named|called|known as|introduces? (himself|herself|themselves|itself) as|goes by)\b/i;
const ACT_AUXILIARY = /^(is|was|has|had|can|will|would|just|also|then|kind|slowly|quickly|immediately|now)$/;
/** Cities do so, too. */
const OF_ANYTHING =
  /^(?:is|has|was|does|sits|stands|lies|exists|remains|seems|looks|falls|burns|begins|comes|needs|makes|means|becomes|gets|goes|rises|appears)$/;
const PAST_ACT =
  /^(looked|said|told|nodded|turned|walked|asked|gave|took|went|came|left|wanted|knew|hired|sent|helped|died|killed|did|got|saw|made|spoke|does|doesn't|didn't|wants|knows|says|likes|hates|seems)$/;

/** A person whom mostly players mention, and who stays for `LONG_PRESENCE` tenths of the session, may be the character of an absent player. */
const LEAST_SHOWN = 0.25;
const LONG_PRESENCE = 6;
/** "The Alcove", "a Bastion": unlikely to be a person. */
const MOST_WITH_ARTICLE = 0.2;
const THING_BEFORE = /^(?:the|an?|my|your|our|his|her|its|their)$/;
const THING_AFTER = /^(?:is|was|has|and|or|but|to|in|on|at|of|with|from|for|as|that|which|who|will|can)$/;
/** Words of a sentence that addresses a person; longer sentences list names between commas. */
const LONGEST_CALL = 16;
/** Sentences that show a person as whom the game master does not speak there. Readers called one in six right who had fewer. */
const LEAST_SEEN = 3;

interface Tally {
  person: number;
  /** What only people are and do. */
  human: number;
  present: number;
  place: number;
  strongPlace: number;
  god: number;
  article: number;
  gameMaster: number;
  /** The first pronoun after the name: "he" or "she"; "it" or "they". */
  personal: number;
  neutral: number;
  /** Players call it: "Bryce, what …?" */
  called: number;
  /** The game master narrates what it says, or answers for it. */
  speaks: number;
  answers: number;
  /** "The party, the Lanterns". */
  group: number;
  /** "The Hunk of Quall", "your Hunk of Quall": a thing, not "the Allura problem", not "the Lady Kima". */
  thing: number;
  tenths: Set<number>;
  intro: number | null;
  shown: number[];
  inside: number[];
}

/**
 * Decides what each name refers to and where it was there. Sets `kind` of names that do not state it.
 * @returns for each name the sentences that show the person there, or the party at the place; none if that is not sure
 */
export function findPresence(
  speech: Speech,
  { zones, gameMasterId }: Zones,
  names: Names,
  party: Party,
): number[][] {
  const short = speech.wordCount < 4000;
  return names.all.map((name, index) => {
    const found = tally(speech, zones, gameMasterId, name);
    if (!name.stated) name.kind = party.members.has(index) ? 'person' : kindOf(name, found);
    if (name.kind === 'location') {
      const [first, second] = found.inside;
      const isThere =
        first !== undefined &&
        (second !== undefined || short || name.stated === 'location' || movesThere(speech.sentences[first]!));
      return isThere ? found.inside : [];
    }
    if (party.doubtful.has(index) && found.shown.length < 3) party.unsure.add(index);
    if (party.guessed && name.stated === null && mayBePlayed(name, found)) party.unsure.add(index);
    if (found.intro !== null) party.unsure.delete(index);
    if (name.kind !== 'person') return [];
    if (
      party.guessed &&
      [...party.unsure].some((each) => each !== index && sameByPrefix(names.all[each]!.name, name.name))
    )
      party.unsure.add(index);
    if (!name.known && (found.thing > 0 || (!short && !isOnePerson(name, found)))) return [];
    const isPrayedTo = found.god >= 2 && found.god * 2 >= found.shown.length;
    const isVoiced =
      found.speaks >= 1 &&
      name.count >= 3 &&
      found.gameMaster >= name.count * 0.5 &&
      !party.doubtful.has(index);
    const enough =
      (short && found.intro !== null) ||
      (!isPrayedTo && found.present + (found.intro === null ? 0 : 1) >= (short ? 1 : 2)) ||
      (found.present >= 1 && (name.stated === 'person' || isVoiced));
    const isSeen =
      short ||
      name.known ||
      new Set(found.shown).size >= LEAST_SEEN ||
      found.shown.some((at) => isVoicedFrom(speech, gameMasterId, at));
    return enough && isSeen && (name.count >= 2 || short) ? found.shown : [];
  });
}

const SPEAKS_WITHIN = 3;

/** Whether the game master speaks as somebody of the story in this sentence or right after it. */
export const isVoicedFrom = ({ sentences }: Speech, gameMasterId: string | null, at: number): boolean =>
  sentences
    .slice(at, at + SPEAKS_WITHIN)
    .some(
      (sentence) =>
        isByGameMaster(sentence, gameMasterId) && (sentence.inSpeech || /["“]/.test(sentence.text)),
    );

function tally(speech: Speech, zones: Zones['zones'], gameMasterId: string | null, name: Name): Tally {
  const found: Tally = {
    person: 0,
    human: 0,
    present: 0,
    place: 0,
    strongPlace: 0,
    god: 0,
    article: 0,
    gameMaster: 0,
    personal: 0,
    neutral: 0,
    called: 0,
    speaks: 0,
    answers: 0,
    group: 0,
    thing: 0,
    tenths: new Set(),
    intro: null,
    shown: [],
    inside: [],
  };
  for (const mention of name.mentions) {
    const sentence = speech.sentences[mention.sentence]!;
    const zone = zones[sentence.index];
    const narrated = isByGameMaster(sentence, gameMasterId);
    if (narrated) found.gameMaster += 1;
    found.tenths.add(Math.floor((sentence.index * 10) / speech.sentences.length));
    count(found, sentence, mention, narrated, zone === 'play');
    const pronoun = pronounAfter(speech, sentence, mention);
    if (pronoun) found[pronoun] += 1;
    if (!narrated && sentence.words.length <= LONGEST_CALL && isVocative(sentence, mention)) {
      found.person += 0.4;
      found.called += 1;
      const answers = speech.turns[sentence.turn + 1];
      if (answers && answers.speakerId === gameMasterId && speaksInQuotes(speech, answers)) {
        found.present += 0.7;
        found.answers += 1;
        found.shown.push(sentence.index);
      }
    }
  }
  return found;
}

function pronounAfter(speech: Speech, sentence: Sentence, mention: Mention): 'personal' | 'neutral' | null {
  const next = speech.sentences[sentence.index + 1];
  const follows = next && next.turn === sentence.turn ? next.words.slice(0, 2) : [];
  for (const { lower } of [...sentence.words.slice(mention.at + mention.length), ...follows]) {
    if (/^(?:he|she|his|her|him|himself|herself|he's|she's)$/.test(lower)) return 'personal';
    if (/^(?:it|its|itself|it's|they|them|their|they're)$/.test(lower)) return 'neutral';
  }
  return null;
}

/** Whether it may be an undetected played character: there all evening, mentioned by players, never voiced by the game master. */
const mayBePlayed = (name: Name, found: Tally): boolean =>
  (found.tenths.size >= LONG_PRESENCE && found.gameMaster < name.count * LEAST_SHOWN) ||
  (found.tenths.size >= LONG_PRESENCE - 1 &&
    found.gameMaster < name.count * 0.5 &&
    found.speaks + found.answers === 0);

/** Whether the table treats it as one person: "he", "she", with a title, or by speaking to it. */
const isOnePerson = (name: Name, found: Tally): boolean =>
  name.stated === 'person' ||
  found.intro !== null ||
  (found.article <= name.count * MOST_WITH_ARTICLE &&
    ((found.personal >= 1 && found.personal * 2 >= found.neutral) || found.called >= 3 || found.speaks >= 1));

function speaksInQuotes(speech: Speech, turn: Speech['turns'][number]): boolean {
  for (let at = turn.from; at < Math.min(turn.to, turn.from + 3); at += 1)
    if (/^["“]/.test(speech.sentences[at]!.text)) return true;
  return false;
}

function count(found: Tally, sentence: Sentence, mention: Mention, narrated: boolean, inPlay: boolean): void {
  const { words, text } = sentence;
  const before = words[mention.at - 1];
  const joined = words[mention.at]!.joined;
  const after = words[mention.at + mention.length];
  const own = words[mention.at + mention.length - 1]!;
  const isNarrated = narrated && !isQuoted(sentence, mention);
  const isShown = isNarrated && inPlay && !sentence.inSpeech;
  const enter = (weight: number, mayBeInside = true) => {
    found.place += weight;
    found.strongPlace += 1;
    if (mayBeInside && isShown && !/["“”]/.test(text) && isHere(sentence)) found.inside.push(sentence.index);
  };
  if (GOD.test(text)) found.god += 1;
  if (before && joined) {
    if (
      THING_BEFORE.test(before.lower) &&
      !PERSON_TITLES.has(words[mention.at]!.lower) &&
      !(after?.joined && !THING_AFTER.test(after.lower))
    )
      found.thing += 1;
    if (STRONG_PLACE.test(before.lower)) enter(1.2);
    else if (before.lower === 'of' && SETTLEMENT.test(words[mention.at - 2]?.lower ?? ''))
      enter(2, /^(in|into|enter|reach|inside|through)$/.test(words[mention.at - 4]?.lower ?? ''));
    else if (WEAK_PLACE.test(before.lower)) found.place += 0.4;
    else if (/^(the|a|an|this|that|these|those|some|two|three)$/.test(before.lower)) {
      found.article += 1;
      if (STRONG_PLACE.test(words[mention.at - 2]?.lower ?? '')) enter(1.2);
    }
    if (PERSON_TITLES.has(before.lower)) {
      found.person += 1.5;
      found.human += 1;
    }
  }
  const lead = words.slice(Math.max(0, mention.at - 6), mention.at).map(({ lower }) => lower);
  if (words[mention.at]!.afterComma || /^(?:as|called)$/.test(before?.lower ?? ''))
    if (lead.some((word) => GROUP.test(word))) found.group += 1;
  if (/['’]s$/.test(own.raw)) {
    found.person += 0.5;
    if (after && BODY.test(after.lower)) {
      found.person += 1;
      found.human += 1;
      if (isShown) show(found, sentence);
    }
    return;
  }
  if (after?.joined) {
    if (isThird(after.lower)) {
      found.person += 1;
      if (!OF_ANYTHING.test(after.lower)) found.human += 1;
      if (isNarrated && !sentence.inSpeech && /["“]/.test(text) && !/^["“]/.test(text)) found.speaks += 1;
      if (isShown && !/^(['’"“])/.test(text)) show(found, sentence);
    } else if (PAST_ACT.test(after.lower)) found.person += 0.7;
    else if (ACT_AUXILIARY.test(after.lower)) {
      found.person += 0.3;
      const next = words[mention.at + mention.length + 1];
      if (next && isThird(next.lower) && isShown) {
        found.person += 0.7;
        show(found, sentence);
      }
    }
  }
  if (isNarratedSelf(sentence, mention) && narrated && inPlay) {
    found.person += 1;
    found.human += 1;
    found.intro ??= sentence.index;
    found.shown.push(sentence.index);
  } else if (BIND.test(text) && narrated) {
    const lead = text.slice(Math.max(0, text.indexOf(own.raw) - 45), text.indexOf(own.raw));
    if (BIND.test(lead)) {
      found.person += 1;
      if (/\bintroduces?\b/i.test(lead)) found.human += 1;
      if (inPlay && !DEAD.test(text) && /\b(name is|name's|introduces?)\b/i.test(lead)) {
        found.intro ??= sentence.index;
        found.shown.push(sentence.index);
      }
    }
  }
}

/** "I am Cerkonos", as the game master says it for somebody of the story. */
const isNarratedSelf = (sentence: Sentence, mention: Mention): boolean =>
  (sentence.inSpeech || isQuoted(sentence, mention)) &&
  /^(?:i am|i['’]m|call me)$/.test(
    sentence.words
      .slice(Math.max(0, mention.at - 2), mention.at)
      .map(({ lower }) => lower)
      .join(' ')
      .replace(/^.*(?=i['’]m$)/, ''),
  );

/** Whether a name stands within the quotation of a sentence: "The guard says, “Sir Kerrion is away.”" */
function isQuoted({ text, words }: Sentence, { at }: Mention): boolean {
  let from = 0;
  for (const { raw } of words.slice(0, at)) from = text.indexOf(raw, from) + raw.length;
  const before = text.slice(0, text.indexOf(words[at]!.raw, from));
  return (before.match(/["“”]/g)?.length ?? 0) % 2 === 1;
}

function show(found: Tally, sentence: Sentence): void {
  found.present += 1;
  found.shown.push(sentence.index);
}

/** Whether the party arrives or leaves. */
export const movesThere = (sentence: Sentence): boolean =>
  sentence.words.some((word) => /^(you|your|party|group)$/.test(word.lower)) &&
  sentence.words.some((word) =>
    /^(arrive|enter|reach|approach|return|leave|head|make|come|walk|step|find|travel|continue|wake|pass)$/.test(
      word.lower,
    ),
  );

/** Whether a sentence states a present fact: not the past, a possibility or a question. */
export function isHere(sentence: Sentence): boolean {
  if (/[?]/.test(sentence.text)) return false;
  return !sentence.words.some((word) =>
    /^(was|were|had|used|would|could|might|if|heard|rumou?rs?|tales|story|stories|when|back|once|ago|years|history|will|knew|remember|recall|maybe|probably|somewhere|want|going)$/.test(
      word.lower,
    ),
  );
}

function kindOf(name: Name, found: Tally): Name['kind'] {
  if (found.group > 0 && found.personal < 2) return 'faction';
  const last = name.name
    .toLowerCase()
    .split(/\s+/)
    .at(-1)!
    .replace(/['’]s?$/, '');
  if (found.article > name.count * 0.5) {
    if (/[^s]s$/.test(last)) return 'faction';
    if (found.strongPlace >= 2 && found.place > found.person) return 'location';
    if (ITEM_NOUNS.has(last)) return 'item';
    return found.person >= 2 && found.present >= 1 ? 'person' : 'other';
  }
  const place = found.place - found.god * 0.5;
  // Places do not speak.
  const isMute = found.speaks === 0;
  if (isMute && found.strongPlace >= 1 && place > found.person * 1.1 && place >= 1.2) return 'location';
  if (isMute && place >= 1.1 && found.person < 0.3 && found.god === 0) return 'location';
  // What is, has and lies somewhere may be a city, too.
  const isOne = found.human + found.called + found.speaks + found.personal + found.answers > 0;
  if (isOne && found.person >= 0.9 && found.person >= place * 0.8) return 'person';
  return 'other';
}
