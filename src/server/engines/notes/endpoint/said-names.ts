import { stem, type Word, wordsOf } from '../reading/text.ts';
import { FUNCTION_WORDS, list, NOT_NAMES } from '../reading/vocabulary.ts';

/** These may have two names after them: "gave Mira Tobin's bow". */
const GIVING = list(
  'gave give gives told tell tells asked ask asks handed hands showed shows offered offers sent sends promised taught lent owed bought brought paid called named reminded warned',
);
const AUXILIARY = /^(?:is|was|are|were|had|has|have|would|could|did|does|will|can|should|might)$/;
/** Languages that write every noun with a capital. */
const CAPITAL_NOUNS = /^(?:de|lb|gsw|nds)\b/i;
const DETERMINER =
  /^(?:d(?:er|ie|as|em|en|es)|(?:m|d|s|k)?ein(?:e[mnrs]?)?|ihre?[mnrs]?|unsere?[mnrs]?|eure?[mnrs]?|diese[mnrs]?|jene[mnrs]?|jede[mnrs]?|alle[mnrs]?|welche[mnrs]?|viele[mnr]?|einige[mnr]?|mehrere[mnr]?|beide[mnr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|i[mn]s?|am|ans?|zum|zur|beim|vom|aufs?|durchs?|fürs?|ums?|mit|ohne|aus|nach|bei|von|vor|für|gegen|unter|über|als|kein\w*)$/;
const NOUN_ENDING =
  /(?:ung|heit|keit|schaft|tum|nis|chen|lein|ion|tät|ik|ismus|ment|ling|erei|e|en|er|ern|s)$/;

const plain = (word: string): string => word.replace(/['’]s?$/, '');
const isCapital = (word: Word | undefined): boolean => word !== undefined && /^\p{Lu}\p{Ll}/u.test(word.raw);

/** The names that were said at the table or that the campaign knows, and those that a text has besides. */
export class SaidNames {
  readonly #words = new Set<string>();
  readonly #stems = new Set<string>();
  readonly #pairs = new Set<string>();
  /** Said with a capital inside a sentence. */
  readonly #capitals = new Set<string>();
  readonly #hasCapitalNouns: boolean;
  /** In lower case: what statements that were refused called by a name. */
  readonly #invented = new Set<string>();

  constructor(texts: Iterable<string>, language: string | null) {
    this.#hasCapitalNouns = CAPITAL_NOUNS.test(language ?? '');
    for (const text of texts) {
      let before = '';
      for (const each of wordsOf(text)) {
        const word = plain(each.lower);
        if (each.joined && isCapital(each)) this.#capitals.add(word);
        this.#words.add(word);
        this.#stems.add(stem(word));
        for (const part of word.split('-')) this.#words.add(part);
        if (before) this.#pairs.add(`${before} ${word}`);
        before = word;
      }
    }
  }

  /** The first name in a statement that was not said, or null. Names of several words must be said as a whole. */
  inventedIn(statement: string): string | null {
    const words = wordsOf(statement);
    for (const [at, word] of words.entries()) {
      const isFirst = at === 0 || !word.joined;
      if (!isCapital(word)) continue;
      if (this.#isUnsaid(word) && (isFirst ? this.#beginsLikeAName(words, at) : this.#isName(words, at)))
        return this.#noted(word);
      if (!isFirst && this.#isMixed(words, at)) return this.#noted(word);
    }
    return null;
  }

  /** A title may have any words but a name that was not said. Titles with capitals throughout show names less clearly. */
  inventedInTitle(title: string): string | null {
    const words = wordsOf(title);
    const inside = words.slice(1).filter(({ lower }) => lower.length > 3 && !FUNCTION_WORDS.has(lower));
    const isSentence = inside.some((word) => !isCapital(word));
    for (const [at, word] of words.entries()) {
      if (!isCapital(word) || !this.#isUnsaid(word)) continue;
      const isOwner = /['’]s?$/.test(word.raw);
      const isKnownInvention = this.#invented.has(plain(word.lower));
      if (isKnownInvention || isOwner || (isSentence && at > 0 && this.#isName(words, at))) return word.raw;
    }
    return null;
  }

  #noted(word: Word): string {
    this.#invented.add(plain(word.lower));
    return word.raw;
  }

  #isUnsaid(word: Word): boolean {
    const lower = plain(word.lower);
    if (lower.length < 3 || this.#words.has(lower) || NOT_NAMES.has(lower)) return false;
    if (this.#words.has(lower.replace(/e?s$/, '')) || this.#words.has(`${lower}s`)) return false;
    return !lower
      .split('-')
      .every((part) => part.length < 3 || this.#words.has(part) || this.#words.has(part.replace(/e?s$/, '')));
  }

  #isName(words: readonly Word[], at: number): boolean {
    if (!this.#hasCapitalNouns) return true;
    const word = words[at];
    const before = words[at - 1];
    if (word === undefined || before === undefined) return false;
    // A noun has a determiner or an adjective before it, or an ending of nouns; names mostly have none of these.
    const hasDeterminer = DETERMINER.test(before.lower) || /(?:e[mnrs]?)$/.test(before.lower);
    return !(hasDeterminer || NOUN_ENDING.test(word.lower) || this.#isCompound(word.lower));
  }

  /** The first word has a capital anyway. It is taken for a name if it looks like no other word. */
  #beginsLikeAName(words: readonly Word[], at: number): boolean {
    const word = words[at];
    const next = words[at + 1];
    if (word === undefined) return false;
    const lower = plain(word.lower);
    const isOrdinary =
      FUNCTION_WORDS.has(lower) ||
      this.#stems.has(stem(lower)) ||
      this.#isCompound(lower) ||
      /(?:ly|ing|ed|wards?|wise|where|ever)$/.test(lower) ||
      next?.afterComma === true ||
      (next !== undefined && !next.joined && !next.afterComma);
    if (isOrdinary) return false;
    return !this.#hasCapitalNouns || !(NOUN_ENDING.test(lower) || DETERMINER.test(lower));
  }

  /** "Homecoming", "Lagerfeuer": made of two words that were said. */
  #isCompound(lower: string): boolean {
    for (let at = 3; at <= lower.length - 3; at += 1)
      if (
        this.#words.has(lower.slice(0, at)) &&
        this.#words.has(lower.slice(at).replace(/^s(?=\p{L}{3})/u, ''))
      )
        return true;
    return false;
  }

  /** "Marion Dyomin": both names were said, but never one after the other. */
  #isMixed(words: readonly Word[], at: number): boolean {
    const [earlier, before, word, next] = [words[at - 2], words[at - 1], words[at], words[at + 1]];
    if (before === undefined || word === undefined || this.#hasCapitalNouns || !isCapital(before))
      return false;
    const [first, second] = [plain(before.lower), plain(word.lower)];
    if (!before.joined && !this.#capitals.has(first)) return false;
    if (/['’]s?$/.test(before.raw) || /['’]s?$/.test(word.raw) || before.raw.length < 3) return false;
    if ([first, second].some((each) => NOT_NAMES.has(each)) || FUNCTION_WORDS.has(first)) return false;
    // "gave Mira Tobin's bow", "is the Captain Ruben Vale?", "the charges against Mira Tobin has dropped"
    if (
      GIVING.has(first) ||
      (earlier !== undefined && (GIVING.has(earlier.lower) || earlier.lower === 'the'))
    )
      return false;
    if (next !== undefined && AUXILIARY.test(next.lower)) return false;
    return !this.#pairs.has(`${first} ${second}`);
  }
}
