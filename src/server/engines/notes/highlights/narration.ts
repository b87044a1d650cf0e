import { isShort, type Prepared } from '../reading/prepare.ts';
import { capital, type Sentence, type Turn } from '../reading/text.ts';
import { ANACHRONISM, HOUSEKEEPING, NOT_NARRATED, RULES_TALK, TABLE_TALK } from '../reading/vocabulary.ts';
import { answersOne, charactersIn, hasSpokenToAll, isAmongAll, partnerOf } from './addressee.ts';
import { isSlipOfSpeech } from './doubts.ts';
import type { Candidate } from './features.ts';
import { holdsTogether, isSurelyGrammatical } from './grammar.ts';
import { isQuotable } from './lines.ts';
import { hasAntecedents, passageOf, standsAlone } from './passages.ts';
import { type Addressee, isSentence } from './retell.ts';
import type { Passage } from './select.ts';
import {
  isLaughedAt,
  isLeftBroken,
  isTakenBack,
  namesVoice,
  opensWell,
  startsWithName,
  type Told,
} from './tell.ts';

interface Length {
  fewestWords: number;
  mostWords: number;
  /** A passage of so many words says enough without a name. */
  richWords: number;
}
const LENGTH: Length = { fewestWords: 20, mostWords: 120, richWords: 27 };
/** Nothing else checks the grammar of a short session's passages, and longer ones have more slips of speech. */
const LENGTH_IN_SHORT: Length = { fewestWords: 25, mostWords: 45, richWords: 32 };
const MOST_SENTENCES = 8;
/** From so many words a passage is worth more: readers accepted 89 of 100, 90 of shorter ones about somebody, and 58 of the others. */
const RICH = 32;
const LONG = 40;
const VERY_LONG = 50;
const LONGEST_SENTENCE = 45;

/** Speech that is not worth reading again: fillers, corrections, and words of the table. */
const LOOSE =
  /\b(?:kind of|sort of|you know|basically|essentially|stuff|guys?|whatnot|anyway|pretty much|fella|for the most part|any sort|some things|a whole lot|almost seems|you get the sense|over here|the break|boss (?:battle|fight)|arcs?|the rest of you)\b|\blike,|, (?:uh|um|er)\b|\b(\p{L}+),? \1\b/iu;
/** Talk of what to do, of the rules, and of the table. */
const AT_THE_TABLE = new RegExp(
  String.raw`\b(?:${NOT_NARRATED}|I['’]\w+|myself|we['’]\w+|let['’]s|if|you['’](?:ll|d)|he['’]d|she['’]d|they['’]d|want(?:s|ed)? to|(?:need|have|has) to|don['’]t|right (?:now|there|here)|like (?:this|that)|tokens?|targets?|targeted|turns?(?! (?:to|and|around|back|toward|towards|into|away|over|his|her|its|their|your|the|on|off|out|down|up|as|from|in|of))|(?:this|next|last|first|per|a|another) round|rounds|actions?|miss(?:es)?|bonus(?:es)?|range of|checks?|resist(?:s|ed|ance|ant)?|grappled?|last (?:time|week)|gets? to|effects?|takes? (?:the )?(?:full|half)|attun\w+|mark (?:off|that)|unconscious|conscious)\b`,
  'i',
);
/** Words before a sentence that say nothing. */
const OPENER =
  /^(?:(?:And|So|But|Okay|All right|Well|and|so)(?:, | ))+(?!(?:much|many|far|long|few|little|too|that|does|did|do|is|are)\b)(?=\p{L})/u;
const YOU = /\byou(?:r|rs|rself|rselves|['’]re|['’]ve)?\b/i;
/** A clause without its verb: "Walking through, as you see rows of soldiers.", "The lid completely cutting the light." */
const NO_MAIN_CLAUSE =
  /^\p{L}+ing\b[^,]*, (?!you\b|(?:he|she|they|it)\b|there\b|\p{Lu})|^The \p{Ll}+ (?:\p{Ll}+ly )?\p{Ll}+ing\b(?![^,]*\b(?:is|are|was|were|has|have|\p{Ll}{2,}s)\b)/u;
