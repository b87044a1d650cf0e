import { isBase, isFinitePast, isPast, isThird, mayBeNoun } from '../reading/verbs.ts';
import { list } from '../reading/vocabulary.ts';

export interface Token {
  word: string;
  lower: string;
  /** The text between the previous word and this one. */
  gap: string;
}

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** The words of a sentence, and the text after the last one. */
export function tokensOf(text: string): { tokens: Token[]; end: string } {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of text.matchAll(WORD)) {
    tokens.push({
      word: match[0],
      lower: match[0].toLowerCase().replaceAll('’', "'"),
      gap: text.slice(last, match.index),
    });
    last = match.index + match[0].length;
  }
  return { tokens, end: text.slice(last) };
}

export const DETERMINERS = list(
  `the a an his her its their this that these those some any each every no another both all many several few two three four five six seven eight nine ten one
more most such other of in with by at on from for to into through between our my your own`,
);
export const SUBORDINATES = list(
  `as when while after before once if since until although though because unless whenever where which who whom whose that what how why so than`,
);
export const COORDINATES = list(`and or but then yet nor`);
export const PREPOSITIONS = list(
  `in on at to from through without with upon inside beyond around behind for out over under across by above below beneath near next into onto along between among amongst
within outside off against toward towards about like atop despite during of past beside besides down up throughout underneath amidst alongside`,
);
export const PERCEIVES =
  /^(?:sees?|watch(?:es)?|hears?|feels?|notices?|lets?|makes?|helps?|saw|heard|felt|watched|finds?)$/;
const SINGULAR_BE = /^(?:is|has|does|isn't|hasn't|doesn't|(?:there|it|he|she|that|who|what|here)'s)$/;
const PLURAL_BE = /^(?:are|have|do|aren't|haven't|don't|(?:they|there|who)'re|they've)$/;
const PAST_BE = /^(?:was|were|had|did|wasn't|weren't|hadn't|didn't)$/;
export const CAN = /^(?:can|can't|cannot|could|couldn't)$/;
const PLURALS =
  /^(?:they|people|men|women|children|folk|folks|who|which|that|all|both|others|ones|we|you|i|party|crowd|group)$/;
/** Before these words, a verb or noun is a verb. */
const SHOWS_VERB = list(
  `the a an his her its their this that him them it up down out into onto off over through toward towards to back away aside around across along past forward ahead
inside outside upward downward quietly slowly quickly at from behind against beneath above below`,
);

export type Form = 'singular' | 'plural' | 'past' | 'modal';

export interface TaggedToken extends Token {
  comma: boolean;
  /** The form of a finite verb, judged by its ending and its neighbors; null for other words. */
  form: Form | null;
}

/** The words of a sentence, with the form of those that are finite verbs. */
export function taggedTokensOf(text: string): TaggedToken[] {
  const tokens = tokensOf(text).tokens.map(
    (token): TaggedToken => ({ ...token, comma: /[,;]/.test(token.gap), form: null }),
  );
  for (const [at, token] of tokens.entries()) token.form = formAt(tokens, at);
  return tokens;
}

export const isName = (token: TaggedToken | undefined, at: number): boolean =>
  token !== undefined && at > 0 && /^\p{Lu}/u.test(token.word) && !/['’]s?$/.test(token.word);

/** Whether a verb such as "sees" or "lets" comes before, with no comma between. */
function perceives(tokens: TaggedToken[], at: number): boolean {
  for (let back = at - 1; back >= 0 && back > at - 8; back -= 1) {
    if (PERCEIVES.test(tokens[back]!.lower)) return true;
    if (tokens[back]!.comma) return false;
  }
  return false;
}

function formAt(tokens: TaggedToken[], at: number): Form | null {
  const { lower, word, comma } = tokens[at]!;
  const before = comma ? undefined : tokens[at - 1];
  const next = tokens[at + 1]?.comma ? undefined : tokens[at + 1];
  if (SINGULAR_BE.test(lower)) return 'singular';
  if (PLURAL_BE.test(lower))
    return before && /^(?:to|can|can't|does|did|not)$/.test(before.lower) ? null : 'plural';
  if (PAST_BE.test(lower)) return 'past';
  if (CAN.test(lower)) return 'modal';
  if (/'s$/.test(lower))
    return next && (/ing$/.test(next.lower) || /^(?:been|got|a|the|not|now|still)$/.test(next.lower))
      ? 'singular'
      : null;
  if (/^\p{Lu}/u.test(word) && at > 0) return null;
  const earlier = before?.lower ?? '';
  if (isThird(lower) || lower === 'goes') {
    // "Beside her stands a goose."
    if (earlier === 'her' && PREPOSITIONS.has(tokens[at - 2]?.lower ?? '')) return 'singular';
    if (DETERMINERS.has(earlier) && !/^(?:that|one|each|other|both|all)$/.test(earlier)) return null;
    const base = lower.replace(/e?s$/, '');
    if (!mayBeNoun(base) && !mayBeNoun(lower.slice(0, -1)) && !mayBeNoun(lower.replace(/ies$/, 'y')))
      return 'singular';
    if (!before) return next && SHOWS_VERB.has(next.lower) ? 'singular' : null;
    if (
      isName(before, at - 1) ||
      at === 1 ||
      /^(?:he|she|it|who|which|that|party|and|then|everyone|also|immediately|itself|himself|herself)$/.test(
        earlier,
      ) ||
      /ly$/.test(earlier)
    )
      return 'singular';
    if (/^\p{Ll}/u.test(before.word) && /(?:ed|ing|ful|ous|ive|ish|en|al|ic|y)$/.test(earlier)) return null;
    if (!next || (COORDINATES.has(next.lower) && isThird(tokens[at + 2]?.lower ?? ''))) return 'singular';
    return SHOWS_VERB.has(next.lower) ? 'singular' : null;
  }
  if (isFinitePast(lower) || lower === 'got') {
    if (/^(?:is|are|was|were|has|have|had|be|been|being|gets?|having|the|a|an)$/.test(earlier)) return null;
    if (
      /^(?:made|kept|said|held|told|sat|stood|broke|became)$/.test(lower) &&
      next &&
      /^(?:of|from|out|by|with|in|up)$/.test(next.lower) &&
      !/^(?:he|she|it|they|who|that|which|party)$/.test(earlier)
    )
      return null;
    if (lower === 'bit' && !/^(?:he|she|it|they|who)$/.test(earlier)) return null;
    return 'past';
  }
  if (isBase(lower) || lower === 'go') {
    const many =
      PLURALS.test(earlier) ||
      (/s$/.test(earlier) &&
        !/(?:ss|us|'s|is|as|has|does|was)$/.test(earlier) &&
        (!isThird(earlier) || before!.comma || DETERMINERS.has(tokens[at - 2]?.lower ?? '')));
    if (!many) return null;
    if (
      mayBeNoun(lower) &&
      !(next
        ? SHOWS_VERB.has(next.lower) || /ing$/.test(next.lower)
        : DETERMINERS.has(tokens[at - 2]?.lower ?? '')) &&
      !/^(?:they|who)$/.test(earlier)
    )
      return null;
    if (perceives(tokens, at) && !/^(?:they|who|which|that)$/.test(earlier)) return null;
    return 'plural';
  }
  if (
    isPast(lower) &&
    /ed$/.test(lower) &&
    (/^(?:he|she|it|they|who|party)$/.test(earlier) || isName(before, at - 1))
  )
    return 'past';
  return null;
}
