import { playerAct } from './acts.ts';
import { addresseeOf, answered } from './addressee.ts';
import { doubtOf, showingOf } from './doubts.ts';
import type { Candidate } from './features.ts';
import { polish } from './features.ts';
import { ADJECTIVE, isSurelyGrammatical } from './grammar.ts';
import { isVocative } from './party.ts';
import type { Prepared } from './prepare.ts';
import { spokenPart, WEIGHT } from './quotes.ts';
import { type Addressee, hasLooseVerb, isSentence, type Pronoun, retell, speaksToYou } from './retell.ts';
import type { Passage } from './select.ts';
import { capital, type Sentence, type Turn } from './text.ts';
import { isBase, isThird } from './verbs.ts';
import { ANACHRONISM, PERSON_NOUNS, RULES_TALK, TABLE_TALK, TRANSITION } from './vocabulary.ts';

interface Told {
  sentence: Sentence;
  text: string;
  /** The text before "you" was replaced: its pronouns are the game master's own. */
  own: string;
  retold: boolean;
  candidate: Candidate;
  person: number | null;
  /** The log-odds that a reader rejects it. */
  doubt?: number;
  fill?: Passage['fill'];
}

const MARKDOWN = /[*_`<>|\\#[\]~]/g;
const LONGEST_PASSAGE = 2;
const FEWEST_WORDS = 7;
const MOST_WORDS = 30;

const UNTOLD =
  /\b(I|I'm|I'll|I've|I'd|me|my|mine|we|we're|we'll|we've|our|us|let's|okay|ok|yeah|yes|yep|nope|sure|sorry|guys|thank|please|anyway|wait|gonna|wanna|kinda|gotta|um+|uh+|blah|pssh|et cetera|is like|go ahead and|full night's rest|fully healed|go ahead|go for it|mark (off|that|down|it)|how about|as well as normal|for the moment|at this point in time|you know|I mean|or something|or whatever|and stuff|(?<!as )if|unless|would|could|should|might|may|will|won't|you'll|you'd|he'll|she'll|it'll|they'll|he'd|she'd|they'd|maybe|perhaps|probably|supposed|want to|wants to|going to|need to|have to|has to|trying to see|don't|aren't|can't|cannot|unfortunately|luckily|(over|up|down|back|in|out) here|like this|like that|right (here|there|now)|here|there's no|this guy|that guy|mini|minis|miniatures?|token|grid|rules?|target(s|ed|ing)?|unaffected|bookkeeping|inspired|players?|campaign|session|episode|stream|hour mark|turns?(?! (to|and|around|back|toward|towards|into|away|over|his|her|its|their|the|on|off|out|down|up|as))|rounds?(?! (the|a))|movement|action|actions|reaction|attacks|hits?|miss(es)?|points? of|hit points?|hex|crit|bonus|spells?|cast|range|saves?|rolls?|check|dice|die roll|DC|NPC|disadvantage|advantage|concentration|resist(s|ed|ance|ant)?|duration|dash|disengage|grapple[sd]?|prone|ability|abilities|legendary|lair|creature type|difficult terrain|half cover|opportunity|melee|ranged|stealthy?|initiative|damage|guess|whichever|whoever|whatever|alrighty|so far|previously|earlier|last (time|week|session)|tell me|nothing|no one|nobody|gets to|effect|standard|points|immun\w+|take(s)? the (full|half)|the only one|what,|by the way|shit\w*|fuck\w*|ass|asses|damn|balls|people too|doesn't (give|need|require|matter)|does not (because|need|require)|taking|bonuses|designating|never|charges|plus-\w+|deals with|shitty|ability|a whole different|per se|push-ups)\b/i;
const STILL_SPOKEN =
  /^(Nah|Well|Next up|In theory|As far as|For as much|To have|Now,|Remember|Keep in mind|Let it|Correct|Exactly|Great|Cool|Or |Nice|Good|Second|First|Third|Then,? \p{Lu})|,? (?:no|yes|though|too|either|as well|or not|right|correct|technically|already|so)\.$|\b(attun\w+|misfires?|the (top|bottom|first|second|third|fourth|last) one|visual(ly)?|smash(es)? cut|next up|for \p{L}+ to see|not (at|in) the|a long rest|short rest|standing on|the plan they|(is|are) not|hasn't|haven't|wasn't|weren't)\b/u;
/**
 * What speech allows and writing does not: a clause inside another's object ("sees Wren now approaches", "the guard, she
 * can see has"), a verb cut off ("notices, two of"), a sentence begun twice ("the wolf, all of a sudden, there's").
 */
const SPOKEN_GRAMMAR =
  /\band like \p{Ll}+ing\b|\b(?:sees?|watch(?:es)?|hears?|notices?) \p{Lu}[\p{L}'’-]+ (?:now |then |suddenly |just )?(?:approaches|comes|goes|steps|walks|runs|looks|turns|stands|takes|moves|gets|gives|is|has)\b|,? (?:can see|sees|notices|can tell) (?:has|is|was|are|have|had)\b|\b(?:sees?|notices?|hears?|realizes?|watches|feels?|can|does|did|is|has|was),|, (?:the party|they|\p{Lu}[\p{L}'’]+) can (?:see|hear|feel) (?:its|his|her|their)\b|\bthe \p{L}+, an? |, all of a sudden,? there(?:'s| is)|\b(?:more and more|a lot|some|a few) of \p{Ll}+s\b(?! (?:of|that|who|which|are|were))|\b\p{Lu}\p{L}+ is (?:seeing|hearing|noticing|watching)\b|^To \p{Ll}+|\bhard to tell\b|^(?:Then )?the \p{L}+ \p{L}+ comes right after/u;
/**
 * What is left of a sentence that speech did not end, or that retelling cannot mend: "As he looks up, and two bolts come
 * down.", "Keyleth is all standing", "notices an and", "begins to, carefully, make", "sees three, and", "the ceiling from
 * the blast, is".
 */
const LEFT_BROKEN =
  /^As \b[^,.]+, and [^,.]+(?:,[^,.]*)?\.$|^\p{L}+ing\b[^.]*, and (?:then )?there(?:'s| is| are)\b|\b(?:is|was) all \p{L}+ing\b|[\p{Ll}]\. \p{Ll}|\b(?:an?|the|of|to) (?:and|or|but|in|of|on|is|as|at|towards?|from|for|with|into)\b|\buntil (?:eventually|finally),|\bthere (?:is|are) (?:one|two|three|four|five|six|some|many)\.$|(?:^|, )little bit\b|(?:\band|,) \p{Ll}+ (?:itself|himself|herself)\b|\bthemselves \p{Ll}+ly (?:to|at|in)\b|^\p{L}+ing\b[^,]*, (?:looks?|seems?|appears?|sounds?)\b|['’]s there\.$|\bgo\.$|\bto, |\b(?:sees?|hears?|notices?|finds?) (?:one|two|three|four|five|six|seven)[,.]|^(?:The|An?) [^,]{12,80}, (?:is|are|was|were|has|have|goes|looks)\b[^,]*\.$|, (?:that is (?!\p{L}+ing)|that['’]s )|; \p{Ll}+ (?:them|it|him|her)\b/u;
const TAKES_BACK =
  /^(?:oh,? |no,? |wait,? )*(?:sorry|correction|scratch that|strike that|my mistake|actually|no,? wait|not \p{L}+, )\b|\bI should say\b/iu;
/** A player doubts what the game master has just said. */
const DOUBTS =
  /^(?:oh,? |but |wait,? |no,? )*(?:(?:weren't|wasn't|isn't|aren't|didn't|doesn't|don't|haven't|hasn't) |I thought |wait[,.?])/iu;
/** A reply to what players say among themselves. */
const REPLIES = /^(?:yeah|yes|yep|no|nope|right|true|well)\b/i;
const SHORT_REPLY = 14;
const ANNOUNCED =
  /\b(?:welcome back|congratulations|congrats|giveaway|sponsors?|winners? (?:is|are|of|will))\b/i;
const FRONTED =
  /^(?:As|When|While|After|Before|Once|With|In|On|At|To|From|Through|Without|Upon|Inside|Beyond|Around|Behind|For|Eventually|Immediately|Suddenly|Out|Over|Under|Across|Given|By|Above|Below|Beneath|Near|Next|\p{L}+ing|\p{L}+ly)\b/u;
/** What another clause may depend on: then a comma is no end of a sentence. */
const LEADS_ON =
  /\b(?:as|when|while|if|once|since|after|before|until|unless|because|although|though|based|due|given|that|which|who|where|how|what|feelings?|imagines?|sees?|notices?|hears?|feels?|knows?|thinks?|realizes?|appears?|seems?|looks?)\b/iu;
/** A phrase in front of what follows: "and with a great leap", "built into a cliff". */
const LEANS_ON =
  /(?:^|, |\band )(?:with|in|on|at|from|through|for|by|to|out of|over|under)\b[^,]*$|^\p{Lu}\p{L}+(?:ed|t) (?:in|into|on|onto|to|by|at|with)\b/u;
const NEW_SUBJECT = /, (?=(?:he|she|they|it|there|the|\p{Lu}[\p{L}'’]+) )/gu;

/** "You guys" beside the others whom the game master means: the party is not beside itself. */
const PARTY_TWICE = /\bparty\b.*\bparty\b(?!['’]s)/i;

const POSITION =
  /^\p{Lu}[\p{L}'’]+(?: and (?:the )?\p{L}+)? (?:is|are) (?:at|in|on|inside|up|now|still|no longer|out|under|behind|facing|next|conscious|unconscious|poisoned|stunned|just|there|back|standing|about)\b|\bis (?:a little|facing|still up|down)\b|\b(?:is|are) (?:nearby|up|there|right there|still there)\.$|^(?:At|In|On) the \p{L}+ (?:is|are) \p{Lu}/u;
const DANGLING_START =
  /^(it|its|it's|that|that's|this|these|those|and|but|or|because|which|either|neither|both|same|another|other|others|he|she|they|his|her|their|him|them|he's|she's|they're|one|ones|some|none|most|not|no|like|except|who|whose|what|where|how|why|whether|than|only|just|also|however|though|instead|so|until|such|all|almost|about|at which|in which|the (one|ones|other|others|rest|same|second|third|first|next)\b(?! (day|morning|evening|night)))\b/i;
const PERSONAL = /\b(he|she|him|his|her|hers|himself|herself|he's|she's)\b/gi;
const NEUTRAL = /\b(it|its|itself|it's|they|them|their|they're|themselves|one|ones|other|others|another)\b/gi;
const WOMEN = /\b(?:woman|girl|queen|lady|priestess|mother|sister|daughter|wife|hag|witch|lass)\b/gi;
const MEN = /\b(?:man|boy|king|lord|gentleman|father|brother|son|husband|lad|nobleman|guardsman)\b/gi;
/** What "it" or "its" is not: the party, a measure, a part of a body, what only counts. */
const NO_OWNER =
  /\b(?:the (?:whole )?party(?:['’]s)?|(?:a|some|the) (?:series|number|couple|bit|lot|few|sort|kind|pair|moment|way|edge|side|center|middle)|(?:the|an?) (?:bones?|legs?|arms?|heads?|eyes?|flesh|skin|blood|face|jaws?|teeth))\b/gi;
const OWNER =
  /\b(?:the|a|an|his|her|two|three|four|several|some|many|this|these|each|its)\b (?!(?:of|in|on|at|to|and|or|more|other)\b)[\p{L}'’-]+ /iu;
const GESTURE =
  /\b(nods?|shrugs?|smiles?|grins?|sighs?|blinks?|pauses?|leans?|glances?|chuckles?|laughs?|smirks?|waves?|shakes (his|her|their|its) head|looks? (back|over|up|around|at|down|to)|turns? (to|around|back)|clears?|scratches|stares?|goes quiet|eyes|squints?|furrows?|rolls? (his|her))\b/i;
const EVENT =
  /\b(arrives?|enters?|reach(es)?|discovers?|finds?|reveals?|hands|gives?|opens?|kills?|dies|falls?|collapses?|vanish(es)?|disappears?|emerges?|attacks?|escapes?|flees?|steals?|returns?|explodes?|breaks?|shatters?|bursts?|crash(es)?|destroys?|transforms?|leaves?|descends?|makes? (their|his|her) way|comes? (to|upon|across|into)|leads?|brings?|takes?|pulls?|approach(es)?|steps? (into|through|out|in)|grabs?|slams?|lands?|rises?|appears?|begins?|joins?|greets?|introduces|writes?|reads?|sails?|travels?|falls? (unconscious|asleep))\b/i;
const SMALLTALK_BEFORE = /\b(laugh|giggl|cackl)/i;

/** A number without what it counts. */
const COUNTS_NOTHING =
  /\b(?:a (?:couple|few)|one|two|three|four|five|several|some) (?:more|others?)\b(?! \p{Ll}+s?\b(?<! (?:on|in|at|that|of|to|who|which|up|down|as|from|with)))|^(?:one|two|three|four|five|six|some|many|most|both|all) of (?:them|these|those)\b/iu;

const POINTS =
  /\b(this|these|those)\b(?! (morning|evening|night|day|time|moment))|\bthat (area|way|side|point|direction|space|room|creature|one|section)\b|\bno (sound|sign)\b/i;
const NO_NOUN =
  /^(?:$|[^\s,]|\s(?:(?:is|are|was|were|has|have|had|that|which|who|where|and|or|but|as|to|in|into|on|onto|of|at|from|with|for|by|through|before|after|while|when|over|under|up|down|out|off|around|behind|now|so|it|he|she|they|the|an?|his|her|its|their|itself|himself|herself|there)\b|\p{Lu}))/u;

/** "In this cavern" points as "the" does; "with this wild look", an adjective before a noun, means "a". */
const unpointed = (which: string, next: string, rest: string): string => {
  const isAdjective =
    ADJECTIVE.test(next) && !/^(?:entire|whole|same|single)$/.test(next) && !NO_NOUN.test(rest);
  if (!isAdjective) return 'the ';
  return which === 'these' ? '' : /^[aeiou]/.test(next) ? 'an ' : 'a ';
};
/** A demonstrative before a noun, or before an adjective. */
const POINTED =
  /\b(in|into|of|on|onto|from|through|with|at|to|towards?|across|around|behind|beneath|under|over|inside|within|for|by|along|and|against|near|beside|above|between|sees?|hears?|feels?|notices?) (this|these) (?!(?:is|are|was|were|area|areas|side|sides|space|point|direction|one|ones|section|spot|end|thing|things|guy|guys|stuff|part|way|ways|line|map|table|week|room|situation|circumstance|instance|case|moment|time|happen|and|or|as|to|in|on|at|morning|evening|night|day|kinds?|sorts?|types?|have|has|had|information|conversation|question|two|three|four|strength|size|height|magnitude|caliber|nature|age)\b)(\p{Ll}{3,})\b/gu;

/** What a whole party does; other acts are one character's. */
const TOGETHER =
  /\b(?:the party|they)(?: all| also| then| finally| eventually| slowly| quickly| now| can)* (?:sees?|hears?|notices?|finds?|enters?|approach(?:es)?|arrives?|reach(?:es)?|comes?|makes?|heads?|travels?|continues?|leaves?|follows?|gathers?|emerges?|descends?|ascends?|climbs?|spends?|rests?|sleeps?|wakes?|awakens?|returns?|passe?s?|walks?|steps?|moves?|begins?|watch(?:es)?|gets?|is|are|has|have|rides?|sails?|exits?|departs?|discovers?|rounds?|set|sets|stands?|push(?:es)?)\b/i;
const PARTY_ACTS = /\b(?:the party|they) (?:\p{L}+ly |all |also |then |both )?(\p{L}+)/giu;

const FILLERS: readonly [RegExp, string][] = [
  [/,? (?:kind|sort|type) of (?=\p{L}+(?:s|ed|ing|ly|y)?\b)(?!a\b|an\b|the\b)/gu, ' '],
  [/,? (?:basically|essentially|technically|actually|pretty much),? (?=\p{Ll})/gu, ' '],
  [/,? by the way,?(?= )/g, ''],
  [/, like, /g, ' '],
  [/\b(?:you know|I guess|I mean),? /g, ''],
  [
    /,? (?:currently|right now|at this point|at that point|at the moment|apparently|obviously|of course)(?=[ ,.])/g,
    '',
  ],
  [/\b([Yy])ou guys\b/g, '$1ou all'],
  [
    /\b(sees?|hears?|notices?|watch|watches|there's|there is) this (?!(?:is|was|area|room|space|chamber|point|morning|evening|night|day|time|moment|place|city|town|man|woman|creature|entity|thing|one|person|door|individual)\b)(?=[aeiou])/gu,
    '$1 an ',
  ],
  [
    /\b(sees?|hears?|notices?|watch|watches|there's|there is) this (?!(?:is|was|area|room|space|chamber|point|morning|evening|night|day|time|moment|place|city|town|man|woman|creature|entity|thing|one|person|door|individual)\b)(?=\p{Ll})/gu,
    '$1 a ',
  ],
  [
    /\b(sees?|hears?|notices?|watch|watches|there are) these (?!(?:are|were|things|ones|people|two|three|four|creatures|individuals)\b)(?=\p{Ll})/gu,
    '$1 ',
  ],
];
/** "looks like", "kind of": words before which these are no filler. */
const FILLERS_OF_LIKE = 2;
const KEEPS_LIKE =
  /\b(?:looks?|looked|seems?|sounds?|feels?|smells?|something|more|just|a|what|this|that|some|much|almost|shaped|it's|is|are|was|appears?) (?:like|kind of|sort of|type of)\b|\b(?:a|the|some|this|that|any|each|every|what|which|one|different|certain|other|same) (?:kind|sort|type)\b/i;

/** The sentences of the game master that can be shown, with "you" resolved, as passages; and plain acts of players. */
export function findPassages(prepared: Prepared, candidates: ReadonlyMap<number, Candidate>): Passage[] {
  const passages: Passage[] = [];
  const persons = findPersons(prepared);
  const { speech, zones } = prepared;
  for (const turn of speech.turns) {
    if (turn.speakerId === zones.gameMasterId && turn.speakerId !== null)
      readTurn(prepared, candidates, persons, turn, passages);
    else readActs(prepared, candidates, turn, passages);
  }
  return passages;
}

function readTurn(
  prepared: Prepared,
  candidates: ReadonlyMap<number, Candidate>,
  persons: readonly (number | null)[],
  turn: Turn,
  passages: Passage[],
): void {
  if (ANNOUNCED.test(wordsOf(prepared, turn)) || isShortReply(prepared, turn)) return;
  const told: (Told | null)[] = [];
  let addressee = answered(prepared, turn);
  for (let at = turn.from; at < turn.to; at += 1) {
    const sentence = prepared.speech.sentences[at]!;
    addressee = addresseeOf(prepared, sentence, addressee);
    const candidate = candidates.get(at);
    told.push(candidate ? tell(prepared, sentence, candidate, addressee, persons[at]!, turn) : null);
    const said = candidate && sayOf(prepared, sentence, candidate, persons[at]!);
    if (said) passages.push(said);
  }
  for (let from = 0; from < told.length; from += 1) {
    const parts: Told[] = [];
    for (let to = from; to < Math.min(told.length, from + LONGEST_PASSAGE); to += 1) {
      const next = told[to];
      const [first] = parts;
      if (!next) break;
      if (first && (first.fill || next.fill || next.candidate.scene !== first.candidate.scene)) break;
      parts.push(next);
      if (!standsAlone(prepared, parts)) break;
      passages.push(passageOf(prepared, parts, false));
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

const wordsOf = ({ speech }: Prepared, turn: Turn): string =>
  speech.sentences
    .slice(turn.from, turn.to)
    .map(({ text }) => text)
    .join(' ');

function tell(
  prepared: Prepared,
  sentence: Sentence,
  candidate: Candidate,
  addressee: Addressee | null,
  person: number | null,
  turn: Turn,
): Told | null {
  const { words, text } = sentence;
  if (!sentence.complete || sentence.inSpeech || /["“”?()[\]\d…]|--|:|^'|\.\.\./.test(text)) return null;
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return null;
  let plain = polish(text).replace(MARKDOWN, '').replace(/\s+/g, ' ').trim();
  for (const [pattern, replacement] of KEEPS_LIKE.test(plain) ? FILLERS.slice(FILLERS_OF_LIKE) : FILLERS)
    plain = plain.replace(pattern, replacement);
  plain = plain
    .replace(/\s+,/g, ',')
    .replace(/\b([Aa]) (?=[aeio]\p{Ll})(?!one\b|once\b)/gu, '$1n ')
    .trim();
  plain = plain.replace(
    POINTED,
    (whole, lead: string, which: string, next: string, at: number, all: string) =>
      `${lead} ${unpointed(which, next, all.slice(at + whole.length))}${next}`,
  );
  plain = withoutAddress(prepared, sentence, plain).replace(
    /^(?:There|By the way|At this (?:moment|point)|At that point|Immediately following that|With that|In doing so|At which point), /,
    '',
  );
  plain = capital(plain);
  if (
    /^(You (can|may) (?!(?:see|hear|feel|smell|make out|tell|all|also|clearly|barely|just|still|now)\b)|Make|Give|Tell|Take|Let)\b/.test(
      plain,
    )
  )
    return null;
  if (UNTOLD.test(plain) || RULES_TALK.test(plain) || TABLE_TALK.test(plain) || ANACHRONISM.test(plain))
    return null;
  if (STILL_SPOKEN.test(plain) || stillCalls(prepared, sentence, plain)) return null;
  if (/!$/.test(plain) || /\b(\p{L}+),? \1\b/iu.test(plain)) return null;
  if (laughedAt(prepared, sentence, turn) || namesVoice(prepared, sentence)) return null;
  let retold = false;
  const named = withName(prepared, sentence, plain, person);
  if (named) {
    plain = named;
    retold = true;
  }
  const own = plain;
  if (speaksToYou(plain)) {
    if (!addressee) return null;
    const fight = prepared.fightAt(sentence.index);
    if (addressee.kind === 'party' && fight) return null;
    if (addressee.kind === 'one' && namesAgain(prepared, sentence, addressee.name)) return null;
    const rewritten = retell(plain, addressee);
    if (rewritten === null || speaksToYou(rewritten)) return null;
    if (
      addressee.kind === 'party' &&
      [...rewritten.matchAll(PARTY_ACTS)].some(([, verb]) => isThird(verb!) || isBase(verb!)) &&
      !TOGETHER.test(rewritten)
    )
      return null;
    plain = rewritten;
    retold = true;
  }
  plain = capital(plain);
  plain = joinedClauses(plain);
  if (hasLooseVerb(plain) || SPOKEN_GRAMMAR.test(plain)) return null;
  if (isLeftBroken(plain) || isTakenBack(prepared, sentence)) return null;
  if (!isSurelyGrammatical(plain) || PARTY_TWICE.test(plain)) return null;
  if (POSITION.test(plain) && words.length < 12) return null;
  const spokenTo = addressee?.kind === 'one' ? (addressee.index ?? null) : null;
  const hasName = named !== null || prepared.names.inSentence.has(sentence.index);
  const doubt = doubtOf({ text: plain, own, hasName }, sentence, turn, prepared.speech.sentences);
  const isChanged = retold || changed(text, plain);
  const showing = showingOf(plain, doubt, !isChanged);
  if (showing === 'quotation') plain = `“${plain}”`;
  return {
    sentence,
    text: plain,
    own,
    retold: isChanged,
    candidate,
    person: named ? person : spokenTo,
    doubt,
    fill: showing === 'spare' || showing === 'last' ? showing : null,
  };
}

/** Whether a retold sentence is one that speech did not end, or that retelling could not mend. */
export const isLeftBroken = (text: string): boolean => LEFT_BROKEN.test(text);

/** Whether a sentence can be shown in its own words: no talk of the game, and not taken back. */
export const isToldPlainly = (prepared: Prepared, sentence: Sentence): boolean =>
  sentence.complete &&
  !UNTOLD.test(sentence.text) &&
  !isTakenBack(prepared, sentence) &&
  isSurelyGrammatical(sentence.text);

function isTakenBack({ speech }: Prepared, { index, speakerId }: Sentence): boolean {
  const next = speech.sentences[index + 1];
  return (
    next !== undefined && (next.speakerId === speakerId ? TAKES_BACK.test(next.text) : DOUBTS.test(next.text))
  );
}

const isShortReply = ({ speech }: Prepared, turn: Turn): boolean =>
  turn.wordCount <= SHORT_REPLY && REPLIES.test(speech.sentences[turn.from]!.text);

/** "She opens the lid, she looks inside." → "She opens the lid, and she looks inside." */
export function joinedClauses(text: string): string {
  if (FRONTED.test(text)) return text;
  for (const { index } of text.matchAll(NEW_SUBJECT)) {
    const first = text.slice(0, index);
    if (
      !LEADS_ON.test(first) &&
      !LEANS_ON.test(first) &&
      isSentence(`${first}.`) &&
      isSentence(text.slice(index + 2))
    )
      return `${first}, and ${text.slice(index + 2)}`;
  }
  return text
    .replace(/, little bit of /, ', a little bit of ')
    .replace(
      /^There(?:'s| is) ((?:also |some )?(?:things|\p{Ll}+[^\Wsui]s) (?:of|that|all|in|on|which)\b)/u,
      'There are $1',
    );
}

function withName(
  prepared: Prepared,
  sentence: Sentence,
  text: string,
  person: number | null,
): string | null {
  const start = /^(He|She)(?:'s)? (\p{Ll}+)/u.exec(text);
  if (!start || person === null || prepared.names.inSentence.has(sentence.index)) return null;
  if (prepared.pronouns.get(person) !== start[1]!.toLowerCase()) return null;
  const name = prepared.names.all[person]!.name;
  if (/^(?:He|She)'s/.test(text))
    return text.replace(/^(?:He|She)'s/, `${name} is`).replace(/ is (been|got)\b/, ' has $1');
  return text.replace(/^(?:He|She)/, name);
}

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
          current = named[0]!;
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

/** What a person of the world says, in quotation marks, if it says something of the story. */
function sayOf(
  prepared: Prepared,
  sentence: Sentence,
  candidate: Candidate,
  person: number | null,
): Passage | null {
  if (!sentence.complete || prepared.fightAt(sentence.index)) return null;
  if (person === null) return null;
  const speaker = prepared.names.all[person]!.name;
  const text = spokenPart(sentence);
  if (text === null || /[?()[\]\d…“”"*_`<>|#~]|--|\.\.\./.test(text)) return null;
  const count = text.split(/\s+/).length;
  if (count < 9 || count > 32 || LOOSE_TALK.test(text) || ANACHRONISM.test(text)) return null;
  const names = (prepared.names.inSentence.get(sentence.index) ?? []).filter(
    (index) => index !== person && !prepared.party.members.has(index),
  );
  const weight = (text.toLowerCase().match(WEIGHT) ?? []).length;
  if (DANGLING_START.test(text) || !isSentence(text) || !isSurelyGrammatical(text)) return null;
  const passage = passageOf(
    prepared,
    [{ sentence, text: `${speaker}: “${text}”`, own: text, retold: false, candidate, person }],
    false,
  );
  if (names.length === 0 && weight === 0) return null;
  const idle = names.length === 0 && weight < 2 ? 0.15 : 0;
  return { ...passage, score: passage.score + 0.1 - idle, names: [...passage.names, person] };
}