/** A sentence that starts over, or without its end: "The people seem, as more come", "As you climb, across the roof, and you see". */
const LOST = new RegExp(
  [
    String.raw`\b(?:seems?|appears?|hear now|see now|notice now),`,
    String.raw`\byou(?:['’]ve| have| can)? (?:now |begun to )*(?:see|hear|note|notice|feel) (?:is|are|was|were)\b`,
    String.raw`(?<=\p{L} )you can (?:also |now )?see (?:appears?|has|looks|seems|comes|goes|turns|steps|takes|puts|stands|sits|reach)\b`,
    String.raw`^As [^,]+, (?:about|around|just|roughly|across|from|at|to|in|on) [^,]*, and\b`,
    String.raw`^The (?:\S+ ){1,7}\p{L}+ing\b[^,]*, you\b`,
    String.raw`^The [^,]*\b(?:still|now) \p{L}+ [^,]*, an? `,
    String.raw`^The \p{L}+(?: itself)?,? (?:however, )?\p{L}+ing\b(?![^,]*\b(?:is|are|was|were|has|have)\b)`,
    String.raw`^\p{Lu}[\p{L}'’]+, who [^,]*, you\b`,
    String.raw`^You (?:hear|see|notice|feel)(?: now)?, what\b`,
    String.raw`^You [^,]*, leads\b|^You see, as |^The \p{Ll}+ one, you\b|\bwhere the \p{Ll}+ \p{Ll}+, which\b`,
    String.raw`\byou see \p{Lu}[^,]* who (?:is|are|was) [^,]* (?:puts|turns|walks|looks|steps|comes|takes|goes)\b`,
    String.raw`^The \p{Ll}+, (?:however|though)\b`,
    String.raw`\band \p{L}+ of (?:it|them), you\b`,
    String.raw`\bsee \p{Lu}[\p{L}'’]+['’]s \p{L}+ing\b`,
    String.raw`\byour \p{L}+ \p{L}+ of your\b`,
    String.raw`\bthere (?:is|was|are|were), what\b|^\p{Lu}[\p{L}'’]+, you, |\binto to\b|\bwhat looks like [^,]* is (?:really|actually)\b`,
    String.raw`\bcatch your eye\b|\bas you, |\b(\p{L}+ \p{L}+), \1\b|\bby where\b[^,]* (?:has|have)\b`,
  ].join('|'),
  'u',
);
/** What a room or a street always has; a reader seldom cares. */
const PLAIN =
  /\b(?:doors?|doorways?|entrance\w*|hallways?|corridors?|staircases?|stairs|landings?|windows?|curtains?|tables?|benches|chairs?|stools?|shelves|cabinets?|crates?|kegs?|barrels?|guards?|soldiers?|on (?:the|your) (?:left|right)|to (?:the|your) (?:left|right))\b/i;
/** Kinds of places that a reader remembers. */
const PLACE =
  /\b(?:cit(?:y|ies)|towns?|villages?|forests?|woods|jungle|swamp|marsh\p{Ll}*|desert|mountain\p{Ll}*|hills?|valley|cliffs?|river|lake|sea|ocean|coast|shore|beach|islands?|temples?|shrine|church|castle|keep|fort(?:ress)?|towers?|palace|manor|mansion|estate|ruins?|taverns?|inns?|market|bazaar|streets?|road|bridge|harbor|ships?|caverns?|caves?|chambers?|tombs?|crypts?|dungeons?|districts?|halls?|mines?|camp)\b/iu;
const DAYTIME = /\b(?:night|morning|evening|sun|day|dawn|dusk|sunset|sunrise)\b/i;
/** Something that a reader remembers. */
const DECISIVE =
  /\b(?:kills?|dies|dead|falls?|vanish(?:es)?|destroy\p{Ll}*|bursts?|explod\p{Ll}*|transforms?|collaps\p{Ll}*|emerges?|dragons?|demons?|devils?|gods?|giants?|undead)\b/iu;
/**
 * Only heard, denied or concluded, about a roof without its house, or about one more of what came before: readers accepted 61 of
 * 100 such passages.
 */
