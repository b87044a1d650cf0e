import { logistic } from '#server/platform/logistic.ts';
import { countOf } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import { namesIn, type Salience } from '../reading/salience.ts';
import { type Sentence, stem } from '../reading/text.ts';
import { clear, type KeepingFeature, keepingFeatures, kept, lexicon, means } from './keeping-weights.ts';

/** Whose owner may be in the sentence before. */
const OTHERS = new Set(
  "he she him her his hers they them their he's she's they're himself herself".split(' '),
);
const ITS = new Set(['it', "it's", 'its']);
const MARKS = /["“”]/;
const PARTS = /["“”]|[^"“”]+/g;
const ASKS = /\?/g;
const BROKEN_OFF = /(?:--?|\.\.\.|…)["”’')\]]*$/;

type KeepingValues = Record<KeepingFeature, number>;

/**
 * What the regressions know of a passage: neighboring sentences. Its words are counted once for each sentence.
 * @returns a function of sentences of one session
 */
export function keepingValuesOf(
  prepared: Prepared,
  { worth, values }: Salience,
): (sentences: readonly Sentence[]) => KeepingValues {
  const { sentences } = prepared.speech;
  const { gameMasterId } = prepared.zones;
  const asks = Uint8Array.from(sentences, ({ text }) => countOf(ASKS, text));
  const quoted = quotedOf(prepared);
  const said = Float64Array.from(sentences, ({ words }) =>
    words.reduce((all, { lower }) => all + (lexicon.get(stem(lower)) ?? 0), 0),
  );
  const names = Uint8Array.from(sentences, ({ index }) => namesIn(prepared, index).length);
  const its = Uint8Array.from(sentences, ({ words }) => words.filter(({ lower }) => ITS.has(lower)).length);
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
    const sum = (of: ArrayLike<number> | undefined, most = Number.POSITIVE_INFINITY, over = passage) =>
      Math.min(
        most,
        over.reduce((all, { index }) => all + (of?.[index] ?? 0), 0),
      );
    const until = passage.findIndex(({ index }) => names[index]! > 0);
    const words = Math.max(
      1,
      passage.reduce((all, each) => all + each.words.length, 0),
    );
    return {
      worth: Math.log(Math.max(...passage.map(({ index }) => worth[index]!))),
      sentences: passage.length,
      its: sum(its, 3),
      brokenOff: BROKEN_OFF.test(passage.at(-1)?.text ?? '') ? 1 : 0,
      central: sum(central) / passage.length,
      words: Math.log(words),
      names: sum(names, 3),
      nameless: until < 0 ? 1 : 0,
      othersBeforeNames: sum(others, 3, until < 0 ? passage : passage.slice(0, until + 1)),
      asks: sum(asks, 1),
      told: gameMasterId !== null && passage[0]?.speakerId === gameMasterId ? 1 : 0,
      quoted: sum(quoted) / words,
      said: sum(said),
    };
  };
}

/** Words in quotation marks, by sentence: marks are open to the end of a turn at most. */
function quotedOf({ speech: { sentences } }: Prepared): Uint16Array {
  let isOpen = false;
  return Uint16Array.from(sentences, ({ text, turn }, at) => {
    isOpen &&= sentences[at - 1]?.turn === turn;
    let all = 0;
    for (const [part] of text.matchAll(PARTS))
      if (MARKS.test(part)) isOpen = part === '“' || (part === '"' && !isOpen);
      else if (isOpen) all += countOf(/\S+/g, part);
    return all;
  });
}

const chanceOf = (regression: typeof clear, values: KeepingValues): number =>
  logistic(
    keepingFeatures.reduce(
      (all, each) => all + regression[each] * (values[each] - means[each]),
      regression.bias,
    ),
  );

/** With more weight of either, the page has fewer and longer passages, and fewer names. */
const POWERS = { kept: 4, clear: 2 };
/** Without punctuation the chances are less sure. */
const POWERS_OF_PIECES = { kept: 0.8, clear: 1 };

/** How likely readers keep a passage and understand it alone, 0 to 1, both weighed. In English only. */
export function keepingOf(
  prepared: Prepared,
  salience: Salience,
): (sentences: readonly Sentence[]) => number {
  const valuesOf = keepingValuesOf(prepared, salience);
  return (sentences) => {
    const values = valuesOf(sentences);
    const powers = sentences[0]!.isPunctuated ? POWERS : POWERS_OF_PIECES;
    return chanceOf(kept, values) ** powers.kept * chanceOf(clear, values) ** powers.clear;
  };
}
