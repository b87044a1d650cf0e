import type { Prepared } from '../reading/prepare.ts';
import { articleOf, capital, type Sentence, type Turn, withoutMarkdown } from '../reading/text.ts';
import { isBase, isThird } from '../reading/verbs.ts';
import { ANACHRONISM, NOT_NARRATED, RULES_TALK, TABLE_TALK } from '../reading/vocabulary.ts';
import { charactersIn } from './addressee.ts';
import { doubtOf, showingOf } from './doubts.ts';
import type { Candidate } from './features.ts';
import { polish } from './features.ts';
import { ADJECTIVE, isSurelyGrammatical, opensSentence } from './grammar.ts';
import { type Addressee, hasLooseVerb, isSentence, retell, speaksToYou } from './retell.ts';

/** A sentence of the game master's as the notes show it. */
export interface Told {
  sentence: Sentence;
  text: string;
  /** The text before "you" was replaced: its pronouns are the game master's own. */
  own: string;
  retold: boolean;
  candidate: Candidate;
  person: number | null;
  /** The log-odds that a reader rejects it. */
  doubt?: number;
  isSpare?: boolean;
}

const FEWEST_WORDS = 7;
const FEWEST_WRITTEN = 6;
const MOST_WORDS = 30;

const UNTOLD = new RegExp(
  String.raw`\b(?:${NOT_NARRATED}|let's|guys|anyway|pssh|et cetera|is like|full night's rest|fully healed|go for it|mark (off|that|down|it)|how about|as well as normal|for the moment|at this point in time|you know|or something|and stuff|(?<!as )if|would|could|should|might|may|will|won't|you'll|you'd|he'll|she'll|it'll|they'll|he'd|she'd|they'd|want to|wants to|need to|have to|has to|don't|aren't|can't|cannot|like this|like that|right (there|now)|here|there's no|mini|minis|miniatures?|token|target(s|ed|ing)?|bookkeeping|inspired|episode|stream|hour mark|turns?(?! (to|and|around|back|toward|towards|into|away|over|his|her|its|their|the|on|off|out|down|up|as))|rounds?(?! (the|a))|action|actions|miss(es)?|bonus|range|check|resist(s|ed|ance|ant)?|dash|grapple[sd]?|ability|abilities|legendary|lair|creature type|difficult terrain|half cover|opportunity|melee|ranged|alrighty|earlier|last (time|week|session)|nothing|no one|nobody|gets to|effect|standard|points|take(s)? the (full|half)|what,|ass|pee[ds]?|a little bit|piss\w*|poop\w*|fart\w*|trapped|people too|doesn't (give|need|require|matter)|does not (because|need|require)|taking|bonuses|designating|never|plus-\w+|deals with|a whole different|push-ups|editions?|sequence|for the most part|any sort of|pace|go(?:es)? nuts)\b`,
  'i',
);
const STILL_SPOKEN =
  /^(Nah|Well|Next up|In theory|As far as|For as much|To have|Now,|Remember|Keep in mind|Let it|Correct|Exactly|Great|Cool|Or |Nice|Good|Second|First|Third|Then,? \p{Lu})|,? (?:no|yes|though|too|either|as well|or not|right|correct|technically|already|so)\.$|\b(attun\w+|misfires?|the (top|bottom|first|second|third|fourth|last) one|visual(ly)?|smash(es)? cut|next up|for \p{L}+ to see|not (at|in) the|a long rest|short rest|standing on|the plan they|(is|are) not|hasn't|haven't|wasn't|weren't)\b/u;
/**
 * Grammar that only speech allows: a clause inside another's object ("sees Wren now approaches", "the guard, she
 * can see has"), a verb cut off ("notices, two of"), a sentence begun twice ("the wolf, all of a sudden, there's").
 */
