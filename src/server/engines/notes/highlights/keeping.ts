import type { Prepared } from '../reading/prepare.ts';
import type { Sentence } from '../reading/text.ts';
import { countOf, cues } from './cues.ts';
import { bias, type KeepingFeature, keepingFeatures, means, weights } from './keeping-weights.ts';
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
const QUOTES = /["“]/g;
const BROKEN_OFF = /(?:--?|\.\.\.|…)["”’')\]]*$/;

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
  const people = Uint8Array.from(
    sentences,
    ({ index }) =>
      namesIn(prepared, index).filter((name) => prepared.names.all[name]?.kind === 'person').length,
  );
  const central = values.get('centralityInChapter');
  return (passage) => {
    const sum = (of: ArrayLike<number> | undefined, most: number) =>
      Math.min(
        most,
        passage.reduce((all, { index }) => all + (of?.[index] ?? 0), 0),
      );
    const isTold = gameMasterId !== null && passage[0]?.speakerId === gameMasterId;
    const isNarrated = isTold && sum(quotes, 1) === 0;
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
    };
  };
}

/** How likely a reader keeps a passage and understands it alone, 0 to 1: a logistic regression (`keeping-weights.ts`). In English only. */
export function keepingOf(
  prepared: Prepared,
  salience: Salience,
): (sentences: readonly Sentence[]) => number {
  const valuesOf = keepingValuesOf(prepared, salience);
  return (sentences) => {
    const values = valuesOf(sentences);
    const sum = keepingFeatures.reduce(
      (all, each) => all + weights[each] * (values[each] - means[each]),
      bias,
    );
    return 1 / (1 + Math.exp(-sum));
  };
}
