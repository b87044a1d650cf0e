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
        source.path.join('.') || null,
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

/** What is looked for, each as the beginning of a word; fillers only count where there is nothing else. */
function wantedWords(search: string): RegExp[] {
  const all = search.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];
  const telling = all.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : all).map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll('.', '\\.')}`, 'u'),
  );
}

/**
 * The entries in which most words of the search begin a word, be it of their flow's title: all of them, or as many as
 * any entry has. Those that say them themselves come first, and among them those that have one in their title.
 */
export function find(entries: readonly Entry[], search: string): Entry[] {
  const wanted = wantedWords(search);
  const says = (text: string) => wanted.filter((word) => word.test(text.toLowerCase())).length;
  const scored = entries.map((one) => ({ one, score: says(`${one.haystack} ${one.flow.title}`) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  // Fewer than half of the words is another matter.
  if (best === 0 || best * 2 < wanted.length) {
    return [];
  }
  const rank = ({ title, haystack }: Entry) => (says(haystack) < best ? 2 : says(title) > 0 ? 0 : 1);
  return scored
    .filter(({ score }) => score === best)
    .map(({ one }) => one)
    .toSorted((one, two) => rank(one) - rank(two));
}
