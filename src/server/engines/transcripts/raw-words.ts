import { normalized } from '#contract/normalized.ts';
import { isRecord, keysOf } from '#contract/unknown-values.ts';
import { parsedJson } from './json.ts';
import { isUnspaced } from './words.ts';

/** Programs write so many words that are not speech around it. */
const FEWEST_MISSING = 12;
const FEWEST_LINES = 4;
const MISSING_SHARE = 0.04;
const MISSING_SHARE_OF_JSON = 0.25;
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*/gu;
/** Timing lines, numbers of cues, comments and ids. */
const AROUND =
  /^(?:WEBVTT\b.*|NOTE\b.*|STYLE\b.*|REGION\b.*|Format:.*|Style:.*|\[[\w+ ]+\]|[\w.:+=?-]*[-/][\w./:+=?-]*|\s*\d+\s*|\d{1,3} \p{L}+(?:[, ]+\d{1,3} \p{L}+){0,2})$/u;
const LONGEST_AROUND = 300;
const LABEL = /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{M}\p{N}]*)(?=\s?[:\uff1a])/gu;
const TAGS = /<[^<>\n]{0,200}>|\{\\[^{}\n]{0,100}\}|https?:\/\/\S+|\\[Nnh]/g;

interface Found {
  words: number;
  /** Words that are neither in the result nor among what was left out. */
  missing: number;
}

/**
 * Counts the words of a file without knowing its format, and which of them a result lacks: each as often as the file
 * has it, or, in JSON, which repeats all words, whether it is there at all.
 */
export function checkAgainst(
  text: string,
  result: { texts: readonly string[]; names: readonly string[]; otherWords: number; lines: number },
): Found {
  const isJson = /^\s*[[{]/.test(text);
  const content = isJson ? wordsOfJson(text) : null;
  const plain = content ? '' : withoutSurroundings(text);
  const given = countsOf(content ?? [plain]);
  const labels = countsOf(content ? [] : Array.from(plain.matchAll(LABEL), ([label]) => label));
  const kept = countsOf(result.texts);
  const names = countsOf(result.names);
  let [words, missing] = [0, 0];
  for (const [word, count] of given) {
    words += content ? 1 : count;
    if (names.has(word) || labels.get(word) === count) continue;
    if (content) missing += kept.has(word) ? 0 : 1;
    else {
      const lacking = Math.max(0, count - (kept.get(word) ?? 0));
      // "Dialogue", "Speaker", "PM": what stands in each line belongs to the format.
      const isOfFormat =
        result.lines >= FEWEST_LINES &&
        [1, 2].some((times) => Math.abs(lacking - result.lines * times) <= result.lines * 0.1);
      missing += isOfFormat ? 0 : lacking;
    }
  }
  return { words, missing: Math.max(0, missing - result.otherWords) };
}

/** Whether so many words are missing that the user has to hear of it. */
export const isMuch = ({ words, missing }: Found, isJson: boolean): boolean =>
  missing >= FEWEST_MISSING && missing > words * (isJson ? MISSING_SHARE_OF_JSON : MISSING_SHARE);

function withoutSurroundings(text: string): string {
  const isAround = (row: string) => row.length <= LONGEST_AROUND && (row.includes('-->') || AROUND.test(row));
  return text
    .split('\n')
    .filter((row) => !isAround(row.trim()))
    .join('\n')
    .replace(TAGS, ' ');
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const text of texts)
    for (const [word] of normalized(text).toLowerCase().matchAll(WORD))
      if (isUnspaced(word)) for (const letter of word) add(letter);
      else add(word.replace(/\d+$/, '#'));
  return counts;
}

/** All texts of a JSON file but ids, and values that come again and again under one key. Null if it cannot be parsed. */
function wordsOfJson(text: string): string[] | null {
  let content: unknown;
  try {
    content = parsedJson(text);
  } catch {
    return null;
  }
  const byKey = new Map<string, string[]>();
  const stack: { key: string; value: unknown }[] = [{ key: '', value: content }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { key, value } = next;
    if (typeof value === 'string') {
      if (/\s/.test(value) || !/[\d_/=]/.test(value)) {
        const there = byKey.get(key);
        if (there) there.push(value);
        else byKey.set(key, [value]);
      }
    } else if (Array.isArray(value)) for (const each of value) stack.push({ key, value: each });
    else if (isRecord(value)) for (const each of keysOf(value)) stack.push({ key: each, value: value[each] });
  }
  return [...byKey.values()].flatMap((values) => {
    const distinct = new Set(values).size;
    return values.length > 10 && distinct * 10 < values.length ? [] : values;
  });
}
