import type { Prepared } from '../reading/prepare.ts';
import type { Sentence } from '../reading/text.ts';
import { countOf, cues } from './cues.ts';
import { clear, type KeepingFeature, keepingFeatures, kept, means } from './keeping-weights.ts';
import { namesIn, type Salience } from './salience.ts';

const WE = /\b(?:we|us|our|we're|we've|we'll)\b/gi;
const MOTION =
  /\b(?:mak(?:e|ing) your way|walk\w*|head(?:ing)?|continu\w*|arriv\w*|enter\w*|approach\w*|step\w*|follow\w*|turn\w*|comes?|coming|push\w*|moving|begin\w*)\b/gi;
const DEATH =
  /\b(?:kill\w*|dead|die[sd]?|death|destroy\w*|murder\w*|slain|slay|corpses?|bod(?:y|ies)|unconscious|collaps\w*|captur\w*|prison\w*|blood\w*|scream\w*)\b/gi;
/** What somebody wants, promises or fears. */
const STAKES =
  /\b(?:promise\w*|swear|swore|agree\w*|deal|accept\w*|refuse\w*|offer\w*|trust\w*|help|war|secret\w*|truth|lie[sd]?|love\w*|hate\w*|famil\w*|father|mother|brother|sister|friend\w*|forgive|sorry|afraid|fear\w*|hope\w*|need|want\w*|must|never|always|life|lives|home|gods?|queen|king|dragon\w*|world|people|power)\b/gi;
const PAST = /\b(?:was|were|had|did|been|said|told|came|went|took|made|found)\b/gi;
/** Whose owner may be in the sentence before. */
const OTHERS = new Set(
  "he she him her his hers they them their he's she's they're himself herself".split(' '),
);
const CREATURE = /\b(?:it|creature|form|body|thing|figure|beast|shape|being)\b/gi;
const BLOWS =
  /\b(?:strike\w*|slam\w*|swing\w*|leap\w*|grab\w*|arrows?|blade|claws?|jaw|tentacles?|push\w*|pull\w*|rush\w*|dart\w*|bolt|ray|arc|hits?)\b/gi;
const THE = /\bthe\b/gi;
const ASKS = /\?/g;
const BREAKS = /--/g;
const QUOTES = /["“]/g;
const BROKEN_OFF = /(?:--?|\.\.\.|…)["”’')\]]*$/;

/** With more weight of what they keep, the page loses events and names; with less of what they understand, nothing is won. */
const KEPT_POWER = 0.5;
const CLEAR_POWER = 2;

type KeepingValues = Record<KeepingFeature, number>;

/**
 * What the regression knows of a passage: neighboring sentences. Its words are counted once for each sentence.
 * @returns a function of sentences of one session
 */
export function keepingValuesOf(
  prepared: Prepared,
  { worth, values }: Salience,
): (sentences: readonly Sentence[]) => KeepingValues {
  const { sentences } = prepared.speech;
  const { gameMasterId } = prepared.zones;
  const countsOf = (pattern: RegExp) => Uint8Array.from(sentences, ({ text }) => countOf(pattern, text));
  const [we, motion, death, stakes, past] = [WE, MOTION, DEATH, STAKES, PAST].map(countsOf);
  const [you, declared, quotes] = [cues.You, cues.Declare, QUOTES].map(countsOf);
  const [creature, blows, the, asks, breaks] = [CREATURE, BLOWS, THE, ASKS, BREAKS].map(countsOf);
  const named = sentences.map(({ index }) =>
    namesIn(prepared, index).map((name) => prepared.names.all[name]!),
  );
  const names = Uint8Array.from(named, ({ length }) => length);
  const people = Uint8Array.from(named, (all) => all.filter(({ kind }) => kind === 'person').length);
  const firstName = new Map<number, number>();
  for (const { sentence, at } of prepared.names.all.flatMap(({ mentions }) => mentions))
    if (names[sentence]! > 0) firstName.set(sentence, Math.min(at, firstName.get(sentence) ?? at));
  const others = Uint8Array.from(
    sentences,
    ({ index, words }) =>
      words.slice(0, firstName.get(index)).filter(({ lower }) => OTHERS.has(lower)).length,
  );
  const central = values.get('centralityInChapter');
  return (passage) => {
    const sum = (of: ArrayLike<number> | undefined, most: number, over = passage) =>
      Math.min(
        most,
        over.reduce((all, { index }) => all + (of?.[index] ?? 0), 0),
      );
    const isTold = gameMasterId !== null && passage[0]?.speakerId === gameMasterId;
    const isNarrated = isTold && sum(quotes, 1) === 0;
    const until = passage.findIndex(({ index }) => names[index]! > 0);
    const wordCount = passage.reduce((all, { words }) => all + words.length, 0);
    return {
      worth: Math.log(Math.max(...passage.map(({ index }) => worth[index]!))),
      sentences: passage.length,
      people: sum(people, 3),
      youByNarrator: isNarrated ? sum(you, 4) : 0,
      youInSpeech: isNarrated ? 0 : sum(you, 4),
      we: sum(we, 4),
      declared: isTold ? 0 : sum(declared, 3),
      motion: sum(motion, 3),
      death: sum(death, 3),
      stakes: sum(stakes, 3),
      past: sum(past, 3),
      brokenOff: BROKEN_OFF.test(passage.at(-1)?.text ?? '') ? 1 : 0,
      central: sum(central, Number.POSITIVE_INFINITY) / passage.length,
      words: Math.log(wordCount),
      names: sum(names, 3),
      nameless: until < 0 ? 1 : 0,
      othersBeforeNames: sum(others, 3, until < 0 ? passage : passage.slice(0, until + 1)),
      creature: sum(creature, 3),
      breaks: sum(breaks, 2),
      blows: sum(blows, 3),
      the: sum(the, 8) / wordCount,
      asks: sum(asks, 1),
    };
  };
}

const chanceOf = (regression: typeof clear, values: KeepingValues): number =>
  1 /
  (1 +
    Math.exp(
      -keepingFeatures.reduce(
        (all, each) => all + regression[each] * (values[each] - means[each]),
        regression.bias,
      ),
    ));

/** How likely readers keep a passage and understand it alone, 0 to 1, both weighed. In English only. */
export function keepingOf(
  prepared: Prepared,
  salience: Salience,
): (sentences: readonly Sentence[]) => number {
  const valuesOf = keepingValuesOf(prepared, salience);
  return (sentences) => {
    const values = valuesOf(sentences);
    return chanceOf(kept, values) ** KEPT_POWER * chanceOf(clear, values) ** CLEAR_POWER;
  };
}
