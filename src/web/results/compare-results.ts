import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import { partTitle, type ResultPartKey, resultParts } from '#contract/result-parts.ts';

export interface ComparedItem {
  name: string;
  text: string;
  evidence: Evidence;
  isOnlyHere: boolean;
}

export interface ComparedPart {
  key: ResultPartKey;
  title: string;
  one: readonly ComparedItem[];
  two: readonly ComparedItem[];
}

type Item = Omit<ComparedItem, 'isOnlyHere'>;

const ofLines = (lines: readonly Line[], name = ''): Item[] =>
  lines.map(({ text, evidence }) => ({ name, text, evidence }));

const withoutEmphasis = (text: string) => text.replace(/\*{1,2}/g, '');

function itemsOf(result: AnalysisResult, key: ResultPartKey): Item[] {
  switch (key) {
    case 'shortSummary':
    case 'summary':
    case 'previouslyOn':
      return ofLines(result.lines[key]).map((item) => ({ ...item, text: withoutEmphasis(item.text) }));
    case 'scenes':
      return result.scenes.flatMap(({ title, lines, keyEvents }) => ofLines([...lines, ...keyEvents], title));
    case 'glance':
      return result.glance.flatMap(({ label, entries }) =>
        entries.map(({ text, evidence }) => ({ name: label, text, evidence })),
      );
    case 'memorableMoments':
      return result.memorableMoments.map(({ speaker, description, evidence }) => ({
        name: speaker ?? '',
        text: description,
        evidence,
      }));
    case 'quests':
      return result.quests.map(({ name, progress, evidence }) => ({
        name,
        text: progress.map(({ text }) => text).join(' '),
        evidence,
      }));
    case 'characterMoments':
      return result.characterMoments.map(({ character, text, evidence }) => ({
        name: character,
        text,
        evidence,
      }));
    case 'combats':
      return result.combats.map(({ title, description, outcome, evidence }) => ({
        name: title,
        text: [description, outcome].filter(Boolean).join(' '),
        evidence,
      }));
    case 'openThreads':
    case 'decisions':
    case 'toConfirm':
      return result[key].map(({ text, evidence }) => ({ name: '', text, evidence }));
    default:
      return result[key].map(({ name, description, evidence }) => ({ name, text: description, evidence }));
  }
}

/** Same name, same thing, however described. */
const byName: readonly ResultPartKey[] = ['npcs', 'locations', 'items', 'factions', 'quests'];

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

function likeness(one: ReadonlySet<string>, two: ReadonlySet<string>): number {
  const [small, large] = one.size < two.size ? [one, two] : [two, one];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  const all = one.size + two.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Minimum overlap of two statements that say the same. */
const alike = 0.6;
const alikeOfSameLines = 0.25;

function compare(key: ResultPartKey, items: readonly Item[], others: readonly Item[]): ComparedItem[] {
  if (byName.includes(key)) {
    const names = new Set(others.map(({ name }) => name.toLowerCase()));
    return items.map((item) => ({ ...item, isOnlyHere: !names.has(item.name.toLowerCase()) }));
  }
  const compared = others.map(({ text, evidence }) => ({
    words: wordsOf(text),
    lines: new Set(evidence.segmentIds),
  }));
  return items.map((item) => {
    const words = wordsOf(item.text);
    const isThere = compared.some((other) => {
      const isOfSameLines = item.evidence.segmentIds.some((id) => other.lines.has(id));
      return likeness(words, other.words) >= (isOfSameLines ? alikeOfSameLines : alike);
    });
    return { ...item, isOnlyHere: !isThere };
  });
}

/** Without parts that both lack. */
export function compareResults(one: AnalysisResult, two: AnalysisResult): ComparedPart[] {
  return resultParts.flatMap((part) => {
    const [first, second] = [itemsOf(one, part.key), itemsOf(two, part.key)];
    if (first.length + second.length === 0) return [];
    return {
      key: part.key,
      title: partTitle(part, first.length > 0 ? one : two),
      one: compare(part.key, first, second),
      two: compare(part.key, second, first),
    };
  });
}