const SPOKEN_GRAMMAR =
  /\b(?:says|asks|whispers|replies|shouts|mutters),|\bas now\b|\bthe other of\b|\band like \p{Ll}+ing\b|\b(?:sees?|watch(?:es)?|hears?|notices?) \p{Lu}[\p{L}'’-]+ (?:now |then |suddenly |just )?(?:approaches|comes|goes|steps|walks|runs|looks|turns|stands|takes|moves|gets|gives|is|has)\b|,? (?:can see|sees|notices|can tell) (?:has|is|was|are|have|had)\b|\b(?:sees?|notices?|hears?|realizes?|watches|feels?|can|does|did|is|has|was),|, (?:the party|they|\p{Lu}[\p{L}'’]+) can (?:see|hear|feel) (?:its|his|her|their)\b|\bthe \p{L}+, an? |, all of a sudden,? there(?:'s| is)|\b(?:more and more|a lot|some|a few) of \p{Ll}+s\b(?! (?:of|that|who|which|are|were))|\b\p{Lu}\p{L}+ is (?:seeing|hearing|noticing|watching)\b|^To \p{Ll}+|\bhard to tell\b|^(?:Then )?the \p{L}+ \p{L}+ comes right after/u;
/**
 * Sentences that break off, or that retelling cannot mend: "As he looks up, and two bolts come
 * down.", "Keyleth is all standing", "notices an and", "begins to, carefully, make", "sees three, and", "the ceiling from
 * the blast, is".
 */
const LEFT_BROKEN =
  /^As \b[^,.]+, and [^,.]+(?:,[^,.]*)?\.$|^\p{L}+ing\b[^.]*, and (?:then )?there(?:'s| is| are)\b|\b(?:is|was) all \p{L}+ing\b|[\p{Ll}]\. \p{Ll}|\b(?:an?|the|of|to) (?:and|or|but|in|of|on|is|as|at|towards?|from|for|with|into)\b|\buntil (?:eventually|finally),|\bthere (?:is|are) (?:one|two|three|four|five|six|some|many)\.$|(?:^|, )little bit\b|(?:\band|,) \p{Ll}+ (?:itself|himself|herself)\b|\bthemselves \p{Ll}+ly (?:to|at|in)\b|^\p{L}+ing\b[^,]*, (?:looks?|seems?|appears?|sounds?)\b|['’]s there\.$|\bgo\.$|\bto, |\b(?:sees?|hears?|notices?|finds?) (?:one|two|three|four|five|six|seven)[,.]|^(?:The|An?) [^,]{12,80}, (?:is|are|was|were|has|have|goes|looks)\b[^,]*\.$|, (?:that is (?!\p{L}+ing)|that['’]s )|; \p{Ll}+ (?:them|it|him|her)\b/u;
export const TAKES_BACK =
  /^(?:oh,? |no,? |wait,? )*(?:sorry|correction|scratch that|strike that|my mistake|actually|no,? wait|not \p{L}+, )\b|\bI should say\b/iu;
/** A player doubts what the game master has just said. */
const DOUBTS =
  /^(?:oh,? |but |wait,? |no,? )*(?:(?:weren't|wasn't|isn't|aren't|didn't|doesn't|don't|haven't|hasn't) |I thought |I (?:don't|didn't) want|actually\b|wait[,.?])/iu;
const FRONTED =
  /^(?:As|When|While|After|Before|Once|With|In|On|At|To|From|Through|Without|Upon|Inside|Beyond|Around|Behind|For|Eventually|Immediately|Suddenly|Out|Over|Under|Across|Given|By|Above|Below|Beneath|Near|Next|\p{L}+ing|\p{L}+ly)\b/u;
/** Words on which another clause may depend, so that a comma does not end the sentence. */
const LEADS_ON =
  /\b(?:as|when|while|if|once|since|after|before|until|unless|because|although|though|based|due|given|that|which|who|where|how|what|feelings?|imagines?|sees?|notices?|hears?|feels?|knows?|thinks?|realizes?|appears?|seems?|looks?)\b/iu;
/** A phrase that leads into the next clause: "and with a great leap", "built into a cliff". */
const LEANS_ON =
  /(?:^|, |\band )(?:with|in|on|at|from|through|for|by|to|out of|over|under)\b[^,]*$|^\p{Lu}\p{L}+(?:ed|t) (?:in|into|on|onto|to|by|at|with)\b/u;
const NEW_SUBJECT = /, (?=(?:he|she|they|it|there|the|\p{Lu}[\p{L}'’]+) )/gu;

/** "You guys" and another "you": the party cannot be in the sentence twice. */
const PARTY_TWICE = /\bparty\b.*\bparty\b(?!['’]s)/i;

const POSITION =
  /^\p{Lu}[\p{L}'’]+(?: \p{Lu}\p{L}+)?(?: and (?:the )?\p{L}+)? (?:is|are) (?:at|in|on|inside|up|now|still|no longer|out|under|behind|facing|next|conscious|unconscious|poisoned|stunned|just|there|back|standing|about)\b|\bis (?:a little|facing|still up|down)\b|\b(?:is|are) (?:nearby|up|there|right there|still there)\.$|^(?:At|In|On) the \p{L}+ (?:is|are) \p{Lu}/u;
const SMALLTALK_BEFORE = /\b(laugh|giggl|cackl)/i;

const NO_NOUN =
  /^(?:$|[^\s,]|\s(?:(?:is|are|was|were|has|have|had|that|which|who|where|and|or|but|as|to|in|into|on|onto|of|at|from|with|for|by|through|before|after|while|when|over|under|up|down|out|off|around|behind|now|so|it|he|she|they|the|an?|his|her|its|their|itself|himself|herself|there)\b|\p{Lu}))/u;

/** "In this cavern" points as "the" does; "with this wild look", an adjective before a noun, means "a". */
const unpointed = (which: string, next: string, rest: string): string => {
  const isAdjective =
    ADJECTIVE.test(next) &&
    !/^(?:entire|whole|same|single|current|particular)$/.test(next) &&
    !NO_NOUN.test(rest);
  if (!isAdjective) return 'the ';
  return which === 'these' ? '' : `${articleOf(next)} `;
};
/** A demonstrative before a noun, or before an adjective. */
const POINTED =
  /\b(in|into|of|on|onto|from|through|with|at|to|towards?|across|around|behind|beneath|under|over|inside|within|for|by|along|and|against|near|beside|above|between|sees?|hears?|feels?|notices?) (this|these) (?!(?:is|are|was|were|area|areas|side|sides|space|point|direction|one|ones|section|spot|end|thing|things|guy|guys|stuff|part|way|ways|line|map|table|week|room|situation|circumstance|instance|case|moment|time|happen|and|or|as|to|in|on|at|morning|evening|night|day|kinds?|sorts?|types?|have|has|had|information|conversation|question|two|three|four|strength|size|height|magnitude|caliber|nature|age)\b)(\p{Ll}{3,})\b/gu;

/** Acts of a whole party; other acts are one character's. */
const TOGETHER =
  /\b(?:the party|they)(?: all| also| then| finally| eventually| slowly| quickly| now| can)* (?:sees?|hears?|notices?|finds?|enters?|approach(?:es)?|arrives?|reach(?:es)?|comes?|makes?|heads?|travels?|continues?|leaves?|follows?|gathers?|emerges?|descends?|ascends?|climbs?|spends?|rests?|sleeps?|wakes?|awakens?|returns?|passe?s?|walks?|steps?|moves?|begins?|watch(?:es)?|gets?|is|are|has|have|rides?|sails?|exits?|departs?|discovers?|rounds?|set|sets|stands?|push(?:es)?)\b/i;
const PARTY_ACTS = /\b(?:the party|they) (?:\p{L}+ly |all |also |then |both )?(\p{L}+)/giu;

/** No fillers in a comparison: "looks like", "a kind of". */
const HEDGES: readonly [RegExp, string][] = [
  [/,? (?:kind|sort|type) of (?=\p{L}+(?:s|ed|ing|ly|y)?\b)(?!a\b|an\b|the\b)/gu, ' '],
  [/,? (?:basically|essentially|technically|actually|pretty much),? (?=\p{Ll})/gu, ' '],
];
const COMPARES =
  /\b(?:looks?|looked|seems?|sounds?|feels?|smells?|something|more|just|a|what|this|that|some|much|almost|shaped|it's|is|are|was|appears?) (?:like|kind of|sort of|type of)\b|\b(?:a|the|some|this|that|any|each|every|what|which|one|different|certain|other|same) (?:kind|sort|type)\b/i;
const FILLERS: readonly [RegExp, string][] = [
  [/,? by the way,?(?= )/g, ''],
  [/, like, /g, ' '],
  [/\b(?:you know|I guess|I mean),? /g, ''],
  [
    /,? (?:currently|right now|at this point|at that point|at the moment|apparently|obviously|of course)(?=[ ,.])/g,
    '',
  ],
  [/\b([Yy])ou guys\b/g, '$1ou all'],
  [
    /\b(sees?|hears?|notices?|watch|watches|there are) these (?!(?:are|were|things|ones|people|two|three|four|creatures|individuals)\b)(?=\p{Ll})/gu,
    '$1 ',
  ],
];
/** "Sees this tall tower": a tower that is new. */
const NEW =
  /\b(sees?|hears?|notices?|watch|watches|there's|there is) this (?!(?:is|was|area|room|space|chamber|point|morning|evening|night|day|time|moment|place|city|town|man|woman|creature|entity|thing|one|person|door|individual)\b)(?=(\p{Ll}))/gu;

/** The sentence as it would be written: without fillers and names that it calls, and with an article for "this". */
function written(prepared: Prepared, sentence: Sentence): string {
  let plain = withoutMarkdown(polish(sentence.text));
  for (const [pattern, replacement] of COMPARES.test(plain) ? FILLERS : [...HEDGES, ...FILLERS])
    plain = plain.replace(pattern, replacement);
  plain = plain
    .replace(NEW, (_, lead: string, next: string) => `${lead} ${articleOf(next)} `)
    .replace(/\s+,/g, ',')
    .replace(/\b([Aa]) (?=[aeio]\p{Ll})(?!one\b|once\b)/gu, '$1n ')
    .trim()
    .replace(
      POINTED,
      (whole, lead: string, which: string, next: string, at: number, all: string) =>
        `${lead} ${unpointed(which, next, all.slice(at + whole.length))}${next}`,
    );
  return capital(
    withoutAddress(prepared, sentence, plain).replace(
      /^(?:There|By the way|At this (?:moment|point)|At that point|Immediately following that|With that|In doing so|At which point), /,
      '',
    ),
  );
}

/** Retells a sentence of the game master's, with "you" resolved; null if it cannot be shown. */
export function tell(
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
  let plain = written(prepared, sentence);
  if (plain.split(' ').length < FEWEST_WRITTEN) return null;
  if (
    /^(You (can|may) (?!(?:see|hear|feel|smell|make out|tell|all|also|clearly|barely|just|still|now)\b)|Make|Give|Tell|Take|Let)\b/.test(
      plain,
    )
  )
    return null;
  if ([UNTOLD, RULES_TALK, TABLE_TALK, ANACHRONISM, STILL_SPOKEN].some((each) => each.test(plain)))
    return null;
  if (stillCalls(prepared, sentence, plain)) return null;
  if (/!$/.test(plain) || /\b(\p{L}+),? \1\b/iu.test(plain)) return null;
  if (isLaughedAt(prepared, sentence, turn) || namesVoice(prepared, sentence)) return null;
  const named = withName(prepared, sentence, plain, person);
  if (named) plain = named;
  const own = plain;
  if (speaksToYou(plain)) {
    if (!addressee) return null;
    if (addressee.kind === 'party' && prepared.fightAt(sentence.index)) return null;
    if (addressee.kind === 'one' && namesAgain(prepared, sentence, addressee.index)) return null;
    const rewritten = retell(plain, addressee);
    if (rewritten === null || speaksToYou(rewritten)) return null;
    if (
      addressee.kind === 'party' &&
      [...rewritten.matchAll(PARTY_ACTS)].some(([, verb]) => isThird(verb!) || isBase(verb!)) &&
      !TOGETHER.test(rewritten)
    )
      return null;
    plain = rewritten;
  }
  plain = joinedClauses(capital(plain));
  if (hasLooseVerb(plain) || SPOKEN_GRAMMAR.test(plain)) return null;
  if (isLeftBroken(plain) || isTakenBack(prepared, sentence)) return null;
  // "Party finds" could be two nouns.
  if (!isSentence(plain.replace(/^The party\b/, 'He'))) return null;
  if (!isSurelyGrammatical(plain) || PARTY_TWICE.test(plain)) return null;
  if (POSITION.test(plain) && words.length < 12) return null;
  const subject = named ? person : addressee?.kind === 'one' ? (addressee.index ?? null) : null;
  const opensWithName = startsWithName(prepared, sentence, plain, subject);
  if (!opensWithName && !opensWithPlainSubject(plain)) return null;
  const hasName = named !== null || prepared.names.inSentence.has(sentence.index);
  const saysWho = hasName || speaksToYou(own);
  const doubt = doubtOf({ text: plain, own, hasName }, sentence, turn, prepared.speech.sentences);
  const isChanged = changed(text, plain);
  const showing = showingOf(plain, doubt, !isChanged, saysWho, opensWithName);
  if (showing === null) return null;
  if (!isChanged && showing !== 'line') plain = `“${plain}”`;
  return {
    sentence,
    text: plain,
    own,
    retold: isChanged,
    candidate,
    person: subject,
    doubt,
    isSpare: showing === 'spare',
  };
}

/** Whether a retold sentence breaks off, or retelling could not mend it. */
export const isLeftBroken = (text: string): boolean => LEFT_BROKEN.test(text);

/** Whether a sentence can be shown in its own words: no talk of the game, and not taken back. */
export const isToldPlainly = (prepared: Prepared, sentence: Sentence): boolean =>
  sentence.complete &&
  !UNTOLD.test(sentence.text) &&
  !isTakenBack(prepared, sentence) &&
  isSurelyGrammatical(sentence.text);

/** Whether a passage may open with this sentence. */
export const opensWell = (prepared: Prepared, sentence: Sentence, text = sentence.text): boolean =>
  /^\p{Lu}/u.test(text) &&
  (speaksToYou(/^\S+/.exec(text)![0]) ||
    startsWithName(prepared, sentence, text, null) ||
    opensWithPlainSubject(text));

/** "Slick steps cross the stone", not "Giant scoops": a first noun without an article has to be in the plural. */
function opensWithPlainSubject(text: string): boolean {
  const first = /^[\p{L}'’-]+/u.exec(text)![0];
  return (
    opensSentence(first.toLowerCase()) ||
    /(?:s|ing|ed|ly)$|^(?:People|Men|Women|Children|Eventually|Now|Then)$/.test(first)
  );
}

export const startsWithName = (
  { names }: Prepared,
  { index }: Sentence,
  text: string,
  subject: number | null,
): boolean =>
  [...(names.inSentence.get(index) ?? []), ...(subject === null ? [] : [subject])].some((each) =>
    names.all[each]!.name.split(' ').some(
      (part) => text.startsWith(part) && !opensSentence(part.toLowerCase()),
    ),
  );

export function isTakenBack({ speech }: Prepared, { index, speakerId }: Sentence): boolean {
  const next = speech.sentences[index + 1];
  return (
    next !== undefined && (next.speakerId === speakerId ? TAKES_BACK.test(next.text) : DOUBTS.test(next.text))
  );
}

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

const namesAgain = (prepared: Prepared, sentence: Sentence, addressee: number | undefined): boolean =>
  charactersIn(prepared, sentence).some(({ character, isCalled }) => character === addressee && !isCalled);

const changed = (original: string, shown: string): boolean =>
  !original.toLowerCase().replace(/\s+/g, ' ').endsWith(shown.toLowerCase());

function withoutAddress(prepared: Prepared, sentence: Sentence, text: string): string {
  let plain = text;
  for (const { mention, isCalled } of charactersIn(prepared, sentence)) {
    if (!isCalled) continue;
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

const stillCalls = (prepared: Prepared, sentence: Sentence, text: string): boolean =>
  charactersIn(prepared, sentence).some(({ mention, isCalled }) => {
    const said = sentence.words[mention.at]!.raw;
    return isCalled && (text.includes(`, ${said}`) || text.startsWith(said));
  });

/** Whether a sentence has the name of somebody at the table. */
export function namesVoice({ labels, party, names }: Prepared, sentence: Sentence): boolean {
  return [...labels.values()].some((label) => {
    const first = label.split(/\s+/)[0]!.toLowerCase();
    return (
      sentence.words.some((word) => word.lower === first && /^\p{Lu}/u.test(word.raw)) &&
      ![...party.members.values()].some((index) => names.all[index]!.name.toLowerCase() === first)
    );
  });
}

export function isLaughedAt({ speech }: Prepared, sentence: Sentence, turn: Turn): boolean {
  const said = speech.sentences.slice(sentence.index, Math.min(turn.to, sentence.index + 2));
  if (said.some(({ text }) => /\([^)]*(?:laugh|giggl)/i.test(text))) return true;
  if (sentence.index < turn.to - 2) return false;
  const next = speech.turns[turn.index + 1];
  if (!next) return false;
  const reply = speech.sentences[next.from]!.text;
  return /^\(/.test(reply) && SMALLTALK_BEFORE.test(reply);
}