function namesAgain({ names, party }: Prepared, sentence: Sentence, name: string): boolean {
  return (names.inSentence.get(sentence.index) ?? []).some((index) => {
    const member = party.members.get(index);
    if (member === undefined || names.all[member]!.name !== name) return false;
    const mention = names.mentionIn(index, sentence.index);
    return mention !== undefined && !isVocative(sentence, mention);
  });
}

const changed = (original: string, shown: string): boolean =>
  !original.toLowerCase().replace(/\s+/g, ' ').endsWith(shown.toLowerCase());

function withoutAddress({ names, party }: Prepared, sentence: Sentence, text: string): string {
  let plain = text;
  for (const index of names.inSentence.get(sentence.index) ?? []) {
    if (!party.members.has(index)) continue;
    const mention = names.mentionIn(index, sentence.index);
    if (!mention || !isVocative(sentence, mention)) continue;
    const said = sentence.words
      .slice(mention.at, mention.at + mention.length)
      .map((word) => word.raw)
      .join(' ');
    if (plain.startsWith(`${said}, `) || plain.startsWith(`${said}. `)) plain = plain.slice(said.length + 2);
    else if (plain.endsWith(`, ${said}.`)) plain = `${plain.slice(0, -said.length - 3)}.`;
    else plain = plain.replace(`, ${said}, `, ', ');
  }
  return plain;
}

