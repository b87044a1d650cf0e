import type { Flow } from '../flow.ts';
import type { GoalScript } from '../goal-scripts.ts';
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
