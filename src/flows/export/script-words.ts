import type { FlowAnalysis } from '../analysis.ts';
import { digest } from '../digest.ts';
import type { Flow } from '../flow.ts';
import type { GoalScript } from '../goal-scripts.ts';
import { stableJson } from '../stable-json.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import { duration, sentence, words } from '../words.ts';
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

/** What a flow says that a person sees after the step that led to a state, as sentences. */
export const saidAfter = ({ sees = {} }: Flow, { place, trace }: ModelState): string[] =>
  Object.entries(sees).flatMap(([what, words]) =>
    place.isIn(what) || trace.effects.some(({ kind, name }) => kind === 'action' && name === what)
      ? words
      : [],
  );

/** What a person sees after the step that led to a state; '' if nothing is said of it. */
export function seenAfter(flow: Flow, state: ModelState, page: PageWords | undefined): string {
  const shown = page?.seen(state).join('; ') ?? '';
  return [...(shown === '' ? [] : [`The page shows ${shown}.`]), ...saidAfter(flow, state)].join(' ');
}

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

/** A machine that asks again after such a delay goes on so until it has its answer. */
const polling = 'after(pollInterval)';

/** @param state where it leads */
export function stepLine(event: ModelEvent, { trace }: ModelState): string {
  const isPoll = event.type === 'wait' && trace.taken.some(({ id }) => id.includes(polling));
  const words = isPoll
    ? `Wait until there is news (asked for every ${duration(event.milliseconds)})`
    : eventWords(event);
  return `${actors[event.type]}${words}`;
}

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

/** Texts of an event, by the words for their field. */
const textsOf = ({ type, ...data }: { readonly type: string }): [field: string, text: string][] =>
  Object.entries(data).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${sentence(type)}: ${words(key)}`, text]] : [],
  );

/** What scripts type: as their page tells, or for any machine as the cases of its events have it. */
function typedIn(
  { isInferred, events }: Flow,
  page: PageWords | undefined,
): ReadonlyMap<string, readonly string[]> {
  if (page) return page.typed;
  const typed = new Map<string, string[]>();
  for (const cases of isInferred ? Object.values(events) : []) {
    for (const { event } of cases === 'sentByActor' ? [] : cases) {
      for (const [field, text] of textsOf(event)) typed.set(field, [...(typed.get(field) ?? []), text]);
    }
  }
  return typed;
}

export interface UntriedValues {
  field: string;
  values: string;
  /** The first that enters the field, of the smoke script only if no other does. */
  script: GoalScript;
  step: number;
}

/** Values to try in each field as well. */
export function untriedValues(
  { flow, scripts }: Pick<FlowAnalysis, 'flow' | 'scripts'>,
  page: PageWords | undefined,
): UntriedValues[] {
  return [...typedIn(flow, page)].flatMap(([field, typed]) => {
    const values = untried(typed).join('; ');
    const enters = (event: ModelEvent, before: ModelState) =>
      event.type === 'user' &&
      (page
        ? page.pressed(event, before)?.includes(`“${field}”`)
        : textsOf(event.event).some(([own]) => own === field));
    const others = scripts.toSorted((one, other) => Number(one.isSmoke) - Number(other.isSmoke));
    for (const script of values === '' ? [] : others) {
      const { start, edges } = script.path;
      const step = edges.findIndex(({ event }, at) => enters(event, edges[at - 1]?.state ?? start.state));
      if (step >= 0) return [{ field, values, script, step }];
    }
    return [];
  });
}

/** How each step is done by hand, and what to try there as well. */
export function handWords(
  analysis: Pick<FlowAnalysis, 'flow' | 'scripts'>,
  page: PageWords | undefined,
): (script: GoalScript, step: number) => string | undefined {
  const others = untriedValues(analysis, page);
  return (script, step) => {
    const { start, edges } = script.path;
    const event = edges[step]?.event;
    const way = event && wayWords(analysis.flow, event, edges[step - 1]?.state ?? start.state, page);
    const also = others
      .filter((one) => one.script === script && one.step === step)
      .map(({ field, values }) => `Try in “${field}” as well: ${values}.`);
    return way === undefined && also.length === 0 ? undefined : [way ?? [], also].flat().join(' ');
  };
}
