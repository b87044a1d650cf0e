import { transitionSentence } from '../chart/chart-boxes.ts';
import type { Flow } from '../flow.ts';
import { allStates, allTransitions } from '../transitions.ts';
import { sentence, words } from '../words.ts';
import type { ViewerData } from './viewer-data.ts';

/** Something that the search can find. */
export interface Entry {
  flow: Flow;
  kind: 'flow' | 'state' | 'transition' | 'requirement';
  /** Keys of the state joined by dots; null for the flow as a whole. */
  state: string | null;
  title: string;
  text: string;
  /** Everything that it says, in small letters. */
  haystack: string;
}

function entry(
  flow: Flow,
  kind: Entry['kind'],
  state: string | null,
  title: string,
  text: string,
  more = '',
): Entry {
  return { flow, kind, state, title, text, haystack: `${title} ${text} ${more}`.toLowerCase() };
}

function stateTitleOf(path: readonly string[]): string {
  return path.length === 0 ? 'Any state' : path.map(sentence).join(' › ');
}

function entriesOf(flow: Flow, requirements: ViewerData['requirements']): Entry[] {
  const [, ...states] = allStates(flow.machine);
  return [
    entry(flow, 'flow', null, flow.title, flow.paragraph, flow.requirements.join(' ')),
    ...states.map((node) =>
      entry(
        flow,
        'state',
        node.path.join('.'),
        stateTitleOf(node.path),
        node.description ?? '',
        [...node.tags, ...node.invoke.map(({ src }) => words(String(src)))].join(' '),
      ),
    ),
    ...allTransitions(flow.machine).map((transition) => {
      const { source, trigger } = transition;
      const type = trigger.kind === 'event' ? trigger.type : '';
      const text = transitionSentence(transition);
      return entry(
        flow,
        'transition',
        [...source.path, ...(source.parent ? [] : ['*'])].join('.'),
        stateTitleOf(source.path),
        text.charAt(0).toUpperCase() + text.slice(1),
        type,
      );
    }),
    ...flow.requirements.map((number) =>
      entry(flow, 'requirement', null, number, requirements[number] ?? ''),
    ),
  ];
}

/** Everything in all flows that can be found. */
export function searchEntries({ catalogue, requirements }: ViewerData): Entry[] {
  return catalogue.flatMap((flow) => entriesOf(flow, requirements));
}

/** Words of a question that say nothing about what is looked for. */
const fillers = new Set(
  'a after and at does do for happens how i if in is it my of on or the then to was what when where which who why'.split(
    ' ',
  ),
);

/** What is looked for; fillers only count where there is nothing else. */
function wantedWords(search: string): string[] {
  const all = search.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];
  const telling = all.filter((word) => !fillers.has(word));
  return [...new Set(telling.length > 0 ? telling : all)];
}

const atWordStart = (text: string) => `(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;

/** What a search found. */
export interface Findings {
  /** Best first. */
  hits: Entry[];
  /** Words of the search that none of the hits has. */
  missing: string[];
  /** What to mark in a hit's text; null where nothing is looked for. */
  marked: RegExp | null;
}

/**
 * The entries in which most words of the search begin a word, be it of their flow's title: all of them, or as many as
 * any entry has. First those with the very phrase, in their title before in their text; then those with a word in their
 * title, then those that say the words themselves, then those whose flow's title does.
 */
export function find(entries: readonly Entry[], search: string): Findings {
  const wanted = wantedWords(search);
  if (wanted.length === 0) {
    return { hits: [], missing: [], marked: null };
  }
  const patterns = wanted.map((word) => ({ word, pattern: new RegExp(atWordStart(word), 'u') }));
  const saidIn = (text: string) => patterns.filter(({ pattern }) => pattern.test(text.toLowerCase()));
  const scored = entries.map((one) => ({ one, said: saidIn(`${one.haystack} ${one.flow.title}`) }));
  const best = Math.max(0, ...scored.map(({ said }) => said.length));
  // Fewer than half of the words is another matter.
  const found =
    best === 0 || best * 2 < wanted.length ? [] : scored.filter(({ said }) => said.length === best);
  const phrase = new RegExp(atWordStart(search.trim().toLowerCase().replace(/\s+/g, ' ')), 'u');
  const rank = ({ title, haystack }: Entry): number => {
    if (phrase.test(title.toLowerCase())) {
      return title.toLowerCase() === search.trim().toLowerCase() ? 0 : 1;
    }
    if (phrase.test(haystack)) {
      return 2;
    }
    return saidIn(haystack).length < best ? 5 : saidIn(title).length > 0 ? 3 : 4;
  };
  const said = new Set(
    (found.length > 0 ? found : scored).flatMap((one) => one.said.map(({ word }) => word)),
  );
  return {
    hits: found.map(({ one }) => one).toSorted((one, two) => rank(one) - rank(two)),
    missing: wanted.filter((word) => !said.has(word)),
    marked: new RegExp(`(${wanted.map(atWordStart).join('|')})`, 'giu'),
  };
}
