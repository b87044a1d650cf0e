import type { Flow } from '../flow.ts';
import type { GoalScript } from '../goal-scripts.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import { eventWords } from './step-words.ts';

/** Undefined if it happens by itself. */
export const handWords = ({ byHand }: Flow, { type, name }: ModelEvent): string | undefined =>
  type === 'actor' ? byHand?.[name] : undefined;

export interface PageWords {
  begin: string;
  pressed(event: Extract<ModelEvent, { type: 'user' }>, before: ModelState): string | undefined;
  seen(state: ModelState): readonly string[];
}

const actors = { user: '', actor: 'System: ', wait: 'Time: ' } as const;

/** Undefined if it happens by itself. */
export const wayWords = (
  flow: Flow,
  event: ModelEvent,
  before: ModelState,
  page: PageWords | undefined,
): string | undefined => (event.type === 'user' ? page?.pressed(event, before) : handWords(flow, event));

export const stepLine = (event: ModelEvent): string => `${actors[event.type]}${eventWords(event)}`;

/** Each outcome once, in order. */
export function preparations(flow: Flow, scripts: readonly GoalScript[]): [outcome: string, how: string][] {
  const events = scripts.flatMap(({ path }) => path.edges.map(({ event }) => event));
  return [
    ...new Map(
      events.flatMap((event): [string, string][] => {
        const how = handWords(flow, event);
        return how === undefined ? [] : [[eventWords(event), how]];
      }),
    ),
  ];
}