function stillCalls({ names, party }: Prepared, sentence: Sentence, text: string): boolean {
  return (names.inSentence.get(sentence.index) ?? []).some((index) => {
    if (!party.members.has(index)) return false;
    const mention = names.mentionIn(index, sentence.index);
    if (!mention || !isVocative(sentence, mention)) return false;
    const said = sentence.words[mention.at]!.raw;
    return text.includes(`, ${said}`) || text.startsWith(said);
  });
}

function namesVoice({ labels, party, names }: Prepared, sentence: Sentence): boolean {
  for (const label of labels.values()) {
    const first = label.split(/\s+/)[0]!.toLowerCase();
    if ([...new Set(party.members.values())].some((index) => names.all[index]!.name.toLowerCase() === first))
      continue;
    if (sentence.words.some((word) => word.lower === first && /^\p{Lu}/u.test(word.raw))) return true;
  }
  return false;
}

function laughedAt({ speech }: Prepared, sentence: Sentence, turn: Turn): boolean {
  const said = speech.sentences.slice(sentence.index, Math.min(turn.to, sentence.index + 2));
  if (said.some(({ text }) => /\([^)]*(?:laugh|giggl)/i.test(text))) return true;
  if (sentence.index < turn.to - 2) return false;
  const next = speech.turns[turn.index + 1];
  if (!next) return false;
  const reply = speech.sentences[next.from]!.text;
  return /^\(/.test(reply) && SMALLTALK_BEFORE.test(reply);
}

function standsAlone(prepared: Prepared, parts: Told[]): boolean {
  const first = parts[0]!;
  if (parts.length === 1) {
    if (DANGLING_START.test(first.text) || POINTS.test(first.text) || COUNTS_NOTHING.test(first.text))
      return false;
    return pronounsStand(prepared, parts);
  }
  const last = parts.at(-1)!;
  if (
    /^(that|this|these|those|which|it's|same|another|other|one|the (one|other|others|same))\b/i.test(
      last.text,
    )
  )
    return false;
  return pronounsStand(prepared, parts);
}

function pronounsStand(prepared: Prepared, parts: Told[]): boolean {
  const last = parts.at(-1)!;
  const before = parts
    .slice(0, -1)
    .map((part) => part.text)
    .join(' ');
  for (const match of last.own.matchAll(PERSONAL)) {
    const lead = `${before} ${last.own.slice(0, match.index)}`;
    const wanted: Pronoun = /^(he|him|his|himself|he's)$/i.test(match[0]) ? 'he' : 'she';
    const person = wanted === 'he' ? lead.replace(WOMEN, '') : lead.replace(MEN, '');
    if (!PERSON_NOUNS.test(person) && !namesInLead(prepared, parts, lead, wanted)) return false;
  }
  for (const match of last.own.matchAll(NEUTRAL)) {
    const lead = `${before} ${last.own.slice(0, match.index)}`.replace(NO_OWNER, ' ');
    if (!OWNER.test(lead)) return false;
  }
  return true;
}

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
    return known ? known === wanted : kind === 'person' && !party.members.has(index);
  });
}