const SAYS_TOO_LITTLE =
  /^(?:There|A second|A third|The roof|The ceiling)\b|\b(?:sounds?|noises?|at this point|there it is|those (?:two|three|four|five)|everyone else)\b|[,.] so\b|\b(?:have|has|is|are|does|do)n['’]t\b/i;
/** Nights in which nothing happens. */
const SLEEPS =
  /\b(?:come to consciousness|wakes? up|wakes individually|(?:full|long|evening['’]s|night['’]s) rest|day of travel|the following morning)\b/i;
/** What something may be; readers prefer to know what it is. */
const SEEMS = /\b(?:looks?|seems?|appears?)\b/i;
/** One of the party: "your wings", "find yourself". */
const ONE_ALONE =
  /\byourself\b|\byour (?:\p{Ll}+ )?(?:hands?|arms?|legs?|feet|foot|face|head|eyes?|mouth|nose|hair|shoulders?|chest|back|body|skin|wings?|mind|vision|symbol|sword|blade|bow|axe|hammer|staff|daggers?|armor|cloak|book|broom|side|fingers?|hip|neck|stomach|heart)\b/iu;
const SOMEBODY =
  /\b(?:he|she|his|her|him|man|woman|figure|people|individuals?|guards?|dwarf|elf|gnome|child\w*|person)\b/i;
/** Magic that shows what is elsewhere, up to so many sentences before. */
const VISION =
  /\b(?:scry\w*|visions?\b(?! of you)|nightmares?|dream(?:s|ing|t)?\b|clairvoyance|arcane eye|beast sense)/i;
const NEAR_VISION = 20;
/** "You can see beyond that", "the rest of it": something said before is missing. */
const OF_IT =
  /^[^.!]*\b(?:(?:behind|beyond|of|around|across|on|to|about|with|from|in|into|than|like) (?:that|it|them|this)\b(?! \p{L}+(?<!ly)\b)|the rest of|the others?\b|another\b)/iu;
/** A part or a side of something: "the interior", "on the far side". */
const PART =
  /\bthe (?:\p{Ll}+ )?(?:interior|inside|exterior|outside|sides?|ends?|edges?|top|bottom|base|center|middle|front|back|rest|surface|half|heads?|body|form|face|mouth|neck|impact|shot|blow|strike|attack|room|chamber|space|area)\b(?! of\b)/iu;
const SOMETHING =
  /\b(?:the|an?|his|her|two|three|four|several|some|many|this|these|each|its|your)\b (?!(?:of|in|on|at|to|and|or|more|other)\b)\p{L}|(?<=\p{L} )\p{Lu}\p{L}/iu;
/** "You see": it hardly matters to whom it was said. */
const PERCEIVES =
  /\byou (?:(?:can|all|now|also|just|then|do|begin to|start to|immediately|suddenly|eventually) )*(?:see|hear|notice|watch|smell|spot|glimpse|catch sight of)\b/gi;
/** "You make your way". */
const MOVES =
  /\byou (?:(?:all|slowly|eventually|finally|then|begin to|continue to) )*(?:make your way|arrive|approach|reach|enter|come|step|emerge|descend|ascend|travel|follow|head|walk|pass|round|push|wake|continue|gather)\b/gi;
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
export function findNarration(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  addressees: readonly (Addressee | null)[],
): Passage[] {
  const { speech, zones } = prepared;
  const passages: Passage[] = [];
  for (const turn of speech.turns)
    if (
      turn.speakerId !== null &&
      turn.speakerId === zones.gameMasterId &&
      turn.wordCount >= LENGTH.fewestWords
    )
      readTurn(prepared, candidates, addressees, turn, passages);
  return passages;
}

function readTurn(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  addressees: readonly (Addressee | null)[],
  turn: Turn,
  passages: Passage[],
): void {
  const told = prepared.speech.sentences.slice(turn.from, turn.to).map((sentence): Told | null => {
    const candidate = candidates.get(sentence.index);
    if (!candidate || !isNarrated(prepared, sentence, turn)) return null;
    return { sentence, text: sentence.text, own: sentence.text, retold: false, candidate, person: null };
  });
  const length = lengthOf(prepared);
  for (let from = 0; from < told.length; from += 1) {
    const parts: Told[] = [];
    let words = 0;
    for (const next of told.slice(from, from + MOST_SENTENCES)) {
      if (!next || (parts[0] && next.candidate.scene !== parts[0].candidate.scene)) break;
      parts.push(parts.length === 0 ? withoutOpener(next) : next);
      words += next.sentence.words.length;
      if (words > length.mostWords) break;
      if (
        parts.length === 1
          ? !opensWell(prepared, next.sentence, parts[0]!.text) || !standsAlone(prepared, parts)
          : !hasAntecedents(prepared, parts)
      )
        break;
      const text = parts.map((part) => part.text).join(' ');
      if (words < length.fewestWords || !isWorthReading(prepared, parts, text)) continue;
      const to = toWhom(prepared, parts, text, addressees);
      if (
        to !== null &&
        (to !== '' ||
          isShort(prepared) ||
          parts.every(isSure) ||
          (parts.length > 1 && (namesTheWorld(prepared, parts) || isAnchored(text))))
      ) {
        const passage = passageOf(prepared, parts, false);
        passages.push({
          ...passage,
          text: `${to}“${passage.text}”`,
          isSpare: !isShort(prepared) && !saysEnough(prepared, parts, text),
          score: passage.score + merit(prepared, passage),
        });
      }
    }
  }
}

/** Readers accepted 87 of 100 such passages to the party and found a slip in 4; in the others it was 73 and 19. */
const isSure = ({ text }: Told): boolean => isSurelyGrammatical(text);

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
    !LOST.test(text) &&
    !isLeftBroken(text) &&
    !isSlipOfSpeech(text) &&
    !isTakenBack(prepared, sentence) &&
    !isLaughedAt(prepared, sentence, turn) &&
    !namesVoice(prepared, sentence) &&
    holdsTogether(asTold(text))
  );
}

