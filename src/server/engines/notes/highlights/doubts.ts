import type { Sentence, Turn } from '../reading/text.ts';
import { isBase, isPast, isThird } from '../reading/verbs.ts';

const HEDGES =
  'one|ones|still|definitely|certain|bit|various|nature|same|itself|immediately|entire|whole|actual|everything|else|anything|things?|area|space|form|own|full|kind|sort|such|way|just';
const JOINS = 'which|that|who|where|what|how|why';
const BE_OR_HAVE = '(?:\\p{L}+ly |still |now |also )?(?:is|has|was|had|does|can)\\b(?! (?:see|hear|feel)\\b)';

/** Patterns with their weights in a logistic regression over readers' verdicts on the tuning sessions. */
const IN_TEXT: readonly [RegExp, number][] = [
  // Opens with neither a subject nor a clause of time
  [
    /^(?!There|As |While |When |Once |The |An? |Two |Three |One of|Some |Several |They |He |She |It |His |Her |Their |\p{Lu}[\p{L}'’]+ (?:\p{Lu}\p{L}+ )?(?:\p{L}+ly |still |now |also )?\p{Ll}+s\b)/u,
    0.9,
  ],
  // What a character is or has is mostly table talk
  [
    new RegExp(`^(?!The |There|It |He |She |They )\\p{Lu}[\\p{L}'’]+ (?:\\p{Lu}\\p{L}+ )?${BE_OR_HAVE}`, 'u'),
    0.8,
  ],
  [/^(?:The party|\p{Lu}\p{L}+) (?:can |also |now )*(?:sees?|hears?|notices?|watches|feels?)\b/u, -0.6],
  [/^There\b.{40}/, -0.5],
  [/\b(?:seems?|appears?|looks?)\b/, -0.7],
  [/,.*,/, -0.7],
  [/\blike\b/, 0.4],
  [/party’s|\btheir\b.*\btheir\b/, 0.3],
  [new RegExp(`\\b(?:${JOINS})\\b`), 0.4],
  [/, and (?:the|he|she|they|there|it|\p{Lu})/u, 0.5],
  [/\b(?:so|then|too|very|quite|pretty|more)\b/, 0.5],
  [new RegExp(`\\b(?:${HEDGES})\\b`), 0.4],
  [new RegExp(`\\b(?:${HEDGES})\\b.*\\b(?:${HEDGES})\\b`), 0.3],
  [/\ball\b/, 0.3],
  [/\b(?:is|are|was|were|be) (?:\p{Ll}+ ){0,2}\p{Ll}+ing\b/u, 0.2],
  [/\b(?:directions?|sections?|portions?|sides?|exterior|outside|front)\b/, 0.3],
  [
    /(?:\b(?:in|on|at|to|of|with|from|through|over|under|off|by|for|around|against|near|into|onto|behind|across|towards?) .*){4}/,
    0.4,
  ],
];
/** The same for the game master's own words, before "you" is replaced. */
const IN_OWN: readonly [RegExp, number][] = [
  [/\b(?:it|itself|it's)\b/i, 0.8],
  [/\b(?:they|them|their|they're|themselves)\b/i, 0.7],
  [
    /\b(?:in|on|at|to|of|with|from|through|over|under|off|by|for|around|against|near|into|onto|behind) (?:it|them|him|her)\b(?! \p{Ll})/iu,
    0.4,
  ],
  [/\byou\b.*\byou\b/i, 0.4],
];
const IS = /^[^,]{1,30} (?:is|are|was|were|has|have)\b/;
const MALE_OR_FEMALE = /\b(?:he|she|him|her|his|he's|she's)\b/i;
const HEDGED = /kind of|sort of|like,|essential|basical|technical|actual|by the way|you know/i;
const BASIS = -1.8;
/** The most doubt for a line of the notes: of a retold sentence, of one in the game master's own words, and of one that is quoted. */
const MOST = -1.4;
const MOST_UNQUOTED = -2;
const MOST_QUOTED = -0.9;
const SHORTEST_DOUBTFUL = 11;
/** A sentence that opens with a name says at least who it is about. */
const MORE_IF_NAMED = 1.4;
/** An act is clearer than a description. */
const MORE_IF_ACTS = 0.7;
const ACTS = /^The \p{Ll}(?!.*\b(?:is|are|was|were|seems?|does)\b)/u;
/** The most doubt for a third of the session that has few other lines. */
const MOST_SPARE = -0.5;

/** The log-odds that a reader rejects a sentence, by its shape and by what is said around it. */
export function doubtOf(
  { text, own, hasName }: { text: string; own: string; hasName: boolean },
  { index, text: original }: Sentence,
  turn: Turn,
  sentences: readonly Sentence[],
): number {
  if (
    [SLIPS, BROKEN, EMPTY, ELLIPSIS, GOES_ON, FINGER, STATE_OF_PLAY].some((each) => each.test(text)) ||
    hasVerbTwice(text)
  )
    return Number.POSITIVE_INFINITY;
  let doubt = BASIS;
  for (const [pattern, weight] of IN_TEXT) if (pattern.test(text)) doubt += weight;
  for (const [pattern, weight] of IN_OWN) if (pattern.test(own)) doubt += weight;
  if (HEDGED.test(original)) doubt += 0.3;
  if (hasName) doubt -= 0.5;
  else if (MALE_OR_FEMALE.test(own)) doubt += 0.4;
  const length = text.split(/\s+/).length;
  if (length < 12) doubt += !hasName && (IS.test(text) || /^There\b/.test(text)) ? 0.5 : 0.2;
  const words = text.match(/\p{Ll}+/gu) ?? [];
  if (words.filter((word) => isThird(word) || isPast(word) || isBase(word) || /ing$/.test(word)).length < 2)
    doubt += 0.3;
  const within = (at: number) => (at >= turn.from && at < turn.to ? sentences[at]!.text : '');
  // A one-sentence answer to a player about the world
  if (!within(index - 1) && !within(index + 1) && IS.test(text)) doubt += 0.5;
  if (/\?$/.test(within(index + 1))) doubt += 0.7;
  if (/--/.test(within(index - 1) + within(index + 1))) doubt += 0.5;
  return doubt;
}

/**
 * Slips of speech: a past form for a participle ("had began"), "the have", "walks their way", "sees tall, bearded men",
 * "moment, where", "few moisture", a verb without its object ("begins carving, ").
 */
const SLIPS =
  /\b(?:walks?|runs?|moves?|heads?|steps?|comes?|goes|turns?) (?:their|his|her|its) way\b|\b(?:had|has|have|having|is|was|are|were|be) (?:\p{L}+ly |also |already )?(?:began|went|took|saw|ran|fell|broke|wrote|rose|spoke|flew|drew|threw|knew|grew|gave|ate|drank|swam|chose|stole|froze)\b|\b(?:is|are) (?:already |now )?(?:come|become|fallen in)\b|\bhave (?:\p{L}+ )?begin\b|\b\p{Ll}+s \p{Ll}+ing of\b|\b(?:the|an?) (?:have|has|had|is|are|was|were|can|does|do|all|avoid)\b|\bthe bit of\b|\bcan (?:the|an?)\b|\b(?:sees?|hears?|notices?|finds?) (?:\p{Ll}+(?:-\p{Ll}+)*(?:ed|y|ous|ish|al)|long|tall|large|small|big|dark|old|young|short|thin),|^[Ff]ew (?!people|men|women|children|folk)\p{Ll}+[^s\W]\b|\b(?:moment|point),? where\b|\bdirection as\b|\b(?:about|around) (?:that|this) (?:big|tall|long|wide|high|size)\b|\b(?:situat|carv|plac|bring|tak|hold|mak|find|grab|us|carry|giv|rais|seiz|lift)(?:s|es|ing)[,.]|^The \p{Ll}+ of (?:\p{Ll}+ )?\p{Ll}+s \p{Ll}+ing\b|\bfinds? (?:themselves|himself|herself) to\b|\bin some case\b|\bto not\b|\bthe rest[.,]|\band \p{Ll}+ly \p{Ll}+(?<!s|ed|ing) (?:the|an?|his|her|their|out|up|down|off|into|to|at|back|over|away|through|around|toward|towards|open|in|on|across|along)\b|\bthe (?:room|chamber|hall|tunnel|city|building) enters\b|^There (?:is|are|was|were) [^,]* also that\b|, still (?!\p{Ll}+ing\b)|^The (?:\p{Ll}+ ){1,3}(?:the party|they|he|she) (?:\p{Ll}+ )?(?:sees?|sat|saw|has|had|can|is|are|meets?|finds?)\b|\b(?:nod|turn|shake|rais|lower|tilt|lift)e?s? the (?:head|hand|arm|eye)s?\b|^The \p{Ll}+ly \p{Ll}+ing\b|\b(?:sees?|notices?) as\b|^(?:After which|Upon \p{Ll}+ing|Immediately|Essentially|Basically|Currently|Actually|Apparently|Obviously|Technically)\b/u;

/** A noun that stayed in the sentence before: "the freshest", "a third", "where that X meets", "the numbers", "fish inside". */
const ELLIPSIS = new RegExp(
  [
    String.raw`\b(?:[Tt]he|[Aa]n?) (?:\p{Ll}{2,}est(?<!forest|chest|priest|west|nest|guest|quest|request|rest|crest|harvest|interest|tempest)|second|third|fourth|fifth|last|former|latter|spare)(?: one)?(?:[.,]| (?:is|are|was|has|from|in|at|to|with|comes|goes|on)\b)`,
    String.raw`\b(?:[Tt]he|[Aa]n?) (?:second|third|fourth|fifth|last) one\b`,
    String.raw`\b(?:where|when|as|if|until|before|after) that (?!\p{Lu}\p{Ll})(?:\p{Lu}|\p{Ll}+) \p{Ll}+s\b`,
    String.raw`^There\b[^.]*\b(?:inside|within|nearby|beyond)\.$`,
    String.raw`^The (?:numbers|tips|edges|ends|corners|proximity|distance)\b(?! of)`,
    String.raw`\b(?:sees?|notices?|watch(?:es)?) the (?:numbers|tips|edges|ends|corners)\b(?! of)`,
    String.raw`\beach one\b|\bsets up\.$|^There (?:have|has) been\b|\bin nature\b|^A couple of \p{Ll}+ (?:are|is)\b`,
  ].join('|'),
  'u',
);

/** What was said before has the rest: "follow suit", "a handful for", "There's also". */
const GOES_ON =
  /\bfollow suit\b|\ba handful (?!of)|\bis the (?:plane|place|one)\.|\bthe break\b|^There['’](?:s|re) also\b/u;

/** "There" or "that tent", said while pointing at it. */
const FINGER =
  /(?<!^|and |, )\bthere\b(?!['’]| (?:is|are|was|were|appears?|seems?|looks?|they|he|she|the|to|with)\b)|, there,|^There['’]s the\b|\b(?:[Ii]n|of|[Oo]n|[Aa]t|[Ff]rom|into|to|through|[Ii]nside|[Bb]ehind) that \p{Ll}/u;

/** A sentence begun anew, or without a word: "The light of the sky, you can see", "You see, to the back, and is", "make you way". */
const BROKEN =
  /^The \p{L}+, though [^,]*, the\b|\bthe final of\b|\b(?:themselves|himself|herself) back into\b|^The [^,.]*, (?:you can see|it (?:looks|seems|appears))\b|\b[Yy]ou see, [^.]*, and (?:is|are)\b|^As [^,.]*, (?:gets|steps|goes|comes|turns|looks|walks|moves)\b|\bwhich as you\b|\byou way\b|\bthat currently \p{Ll}+ed\b|\balmost\b.*\balmost\b|\p{L}-style\b|\b(?:is|are) all now\b/u;

/** Whether a sentence slips, goes on from another, or points at something on the table. */
export const isSlipOfSpeech = (text: string): boolean =>
  [SLIPS, BROKEN, GOES_ON, FINGER].some((each) => each.test(text));

/** Nouns without an owner in the sentence, or without meaning: "the hand", "the larger one", "elements", "a moment". */
const EMPTY =
  /^The (?:hands?|heads?|blade|arms?|tail|wings|eyes|body|back|mouth|face|flesh|skin|texture|flavor|taste|aftertaste|nature|colou?r|feeling|surface|interior|exterior|top|bottom|inside|outside|other|others)\b(?! of)|^The (?:\p{Ll}+ )?ones?\b|^There(?:['’]s| is) an? (?:\p{Ll}+ )?(?:moment|sense|feeling)\b|\b(?:elements?|semblance|respective|vicinity|entirety|aspects?|always|of the two[.])|\b(?:did|was|were) not\b|\b(?:into|across|around|through|on|against|from|pierces?|hits?|strikes?) its (?:\p{Ll}+ )?(?:chest|torso|shell|heads?|neck|face|body|sides?|hide|back|legs?|arms?|wings?|throat|eyes?|skull|mouth)\b/u;

/** Talk of the rules, or of where tokens are. */
const STATE_OF_PLAY =
  /\b(?:Monster Manual|Wizards of the Coast|Command|second attack|next turn|DND|D&D|bands?|expansion|class(?:es)?|stunned|charmed|frightened|restrained|paralyzed|grappled|attuned|half speed|option|[Pp]olymorphed|[Hh]asted?|levels?|conscious|baseline|simultaneously|surprised?)\b|\b(?:has|have|gets?) (?:an? |the )?\p{Lu}|\bgets? the .* back\b|\b(?:is|are) (?:before|after) \p{Lu}|\bdoes not heal\b|\b(?:is|are) (?:usually|referring)\b|^The party is (?:the|an?)\b/u;

const hasVerbTwice = (text: string): boolean => {
  const verbs = (text.match(/\b\p{Ll}{4,}\b/gu) ?? [])
    .filter((word) => isThird(word) || /ing$/.test(word))
    .map((word) => word.replace(/(?:ing|es|s)$/, ''));
  return new Set(verbs).size < verbs.length;
};

/**
 * How a sentence may be shown: as a line of the notes, as a quotation, or ("spare") only in a third of the session that has few
 * other lines; null if not at all. A single sentence that names no one says little.
 */
export function showingOf(
  text: string,
  doubt: number,
  isVerbatim: boolean,
  saysWho: boolean,
  opensWithName: boolean,
): 'line' | 'quotation' | 'spare' | null {
  if (doubt <= (isVerbatim ? MOST_UNQUOTED : MOST)) return saysWho ? 'line' : 'spare';
  // A short sentence says too little to be worth its doubt.
  const mostQuoted = text.split(/\s+/).length < SHORTEST_DOUBTFUL ? MOST : MOST_QUOTED;
  const more = opensWithName ? MORE_IF_NAMED : ACTS.test(text) ? MORE_IF_ACTS : 0;
  if (isVerbatim && saysWho && doubt <= mostQuoted + more) return 'quotation';
  return doubt <= MOST_SPARE ? 'spare' : null;
}