function passageOf(prepared: Prepared, parts: Told[], act: boolean): Passage {
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
    fill: parts[0]!.fill ?? null,
    wordCount: words,
    score: (mean * words) / Math.sqrt(Math.max(words, 12)) / 3 + (act ? 0.1 : 0),
    stems,
    names: [...names],
    act,
  };
}

const PERSON_TURNS = 6;
/** Somebody says who they are. */
const INTRODUCES = /\b(?:I am|I['’]m|my name is|my name['’]s|call me) (?:\p{Ll}+ )?\p{Lu}/u;
const NEW_PERSON =
  /\b(?:a|an|another|the other|one of the|two|three) (?:[\p{L}-]+ ){0,3}(?:man|woman|boy|girl|figure|guard|soldier|priest|merchant|innkeeper|bartender|barkeep|shopkeeper|dwarf|elf|gnome|halfling|human|goblin|orc|tiefling|dragonborn|half-elf|gentleman|fellow|elder|person|voice|individual|individuals)\b|\b(?:the|this) (?:man|woman|boy|girl|figure|guard|soldier|merchant|bartender|barkeep|dwarf|elf|gnome|halfling|person|individual|dragon|creature)\b/iu;
const LOOSE_TALK =
  /\b(um+|uh+|okay|ok|yeah|like,|I mean|you know|I guess|kind of|sort of|blah|whatever|guys)\b|^(No|Yes|Well|Oh|Ah|Hmm|Right|Good|Very well|Of course)\b/i;