const IN_FULL: readonly [RegExp, string][] = [
  [/^(\p{Lu}[\p{L}'’]+), (?=(?:as |when )?you\b)/u, ''],
  [/, (\p{Lu}[\p{L}'’]+)(?:,(?= )|(?=[.!]))/gu, ''],
  [/\b([Yy]ou|[Tt]hey)['’]re\b/g, '$1 are'],
  [/\b([Yy]ou|[Tt]hey)['’]ve\b/g, '$1 have'],
  [/\b([Ii]t|[Hh]e|[Ss]he|[Tt]hat|[Ww]ho|[Ww]hat|[Ww]here|[Tt]here)['’]s\b/g, '$1 is'],
  [/\b(is|are|was|were|do|does|did|has|have|had)n['’]t\b/g, '$1 not'],
  [/\bYou(?: all| guys)?\b/g, 'They'],
  [/\byou(?: all| guys)?\b/g, 'they'],
  [/\bYour\b/g, 'Their'],
  [/\byour\b/g, 'their'],
  [/\byoursel(?:f|ves)\b/g, 'themselves'],
];

/** As somebody who was not there would tell it, for the checks of grammar: "they are", and without the names that it calls. */
const asTold = (text: string): string =>
  capital(
    IN_FULL.reduce(
      (told, [pattern, replacement]) => told.replace(pattern, replacement),
      text.replace(OPENER, ''),
    ),
  );

const lengthOf = (prepared: Prepared): Length => (isShort(prepared) ? LENGTH_IN_SHORT : LENGTH);

/** "So, as Mira turns around": it goes on from nothing that matters. */
function withoutOpener(told: Told): Told {
  const text = capital(told.text.replace(OPENER, ''));
  return { ...told, text, own: text };
}

const wordsIn = (text: string): number => text.split(/\s+/).length;

/**
 * Whether a reader who was not there knows what it is about. Readers accepted 88 of 100 passages that say what place, what time of
 * day or what decisive thing it is about and have this length, 71 of those in whose first sentence something is "it", and 71 of others.
 */
export function saysEnough(prepared: Prepared, parts: Told[], text: string): boolean {
  const words = wordsIn(text);
  const isTold = parts.length > 1;
  const isLong = words >= RICH;
  if (SAYS_TOO_LITTLE.test(text) || /\bits?\b/i.test(parts[0]!.text)) return false;
  const isOfWorld = namesTheWorld(prepared, parts);
  if (!isAnchored(text))
    return (
      (isTold && words >= VERY_LONG && !text.startsWith('As ')) ||
      (isOfWorld && (isTold || isLong) && YOU.test(text) && !actsIn(text))
    );
  if (!isTold && !hasName(prepared, parts)) return false;
  return isOfWorld || (isLong && (YOU.test(text) || SOMEBODY.test(text)));
}

/** "You" does more than see something and go somewhere. */
const actsIn = (text: string): boolean => /\byou\b/i.test(text.replace(PERCEIVES, '').replace(MOVES, ''));

/** Says what kind of place it is, or the time of day, or that something decisive happens. */
const isAnchored = (text: string): boolean => [PLACE, DAYTIME, DECISIVE].some((each) => each.test(text));

/** "The interior is dark": the interior of what? */
function leansOnEarlier(text: string): boolean {
  const part = PART.exec(text);
  return part !== null && !SOMETHING.test(text.slice(0, part.index));
}

/** Names someone or somewhere, or says much without. */
function isWorthReading(prepared: Prepared, parts: Told[], text: string): boolean {
  const isNamed = hasName(prepared, parts);
  const saysLittle = wordsIn(text) < lengthOf(prepared).richWords;
  if (!isNamed && !ARRIVES.test(text) && (saysLittle || prepared.fightAt(parts[0]!.sentence.index)))
    return false;
  return !leansOnEarlier(text) && ![BESIDE_IT, OF_IT, TO_SOME, ADDS].some((each) => each.test(text));
}

const hasName = ({ names }: Prepared, parts: Told[]): boolean =>
  parts.some(({ sentence }) => names.inSentence.get(sentence.index)?.length);

/** Someone or somewhere besides the played characters. */
const namesTheWorld = ({ names, party }: Prepared, parts: Told[]): boolean =>
  parts.some(({ sentence }) =>
    names.inSentence.get(sentence.index)?.some((index) => !party.members.has(index)),
  );

/** One character sees what is elsewhere. */
const isVision = ({ speech }: Prepared, { index }: Sentence): boolean =>
  speech.sentences.slice(Math.max(0, index - NEAR_VISION), index + 3).some(({ text }) => VISION.test(text));

/** What to put before a passage so that "you" is clear: "To Mira: ", or nothing. Null if no one can know who "you" is. */
function toWhom(
  prepared: Prepared,
  parts: Told[],
  text: string,
  addressees: readonly (Addressee | null)[],
): string | null {
  const first = parts[0]!.sentence;
  if (!YOU.test(text)) return '';
  if (prepared.fightAt(first.index) || isVision(prepared, first)) return null;
  if (TO_ALL.test(text)) return '';
  if (parts.some(({ sentence }) => charactersIn(prepared, sentence).some(({ isCalled }) => isCalled)))
    return '';
  const [to, ...others] = parts.map(({ sentence }) => addressees[sentence.index] ?? null);
  const isOne =
    to?.kind === 'one' && others.every((other) => other?.kind === 'one' && other.name === to.name);
  if (isOne) return `To ${to.name}: `;
  const saysAll =
    (hasSpokenToAll(prepared, first) || isAmongAll(prepared, first.turn)) && !answersOne(prepared, first);
  const partner = saysAll ? null : partnerOf(prepared, first.turn);
  if (partner !== null) return `To ${partner}: `;
  const isOneAlone = ONE_ALONE.test(text);
  if (saysAll && !isOneAlone) return '';
  if (isShort(prepared) || isOneAlone) return null;
  if (namesTheWorld(prepared, parts) && !YOU.test(text.replace(PERCEIVES, ''))) return '';
  const words = wordsIn(text);
  return parts.length > 1 && words >= (namesTheWorld(prepared, parts) ? RICH : LONG) ? '' : null;
}

/** How much more readers cared for a passage than its score says. */
function merit(prepared: Prepared, { text, sentences }: Passage): number {
  if (isShort(prepared)) return 0;
  let merit = sentences.length > 1 ? 0.5 : 0;
  if (isAnchored(text)) merit += 1;
  if (PLAIN.test(text) || SLEEPS.test(text)) merit -= 2;
  if (SEEMS.test(text)) merit -= 1.5;
  const words = wordsIn(text);
  if (words >= RICH) merit += 1;
  if (words >= VERY_LONG) merit += 1;
  // A description that is about no one and that no one sees.
  if (!YOU.test(text) && !startsWithName(prepared, sentences[0]!, text, null)) merit -= 3;
  return merit;
}
