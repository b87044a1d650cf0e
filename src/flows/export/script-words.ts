import { digest } from '../digest.ts';
import type { Flow } from '../flow.ts';
import type { GoalScript } from '../goal-scripts.ts';
import { stableJson } from '../stable-json.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import { eventWords } from './step-words.ts';

export interface PageWords {
  begin: string;
  pressed(event: Extract<ModelEvent, { type: 'user' }>, before: ModelState): string | undefined;
  seen(state: ModelState): readonly string[];
  /** What the scripts type, by the label of its field. */
  typed: ReadonlyMap<string, readonly string[]>;
}

const actors = { user: '', actor: 'System: ', wait: 'Time: ' } as const;

/** Undefined if it happens by itself. */
export const wayWords = (
  { byHand }: Flow,
  event: ModelEvent,
  before: ModelState,
  page: PageWords | undefined,
): string | undefined =>
  (event.type === 'user' ? page?.pressed(event, before) : undefined) ?? byHand?.[event.name];

const beyondHands = 'Not by hand: ';

/** Why a person cannot carry a script out: the first step that says so. */
export function notByHand(
  flow: Flow,
  { path: { start, edges } }: Pick<GoalScript, 'path'>,
  page: PageWords | undefined,
): string | undefined {
  const ways = edges.map(({ event }, at) => wayWords(flow, event, edges[at - 1]?.state ?? start.state, page));
  return ways.find((way) => way?.startsWith(beyondHands))?.slice(beyondHands.length);
}

const dataOf = (event: ModelEvent) =>
  event.type === 'user' ? event.event : event.type === 'actor' ? event.outcome : null;

/** Tells whether what a script enters and is answered has changed. */
export const dataMark = ({ path: { start, edges } }: Pick<GoalScript, 'path'>): string =>
  digest(stableJson([start.input, edges.map(({ event }) => dataOf(event))])).slice(0, 6);

export const stepLine = (event: ModelEvent): string => `${actors[event.type]}${eventWords(event)}`;

/** Each outcome once, in order. */
export function preparations(
  { byHand }: Flow,
  scripts: readonly GoalScript[],
): [outcome: string, how: string][] {
  const events = scripts.flatMap(({ path }) => path.edges.map(({ event }) => event));
  return [
    ...new Map(
      events.flatMap((event): [string, string][] => {
        const how = event.type === 'actor' ? byHand?.[event.name] : undefined;
        return how === undefined ? [] : [[eventWords(event), how]];
      }),
    ),
  ];
}

const edges: readonly [value: string, isTried: (typed: string) => boolean][] = [
  ['nothing, or only blanks', (typed) => typed.trim() === ''],
  ['blanks around it', (typed) => typed !== typed.trim() && typed.trim() !== ''],
  ['1,000 characters', (typed) => typed.length >= 1000],
  [
    'another script (“Ἀθῆναι”, “שלום”, “東京”)',
    (typed) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(typed),
  ],
];

/** Values that no script types. */
export const untried = (typed: readonly string[]): string[] =>
  edges.filter(([, isTried]) => !typed.some(isTried)).map(([value]) => value);
