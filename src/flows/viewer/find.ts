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

/**
 * The entries in which every word of the search begins a word, be it of their flow's title; those that say all of
 * them themselves come first, and among them those that have one in their title.
 */
export function find(entries: readonly Entry[], search: string): Entry[] {
  const wanted = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`, 'u'));
  if (wanted.length === 0) {
    return [];
  }
  const says = (word: RegExp, text: string) => word.test(text.toLowerCase());
  const rank = ({ title, haystack }: Entry) => {
    if (!wanted.every((word) => says(word, haystack))) {
      return 2;
    }
    return wanted.some((word) => says(word, title)) ? 0 : 1;
  };
  return entries
    .filter(({ haystack, flow }) => wanted.every((word) => says(word, `${haystack} ${flow.title}`)))
    .toSorted((one, two) => rank(one) - rank(two));
}
