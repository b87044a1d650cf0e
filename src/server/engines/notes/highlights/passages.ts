import type { Mention } from '../reading/names.ts';
import { isVocative } from '../reading/party.ts';
import type { Prepared, Pronoun } from '../reading/prepare.ts';
import type { Sentence, Turn } from '../reading/text.ts';
import { ANACHRONISM, PERSON_NOUNS, TRANSITION } from '../reading/vocabulary.ts';
import { playerAct } from './acts.ts';
import type { Candidate } from './features.ts';
import { isSurelyGrammatical } from './grammar.ts';
import { spokenPart, WEIGHT } from './quotes.ts';
import { type Addressee, isSentence } from './retell.ts';
import type { Passage } from './select.ts';
import { type Told, tell } from './tell.ts';

const LONGEST_PASSAGE = 2;
/** A reply to what players say among themselves. */
const REPLIES = /^(?:yeah|yes|yep|no|nope|right|true|well)\b/i;
const SHORT_REPLY = 14;
const ANNOUNCED =
  /\b(?:welcome back|congratulations|congrats|giveaway|sponsors?|winners? (?:is|are|of|will))\b/i;
/** Openings that need the sentence before. */
const DANGLING_START =
  /^(it|its|it's|that|that's|this|these|those|and|but|or|because|which|either|neither|both|same|another|other|others|he|she|they|his|her|their|him|them|he's|she's|they're|one|ones|some|none|most|not|no|like|except|who|whose|what|where|how|why|whether|than|only|just|also|however|though|instead|so|each (?:has|is|of them|one)|until|such|all|almost|about|at which|in which|in doing so|with that|at this|to do so|the (one|ones|other|others|rest|same|second|third|first|next)\b(?! (day|morning|evening|night)))\b/i;
/** The same for the second sentence of a passage. */
const DANGLING_NEXT =
  /^(that|this|these|those|which|it's|same|another|other|one|the (one|other|others|same))\b/i;
const PERSONAL = /\b(he|she|him|his|her|hers|himself|herself|he's|she's)\b/gi;
const NEUTRAL = /\b(it|its|itself|it's|they|them|their|they're|themselves|one|ones|other|others|another)\b/gi;
const WOMEN = /\b(?:woman|girl|queen|lady|priestess|mother|sister|daughter|wife|hag|witch|lass)\b/gi;
const MEN = /\b(?:man|boy|king|lord|gentleman|father|brother|son|husband|lad|nobleman|guardsman)\b/gi;
/** "It" and "its" are not the party, a measure, a part of a body or a number. */
const NO_OWNER =
  /\b(?:the (?:whole )?party(?:['’]s)?|(?:a|some|the) (?:series|number|couple|bit|lot|few|sort|kind|pair|moment|way|edge|side|center|middle|outside|inside|front|back|top|bottom|base|end|interior|exterior)|(?:the|an?) (?:bones?|legs?|arms?|heads?|eyes?|flesh|skin|blood|face|jaws?|teeth))\b/gi;
const OWNER =
  /\b(?:the|a|an|his|her|two|three|four|several|some|many|this|these|each|its)\b (?!(?:of|in|on|at|to|and|or|more|other)\b)[\p{L}'’-]+ /iu;
/** A part of a body, whose owner has to be named before. */
const BODY_PART =
  /\bthe (?:\p{Ll}+ )?(?:ears?|eyes|midsection|wounds?|torso|chest|throat|skull|snout|jaws?|tail|wings|body|shoulders?|limbs|claws|lower half|upper half)\b(?! (?:of|that|which))/giu;
/** Possible antecedents of "they". */
const SEVERAL =
  /\b(?:people|men|women|children|folk|crowd|group|family|pair|both|[\p{Ll}-]+[^\Wsui]s(?!['’]))\b|\b\p{Lu}\p{Ll}+ and (?:the )?\p{L}+\b/u;
const GESTURE =
  /\b(nods?|shrugs?|smiles?|grins?|sighs?|blinks?|pauses?|leans?|glances?|chuckles?|laughs?|smirks?|waves?|shakes (his|her|their|its) head|looks? (back|over|up|around|at|down|to)|turns? (to|around|back)|clears?|scratches|stares?|goes quiet|eyes|squints?|furrows?|rolls? (his|her))\b/i;
const EVENT =
  /\b(arrives?|enters?|reach(es)?|discovers?|finds?|reveals?|hands|gives?|opens?|kills?|dies|falls?|collapses?|vanish(es)?|disappears?|emerges?|attacks?|escapes?|flees?|steals?|returns?|explodes?|breaks?|shatters?|bursts?|crash(es)?|destroys?|transforms?|leaves?|descends?|makes? (their|his|her) way|comes? (to|upon|across|into)|leads?|brings?|takes?|pulls?|approach(es)?|steps? (into|through|out|in)|grabs?|slams?|lands?|rises?|appears?|begins?|joins?|greets?|introduces|writes?|reads?|sails?|travels?|falls? (unconscious|asleep))\b/i;
/** A number without a noun. */
const COUNTS_NOTHING =
  /\b(?:a (?:couple|few)|one|two|three|four|five|several|some) (?:more|others?)\b(?! \p{Ll}+s?\b(?<! (?:on|in|at|that|of|to|who|which|up|down|as|from|with)))|^(?:one|two|three|four|five|six|some|many|most|both|all) of (?:them|these|those)\b/iu;

const POINTS =
  /\b(this|these|those)\b(?! (morning|evening|night|day|time|moment))|\bthat (area|way|side|point|direction|space|room|creature|one|section)\b|\bno (sound|sign)\b/i;

/** The sentences of the game master that can be shown, with "you" resolved, as passages; and plain acts of players. */
export function findPassages(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  addressees: readonly (Addressee | null)[],
): Passage[] {
  const passages: Passage[] = [];
  const persons = findPersons(prepared);
  const { speech, zones } = prepared;
  for (const turn of speech.turns) {
    if (turn.speakerId === zones.gameMasterId && turn.speakerId !== null) {
      if (ANNOUNCED.test(textOf(prepared, turn)) || isShortReply(prepared, turn)) continue;
      readTurn(prepared, candidates, { persons, addressees }, turn, passages);
    } else readActs(prepared, candidates, turn, passages);
  }
  return passages;
}

const SHORT_WORDS = 12;
const SHORT_WORDS_UNNAMED = 17;
const SHORT_WORDS_QUOTED = 25;
/** Somebody goes on, or is still there. */
const IDLE =
  /^(?:The party|They|\p{Lu}[\p{L}'’]+)(?: and \p{Lu}\p{L}+)? (?:\p{Ll}+ly |still |just |begins? to |starts? to )*(?:continues?|makes? (?:their|his|her) way|moves?|heads?|takes? a (?:step|moment|seat)|steps?|push(?:es)?|backs?|gets? up|sits?|stands?|walks?|swings?|has|have|comes?|is still|are still|looks?)\b/u;

/** A short sentence says too little if it has no name or no event, or is doubtful enough to be quoted. */
export function isThin({
  text,
  wordCount,
  names,
  sentences,
}: Pick<Passage, 'text' | 'wordCount' | 'names' | 'sentences'>): boolean {
  if (sentences.length > 1) return false;
  if (text.startsWith('“')) return wordCount < SHORT_WORDS_QUOTED;
  if (names.length === 0) return wordCount < SHORT_WORDS_UNNAMED;
  return wordCount < SHORT_WORDS && (IDLE.test(text) || !EVENT.test(text));
}

/** Of each sentence: the person whom "he" or "she" means, and who "you" is. */
interface Followed {
  persons: readonly (number | null)[];
  addressees: readonly (Addressee | null)[];
}

function readTurn(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  { persons, addressees }: Followed,
  turn: Turn,
  passages: Passage[],
): void {
  const told: (Told | null)[] = [];
  for (let at = turn.from; at < turn.to; at += 1) {
    const sentence = prepared.speech.sentences[at]!;
    const candidate = candidates.get(at);
    told.push(candidate ? tell(prepared, sentence, candidate, addressees[at]!, persons[at]!, turn) : null);
    const said = candidate && sayOf(prepared, sentence, candidate, persons[at]!);
    if (said) passages.push(said);
  }
  for (let from = 0; from < told.length; from += 1) {
    const parts: Told[] = [];
    for (let to = from; to < Math.min(told.length, from + LONGEST_PASSAGE); to += 1) {
      const next = told[to];
      const [first] = parts;
      if (!next) break;
      if (first && (first.isSpare || next.isSpare || next.candidate.scene !== first.candidate.scene)) break;
      parts.push(next);
      if (!standsAlone(prepared, parts)) break;
      const passage = passageOf(prepared, parts, false);
      passages.push({ ...passage, isSpare: passage.isSpare || isThin(passage) });
    }
  }
}

function readActs(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  turn: Turn,
  passages: Passage[],
): void {
  for (let at = turn.from; at < turn.to; at += 1) {
    const sentence = prepared.speech.sentences[at]!;
    const candidate = candidates.get(at);
    const act = candidate && playerAct(prepared, turn, sentence);
    if (act)
      passages.push(
        passageOf(prepared, [{ sentence, ...act, own: act.text, retold: true, candidate }], true),
      );
  }
}

const textOf = ({ speech }: Prepared, turn: Turn): string =>
  speech.sentences
    .slice(turn.from, turn.to)
    .map(({ text }) => text)
    .join(' ');

const isShortReply = ({ speech }: Prepared, turn: Turn): boolean =>
  turn.wordCount <= SHORT_REPLY && REPLIES.test(speech.sentences[turn.from]!.text);

/** "Looks to Mira": the next "she" may be somebody else. */
const isObject = ({ words }: Sentence, mention: Mention | undefined): boolean =>
  mention !== undefined &&
  /^(?:to|at|with|of|for|from|towards?|behind|by|on|past|near|beside)$/.test(
    words[mention.at - 1]?.lower ?? '',
  );

function findPersons(prepared: Prepared): (number | null)[] {
  const { speech, zones, names, party, presence } = prepared;
  const persons: (number | null)[] = new Array<number | null>(speech.sentences.length).fill(null);
  let current: number | null = null;
  let age = 0;
  for (const turn of speech.turns) {
    const narrates = turn.speakerId === zones.gameMasterId;
    age += 1;
    if (age > PERSON_TURNS) current = null;
    for (let at = turn.from; at < turn.to; at += 1) {
      const sentence = speech.sentences[at]!;
      const quoted = sentence.inSpeech || /^["“]/.test(sentence.text);
      if (narrates && INTRODUCES.test(sentence.text)) current = null;
      const named = (names.inSentence.get(at) ?? []).filter(
        (index) => names.all[index]!.kind === 'person' && !party.members.has(index),
      );
      if (narrates && !quoted) {
        if (TRANSITION.test(sentence.text)) current = null;
        if (named.length === 1 && presence[named[0]!]!.standing === 'met' && !party.unsure.has(named[0]!)) {
          current = isObject(sentence, names.mentionIn(named[0]!, at)) ? null : named[0]!;
          age = 0;
        } else if (named.length > 0 || NEW_PERSON.test(sentence.text)) current = null;
      } else if (!narrates && named.length === 1) {
        const mention = names.mentionIn(named[0]!, at);
        if (mention && isVocative(sentence, mention) && presence[named[0]!]!.standing === 'met') {
          current = named[0]!;
          age = 0;
        }
      }
      persons[at] = narrates ? current : null;
    }
  }
  return persons;
}

/** A non-player character's line, in quotation marks, if it names someone or something that matters. */
function sayOf(
  prepared: Prepared,
  sentence: Sentence,
  candidate: Candidate,
  person: number | null,
): Passage | null {
  if (person === null || !sentence.complete || prepared.fightAt(sentence.index)) return null;
  const speaker = prepared.names.all[person]!.name;
  const text = spokenPart(sentence);
  if (text === null || /[?()[\]\d…“”"*_`<>|#~]|--|\.\.\./.test(text)) return null;
  // No one refers to themselves by name, so this is not their line.
  if (text.includes(speaker)) return null;
  const count = text.split(/\s+/).length;
  if (count < 9 || count > 32 || LOOSE_TALK.test(text) || ANACHRONISM.test(text)) return null;
  const names = (prepared.names.inSentence.get(sentence.index) ?? []).filter(
    (index) => index !== person && !prepared.party.members.has(index),
  );
  const weight = (text.toLowerCase().match(WEIGHT) ?? []).length;
  if (names.length === 0 && weight === 0) return null;
  if (DANGLING_START.test(text) || !isSentence(text) || !isSurelyGrammatical(text)) return null;
  const passage = passageOf(
    prepared,
    [{ sentence, text: `${speaker}: “${text}”`, own: text, retold: false, candidate, person }],
    false,
  );
  const idle = names.length === 0 && weight < 2 ? 0.15 : 0;
  return { ...passage, score: passage.score + 0.1 - idle, names: [...passage.names, person] };
}

/** Whether a sentence opens as one that needs nothing before it. */
export const needsNothingBefore = (text: string): boolean =>
  ![DANGLING_START, POINTS, COUNTS_NOTHING].some((each) => each.test(text));

/** Whether the last of these sentences needs nothing but those before it. */
export function standsAlone(prepared: Prepared, parts: Told[]): boolean {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const leansOnEarlier = parts.length === 1 ? !needsNothingBefore(first.text) : DANGLING_NEXT.test(last.text);
  return !leansOnEarlier && hasAntecedents(prepared, parts);
}

/** Whether the last sentence's pronouns, and the body parts in it, have an owner in the passage. */
export function hasAntecedents(prepared: Prepared, parts: Told[]): boolean {
  const last = parts.at(-1)!;
  const before = parts
    .slice(0, -1)
    .map((part) => part.text)
    .join(' ');
  const leadOf = (match: RegExpExecArray) => `${before} ${last.own.slice(0, match.index)}`;
  for (const match of last.own.matchAll(PERSONAL)) {
    const lead = leadOf(match);
    const wanted: Pronoun = /^(he|him|his|himself|he's)$/i.test(match[0]) ? 'he' : 'she';
    if (isOfAnother(lead.trim(), match[0], last.own.slice(match.index + match[0].length))) return false;
    const person = wanted === 'he' ? lead.replace(WOMEN, '') : lead.replace(MEN, '');
    if (!PERSON_NOUNS.test(person) && !namesInLead(prepared, parts, lead, wanted)) return false;
  }
  for (const match of last.own.matchAll(BODY_PART)) {
    const body = leadOf(match).replace(/\p{Lu}[\p{L}-]*['’]s?(?= )/gu, '');
    if (!PERSON_NOUNS.test(body) && !hasName(prepared, parts, body)) return false;
  }
  for (const match of last.own.matchAll(NEUTRAL)) {
    const lead = leadOf(match).replace(NO_OWNER, ' ');
    if (!OWNER.test(lead)) return false;
    if (/^the[my]/i.test(match[0]) && !SEVERAL.test(lead)) return false;
  }
  return true;
}

/** "Mira comes up next to her": in one clause, that is not Mira. */
const isOfAnother = (lead: string, pronoun: string, rest: string): boolean =>
  (/^him$/i.test(pronoun) ||
    (/^her$/i.test(pronoun) &&
      !/^ (?!(?:and|in|on|at|to|with|from|as|up|down|over|back)\b)\p{L}/u.test(rest))) &&
  /^\p{Lu}\p{L}+(?: (?!and\b|as\b|who\b|while\b)\p{Ll}+){1,6}$/u.test(lead);

/** "Her hand on his shoulder": one name is not both. */
const isOfBoth = (text: string): boolean => /\b(?:he|him|his)\b/i.test(text) && /\b(?:she|her)\b/i.test(text);

const hasName = ({ names }: Prepared, parts: Told[], lead: string): boolean =>
  parts.some((part) =>
    [
      ...(names.inSentence.get(part.sentence.index) ?? []),
      ...(part.person === null ? [] : [part.person]),
    ].some((index) => lead.includes(names.all[index]!.name.split(' ')[0]!)),
  );

function namesInLead(
  { names, party, pronouns }: Prepared,
  parts: Told[],
  lead: string,
  wanted: Pronoun,
): boolean {
  const indices = parts.flatMap((part) => names.inSentence.get(part.sentence.index) ?? []);
  for (const part of parts) if (part.person !== null) indices.push(part.person);
  return indices.some((index) => {
    const member = party.members.get(index) ?? index;
    const { name, kind } = names.all[member]!;
    if (!lead.includes(name.split(' ')[0]!)) return false;
    const known = pronouns.get(member);
    return known
      ? known === wanted
      : kind === 'person' && !party.members.has(index) && !isOfBoth(parts.at(-1)!.own);
  });
}

export function passageOf(prepared: Prepared, parts: Told[], act: boolean): Passage {
  const stems = new Set<string>();
  const names = new Set<number>();
  let sum = 0;
  let words = 0;
  for (const { sentence, candidate, text, doubt } of parts) {
    for (const each of candidate.stems) stems.add(each);
    for (const each of prepared.names.inSentence.get(sentence.index) ?? []) names.add(each);
    const count = sentence.words.length;
    words += count;
    let score = Math.max(candidate.score, 0.1) + 0.6;
    if (doubt !== undefined) score -= 0.5 * (doubt + 1);
    if (EVENT.test(text)) score += 0.5;
    if (/^(The party|They) (sees?|hears?|notices?|feels?|looks?)\b/.test(text)) score -= 0.3;
    if (count < 9) score -= EVENT.test(text) ? 0.2 : 0.7;
    if (GESTURE.test(text)) score -= count < 16 ? 1 : 0.4;
    if (/\b(looks like|seems|appears to be)\b/.test(text)) score -= 0.2;
    sum += score * count;
  }
  const mean = sum / words;
  return {
    sentences: parts.map((part) => part.sentence),
    from: parts[0]!.sentence.index,
    to: parts.at(-1)!.sentence.index,
    scene: parts[0]!.candidate.scene,
    text: parts
      .map((part) => part.text)
      .join(' ')
      .replaceAll('” “', ' '),
    retold: parts.some((part) => part.retold),
    isSpare: parts[0]!.isSpare ?? false,
    wordCount: words,
    score: (mean * words) / Math.sqrt(Math.max(words, 12)) / 3 + (act ? 0.1 : 0),
    stems,
    names: [...names],
    act,
  };
}

const PERSON_TURNS = 6;
/** A person introduces themselves. */
const INTRODUCES = /\b(?:I am|I['’]m|my name is|my name['’]s|call me) (?:\p{Ll}+ )?\p{Lu}/u;
const NEW_PERSON =
  /\b(?:a|an|another|the other|one of the|two|three) (?:[\p{L}-]+ ){0,3}(?:man|woman|boy|girl|figure|guard|soldier|priest|merchant|innkeeper|bartender|barkeep|shopkeeper|dwarf|elf|gnome|halfling|human|goblin|orc|tiefling|dragonborn|half-elf|gentleman|fellow|elder|person|voice|individual|individuals)\b|\b(?:the|this) (?:man|woman|boy|girl|figure|guard|soldier|merchant|bartender|barkeep|dwarf|elf|gnome|halfling|person|individual|dragon|creature)\b/iu;
const LOOSE_TALK =
  /\b(um+|uh+|okay|ok|yeah|like,|I mean|you know|I guess|kind of|sort of|blah|whatever|guys)\b|^(No|Yes|Well|Oh|Ah|Hmm|Right|Good|Very well|Of course)\b/i;
